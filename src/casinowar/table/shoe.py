"""Shoes, the source of the next card: the only access to cards that the table cannot see.

The engine asks a Shoe for a card only at the moment the card is turned up. It never asks for
burned cards, so no event can hold a face that nobody saw. An index is a position in the shuffled
stack before the cut.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from casinowar.cards import CARDS_PER_DECK, Card, beyond_decks, full_decks
from casinowar.errors import InputError
from casinowar.table.state import Mix


class Shoe(Protocol):
    """A source of cards: a stack, a scanner, a dealer's keyboard."""

    def has(self, index: int) -> bool:
        """Whether there is a card at ``index``."""
        ...

    def card(self, index: int) -> Card | None:
        """The face of the card at ``index``; None if it is unknown."""
        ...

    def lies_face_up(self, index: int) -> bool:
        """Whether the card at ``index`` lies face up in the shoe (WI j1)."""
        ...


class SealedShoe(ABC):
    """A shoe whose seed the house is committed to, and to which players contribute.

    Whatever the engine asks for becomes public: it asks for a seed only when the shoe has ended.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def origin(self) -> str:
        """The name of the log that the shoes belong to."""

    @abstractmethod
    def commitment(self, number: int) -> str:
        """The house's commitment to the seed of a shoe."""

    @abstractmethod
    def seed(self, number: int) -> str:
        """The seed of a shoe that has ended."""

    @abstractmethod
    def opens(self, number: int, seat: int, sealed: str, value: str) -> bool:
        """Whether a value is the one that a seat sealed."""

    @abstractmethod
    def dealers_cut(self, mix: Mix) -> int:
        """Where the dealer cuts when no player does."""

    @abstractmethod
    def cards_behind(self, mix: Mix) -> int:
        """How many cards are behind the cutting card."""

    @abstractmethod
    def mixed(self, mix: Mix) -> SealedShoe:
        """This shoe with these contributions."""

    @abstractmethod
    def has(self, index: int) -> bool:
        """Whether there is a card at ``index``."""

    @abstractmethod
    def card(self, index: int) -> Card | None:
        """The face of the card at ``index``."""

    @abstractmethod
    def lies_face_up(self, index: int) -> bool:
        """Whether the card at ``index`` lies face up in the shoe."""


@dataclass(frozen=True, slots=True)
class Stack:
    """A shoe that is a list of cards."""

    cards: Sequence[Card | None] = field(repr=False)  # undealt cards must not appear in logs
    face_up: frozenset[int] = field(default_factory=frozenset)

    def has(self, index: int) -> bool:
        """Whether the list reaches ``index``."""
        return index < len(self.cards)

    def card(self, index: int) -> Card | None:
        """The card at ``index``."""
        return self.cards[index]

    def lies_face_up(self, index: int) -> bool:
        """Whether the card at ``index`` was given as face up."""
        return index in self.face_up


class NoShoe:
    """A shoe with nothing in it, for commands that need no card."""

    def has(self, index: int) -> bool:  # noqa: ARG002 - the answer is the same for every index
        """There is never a card."""
        return False

    def card(self, index: int) -> Card | None:
        """There is no card to ask for."""
        raise IndexError(index)

    def lies_face_up(self, index: int) -> bool:  # noqa: ARG002 - as above
        """There is never a card."""
        return False


NO_SHOE = NoShoe()


@dataclass(frozen=True, slots=True)
class ToldShoe:
    """A shoe of real cards: it knows only the face that the dealer has just entered, if any."""

    told: Card | None = None
    face_up: bool = False  # the card lay face up in the shoe

    def has(self, index: int) -> bool:  # noqa: ARG002 - the dealer sees whether there is one
        """Always true: nobody counts real cards."""
        return True

    def card(self, index: int) -> Card | None:  # noqa: ARG002 - as above
        """The face that the dealer entered."""
        return self.told

    def lies_face_up(self, index: int) -> bool:  # noqa: ARG002 - as above
        """Whether the dealer reported that it lay face up."""
        return self.face_up


def shuffled_stack(decks: int, random_below: Callable[[int], int]) -> Stack:
    """Full decks in the order of a Fisher-Yates shuffle; ``random_below(n)`` gives 0 to n-1.

    Chance is an argument: pass ``secrets.randbelow`` to play, a seeded ``Random().randrange``
    to repeat a shoe.
    """
    cards: list[Card] = list(full_decks(decks))
    for last in range(len(cards) - 1, 0, -1):
        other = random_below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return Stack(tuple(cards))


def stack_of(cards: Iterable[Card | None], face_up: Iterable[int] = ()) -> Stack:
    """A shoe with just these cards, the first one on top."""
    return Stack(tuple(cards), frozenset(face_up))


def complete_stack(
    cards: Iterable[Card], decks: int, face_up: Iterable[int] = (), cites: str = ""
) -> Stack:
    """A shoe of whole decks; raises an InputError for any other cards."""
    stack = tuple(cards)
    if len(stack) != decks * CARDS_PER_DECK:
        raise InputError("shoe", f"{len(stack)} cards are not {decks} decks", cites)
    if not all(card.suit for card in stack):
        raise InputError("shoe", "each card needs its suit, like 'Kh'", cites)
    extra = beyond_decks(stack, decks)
    if extra is not None:
        raise InputError("shoe", f"{extra} occurs more often than {decks} decks hold", cites)
    return Stack(stack, frozenset(face_up))
