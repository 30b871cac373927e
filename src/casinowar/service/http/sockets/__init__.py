"""A table's WebSocket."""
