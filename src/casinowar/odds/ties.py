"""Chances of ties in a row, exact for any shoe.

A round compares pairs of cards: the original deal, then each war deal. All compared cards are
draws without replacement, so with ``c`` cards of each rank among ``n`` the first ``k`` pairs all
tie in

    k! [x^k]  prod over ranks of  sum over j of  c(c-1)…(c-2j+1) / j!  x^j

of the ``n(n-1)…(n-2k+1)`` ordered ways: rank by rank, ``j`` of the ``k`` pairs are of that rank.
Everything is a whole number until the last division.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import factorial, perm

from casinowar.cards import Rank


def ties_in_a_row(counts: Iterable[int], most: int) -> tuple[Fraction, ...]:
    """P(the first k pairs all tie) for k = 0 to ``most``; 0 where the cards do not suffice.

    >>> [str(chance) for chance in ties_in_a_row([24] * 13, 2)]
    ['1', '23/311', '27163/4965115']
    """
    held = [count for count in counts if count]
    ways = [1] + [0] * most
    for count in held:
        own = [perm(count, 2 * pairs) // factorial(pairs) for pairs in range(most + 1)]
        ways = [
            sum(ways[pairs - mine] * own[mine] for mine in range(pairs + 1))
            for pairs in range(most + 1)
        ]
    cards = sum(held)
    return tuple(
        Fraction(factorial(pairs) * ways[pairs], perm(cards, 2 * pairs))
        if 2 * pairs <= cards
        else Fraction(0)
        for pairs in range(most + 1)
    )


def ties_by_first_rank(counts: Mapping[Rank, int], most: int) -> dict[Rank, tuple[Fraction, ...]]:
    """P(the first tie is of that rank and the first k pairs all tie), k = 1 to ``most``.

    Ranks that cannot tie are left out. Equal counts have equal chances, so each count is done once.
    """
    cards = sum(counts.values())
    by_count: dict[int, tuple[Fraction, ...]] = {}
    found = {}
    for rank, count in counts.items():
        if count < 2:
            continue
        if count not in by_count:
            rest = [left - 2 if other is rank else left for other, left in counts.items()]
            first = Fraction(perm(count, 2), perm(cards, 2))
            by_count[count] = tuple(first * later for later in ties_in_a_row(rest, most - 1))
        found[rank] = by_count[count]
    return found
