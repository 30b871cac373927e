"""Random numbers for the kernels: xoshiro256++ streams, and numbers below a bound without bias.

A stream is named by (seed, block, number). Its 256 bits of state are drawn from that name with
SplitMix64, so every block of shoes has its own numbers, whichever worker deals it. None of this is
fit for a table where people bet: production shuffles use the operating system's entropy.

A bounded number is the high half of ``random * bound``. Of the 65,536 random numbers some
``65536 mod bound`` would favour a few results: those, and only those, are drawn again.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from casinowar.simulate.kernels.compiled import compiled, inlined

U64 = NDArray[np.uint64]
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
BITS = 16
SPAN = 1 << BITS


@inlined
def mixed(word: Any) -> Any:
    """SplitMix64's mixing of 64 bits."""
    word = (word ^ (word >> np.uint64(30))) * _MIX_1
    word = (word ^ (word >> np.uint64(27))) * _MIX_2
    return word ^ (word >> np.uint64(31))


@compiled
def open_stream(state: U64, offset: int, stride: int, seed: Any, block: Any, number: Any) -> None:
    """Fill four words of ``state``, ``stride`` apart, for one stream."""
    word = mixed(np.uint64(seed) + _GOLDEN)
    word = mixed((word ^ np.uint64(block)) + _GOLDEN)
    word = mixed((word ^ np.uint64(number)) + _GOLDEN)
    for place in range(4):
        word = word + _GOLDEN
        state[offset + place * stride] = mixed(word)


@inlined
def rotated(word: Any, bits: int) -> Any:
    """``word`` rotated to the left."""
    return (word << np.uint64(bits)) | (word >> np.uint64(64 - bits))


@inlined
def stepped(s0: Any, s1: Any, s2: Any, s3: Any) -> Any:
    """Sixty-four random bits of xoshiro256++, and its four words of state for the next."""
    word = rotated(s0 + s3, 23) + s0
    s2 ^= s0
    s3 ^= s1
    return word, s0 ^ s3, s1 ^ s2, s2 ^ (s1 << np.uint64(17)), rotated(s3, 45)


@compiled
def next_word(state: U64, offset: int) -> Any:
    """The next 64 random bits of the stream whose four words begin at ``offset``."""
    word, s0, s1, s2, s3 = stepped(
        state[offset], state[offset + 1], state[offset + 2], state[offset + 3]
    )
    state[offset], state[offset + 1], state[offset + 2], state[offset + 3] = s0, s1, s2, s3
    return word


@inlined
def scaled(random: Any, bound: Any) -> Any:
    """Sixteen random bits as a number below ``bound``."""
    return (np.uint32(random) * np.uint32(bound)) >> np.uint32(BITS)


@inlined
def remainder(random: Any, bound: Any) -> Any:
    """What ``scaled`` cuts off; below ``reject_below(bound)`` the number must be rejected."""
    return (np.uint32(random) * np.uint32(bound)) & np.uint32(SPAN - 1)


@inlined
def reject_below(bound: Any) -> Any:
    """How many of the 65,536 random numbers to reject, so that all results are equally likely."""
    return np.uint32(SPAN) % np.uint32(bound)


@compiled
def below(state: U64, offset: int, bound: Any) -> Any:
    """A number from 0 to ``bound`` - 1, all equally likely."""
    while True:
        random = next_word(state, offset) >> np.uint64(64 - BITS)
        rest = remainder(random, bound)
        if rest >= np.uint32(bound) or rest >= reject_below(bound):
            return scaled(random, bound)
