"""Reading the log of the plain kernel: a line for every card, in the order of the shoe."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from casinowar.simulate.blocks import NO_END, no_study
from casinowar.simulate.kernels.one_by_one import (
    BET_TIE,
    BURNED,
    DEALT,
    ENDED,
    LOG_FIELDS,
    NEW_SHOE,
    deal_one_by_one,
)
from casinowar.simulate.plan import CARDS, Plan
from casinowar.simulate.tally import COLUMNS, SUMS
from tests.simulate.logs.raw import RawRound, RawWar


def plain_rounds(
    plan: Plan, seed: int, block: int, shoes: int
) -> tuple[list[list[RawRound]], NDArray[np.int64]]:
    """The rounds of the first shoes of a block, and what the kernel counted in them."""
    rules, results = plan.arrays()
    log = np.zeros((4 * plan.rules[CARDS] * shoes, LOG_FIELDS), dtype=np.int32)
    counts = np.zeros(COLUMNS, dtype=np.int64)
    names = (np.uint64(seed), np.uint64(block))
    lines = deal_one_by_one(
        rules, results, *names, shoes, NO_END, no_study(), counts, np.zeros(SUMS), log
    )
    found: list[list[RawRound]] = [[] for _ in range(shoes)]
    for lines_of_round in _rounds(log[:lines]):
        found[lines_of_round[0][1]].append(_round(plan, lines_of_round))
    return found, counts


def _rounds(log: NDArray[np.int32]) -> list[list[list[int]]]:
    """The lines of each round. No card may be out of place."""
    found: list[list[list[int]]] = []
    lines: list[list[int]] = []
    place = 0
    for line in log.tolist():
        if line[0] in (BURNED, DEALT):
            assert line[6] == place, "a card out of place"
            place += 1
        lines.append(line)
        if line[0] == ENDED:
            found.append(lines)
            lines = []
        elif line[0] == NEW_SHOE:
            place = 0
    return found


def _round(plan: Plan, lines: list[list[int]]) -> RawRound:
    dealt = [line for line in lines if line[0] == DEALT]
    cards = {line[4]: line[5] for line in dealt if line[3] == 0}
    wars = []
    for war in range(1, max(line[3] for line in dealt) + 1):
        hands = {line[4]: line[5] for line in dealt if line[3] == war}
        dealer = hands.pop(plan.seats)
        wars.append(RawWar(tuple(hands), tuple(hands.values()), dealer))
    dealer = cards.pop(plan.seats)
    tie_bet = any(line[0] == BET_TIE for line in lines)
    return RawRound(tuple(cards.values()), dealer, tuple(wars), lines[-1][6], tie_bet)
