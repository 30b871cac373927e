"""What applies to every request before it reaches a route."""
