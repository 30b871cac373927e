"""Thin commands over the library: they read arguments, call it and print."""
