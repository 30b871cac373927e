"""A bankroll round by round: its distribution after N rounds, and the chance of ruin.

The player stops when the bankroll no longer covers the wagers of a round, has fallen to a stop
loss, or has reached a goal. The round depends on the money: a player who cannot cover the war
surrenders (policy 2), and one who cannot cover a Tie wager on the war deal does not make it.
Small walks use whole numbers and are exact; larger ones use floating point with a bounded error.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, exp, gcd, lcm, log, pi

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
EXHAUSTED = 1e-16  # below this share of players, the rest is negligible
WINDOW_DEVIATIONS = 10.0
PROGRESS_ROUNDS = 64  # rounds between two reports of progress


@dataclass(frozen=True)
class Level:
    """The round of a bankroll of at least ``from_cents``, up to the next level."""

    from_cents: int
    play: RoundDistribution


@dataclass(frozen=True)
class Walk:
    """A bankroll, the rounds that it can cover, and the limits at which the player leaves."""

    bankroll_cents: int
    levels: tuple[Level, ...]  # ascending; below the first the player is ruined
    stop_cents: int | None = None  # leaves with this much or less
    goal_cents: int | None = None  # leaves with this much or more

    @property
    def need_cents(self) -> int:
        """The smallest bankroll that can cover a round."""
        return self.levels[0].from_cents

    @property
    def full(self) -> RoundDistribution:
        """The round of a player who can cover every wager."""
        return self.levels[-1].play

    @property
    def least_cents(self) -> int:
        """The smallest bankroll that plays on: above ruin and the stop loss."""
        return (
            self.need_cents
            if self.stop_cents is None
            else max(self.need_cents, self.stop_cents + 1)
        )

    @property
    def step_cents(self) -> int:
        """The step between the bankrolls that can be reached."""
        return gcd(*(net for level in self.levels for net in level.play.chances)) or 1

    @property
    def most_cents(self) -> int:
        """The most that one round can win."""
        return max(max(level.play.chances) for level in self.levels)

    def plays(self, bankroll_cents: int) -> bool:
        """Whether a player with this bankroll plays on."""
        below = self.goal_cents is None or bankroll_cents < self.goal_cents
        return below and bankroll_cents >= self.least_cents

    def play(self, bankroll_cents: int) -> RoundDistribution:
        """The round of a player with this bankroll."""
        return next(
            level.play for level in reversed(self.levels) if bankroll_cents >= level.from_cents
        )


@dataclass(frozen=True, eq=False, repr=False)
class Ruin:
    """A player's bankroll after N rounds, and the chance of ruin before then."""

    final: ResultDistribution  # of the bankroll itself, ruined players included
    by_round: Floats  # chance of ruin after 0, 1, … rounds; constant from its end on
    exact: Fraction | None  # the last of them, where it is known exactly
    goal: float = 0.0  # chance of having reached the goal
    stopped: float = 0.0  # chance of having left at the stop loss, not ruined
    rounds_played: float = 0.0  # on average, until the player leaves or all rounds are over

    @property
    def chance(self) -> float:
        """Chance of ruin within all rounds."""
        return float(self.by_round[-1])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ruin):
            return NotImplemented
        return self._plain() == other._plain() and np.array_equal(self.by_round, other.by_round)

    def __hash__(self) -> int:
        return hash(self._plain())

    def _plain(self) -> tuple[object, ...]:
        return self.final, self.exact, self.goal, self.stopped, self.rounds_played

    def __repr__(self) -> str:
        return f"<ruin {self.chance:.6g}, {self.rounds_played:.6g} rounds played, {self.final!r}>"


def walk_bankroll(
    walk: Walk,
    rounds: int,
    result: ResultDistribution | None = None,
    on_progress: OnProgress | None = None,
) -> Ruin:
    """The bankroll after ``rounds`` rounds.

    ``result`` is the distribution of the rounds with everything covered, if already known;
    ``on_progress`` is called as work proceeds.
    """
    outcomes, step = len(walk.full.chances), walk.step_cents
    highest = walk.bankroll_cents + rounds * max(0, walk.most_cents)
    if walk.goal_cents is not None:
        highest = min(highest, walk.goal_cents + walk.most_cents)
    lowest = _lowest(walk, rounds)
    states = (highest - lowest) // step + 1
    if rounds * states * outcomes // 2 <= EXACT_WORK_MAX:
        return _exact_walk(walk, rounds)
    open_ended = walk.goal_cents is None and walk.stop_cents is None
    safe = open_ended and ruin_bound(walk, rounds) < NEGLIGIBLE
    if safe and summable(walk.full, rounds, rounds_max=None):
        return _out_of_reach(walk, rounds, result or sum_of_rounds(walk.full, rounds, on_progress))
    top = min(highest, ceil(_window(walk, rounds)) + max(0, walk.most_cents))
    size = (top - lowest) // step + 1
    if _rounds_walked(walk, rounds) * size * outcomes > FLOAT_WORK_MAX or size > SIZE_MAX:
        raise InputError(
            "bankroll",
            f"is lost with a chance below {NEGLIGIBLE:.0e} in {rounds:,} rounds, and the chips at"
            " the end have too many possible values: leave the bankroll out"
            if safe
            else f"{rounds:,} rounds over {size:,} possible bankrolls are too many:"
            " take fewer rounds, or wagers that are multiples of each other",
        )
    return _float_walk(walk, rounds, (lowest, size), on_progress)


def _lowest(walk: Walk, rounds: int) -> int:
    """The lowest bankroll that can be reached, or less than one step below it."""
    worst = min(min(level.play.chances) for level in walk.levels)
    least = max(walk.least_cents + worst, walk.bankroll_cents + rounds * worst)
    most_lost = max(0, walk.bankroll_cents - max(0, least))
    return walk.bankroll_cents - most_lost // walk.step_cents * walk.step_cents


def _window(walk: Walk, rounds: int) -> float:
    """A bankroll that is hardly ever exceeded; what is cut off there is counted in the error."""
    mean = float(walk.full.mean)
    spread = WINDOW_DEVIATIONS * walk.full.deviation(rounds)
    window = walk.bankroll_cents + max(0.0, mean) * rounds + spread
    if mean < 0:
        window = min(window, walk.bankroll_cents - log(EXHAUSTED) / climb_rate(walk.full))
    return window


def climb_rate(play: RoundDistribution) -> float:
    """``r`` such that a losing game ever climbs by ``h`` with a chance of at most ``exp(-r h)``.

    It solves E exp(r X) = 1, by Lundberg's inequality; for a winning game, of falling by ``h``.
    """
    sign = -1 if play.mean < 0 else 1
    moves = [(-sign * float(net), float(chance)) for net, chance in play.chances.items()]
    if all(move <= 0 for move, _ in moves):
        return float("inf")

    def excess(rate: float) -> float:
        return sum(chance * (exp(rate * move) - 1) for move, chance in moves)

    low, high = 0.0, 1.0 / max(move for move, _ in moves)
    while excess(high) <= 0:
        low, high = high, 2 * high
    # Start on the right of the second root of a convex function that is 0 at 0.
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) <= 0 else (low, middle)
    return low


def _rounds_walked(walk: Walk, rounds: int) -> float:
    """About how many rounds pass before hardly anybody plays any more."""
    lost, variance = max(0.0, -float(walk.full.mean)), float(walk.full.variance)
    found = float(rounds)
    if lost:
        above = walk.bankroll_cents - walk.least_cents
        found = min(found, above / lost - 2 * log(EXHAUSTED) * variance / lost**2)
    if walk.goal_cents is not None and variance:
        # Between two ends, those who still play become fewer by exp(-pi^2 v / 2 w^2) a round.
        wide = walk.goal_cents - walk.least_cents + walk.most_cents
        found = min(found, -log(EXHAUSTED) * 2 * wide**2 / (pi**2 * variance))
    return found


def ruin_bound(walk: Walk, rounds: int) -> float:
    """A proven bound on the chance that money ever runs short, for the war or the round.

    For any t > 0 the chance that the sum of rounds ever falls by ``a`` is at most
    M(t)^N exp(-t a) with M(t) = E exp(-t X) (Doob), where M(t) is at least 1.
    """
    need = walk.levels[-1].from_cents
    fall = walk.bankroll_cents - need + 1
    if walk.bankroll_cents + rounds * min(walk.full.chances) >= need:
        return 0.0
    slack = fall + rounds * min(0.0, float(walk.full.mean))
    if slack <= 0:
        return 1.0
    tilt = slack / (rounds * float(walk.full.variance))
    moment = sum(float(chance) * exp(-tilt * net) for net, chance in walk.full.chances.items())
    return min(1.0, exp(rounds * log(max(1.0, moment)) - tilt * fall))


def _out_of_reach(walk: Walk, rounds: int, result: ResultDistribution) -> Ruin:
    """The result for a bankroll so large that ruin is negligible."""
    error = result.error + ruin_bound(walk, rounds)
    final = replace(result, start_cents=result.start_cents + walk.bankroll_cents, error=error)
    return Ruin(final, np.zeros(1), Fraction(0) if not error else None, rounds_played=float(rounds))


def _exact_walk(walk: Walk, rounds: int) -> Ruin:
    """Exact: whole weights over a common denominator, which each round multiplies by ``total``."""
    plays = [level.play for level in walk.levels]
    total = lcm(*(chance.denominator for play in plays for chance in play.chances.values()))
    moves = {
        id(play): [(net, int(chance * total)) for net, chance in play.chances.items()]
        for play in plays
    }
    weights: dict[int, int] = {walk.bankroll_cents: 1}
    whole = 1
    ruined = [float(walk.bankroll_cents < walk.need_cents)]
    played = 0.0
    for _ in range(rounds):
        after: dict[int, int] = {}
        playing = 0
        for bankroll, weight in weights.items():
            if not walk.plays(bankroll):
                after[bankroll] = after.get(bankroll, 0) + weight * total
                continue
            playing += weight
            for net, chance in moves[id(walk.play(bankroll))]:
                after[bankroll + net] = after.get(bankroll + net, 0) + weight * chance
        played += playing / whole
        weights, whole = after, whole * total
        ruined.append(_weight_below(weights, walk.need_cents) / whole)
    final = _lattice(weights, whole, walk.step_cents)
    goal, stopped = _left(walk, final)
    exact = Fraction(_weight_below(weights, walk.need_cents), whole)
    return Ruin(final, np.array(ruined), exact, goal, stopped, played)


def _weight_below(weights: Mapping[int, int], need_cents: int) -> int:
    return sum(weight for bankroll, weight in weights.items() if bankroll < need_cents)


def _left(walk: Walk, final: ResultDistribution) -> tuple[float, float]:
    """The chances of having reached the goal, and of having left at the stop loss."""
    at, goal, stopped = final.results_cents, 0.0, 0.0
    if walk.goal_cents is not None:
        goal = float(final.chances[at >= walk.goal_cents].sum())
    if walk.stop_cents is not None:
        there = (at >= walk.need_cents) & (at <= walk.stop_cents)
        stopped = float(final.chances[there].sum())
    return goal, stopped


def _lattice(weights: Mapping[int, int], whole: int, step: int) -> ResultDistribution:
    low, high = min(weights), max(weights)
    row = tuple(weights.get(bankroll, 0) for bankroll in range(low, high + 1, step))
    return ResultDistribution(low, step, as_floats(row, whole), row, whole, 0.0)


def _float_walk(
    walk: Walk, rounds: int, span: tuple[int, int], on_progress: OnProgress | None
) -> Ruin:
    """Chances of the lowest bankroll + k steps; the topmost includes all above it."""
    step = walk.step_cents
    least, size = span

    def place(cents: int) -> int:
        return min(size, max(0, -((least - cents) // step)))

    low, need = place(walk.least_cents), place(walk.need_cents)
    high = size if walk.goal_cents is None else place(walk.goal_cents)
    starts = [*(max(low, place(level.from_cents)) for level in walk.levels), high]
    spans = [
        ((min(start, high), min(end, high)), [(net // step, float(c)) for net, c in moves.items()])
        for start, end, moves in zip(
            starts, starts[1:], (level.play.chances for level in walk.levels), strict=False
        )
    ]
    chances = np.zeros(size)
    chances[(walk.bankroll_cents - least) // step] = 1.0
    ruined = [float(chances[:need].sum())]
    clipped, played = 0.0, 0.0
    after, room = np.empty(size), np.empty(size)  # reused each round: new memory costs more
    for at in range(1, rounds + 1):
        playing = float(chances[low:high].sum())
        if playing < EXHAUSTED:
            break
        played += playing
        after[low:high] = 0.0
        after[:low] = chances[:low]
        after[high:] = chances[high:]
        for played_from, moves in spans:
            clipped += _spread(chances, after, room, played_from, moves)
        chances, after = after, chances
        ruined.append(float(chances[:need].sum()))
        if on_progress is not None and at % PROGRESS_ROUNDS == 0:
            on_progress("walking the bankroll", at, rounds)
    # Each round rounds each sum of products once per term; clipped mass may end anywhere.
    terms = sum(len(moves) for _, moves in spans) + 2
    error = len(ruined) * terms * UNIT + clipped + EXHAUSTED
    final = ResultDistribution(least, step, chances, None, 1, error)
    return Ruin(final, np.array(ruined), None, *_left(walk, final), played)


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
