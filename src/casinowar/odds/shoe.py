"""The cards left in a shoe: a count for each rank, or for each card.

The odds need nothing else. Burned cards and cards of other seats are unseen draws from the same
shoe, so they change no probability (exchangeability).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import perm
from typing import Any, TypeVar

from casinowar.cards import DECK, RANK_LETTERS, Card, Rank, Suit, card_of, parse_card
from casinowar.checks import as_whole, whole_number
from casinowar.errors import InputError, shown

DECKS_MAX = 1_000_000_000
COUNT_MAX = 1_000_000_000_000
TEXT_MAX = 4_000
FIELD = "cards-left"
Key = TypeVar("Key")


@dataclass(frozen=True, slots=True, repr=False)
class ShoeLeft:
    """The cards that can still be dealt.

    >>> ShoeLeft.of_decks(6).cards
    312
    >>> parse_shoe("2:1 K:3").counts[Rank.KING]
    3
    """

    counts: Mapping[Rank, int]  # every rank, 0 included
    by_card: Mapping[Card, int] | None  # None if only ranks are known
    decks: int | None = None  # the number of decks of a fresh shoe

    @classmethod
    def of_decks(cls, decks: int) -> ShoeLeft:
        """A fresh shoe of any number of decks, whether or not a house allows it."""
        decks = whole_number("decks", decks, 1, DECKS_MAX)
        return cls({rank: decks * len(Suit) for rank in Rank}, dict.fromkeys(DECK, decks), decks)

    @classmethod
    def of_ranks(cls, counts: Mapping[Rank, int]) -> ShoeLeft:
        """A shoe of known ranks; ranks not listed are gone."""
        return cls({rank: _count(rank.letter, counts.get(rank, 0)) for rank in Rank}, None)

    @classmethod
    def of_cards(cls, counts: Mapping[Card, int]) -> ShoeLeft:
        """A shoe of known cards; cards not listed are gone."""
        by_card = {card: _count(str(card), counts.get(card, 0)) for card in DECK}
        ranks = {rank: sum(by_card[card_of(rank, suit)] for suit in Suit) for rank in Rank}
        return cls(ranks, by_card)

    def __hash__(self) -> int:
        return hash((tuple(self.counts.values()), self.decks, self.by_card is None))

    @property
    def cards(self) -> int:
        """The number of cards left."""
        return sum(self.counts.values())

    def suited_pairs(self, rank: Rank) -> int | None:
        """The number of ordered pairs of ``rank`` in one suit; None if suits are unknown."""
        if self.by_card is None:
            return None
        return sum(perm(self.by_card[card_of(rank, suit)], 2) for suit in Suit)

    def within(self, decks: int) -> None:
        """Refuse a composition that ``decks`` decks cannot leave."""
        most = ShoeLeft.of_decks(decks)
        for rank, count in self.counts.items():
            if count > most.counts[rank]:
                raise InputError(
                    FIELD,
                    f"{rank.letter}:{count} is more than the {most.counts[rank]} of {decks} decks",
                )
        for card, count in (self.by_card or {}).items():
            if count > decks:
                raise InputError(FIELD, f"{card}:{count} is more than the {decks} of {decks} decks")

    def __repr__(self) -> str:
        ranks = " ".join(f"{rank.letter}:{count}" for rank, count in self.counts.items())
        return f"<{self.cards:,} cards left: {ranks}>"

    def __str__(self) -> str:
        if self.by_card is not None and self.decks is None:
            return " ".join(f"{card}:{count}" for card, count in self.by_card.items() if count)
        return " ".join(f"{rank.letter}:{count}" for rank, count in self.counts.items())


def _count(name: str, count: object) -> int:
    found = as_whole(count)
    if found is None or not 0 <= found <= COUNT_MAX:
        raise InputError(FIELD, f"{name}:{shown(count)} is not a count from 0 to {COUNT_MAX}")
    return found


# A composition as a program may have it: text, counts by rank or card, or one count for each rank.
CardsLeft = ShoeLeft | str | Mapping[Any, int] | Sequence[int]


def read_shoe(given: object) -> ShoeLeft:
    """Read the cards left: text, counts by rank or card, or thirteen counts from 2 to ace.

    >>> read_shoe({"2": 1, "K": 3}) == read_shoe("2:1 K:3")
    True
    >>> read_shoe([4] * 13).cards
    52
    """
    if isinstance(given, ShoeLeft):
        return given
    if isinstance(given, str):
        return parse_shoe(given)
    if isinstance(given, Mapping):
        return _from_mapping(given)
    counts = list(given) if isinstance(given, Iterable) else []
    if len(counts) != len(Rank):
        raise InputError(
            FIELD, f"{shown(given)} is not text, counts by rank or card, or 13 counts from 2 to ace"
        )
    return ShoeLeft.of_ranks(dict(zip(Rank, counts, strict=True)))


def _from_mapping(given: Mapping[Any, Any]) -> ShoeLeft:
    ranks: dict[Rank, int] = {}
    cards: dict[Card, int] = {}
    for key, count in given.items():
        if isinstance(key, Card) or (isinstance(key, str) and len(key) == 2):
            card = key if isinstance(key, Card) else _card(key)
            _put(cards, card, str(card), count)
        elif isinstance(key, Rank | str):
            rank = key if isinstance(key, Rank) else _rank(key)
            _put(ranks, rank, rank.letter, count)
        else:
            raise InputError(FIELD, f"{shown(key)} is not a rank or a card")
    return _either(ranks, cards)


def parse_shoe(text: str) -> ShoeLeft:
    """Read a composition by rank, ``"2:24 3:23 … A:24"``, or by card, ``"2c:6 2d:5 …"``.

    Cards not listed are gone. Counts are separated by spaces or commas.
    """
    if len(text) > TEXT_MAX:
        raise InputError(FIELD, f"is longer than {TEXT_MAX} characters")
    ranks: dict[Rank, int] = {}
    cards: dict[Card, int] = {}
    for part in text.replace(",", " ").split():
        name, colon, number = part.partition(":")
        name = "T" if name == "10" else name
        if not (colon and number.isascii() and number.isdigit() and len(number) <= 13):
            raise InputError(FIELD, f"{shown(part)} is not a rank and its count, like 2:24 or T:9")
        if len(name) == 2:
            _put(cards, _card(name), name, int(number))
        else:
            _put(ranks, _rank(name), name, int(number))
    return _either(ranks, cards)


def _either(ranks: Mapping[Rank, int], cards: Mapping[Card, int]) -> ShoeLeft:
    if ranks and cards:
        raise InputError(FIELD, "mixes counts by rank and by card: use one or the other")
    if not ranks and not cards:
        raise InputError(FIELD, "is empty: write it like '2:24 3:23 … A:24'")
    return ShoeLeft.of_cards(cards) if cards else ShoeLeft.of_ranks(ranks)


def _put(counts: dict[Key, int], key: Key, name: str, count: int) -> None:
    if key in counts:
        raise InputError(FIELD, f"{name} is given twice")
    counts[key] = count


def _rank(name: str) -> Rank:
    if len(name) != 1 or name not in RANK_LETTERS:
        raise InputError(FIELD, f"{shown(name)} is not a rank of {RANK_LETTERS}")
    return Rank(RANK_LETTERS.index(name) + 2)


def _card(name: str) -> Card:
    if name == "10":
        raise InputError(FIELD, "'10' is not a rank: the ten is T")
    try:
        return parse_card(name)
    except ValueError as error:
        raise InputError(FIELD, str(error)) from None
