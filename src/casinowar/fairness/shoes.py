"""The shoe of a table, from its number and its seed.

How a shoe is derived while no commitments are published: the key is the function of
``seeds.shoe_key`` with no player's value and no beacon, the id of the shoe is
H("shoe"; origin, u64 n), and the sealed record is an empty one, of time 0 and without a commitment.

This proves nothing to anybody. It makes a shoe repeatable for whoever holds the seed: after a
crash the same shoe goes on at the same card, and no order of cards is ever stored.
"""

from __future__ import annotations

from typing import NoReturn

from casinowar.cards import DECK, Card
from casinowar.fairness.encoding import digest, encode, text, u64
from casinowar.fairness.secret import Secret, never_copied
from casinowar.fairness.seeds import Label, shoe_key, shoe_number, sub_key
from casinowar.fairness.shuffle import cards_behind, dealers_cut, stack_order


class NumberedShoe:
    """A shoe as the engine asks for it: one card at a time. Its ``repr`` shows no card."""

    __slots__ = ("_key", "_order", "decks", "number", "size")

    def __init__(self, number: int, decks: int, key: Secret) -> None:
        self._key, self._order = key, stack_order(sub_key(key, Label.SHUFFLE), decks)
        self.number, self.decks, self.size = number, decks, len(self._order)

    def has(self, index: int) -> bool:
        """Whether there is a card at ``index`` of the stack."""
        return index < self.size

    def card(self, index: int) -> Card | None:
        """The card at ``index`` of the stack, which counts from before the cut."""
        # DECK is in the order of the protocol: by suit c d h s, and from 2 to A
        return DECK[self._order[index]]

    def lies_face_up(self, index: int) -> bool:  # noqa: ARG002 - the same for every index
        """Never: nobody turned a card of this stack."""
        return False

    def dealers_cut(self) -> int:
        """Where the dealer cuts when no player does."""
        return dealers_cut(sub_key(self._key, Label.CUT), self.size)

    def cards_behind(self, least: int, choices: int) -> int:
        """Cards behind the cutting card: one of ``choices`` numbers from ``least`` on."""
        return cards_behind(sub_key(self._key, Label.DEPTH), self.size, least, choices)

    def __repr__(self) -> str:
        return f"NumberedShoe(number={self.number}, decks={self.decks})"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise never_copied(self)


def derive_shoe(origin: str, number: int, decks: int, seed: Secret) -> NumberedShoe:
    """Shoe ``number`` of the table with this origin: the same for the same seed, every time."""
    shoe_id = digest("shoe", text(origin), shoe_number(number))
    nobody = encode("rec/sealed", u64(0), shoe_id, b"")
    return NumberedShoe(number, decks, shoe_key(seed, shoe_id, nobody, {}, b""))
