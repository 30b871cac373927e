"""Files to download: hands and people as CSV, the record of a table."""
