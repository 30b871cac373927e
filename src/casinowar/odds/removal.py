"""Effects of removal: how removing one card of a rank changes each wager.

From a fresh shoe the effect is zero for every wager that treats all ranks alike; a side bet that
names ranks is different. So a count that adds a number per card says almost nothing about the first
wager and Tie: only an uneven composition matters to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from casinowar.cards import Card, Rank, Suit, card_of
from casinowar.errors import InputError
from casinowar.houses import House
from casinowar.odds.answer import odds_of
from casinowar.odds.shoe import CardsLeft, ShoeLeft
from casinowar.odds.values import HouseOdds


@dataclass(frozen=True, slots=True)
class Removal:
    """The effect of removing one card of each rank on the player's expectation of a wager."""

    wager: str
    title: str
    effects: dict[Rank, Fraction]  # without ranks of which no card is left

    @property
    def equal(self) -> bool:
        """Whether all ranks have the same effect."""
        return len(set(self.effects.values())) <= 1


def removal_effects(
    house: House | str | Path = "washington",
    decks: int | None = None,
    cards_left: CardsLeft | None = None,
) -> tuple[Removal, ...]:
    """The change of expectation, in units of each wager, with the best decision before and after.

    >>> [effect.equal for effect in removal_effects("wisconsin")]
    [True, True, True]
    """
    whole = odds_of(house, decks, cards_left)
    effects: dict[str, dict[Rank, Fraction]] = {wager.name: {} for wager in whole.wagers}
    for rank, count in whole.shoe.counts.items():
        if count:
            for name, effect in _one(whole, rank).items():
                effects[name][rank] = effect
    return tuple(Removal(wager.name, wager.title, effects[wager.name]) for wager in whole.wagers)


def _one(whole: HouseOdds, rank: Rank) -> dict[str, Fraction]:
    """The effects of removing one card of ``rank``, the average over its suits."""
    before = {wager.name: wager.expectation for wager in whole.wagers}
    found = dict.fromkeys(before, Fraction(0))
    for shoe, weight in _removed(whole.shoe, rank):
        try:
            less = odds_of(whole.house, cards_left=shoe)
        except InputError as error:
            raise InputError("removal", f"without one {rank.letter}, {error.reason}") from None
        for wager in less.wagers:
            if wager.name in found:
                found[wager.name] += weight * (wager.expectation - before[wager.name])
    return found


def _removed(shoe: ShoeLeft, rank: Rank) -> list[tuple[ShoeLeft, Fraction]]:
    """The shoes left after removing one card of ``rank``, each with its weight."""
    counts = shoe.by_card
    if counts is None:
        return [(ShoeLeft.of_ranks({**shoe.counts, rank: shoe.counts[rank] - 1}), Fraction(1))]
    if shoe.decks is not None:  # all suits alike
        return [(_less(counts, card_of(rank, Suit.CLUBS)), Fraction(1))]
    return [
        (_less(counts, card), Fraction(counts[card], shoe.counts[rank]))
        for card in (card_of(rank, suit) for suit in Suit)
        if counts[card]
    ]


def _less(counts: Mapping[Card, int], card: Card) -> ShoeLeft:
    return ShoeLeft.of_cards({**counts, card: counts[card] - 1})
