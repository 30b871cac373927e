"""The first cards of all rounds, in step: the larger part of the lockstep kernel.

The dealer's card is drawn first, so each seat's card can be settled as it is drawn. Wars are only
counted and queued; ``war_cards`` deals their cards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from casinowar.simulate.kernels.compiled import compiled, inlined
from casinowar.simulate.kernels.lanes import (
    AT,
    BOUND,
    DEALER,
    DEALS,
    I16,
    IDLE,
    LANES,
    MARK,
    NO_ROW,
    NOTHING,
    NOW,
    PAIR,
    QUEUE_BITS,
    QUEUED,
    RANK,
    RISK,
    STAYS,
    SURRENDERED,
    WARS,
    WON,
    Lanes,
    Log,
    Random,
    Rules,
    Words,
    draw_two,
    fill,
    note,
    note_pair,
    pick_again,
    pick_two,
)
from casinowar.simulate.kernels.stream import SPAN
from casinowar.simulate.plan import (
    CARDS,
    FRONT,
    SEATS,
    WAR_EACH,
    WAR_FIXED,
    WAR_STEPS,
)


@compiled
def set_bounds(t: Lanes, unseen: int, alone: bool) -> None:
    """Bounds for two cards in every lane; for only one where it is ``alone``."""
    for i in range(LANES):
        t[BOUND + i] = I16(unseen)
        t[BOUND + LANES + i] = I16(unseen - 1)
        t[IDLE + LANES + i] = t[IDLE + i] | I16(I16(NOTHING) * I16(alone))


@compiled
def settle_dealer_and_seat(t: Lanes) -> None:
    """The dealer's card and the first seat's. An idle lane drew neither: no win and no tie."""
    for i in range(LANES):
        dealer, rank = t[RANK + i], t[RANK + LANES + i]
        t[DEALER + i] = dealer
        dealer = I16(dealer | t[IDLE + i])
        tie = I16(rank == dealer)
        t[WON + i] = I16(t[WON + i] + I16(rank > dealer))
        t[NOW + i] = tie
        t[STAYS + i] = I16(0)
        t[STAYS + LANES + i] = tie


@compiled
def settle_two_seats(t: Lanes) -> None:
    """The cards of two seats against the dealer's."""
    for i in range(LANES):
        first, second = t[RANK + i], t[RANK + LANES + i]
        dealer = I16(t[DEALER + i] | t[IDLE + i])
        tie, won = I16(first == dealer), I16(first > dealer)
        dealer = I16(t[DEALER + i] | t[IDLE + LANES + i])
        second_tie, second_won = I16(second == dealer), I16(second > dealer)
        t[WON + i] = I16(t[WON + i] + I16(won + second_won))
        t[NOW + i] = I16(t[NOW + i] + I16(tie + second_tie))
        t[STAYS + i] = tie
        t[STAYS + LANES + i] = second_tie


@compiled
def surrender_some(t: Lanes, random: Random, row: int, steps: int) -> None:
    """Of the seats that tied, only the share of ``steps`` stays for the war."""
    for i in range(PAIR):
        goes = I16(np.int64(random[np.uintp(row + i)]) < steps)
        t[RISK + i] = t[STAYS + i] & (I16(1) - goes)
        t[STAYS + i] &= goes
    for i in range(LANES):
        surrendered = I16(t[RISK + i] + t[RISK + LANES + i])
        t[SURRENDERED + i] = I16(t[SURRENDERED + i] + surrendered)
        t[NOW + i] = I16(t[NOW + i] - surrendered)


@inlined
def queue_wars(t: Lanes, tokens: Lanes) -> None:
    """Queue the war cards of a round: a 1 for the dealer's, then a 0 for each seat's.

    A lane without a war also marks a dealer's card but does not move on: its next war begins
    there. Lanes have come about equally far, so only a row or two are written.
    """
    first, last = I16(NOTHING), I16(0)
    for i in range(LANES):
        place = t[QUEUED + i]
        t[MARK + i] = I16(np.int32(1) << np.int32(place & I16(QUEUE_BITS - 1)))
        first, last = min(first, place), max(last, place)
    for row in range(first // QUEUE_BITS, last // QUEUE_BITS + 1):
        start = I16(row * QUEUE_BITS)
        for i in range(LANES):
            here = I16(I16(t[QUEUED + i] & I16(-QUEUE_BITS)) == start)
            tokens[np.uintp(row * LANES + i)] |= I16(t[MARK + i] * here)
    for i in range(LANES):
        now = t[NOW + i]
        t[QUEUED + i] = I16(t[QUEUED + i] + I16(now + I16(now > 0)))


@compiled
def end_round(t: Lanes, rules: Rules) -> Any:
    """Move every lane on by the cards of its round; 0 while some lane has rounds to deal."""
    cards, front = I16(rules[SEATS] + 1), I16(rules[FRONT])
    war, each = I16(rules[WAR_FIXED]), I16(rules[WAR_EACH])
    idle = I16(NOTHING)
    for i in range(LANES):
        now, live = t[NOW + i], I16(t[IDLE + i] == 0)
        used = I16(I16(cards * live) + I16(each * now))
        at = I16(t[AT + i] + I16(used + I16(war * I16(now > 0))))
        # The shoe ends with the round that draws a card from behind the cutting card.
        done = I16(I16(NOTHING) * I16(at > front))
        t[AT + i] = at
        t[DEALS + i] = I16(t[DEALS + i] + live)
        t[WARS + i] = I16(t[WARS + i] + now)
        t[IDLE + i] = done
        idle = I16(idle & done)
    return idle


@compiled
def deal_first_cards(
    t: Lanes,
    words: Words,
    random: Random,
    row: int,
    tokens: Lanes,
    rules: Rules,
    limits: Random,
    log: Log,
) -> tuple[int, int]:
    """Deal the first cards of all rounds, until every lane has come to its cutting card.

    Queues the wars of more than one seat; returns the next random row and the next log line.
    """
    seats, unseen, steps = rules[SEATS], rules[CARDS], rules[WAR_STEPS]
    line, idle = 0, I16(0)
    while idle == 0:
        for card in range(0, seats + 1, 2):
            alone = card == seats
            set_bounds(t, unseen, alone)
            if row == NO_ROW:
                fill(words)
                row = 0
            least, second_least = pick_two(t, random, row)
            if least < limits[unseen] or second_least < limits[unseen - 1]:
                pick_again(t, words, random, row, max(limits[unseen], limits[unseen - 1]))
            draw_two(t)
            row += PAIR
            unseen -= 1 if alone else 2
            if card == 0:
                settle_dealer_and_seat(t)
            else:
                settle_two_seats(t)
            if steps < SPAN:
                if row == NO_ROW:
                    fill(words)
                    row = 0
                surrender_some(t, random, row, steps)
                row += PAIR
            if len(log) > 0:
                line = note_pair(log, line, t)
        if seats > 1:
            queue_wars(t, tokens)
        idle = end_round(t, rules)
        if len(log) > 0:
            line = note(log, line, t, AT)
    return row, line
