"""Every possible course of a seat's round, with its exact probability.

A story holds everything that a wager can depend on: the outcome of the first wager, the number of
ties in a row, and the rank and suit of the first tie. Each wager is then a function from story to
net result, so correlated wagers of one round need no extra formulas.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from math import perm

from casinowar.cards import Rank
from casinowar.errors import InputError
from casinowar.houses import House
from casinowar.odds.shoe import ShoeLeft
from casinowar.odds.ties import ways_after_a_tie
from casinowar.outcomes import Outcome

Tied = tuple[Rank, bool | None]  # the rank of a tie, and whether it is suited (None: unknown)


class Decision(StrEnum):
    """The decision of a seat on a tied original deal."""

    WAR = "war"
    SURRENDER = "surrender"


@dataclass(frozen=True, slots=True)
class Story:
    """One course of a round: ``weight`` of ``whole`` equally likely deals."""

    outcome: Outcome
    ties: int  # in a row, from the original deal on
    rank: Rank | None  # of the first tie
    suited: bool | None  # whether the first tie is of one suit; None if unknown
    weight: int
    whole: int

    @property
    def chance(self) -> Fraction:
        """The chance of this story."""
        return Fraction(self.weight, self.whole)

    @property
    def tie(self) -> Tied | None:
        """What a player sees before choosing: the rank of the tie, and whether it is suited."""
        return None if self.rank is None else (self.rank, self.suited)


def stories(
    house: House, shoe: ShoeLeft, decision: Decision, *, suits: bool = True
) -> tuple[Story, ...]:
    """Every story with a chance above zero; the chances add up to 1.

    All stories of a house and a shoe have the same ``whole``, whatever the decision.
    Without ``suits``, suited and unsuited ties are combined.
    """
    check_dealable(house, shoe)
    most = house.ties_max
    cards = shoe.cards
    # Chances are counted over all ordered ways to deal this many pairs, twice each: what does not
    # tie is won and lost equally often.
    dealt = min(most, cards // 2)
    whole = 2 * perm(cards, 2 * dealt)
    rest = [perm(cards - 2 * pairs, 2 * (dealt - pairs)) for pairs in range(dealt + 1)]
    after = ways_after_a_tie(shoe.counts, most - 1)
    ties = sum(perm(count, 2) for count in shoe.counts.values())
    apart = (perm(cards, 2) - ties) * rest[1]
    found = [
        Story(Outcome.WIN, 0, None, None, apart, whole),
        Story(Outcome.LOSE, 0, None, None, apart, whole),
    ]
    for rank, count in shoe.counts.items():
        if count < 2:
            continue
        # Ordered ways of at least one tie, two, … with the first of this rank.
        ways = [2 * more * left for more, left in zip(after[count], rest[1:], strict=False)]
        ways += [0] * (most - len(ways))
        for suited, pairs in _suit_parts(shoe, rank, suits):
            for outcome, number, weight in _after_tie(decision, ways):
                found.append(Story(outcome, number, rank, suited, pairs * weight, whole))
    return tuple(story for story in found if story.weight)


def _suit_parts(shoe: ShoeLeft, rank: Rank, suits: bool) -> list[tuple[bool | None, int]]:
    """Ordered pairs of ``rank``, suited and unsuited; later ties do not depend on it."""
    pairs = shoe.suited_pairs(rank) if suits else None
    both = perm(shoe.counts[rank], 2)
    return [(None, both)] if pairs is None else [(True, pairs), (False, both - pairs)]


def _after_tie(decision: Decision, ways: list[int]) -> Iterator[tuple[Outcome, int, int]]:
    """Outcomes after a first tie; ``ways[k]`` has at least k more ties."""
    if decision is Decision.SURRENDER:
        yield Outcome.SURRENDER, 1, ways[0]
        return
    # Player and dealer draw from one shoe: by symmetry each wins half of what does not tie.
    for ties, (here, next_too) in enumerate(pairwise(ways), start=1):
        yield Outcome.WAR_WON, ties, (here - next_too) // 2
        yield Outcome.WAR_LOST, ties, (here - next_too) // 2
    yield Outcome.WAR_TIED, len(ways), ways[-1]


def check_dealable(house: House, shoe: ShoeLeft) -> None:
    """Refuse a shoe with too few cards to finish every possible round.

    Only compared cards are needed: burned ones change no chance.
    """
    if shoe.cards < 2:
        raise InputError("cards-left", f"a round compares 2 cards, and the shoe has {shoe.cards}")
    if not house.war_possible:
        return
    for deal in range(1, house.war.deals_max + 1):
        need = 2 * deal + 2
        if shoe.cards >= need:
            continue
        # Too few cards for the next deal are harmless where that many ties are impossible.
        if sum(count // 2 for count in shoe.counts.values()) >= deal:
            raise InputError(
                "cards-left",
                f"a tie could go to war, and war deal {deal} cannot be dealt from"
                f" {shoe.cards} cards: {need} are compared by then",
            )
        return
