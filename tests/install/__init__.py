"""What an installation without some extras can do."""
