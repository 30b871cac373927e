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
from math import perm

from casinowar.cards import Rank
from casinowar.odds.series import all_ranks, exchange, in_order, times


def ties_in_a_row(counts: Iterable[int], most: int) -> tuple[Fraction, ...]:
    """P(the first k pairs all tie) for k = 0 to ``most``; 0 where the cards do not suffice.

    >>> [str(chance) for chance in ties_in_a_row([24] * 13, 2)]
    ['1', '23/311', '27163/4965115']
    """
    held = [count for count in counts if count]
    cards = sum(held)
    return tuple(
        Fraction(ways, perm(cards, 2 * pairs)) if 2 * pairs <= cards else Fraction(0)
        for pairs, ways in enumerate(in_order(all_ranks(held, most)))
    )


def ways_after_a_tie(counts: Mapping[Rank, int], most: int) -> dict[int, tuple[int, ...]]:
    """Ordered ways to tie 0 to ``most`` more times once a rank has tied, by that rank's count.

    Counts of ranks that cannot tie are left out.
    """
    whole = all_ranks(counts.values(), most)
    return {
        count: in_order(times(whole, exchange(count, 2, most)))
        for count in set(counts.values())
        if count >= 2
    }
