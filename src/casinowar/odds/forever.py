"""A player without a limit of rounds: how the game ends, and after how many rounds.

From every bankroll that plays on, the chances of ending at the goal and at the stop loss, and the
mean number of rounds, satisfy one linear equation each. They are solved by elimination in a band,
which is safe without pivoting: no row's other entries outweigh its diagonal.

Without a goal a losing game ends in ruin with certainty; a winning one may go on for ever. The
bankrolls are then cut off so high that Lundberg's inequality makes what is beyond negligible.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf, log

import numpy as np

from casinowar.odds.ruin import EXHAUSTED, Walk, climb_rate

SIZE_MAX = 60_000  # bankrolls
WORK_MAX = 3_000_000_000  # floating-point operations


@dataclass(frozen=True, slots=True)
class Forever:
    """The end of a game without a limit of rounds."""

    ruin: float
    stopped: float  # at the stop loss, not ruined
    goal: float  # with a goal: reached; without one: never ruined
    rounds: float  # on average; infinite if some games never end


def forever(walk: Walk) -> Forever | None:
    """The end of an unlimited game; None if there are too many possible bankrolls."""
    step = walk.step_cents
    least = walk.bankroll_cents % step
    low = -((least - walk.least_cents) // step)
    top = walk.goal_cents
    wins = walk.full.mean >= 0
    if top is None:
        rate = climb_rate(walk.full)
        if rate <= 0:
            return None  # a fair game: no bankroll is high enough
        top = walk.bankroll_cents + ceil(-log(EXHAUSTED) / rate) + walk.most_cents
    high = -((least - top) // step)
    size = high - low
    plays = [level.play.chances for level in walk.levels]
    moves = [[(net // step, float(chance)) for net, chance in play.items()] for play in plays]
    down = max(-move for some in moves for move, _ in some)
    up = max(max(move for some in moves for move, _ in some), 1)
    start = (walk.bankroll_cents - least) // step - low
    if not 0 <= start < size:
        return _at_once(walk)
    if size > SIZE_MAX or size * (down + 1) * (up + 1) > WORK_MAX:
        return None
    starts = [-((least - level.from_cents) // step) - low for level in walk.levels]
    ruined_below = -((least - walk.need_cents) // step) - low
    matrix = np.zeros((size, down + up + 1))  # row i, column j holds the entry at i + j - down
    matrix[:, down] = 1.0
    ends = np.zeros((size, 3))  # ruined, stopped, one round
    ends[:, 2] = 1.0
    for at in range(size):
        level = max(place for place, begin in enumerate(starts) if place == 0 or begin <= at)
        for move, chance in moves[level]:
            to = at + move
            if 0 <= to < size:
                matrix[at, down + move] -= chance
            elif to < 0:
                ends[at, 0 if to < ruined_below else 1] += chance
    found = _solved(matrix, ends, down, up)[start]
    ruin, stopped, rounds = (float(value) for value in found)
    if walk.goal_cents is None and not wins:
        return Forever(1.0 - stopped, stopped, 0.0, rounds)
    endless = walk.goal_cents is None
    return Forever(ruin, stopped, max(0.0, 1 - ruin - stopped), inf if endless else rounds)


def _at_once(walk: Walk) -> Forever:
    ruined = walk.bankroll_cents < walk.need_cents
    reached = walk.goal_cents is not None and walk.bankroll_cents >= walk.goal_cents
    return Forever(float(ruined), float(not ruined and not reached), float(reached), 0.0)


def _solved(
    matrix: np.ndarray[tuple[int, int], np.dtype[np.float64]],
    ends: np.ndarray[tuple[int, int], np.dtype[np.float64]],
    down: int,
    up: int,
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Solve the banded equations; both arguments are used up."""
    size = len(matrix)
    for at in range(size):
        pivot = matrix[at, down]
        row = matrix[at, down + 1 :] / pivot
        matrix[at, down + 1 :] = row
        ends[at] /= pivot
        for below in range(1, min(down, size - 1 - at) + 1):
            factor = matrix[at + below, down - below]
            if factor:
                matrix[at + below, down - below + 1 : down - below + 1 + up] -= factor * row
                ends[at + below] -= factor * ends[at]
    for at in range(size - 2, -1, -1):
        reach = min(up, size - 1 - at)
        ends[at] -= matrix[at, down + 1 : down + 1 + reach] @ ends[at + 1 : at + 1 + reach]
    return ends
