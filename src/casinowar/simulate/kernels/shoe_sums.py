"""Adding one finished shoe to the sums, for both kernels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from casinowar.simulate.kernels.compiled import compiled
from casinowar.simulate.plan import FIRST, TIE, WAR_STEPS, WAR_TIE
from casinowar.simulate.tally import (
    BB,
    BY,
    DD,
    DE,
    DEALS,
    DT,
    E_,
    EE,
    LOSE,
    RR,
    RX,
    SHOES,
    SURRENDER,
    T_,
    TIE_BETS,
    TIE_BETS_1,
    TIES_2,
    TT,
    VV,
    VZ,
    WAR_LOST,
    WAR_TIED,
    WAR_WON,
    WIN,
    XX,
    YY,
    ZZ,
)

STEPS = 65536.0  # of the share of ties that go to war


@compiled
def add_shoe(
    results: NDArray[np.float64],
    counts: NDArray[np.int64],
    totals: NDArray[np.int64],
    sums: NDArray[np.float64],
) -> None:
    """Add the counts of one shoe, and the squares and products of its rounds and results."""
    for column in range(SHOES + 1):
        totals[column] += counts[column]
    rounds, x = 0.0, 0.0
    for column in range(WIN, WAR_LOST + 1):
        rounds += counts[column]
        x += results[FIRST, column] * counts[column]
    y = 0.0
    for column in range(TIE_BETS, DEALS):
        y += results[TIE, column] * counts[column]
    bets = float(counts[TIE_BETS])
    wars = float(counts[WAR_WON] + counts[WAR_TIED] + counts[WAR_LOST])
    z = results[WAR_TIE, WAR_WON] * wars + results[WAR_TIE, TIES_2] * counts[TIES_2]
    sums[RR] += rounds * rounds
    sums[RX] += rounds * x
    sums[XX] += x * x
    sums[BB] += bets * bets
    sums[BY] += bets * y
    sums[YY] += y * y
    sums[VV] += wars * wars
    sums[VZ] += wars * z
    sums[ZZ] += z * z


@compiled
def add_edge_left(
    rules: NDArray[np.int64],
    results: NDArray[np.float64],
    left: NDArray[np.int64],
    deals: int,
    sums: NDArray[np.float64],
    by_deals: NDArray[np.float64],
) -> None:
    """Add what a round from the cards left would give, and its product with the shoe's deals.

    ``by_deals`` has a row for each number of deals: shoes, edge and its square, tie and its square.
    """
    edge, tie = edge_left(rules, results, left)
    sums[DD] += float(deals) * deals
    sums[E_] += edge
    sums[EE] += edge * edge
    sums[DE] += deals * edge
    sums[T_] += tie
    sums[TT] += tie * tie
    sums[DT] += deals * tie
    row = by_deals[deals]
    row[0] += 1.0
    row[1] += edge
    row[2] += edge * edge
    row[3] += tie
    row[4] += tie * tie


@compiled
def edge_left(
    rules: NDArray[np.int64], results: NDArray[np.float64], left: NDArray[np.int64]
) -> tuple[float, float]:
    """The edges of the first wager and of Tie on a round dealt from the cards left.

    Both cards of a comparison are drawn alike, so what does not tie is won and lost equally often.
    A war that ties is taken as final.
    """
    unseen, pairs, again = 0.0, 0.0, 0.0
    for count in left:
        unseen += count
        pairs += count * (count - 1.0)
    two = unseen * (unseen - 1.0)
    tie = pairs / two
    pay = results[FIRST]
    share = rules[WAR_STEPS] / STEPS
    result = (1.0 - tie) / 2.0 * (pay[WIN] + pay[LOSE]) + tie * (1.0 - share) * pay[SURRENDER]
    if share > 0.0:
        both = 0.0  # a tie, and another at war
        for count in left:
            here = count * (count - 1.0)
            both += here * (pairs - here + (count - 2.0) * (count - 3.0))
        twice = both / (two * (unseen - 2.0) * (unseen - 3.0))
        decided = (tie - twice) / 2.0 * (pay[WAR_WON] + pay[WAR_LOST])
        result += share * (decided + twice * pay[WAR_TIED])
        again = share * twice
    rung = results[TIE]  # what a first tie pays beyond a lost stake, and a second beyond that
    return -result, -(rung[TIE_BETS] + tie * rung[TIE_BETS_1] + again * rung[TIE_BETS_1 + 1])
