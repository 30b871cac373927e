"""Distributions of money results: of one round, from the stories, and of the sum of N rounds.

Rounds are independent, each from a fresh shoe. The sum of N is the N-th power of the round's
polynomial. While the numbers are small it is one power of a packed whole number and exact; beyond,
it is repeated squaring in floating point, with a bound on the error carried along. Only positive
numbers are added, so far tails stay accurate; a Fourier transform would lose them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm, sqrt

import numpy as np
from numpy.typing import NDArray

from casinowar.houses import House
from casinowar.odds.decisions import FIRST, WAR_TIE, Bets, Nets
from casinowar.odds.stories import Story
from casinowar.odds.wagers import first_wagered
from casinowar.outcomes import WARS
from casinowar.tabular import Tabular

Floats = NDArray[np.float64]
OnProgress = Callable[[str, int, int], None]  # called with the task, the rounds done and the total
EXACT_BITS_MAX = 4_000_000
ROUNDS_MAX = 1_000_000
WINDOW_MAX = 100_000  # entries of a distribution that can be squared in seconds
CENTS_MAX = 2**62  # amounts are kept in 64 bits
TRIM = 1e-20  # tails with less mass than this are cut off and counted in the error
UNIT = 2.0**-53
PIECE = 4_096  # entries


@dataclass(frozen=True, repr=False)
class RoundDistribution:
    """The player's result of one round, in cents, with exact probabilities."""

    chances: Mapping[int, Fraction] = field(hash=False)
    wagered: Fraction  # expected total bet, including the war wager
    handle_cents: int  # wagers before the deal: the base of the house's hold

    def __repr__(self) -> str:
        return f"<one round: mean {float(self.mean):.6g} cents, deviation {self.deviation():.6g}>"

    @cached_property
    def mean(self) -> Fraction:
        """Expected result."""
        return sum((chance * net for net, chance in self.chances.items()), Fraction(0))

    @cached_property
    def variance(self) -> Fraction:
        """Variance of the result."""
        square = sum((chance * net**2 for net, chance in self.chances.items()), Fraction(0))
        return square - self.mean**2

    @property
    def step_cents(self) -> int:
        """The largest step that divides every difference of results."""
        low = min(self.chances)
        return gcd(*(net - low for net in self.chances)) or 1

    def deviation(self, rounds: int = 1) -> float:
        """Standard deviation of the result of ``rounds`` rounds."""
        return sqrt(float(self.variance * rounds))

    def absolute_moment(self) -> float:
        """E|X - mean|³, for the bound of Berry and Esseen."""
        return float(
            sum(chance * abs(net - self.mean) ** 3 for net, chance in self.chances.items())
        )


def round_distribution(house: House, told: Iterable[Story], bets: Bets) -> RoundDistribution:
    """The distribution of one round from its stories; ``bets`` are the stakes in cents by wager."""
    some = tuple(told)
    net = Nets(house, bets, some)
    assert net.scale == 1, "stakes must be payable in whole cents"
    weights: dict[int, int] = {}
    wagered, whole = 0, some[0].whole
    before = sum(int(stake) for name, stake in bets.items() if name != WAR_TIE)
    for story in some:
        result = net(story)
        weights[result] = weights.get(result, 0) + story.weight
        put = before + int(bets[FIRST]) * (first_wagered(story) - 1)
        put += int(bets.get(WAR_TIE, 0)) if story.outcome in WARS else 0
        wagered += story.weight * put
    chances = {result: Fraction(weights[result], whole) for result in sorted(weights)}
    return RoundDistribution(chances, Fraction(wagered, whole), before)


@dataclass(frozen=True, eq=False, repr=False)
class ResultDistribution(Tabular):
    """Chances of money results on a lattice: ``start_cents`` plus multiples of ``step_cents``.

    ``weights`` over ``total`` are the exact chances, if they are known; ``error`` bounds the error
    of any sum of ``chances``.
    """

    start_cents: int
    step_cents: int
    chances: Floats
    weights: tuple[int, ...] | None
    total: int
    error: float

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ResultDistribution):
            return NotImplemented
        same = (self._plain(), self.weights, self.total) == (
            other._plain(),
            other.weights,
            other.total,
        )
        return same and np.array_equal(self.chances, other.chances)

    def __hash__(self) -> int:
        return hash(self._plain())

    def _plain(self) -> tuple[object, ...]:
        return self.start_cents, self.step_cents, len(self.chances), self.exact, self.error

    def __repr__(self) -> str:
        low, high = self.results_cents[[0, -1]] if len(self.chances) else (0, 0)
        how = "exact" if self.exact else f"error at most {self.error:.0e}"
        return f"<{len(self.chances):,} results from {low:,} to {high:,} cents, {how}>"

    def records(self) -> list[dict[str, object]]:
        """Each result with its chance."""
        return [
            {"result_cents": int(result), "chance": float(chance)}
            for result, chance in zip(self.results_cents, self.chances, strict=True)
        ]

    @property
    def exact(self) -> bool:
        """Whether every chance is known as a fraction."""
        return self.weights is not None

    @cached_property
    def results_cents(self) -> NDArray[np.int64]:
        """The result of each chance."""
        return self.start_cents + self.step_cents * np.arange(len(self.chances), dtype=np.int64)

    def chance_of(self, result_cents: int) -> Fraction | float:
        """The chance of one result; a Fraction where the distribution is exact."""
        at, rest = divmod(result_cents - self.start_cents, self.step_cents)
        inside = not rest and 0 <= at < len(self.chances)
        if self.weights is not None:
            return Fraction(self.weights[at], self.total) if inside else Fraction(0)
        return float(self.chances[at]) if inside else 0.0

    def above(self, result_cents: int) -> float:
        """The chance of more than ``result_cents``."""
        return float(self.chances[self.results_cents > result_cents].sum())

    def below(self, result_cents: int) -> float:
        """The chance of less than ``result_cents``."""
        return float(self.chances[self.results_cents < result_cents].sum())

    def quantile(self, part: float) -> int:
        """The smallest result, in cents, not exceeded with a probability of at least ``part``.

        A chance that falls short of ``part`` by no more than the error counts as reaching it.
        """
        at = int(np.searchsorted(np.cumsum(self.chances), part - self.error))
        return int(self.results_cents[min(at, len(self.chances) - 1)])

    def mean_cents(self, from_cents: int = 0) -> float:
        """The expected result, relative to an amount."""
        return float((self.chances * (self.results_cents - from_cents)).sum())


def summable(
    one_round: RoundDistribution, rounds: int, rounds_max: int | None = ROUNDS_MAX
) -> bool:
    """Whether the distribution of ``rounds`` rounds can be computed in seconds."""
    low, high = min(one_round.chances), max(one_round.chances)
    entries = max(
        (high - low) / one_round.step_cents, 20 * one_round.deviation(rounds) / one_round.step_cents
    )
    small = rounds * max(abs(low), abs(high)) < CENTS_MAX
    few = rounds_max is None or rounds <= rounds_max
    return few and entries <= WINDOW_MAX and small


def sum_of_rounds(
    one_round: RoundDistribution, rounds: int, on_progress: OnProgress | None = None
) -> ResultDistribution:
    """The distribution of the sum of ``rounds`` rounds; ``on_progress`` is called as work proceeds.

    >>> coin = RoundDistribution({-1: Fraction(1, 2), 1: Fraction(1, 2)}, Fraction(1), 1)
    >>> sum_of_rounds(coin, 4).chance_of(0)
    Fraction(3, 8)
    """
    step = one_round.step_cents
    low = min(one_round.chances)
    total = lcm(*(chance.denominator for chance in one_round.chances.values()))
    weights = [0] * ((max(one_round.chances) - low) // step + 1)
    for net, chance in one_round.chances.items():
        weights[(net - low) // step] = int(chance * total)
    start = rounds * low
    bits = rounds * total.bit_length() + 1
    if bits * (rounds * (len(weights) - 1) + 1) <= EXACT_BITS_MAX:
        found = _exact_power(weights, rounds, bits)
        return ResultDistribution(
            start, step, as_floats(found, total**rounds), found, total**rounds, 0.0
        )
    base = np.array([weight / total for weight in weights])
    first, chances, error = _float_power(base, rounds, on_progress)
    return ResultDistribution(start + first * step, step, chances, None, 1, error)


def as_floats(weights: tuple[int, ...] | list[int], total: int) -> Floats:
    """Whole weights as chances; division of whole numbers rounds once."""
    return np.array([weight / total for weight in weights])


def _exact_power(weights: list[int], rounds: int, bits: int) -> tuple[int, ...]:
    """All coefficients of a polynomial's power, by one power of a packed number."""
    packed = sum(weight << bits * at for at, weight in enumerate(weights))
    raised = packed**rounds
    size = rounds * (len(weights) - 1) + 1
    bytes_each = (bits + 7) // 8
    if bits % 8 == 0:
        raw = raised.to_bytes(size * bytes_each, "little")
        return tuple(
            int.from_bytes(raw[at : at + bytes_each], "little")
            for at in range(0, size * bytes_each, bytes_each)
        )
    return _exact_power(weights, rounds, 8 * bytes_each)


def _float_power(
    base: Floats, rounds: int, on_progress: OnProgress | None = None
) -> tuple[int, Floats, float]:
    """(index of the first entry, chances, error bound) of the power, by repeated squaring.

    From the exponent's first digit on, so the other factor is always one round, and short.
    """
    one = _Windowed(0, base, 2 * UNIT, 0.0)
    power, done = one, 1
    for digit in f"{rounds:b}"[1:]:
        power, done = power.squared(), 2 * done
        if digit == "1":
            power, done = power.times(one), done + 1
        if on_progress is not None:
            on_progress("adding up rounds", done, rounds)
    return power.first, power.chances, power.relative + power.lost


@dataclass(frozen=True, slots=True)
class _Windowed:
    """A distribution without its far tails, its relative error, and the mass cut off so far."""

    first: int
    chances: Floats
    relative: float
    lost: float

    def times(self, other: _Windowed) -> _Windowed:
        return self._product(other, convolved(self.chances, other.chances))

    def squared(self) -> _Windowed:
        return self._product(self, squared(self.chances))

    def _product(self, other: _Windowed, chances: Floats) -> _Windowed:
        # All terms are positive: n products and sums are off by at most (n + 1) units, relatively.
        terms = min(len(self.chances), len(other.chances)) + 1
        relative = (self.relative + other.relative) * 1.0001 + terms * UNIT
        cut, kept, mass = _trimmed(chances)
        lost = self.lost + other.lost + mass
        return _Windowed(self.first + other.first + cut, kept, relative, lost)


def squared(chances: Floats) -> Floats:
    """A distribution convolved with itself: (L + H)² = L² + 2 LH + H² halves the work."""
    if len(chances) <= PIECE:
        return np.convolve(chances, chances)
    half = len(chances) // 2
    low, high = chances[:half], chances[half:]
    found = np.zeros(2 * len(chances) - 1)
    found[: 2 * half - 1] = squared(low)
    found[2 * half :] = squared(high)
    found[half : half + len(chances) - 1] += 2 * convolved(low, high)
    return found


def convolved(one: Floats, other: Floats) -> Floats:
    """Two distributions convolved, in pieces too short for a library to split among threads.

    Threads that wait for each other at every entry cost several times what they save.
    """
    found = np.zeros(len(one) + len(other) - 1)
    for at in range(0, len(other), PIECE):
        piece = other[at : at + PIECE]
        found[at : at + len(one) + len(piece) - 1] += np.convolve(one, piece)
    return found


def _trimmed(chances: Floats) -> tuple[int, Floats, float]:
    low = int(np.searchsorted(np.cumsum(chances), TRIM))
    high = len(chances) - int(np.searchsorted(np.cumsum(chances[::-1]), TRIM))
    return low, chances[low:high], 2 * TRIM
