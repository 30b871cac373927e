"""One client at one table: its messages and who is signed in, without the socket itself."""
