"""``casinowar-shuffle/1``: from the keys of a shoe to the stack, the cut and the depth.

A stream gives 16-bit words; ``below(n)`` discards the words that would favour low numbers, so every
result is equally likely. The stack is a Fisher-Yates shuffle of whole decks. A card is
13 × suit + rank, with suits c d h s and ranks 2 to A from 0.

A cut at p puts the p cards in front to the back; positions still count the stack before the cut.
"""

from __future__ import annotations

import hmac
import struct
from collections.abc import Iterator
from typing import NoReturn

from casinowar.cards import CARDS_PER_DECK
from casinowar.errors import InputError
from casinowar.fairness.encoding import encode, u64
from casinowar.fairness.secret import Secret, never_copied

SHUFFLE = "casinowar-shuffle/1"
DECKS_MAX = 8
CUT_MIN_CARDS = 10  # a cut is at least this far from either end
WORDS = 65536  # how many values a word can have
_BLOCK = struct.Struct(">16H")


class Stream:
    """A deterministic random stream: its block j is M(key, "stream"; u64 j)."""

    __slots__ = ("_words",)

    def __init__(self, key: Secret) -> None:
        self._words = _words(key)

    def below(self, n: int) -> int:
        """The next number from 0 to n-1, each equally likely; n is at most 65,536."""
        if not 1 <= n <= WORDS:
            raise InputError("below", f"n must be from 1 to {WORDS:,}")
        limit = WORDS - WORDS % n
        word = next(self._words)
        while word >= limit:
            word = next(self._words)
        return word % n

    def __repr__(self) -> str:
        return "Stream(...)"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise never_copied(self)


def _words(key: Secret) -> Iterator[int]:
    start = hmac.new(key.reveal(), digestmod="sha256")  # the key is prepared once
    # encode(…, u64(j)) without its last field's bytes: the part that all blocks share
    start.update(encode("stream", u64(0))[:-8])
    j = 0
    while True:
        block = start.copy()
        block.update(u64(j))
        yield from _BLOCK.unpack(block.digest())
        j += 1


# --- the stack ------------------------------------------------------------------------------------


def stack_order(shuffle_key: Secret, decks: int) -> bytes:
    """The cards of a shuffled stack, one byte each, the one in front first."""
    if not 1 <= decks <= DECKS_MAX:
        raise InputError("decks", f"must be from 1 to {DECKS_MAX}")
    cards = bytearray(bytes(range(CARDS_PER_DECK)) * decks)
    below = Stream(shuffle_key).below
    for last in range(len(cards) - 1, 0, -1):
        other = below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return bytes(cards)


def dealers_cut(cut_key: Secret, size: int, least: int = CUT_MIN_CARDS) -> int:
    """Where the dealer cuts when no player does: at least ``least`` cards from either end."""
    return least + Stream(cut_key).below(size - 2 * least + 1)


def cards_behind(depth_key: Secret, least: int, most: int) -> int:
    """Cards behind the cutting card: from ``least`` to ``most``."""
    return least + Stream(depth_key).below(most - least + 1)
