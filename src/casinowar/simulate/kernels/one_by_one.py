"""The plain kernel: one shoe after another, every card in the order of the deal.

It deals what ``lockstep`` cannot: wars that are dealt again when they tie, and players who track
the cards. A card that is dealt is drawn from all cards nobody has seen, the burned ones and those
behind the cutting card among them; a burned card is only counted.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from casinowar.simulate.kernels.compiled import compiled
from casinowar.simulate.kernels.shoe_sums import STEPS, add_edge_left, add_shoe
from casinowar.simulate.kernels.stream import below, next_word, open_stream
from casinowar.simulate.plan import (
    BURN_EACH,
    BURN_FIRST,
    BY_COMPOSITION,
    CARDS,
    DECKS,
    FRONT,
    OPENING,
    RUNGS,
    SEATS,
    TIE,
    WAR_DEALS,
    WAR_STEPS,
)
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

Rules = NDArray[np.int64]
Results = NDArray[np.float64]
Whole = NDArray[np.int64]
Log = NDArray[np.int32]

RANKS = 13
NOTHING = 1e-12  # an even bet, but for rounding
# The shoe in hand: cards gone from it (burned ones too), cards nobody has seen, lines of the log,
# its number, its deal and its war deal (0 is the original deal); then the unseen cards by rank.
GONE, UNSEEN, LINES, SHOE, DEAL, WAR = range(6)
BY_RANK = 6
# The kind of a log line; then come shoe, deal, war deal, seat from 0 (the dealer comes after
# the last), rank from 0, position in the shoe.
NEW_SHOE, BURNED, DEALT, SURRENDERED, BET_TIE, ENDED = range(6)
LOG_FIELDS = 7


@compiled
def note(log: Log, shoe: Whole, kind: int, seat: int, rank: Any) -> None:
    """Write one line of the log, if one is kept."""
    if len(log) > 0:
        line = shoe[LINES]
        log[line, 0], log[line, 1], log[line, 2] = kind, shoe[SHOE], shoe[DEAL]
        log[line, 3], log[line, 4], log[line, 5] = shoe[WAR], seat, rank
        log[line, 6] = shoe[GONE]
        shoe[LINES] += 1


@compiled
def burn(cards: int, shoe: Whole, log: Log) -> None:
    """Burn cards face down: they leave the shoe but stay unseen."""
    for _ in range(cards):
        note(log, shoe, BURNED, 0, 0)
        shoe[GONE] += 1


@compiled
def draw(seat: int, left: NDArray[np.uint8], stream: Any, shoe: Whole, log: Log) -> int:
    """Deal a card; every unseen card is equally likely."""
    last = shoe[UNSEEN] - 1
    place = below(stream, 0, shoe[UNSEEN])
    rank = left[place]
    left[place] = left[last]
    left[last] = rank
    note(log, shoe, DEALT, seat, rank)
    shoe[BY_RANK + rank] -= 1
    shoe[UNSEEN] = last
    shoe[GONE] += 1
    return int(rank)


@compiled
def favours_tie(rules: Rules, results: Results, shoe: Whole) -> bool:
    """Whether a Tie wager would win on average: every rung, and the share that goes to war.

    A seat's card and the dealer's are any two unseen cards, and so are those of each war deal.
    """
    most = min(rules[RUNGS], rules[WAR_DEALS] + 1)
    ways = np.zeros(most + 1)  # of drawing so many pairs, one after the other, over their factorial
    ways[0] = 1.0
    for rank in range(RANKS):
        held = float(shoe[BY_RANK + rank])
        for ties in range(most, 0, -1):
            pairs = 1.0
            for of_rank in range(1, ties + 1):
                left = held - 2.0 * of_rank + 2.0
                pairs *= max(left, 0.0) * max(left - 1.0, 0.0) / of_rank
                ways[ties] += ways[ties - of_rank] * pairs
    worth, chance, cards = results[TIE, TIE_BETS], 1.0, float(shoe[UNSEEN])
    for ties in range(1, most + 1):
        if cards < 2.0:
            break
        chance *= ties / (cards * (cards - 1.0))
        share = 1.0 if ties == 1 else rules[WAR_STEPS] / STEPS
        worth += share * chance * ways[ties] * results[TIE, TIE_BETS_1 + ties - 1]
        cards -= 2.0
    return bool(worth > NOTHING)


@compiled
def deal_war(
    rules: Rules,
    left: NDArray[np.uint8],
    stream: Any,
    shoe: Whole,
    cards: Whole,
    at_war: NDArray[np.bool_],
    log: Log,
) -> int:
    """One war deal: the burns of the house, a card for each warring seat, the dealer's card."""
    every_card = rules[BURN_EACH] > 0
    if not every_card:
        burn(rules[BURN_FIRST], shoe, log)
    for seat in range(rules[SEATS]):
        if at_war[seat]:
            burn(rules[BURN_EACH], shoe, log)
            cards[seat] = draw(seat, left, stream, shoe, log)
    if every_card:
        burn(rules[BURN_FIRST], shoe, log)
    return draw(rules[SEATS], left, stream, shoe, log)


@compiled
def fight_wars(
    rules: Rules,
    left: NDArray[np.uint8],
    stream: Any,
    shoe: Whole,
    cards: Whole,
    ties: Whole,
    at_war: NDArray[np.bool_],
    counts: Whole,
    log: Log,
) -> None:
    """War deals until every war is decided, or the house's last war deal has tied."""
    wars = at_war.sum()
    while wars > 0:
        shoe[WAR] += 1
        dealer = deal_war(rules, left, stream, shoe, cards, at_war, log)
        for seat in range(rules[SEATS]):
            if not at_war[seat]:
                continue
            if cards[seat] == dealer:
                ties[seat] += 1
                if shoe[WAR] < rules[WAR_DEALS]:
                    continue
                counts[WAR_TIED] += 1
            elif cards[seat] > dealer:
                counts[WAR_WON] += 1
            else:
                counts[WAR_LOST] += 1
            at_war[seat] = False
            wars -= 1
    shoe[WAR] = 0


@compiled
def deal_round(
    rules: Rules,
    results: Results,
    left: NDArray[np.uint8],
    stream: Any,
    shoe: Whole,
    cards: Whole,
    ties: Whole,
    at_war: NDArray[np.bool_],
    counts: Whole,
    log: Log,
) -> None:
    """One round of all seats, with its wars."""
    seats = rules[SEATS]
    tie_bet = not rules[BY_COMPOSITION] or favours_tie(rules, results, shoe)
    if tie_bet:
        note(log, shoe, BET_TIE, 0, 0)
    for seat in range(seats):
        cards[seat] = draw(seat, left, stream, shoe, log)
    dealer = draw(seats, left, stream, shoe, log)
    for seat in range(seats):
        ties[seat], at_war[seat] = 0, False
        if cards[seat] > dealer:
            counts[WIN] += 1
        elif cards[seat] < dealer:
            counts[LOSE] += 1
        else:
            ties[seat] = 1
            at_war[seat] = next_word(stream, 0) >> np.uint64(48) < np.uint64(rules[WAR_STEPS])
            if not at_war[seat]:
                counts[SURRENDER] += 1
                note(log, shoe, SURRENDERED, seat, 0)
    fight_wars(rules, left, stream, shoe, cards, ties, at_war, counts, log)
    for seat in range(seats):
        for more in range(2, ties[seat] + 1):
            counts[TIES_2 + more - 2] += 1
        if tie_bet:
            counts[TIE_BETS] += 1
            for more in range(1, ties[seat] + 1):
                counts[TIE_BETS_1 + more - 1] += 1
    note(log, shoe, ENDED, 0, 0)


@compiled
def deal_one_by_one(
    rules: Rules,
    results: Results,
    seed: Any,
    block: Any,
    shoes_wanted: int,
    rounds_wanted: int,
    by_deals: NDArray[np.float64],
    totals: Whole,
    sums: NDArray[np.float64],
    log: Log,
) -> int:
    """Deal up to ``shoes_wanted`` shoes, ending with the one that reaches ``rounds_wanted``.

    Adds them to ``totals`` and ``sums``, and the cards left to ``by_deals`` unless it is empty;
    returns the number of log lines written.
    """
    seats = rules[SEATS]
    stream = np.empty(4, np.uint64)
    open_stream(stream, 0, 1, seed, block, 0)
    left = np.empty(rules[CARDS], np.uint8)
    for place in range(rules[CARDS]):
        left[place] = place % RANKS
    cards, ties = np.empty(seats, np.int64), np.empty(seats, np.int64)
    at_war, counts = np.empty(seats, np.bool_), np.empty(COLUMNS, np.int64)
    shoe = np.zeros(BY_RANK + RANKS, np.int64)
    rounds = 0
    while shoe[SHOE] < shoes_wanted and rounds < rounds_wanted:
        shoe[GONE], shoe[UNSEEN], shoe[DEAL] = 0, rules[CARDS], 0
        shoe[BY_RANK:] = 4 * rules[DECKS]
        counts[:] = 0
        note(log, shoe, NEW_SHOE, 0, 0)
        burn(rules[OPENING], shoe, log)
        while shoe[DEAL] == 0 or shoe[GONE] <= rules[FRONT]:
            deal_round(rules, results, left, stream, shoe, cards, ties, at_war, counts, log)
            shoe[DEAL] += 1
        counts[DEALS], counts[SHOES] = shoe[DEAL], 1
        add_shoe(results, counts, totals, sums)
        if len(by_deals) > 0:
            add_edge_left(rules, results, shoe[BY_RANK:], shoe[DEAL], sums, by_deals)
        rounds += shoe[DEAL] * seats
        shoe[SHOE] += 1
    return int(shoe[LINES])


@compiled
def deal_blocks_one_by_one(
    rules: Rules,
    results: Results,
    seed: Any,
    first: Any,
    shoes_wanted: int,
    rounds_wanted: int,
    by_deals: NDArray[np.float64],
    totals: Whole,
    sums: NDArray[np.float64],
    log: Log,
) -> None:
    """Deal a block for each row of ``totals`` and ``sums``."""
    for row in range(len(totals)):
        block = first + np.uint64(row)
        deal_one_by_one(
            rules,
            results,
            seed,
            block,
            shoes_wanted,
            rounds_wanted,
            by_deals,
            totals[row],
            sums[row],
            log,
        )
