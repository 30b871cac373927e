"""The course of a simulation in batches, for a CSV file and a chart of its convergence.

At most two hundred batches are kept, however many rounds are dealt: when there are more, every two
are joined. A batch is a number of whole blocks, so it depends neither on the workers nor on the
requested rounds: an interrupted simulation has as many as any other.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from casinowar.houses import House
from casinowar.simulate.blocks import BlockSums
from casinowar.simulate.plan import FIRST, TIE, WAR_TIE
from casinowar.simulate.result import edges
from casinowar.simulate.tally import Estimate, Tally

BATCHES_MAX: Final = 200


@dataclass(frozen=True, slots=True)
class Batch:
    """One batch, with the totals up to its end; the edge of a wager that nobody made is None."""

    rounds: int
    shoes: int
    outcomes: dict[str, int]
    edge: Estimate
    tie: Estimate | None
    war_tie: Estimate | None
    total_rounds: int
    total_edge: Estimate
    total_tie: Estimate | None
    total_war_tie: Estimate | None


@dataclass(slots=True)
class Course:
    """Collects batches; pass ``add`` to ``simulate`` as ``on_block``."""

    house: House
    _done: list[Tally] = field(default_factory=list)
    _open: Tally = field(default_factory=Tally)
    _blocks: int = 0  # in the open batch
    _blocks_each: int = 1

    def add(self, _total: Tally, block: BlockSums) -> None:
        """Add a block; the total that ``simulate`` also passes is ignored."""
        self._open.add(*block)
        self._blocks += 1
        if self._blocks < self._blocks_each:
            return
        self._done.append(self._open)
        self._open, self._blocks = Tally(), 0
        if len(self._done) == BATCHES_MAX:
            pairs = zip(self._done[::2], self._done[1::2], strict=True)
            self._done = [_joined(*pair) for pair in pairs]
            self._blocks_each *= 2

    @property
    def batches(self) -> list[Batch]:
        """The batches so far; the last may have fewer blocks than the others."""
        total, found = Tally(), []
        for batch in [*self._done, *([self._open] if self._blocks else [])]:
            total = _joined(total, batch)
            now, so_far = edges(self.house, batch), edges(self.house, total)
            first, all_first = now[FIRST], so_far[FIRST]
            assert first is not None
            assert all_first is not None
            found.append(
                Batch(
                    batch.rounds,
                    batch.shoes,
                    batch.outcomes(),
                    first,
                    now[TIE],
                    now[WAR_TIE],
                    total.rounds,
                    all_first,
                    so_far[TIE],
                    so_far[WAR_TIE],
                )
            )
        return found


def _joined(one: Tally, other: Tally) -> Tally:
    return Tally(one.counts + other.counts, one.sums + other.sums)
