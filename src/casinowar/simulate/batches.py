"""The course of a simulation in batches: for the CSV file and the chart of its convergence.

At most some hundreds of batches are kept however many rounds are dealt. Each is a number of whole
blocks, so it does not depend on the workers.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from io import StringIO
from typing import Final

from casinowar.houses import House
from casinowar.simulate.blocks import BlockSums
from casinowar.simulate.result import edges
from casinowar.simulate.tally import OUTCOMES, Estimate, Tally

BATCHES_MAX: Final = 200
FIELDS: Final = (
    *("batch", "rounds", "shoes", *OUTCOMES),
    *("house_edge_percent", "standard_error_percent"),
    *("total_rounds", "total_house_edge_percent", "total_standard_error_percent"),
)


@dataclass(frozen=True, slots=True)
class Batch:
    """One batch, and all that was dealt until its end."""

    rounds: int
    shoes: int
    outcomes: dict[str, int]
    edge: Estimate
    total_rounds: int
    total_edge: Estimate


@dataclass(slots=True)
class Course:
    """Gathers batches; pass ``add`` to ``simulate`` as ``on_block``.

    A batch is at least a two-hundredth of the rounds asked for, so there are never many.
    """

    house: House
    rounds: int
    batches: list[Batch] = field(default_factory=list)
    _open: Tally = field(default_factory=Tally)

    def add(self, total: Tally, block: BlockSums) -> None:
        """Take in a block; ``total`` has it already."""
        self._open.add(*block)
        if self._open.rounds * BATCHES_MAX >= self.rounds or total.rounds >= self.rounds:
            self._close(total)

    def finish(self, total: Tally) -> None:
        """Take in what is left, when a simulation was interrupted."""
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

    def csv(self) -> bytes:
        """The batches as a CSV file, ready for a spreadsheet."""
        text = StringIO(newline="")
        table = csv.writer(text)
        table.writerow(FIELDS)
        for number, batch in enumerate(self.batches, start=1):
            table.writerow(
                (
                    *(number, batch.rounds, batch.shoes, *batch.outcomes.values()),
                    *_percents(batch.edge),
                    batch.total_rounds,
                    *_percents(batch.total_edge),
                )
            )
        return text.getvalue().encode()


def _edge(house: House, tally: Tally) -> Estimate:
    edge = edges(house, tally)[0]
    assert edge is not None
    return edge


def _percents(edge: Estimate) -> tuple[str, str]:
    error = edge.standard_error
    return f"{100 * edge.mean:.9f}", "" if error == float("inf") else f"{100 * error:.9f}"
