"""The kernel of counting studies: one seat bets by a count of the cards that were seen.

It deals as ``one_by_one`` does, card for card from the same random numbers, so that the records of
that kernel show what this one dealt. The other seats play every round; their cards are seen too.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from casinowar.simulate.kernels.compiled import compiled
from casinowar.simulate.kernels.one_by_one import (
    BY_RANK,
    DEAL,
    GONE,
    RANKS,
    SHOE,
    UNSEEN,
    WAR,
    Log,
    Rules,
    Whole,
    burn,
    deal_war,
    draw,
)
from casinowar.simulate.kernels.stream import next_word, open_stream
from casinowar.simulate.plan import CARDS, DECKS, FRONT, OPENING, RUNGS, SEATS, WAR_DEALS, WAR_STEPS
from casinowar.simulate.tally import LOSE, SURRENDER, WAR_LOST, WAR_TIED, WAR_WON, WIN

Floats = NDArray[np.float64]
# Columns of a step of the spread: the least count, units on the first wager, units on Tie.
FROM, FIRST_UNITS, TIE_UNITS = range(3)
# Sums over shoes: shoes, rounds dealt r, rounds bet on, units on the first wager (with wars) and
# on Tie, result x, and the products for the error of a ratio.
C_SHOES, C_ROUNDS, C_BET, C_FIRST, C_TIE, C_X, C_XX, C_XR, C_RR, C_XSQ = range(10)
C_SUMS = 10
# What is added up for each step: rounds, results of one unit on the first wager and on Tie.
S_ROUNDS, S_FIRST, S_TIE = range(3)
S_SUMS = 3


@compiled
def count_of(shoe: Whole, rules: Rules, weights: Floats, per_deck: bool) -> float:
    """The count of all cards seen; ``per_deck`` divides it by the decks nobody has seen."""
    found = 0.0
    for rank in range(RANKS):
        found += weights[rank] * (4 * rules[DECKS] - shoe[BY_RANK + rank])
    if per_deck:
        found *= 52.0 / max(1, shoe[UNSEEN])
    return found


@compiled
def step_of(steps: Floats, count: float) -> int:
    """The last step of the spread whose count is reached; the first needs none."""
    found = 0
    for step in range(1, len(steps)):
        if count >= steps[step, FROM]:
            found = step
    return found


@compiled
def deal_seen_round(
    rules: Rules,
    left: NDArray[np.uint8],
    stream: Any,
    shoe: Whole,
    cards: Whole,
    ties: Whole,
    at_war: NDArray[np.bool_],
    ended: Whole,
    tie_alone: bool,
    log: Log,
) -> None:
    """One round of all seats; ``ended`` has the outcome of each.

    If seat 1 bets on Tie alone, a ladder keeps it in every war deal, whatever the strategy.
    """
    seats = rules[SEATS]
    for seat in range(seats):
        cards[seat] = draw(seat, left, stream, shoe, log)
    dealer = draw(seats, left, stream, shoe, log)
    wars = 0
    for seat in range(seats):
        ties[seat], at_war[seat] = 0, False
        if cards[seat] > dealer:
            ended[seat] = WIN
        elif cards[seat] < dealer:
            ended[seat] = LOSE
        else:
            ties[seat] = 1
            at_war[seat] = next_word(stream, 0) >> np.uint64(48) < np.uint64(rules[WAR_STEPS])
            if seat == 0 and tie_alone and rules[RUNGS] > 1:
                at_war[seat] = True
            ended[seat] = WAR_TIED if at_war[seat] else SURRENDER
            wars += at_war[seat]
    while wars > 0:
        shoe[WAR] += 1
        dealer = deal_war(rules, left, stream, shoe, cards, at_war, log)
        for seat in range(seats):
            if at_war[seat]:
                if cards[seat] == dealer:
                    ties[seat] += 1
                    if shoe[WAR] < rules[WAR_DEALS]:
                        continue
                else:
                    ended[seat] = WAR_WON if cards[seat] > dealer else WAR_LOST
                at_war[seat] = False
                wars -= 1
    shoe[WAR] = 0


@compiled
def deal_counted(
    rules: Rules,
    nets: Floats,
    tie_nets: Floats,
    weights: Floats,
    per_deck: bool,
    steps: Floats,
    seed: Any,
    block: Any,
    shoes_wanted: int,
    sums: Floats,
    by_step: Floats,
) -> None:
    """Deal ``shoes_wanted`` shoes; seat 1 bets by the count. Adds to ``sums`` and ``by_step``."""
    seats = rules[SEATS]
    log = np.empty((0, 7), np.int32)
    stream = np.empty(4, np.uint64)
    open_stream(stream, 0, 1, seed, block, 0)
    left = np.empty(rules[CARDS], np.uint8)
    for place in range(rules[CARDS]):
        left[place] = place % RANKS
    cards, ties, ended = (
        np.empty(seats, np.int64),
        np.empty(seats, np.int64),
        np.empty(seats, np.int64),
    )
    at_war = np.empty(seats, np.bool_)
    shoe = np.zeros(BY_RANK + RANKS, np.int64)
    while shoe[SHOE] < shoes_wanted:
        shoe[GONE], shoe[UNSEEN], shoe[DEAL] = 0, rules[CARDS], 0
        shoe[BY_RANK:] = 4 * rules[DECKS]
        burn(rules[OPENING], shoe, log)
        result = 0.0
        while shoe[DEAL] == 0 or shoe[GONE] <= rules[FRONT]:
            step = step_of(steps, count_of(shoe, rules, weights, per_deck))
            first, tie = steps[step, FIRST_UNITS], steps[step, TIE_UNITS]
            alone = first == 0.0 and tie > 0.0
            deal_seen_round(rules, left, stream, shoe, cards, ties, at_war, ended, alone, log)
            net = nets[ended[0]]
            tie_net = tie_nets[ties[0]]
            won = first * net + tie * tie_net
            result += won
            sums[C_XSQ] += won * won
            at_war_too = ended[0] == WAR_WON or ended[0] == WAR_TIED or ended[0] == WAR_LOST
            sums[C_FIRST] += first * (2.0 if at_war_too else 1.0)
            sums[C_TIE] += tie
            sums[C_BET] += 1.0 if first > 0.0 or tie > 0.0 else 0.0
            by_step[step, S_ROUNDS] += 1.0
            by_step[step, S_FIRST] += net
            by_step[step, S_TIE] += tie_net
            shoe[DEAL] += 1
        rounds = float(shoe[DEAL])
        sums[C_SHOES] += 1.0
        sums[C_ROUNDS] += rounds
        sums[C_X] += result
        sums[C_XX] += result * result
        sums[C_XR] += result * rounds
        sums[C_RR] += rounds * rounds
        shoe[SHOE] += 1


@compiled
def deal_counted_blocks(
    rules: Rules,
    nets: Floats,
    tie_nets: Floats,
    weights: Floats,
    per_deck: bool,
    steps: Floats,
    seed: Any,
    first: Any,
    shoes_wanted: int,
    sums: Floats,
    by_step: Floats,
) -> None:
    """Deal a block for each row of ``sums`` and ``by_step``."""
    for row in range(len(sums)):
        deal_counted(
            rules,
            nets,
            tie_nets,
            weights,
            per_deck,
            steps,
            seed,
            first + np.uint64(row),
            shoes_wanted,
            sums[row],
            by_step[row],
        )
