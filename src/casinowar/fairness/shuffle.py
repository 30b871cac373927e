"""``casinowar-shuffle/1``: from the keys of a shoe to the stack, the cut, the depth and the draws.

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
from casinowar.fairness.encoding import encode, mac, u16, u64
from casinowar.fairness.secret import Secret, never_copied

SHUFFLE = "casinowar-shuffle/1"
DECKS_MAX = 8
CUT_MIN_CARDS = 10  # a cut is at least this far from either end
WORDS = 65536  # how many values a word can have
_BLOCK = struct.Struct(">16H")


class Stream:
    """Chance that follows from a key: each block of the stream is M(key, "stream"; u64 j)."""

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


def dealers_cut(cut_key: Secret, size: int) -> int:
    """Where the dealer cuts a stack of ``size`` cards when no player does."""
    return CUT_MIN_CARDS + Stream(cut_key).below(size - 2 * CUT_MIN_CARDS + 1)


def usual_depth(size: int) -> tuple[int, int]:
    """The usual range of cards behind the cutting card: the fewest, and how many choices.

    >>> usual_depth(312)
    (78, 27)
    """
    return -(-size // 4), size // 12 + 1


def cards_behind(depth_key: Secret, size: int, least: int, choices: int) -> int:
    """Cards behind the cutting card: ``least`` or one of the ``choices`` - 1 numbers after it.

    At least a quarter of the stack and at most half of it; an InputError for another range.
    """
    if choices < 1 or 4 * least < size or 2 * (least + choices - 1) > size:
        raise InputError("cutting card", "the range must be within a quarter to half of the stack")
    return least + Stream(depth_key).below(choices)


def positions_after_cut(size: int, cut: int) -> list[int]:
    """The positions of a stack in the order in which they lie in the shoe after a cut."""
    if not CUT_MIN_CARDS <= cut <= size - CUT_MIN_CARDS:
        raise InputError("cut", f"must be at least {CUT_MIN_CARDS} cards from either end")
    return [*range(cut, size), *range(cut)]


# --- the way through it ---------------------------------------------------------------------------


class Draws:
    """Which position each draw takes.

    Without links it is always the first one left. In late mode the players' links choose: from a
    block of links to the next, each draw takes any of those left, on a stream of that block. The
    others keep their order.
    """

    __slots__ = ("_late_key", "_left", "_stream")

    def __init__(self, size: int, cut: int, late_key: Secret) -> None:
        self._left = positions_after_cut(size, cut)
        self._late_key = late_key
        self._stream: Stream | None = None

    def add_links(self, block: int, links: bytes) -> None:
        """Go on with a block of links: its number from 0, and u8 seat ‖ x of each seat."""
        key = mac(self._late_key, "block", u16(block), links)
        self._stream = Stream(Secret(key)) if links else None

    def draw(self) -> int:
        """Take a position of the stack."""
        if not self._left:
            raise InputError("draw", "no card is left")
        index = self._stream.below(len(self._left)) if self._stream else 0
        return self._left.pop(index)

    def __repr__(self) -> str:
        return f"Draws({len(self._left)} left)"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise never_copied(self)
