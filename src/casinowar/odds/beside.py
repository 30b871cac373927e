"""Wagers that gain or lose by what is decided on a tie, with the first wager beside them.

A ladder of Tie odds, or a side bet on several ties, is worth more to a player who goes to war. Its
odds under the best decision of the first wager alone can be far from what a player gets who bets on
both and decides for both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from casinowar.odds.answer import odds_of
from casinowar.odds.decisions import FIRST, TIE
from casinowar.odds.values import FirstOdds, HouseOdds, WagerOdds


@dataclass(frozen=True, slots=True)
class Beside:
    """A wager of one unit beside a first wager of one unit, with the best decision for both."""

    wager: WagerOdds
    first: FirstOdds


def depends_on_decision(odds: HouseOdds) -> Iterator[str]:
    """The wagers, besides the first, whose result depends on what is decided on a tie."""
    if odds.tie is not None and odds.house.tie.climbs:
        yield TIE
    for side in odds.side_bets:
        if side.odds is not None and side.bet.climbs:
            yield side.bet.name


def beside_first(odds: HouseOdds) -> tuple[Beside, ...]:
    """Wagers for which another decision is best than the one shown, once they lie on the table."""
    found = []
    for name in depends_on_decision(odds):
        both = odds_of(odds.house, cards_left=odds.shoe, bets={FIRST: 1, name: 1})
        if both.initial.plan != odds.initial.plan:
            wager = next(wager for wager in both.wagers if wager.name == name)
            found.append(Beside(wager, both.initial))
    return tuple(found)
