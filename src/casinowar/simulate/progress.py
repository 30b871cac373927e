"""The live line of a simulation on standard error: rounds, rate, the edge and its interval."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

from casinowar.simulate.result import edges
from casinowar.simulate.run import Order
from casinowar.simulate.tally import Estimate, Tally

REFRESH_SECONDS: Final = 0.1


def show_edge(edge: Estimate | None) -> str:
    """An edge in percent and its 95 % interval, for people.

    >>> show_edge(Estimate(0.0233, 0.0001))
    '2.3300 % ± 0.0196'
    """
    if edge is None:
        return ""
    if edge.standard_error == float("inf"):
        return f"{100 * edge.mean:.4f} %"
    return f"{100 * edge.mean:.4f} % ± {196 * edge.standard_error:.4f}"


@contextmanager
def progress(order: Order) -> Iterator[Callable[[Tally], None] | None]:
    """Gives what is to be told the tally after each block; None where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        TextColumn("{task.percentage:>3.0f}%"),
        TextColumn("{task.fields[told]}"),
        TimeRemainingColumn(compact=True),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, auto_refresh=False) as bar:
        task = bar.add_task(order.house.name, total=order.rounds, told="compiling the kernel")
        bar.refresh()
        start, shown = monotonic(), 0.0

        def tell(tally: Tally) -> None:
            nonlocal shown, start
            now = monotonic()
            if now - shown < REFRESH_SECONDS and tally.rounds < order.rounds:
                return
            if not shown:
                start = now - REFRESH_SECONDS  # the clock starts with the first block
            shown = now
            rate = tally.rounds / (now - start)
            edge = show_edge(edges(order.house, tally)[0])
            told = f"{tally.rounds:,} rounds  {rate / 1e6:,.0f} M/s  edge {edge}"
            bar.update(task, completed=tally.rounds, told=told)
            bar.refresh()

        yield tell
