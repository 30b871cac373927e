"""The course of a simulation in batches, for a CSV file and a chart of its convergence.

At most a few hundred batches are kept, however many rounds are dealt. A batch is a number of whole
blocks, so it does not depend on the workers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from casinowar.houses import House
from casinowar.simulate.blocks import BlockSums
from casinowar.simulate.result import edges
from casinowar.simulate.tally import Estimate, Tally

BATCHES_MAX: Final = 200


@dataclass(frozen=True, slots=True)
class Batch:
    """One batch, and the totals up to its end."""

    rounds: int
    shoes: int
    outcomes: dict[str, int]
    edge: Estimate
    total_rounds: int
    total_edge: Estimate


@dataclass(slots=True)
class Course:
    """Collects batches; pass ``add`` to ``simulate`` as ``on_block``.

    A batch is at least a two-hundredth of the requested rounds, so there are never many.
    """

    house: House
    rounds: int
    batches: list[Batch] = field(default_factory=list)
    _open: Tally = field(default_factory=Tally)

    def add(self, total: Tally, block: BlockSums) -> None:
        """Add a block; ``total`` already includes it."""
        self._open.add(*block)
        if self._open.rounds * BATCHES_MAX >= self.rounds or total.rounds >= self.rounds:
            self._close(total)

    def finish(self, total: Tally) -> None:
        """Close the last batch of a simulation that was interrupted."""
        if self._open.rounds:
            self._close(total)

    def _close(self, total: Tally) -> None:
        self.batches.append(
            Batch(
                self._open.rounds,
                self._open.shoes,
                self._open.outcomes(),
                _edge(self.house, self._open),
                total.rounds,
                _edge(self.house, total),
            )
        )
        self._open = Tally()


def _edge(house: House, tally: Tally) -> Estimate:
    edge = edges(house, tally)[0]
    assert edge is not None
    return edge
