"""The random numbers: known values of xoshiro256++, and bounded numbers without any bias.

Planted once and caught: a rejection limit of ``bound`` instead of ``65536 mod bound``, one of zero,
and 23 exchanged for 24 in the generator.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest

from casinowar.simulate.kernels.stream import (
    SPAN,
    below,
    next_word,
    open_stream,
    reject_below,
    remainder,
    scaled,
)


def plain(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """The function as it was written, before compilation."""
    return cast("Callable[..., Any]", cast("Any", kernel).py_func)


def test_the_generator_gives_the_published_first_numbers() -> None:
    """xoshiro256++ from the state 1, 2, 3, 4, worked out with whole numbers below."""
    state = np.array([1, 2, 3, 4], dtype=np.uint64)
    assert [int(next_word(state, 0)) for _ in range(6)] == xoshiro([1, 2, 3, 4], 6)
    assert xoshiro([1, 2, 3, 4], 2) == [41943041, 58720359]


def xoshiro(state: list[int], count: int) -> list[int]:
    mask, found = 2**64 - 1, []

    def rotated(word: int, bits: int) -> int:
        return ((word << bits) | (word >> (64 - bits))) & mask

    s0, s1, s2, s3 = state
    for _ in range(count):
        found.append((rotated((s0 + s3) & mask, 23) + s0) & mask)
        t = (s1 << 17) & mask
        s2, s3 = s2 ^ s0, s3 ^ s1
        s1, s0 = s1 ^ s2, s0 ^ s3
        s2, s3 = s2 ^ t, rotated(s3, 45)
    return found


@pytest.mark.parametrize("bound", [*range(1, 420), 1000, 2600, 4999, 5200])
def test_every_bounded_number_has_as_many_random_numbers_as_the_others(bound: int) -> None:
    """All 65,536 of them, so this is a proof and not a sample."""
    numbers = np.arange(SPAN, dtype=np.uint32)
    kept = plain(remainder)(numbers, bound) >= plain(reject_below)(bound)
    results = plain(scaled)(numbers, bound)[kept]
    assert np.array_equal(np.bincount(results, minlength=bound), np.full(bound, SPAN // bound))


def test_numbers_drawn_again_are_bounded_too() -> None:
    state = np.empty(4, dtype=np.uint64)
    open_stream(state, 0, 1, np.uint64(1), np.uint64(2), np.uint64(3))
    drawn = [int(below(state, 0, np.uint16(5))) for _ in range(500)]
    assert set(drawn) == set(range(5))


def test_streams_of_other_seeds_blocks_and_numbers_are_others() -> None:
    words = set[int]()
    for seed in (0, 1, 2**64 - 1):
        for block in (0, 1, 2):
            for number in range(33):
                state = np.empty(4, dtype=np.uint64)
                open_stream(state, 0, 1, np.uint64(seed), np.uint64(block), np.uint64(number))
                words.update(int(word) for word in state)
    assert len(words) == 3 * 3 * 33 * 4
