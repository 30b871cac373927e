"""The floor's desk: calls, slips, an overview of all tables, previews, and the shift's report."""
