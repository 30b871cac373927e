"""Blocks: the unit in which shoes are dealt, by whichever worker, always with the same cards.

Block ``b`` of a simulation holds a fixed number of shoes dealt from streams named by (seed, b).
Shoes are ordered by block, and inside a block as the kernel adds them. That order, and not the
workers, decides which shoe passes the number of rounds asked for.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from casinowar.simulate.plan import Plan
from casinowar.simulate.tally import COLUMNS, SUMS

LANES = 64
BLOCK_ROUNDS = 1 << 17  # about; a few tenths of a millisecond of work
NO_END = 2**62

BlockSums = tuple[NDArray[np.int64], NDArray[np.float64]]


def shoes_per_block(plan: Plan) -> int:
    """How many shoes a block holds: whole groups of lanes, about the same work for every house."""
    return LANES * max(1, round(BLOCK_ROUNDS / plan.rounds_per_shoe / LANES))


def deal_blocks(
    plan: Plan, seed: int, first: int, blocks: int, rounds_wanted: int = NO_END, study: bool = False
) -> BlockSums:
    """Counts and sums of ``blocks`` blocks from ``first`` on, a row each.

    Each block on its own ends with the shoe that reaches ``rounds_wanted``.
    """
    from casinowar.simulate.one_by_one import LOG_FIELDS, deal_one_by_one

    rules, results = plan.arrays()
    totals = np.zeros((blocks, COLUMNS), dtype=np.int64)
    sums = np.zeros((blocks, SUMS), dtype=np.float64)
    shoes = shoes_per_block(plan)
    no_log = np.empty((0, LOG_FIELDS), dtype=np.int32)
    for row in range(blocks):
        deal_one_by_one(
            rules,
            results,
            np.uint64(seed),
            first + row,
            shoes,
            rounds_wanted,
            study,
            totals[row],
            sums[row],
            no_log,
        )
    return totals, sums


def warm_up(plan: Plan) -> None:
    """Have the kernel of ``plan`` compiled, or read from its cache, in this process."""
    deal_blocks(plan, 0, 0, 1, 1)
