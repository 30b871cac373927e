"""The progress of a simulation on standard error: rounds, rate, the edge and its interval.

A terminal shows a live bar. Elsewhere a line is written every few seconds, so that the log of a
long run stays short. Both say when the kernel is being compiled, which happens once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, Final

from casinowar.simulate.result import edges
from casinowar.simulate.run import Request
from casinowar.simulate.tally import Estimate, Tally

REFRESH_SECONDS: Final = 0.1
LINE_SECONDS: Final = 10.0
NAME_MAX: Final = 16
COMPILING: Final = "compiling the kernel (once, about ten seconds)"

Update = Callable[[Tally], None]


def show_edge(edge: Estimate | None) -> str:
    """An edge in percent with its 95 % interval, as text.

    >>> show_edge(Estimate(0.0233, 0.0001))
    '2.3300 % ± 0.0196 (95 %)'
    """
    if edge is None:
        return ""
    error = margin(edge)
    return f"{100 * edge.mean:.4f} %" + (f" {error} (95 %)" if error else "")


def margin(edge: Estimate) -> str:
    """Half the width of an edge's 95 % interval; empty after one shoe, which has no spread."""
    if edge.standard_error == float("inf"):
        return ""
    return f"± {196 * edge.standard_error:.4f}"


@contextmanager
def progress(request: Request) -> Iterator[Update]:
    """A context whose value is called with the tally after each block."""
    with _bar(request) if sys.stderr.isatty() else _lines(request) as update:
        yield update


class _Clock:
    """Times updates and measures the rate, from the first block on."""

    def __init__(self, every_seconds: float) -> None:
        self._every = every_seconds
        self._start: float | None = None
        self._last = 0.0

    def due(self) -> bool:
        """Whether the interval has passed since the last update."""
        now = monotonic()
        if self._start is None:
            self._start = self._last = now
        if now - self._last < self._every:
            return False
        self._last = now
        return True

    def status(self, request: Request, tally: Tally) -> str:
        """Rounds, rate and edge in words, short enough for one line of a terminal."""
        assert self._start is not None, "called only when due"
        rate = tally.rounds / max(self._every, self._last - self._start)
        edge = show_edge(edges(request.house, tally)[0])
        return f"{_millions(tally.rounds)}, {_millions(rate)}/s, edge {edge}"


def _millions(count: float) -> str:
    return f"{count / 1e6:,.0f} M" if count >= 1e7 else f"{count / 1e6:.2f} M"


@contextmanager
def _lines(request: Request) -> Iterator[Update]:
    clock = _Clock(LINE_SECONDS)

    def update(tally: Tally) -> None:
        if clock.due() and tally.rounds < request.rounds:
            part = f"{100 * tally.rounds / request.rounds:.0f} %"
            _say(f"{request.house.name}, {part}: rounds {clock.status(request, tally)}")

    with _when_compiling(lambda: _say(COMPILING)):
        yield update


def _say(line: str) -> None:
    print(f"casinowar simulate: {line}", file=sys.stderr, flush=True)


@contextmanager
def _bar(request: Request) -> Iterator[Update]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        TextColumn("{task.percentage:>3.0f}%"),
        TextColumn("{task.fields[status]}"),
        TimeRemainingColumn(compact=True),
    )
    console = Console(stderr=True)
    clock = _Clock(REFRESH_SECONDS)
    with Progress(*columns, console=console, transient=True, auto_refresh=False) as bar:
        task = bar.add_task(request.house.name[:NAME_MAX], total=request.rounds, status="starting")
        bar.refresh()

        def update(tally: Tally) -> None:
            if clock.due():
                bar.update(task, completed=tally.rounds, status=clock.status(request, tally))
                bar.refresh()

        def compiling() -> None:
            bar.update(task, status=COMPILING)
            bar.refresh()

        with _when_compiling(compiling):
            yield update


@contextmanager
def _when_compiling(say: Callable[[], None]) -> Iterator[None]:
    """Calls ``say`` once, when Numba starts to compile; cached code does not count."""
    from numba.core import event

    events: Any = event

    class Listener(events.Listener):  # type: ignore[misc]
        said = False

        def on_start(self, _event: object) -> None:
            if not self.said:
                self.said = True
                say()

        def on_end(self, _event: object) -> None:
            pass

    with events.install_listener("numba:compile", Listener()):
        yield
