"""The form of every measurement: two rates taken in the same run, and their ratio.

A module of this package has a function ``run() -> list[Ratio]``; ``python -m bench`` runs them
all. Rates on other machines differ; the ratios are what is compared with a goal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratio:
    """Our rate at ``what`` relative to ``peer``."""

    what: str
    peer: str
    unit: str  # of both rates: "rounds/s"
    ours: float
    theirs: float
    least: float | None = None  # the minimum of the ratio
    goal: float | None = None  # the goal for the ratio

    @property
    def ratio(self) -> float:
        """Our rate over the peer's."""
        return self.ours / self.theirs

    @property
    def reached(self) -> bool:
        """Whether the ratio reaches its minimum."""
        return self.least is None or self.ratio >= self.least


def best_seconds(work: Callable[[], object], times: int = 5) -> float:
    """The shortest of several runs: the time without disturbance by other work."""
    best = float("inf")
    for _ in range(times):
        start = perf_counter()
        work()
        best = min(best, perf_counter() - start)
    return best
