"""The shuffler of sealed shoes and six bad ones, and the statistical test that tells them apart.

A shuffler goes from a seed to the cards in the order in which they leave the shoe. The test looks
at four things: whether every card is equally likely in every place, whether two neighbours are a
step apart in a new deck as often as they should be, whether each bit of the seed changes the order,
and whether the cut does. Together they have a level of 99 %: a fair shuffler passes all of them
with that probability.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from hashlib import sha256

import numpy as np
import scipy

from casinowar.cards import CARDS_PER_DECK
from casinowar.fairness import Secret
from casinowar.fairness.seeds import Label, shoe_key, sub_key
from casinowar.fairness.shuffle import Stream, stack_order

Shuffler = Callable[[bytes, int], bytes]  # seed and cut to the cards, first out first
CUT_LEAST = 10
COMPARISONS = 4
LEVEL = 1 - 0.01 / COMPARISONS
BITS_TRIED = 400


def _cut(stack: bytes, cut: int) -> bytes:
    return stack[cut:] + stack[:cut]


def _stream(seed: bytes) -> Stream:
    return Stream(sub_key(shoe_key(Secret(seed), "here", 1, {}, {}), Label.SHUFFLE))


def real(seed: bytes, cut: int) -> bytes:
    """``casinowar-shuffle/1``."""
    key = sub_key(shoe_key(Secret(seed), "here", 1, {}, {}), Label.SHUFFLE)
    return _cut(stack_order(key, 1), cut)


def _swapped(below: Callable[[int], int], last: int = 0) -> bytes:
    cards = bytearray(range(CARDS_PER_DECK))
    for i in range(len(cards) - 1, last, -1):
        j = below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return bytes(cards)


def modulo_bias(seed: bytes, cut: int) -> bytes:
    """Bytes taken modulo n, none of them discarded."""
    stream = _stream(seed)
    return _cut(_swapped(lambda n: stream.below(256) % n), cut)


def naive_swap(seed: bytes, cut: int) -> bytes:
    """Each card changes places with any card of the whole deck."""
    stream = _stream(seed)
    cards = bytearray(range(CARDS_PER_DECK))
    for i in range(CARDS_PER_DECK):
        j = stream.below(CARDS_PER_DECK)
        cards[i], cards[j] = cards[j], cards[i]
    return _cut(bytes(cards), cut)


def small_seed(seed: bytes, cut: int) -> bytes:
    """Only 32 bits of the seed are used."""
    return real(seed[:4].ljust(32, b"\0"), cut)


_clock = iter(range(10**9))


def clock_seed(seed: bytes, cut: int) -> bytes:  # noqa: ARG001 - that is its fault
    """A clock takes the place of the seed: 20 shoes in each of its seconds."""
    return _cut(_swapped(random.Random(next(_clock) // 20).randrange), cut)


def off_by_one(seed: bytes, cut: int) -> bytes:
    """The swap never leaves a card where it is."""
    stream = _stream(seed)
    return _cut(_swapped(lambda n: stream.below(n - 1) if n > 1 else 0), cut)


def cut_ignored(seed: bytes, cut: int) -> bytes:  # noqa: ARG001 - that is its fault
    """The cards are dealt as if nobody had cut them."""
    return real(seed, 0)


BAD: tuple[Shuffler, ...] = (
    modulo_bias,
    naive_swap,
    small_seed,
    clock_seed,
    off_by_one,
    cut_ignored,
)


def rejected(shuffler: Shuffler, shoes: int) -> str | None:
    """What is wrong with a shuffler, as far as these tests can tell; None: nothing."""
    size = CARDS_PER_DECK
    places = np.zeros((size, size), dtype=np.int64)
    steps = Counter[int]()
    rows = np.arange(size)
    for number in range(shoes):
        seed = sha256(f"shoe {number}".encode()).digest()
        stack = shuffler(seed, 0)
        cards = np.frombuffer(stack, dtype=np.uint8)
        places[rows, cards] += 1
        steps.update((stack[i + 1] - stack[i]) % size for i in range(0, size, 2))
    expected = shoes / size
    # rows and columns have fixed sums: the statistic times 51/52 has 51² degrees of freedom
    statistic = float(((places - expected) ** 2).sum() / expected * (size - 1) / size)
    if not _between(statistic, (size - 1) ** 2):
        return "places"
    pairs = shoes * size / 2 / (size - 1)
    statistic = sum((steps[step] - pairs) ** 2 for step in range(1, size)) / pairs
    if steps[0] or not _between(statistic, size - 2):
        return "neighbours"
    return _insensitive(shuffler)


def _between(statistic: float, degrees: int) -> bool:
    low = float(scipy.stats.chi2.ppf((1 - LEVEL) / 2, degrees))
    high = float(scipy.stats.chi2.ppf((1 + LEVEL) / 2, degrees))
    return low < statistic < high


def _insensitive(shuffler: Shuffler) -> str | None:
    """Whether a bit of the seed, or the cut, changes nothing, or the seed alone is not enough."""
    chance = random.Random(1)
    for _ in range(BITS_TRIED):
        seed, bit = chance.randbytes(32), chance.randrange(256)
        flipped = (int.from_bytes(seed, "big") ^ (1 << bit)).to_bytes(32, "big")
        stack = shuffler(seed, 0)
        if shuffler(flipped, 0) == stack:
            return "seed"
        cut = chance.randrange(CUT_LEAST, CARDS_PER_DECK - CUT_LEAST + 1)
        if shuffler(seed, cut) != stack[cut:] + stack[:cut]:
            return "cut"
    return None
