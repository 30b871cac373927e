"""Rows of lanes, and the draw of two cards in every lane: the inner part of ``lockstep``.

A lane is a shoe. It keeps twelve counts: how many unseen cards rank lower than 3, than 4, …, than
the ace. A pick (a random number below the number of unseen cards) falls below some of them: these
drop by one, and how many there are gives the rank. All rows are in one array at fixed places, so
the compiler knows that they do not overlap and turns every loop over lanes into vector
instructions.

Numbers for two cards at once are in a double row: one for the first card of every lane, then one
for the second.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from casinowar.simulate.kernels.compiled import compiled, inlined
from casinowar.simulate.kernels.stream import (
    SPAN,
    below,
    open_stream,
    reject_below,
    remainder,
    scaled,
    stepped,
)

I16, U16 = np.int16, np.uint16
Lanes = NDArray[np.int16]
Words = NDArray[np.uint64]
Random = NDArray[np.uint16]
Rules = NDArray[np.int64]
Log = NDArray[np.int16]

LANES = 64
PAIR = 2 * LANES
COUNTS = 12  # rows that count the unseen cards below the ranks 3 to ace
NOTHING = 32767  # as a pick: below none of the counts, so no card is drawn

# Where each row begins. The counts come first, then the double rows.
PICK, RANK, BOUND, IDLE, RISK, STAYS = (LANES * row for row in range(12, 24, 2))
DEALER, NOW, AT, UNSEEN, QUEUED = (LANES * row for row in range(24, 29))
ONE, DEALS, WON, SURRENDERED, WARS, WAR_WON, WAR_TIED = (LANES * row for row in range(29, 36))
ROWS = 36
# What is added up over shoes: the product of each with each.
ADDED = (ONE, DEALS, WON, SURRENDERED, WARS, WAR_WON, WAR_TIED)

# The queue of war cards is kept in bits, sixteen cards in each row of lanes. No random number is
# checked while wars are queued, so the row for that can hold the bits to set.
QUEUE_BITS, MARK = 16, RISK

# The words of the random streams: four of state for each of those that fill a double row, four of
# a spare stream for numbers drawn again, then the double rows they filled.
STREAMS = PAIR // 4
SPARE = 4 * STREAMS
FILLED = SPARE + 4
FILLS = 16
WORDS = FILLED + FILLS * STREAMS
NO_ROW = FILLS * PAIR


@compiled
def open_streams(words: Words, seed: Any, block: Any) -> None:
    """The streams of one block."""
    for stream in range(STREAMS):
        open_stream(words, stream, STREAMS, seed, block, stream)
    open_stream(words, SPARE, 1, seed, block, STREAMS)


@compiled
def fill(words: Words) -> None:
    """Fill all double rows with random numbers, sixteen bits each.

    Each stream fills four at a time, so that its state stays in registers meanwhile.
    """
    for row in range(0, FILLS, 4):
        start = FILLED + row * STREAMS
        for i in range(STREAMS):
            s0, s1 = words[i], words[STREAMS + i]
            s2, s3 = words[2 * STREAMS + i], words[3 * STREAMS + i]
            for more in range(4):
                word, s0, s1, s2, s3 = stepped(s0, s1, s2, s3)
                words[start + more * STREAMS + i] = word
            words[i], words[STREAMS + i] = s0, s1
            words[2 * STREAMS + i], words[3 * STREAMS + i] = s2, s3


@inlined
def pick_two(t: Lanes, random: Random, row: int) -> tuple[Any, Any]:
    """Pick two cards in every lane, with the random numbers that begin at ``row``.

    BOUND holds how many cards each is picked from; IDLE keeps a lane from drawing. Returns the
    least remainder of the first picks and of the second; below its limit, call ``pick_again``.
    """
    for i in range(PAIR):
        number = random[np.uintp(row + i)]
        t[PICK + i] = I16(scaled(number, U16(t[BOUND + i]))) | t[IDLE + i]
    first_least, second_least = U16(SPAN - 1), U16(SPAN - 1)
    for i in range(LANES):
        rest = U16(random[np.uintp(row + i)] * U16(t[BOUND + i]))
        first_least = min(first_least, rest)
    for i in range(LANES):
        rest = U16(random[np.uintp(row + LANES + i)] * U16(t[BOUND + LANES + i]))
        second_least = min(second_least, rest)
    return first_least, second_least


@compiled
def draw_two(t: Lanes) -> None:
    """Draw the two cards picked in every lane: remove them and set their ranks."""
    for i in range(LANES):
        first, second = t[PICK + i], t[PICK + LANES + i]
        first_rank, second_rank = I16(COUNTS), I16(COUNTS)
        for rank in range(COUNTS):
            count = t[rank * LANES + i]
            falls = I16(first < count)
            count = I16(count - falls)
            first_rank = I16(first_rank - falls)
            falls = I16(second < count)
            second_rank = I16(second_rank - falls)
            t[rank * LANES + i] = I16(count - falls)
        t[RANK + i] = first_rank
        t[RANK + LANES + i] = second_rank


@compiled
def pick_again(t: Lanes, words: Words, random: Random, row: int, limit: Any) -> None:
    """Draw again, in lanes that draw, the numbers that must be rejected for equal chances."""
    most = U16(limit)
    for i in range(PAIR):
        rest = U16(random[np.uintp(row + i)] * U16(t[BOUND + i]))
        t[RISK + i] = I16(U16(most - min(most, rest)))
    for group in range(0, PAIR, 8):
        risk = I16(0)
        for place in range(group, group + 8):
            risk = I16(risk | t[RISK + place])
        if risk != 0:
            for place in range(group, group + 8):
                bound = U16(t[BOUND + place])
                rest = remainder(random[np.uintp(row + place)], bound)
                if t[RISK + place] != 0 and t[IDLE + place] == 0 and rest < reject_below(bound):
                    t[PICK + place] = I16(below(words, SPARE, bound))


@compiled
def note(log: Log, line: int, t: Lanes, row: int) -> int:
    """Copy a row of lanes into the log, if one is kept."""
    if line < len(log):
        for i in range(LANES):
            log[line, i] = t[row + i]
        return line + 1
    return line


@compiled
def note_pair(log: Log, line: int, t: Lanes) -> int:
    """Log two draws of every lane: their picks, ranks, and who stays for a war."""
    for row in (PICK, PICK + LANES, RANK, RANK + LANES, STAYS, STAYS + LANES):
        line = note(log, line, t, row)
    return line
