"""Reading the log of the lockstep kernel: rows of lanes, in the order of the deal.

For every two cards drawn: their picks, their ranks, and which seats stay for a war, two rows each.
After every round: the cards gone from each shoe. After the last round: the war cards, in the same
form. A lane that drew nothing has NOTHING as its pick.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from casinowar.simulate.blocks import NO_END, from_products, no_study
from casinowar.simulate.kernels.lanes import ADDED, LANES, NOTHING
from casinowar.simulate.kernels.lockstep import deal_in_lockstep
from casinowar.simulate.plan import CARDS, FRONT, Plan
from casinowar.simulate.tally import SUMS
from tests.simulate.logs.raw import RawRound, RawWar

Rows = NDArray[np.int16]
PAIR_ROWS = 6


def lane_log(
    plan: Plan, seed: int, block: int, before: int
) -> tuple[list[Rows], NDArray[np.int64]]:
    """The log of the group of lanes after ``before`` shoes of a block, and its counts.

    The log comes in parts: the rows of each round, and last those of the war cards.
    """
    rules, results = plan.arrays()
    added = []
    log = np.zeros((20 * plan.rules[CARDS], LANES), dtype=np.int16)
    lines = 0
    for shoes in (before, before + LANES):
        products = np.zeros((1, len(ADDED), len(ADDED)), dtype=np.int64)
        sums = np.zeros((1, SUMS))
        names = (np.uint64(seed), np.uint64(block))
        lines = deal_in_lockstep(
            rules, results, *names, shoes, NO_END, no_study(), products[0], sums[0], log
        )
        added.append(from_products(plan, products, sums)[0][0])
    assert lines < len(log), "the log is full"
    return list(_split(plan, log[:lines])), added[1] - added[0]


def _split(plan: Plan, log: Rows) -> Iterator[Rows]:
    """The rows of each round, then those of the war cards.

    Another round follows while some lane has not reached its cutting card.
    """
    round_rows = PAIR_ROWS * (plan.seats // 2 + 1) + 1
    at, dealing = 0, True
    while dealing:
        yield log[at : at + round_rows]
        at += round_rows
        dealing = bool((log[at - 1] <= plan.rules[FRONT]).any())
    yield log[at:]


def lane_rounds(
    plan: Plan, seed: int, block: int, before: int
) -> tuple[list[list[RawRound]], NDArray[np.int64]]:
    """The rounds of each of 64 shoes, and what the kernel counted in them."""
    parts, counted = lane_log(plan, seed, block, before)
    return [_shoe(plan, parts[:-1], parts[-1], lane) for lane in range(LANES)], counted


def _shoe(plan: Plan, rounds: list[Rows], wars: Rows, lane: int) -> list[RawRound]:
    war_ranks = iter(_drawn(wars, lane))
    found = []
    for rows in rounds:
        ranks = _drawn(rows[:-1], lane)
        if not ranks:
            break  # this lane had reached its cutting card
        stays = [int(rows[at + 4 + half, lane]) for at in _pairs(rows[:-1]) for half in range(2)]
        at_war = tuple(seat for seat in range(plan.seats) if stays[seat + 1])
        fought: tuple[RawWar, ...] = ()
        if at_war:
            dealer = next(war_ranks)
            fought = (RawWar(at_war, tuple(next(war_ranks) for _ in at_war), dealer),)
        found.append(RawRound(tuple(ranks[1:]), ranks[0], fought, int(rows[-1, lane]), True))
    assert next(war_ranks, None) is None, "a war card too many"
    return found


def _pairs(rows: Rows) -> range:
    return range(0, len(rows), PAIR_ROWS)


def _drawn(rows: Rows, lane: int) -> list[int]:
    """The ranks that a lane drew, in order."""
    return [
        int(rows[at + 2 + half, lane])
        for at in _pairs(rows)
        for half in range(2)
        if rows[at + half, lane] != NOTHING
    ]
