"""Shoes for the engine that draw each card when it is turned up.

A shoe holds no future card, so nothing can look ahead. A card is drawn from the unseen cards when
its position is first asked for. Burned cards are never asked for and change no probability.
"""

from __future__ import annotations

import numpy as np

from casinowar.cards import CARDS_PER_DECK, DECK, Card
from casinowar.simulate.kernels.seat import draw_card, fresh_shoe
from casinowar.simulate.kernels.stream import open_stream


class SeededShoe:
    """Deals the same cards as the kernel for the same seed and the same decisions."""

    def __init__(self, decks: int) -> None:
        self._left = np.empty(decks * CARDS_PER_DECK, np.uint8)
        self._stream = np.zeros(4, np.uint64)
        self._faces: dict[int, Card] = {}

    def seed(self, seed: int) -> None:
        """Restart the random numbers, with the cards in order."""
        open_stream(self._stream, 0, 1, np.uint64(seed), np.uint64(0), np.uint64(0))
        fresh_shoe(self._left)

    def shuffle(self) -> None:
        """Put all cards back; the random numbers continue."""
        self._faces = {}

    def has(self, index: int) -> bool:
        """Whether there is a card at ``index``."""
        return index < len(self._left)

    def card(self, index: int) -> Card:
        """The face of the card at ``index``, drawn the first time it is asked for."""
        if index not in self._faces:
            unseen = len(self._left) - len(self._faces)
            self._faces[index] = DECK[draw_card(self._left, unseen, self._stream)]
        return self._faces[index]

    def lies_face_up(self, index: int) -> bool:  # noqa: ARG002 - the answer is always the same
        """No card lies face up."""
        return False
