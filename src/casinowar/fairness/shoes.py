"""The shoes of a table, from their numbers and seeds.

``NumberedShoe`` is a shoe without a proof: anybody with the seed can repeat it.
``FairShoe`` is one of a table that publishes commitments and takes contributions. Both are derived:
after a crash the same shoe goes on at the same card, and no order of cards is ever stored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from casinowar.cards import CARDS_PER_DECK, DECK, Card
from casinowar.fairness.secret import Secret, never_copied
from casinowar.fairness.seeds import Label, commitment, contribution, shoe_key, sub_key
from casinowar.fairness.shuffle import cards_behind, dealers_cut, stack_order
from casinowar.table.shoe import SealedShoe
from casinowar.table.state import Mix


class NumberedShoe:
    """A shoe that gives the engine one card at a time. Its ``repr`` shows no card."""

    __slots__ = ("_order", "decks", "number", "size")

    def __init__(self, number: int, decks: int, key: Secret) -> None:
        self._order = stack_order(sub_key(key, Label.SHUFFLE), decks)
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

    def __repr__(self) -> str:
        return f"NumberedShoe(number={self.number}, decks={self.decks})"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise never_copied(self)


def derive_shoe(origin: str, number: int, decks: int, seed: Secret) -> NumberedShoe:
    """Shoe ``number`` of the table with this origin: the same for the same seed, every time."""
    return NumberedShoe(number, decks, shoe_key(seed, origin, number, {}, {}))


class FairShoe(SealedShoe):
    """The sealed shoes of one table, mixed with what its players contributed.

    ``seeds`` returns the seed of a shoe number. Before the shoe is mixed, it has no cards.
    """

    __slots__ = ("_mixed", "_origin", "_seeds", "_stack", "mix")

    def __init__(self, origin: str, seeds: Callable[[int], Secret], mix: Mix | None = None) -> None:
        self._origin, self._seeds, self.mix = origin, seeds, mix
        self._mixed: FairShoe | None = None  # the last one requested
        self._stack: NumberedShoe | None = None

    @property
    def origin(self) -> str:
        """The name of the table's log."""
        return self._origin

    def commitment(self, number: int) -> str:
        """The house's commitment to the seed of a shoe."""
        return commitment(self._origin, number, self._seeds(number)).hex()

    def seed(self, number: int) -> str:
        """The seed of a shoe that has ended."""
        return self._seeds(number).reveal().hex()

    def opens(self, number: int, seat: int, sealed: str, value: str) -> bool:
        """Whether a value is the one that a seat sealed."""
        return contribution(self._origin, number, seat, bytes.fromhex(value)).hex() == sealed

    def dealers_cut(self, mix: Mix) -> int:
        """Where the dealer cuts when no player does."""
        key = sub_key(self._key(mix, opened=False), Label.CUT)
        return dealers_cut(key, mix.cards, mix.cut_least)

    def cards_behind(self, mix: Mix) -> int:
        """How many cards are behind the cutting card."""
        key = sub_key(self._key(mix, opened=False), Label.DEPTH)
        return cards_behind(key, mix.depth_least, mix.depth_most)

    def mixed(self, mix: Mix) -> FairShoe:
        """This shoe with these contributions; the same object as long as they are the same."""
        last = self._mixed
        if last is None or (last.mix is not mix and last.mix != mix):
            last = self._mixed = FairShoe(self._origin, self._seeds, mix)
        return last

    def has(self, index: int) -> bool:
        """Whether there is a card at ``index`` of the stack."""
        return self.mix is not None and index < self.mix.cards

    def card(self, index: int) -> Card | None:
        """The card at ``index`` of the stack, which counts from before the cut."""
        if self._stack is None:
            assert self.mix is not None, "the shoe must be mixed before a card is dealt"
            key = self._key(self.mix, opened=True)
            self._stack = NumberedShoe(self.mix.number, self.mix.cards // CARDS_PER_DECK, key)
        return self._stack.card(index)

    def lies_face_up(self, index: int) -> bool:  # noqa: ARG002 - the same for every index
        """Never: nobody turned a card of this stack."""
        return False

    def _key(self, mix: Mix, *, opened: bool) -> Secret:
        sealed = {each.seat: bytes.fromhex(each.commitment) for each in mix.contributions}
        values = {
            each.seat: bytes.fromhex(each.value)
            for each in mix.contributions
            if opened and each.value is not None
        }
        return shoe_key(self._seeds(mix.number), self._origin, mix.number, sealed, values)

    def __repr__(self) -> str:
        return f"FairShoe({self._origin!r})"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise never_copied(self)
