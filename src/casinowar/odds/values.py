"""Wagers as lists of results, and the figures that follow from them.

Every figure is a Fraction in units of its wager. A house edge is positive if the house wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Context, Decimal
from fractions import Fraction
from functools import cached_property

from casinowar.cards import Rank
from casinowar.houses import House
from casinowar.houses.house import SideBet
from casinowar.odds.shoe import ShoeLeft
from casinowar.odds.stories import Decision, Tied
from casinowar.outcomes import DECIDED, Outcome
from casinowar.tabular import Tabular

ONE = Fraction(1)
_ROOT = Context(prec=40)


@dataclass(frozen=True, slots=True)
class Line:
    """One result of a wager: its name, probability, net and the units wagered."""

    name: str
    chance: Fraction
    net: Fraction
    wagered: Fraction = ONE


@dataclass(frozen=True, repr=False)
class WagerOdds(Tabular):
    """A wager as the list of its results; all figures follow from it."""

    name: str
    title: str
    lines: tuple[Line, ...]

    def __repr__(self) -> str:
        return f"<{self.name}: house edge {float(100 * self.house_edge):.4f} %>"

    def records(self) -> list[dict[str, object]]:
        """The results of the wager."""
        return [
            {"result": line.name, "chance": line.chance, "net": line.net, "wagered": line.wagered}
            for line in self.lines
        ]

    @cached_property
    def expectation(self) -> Fraction:
        """The average win on one unit; negative if the house wins."""
        return sum((line.chance * line.net for line in self.lines), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """The share of one unit that the house keeps on average."""
        return -self.expectation

    @property
    def expected_wagered(self) -> Fraction:
        """The average number of units wagered, including the war wager."""
        return sum((line.chance * line.wagered for line in self.lines), Fraction(0))

    @property
    def element_of_risk(self) -> Fraction:
        """The expected loss over all units wagered."""
        return self.house_edge / self.expected_wagered

    @property
    def player_return(self) -> Fraction:
        """The share of the wager that comes back on average."""
        return 1 - self.house_edge

    @property
    def variance(self) -> Fraction:
        """Variance of the net result of one unit."""
        square = sum((line.chance * line.net**2 for line in self.lines), Fraction(0))
        return square - self.expectation**2

    @property
    def standard_deviation(self) -> float:
        """Square root of the variance."""
        return float(exact_root(self.variance))

    @property
    def probability(self) -> Fraction:
        """The probability of a win."""
        return sum((line.chance for line in self.lines if line.net > 0), Fraction(0))


@dataclass(frozen=True)
class Choice:
    """The value of a tied original deal with each decision, in units of the first wager.

    For one rank, or for all ties together; all wagers of the seat count. ``war`` and
    ``surrender`` prove the best decision; None if the house does not offer that choice.
    """

    tie: Fraction  # the probability of the tie
    war: Fraction | None
    surrender: Fraction | None
    tied_war: Fraction | None  # the probability that a war stays tied to its last deal

    @property
    def best(self) -> Decision:
        """The decision with the higher expectation; war if both are equal."""
        if self.war is None or (self.surrender is not None and self.surrender > self.war):
            return Decision.SURRENDER
        return Decision.WAR

    @property
    def value(self) -> Fraction:
        """The value of the tie with the best decision."""
        best = self.surrender if self.best is Decision.SURRENDER else self.war
        assert best is not None, "a house offers at least one choice"
        return best


@dataclass(frozen=True, repr=False)
class FirstOdds(WagerOdds):
    """The first wager with the best decision, including the war wager.

    A player sees the cards of the tie, so the best decision is found for each rank, and for suited
    and unsuited ties if a wager distinguishes them.
    """

    choice: Choice | None  # of all ties together; None if no tie is possible
    by_rank: Mapping[Rank, Choice] = field(hash=False)  # of the ranks that can tie
    plan: Mapping[Tied, Decision] = field(hash=False)  # the decision on each tie
    if_war: WagerOdds | None
    if_surrender: WagerOdds | None

    @property
    def best_decision(self) -> Decision | None:
        """The best decision on every tie; None if it depends on the rank, or no tie is possible."""
        found = set(self.plan.values())
        return found.pop() if len(found) == 1 else None

    @property
    def depends_on_rank(self) -> bool:
        """Whether the best decision depends on the rank of the tie."""
        return self.choice is not None and self.best_decision is None

    @property
    def outcomes(self) -> dict[Outcome, Fraction]:
        """The probability of each outcome; surrender only if it is chosen."""
        found: dict[Outcome, Fraction] = dict.fromkeys(DECIDED, Fraction(0))
        for line in self.lines:
            found[Outcome(line.name)] += line.chance
        if not found[Outcome.SURRENDER]:
            del found[Outcome.SURRENDER]
        return found


@dataclass(frozen=True)
class SideOdds:
    """A side bet: its odds, or the reason why they are unknown for this shoe."""

    bet: SideBet
    odds: WagerOdds | None
    reason: str = ""


@dataclass(frozen=True, repr=False)
class HouseOdds(Tabular):
    """The odds of every wager that a house offers, for one shoe."""

    house: House
    shoe: ShoeLeft
    initial: FirstOdds
    tie: WagerOdds | None
    tie_alone: WagerOdds | None  # without a first wager; only if Tie pays by ties in a row
    war_tie: WagerOdds | None  # given that there is a war deal
    side_bets: tuple[SideOdds, ...]
    bets: tuple[tuple[str, int | Fraction], ...] = (
        ("initial", 1),
    )  # the wagers for which the decision is best

    def __repr__(self) -> str:
        shoe = f"{self.shoe.cards} cards left" if self.decks is None else f"{self.decks} decks"
        return f"<odds of {self.house.name}, {shoe}: {list(self.wagers)}>"

    def records(self) -> list[dict[str, object]]:
        """Every wager with its figures."""
        return [
            {
                "house": self.house.name,
                "decks": self.decks,
                "wager": wager.name,
                "house_edge": wager.house_edge,
                "element_of_risk": wager.element_of_risk,
                "player_return": wager.player_return,
                "wins": wager.probability,
                "standard_deviation": wager.standard_deviation,
            }
            for wager in self.wagers
        ]

    @property
    def decks(self) -> int | None:
        """The decks of a fresh shoe; None for a composition."""
        return self.shoe.decks

    @property
    def wagers(self) -> tuple[WagerOdds, ...]:
        """Every wager whose odds are known for the shoe, the first wager first."""
        some = (self.initial, self.tie, self.war_tie, *(side.odds for side in self.side_bets))
        return tuple(wager for wager in some if wager is not None)


def exact_root(square: Fraction) -> Decimal:
    """The square root of a fraction that is not negative, to 40 digits."""
    assert square >= 0, "a variance"
    return _ROOT.sqrt(_ROOT.divide(Decimal(square.numerator), Decimal(square.denominator)))
