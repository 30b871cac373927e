"""A review of a house by its exact odds: a low return, a player's edge, or a wrong posted edge.

A house with findings can still be played; ``casinowar house check`` shows them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from casinowar.houses import House
from casinowar.houses.words import counted
from casinowar.odds.answer import odds_of
from casinowar.odds.beside import beside_first
from casinowar.odds.values import HouseOdds

# GLI-19 4.7.1: every wager must return at least 75 %.
RETURN_MIN = Fraction(3, 4)
RETURN_CITES = "GLI-19 4.7.1"


class FindingKind(StrEnum):
    """What can be wrong with the figures of a house."""

    LOW_RETURN = "low_return"
    PLAYER_EDGE = "player_edge"
    POSTED_NOT_TRUE = "posted_not_true"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A finding about a house, for one number of decks."""

    kind: FindingKind
    field: str  # of the house file
    wager: str
    decks: int
    exact: Fraction  # the return that is too low or too high, or the true house edge
    reason: str
    cites: str  # empty: arithmetic alone

    def __str__(self) -> str:
        return f"{self.field}: {self.reason}" + (f" ({self.cites})" if self.cites else "")


def review_house(house: House) -> tuple[Finding, ...]:
    """All findings about ``house``, for each number of decks that it allows."""
    found: list[Finding] = []
    for decks in house.cards.decks_allowed:
        odds = odds_of(house, decks)
        found += _returns(odds, decks)
        found += _posted(odds, decks)
    return tuple(found)


def _returns(odds: HouseOdds, decks: int) -> Iterator[Finding]:
    tie = "tie.ladder" if odds.house.tie.climbs else "tie.odds"
    fields = {"initial": "war", "tie": tie, "tie_alone": tie, "war_tie": "tie.war_deal_odds"}
    fields |= {bet.name: f"side_bets[{at}].rows" for at, bet in enumerate(odds.house.side_bets)}
    # A wager is judged for a player who bets as much on it as on the first wager.
    better = {beside.wager.name: beside.wager for beside in beside_first(odds)}
    judged = [better.get(wager.name, wager) for wager in odds.wagers]
    if odds.tie_alone is not None and odds.tie_alone.lines not in [one.lines for one in judged]:
        judged.append(odds.tie_alone)
    for wager in judged:
        if RETURN_MIN <= wager.player_return <= 1:
            continue
        low = wager.player_return < RETURN_MIN
        yield Finding(
            kind=FindingKind.LOW_RETURN if low else FindingKind.PLAYER_EDGE,
            field=fields[wager.name],
            wager=wager.name,
            decks=decks,
            exact=wager.player_return,
            reason=f"with {counted(decks, 'deck')} {wager.title} returns"
            f" {float(100 * wager.player_return):.2f} %, "
            + ("less than 75 %" if low else "more than 100 %: the house loses in the long run"),
            cites=RETURN_CITES if low else "",
        )


def _posted(odds: HouseOdds, decks: int) -> Iterator[Finding]:
    posted = odds.house.posted
    for field, text, wager in (
        ("posted.first_percent", posted.first_percent, odds.initial),
        ("posted.tie_percent", posted.tie_percent, odds.tie),
    ):
        if text is None or (wager is not None and confirms(text, wager.house_edge)):
            continue
        digits = len(text.partition(".")[2])
        edge = wager.house_edge if wager is not None else Fraction(0)
        true = f"the exact edge is {float(100 * edge):.{digits}f} %"
        yield Finding(
            kind=FindingKind.POSTED_NOT_TRUE,
            field=field,
            wager="tie" if wager is None else wager.name,  # a house always has a first wager
            decks=decks,
            exact=edge,
            reason=f"{text} % is posted; with {counted(decks, 'deck')} "
            + (true if wager is not None else "there is no such wager"),
            cites=odds.house.cites.decks,
        )


def confirms(posted_percent: str, edge: Fraction) -> bool:
    """Whether an exact edge, rounded to the posted digits, is the posted percentage.

    >>> confirms("2.33", Fraction(23138, 993023)), confirms("2.88", Fraction(23, 622))
    (True, False)
    """
    digits = len(posted_percent.partition(".")[2])
    return abs(100 * edge - Fraction(posted_percent)) <= Fraction(1, 2 * 10**digits)
