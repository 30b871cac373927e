"""A bankroll round by round: where it can stand after N rounds, and when it is gone.

The player stops when the bankroll no longer covers the wagers of a round. One who cannot cover
the war wager surrenders (policy 2); where surrender is not offered, covering the war is part of
covering a round. Small walks use whole numbers and are exact; larger ones use floating point with
a bounded error.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, exp, gcd, lcm, log

import numpy as np

from casinowar.errors import InputError
from casinowar.odds.distribution import (
    UNIT,
    Floats,
    OnProgress,
    ResultDistribution,
    RoundDistribution,
    as_floats,
    sum_of_rounds,
    summable,
)

EXACT_WORK_MAX = 1_500_000  # whole-number operations
FLOAT_WORK_MAX = 8_000_000_000  # floating-point operations
SIZE_MAX = 2_000_000  # bankrolls
NEGLIGIBLE = 1e-15
WINDOW_DEVIATIONS = 10.0
PROGRESS_ROUNDS = 64  # rounds between two reports of progress


@dataclass(frozen=True)
class Walk:
    """A bankroll and its two distributions of a round: with the war covered, and without."""

    bankroll_cents: int
    need_cents: int  # below it the player cannot play
    war_need_cents: int  # below it a tie must be surrendered
    full: RoundDistribution
    short: RoundDistribution

    @property
    def step_cents(self) -> int:
        """Every bankroll that can be reached differs from the first by multiples of this."""
        return gcd(*self.full.chances, *self.short.chances) or 1


@dataclass(frozen=True)
class Ruin:
    """One player's bankroll after N rounds, and the chance that it was gone before then."""

    final: ResultDistribution  # of the bankroll itself, ruined players included
    by_round: Floats  # chance of ruin after 0, 1, … N rounds
    exact: Fraction | None  # the last of them, where it is known exactly

    @property
    def chance(self) -> float:
        """The chance of ruin within all rounds."""
        return float(self.by_round[-1])


def walk_bankroll(
    walk: Walk,
    rounds: int,
    result: ResultDistribution | None = None,
    on_progress: OnProgress | None = None,
) -> Ruin:
    """Where the bankroll can stand after ``rounds`` rounds.

    ``result`` is the distribution of the rounds with the war covered, if already known;
    ``on_progress`` is called as work proceeds.
    """
    outcomes, step = len(walk.full.chances), walk.step_cents
    highest = walk.bankroll_cents + rounds * max(0, *walk.full.chances)
    lowest = max(0, walk.bankroll_cents + rounds * min(walk.full.chances))
    states = (highest - lowest) // step + 1
    if rounds * states * outcomes // 2 <= EXACT_WORK_MAX:
        return _exact_walk(walk, rounds)
    if ruin_bound(walk, rounds) < NEGLIGIBLE and summable(walk.full, rounds):
        return _out_of_reach(walk, rounds, result or sum_of_rounds(walk.full, rounds, on_progress))
    drift = max(0.0, float(walk.full.mean)) * rounds
    window = walk.bankroll_cents + drift + WINDOW_DEVIATIONS * walk.full.deviation(rounds)
    top = min(highest, ceil(window) + max(walk.full.chances))
    size = (top - walk.bankroll_cents % step) // step + 1
    if rounds * size * outcomes > FLOAT_WORK_MAX or size > SIZE_MAX:
        raise InputError(
            "bankroll",
            f"{rounds:,} rounds over {size:,} possible bankrolls are too many:"
            " take fewer rounds, or wagers that are multiples of each other",
        )
    return _float_walk(walk, rounds, size, on_progress)


def ruin_bound(walk: Walk, rounds: int) -> float:
    """A proven bound on the chance that a tie must ever be surrendered for lack of money.

    For any t > 0 the chance that the sum of rounds ever falls by ``a`` is at most
    M(t)^N exp(-t a) with M(t) = E exp(-t X) (Doob), where M(t) is at least 1.
    """
    fall = walk.bankroll_cents - walk.war_need_cents + 1
    if walk.bankroll_cents + rounds * min(walk.full.chances) >= walk.war_need_cents:
        return 0.0
    slack = fall + rounds * min(0.0, float(walk.full.mean))
    if slack <= 0:
        return 1.0
    tilt = slack / (rounds * float(walk.full.variance))
    moment = sum(float(chance) * exp(-tilt * net) for net, chance in walk.full.chances.items())
    return min(1.0, exp(rounds * log(max(1.0, moment)) - tilt * fall))


def _out_of_reach(walk: Walk, rounds: int, result: ResultDistribution) -> Ruin:
    """Ruin of a bankroll so large that it cannot matter."""
    error = result.error + ruin_bound(walk, rounds)
    final = replace(result, start_cents=result.start_cents + walk.bankroll_cents, error=error)
    return Ruin(final, np.zeros(rounds + 1), Fraction(0) if not error else None)


def _exact_walk(walk: Walk, rounds: int) -> Ruin:
    """Exact: whole weights over a common denominator, which each round multiplies by ``total``."""
    total = lcm(
        *(
            chance.denominator
            for play in (walk.full, walk.short)
            for chance in play.chances.values()
        )
    )
    full, short = (
        [(net, int(chance * total)) for net, chance in play.chances.items()]
        for play in (walk.full, walk.short)
    )
    weights: dict[int, int] = {walk.bankroll_cents: 1}
    whole = 1
    ruined = [float(walk.bankroll_cents < walk.need_cents)]
    for _ in range(rounds):
        after: dict[int, int] = {}
        for bankroll, weight in weights.items():
            if bankroll < walk.need_cents:
                after[bankroll] = after.get(bankroll, 0) + weight * total
                continue
            for net, chance in full if bankroll >= walk.war_need_cents else short:
                after[bankroll + net] = after.get(bankroll + net, 0) + weight * chance
        weights, whole = after, whole * total
        ruined.append(_ruined_weight(weights, walk) / whole)
    final = _lattice(weights, whole, walk.step_cents)
    return Ruin(final, np.array(ruined), Fraction(_ruined_weight(weights, walk), whole))


def _ruined_weight(weights: Mapping[int, int], walk: Walk) -> int:
    return sum(weight for bankroll, weight in weights.items() if bankroll < walk.need_cents)


def _lattice(weights: Mapping[int, int], whole: int, step: int) -> ResultDistribution:
    low, high = min(weights), max(weights)
    row = tuple(weights.get(bankroll, 0) for bankroll in range(low, high + 1, step))
    return ResultDistribution(low, step, as_floats(row, whole), row, whole, 0.0)


def _float_walk(walk: Walk, rounds: int, size: int, on_progress: OnProgress | None) -> Ruin:
    """Chances of bankrolls ``bankroll mod step`` + k steps; the topmost includes all above it."""
    step = walk.step_cents
    least = walk.bankroll_cents % step
    playing, warring = (
        min(size, max(0, -((least - need) // step)))
        for need in (walk.need_cents, walk.war_need_cents)
    )
    full, short = (
        [(net // step, float(chance)) for net, chance in play.chances.items()]
        for play in (walk.full, walk.short)
    )
    chances = np.zeros(size)
    chances[(walk.bankroll_cents - least) // step] = 1.0
    ruined = np.empty(rounds + 1)
    ruined[0] = chances[:playing].sum()
    clipped = 0.0
    after, room = np.empty(size), np.empty(size)  # reused each round: new memory costs more
    for at in range(1, rounds + 1):
        after[playing:] = 0.0
        after[:playing] = chances[:playing]
        clipped += _spread(chances, after, room, (playing, warring), short)
        clipped += _spread(chances, after, room, (warring, size), full)
        chances, after = after, chances
        ruined[at] = chances[:playing].sum()
        if on_progress is not None and at % PROGRESS_ROUNDS == 0:
            on_progress("walking the bankroll", at, rounds)
    # Each round rounds each sum of products once per term; clipped mass may end anywhere.
    error = rounds * (len(full) + len(short) + 2) * UNIT + clipped
    return Ruin(ResultDistribution(least, step, chances, None, 1, error), ruined, None)


def _spread(
    chances: Floats,
    after: Floats,
    room: Floats,
    span: tuple[int, int],
    moves: list[tuple[int, float]],
) -> float:
    """Play one round from a span of bankrolls; returns the mass clipped at the top."""
    (low, high), size, clipped = span, len(after), 0.0
    if low >= high:
        return clipped
    for move, chance in moves:
        end = min(high + move, size)
        start = min(low + move, size - 1)
        inside = max(0, end - start)
        after[start:end] += np.multiply(chances[low : low + inside], chance, out=room[:inside])
        if inside < high - low:
            beyond = chance * float(chances[low + inside : high].sum())
            after[-1] += beyond
            clipped += beyond
    return clipped
