"""What can be taken away as a file: hands and people as CSV, the record of a table."""
