"""Cards: thirteen ranks, four suits, and decks of fifty-two.

Ranks run from 2 up to the ace, ace high; suits never decide a hand (SC aim, WI c1).
A card is written as two characters, ``Kh``; ``??`` is a card whose face nobody saw. People may
also write ``KH``, ``10s`` or ``K♥``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum

RANK_LETTERS = "23456789TJQKA"
UNSEEN = "??"
CARDS_PER_DECK = 52


class Rank(IntEnum):
    """A rank; a higher number beats a lower one."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The rank as one character, ``2`` to ``A``."""
        return RANK_LETTERS[self - 2]


class Suit(StrEnum):
    """A suit; it has no effect on the rank of a card."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"


@dataclass(frozen=True, slots=True)
class Card:
    """One playing card.

    >>> str(parse_card("Kh"))
    'Kh'
    >>> parse_card("Kh").rank > parse_card("Qs").rank
    True
    """

    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return self.rank.letter + self.suit.value


# One deck in the order in which it is spread for inspection: by suit and in sequence (WI d2).
DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
BY_NAME = {str(card): card for card in DECK}  # as programs write them
_SUITS = str.maketrans("♣♧♦♢♥♡♠♤", "ccddhhss", "\N{VARIATION SELECTOR-16}")
_CARD_MAX = 4  # "10♥" and the selector that some keyboards add


def parse_card(text: object) -> Card:
    """The card that ``text`` names, as people write it.

    >>> " ".join(str(parse_card(text)) for text in ("Kh", "KH", "k♥", "10s", "10♠"))
    'Kh Kh Kh Ts Ts'

    ``ValueError`` with a readable reason for anything else.
    """
    card = None
    if isinstance(text, str) and len(text) <= _CARD_MAX:
        card = BY_NAME.get(text) or _as_people_write(text)
    if card is None:
        what = repr(text[:20]) if isinstance(text, str) else f"this {type(text).__name__}"
        raise ValueError(
            f"{what} is not a card: write a rank of {RANK_LETTERS} and a suit of cdhs, like 'Kh'"
        )
    return card


def _as_people_write(text: str) -> Card | None:
    plain = text.translate(_SUITS)
    rank, suit = plain[:-1], plain[-1:]
    return BY_NAME.get(("T" if rank == "10" else rank.upper()) + suit.lower())


def show_card(card: Card | None) -> str:
    """A card as two characters; ``??`` is a card whose face nobody saw."""
    return UNSEEN if card is None else str(card)


def full_decks(decks: int) -> tuple[Card, ...]:
    """All cards of ``decks`` decks, each in the order of a new deck."""
    return DECK * decks


def beyond_decks(cards: Iterable[Card], decks: int) -> Card | None:
    """The first card that occurs more often than in ``decks`` decks, or None."""
    counts = Counter(cards)
    return next((card for card, count in counts.items() if count > decks), None)
