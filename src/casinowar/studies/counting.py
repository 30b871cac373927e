"""Counting studies: the hourly result and the risk of a player who counts cards.

A count adds up a weight for every card seen: as a running count, or divided by the decks not yet
seen. A spread gives the units on the first wager and on Tie for each range of counts. The
compiled dealer deals whole shoes, and the player at seat 1 bets by the count before each round.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, exp, inf, isfinite, pi, sqrt
from pathlib import Path
from typing import SupportsFloat, cast

import numpy as np
from numpy.typing import NDArray

from casinowar.cards import RANK_LETTERS, Rank
from casinowar.checks import as_number, tie_offered, whole_number
from casinowar.errors import InputError, shown
from casinowar.houses import House, load_house
from casinowar.simulate.blocks import shoes_per_block
from casinowar.simulate.plan import SEED_MAX, Plan, make_plan, results
from casinowar.simulate.run import ROUNDS_MAX, TASKS_IN_FLIGHT, check_workers, open_executor
from casinowar.simulate.strategy import Strategy
from casinowar.simulate.tally import OUTCOMES, TIES_MAX, Estimate, ratio_error
from casinowar.tabular import Tabular

STEPS_MAX = 40
UNITS_MAX = 1e6
Floats = NDArray[np.float64]
OnProgress = Callable[[str, int, int], None]
TAIL_FROM = 30.0  # beyond this many deviations the series of the tail is exact to 1e-10


@dataclass(frozen=True, slots=True)
class Step:
    """The units on the first wager and on Tie from a count on."""

    count: float  # -inf for the first step
    first: float
    tie: float = 0.0


@dataclass(frozen=True, slots=True)
class StepResult:
    """The results at one step of the spread; edges per unit, positive for the house."""

    step: Step
    rounds: int
    share: float  # of all rounds
    initial: float | None  # house edge of the first wager; None if the step was never reached
    tie: float | None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CountStudy(Tabular):
    """The results of a counter. Amounts are units of the spread, positive for the player."""

    house: House
    decks: int
    seats: int
    seed: int
    shoes: int
    rounds: int
    rounds_bet: int
    per_round: Estimate  # result of a round dealt
    deviation: float  # of a round dealt, shoes and bets included
    bet_per_round: float  # all wagers, including war wagers
    steps: tuple[StepResult, ...]

    def __repr__(self) -> str:
        won = f"{self.per_round.mean:+.6g} ± {1.96 * self.per_round.standard_error:.2g}"
        return f"<count at {self.house.name}, {self.rounds:,} rounds: {won} units a round>"

    def records(self) -> list[dict[str, object]]:
        """The steps of the spread."""
        return [
            {
                "from count": one.step.count,
                "first": one.step.first,
                "tie units": one.step.tie,
                "share": one.share,
                "house_edge": one.initial,
                "tie_house_edge": one.tie,
            }
            for one in self.steps
        ]

    def per_hour(self, rate: int = 60) -> Estimate:
        """Units won in an hour of ``rate`` rounds."""
        return Estimate(rate * self.per_round.mean, rate * self.per_round.standard_error)

    def risk(self, bankroll: float, rounds: float = inf) -> float:
        """The chance of losing ``bankroll`` units within ``rounds`` rounds, by a diffusion.

        Wins and losses are approximated by a continuous walk with the measured mean and
        deviation; the smaller the bets relative to the bankroll, the better the approximation.
        """
        units, length = as_number(bankroll), as_number(rounds)
        if units is None or not 0 < units < inf:
            raise InputError("bankroll", f"{shown(bankroll)} is not a number of units above 0")
        if length is None or not length > 0:
            raise InputError("rounds", f"{shown(rounds)} is not a number of rounds above 0")
        mean, square = self.per_round.mean, self.deviation**2
        if not square:
            return float(mean < 0 and -mean * length >= units)
        power = -2 * mean * units / square
        if length == inf:
            return 1.0 if mean <= 0 else exp(power)
        spread = self.deviation * sqrt(length)
        ahead, behind = (-units + mean * length) / spread, (-units - mean * length) / spread
        # The walk ends below, or it was below and came back. In a losing game the second is a huge
        # number times a tiny one: exp(power) Phi(ahead) = exp(-behind^2 / 2) tail(ahead).
        back = exp(power) * _below(ahead) if ahead > 0 else exp(-(behind**2) / 2) * _tail(ahead)
        return min(1.0, _below(behind) + back)


def _below(deviations: float) -> float:
    """The normal distribution function, accurate in the tail too."""
    return 0.5 * erfc(-deviations / sqrt(2))


def _tail(deviations: float) -> float:
    """``_below`` of a number that is not positive, over exp(-deviations² / 2)."""
    if deviations > -TAIL_FROM:
        return _below(deviations) * exp(deviations**2 / 2)
    part = deviations**-2
    return (1 - part * (1 - 3 * part * (1 - 5 * part))) / (-deviations * sqrt(2 * pi))


def count_study(
    house: House | str | Path,
    weights: Mapping[str, SupportsFloat] | Iterable[SupportsFloat],
    spread: Sequence[Step],
    rounds: int,
    *,
    per_deck: bool = True,
    decks: int | None = None,
    seats: int = 1,
    behind: Fraction | None = None,
    seed: int | None = None,
    strategy: Strategy | None = None,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> CountStudy:
    """Deal about ``rounds`` rounds to a player who bets by a count.

    ``weights`` maps letters of ranks to weights (others: 0), or lists thirteen from 2 to ace.
    ``spread`` begins with the step for any lower count, ``-inf``. ``behind`` moves the cutting
    card. ``on_progress`` is called with the task, the blocks dealt and the total.

    >>> flat = count_study("skycity", {}, [Step(-inf, 1.0)], rounds=200_000, seed=1)
    >>> -0.05 < flat.per_round.mean < 0.0
    True
    """
    rules = house if isinstance(house, House) else load_house(house)
    rounds = whole_number("rounds", rounds, 1, ROUNDS_MAX)
    drawn = int.from_bytes(os.urandom(4), "big") if seed is None else seed
    drawn = whole_number("seed", drawn, 0, SEED_MAX)
    given = _weights(weights)
    steps = _checked(rules, spread)
    plan = make_plan(rules, decks, seats, strategy or Strategy(), behind)
    blocks = max(2, round(rounds / plan.rounds_per_shoe * plan.seats / shoes_per_block(plan)))

    def deal(block: int) -> tuple[Floats, Floats]:
        return _deal(plan, rules, given, steps, per_deck, drawn, block)

    sums, by_step = _deal_all(deal, blocks, check_workers(workers), on_progress)
    return _study(rules, plan, steps, drawn, sums, by_step)


def _deal_all(
    deal: Callable[[int], tuple[Floats, Floats]],
    blocks: int,
    workers: int,
    on_progress: OnProgress | None,
) -> tuple[Floats, Floats]:
    """The sums of all blocks, added in order. Few run at a time, so that Ctrl-C works soon."""
    sums, by_step = deal(0)
    flight: deque[Future[tuple[Floats, Floats]]] = deque()
    started = 1
    with open_executor(None, workers) as dealers:
        for done in range(1, blocks):
            while started < blocks and len(flight) < TASKS_IN_FLIGHT * workers:
                flight.append(dealers.submit(deal, started))
                started += 1
            more, more_by_step = flight.popleft().result()
            sums += more
            by_step += more_by_step
            if on_progress is not None:
                on_progress("dealing", done + 1, blocks)
    return sums, by_step


def _deal(
    plan: Plan,
    house: House,
    weights: Floats,
    steps: tuple[Step, ...],
    per_deck: bool,
    seed: int,
    block: int,
) -> tuple[Floats, Floats]:
    from casinowar.simulate.kernels.counting import C_SUMS, S_SUMS, deal_counted_blocks

    nets, ties = net_arrays(house)
    table = np.array([(step.count, step.first, step.tie) for step in steps])
    sums, by_step = np.zeros((1, C_SUMS)), np.zeros((1, len(steps), S_SUMS))
    rules, _ = plan.arrays()
    deal_counted_blocks(
        *(rules, nets, ties, weights, per_deck, table),
        *(np.uint64(seed), np.uint64(block), shoes_per_block(plan), sums, by_step),
    )
    return sums[0], by_step[0]


def net_arrays(house: House) -> tuple[Floats, Floats]:
    """The net of one unit: by outcome for the first wager, by the number of ties for Tie."""
    first = np.array([float(part) for part in results(house)[0][: len(OUTCOMES)]])
    ladder = [float(rung.ratio) for rung in house.tie.ladder]
    ties = [-1.0, *(ladder[min(ties, len(ladder)) - 1] for ties in range(1, TIES_MAX + 1))]
    return first, np.array(ties)


def _study(
    house: House, plan: Plan, steps: tuple[Step, ...], seed: int, sums: Floats, by_step: Floats
) -> CountStudy:
    from casinowar.simulate.kernels.counting import (
        C_BET,
        C_FIRST,
        C_ROUNDS,
        C_RR,
        C_SHOES,
        C_TIE,
        C_X,
        C_XR,
        C_XX,
        S_FIRST,
        S_ROUNDS,
        S_TIE,
    )
    from casinowar.simulate.plan import DECKS

    shoes, rounds = int(sums[C_SHOES]), float(sums[C_ROUNDS])
    mean = float(sums[C_X]) / rounds
    error = ratio_error(
        mean, rounds, float(sums[C_XX]), float(sums[C_XR]), float(sums[C_RR]), shoes
    )
    found = []
    for step, (dealt, first, tie) in zip(
        steps, by_step[:, [S_ROUNDS, S_FIRST, S_TIE]], strict=True
    ):
        offered = house.tie.offered and dealt
        found.append(
            StepResult(
                step,
                int(dealt),
                float(dealt) / rounds,
                -float(first / dealt) if dealt else None,
                -float(tie / dealt) if offered else None,
            )
        )
    return CountStudy(
        house=house,
        decks=plan.rules[DECKS],
        seats=plan.seats,
        seed=seed,
        shoes=shoes,
        rounds=int(rounds),
        rounds_bet=int(sums[C_BET]),
        per_round=Estimate(mean, error),
        # A shoe is one draw: its variance over its rounds is that of a round, with their ties.
        deviation=error * sqrt(rounds),
        bet_per_round=float(sums[C_FIRST] + sums[C_TIE]) / rounds,
        steps=tuple(found),
    )


def _weights(given: Mapping[str, SupportsFloat] | Iterable[SupportsFloat]) -> Floats:
    if isinstance(given, Mapping):
        by_rank = cast("Mapping[str, SupportsFloat]", given)
        for name in by_rank:
            if name not in RANK_LETTERS or len(name) != 1:
                raise InputError("weights", f"{shown(name)} is not a rank of {RANK_LETTERS}")
        values = [by_rank.get(rank.letter, 0.0) for rank in Rank]
    else:
        try:
            values = list(given)
        except TypeError:
            raise InputError("weights", f"{shown(given)} is not thirteen weights") from None
    if len(values) != len(Rank):
        raise InputError("weights", f"{len(values)} weights are not 13, from 2 to ace")
    found = [as_number(value) for value in values]
    for value, number in zip(values, found, strict=True):
        if number is None or not isfinite(number):
            raise InputError("weights", f"{shown(value)} is not a number")
    return np.array(found, dtype=np.float64)


def _checked(house: House, spread: Sequence[Step]) -> tuple[Step, ...]:
    try:
        steps = tuple(spread)
    except TypeError:
        raise InputError("spread", f"{shown(spread)} is not a list of steps") from None
    if not all(isinstance(step, Step) for step in steps):
        raise InputError("spread", "contains an item that is not a Step")
    if not 1 <= len(steps) <= STEPS_MAX:
        raise InputError("spread", f"{len(steps)} steps are not from 1 to {STEPS_MAX}")
    if steps[0].count != -inf:
        raise InputError("spread", f"begins at {steps[0].count:g}, not at any lower count (-inf)")
    if not all(isfinite(step.count) for step in steps[1:]):
        raise InputError("spread", "has a count that is not a number")
    if [step.count for step in steps] != sorted({step.count for step in steps}):
        raise InputError("spread", "must have a higher count in each step")
    for step in steps:
        for units in (step.first, step.tie):
            if not 0 <= units <= UNITS_MAX:
                raise InputError("spread", f"{units:g} units are not from 0 to {UNITS_MAX:,.0f}")
        if step.tie:
            tie_offered("spread", house)
            if not step.first and not house.wagers.tie_alone:
                cites = house.cites.tie_wager
                raise InputError("spread", f"{house.name} takes no Tie wager alone", cites)
    return steps


def parse_weights(text: str) -> dict[str, float]:
    """Read weights written ``"A:-12 2:1 3:1"``; ranks not listed have weight 0.

    >>> parse_weights("A:-1 T:0.5")
    {'A': -1.0, 'T': 0.5}
    """
    found: dict[str, float] = {}
    for part in text.replace(",", " ").split():
        letter, colon, number = part.partition(":")
        try:
            value = float(number) if colon and len(number) <= 20 else None
        except ValueError:
            value = None
        if value is None or letter in found:
            raise InputError("weights", f"{shown(part)} is not a rank and its weight, like A:-1")
        found[letter] = value
    return found


def parse_spread(text: str) -> tuple[Step, ...]:
    """Read a spread written ``"1,2:4,4:10+5"``.

    That is one unit, four from a count of 2 on, and from 4 on ten with five on Tie.

    >>> [step.first for step in parse_spread("1,2:4,4:10+5")]
    [1.0, 4.0, 10.0]
    """
    found = []
    for place, part in enumerate(text.split(",")):
        count, colon, units = part.strip().rpartition(":")
        first, _, tie = units.partition("+")
        try:
            if bool(colon) != bool(place):
                raise ValueError
            found.append(Step(float(count) if place else -inf, float(first), float(tie or 0)))
        except ValueError:
            raise InputError(
                "spread", f"{shown(part)} is not like 1 (first) or 2:4 or 4:10+5 (later)"
            ) from None
    return tuple(found)
