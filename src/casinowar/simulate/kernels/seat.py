"""One seat, decision by decision: the kernel behind the environments for learners.

A lane is a seat at a table of its own, with its own shoe and its own stream of random numbers. A
step takes one action in every lane: a bet, or the answer to a tie. It is made of four passes over
all lanes: bets, answers, offers, observations. Cards are drawn as in ``one_by_one``: every unseen
card is equally likely, and a burned card is only counted. Money is in cents until it is shown.

A pass calls no function with an array: Numba would count its references for every lane.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from casinowar.simulate.kernels.compiled import compiled, inlined, unchecked
from casinowar.simulate.kernels.stream import (
    BITS,
    below,
    open_stream,
    reject_below,
    remainder,
    scaled,
    stepped,
)

Whole = NDArray[np.int64]
Cards = NDArray[np.uint8]
Words = NDArray[np.uint64]
Seen = NDArray[np.float32]
Bits = NDArray[np.int8]
Flags = NDArray[np.bool_]

RANKS, DECK, LOWEST = 13, 52, 2
# The rules of a seat, as whole numbers. WAR_ASKED, SURRENDER_ASKED and WAR_TIE_ASKED say what the
# house offers on a tie; CLIMBS, whether Tie pays by the ties in a row.
CARDS, FRONT, OPENING, BURNS, WAR_DEALS, WAR_ASKED, SURRENDER_ASKED, CLIMBS = range(8)
RUNGS, UNIT, CHIPS_AT_FIRST, ROUNDS_MAX, WAR_TIE_ASKED, RULES = range(8, 14)
# What a stake of one unit wins or loses, in cents; the rungs of the Tie wager come last.
WON, SURRENDERED, WAR_WON, WAR_TIED, WAR_LOST, WAR_TIE_WON, LADDER = range(7)
# The actions: two answers to a tie, a third where Tie is offered on the war deal, then the bets.
SURRENDER, WAR, WAR_WITH_TIE = range(3)
# Rows of the table of actions: units of the first wager, units of Tie, and whether a Tie wager may
# join the war of that bet.
FIRST_UNITS, TIE_UNITS, JOINED = range(3)
# A lane: where it is in its round, the cards compared last, its bet, its shoe, its episode.
PHASE, OWN, DEALERS, BET, CHIPS, UNSEEN, GONE, ROUNDS, LANE = range(9)
BETTING, TIED = range(2)
# What a lane does in a step: its action is refused, it begins an episode, bets, or answers a tie.
REFUSED, BEGINS, BETS, ANSWERS, SURRENDERS = range(5)
# What the seat sees; then come the cards gone of each rank, where they are shown.
SEES_PHASE, SEES_OWN, SEES_DEALER, SEES_FIRST, SEES_TIE, SEES_CHIPS, SEES_GONE = range(7)


@inlined
def drawn(s0: Any, s1: Any, s2: Any, s3: Any, bound: Any) -> Any:
    """A number below ``bound``, as ``below`` gives it, and the words of the stream after it."""
    while True:
        word, s0, s1, s2, s3 = stepped(s0, s1, s2, s3)
        random = word >> np.uint64(64 - BITS)
        rest = remainder(random, bound)
        if rest >= np.uint32(bound) or rest >= reject_below(bound):
            break
    return np.int64(scaled(random, bound)), s0, s1, s2, s3


@compiled
def fresh_shoe(left: Cards) -> None:
    """Put the cards of whole decks in order: what a seed deals begins here."""
    for place in range(len(left)):
        left[place] = place % DECK


@compiled
def draw_card(left: Cards, unseen: int, stream: Words) -> int:
    """Draw one of the first ``unseen`` cards, and put it behind them."""
    place = below(stream, 0, unseen)
    card = left[place]
    left[place] = left[unseen - 1]
    left[unseen - 1] = card
    return int(card)


@compiled
def seed_lanes(which: Flags, seeds: Words, left: Cards, streams: Words) -> None:
    """Begin the random numbers of some lanes again, with their cards in order."""
    for i in range(len(which)):
        if which[i]:
            open_stream(streams[i], 0, 1, seeds[i], 0, 0)
            fresh_shoe(left[i])


@unchecked
def begin(acts: Bits, rules: Whole, lanes: Whole, seen: Seen) -> None:
    """A new episode in the lanes that begin one: a fresh shoe and the chips of the buy-in."""
    for i in range(len(acts)):
        if acts[i] != BEGINS:
            continue
        for place in range(LANE):
            lanes[i, place] = 0
        lanes[i, CHIPS] = rules[CHIPS_AT_FIRST]
        lanes[i, UNSEEN] = rules[CARDS]
        lanes[i, GONE] = rules[OPENING]
        for place in range(seen.shape[1]):
            seen[i, place] = np.float32(0)


@unchecked
def place_bets(
    chosen: Whole,
    acts: Bits,
    rules: Whole,
    nets: Whole,
    actions: Whole,
    lanes: Whole,
    left: Cards,
    streams: Words,
    seen: Seen,
    net_cents: Whole,
) -> None:
    """Place wagers, deal the first cards and settle what they decide."""
    unit, won, counted = rules[UNIT], nets[WON], seen.shape[1] > SEES_GONE
    for i in range(len(chosen)):
        if acts[i] != BETS:
            continue
        action, unseen = chosen[i], lanes[i, UNSEEN]
        first, tie = actions[FIRST_UNITS, action], actions[TIE_UNITS, action]
        s0, s1, s2, s3 = streams[i, 0], streams[i, 1], streams[i, 2], streams[i, 3]
        place, s0, s1, s2, s3 = drawn(s0, s1, s2, s3, unseen)
        card = left[i, place]
        left[i, place] = left[i, unseen - 1]
        left[i, unseen - 1] = card
        own = np.int64(card) % RANKS
        place, s0, s1, s2, s3 = drawn(s0, s1, s2, s3, unseen - 1)
        card = left[i, place]
        left[i, place] = left[i, unseen - 2]
        left[i, unseen - 2] = card
        dealers = np.int64(card) % RANKS
        streams[i, 0], streams[i, 1], streams[i, 2], streams[i, 3] = s0, s1, s2, s3
        if counted:
            seen[i, SEES_GONE + own] += np.float32(1)
            seen[i, SEES_GONE + dealers] += np.float32(1)
        lanes[i, UNSEEN] = unseen - 2
        lanes[i, GONE] += 2
        lanes[i, OWN], lanes[i, DEALERS] = own + LOWEST, dealers + LOWEST
        lanes[i, BET] = action
        if own != dealers:
            net = (first * won if own > dealers else -first * unit) - tie * unit
            net_cents[i] = net
            lanes[i, CHIPS] += net
            continue
        chips = lanes[i, CHIPS] - (first + tie) * unit
        if not rules[CLIMBS]:
            net_cents[i] = tie * nets[LADDER]
            chips += tie * (unit + nets[LADDER])
        lanes[i, CHIPS] = chips
        lanes[i, PHASE] = TIED
        covered = rules[SURRENDER_ASKED] or chips >= first * unit
        if not (rules[WAR_ASKED] and covered):
            acts[i] = SURRENDERS  # as the house requires, or its policy answers


@unchecked
def answer_ties(
    chosen: Whole,
    acts: Bits,
    rules: Whole,
    nets: Whole,
    actions: Whole,
    lanes: Whole,
    left: Cards,
    streams: Words,
    seen: Seen,
    net_cents: Whole,
) -> None:
    """Surrender, or go to war: wagers, the house's burns, cards, and again while they tie."""
    unit, counted = rules[UNIT], seen.shape[1] > SEES_GONE
    for i in range(len(chosen)):
        if acts[i] < ANSWERS:
            continue
        bet, ties, net = lanes[i, BET], 1, 0
        first, tie = actions[FIRST_UNITS, bet], actions[TIE_UNITS, bet]
        lanes[i, PHASE] = BETTING
        if acts[i] == SURRENDERS or chosen[i] == SURRENDER:
            net = first * nets[SURRENDERED]
        else:
            joined = rules[WAR_TIE_ASKED] and chosen[i] == WAR_WITH_TIE
            own = dealers = np.int64(0)
            for war_deal in range(rules[WAR_DEALS]):
                unseen = lanes[i, UNSEEN]
                s0, s1, s2, s3 = streams[i, 0], streams[i, 1], streams[i, 2], streams[i, 3]
                place, s0, s1, s2, s3 = drawn(s0, s1, s2, s3, unseen)
                card = left[i, place]
                left[i, place] = left[i, unseen - 1]
                left[i, unseen - 1] = card
                own = np.int64(card) % RANKS
                place, s0, s1, s2, s3 = drawn(s0, s1, s2, s3, unseen - 1)
                card = left[i, place]
                left[i, place] = left[i, unseen - 2]
                left[i, unseen - 2] = card
                dealers = np.int64(card) % RANKS
                streams[i, 0], streams[i, 1], streams[i, 2], streams[i, 3] = s0, s1, s2, s3
                if counted:
                    seen[i, SEES_GONE + own] += np.float32(1)
                    seen[i, SEES_GONE + dealers] += np.float32(1)
                lanes[i, UNSEEN] = unseen - 2
                lanes[i, GONE] += rules[BURNS] + 2
                if joined and war_deal == 0:
                    net += first * (nets[WAR_TIE_WON] if own == dealers else -unit)
                if own != dealers:
                    break
                ties += 1
            lanes[i, OWN], lanes[i, DEALERS] = own + LOWEST, dealers + LOWEST
            if own > dealers:
                net += first * nets[WAR_WON]
            elif own < dealers:
                net += first * nets[WAR_LOST]
            else:
                net += first * nets[WAR_TIED]
        back = first * unit  # the wagers that are still down come back with the net
        if rules[CLIMBS] and tie > 0:
            back += tie * unit
            net += tie * nets[LADDER + min(ties, rules[RUNGS]) - 1]
        net_cents[i] += net
        lanes[i, CHIPS] += back + net


@unchecked
def offer(
    acts: Bits,
    rules: Whole,
    actions: Whole,
    lanes: Whole,
    mask: Bits,
    terminated: Flags,
    truncated: Flags,
) -> None:
    """Write which actions the chips cover now, and which episodes are over: those offer nothing.

    A shoe ends with the round that draws a card from behind the cutting card.
    """
    unit, first_bet = rules[UNIT], WAR_WITH_TIE + rules[WAR_TIE_ASKED]
    for i in range(len(acts)):
        terminated[i] = truncated[i] = False
        if acts[i] == REFUSED:
            continue
        chips, tied, some = lanes[i, CHIPS], lanes[i, PHASE] == TIED, False
        for action in range(first_bet, actions.shape[1]):
            cost = (actions[FIRST_UNITS, action] + actions[TIE_UNITS, action]) * unit
            may = not tied and cost <= chips
            mask[i, action] = may
            some |= may
        war = actions[FIRST_UNITS, lanes[i, BET]] * unit
        mask[i, SURRENDER] = tied and rules[SURRENDER_ASKED]
        mask[i, WAR] = tied and war <= chips
        if first_bet > WAR_WITH_TIE:
            joined = actions[JOINED, lanes[i, BET]] > 0 and 2 * war <= chips
            mask[i, WAR_WITH_TIE] = tied and joined
        if not tied and acts[i] != BEGINS:
            lanes[i, ROUNDS] += 1
            terminated[i] = lanes[i, GONE] > rules[FRONT] or not some
            limit = rules[ROUNDS_MAX]
            truncated[i] = not terminated[i] and 0 < limit <= lanes[i, ROUNDS]
            if terminated[i] or truncated[i]:
                for action in range(actions.shape[1]):
                    mask[i, action] = 0


@unchecked
def show(
    acts: Bits,
    rules: Whole,
    actions: Whole,
    lanes: Whole,
    seen: Seen,
    net_cents: Whole,
    rewards: NDArray[np.float64],
) -> None:
    """Write what every seat sees, but for the cards gone, and its reward."""
    unit = np.float64(rules[UNIT])
    for i in range(len(acts)):
        rewards[i] = net_cents[i] / unit
        if acts[i] == REFUSED:
            continue
        phase, bet = lanes[i, PHASE], lanes[i, BET]
        seen[i, SEES_PHASE] = phase
        seen[i, SEES_OWN] = lanes[i, OWN]
        seen[i, SEES_DEALER] = lanes[i, DEALERS]
        seen[i, SEES_FIRST] = phase * actions[FIRST_UNITS, bet]
        seen[i, SEES_TIE] = phase * actions[TIE_UNITS, bet]
        seen[i, SEES_CHIPS] = lanes[i, CHIPS] / unit


@compiled
def classify(chosen: Whole, skipped: Flags, lanes: Whole, mask: Bits, acts: Bits) -> None:
    """What each lane does: those of ``skipped`` begin an episode, whatever their action."""
    for i in range(len(chosen)):
        if skipped[i]:
            acts[i] = BEGINS
        elif not mask[i, chosen[i]]:
            acts[i] = REFUSED
        elif lanes[i, PHASE] == TIED:
            acts[i] = ANSWERS
        else:
            acts[i] = BETS


@compiled
def step_lanes(
    chosen: Whole,
    skipped: Flags,
    rules: Whole,
    nets: Whole,
    actions: Whole,
    lanes: Whole,
    left: Cards,
    streams: Words,
    seen: Seen,
    mask: Bits,
    rewards: NDArray[np.float64],
    terminated: Flags,
    truncated: Flags,
) -> None:
    """Take an action in every lane; an action that is not offered changes nothing."""
    acts, net_cents = np.empty(len(chosen), np.int8), np.zeros(len(chosen), np.int64)
    classify(chosen, skipped, lanes, mask, acts)
    begin(acts, rules, lanes, seen)
    place_bets(chosen, acts, rules, nets, actions, lanes, left, streams, seen, net_cents)
    answer_ties(chosen, acts, rules, nets, actions, lanes, left, streams, seen, net_cents)
    offer(acts, rules, actions, lanes, mask, terminated, truncated)
    show(acts, rules, actions, lanes, seen, net_cents, rewards)


@compiled
def reset_lanes(
    which: Flags, rules: Whole, actions: Whole, lanes: Whole, seen: Seen, mask: Bits
) -> None:
    """Begin an episode in the lanes of ``which``."""
    number = len(which)
    acts, net_cents = np.empty(number, np.int8), np.zeros(number, np.int64)
    for i in range(number):
        acts[i] = BEGINS if which[i] else REFUSED
    begin(acts, rules, lanes, seen)
    over = np.empty(number, np.bool_)
    offer(acts, rules, actions, lanes, mask, over, over)
    show(acts, rules, actions, lanes, seen, net_cents, np.empty(number, np.float64))
