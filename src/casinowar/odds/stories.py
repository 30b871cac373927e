"""All the ways one seat's round can go, each with its exact chance.

A story holds what any wager can depend on: the outcome of the first wager, the number of ties in
a row, and the rank and suit of the first tie. Each wager is then a function from story to net
result, so correlated wagers of one round need no formulas of their own.
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
from casinowar.odds.ties import ties_by_first_rank
from casinowar.outcomes import Outcome


class Decision(StrEnum):
    """What a seat does on a tied original deal."""

    WAR = "war"
    SURRENDER = "surrender"


@dataclass(frozen=True, slots=True)
class Story:
    """One way a round can go."""

    outcome: Outcome
    ties: int  # in a row, from the original deal on
    rank: Rank | None  # of the first tie
    suited: bool | None  # whether the first tie is of one suit; None if unknown
    chance: Fraction


def stories(house: House, shoe: ShoeLeft, decision: Decision) -> tuple[Story, ...]:
    """Every story with a chance above zero; the chances add up to 1."""
    check_dealable(house, shoe)
    deals = house.war.deals_max if decision is Decision.WAR else 0
    by_rank = ties_by_first_rank(shoe.counts, deals + 1)
    tie = sum((chances[0] for chances in by_rank.values()), Fraction(0))
    found = [
        Story(Outcome.WIN, 0, None, None, (1 - tie) / 2),
        Story(Outcome.LOSE, 0, None, None, (1 - tie) / 2),
    ]
    for rank, chances in by_rank.items():
        for suited, part in _suit_parts(shoe, rank):
            for outcome, ties, chance in _after_tie(decision, chances):
                found.append(Story(outcome, ties, rank, suited, chance * part))
    return tuple(story for story in found if story.chance)


def _suit_parts(shoe: ShoeLeft, rank: Rank) -> Iterator[tuple[bool | None, Fraction]]:
    """How ties of ``rank`` divide into suited and unsuited; later ties do not depend on it."""
    pairs = shoe.suited_pairs(rank)
    if pairs is None:
        yield None, Fraction(1)
        return
    part = Fraction(pairs, perm(shoe.counts[rank], 2))
    yield True, part
    yield False, 1 - part


def _after_tie(
    decision: Decision, chances: tuple[Fraction, ...]
) -> Iterator[tuple[Outcome, int, Fraction]]:
    """Outcomes after a first tie; ``chances[k]`` is the chance of at least k more ties."""
    if decision is Decision.SURRENDER:
        yield Outcome.SURRENDER, 1, chances[0]
        return
    # Player and dealer draw from one shoe: by symmetry each wins half of what does not tie.
    for ties, (here, next_too) in enumerate(pairwise(chances), start=1):
        yield Outcome.WAR_WON, ties, (here - next_too) / 2
        yield Outcome.WAR_LOST, ties, (here - next_too) / 2
    yield Outcome.WAR_TIED, len(chances), chances[-1]


def check_dealable(house: House, shoe: ShoeLeft) -> None:
    """Refuse a shoe from which a round that can happen could not be finished.

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
