"""Thin commands over the rest: they read arguments, call the library and print."""
