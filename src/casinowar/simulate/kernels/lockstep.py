"""The fast kernel: sixty-four shoes dealt side by side, one per lane.

The next card is equally likely to be any unseen card, whatever came before, so the order of draws
does not matter. Two things follow. The dealer's card may be drawn first and compared at once with
each seat's. And where a war always uses the same number of cards, wars may wait until all first
cards of a shoe are dealt: only their number moves the shoe towards its cutting card. So all lanes
draw first cards in step, each with the same number of unseen cards, until each has reached its
cutting card; a lane that is done draws nothing more. Then the war cards of all lanes are drawn, in
the order of the wars: the dealer's card, then the cards of the seats at that war.

The same code writes the log, if one is kept: rows of lanes in the order of the deal. ``logs``
reads it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from casinowar.simulate.kernels.compiled import compiled
from casinowar.simulate.kernels.first_cards import deal_first_cards
from casinowar.simulate.kernels.lanes import (
    ADDED,
    AT,
    COUNTS,
    DEALS,
    FILLED,
    I16,
    LANES,
    NO_ROW,
    ONE,
    QUEUE_BITS,
    QUEUED,
    ROWS,
    UNSEEN,
    WARS,
    WORDS,
    Lanes,
    Log,
    Rules,
    open_streams,
)
from casinowar.simulate.kernels.shoe_sums import add_edge_left
from casinowar.simulate.kernels.stream import reject_below
from casinowar.simulate.kernels.war_cards import deal_war_cards
from casinowar.simulate.plan import (
    CARDS,
    DECKS,
    OPENING,
    SEATS,
)

BY_TURNS = 0x5555  # a row of the queue in which every second card is the dealer's


@compiled
def new_shoes(t: Lanes, rules: Rules) -> None:
    """Full shoes in all lanes, their opening burn made, nothing counted."""
    for rank in range(COUNTS):
        for i in range(LANES):
            t[rank * LANES + i] = I16(4 * rules[DECKS] * (rank + 1))
    for i in range(LANES):
        t[AT + i] = I16(rules[OPENING])


@compiled
def add_lanes(t: Lanes, lanes: int, shoes: NDArray[np.int64]) -> None:
    """Add all pairwise products of the counts in the first ``lanes`` lanes.

    With ONE among the counts, these include the sums. All are whole numbers.
    """
    for i in range(LANES):
        t[ONE + i] = I16(1)
    for a, first in enumerate(ADDED):
        for b, second in enumerate(ADDED):
            if b >= a:
                total = np.int32(0)
                for i in range(lanes):
                    product = np.int32(np.int32(t[first + i]) * np.int32(t[second + i]))
                    total = np.int32(total + product)
                shoes[a, b] += total


@compiled
def add_left(
    t: Lanes,
    lanes: int,
    rules: Rules,
    results: NDArray[np.float64],
    sums: NDArray[np.float64],
    by_deals: NDArray[np.float64],
) -> None:
    """Add what the cards left would give in another round, for the study of the cutting card."""
    left = np.empty(COUNTS + 1, np.int64)
    for lane in range(lanes):
        below = 0
        for rank in range(COUNTS):
            left[rank] = t[rank * LANES + lane] - below
            below = t[rank * LANES + lane]
        left[COUNTS] = t[UNSEEN + lane] - below
        add_edge_left(rules, results, left, t[DEALS + lane], sums, by_deals)


@compiled
def lanes_wanted(t: Lanes, seats: int, rounds: int, rounds_wanted: int) -> tuple[int, int]:
    """How many lanes, in order, it takes to play the rounds, and the rounds played by then."""
    for lane in range(LANES):
        rounds += t[DEALS + lane] * seats
        if rounds >= rounds_wanted:
            return lane + 1, rounds
    return LANES, rounds


@compiled
def deal_in_lockstep(
    rules: Rules,
    results: NDArray[np.float64],
    seed: Any,
    block: Any,
    shoes_wanted: int,
    rounds_wanted: int,
    by_deals: NDArray[np.float64],
    shoes: NDArray[np.int64],
    sums: NDArray[np.float64],
    log: Log,
) -> int:
    """Deal up to ``shoes_wanted`` shoes, in whole groups of lanes, until ``rounds_wanted``.

    Adds them to ``shoes`` in the order of the lanes, and the cards left to ``sums`` and
    ``by_deals`` unless that is empty. The log holds the last group. Returns the number of its
    lines.
    """
    cards, seats = rules[CARDS], rules[SEATS]
    t, fresh = np.empty(ROWS * LANES, np.int16), np.zeros(ROWS * LANES, np.int16)
    new_shoes(fresh, rules)
    words = np.empty(WORDS, np.uint64)
    open_streams(words, seed, block)
    random, row = words.view(np.uint16)[4 * FILLED :], NO_ROW
    limits = np.zeros(cards + 1, np.uint16)
    for bound in range(1, cards + 1):
        limits[bound] = reject_below(bound)
    # The queue of war cards: 1 stands for the dealer's, 0 for a seat's. One seat needs no queue.
    tokens = np.zeros((cards // QUEUE_BITS + 1) * LANES, np.int16)
    if seats == 1:
        tokens[:] = BY_TURNS
    line, rounds = 0, 0
    for _ in range(0, shoes_wanted, LANES):
        for place in range(ROWS * LANES):
            t[place] = fresh[place]
        row, line = deal_first_cards(t, words, random, row, tokens, rules, limits, log)
        for i in range(LANES):
            t[UNSEEN + i] = I16(I16(cards) - I16(t[DEALS + i] * I16(seats + 1)))
            # One seat's wars are two cards each, without a queue.
            t[QUEUED + i] = I16(t[QUEUED + i] + I16(I16(2 * (seats == 1)) * t[WARS + i]))
        row, line, longest = deal_war_cards(t, words, random, row, tokens, log, line)
        if seats > 1:
            tokens[: (longest // QUEUE_BITS + 1) * LANES] = 0
        lanes, rounds = lanes_wanted(t, seats, rounds, rounds_wanted)
        add_lanes(t, lanes, shoes)
        if len(by_deals) > 0:
            add_left(t, lanes, rules, results, sums, by_deals)
        if rounds >= rounds_wanted:
            break
    return line


@compiled
def deal_blocks_in_lockstep(
    rules: Rules,
    results: NDArray[np.float64],
    seed: Any,
    first: Any,
    shoes_wanted: int,
    rounds_wanted: int,
    by_deals: NDArray[np.float64],
    shoes: NDArray[np.int64],
    sums: NDArray[np.float64],
    log: Log,
) -> None:
    """Deal a block for each row of ``shoes`` and ``sums``, without returning to the interpreter."""
    for row in range(len(shoes)):
        block = first + np.uint64(row)
        deal_in_lockstep(
            rules,
            results,
            seed,
            block,
            shoes_wanted,
            rounds_wanted,
            by_deals,
            shoes[row],
            sums[row],
            log,
        )
