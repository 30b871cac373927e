"""One table: a queue of commands with one writer, its clocks, its shoes and its watchers."""
