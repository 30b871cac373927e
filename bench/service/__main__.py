"""``python -m bench.service [NAMES]``: the service under load, as a table of ratios."""

from __future__ import annotations

import sys

from rich.console import Console

from bench.__main__ import table_of
from bench.service import NAMES, run

if __name__ == "__main__":
    found = run(sys.argv[1:] or NAMES)
    Console(width=200).print(table_of(found))
    raise SystemExit(0 if all(ratio.reached for ratio in found) else 1)
