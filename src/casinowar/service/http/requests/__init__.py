"""What holds for every request before it reaches a route."""
