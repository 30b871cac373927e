"""Blocks: the unit of work. A block has the same cards on every worker.

Block ``b`` of a simulation holds a fixed number of shoes dealt from streams named by (seed, b).
Shoes are ordered by block, and inside a block as its kernel adds them: group of lanes by group of
lanes, lane by lane. That order, and not the workers, decides which shoe reaches the requested
number of rounds. The house and the strategy alone decide which kernel deals.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from casinowar.simulate import tally
from casinowar.simulate.plan import CARDS, FIRST, TIE, WAR_TIE, Plan
from casinowar.simulate.tally import COLUMNS, SUMS

GROUP: Final = 64  # shoes that the lockstep kernel deals side by side
BLOCK_ROUNDS: Final = 1 << 18  # approximate; half a millisecond of work
NO_END: Final = 2**62
LEFT_SUMS: Final = 5  # shoes, edge and its square, tie and its square

BlockSums = tuple[NDArray[np.int64], NDArray[np.float64]]


def shoes_per_block(plan: Plan) -> int:
    """The number of shoes in a block: whole groups, about the same work for every house."""
    return GROUP * max(1, round(BLOCK_ROUNDS / plan.rounds_per_shoe / GROUP))


def deal_blocks(
    plan: Plan,
    seed: int,
    first: int,
    blocks: int,
    rounds_wanted: int = NO_END,
    by_deals: NDArray[np.float64] | None = None,
) -> BlockSums:
    """Counts and sums of ``blocks`` blocks from ``first`` on, one row each.

    Each block separately ends with the shoe that reaches ``rounds_wanted``. ``by_deals``, from
    ``by_deals_of``, takes up what the cards left at the end of each shoe would give.
    """
    deal = _in_lockstep if plan.lockstep else _one_by_one
    left = no_study() if by_deals is None else by_deals
    return deal(plan, seed, first, blocks, rounds_wanted, left)


def no_study() -> NDArray[np.float64]:
    """An empty ``by_deals``, if the cards left are not needed."""
    return np.empty((0, LEFT_SUMS))


def by_deals_of(plan: Plan) -> NDArray[np.float64]:
    """An empty row for each number of deals that a shoe of ``plan`` can have."""
    return np.zeros((plan.rules[CARDS] // (plan.seats + 1) + 2, LEFT_SUMS))


def warm_up(plan: Plan) -> None:
    """Compile the kernel of ``plan`` in this process, or load it from its cache."""
    deal_blocks(plan, 0, 0, 1, 1)


def _one_by_one(
    plan: Plan,
    seed: int,
    first: int,
    blocks: int,
    rounds_wanted: int,
    by_deals: NDArray[np.float64],
) -> BlockSums:
    from casinowar.simulate.kernels.one_by_one import LOG_FIELDS, deal_blocks_one_by_one

    counts = np.zeros((blocks, COLUMNS), dtype=np.int64)
    sums = np.zeros((blocks, SUMS), dtype=np.float64)
    no_log = np.empty((0, LOG_FIELDS), dtype=np.int32)
    rules, results = plan.arrays()
    names, shoes = (np.uint64(seed), np.uint64(first)), shoes_per_block(plan)
    deal_blocks_one_by_one(
        rules, results, *names, shoes, rounds_wanted, by_deals, counts, sums, no_log
    )
    return counts, sums


def _in_lockstep(
    plan: Plan,
    seed: int,
    first: int,
    blocks: int,
    rounds_wanted: int,
    by_deals: NDArray[np.float64],
) -> BlockSums:
    from casinowar.simulate.kernels.lanes import ADDED, LANES
    from casinowar.simulate.kernels.lockstep import deal_blocks_in_lockstep

    assert LANES == GROUP
    products = np.zeros((blocks, len(ADDED), len(ADDED)), dtype=np.int64)
    sums = np.zeros((blocks, SUMS), dtype=np.float64)
    no_log = np.empty((0, LANES), dtype=np.int16)
    rules, results = plan.arrays()
    names, shoes = (np.uint64(seed), np.uint64(first)), shoes_per_block(plan)
    deal_blocks_in_lockstep(
        rules, results, *names, shoes, rounds_wanted, by_deals, products, sums, no_log
    )
    return from_products(plan, products, sums)


def from_products(plan: Plan, products: NDArray[np.int64], sums: NDArray[np.float64]) -> BlockSums:
    """Counts and sums from what the lockstep kernel added: ``products`` of its seven counts.

    Every count, and every result of a wager, is a fixed combination of the seven, so its squares
    and products over shoes follow from theirs.
    """
    one, deals, won, surrendered, wars, war_won, war_tied = np.eye(7, dtype=np.int64)
    rounds = plan.seats * deals
    made = np.zeros((COLUMNS, 7), dtype=np.int64)
    made[tally.WIN] = won
    made[tally.LOSE] = rounds - won - surrendered - wars
    made[tally.SURRENDER] = surrendered
    made[tally.WAR_WON] = war_won
    made[tally.WAR_TIED] = war_tied
    made[tally.WAR_LOST] = wars - war_won - war_tied
    made[tally.TIES_2] = made[tally.TIE_BETS_1 + 1] = war_tied
    made[tally.TIE_BETS] = rounds
    made[tally.TIE_BETS_1] = surrendered + wars
    made[tally.DEALS] = deals
    made[tally.SHOES] = one
    pays = np.array(plan.results) @ made
    above = np.triu(products, 1).transpose(0, 2, 1)
    both = (np.triu(products) + above).astype(np.float64)
    pairs = {
        tally.RR: (rounds, rounds),
        tally.RX: (rounds, pays[FIRST]),
        tally.XX: (pays[FIRST], pays[FIRST]),
        tally.BB: (rounds, rounds),
        tally.BY: (rounds, pays[TIE]),
        tally.YY: (pays[TIE], pays[TIE]),
        tally.VV: (wars, wars),
        tally.VZ: (wars, pays[WAR_TIE]),
        tally.ZZ: (pays[WAR_TIE], pays[WAR_TIE]),
    }
    for place, (left, right) in pairs.items():
        sums[:, place] = np.einsum("bij,i,j->b", both, left.astype(float), right.astype(float))
    return products[:, 0, :] @ made.T, sums
