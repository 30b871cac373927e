"""The floor's desk: calls, all tables at a glance, what an act would do, and the shift's report."""
