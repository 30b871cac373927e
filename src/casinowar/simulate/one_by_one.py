"""The plain kernel: one shoe after another, every card in the order in which it is dealt.

It deals what ``lockstep`` cannot: wars that are fought again when they tie, and players who watch
the cards. A card that is dealt is drawn from all cards nobody has seen, the burned ones and those
behind the cutting card among them; a burned card is only counted.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from casinowar.simulate.compiled import compiled, inlined
from casinowar.simulate.plan import (
    BURN_EACH,
    BURN_FIRST,
    BY_COMPOSITION,
    CARDS,
    DECKS,
    FRONT,
    OPENING,
    SEATS,
    TIE_PAYS,
    TIE_STAKE,
    WAR_DEALS,
    WAR_STEPS,
)
from casinowar.simulate.shoe_sums import add_shoe
from casinowar.simulate.stream import below, next_word, open_stream
from casinowar.simulate.tally import (
    COLUMNS,
    DEALS,
    LOSE,
    SHOES,
    SURRENDER,
    TIE_BETS,
    TIE_BETS_1,
    TIES_2,
    WAR_LOST,
    WAR_TIED,
    WAR_WON,
    WIN,
)

RANKS = 13
# What a line of the log tells.
BURNED, DEALT, SURRENDERED, BET_TIE, ENDED = range(5)
# Its fields: kind, shoe, round, war deal (0 is the original deal), seat from 0 (the dealer is the
# number of seats), rank from 0, position in the shoe.
LOG_FIELDS = 7


@inlined
def draw(left: Any, counts: Any, stream: Any, unseen: int) -> int:
    """A card of those ``unseen``; it is taken out of them."""
    place = below(stream, 0, 1, unseen)
    rank = left[place]
    left[place] = left[unseen - 1]
    left[unseen - 1] = rank
    counts[rank] -= 1
    return int(rank)


@inlined
def note(
    log: Any, used: Any, kind: int, shoe: int, deal: int, war: int, seat: int, rank: int, at: int
) -> None:
    """Write one line of the log, where one is kept."""
    if log.shape[0] > 0:
        line = log[used[0]]
        line[0], line[1], line[2], line[3] = kind, shoe, deal, war
        line[4], line[5], line[6] = seat, rank, at
        used[0] += 1


@compiled
def deal_one_by_one(
    rules: NDArray[np.int64],
    results: NDArray[np.float64],
    seed: Any,
    block: int,
    shoes: int,
    rounds_wanted: int,
    study: bool,
    totals: NDArray[np.int64],
    sums: NDArray[np.float64],
    log: NDArray[np.int32],
) -> int:
    """Deal up to ``shoes`` shoes, ending with the one that reaches ``rounds_wanted``.

    Adds them to ``totals`` and ``sums``; gives the number of log lines written.
    """
    decks, cards, front, seats = rules[DECKS], rules[CARDS], rules[FRONT], rules[SEATS]
    stream = np.empty(4, np.uint64)
    open_stream(stream, 0, 1, seed, block, 0)
    left = np.empty(cards, np.uint8)
    for place in range(cards):
        left[place] = place % RANKS
    unseen_counts = np.empty(RANKS, np.int64)
    counts = np.empty(COLUMNS, np.int64)
    first, war_card = np.empty(seats, np.int64), np.empty(seats, np.int64)
    ties, at_war = np.empty(seats, np.int64), np.empty(seats, np.bool_)
    used = np.zeros(1, np.int64)
    rounds = 0
    for shoe in range(shoes):
        unseen, at = cards, 0
        unseen_counts[:] = 4 * decks
        counts[:] = 0
        for _ in range(rules[OPENING]):
            note(log, used, BURNED, shoe, 0, 0, 0, 0, at)
            at += 1
        deal = 0
        while True:
            pairs = 0
            for rank in range(RANKS):
                pairs += unseen_counts[rank] * (unseen_counts[rank] - 1)
            # Tie is bet where it wins more often than it must to break even, in whole numbers.
            tie_bet = not rules[BY_COMPOSITION] or (
                pairs * (rules[TIE_PAYS] + rules[TIE_STAKE])
                > rules[TIE_STAKE] * unseen * (unseen - 1)
            )
            if tie_bet:
                note(log, used, BET_TIE, shoe, deal, 0, 0, 0, at)
            for seat in range(seats):
                first[seat] = draw(left, unseen_counts, stream, unseen)
                note(log, used, DEALT, shoe, deal, 0, seat, first[seat], at)
                unseen -= 1
                at += 1
            dealer = draw(left, unseen_counts, stream, unseen)
            note(log, used, DEALT, shoe, deal, 0, seats, dealer, at)
            unseen -= 1
            at += 1
            wars = 0
            for seat in range(seats):
                ties[seat] = 0
                at_war[seat] = False
                if first[seat] > dealer:
                    counts[WIN] += 1
                elif first[seat] < dealer:
                    counts[LOSE] += 1
                else:
                    ties[seat] = 1
                    choice = next_word(stream, 0, 1) >> np.uint64(48)
                    if choice < np.uint64(rules[WAR_STEPS]):
                        at_war[seat] = True
                        wars += 1
                    else:
                        counts[SURRENDER] += 1
                        note(log, used, SURRENDERED, shoe, deal, 0, seat, 0, at)
            war = 0
            while wars > 0 and war < rules[WAR_DEALS]:
                war += 1
                # The burns before the dealer's card are those of a war without players.
                burn_now = rules[BURN_FIRST] if rules[BURN_EACH] == 0 else 0
                for seat in range(seats):
                    if at_war[seat]:
                        for _ in range(burn_now + rules[BURN_EACH]):
                            note(log, used, BURNED, shoe, deal, war, 0, 0, at)
                            at += 1
                        burn_now = 0
                        war_card[seat] = draw(left, unseen_counts, stream, unseen)
                        note(log, used, DEALT, shoe, deal, war, seat, war_card[seat], at)
                        unseen -= 1
                        at += 1
                if rules[BURN_EACH] > 0:
                    for _ in range(rules[BURN_FIRST]):
                        note(log, used, BURNED, shoe, deal, war, 0, 0, at)
                        at += 1
                war_dealer = draw(left, unseen_counts, stream, unseen)
                note(log, used, DEALT, shoe, deal, war, seats, war_dealer, at)
                unseen -= 1
                at += 1
                for seat in range(seats):
                    if at_war[seat]:
                        if war_card[seat] == war_dealer:
                            ties[seat] += 1
                            if war < rules[WAR_DEALS]:
                                continue
                            counts[WAR_TIED] += 1
                        elif war_card[seat] > war_dealer:
                            counts[WAR_WON] += 1
                        else:
                            counts[WAR_LOST] += 1
                        at_war[seat] = False
                        wars -= 1
            for seat in range(seats):
                for more in range(2, ties[seat] + 1):
                    counts[TIES_2 + more - 2] += 1
                if tie_bet:
                    counts[TIE_BETS] += 1
                    for more in range(1, ties[seat] + 1):
                        counts[TIE_BETS_1 + more - 1] += 1
            deal += 1
            note(log, used, ENDED, shoe, deal - 1, 0, 0, 0, at)
            if at > front:
                break
        counts[DEALS] = deal
        counts[SHOES] = 1
        add_shoe(rules, results, counts, unseen_counts, unseen, study, totals, sums)
        rounds += deal * seats
        if rounds >= rounds_wanted:
            break
    return int(used[0])
