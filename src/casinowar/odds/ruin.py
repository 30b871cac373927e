"""A bankroll walked round by round: where it can stand after N rounds, and when it is gone.

The player stops when the bankroll no longer covers the wagers of a round. One who cannot cover
the war wager surrenders (policy 2); where surrender is not offered, covering the war is part of
covering a round. Small walks are done in whole numbers and exact, larger ones in floating point
with the error bounded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, exp, gcd, lcm, log

import numpy as np

from casinowar.errors import InputError
from casinowar.odds.law import (
    UNIT,
    Floats,
    ResultLaw,
    RoundLaw,
    Tell,
    as_floats,
    sum_of_rounds,
    summable,
)

EXACT_WORK_MAX = 1_500_000  # whole-number operations
FLOAT_WORK_MAX = 8_000_000_000  # floating-point operations
SIZE_MAX = 2_000_000  # bankrolls
NEGLIGIBLE = 1e-15
WINDOW_DEVIATIONS = 10.0
TOLD_ROUNDS = 64  # so often a long walk tells how far it is


@dataclass(frozen=True)
class Walk:
    """Two laws on the bankrolls of a lattice: with the war covered, and without."""

    bankroll_cents: int
    need_cents: int  # below it the player cannot play
    war_need_cents: int  # below it a tie must be surrendered
    full: RoundLaw
    short: RoundLaw

    @property
    def step_cents(self) -> int:
        """Every bankroll that can be reached differs from the first by multiples of this."""
        return gcd(*self.full.chances, *self.short.chances) or 1


@dataclass(frozen=True)
class Ruin:
    """The bankroll after N rounds of one player, and the chance that it was gone before."""

    final: ResultLaw  # of the bankroll itself, ruined players included
    by_round: Floats  # chance to be ruined after 0, 1, … N rounds
    exact: Fraction | None  # the last of them, where it is known exactly

    @property
    def chance(self) -> float:
        """The chance of ruin within all rounds."""
        return float(self.by_round[-1])


def walk_bankroll(
    walk: Walk, rounds: int, result: ResultLaw | None = None, tell: Tell | None = None
) -> Ruin:
    """Where the bankroll can stand after ``rounds`` rounds; ``tell`` hears how far a walk is.

    ``result`` is the law of so many rounds with the war covered, where it is known already.
    """
    outcomes, step = len(walk.full.chances), walk.step_cents
    highest = walk.bankroll_cents + rounds * max(0, *walk.full.chances)
    lowest = max(0, walk.bankroll_cents + rounds * min(walk.full.chances))
    states = (highest - lowest) // step + 1
    if rounds * states * outcomes // 2 <= EXACT_WORK_MAX:
        return _exact_walk(walk, rounds)
    if ruin_bound(walk, rounds) < NEGLIGIBLE and summable(walk.full, rounds):
        return _out_of_reach(walk, rounds, result or sum_of_rounds(walk.full, rounds, tell))
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
    return _float_walk(walk, rounds, size, tell)


def ruin_bound(walk: Walk, rounds: int) -> float:
    """A proven bound on the chance that a tie must ever be surrendered for want of money.

    For any t > 0 the chance that the sum of rounds ever falls by ``a`` is at most
    M(t)^N exp(-t a) with M(t) = E exp(-t X) (Doob), where M(t) is 1 at least.
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


def _out_of_reach(walk: Walk, rounds: int, law: ResultLaw) -> Ruin:
    """The bankroll is so large that it does not matter."""
    error = law.error + ruin_bound(walk, rounds)
    final = replace(law, start_cents=law.start_cents + walk.bankroll_cents, error=error)
    return Ruin(final, np.zeros(rounds + 1), Fraction(0) if not error else None)


def _exact_walk(walk: Walk, rounds: int) -> Ruin:
    """Whole weights: after each round all are over one denominator more."""
    total = lcm(
        *(chance.denominator for law in (walk.full, walk.short) for chance in law.chances.values())
    )
    full, short = (
        [(net, int(chance * total)) for net, chance in law.chances.items()]
        for law in (walk.full, walk.short)
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
    law = _lattice(weights, whole, walk.step_cents)
    return Ruin(law, np.array(ruined), Fraction(_ruined_weight(weights, walk), whole))


def _ruined_weight(weights: Mapping[int, int], walk: Walk) -> int:
    return sum(weight for bankroll, weight in weights.items() if bankroll < walk.need_cents)


def _lattice(weights: Mapping[int, int], whole: int, step: int) -> ResultLaw:
    low, high = min(weights), max(weights)
    row = tuple(weights.get(bankroll, 0) for bankroll in range(low, high + 1, step))
    return ResultLaw(low, step, as_floats(row, whole), row, whole, 0.0)


def _float_walk(walk: Walk, rounds: int, size: int, tell: Tell | None) -> Ruin:
    """Chances of bankrolls ``bankroll mod step`` + k steps; the topmost also holds all beyond."""
    step = walk.step_cents
    least = walk.bankroll_cents % step
    playing, warring = (
        min(size, max(0, -((least - need) // step)))
        for need in (walk.need_cents, walk.war_need_cents)
    )
    full, short = (
        [(net // step, float(chance)) for net, chance in law.chances.items()]
        for law in (walk.full, walk.short)
    )
    chances = np.zeros(size)
    chances[(walk.bankroll_cents - least) // step] = 1.0
    ruined = np.empty(rounds + 1)
    ruined[0] = chances[:playing].sum()
    clipped = 0.0
    after, room = np.empty(size), np.empty(size)  # used again each round: new memory costs more
    for at in range(1, rounds + 1):
        after[playing:] = 0.0
        after[:playing] = chances[:playing]
        clipped += _spread(chances, after, room, (playing, warring), short)
        clipped += _spread(chances, after, room, (warring, size), full)
        chances, after = after, chances
        ruined[at] = chances[:playing].sum()
        if tell is not None and at % TOLD_ROUNDS == 0:
            tell("walking the bankroll", at, rounds)
    # Each round rounds each of its sums of products once a term; clipped mass may end anywhere.
    error = rounds * (len(full) + len(short) + 2) * UNIT + clipped
    return Ruin(ResultLaw(least, step, chances, None, 1, error), ruined, None)


def _spread(
    chances: Floats,
    after: Floats,
    room: Floats,
    span: tuple[int, int],
    law: list[tuple[int, float]],
) -> float:
    """Play one round from a span of bankrolls; the mass held back at the top. ``room`` is spare."""
    (low, high), size, clipped = span, len(after), 0.0
    if low >= high:
        return clipped
    for move, chance in law:
        end = min(high + move, size)
        start = min(low + move, size - 1)
        inside = max(0, end - start)
        after[start:end] += np.multiply(chances[low : low + inside], chance, out=room[:inside])
        if inside < high - low:
            beyond = chance * float(chances[low + inside : high].sum())
            after[-1] += beyond
            clipped += beyond
    return clipped
