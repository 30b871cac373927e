"""The war cards of all lanes, after all first cards: the smaller part of the lockstep kernel."""

from __future__ import annotations

import numpy as np

from casinowar.simulate.kernels.compiled import compiled, inlined
from casinowar.simulate.kernels.lanes import (
    BOUND,
    DEALER,
    I16,
    IDLE,
    LANES,
    NO_ROW,
    NOTHING,
    PAIR,
    QUEUE_BITS,
    QUEUED,
    RANK,
    U16,
    UNSEEN,
    WAR_TIED,
    WAR_WON,
    Lanes,
    Log,
    Random,
    Words,
    draw_two,
    fill,
    note_pair,
    pick_again,
    pick_two,
)


@compiled
def set_war_bounds(t: Lanes, step: int) -> None:
    """Bounds for war cards ``step`` and the next of each lane, where it has that many to draw."""
    for i in range(LANES):
        unseen, queued = t[UNSEEN + i], t[QUEUED + i]
        draws, draws_more = I16(I16(step) < queued), I16(I16(step + 1) < queued)
        t[BOUND + i] = unseen
        t[BOUND + LANES + i] = I16(unseen - draws)
        t[IDLE + i] = I16(I16(NOTHING) * I16(draws == 0))
        t[IDLE + LANES + i] = I16(I16(NOTHING) * I16(draws_more == 0))
        t[UNSEEN + i] = I16(I16(unseen - draws) - draws_more)


@inlined
def settle_war_card(t: Lanes, tokens: Lanes, step: int, drawn: int) -> None:
    """Take a war card as the dealer's, or compare it with the dealer's.

    ``drawn`` is its offset in the double rows: 0, or LANES for the second card.
    """
    queue, mark = step // QUEUE_BITS * LANES, I16(1 << step % QUEUE_BITS)
    for i in range(LANES):
        is_dealers = I16(I16(tokens[np.uintp(queue + i)] & mark) != 0)
        card, dealer = t[RANK + drawn + i], t[DEALER + i]
        is_seats = I16(I16(is_dealers == 0) & I16(t[IDLE + drawn + i] == 0))
        t[WAR_WON + i] = I16(t[WAR_WON + i] + I16(I16(card > dealer) & is_seats))
        t[WAR_TIED + i] = I16(t[WAR_TIED + i] + I16(I16(card == dealer) & is_seats))
        t[DEALER + i] = I16(dealer + I16(is_dealers * I16(card - dealer)))


@compiled
def deal_war_cards(
    t: Lanes, words: Words, random: Random, row: int, tokens: Lanes, log: Log, line: int
) -> tuple[int, int, int]:
    """Deal all queued war cards; returns the next row and log line, and the longest queue."""
    longest, limit = 0, U16(0)
    for i in range(LANES):
        longest = max(longest, t[QUEUED + i])
        limit = max(limit, U16(t[UNSEEN + i]))
    for step in range(0, longest, 2):
        set_war_bounds(t, step)
        if row == NO_ROW:
            fill(words)
            row = 0
        least, second_least = pick_two(t, random, row)
        if least < limit or second_least < limit:
            pick_again(t, words, random, row, limit)
        draw_two(t)
        row += PAIR
        if len(log) > 0:
            line = note_pair(log, line, t)
        settle_war_card(t, tokens, step, 0)
        settle_war_card(t, tokens, step + 1, LANES)
    return row, line, longest
