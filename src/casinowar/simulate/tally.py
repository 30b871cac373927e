"""Counts: whole numbers per outcome, and sums over whole shoes for the standard errors.

Rounds of one shoe share its cards and seats of one round share the dealer's card, so they are not
independent. Shoes are. Every standard error here is that of a ratio of two sums over shoes
(loss over wagers made), from the squares and products of each shoe's sums.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

# Columns of the counts. The first six are the outcomes of the first wager.
WIN: Final = 0
LOSE: Final = 1
SURRENDER: Final = 2
WAR_WON: Final = 3
WAR_TIED: Final = 4
WAR_LOST: Final = 5
OUTCOMES: Final = ("win", "lose", "surrender", "war_won", "war_tied", "war_lost")
TIES_2: Final = 6  # seats with at least two ties in a row; then three, up to six
TIE_BETS: Final = 11  # Tie wagers made
TIE_BETS_1: Final = 12  # of these, with at least one tie in a row; then two, up to six
DEALS: Final = 18  # hands of the dealer
SHOES: Final = 19
COLUMNS: Final = 20
TIES_MAX: Final = 6

# Sums over shoes: rounds r, result x of the first wagers; bets b, result y of the Tie wagers;
# wars v, result z of Tie wagers on the war deal. With the cards left when the shoe ended:
# edge e of the first wager, edge t of the Tie wager, and the shoe's deals d.
RR, RX, XX, BB, BY, YY, VV, VZ, ZZ, DD, E_, EE, DE, T_, TT, DT = range(16)
SUMS: Final = 16


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over dealt rounds and its standard error."""

    mean: float
    standard_error: float

    def interval(self, deviations: float = 1.96) -> tuple[float, float]:
        """The mean minus and plus ``deviations`` standard errors."""
        reach = deviations * self.standard_error
        return self.mean - reach, self.mean + reach


def _counts() -> NDArray[np.int64]:
    return np.zeros(COLUMNS, dtype=np.int64)


def _sums() -> NDArray[np.float64]:
    return np.zeros(SUMS, dtype=np.float64)


@dataclass(slots=True, eq=False)
class Tally:
    """The counts of any number of whole shoes, in constant memory."""

    counts: NDArray[np.int64] = field(default_factory=_counts)
    sums: NDArray[np.float64] = field(default_factory=_sums)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tally):
            return NotImplemented
        same = np.array_equal(self.counts, other.counts)
        return same and np.array_equal(self.sums, other.sums)

    __hash__ = None  # type: ignore[assignment]  # it changes as blocks are added

    def add(self, counts: NDArray[np.int64], sums: NDArray[np.float64]) -> None:
        """Add the shoes of one block. Blocks are always added in order."""
        self.counts += counts
        self.sums += sums

    def add_rows(self, counts: NDArray[np.int64], sums: NDArray[np.float64]) -> None:
        """Add many blocks, one row each; the result is the same as adding them one by one."""
        self.counts += counts.sum(axis=0)
        self.sums = np.add.accumulate(np.vstack([self.sums, sums]), axis=0)[-1]

    @property
    def rounds(self) -> int:
        """Rounds, one per seat and deal."""
        return int(self.counts[:TIES_2].sum())

    @property
    def shoes(self) -> int:
        """Shoes dealt."""
        return int(self.counts[SHOES])

    def outcomes(self) -> dict[str, int]:
        """The count of each outcome of the first wager."""
        return {name: int(self.counts[column]) for column, name in enumerate(OUTCOMES)}


def ratio_error(ratio: float, bets: float, xx: float, bx: float, bb: float, shoes: int) -> float:
    """The standard error of ``ratio`` = sum of results / sum of bets, both summed over shoes.

    One shoe has no measurable spread: the error is then infinite.
    """
    if shoes < 2 or bets == 0:
        return float("inf")
    residual = max(0.0, xx - 2.0 * ratio * bx + ratio * ratio * bb)
    return sqrt(residual * shoes / (shoes - 1)) / bets
