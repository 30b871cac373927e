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
    """How many times as fast as ``peer`` we are, at ``what``."""

    what: str
    peer: str
    unit: str  # of both rates: "rounds/s"
    ours: float
    theirs: float
    least: float | None = None  # what the ratio must reach
    goal: float | None = None  # what it should reach

    @property
    def ratio(self) -> float:
        """Our rate over the peer's."""
        return self.ours / self.theirs

    @property
    def reached(self) -> bool:
        """Whether the ratio is as high as it must be."""
        return self.least is None or self.ratio >= self.least


def best_seconds(work: Callable[[], object], times: int = 5) -> float:
    """The shortest of several runs: what the machine can do when nothing else disturbs it."""
    best = float("inf")
    for _ in range(times):
        start = perf_counter()
        work()
        best = min(best, perf_counter() - start)
    return best
