"""What a wager returns in theory, exactly, whatever the players choose on a tie.

A hand is compared with a hand that always goes to war. If it was surrendered instead, the
difference between the two choices at the moment of the tie is added. So the expected net is::

    always_war × stake + surrendered × stake of the hands that were surrendered

and the actual net minus the expected one is zero on average for every player, however they choose.
(A choice by the rank of the tie would matter only to a side bet that pays by rank and by the number
of ties.) A hand without a first wager has no choice: it is dealt war cards after every tie that can
still pay more (policy 5), and counts as one that goes to war.

All chances are those of a fresh shoe. They hold for any round of a shoe as long as bets do not
depend on the cards that are gone; what a card counter wins shows up as a difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from casinowar.houses import House
from casinowar.odds.shoe import ShoeLeft
from casinowar.odds.stories import Decision, Story, stories
from casinowar.odds.wagers import first_net, side_net, tie_net, war_tie_net

ZERO = Fraction(0)
Net = Callable[[Story], Fraction]


@dataclass(frozen=True, slots=True, kw_only=True)
class Theory:
    """The expected net of one unit of a wager, and how often it wins."""

    always_war: Fraction  # of a hand that goes to war on every tie
    surrendered: Fraction  # added once a tied hand is surrendered
    wins: Fraction  # the chance of winning anything


@lru_cache(maxsize=1024)
def theory(house: House, decks: int, wager: str, *, alone: bool = False) -> Theory:
    """The theory of a wager, named as in the detail of a hand; the first one includes its war."""
    surrender = _stories(house, decks, Decision.SURRENDER)
    war = _stories(house, decks, Decision.WAR) if house.war_possible else surrender
    if wager == "war_tie":
        tied = [story for story in war if story.ties]
        return _theory(tied, tied, lambda story: war_tie_net(house, story), _chance(tied))
    net = _net(house, wager)
    return _theory(war, war if alone else surrender, net)


@lru_cache(maxsize=64)
def _stories(house: House, decks: int, decision: Decision) -> tuple[Story, ...]:
    return stories(house, ShoeLeft.of_decks(decks), decision)


def _net(house: House, wager: str) -> Net:
    if wager == "initial":
        return lambda story: first_net(house, story)
    if wager == "tie":
        return lambda story: tie_net(house, story)
    bet = next(bet for bet in house.side_bets if bet.name == wager)
    return lambda story: side_net(bet, story)


def _theory(
    war: Iterable[Story], surrender: Iterable[Story], net: Net, whole: Fraction = Fraction(1)
) -> Theory:
    war_tied = [story for story in war if story.ties]
    given_up = [story for story in surrender if story.ties]
    tie = _chance(war_tied)
    return Theory(
        always_war=_expected(war, net) / whole,
        surrendered=(_expected(given_up, net) - _expected(war_tied, net)) / tie if tie else ZERO,
        wins=sum((story.chance for story in war if net(story) > 0), ZERO) / whole,
    )


def _expected(some: Iterable[Story], net: Net) -> Fraction:
    return sum((story.chance * net(story) for story in some), ZERO)


def _chance(some: Iterable[Story]) -> Fraction:
    return sum((story.chance for story in some), ZERO)
