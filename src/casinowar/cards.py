"""Cards: thirteen ranks, four suits, and decks of fifty-two.

Ranks run from 2 up to the ace, ace high; suits never decide a hand (SC aim, WI c1).
A card is written as two characters, ``Kh``; ``??`` is a card whose face nobody saw, and ``K?`` one
whose suit is unknown, which is possible only with real cards. People may also write ``KH``, ``10s``
or ``K♥``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import IntEnum, StrEnum
from typing import Self

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


class Card(StrEnum):
    """One playing card, written as its rank and its suit.

    >>> str(Card.KING_OF_HEARTS), Card("Kh").suit.name
    ('Kh', 'HEARTS')
    >>> Card.KING_OF_HEARTS.rank > Card.QUEEN_OF_SPADES.rank
    True

    The members come in the order in which a deck is spread for inspection: by suit and in sequence
    (WI d2). After them come the ranks without a suit, which are in no deck.
    """

    rank: Rank
    suit: Suit | None  # None: unknown

    def __new__(cls, text: str) -> Self:
        """A member; its rank and suit are computed once."""
        card = str.__new__(cls, text)
        card._value_ = text
        card.rank = Rank(RANK_LETTERS.index(text[0]) + 2)
        card.suit = None if text[1] == "?" else Suit(text[1])
        return card

    TWO_OF_CLUBS = "2c"
    THREE_OF_CLUBS = "3c"
    FOUR_OF_CLUBS = "4c"
    FIVE_OF_CLUBS = "5c"
    SIX_OF_CLUBS = "6c"
    SEVEN_OF_CLUBS = "7c"
    EIGHT_OF_CLUBS = "8c"
    NINE_OF_CLUBS = "9c"
    TEN_OF_CLUBS = "Tc"
    JACK_OF_CLUBS = "Jc"
    QUEEN_OF_CLUBS = "Qc"
    KING_OF_CLUBS = "Kc"
    ACE_OF_CLUBS = "Ac"
    TWO_OF_DIAMONDS = "2d"
    THREE_OF_DIAMONDS = "3d"
    FOUR_OF_DIAMONDS = "4d"
    FIVE_OF_DIAMONDS = "5d"
    SIX_OF_DIAMONDS = "6d"
    SEVEN_OF_DIAMONDS = "7d"
    EIGHT_OF_DIAMONDS = "8d"
    NINE_OF_DIAMONDS = "9d"
    TEN_OF_DIAMONDS = "Td"
    JACK_OF_DIAMONDS = "Jd"
    QUEEN_OF_DIAMONDS = "Qd"
    KING_OF_DIAMONDS = "Kd"
    ACE_OF_DIAMONDS = "Ad"
    TWO_OF_HEARTS = "2h"
    THREE_OF_HEARTS = "3h"
    FOUR_OF_HEARTS = "4h"
    FIVE_OF_HEARTS = "5h"
    SIX_OF_HEARTS = "6h"
    SEVEN_OF_HEARTS = "7h"
    EIGHT_OF_HEARTS = "8h"
    NINE_OF_HEARTS = "9h"
    TEN_OF_HEARTS = "Th"
    JACK_OF_HEARTS = "Jh"
    QUEEN_OF_HEARTS = "Qh"
    KING_OF_HEARTS = "Kh"
    ACE_OF_HEARTS = "Ah"
    TWO_OF_SPADES = "2s"
    THREE_OF_SPADES = "3s"
    FOUR_OF_SPADES = "4s"
    FIVE_OF_SPADES = "5s"
    SIX_OF_SPADES = "6s"
    SEVEN_OF_SPADES = "7s"
    EIGHT_OF_SPADES = "8s"
    NINE_OF_SPADES = "9s"
    TEN_OF_SPADES = "Ts"
    JACK_OF_SPADES = "Js"
    QUEEN_OF_SPADES = "Qs"
    KING_OF_SPADES = "Ks"
    ACE_OF_SPADES = "As"
    TWO = "2?"
    THREE = "3?"
    FOUR = "4?"
    FIVE = "5?"
    SIX = "6?"
    SEVEN = "7?"
    EIGHT = "8?"
    NINE = "9?"
    TEN = "T?"
    JACK = "J?"
    QUEEN = "Q?"
    KING = "K?"
    ACE = "A?"


DECK: tuple[Card, ...] = tuple(card for card in Card if card.suit is not None)
BY_NAME = {card.value: card for card in Card}  # as programs write them
_SUITS = str.maketrans("♣♧♦♢♥♡♠♤", "ccddhhss", "\N{VARIATION SELECTOR-16}")
_CARD_MAX = 4  # "10♥" with the variation selector that some keyboards add


def parse_card(text: object) -> Card:
    """Read a card as people write it.

    >>> " ".join(str(parse_card(text)) for text in ("Kh", "KH", "k♥", "10s", "10♠"))
    'Kh Kh Kh Ts Ts'

    A ``ValueError`` says what is wrong with other text.
    """
    card = None
    if isinstance(text, str) and len(text) <= _CARD_MAX:
        card = BY_NAME.get(text) or _as_people_write(text)
    if card is None:
        what = repr(text[:20]) if isinstance(text, str) else f"this {type(text).__name__}"
        raise ValueError(
            f"{what} is not a card: write a rank of {RANK_LETTERS} and a suit of cdhs,"
            " like 'Kh' or '10h'"
        )
    return card


def _as_people_write(text: str) -> Card | None:
    plain = text.translate(_SUITS)
    rank, suit = plain[:-1], plain[-1:]
    return BY_NAME.get(("T" if rank == "10" else rank.upper()) + suit.lower())


def card_of(rank: Rank, suit: Suit) -> Card:
    """The card with this rank and suit."""
    return BY_NAME[rank.letter + suit.value]


def show_card(card: Card | None) -> str:
    """A card as two characters; ``??`` is a card whose face nobody saw."""
    return UNSEEN if card is None else str(card)


def with_suits(cards: Iterable[Card]) -> list[Card]:
    """The cards; a card without a suit gets the suit that occurs least for its rank."""
    given = list(cards)
    used = Counter(card for card in given if card.suit is not None)
    made = list[Card]()
    for card in given:
        if card.suit is None:
            card = min((card_of(card.rank, suit) for suit in Suit), key=lambda one: used[one])
            used[card] += 1
        made.append(card)
    return made


def full_decks(decks: int) -> tuple[Card, ...]:
    """All cards of ``decks`` decks, each in the order of a new deck."""
    return DECK * decks


def beyond_decks(cards: Iterable[Card], decks: int) -> Card | None:
    """The first card that occurs more often than in ``decks`` decks, or None.

    A card without a suit counts as any card of its rank.
    """
    counts = Counter(cards)
    extra = next((card for card, count in counts.items() if card.suit and count > decks), None)
    without = [card for card in counts if card.suit is None]
    if extra is not None or not without:
        return extra
    ranks = Counter[Rank]()
    for card, count in counts.items():
        ranks[card.rank] += count
    return next((card for card in without if ranks[card.rank] > decks * len(Suit)), None)
