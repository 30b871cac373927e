"""``python -m bench``: every measurement as a table of ratios. Nothing is written."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec

from rich.console import Console
from rich.table import Table

from bench.ratio import Ratio

MODULES = ("kernel", "compositions", "engine", "sealed", "wire", "env")


def main(names: list[str]) -> int:
    """Run the named modules, or all; exit code 1 if a ratio is below its minimum."""
    found: list[Ratio] = []
    for name in names or MODULES:
        if find_spec(f"bench.{name}") is not None:
            found += import_module(f"bench.{name}").run()
    Console().print(table_of(found))
    return 0 if all(ratio.reached for ratio in found) else 1


def table_of(ratios: list[Ratio]) -> Table:
    """The ratios as a table for the terminal."""
    table = Table(title="Ratios, measured now", title_justify="left")
    table.add_column("what")
    table.add_column("against")
    for heading in ("ours", "theirs", "ratio", "at least", "goal"):
        table.add_column(heading, justify="right")
    for ratio in ratios:
        table.add_row(
            ratio.what,
            ratio.peer,
            _rate(ratio.ours, ratio.unit),
            _rate(ratio.theirs, ratio.unit),
            f"[{'green' if ratio.reached else 'red'}]{ratio.ratio:.2f}",
            "" if ratio.least is None else f"{ratio.least:g}",
            "" if ratio.goal is None else f"{ratio.goal:g}",
        )
    return table


def _rate(rate: float, unit: str) -> str:
    """A rate with three significant digits.

    >>> _rate(566_833_025, "rounds/s")
    '567 M rounds/s'
    """
    for factor, letter in ((1e9, "G "), (1e6, "M "), (1e3, "k ")):
        if rate >= factor:
            return f"{rate / factor:.3g} {letter}{unit}"
    return f"{rate:.3g} {unit}"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
