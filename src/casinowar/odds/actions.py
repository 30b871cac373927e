"""The exact value of each bet and of each answer to a tie, from the cards left.

``decisions`` finds one best plan; here every alternative keeps its value, so that a choice can be
measured against the best one. Values are in units, for the round alone: effects
on later rounds are not included.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from fractions import Fraction

from casinowar.cards import Rank
from casinowar.errors import InputError
from casinowar.houses import House
from casinowar.odds.decisions import FIRST, TIE, WAR_TIE, net_of, ways
from casinowar.odds.shoe import ShoeLeft
from casinowar.odds.stories import Decision, Story, stories

ZERO = Fraction(0)


class Answer(StrEnum):
    """The answers of a seat to a tied original deal."""

    SURRENDER = "surrender"
    WAR = "war"
    WAR_WITH_TIE = "war_with_tie"  # with a Tie wager on the war deal, as large as the first wager


class RoundValues:
    """The values of one round that is dealt from ``shoe``.

    >>> from casinowar.houses import load_house
    >>> values = RoundValues(load_house("washington"), ShoeLeft.of_decks(6))
    >>> values.bet(1, 0, [Answer.WAR, Answer.SURRENDER])
    Fraction(-23138, 993023)
    >>> values.answers(Rank.KING, 1)[Answer.SURRENDER]
    Fraction(-1, 2)
    """

    def __init__(self, house: House, shoe: ShoeLeft) -> None:
        self.house = house
        # a player whose chips do not cover the war can only surrender
        told = [Decision.SURRENDER, *([Decision.WAR] if Decision.WAR in ways(house) else [])]
        self._told = {way: stories(house, shoe, way, suits=False) for way in told}
        self._first, self._tie = net_of(house, FIRST), net_of(house, TIE)
        self._war_tie = net_of(house, WAR_TIE)
        self._by_rank: dict[tuple[Decision, Rank], list[Story]] = {}
        for way, some in self._told.items():
            for story in some:
                if story.rank is not None:
                    self._by_rank.setdefault((way, story.rank), []).append(story)

    def answers(self, rank: Rank, first: int, tie: int = 0) -> dict[Answer, Fraction]:
        """The value of each answer to a tie of ``rank``, from the tie on.

        A Tie wager already paid for the first tie no longer counts; Tie on a ladder does.
        """
        tie = tie if self.house.tie.climbs else 0
        found = {}
        for answer in Answer:
            way = Decision.SURRENDER if answer is Answer.SURRENDER else Decision.WAR
            some = self._by_rank.get((way, rank), [])
            if some:
                weight = sum(story.weight for story in some)
                found[answer] = self._total(some, first, tie, answer) / weight
        if not found:
            raise InputError("rank", f"two cards of rank {rank.letter} are not left")
        return found

    def bet(self, first: int, tie: int, may: Collection[Answer]) -> Fraction:
        """The value of a bet if every tie gets the best of the answers in ``may``."""
        total, whole = ZERO, 1
        for story in self._told[Decision.SURRENDER]:
            whole = story.whole
            if story.rank is None:
                total += story.weight * (self._first(story) * first + self._tie(story) * tie)
        for (way, rank), some in self._by_rank.items():
            if way is Decision.SURRENDER:
                total += max(
                    self._total(told, first, tie, answer)
                    for answer in may
                    for told in [self._of(answer, rank, some)]
                )
        return total / whole

    def _of(self, answer: Answer, rank: Rank, surrendered: list[Story]) -> list[Story]:
        return surrendered if answer is Answer.SURRENDER else self._by_rank[Decision.WAR, rank]

    def _total(self, some: list[Story], first: int, tie: int, answer: Answer) -> Fraction:
        """The nets of some stories, each by its weight."""
        joined = first if answer is Answer.WAR_WITH_TIE else 0
        return sum(
            (
                story.weight
                * (
                    self._first(story) * first
                    + (self._tie(story) * tie if tie else ZERO)
                    + (self._war_tie(story) * joined if joined else ZERO)
                )
                for story in some
            ),
            ZERO,
        )
