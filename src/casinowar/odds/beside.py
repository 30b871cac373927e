"""Wagers whose value depends on the decision on a tie, combined with the first wager.

A ladder of Tie odds, or a side bet on several ties, is worth more to a player who goes to war. Its
odds under the best decision for the first wager alone can be far from those of a player who bets
on both and decides for both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from casinowar.odds.answer import odds_of
from casinowar.odds.decisions import (
    FIRST,
    FIRST_ALONE,
    TIE,
    Nets,
    always_stories,
    asks_suits,
    best_plan,
    net_of,
    played,
    tied_stories,
    total,
)
from casinowar.odds.stories import Decision, Story
from casinowar.odds.values import FirstOdds, HouseOdds, WagerOdds


@dataclass(frozen=True, slots=True)
class Beside:
    """One unit on a wager and one on the first wager, with the best decision for both."""

    wager: WagerOdds
    first: FirstOdds


def depends_on_decision(odds: HouseOdds) -> Iterator[str]:
    """The wagers, other than the first, whose result depends on the decision on a tie."""
    if odds.tie is not None and odds.house.tie.climbs:
        yield TIE
    for side in odds.side_bets:
        if side.odds is not None and side.bet.climbs:
            yield side.bet.name


def beside_first(odds: HouseOdds) -> tuple[Beside, ...]:
    """The wagers that change the best decision on a tie."""
    found = []
    for name in depends_on_decision(odds):
        both = odds_of(odds.house, cards_left=odds.shoe, bets={FIRST: 1, name: 1})
        if both.initial.plan != odds.initial.plan:
            wager = next(wager for wager in both.wagers if wager.name == name)
            found.append(Beside(wager, both.initial))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class StrategyReturns:
    """The return of each wager under one strategy for ties."""

    name: str
    returns: Mapping[str, Fraction]  # by the name of a wager that depends on the decision


def returns_by_strategy(odds: HouseOdds) -> tuple[StrategyReturns, ...]:
    """The best strategy for the first wager, each decision always, and the worst strategy.

    >>> for one in returns_by_strategy(odds_of("washington")):
    ...     print(f"{one.name}: {float(one.returns['initial']):.4f}")
    best: 0.9767
    always war: 0.9767
    always surrender: 0.9630
    worst: 0.9630
    """
    house = odds.house
    always = always_stories(house, odds.shoe, suits=asks_suits(house))
    net = Nets(house, FIRST_ALONE, (story for told in always.values() for story in told))
    tied = tied_stories(always)
    worst = {tie: min(ways, key=lambda way: total(ways[way], net)) for tie, ways in tied.items()}
    strategies: list[tuple[str, Iterable[Story]]] = [
        ("best", played(always, best_plan(tied, net))),
        *((f"always {way}", always[way]) for way in Decision if way in always),
        ("worst", played(always, worst)),
    ]
    names = (FIRST, *depends_on_decision(odds))
    return tuple(
        StrategyReturns(name, {wager: _return(net_of(house, wager), told) for wager in names})
        for name, told in ((name, tuple(told)) for name, told in strategies)
    )


def _return(net: Callable[[Story], Fraction], told: tuple[Story, ...]) -> Fraction:
    return 1 + sum((story.weight * net(story) for story in told), Fraction(0)) / told[0].whole
