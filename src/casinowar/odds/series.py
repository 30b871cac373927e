"""Power series of whole numbers, cut off after a few terms: how ties in a row are counted.

With ``c`` cards of a rank, the series of that rank has ``c(c-1)…(c-2j+1) / j!`` at ``x^j``: the
ways to take ``j`` tied pairs of it. The product over the ranks counts ties of any rank, and since
every series begins with 1, a rank can be divided out again without a fraction.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import factorial, perm

Series = tuple[int, ...]


@lru_cache(maxsize=4096)
def pairs_of(count: int, most: int) -> Series:
    """The series of one rank with ``count`` cards, up to ``x^most``."""
    return tuple(perm(count, 2 * pairs) // factorial(pairs) for pairs in range(most + 1))


def times(one: Series, other: Series) -> Series:
    """The product of two series of the same length, cut off at that length."""
    if len(one) == 2:
        return one[0] * other[0], one[0] * other[1] + one[1] * other[0]
    return tuple(
        sum(one[at - here] * other[here] for here in range(at + 1)) for at in range(len(one))
    )


@lru_cache(maxsize=4096)
def exchange(count: int, taken: int, most: int) -> Series:
    """What a product is multiplied by when ``taken`` cards of a rank with ``count`` are gone.

    >>> exchange(4, 2, 1)  # 4·3 tied pairs before, 2·1 after
    (1, -10)
    """
    before, after = pairs_of(count, most), pairs_of(count - taken, most)
    found: list[int] = []
    for at in range(most + 1):
        found.append(after[at] - sum(before[at - k] * found[k] for k in range(at)))
    return tuple(found)


def all_ranks(counts: Iterable[int], most: int) -> Series:
    """The product over all ranks."""
    found: Series = (1,) + (0,) * most
    for count in counts:
        if count:
            found = times(found, pairs_of(count, most))
    return found


def in_order(series: Series) -> Series:
    """The ways to be dealt so many tied pairs one after the other."""
    return tuple(factorial(pairs) * ways for pairs, ways in enumerate(series))
