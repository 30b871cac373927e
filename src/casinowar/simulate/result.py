"""The result of a simulation: exact counts, and edges with standard errors."""

from __future__ import annotations

from dataclasses import dataclass, field

from casinowar.houses.house import House
from casinowar.simulate.plan import FIRST, TIE, WAR_TIE, offers_war_tie, results
from casinowar.simulate.strategy import Strategy
from casinowar.simulate.tally import (
    BB,
    BY,
    RR,
    RX,
    TIE_BETS,
    VV,
    VZ,
    WAR_LOST,
    WAR_TIED,
    WAR_WON,
    XX,
    YY,
    ZZ,
    Estimate,
    Tally,
    ratio_error,
)
from casinowar.tabular import Tabular


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Result(Tabular):
    """The result of a simulation. Edges are fractions of the wager, positive for the house."""

    house: House
    decks: int
    seats: int
    seed: int
    strategy: Strategy
    tally: Tally = field(hash=False)
    seconds: float = field(compare=False)  # not compared: equal simulations may differ in speed
    interrupted: bool = False

    def __repr__(self) -> str:
        edge = f"edge {100 * self.initial.mean:.4f} %" if self.rounds else "nothing dealt"
        return f"<{self.house.name}, {self.rounds:,} rounds dealt, seed {self.seed}: {edge}>"

    def records(self) -> list[dict[str, object]]:
        """The edge of every wager, as parts of the wager."""
        named = (("initial", self.initial), ("tie", self.tie), ("war_tie", self.war_tie))
        return [
            {
                "wager": name,
                "rounds": self.rounds,
                "house_edge": edge.mean,
                "standard_error": edge.standard_error,
            }
            for name, edge in named
            if edge is not None
        ]

    @property
    def rounds(self) -> int:
        """Rounds, one per seat and deal."""
        return self.tally.rounds

    @property
    def shoes(self) -> int:
        """Whole shoes dealt."""
        return self.tally.shoes

    @property
    def outcomes(self) -> dict[str, int]:
        """The count of each outcome of the first wager."""
        return self.tally.outcomes()

    @property
    def rounds_per_second(self) -> float:
        """Rounds dealt per second, compilation not included."""
        return self.rounds / self.seconds if self.seconds > 0 else 0.0

    @property
    def initial(self) -> Estimate:
        """Edge of the first wager per dealt round."""
        return edges(self.house, self.tally)[FIRST] or Estimate(0.0, float("inf"))

    @property
    def tie(self) -> Estimate | None:
        """Edge of the Tie wager per wager made; None if it is not offered or was never bet."""
        return edges(self.house, self.tally)[TIE]

    @property
    def war_tie(self) -> Estimate | None:
        """Edge of the Tie wager on the war deal, had every warring seat made it."""
        return edges(self.house, self.tally)[WAR_TIE]


def edges(house: House, tally: Tally) -> tuple[Estimate | None, Estimate | None, Estimate | None]:
    """Edges of the first wager, the Tie wager and the Tie wager on the war deal.

    None for a wager that the house does not offer or nobody made.
    """
    counts = [int(count) for count in tally.counts]
    wars = counts[WAR_WON] + counts[WAR_TIED] + counts[WAR_LOST]
    made = (tally.rounds, counts[TIE_BETS], wars)
    offered = (True, house.tie.offered, offers_war_tie(house))
    squares = ((XX, RX, RR), (YY, BY, BB), (ZZ, VZ, VV))
    found: list[Estimate | None] = []
    for row, bets, ok, (xx, bx, bb) in zip(results(house), made, offered, squares, strict=True):
        if not ok or bets == 0:
            found.append(None)
            continue
        # Exact: whole counts times exact payments, rounded once.
        mean = float(sum(pay * count for pay, count in zip(row, counts, strict=True)) / bets)
        sums = tally.sums
        error = ratio_error(
            mean, bets, float(sums[xx]), float(sums[bx]), float(sums[bb]), tally.shoes
        )
        found.append(Estimate(0.0 if mean == 0 else -mean, error))
    return found[0], found[1], found[2]
