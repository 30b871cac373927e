"""Surveillance: its views, and the only files that it writes: disputes and card counts."""
