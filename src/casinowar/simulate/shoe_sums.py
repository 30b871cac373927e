"""One finished shoe into the sums, for both kernels."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from casinowar.simulate.compiled import inlined
from casinowar.simulate.plan import FIRST, TIE, WAR_STEPS, WAR_TIE
from casinowar.simulate.tally import (
    BB,
    BY,
    COLUMNS,
    DD,
    DE,
    DEALS,
    DT,
    E_,
    EE,
    LOSE,
    RR,
    RX,
    SURRENDER,
    T_,
    TIE_BETS,
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

RANKS = 13
_STEPS = 65536.0


@inlined
def edge_left(
    rules: NDArray[np.int64], results: NDArray[np.float64], counts: NDArray[np.int64], unseen: Any
) -> tuple[float, float]:
    """The edge of the first wager on a round dealt from the cards left, and its chance of a tie.

    Both seats' cards are drawn alike, so what does not tie is won and lost equally often.
    """
    pairs = 0.0
    for rank in range(RANKS):
        pairs += counts[rank] * (counts[rank] - 1.0)
    two = unseen * (unseen - 1.0)
    tie = pairs / two
    pay = results[FIRST]
    share = rules[WAR_STEPS] / _STEPS
    result = (1.0 - tie) / 2.0 * (pay[WIN] + pay[LOSE]) + tie * (1.0 - share) * pay[SURRENDER]
    if share > 0.0:
        both = 0.0  # ties twice
        for rank in range(RANKS):
            count = float(counts[rank])
            here = count * (count - 1.0)
            both += here * (pairs - here + (count - 2.0) * (count - 3.0))
        twice = both / (two * (unseen - 2.0) * (unseen - 3.0))
        decided = (tie - twice) / 2.0 * (pay[WAR_WON] + pay[WAR_LOST])
        result += share * (decided + twice * pay[WAR_TIED])
    return -result, tie


@inlined
def add_shoe(
    rules: NDArray[np.int64],
    results: NDArray[np.float64],
    counts: NDArray[np.int64],
    left: NDArray[np.int64],
    unseen: Any,
    study: bool,
    totals: NDArray[np.int64],
    sums: NDArray[np.float64],
) -> None:
    """Add the ``counts`` of one shoe, its squares and products; with ``study`` the cards left."""
    x, y, z = 0.0, 0.0, 0.0
    for column in range(COLUMNS):
        totals[column] += counts[column]
        x += results[FIRST, column] * counts[column]
        y += results[TIE, column] * counts[column]
        z += results[WAR_TIE, column] * counts[column]
    rounds = 0.0
    for column in range(WIN, WAR_LOST + 1):
        rounds += counts[column]
    bets = float(counts[TIE_BETS])
    wars = float(counts[WAR_WON] + counts[WAR_TIED] + counts[WAR_LOST])
    sums[RR] += rounds * rounds
    sums[RX] += rounds * x
    sums[XX] += x * x
    sums[BB] += bets * bets
    sums[BY] += bets * y
    sums[YY] += y * y
    sums[VV] += wars * wars
    sums[VZ] += wars * z
    sums[ZZ] += z * z
    if study:
        deals = float(counts[DEALS])
        edge, tie = edge_left(rules, results, left, unseen)
        sums[DD] += deals * deals
        sums[E_] += edge
        sums[EE] += edge * edge
        sums[DE] += deals * edge
        sums[T_] += tie
        sums[TT] += tie * tie
        sums[DT] += deals * tie
