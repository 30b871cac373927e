"""The facts of a PAR sheet besides the odds: identity, intervals, seats, exposure, a cross-check.

Identity is the paytable with the digests of its rules and of this program; combinations are counted
over the cycle of each wager, and one deal is worked out for each result.

``par_facts`` computes all of it once; the page, the JSON and the CSV show the same facts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from fractions import Fraction
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from math import inf, lcm, perm, sqrt
from pathlib import Path
from statistics import NormalDist

from casinowar.checks import whole_number
from casinowar.houses import House, rules_digest
from casinowar.houses.house import Reshuffle, WarTie
from casinowar.odds.answer import odds_of
from casinowar.odds.beside import StrategyReturns, returns_by_strategy
from casinowar.odds.decisions import (
    FIRST,
    TIE,
    WAR_TIE,
    Nets,
    always_stories,
    asks_suits,
    wager_names,
)
from casinowar.odds.distribution import RoundDistribution, sum_of_rounds, summable
from casinowar.odds.seats import Covariances, covariances
from casinowar.odds.stories import Decision
from casinowar.odds.values import HouseOdds, WagerOdds
from casinowar.outcomes import WARS
from casinowar.report.worked_deals import WorkedDeal, worked_deals
from casinowar.simulate.run import simulate
from casinowar.simulate.strategy import Strategy

ROUNDS = 1_000_000
ROUNDS_MAX = 1_000_000_000_000
CHECK_ROUNDS = 20_000_000
CHECK_SEED = 1
CONFIDENCES = (0.90, 0.95, 0.99)
STEPS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)


@dataclass(frozen=True, slots=True)
class Identification:
    """The identification of a sheet; an empty name is filled in by hand."""

    paytable: str
    revision: str = "1"
    author: str = ""
    approver: str = ""


@dataclass(frozen=True, slots=True)
class Combinations:
    """The number of equally likely deals for each result of a wager, in the order of its lines.

    A deal is the ordered list of the compared cards; the cycle is the number of all of them.
    """

    cards: int  # compared cards of a deal
    cycle: int
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Interval:
    """The interval of the actual return after a number of wagers, at one confidence."""

    wagers: int
    confidence: float
    low: float
    high: float
    exact: bool  # by the law of the sum; otherwise by the normal distribution


@dataclass(frozen=True, slots=True)
class SeatRow:
    """The house's result in a round of a number of seats, in first wagers."""

    seats: int
    deviation: float
    wider: float  # than if the seats were independent
    low: float  # of the hold after the sheet's number of rounds, 95 %
    high: float


@dataclass(frozen=True, slots=True)
class Exposure:
    """The most the house can lose in one round at the posted maximum of every wager."""

    seat_cents: int  # the maximum, which some deal reaches
    table_cents: int  # an upper bound: the maximum of one seat times the seats
    seats: int
    stakes: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class DealtWager:
    """A wager dealt by the simulator, against its exact edge."""

    wager: str
    exact: float
    dealt: float
    standard_error: float

    @property
    def z(self) -> float | None:
        """The difference in standard errors; None if too little was dealt."""
        if not 0 < self.standard_error < inf:
            return None
        return (self.dealt - self.exact) / self.standard_error


@dataclass(frozen=True, slots=True)
class DealtCheck:
    """The cross-check: rounds dealt from a fresh shoe each, and every wager that is dealt."""

    rounds: int
    seed: int
    wagers: tuple[DealtWager, ...]
    not_dealt: tuple[str, ...]


@dataclass(frozen=True)
class ParFacts:
    """Everything that a PAR sheet states."""

    odds: HouseOdds
    rounds: int
    made: date
    version: str
    digest: str
    program_digest: str
    identification: Identification
    combinations: tuple[Combinations, ...]  # of each wager of the odds, in their order
    strategies: tuple[StrategyReturns, ...]
    worked: tuple[WorkedDeal, ...]
    covariances: Covariances
    intervals: tuple[tuple[WagerOdds, tuple[Interval, ...]], ...]
    seats: tuple[SeatRow, ...]
    exposure: Exposure
    check: DealtCheck | None


def par_facts(
    house: House | str | Path = "washington",
    decks: int | None = None,
    rounds: int = ROUNDS,
    *,
    check_rounds: int = 0,
    check_seed: int = CHECK_SEED,
    made: date | None = None,
    revision: str = "1",
    author: str = "",
    approver: str = "",
) -> ParFacts:
    """Compute a PAR sheet; ``check_rounds`` rounds are dealt as a cross-check, 0 for none.

    >>> par_facts("washington").exposure.seat_cents
    160000
    """
    rounds = whole_number("rounds", rounds, 1, ROUNDS_MAX)
    check_rounds = whole_number("check-rounds", check_rounds, 0, 10**15)
    odds = odds_of(house, decks)
    together = covariances(odds.house, cards_left=odds.shoe, plan=odds.initial.plan)
    digest = rules_digest(odds.house)
    paytable = f"{odds.house.name}-{odds.decks}-{digest.removeprefix('sha256:')[:8]}"
    return ParFacts(
        odds,
        rounds,
        made or datetime.now(tz=UTC).date(),
        version("casinowar"),
        digest,
        program_digest(),
        Identification(paytable, revision, author, approver),
        tuple(combinations(odds, wager) for wager in odds.wagers),
        returns_by_strategy(odds),
        worked_deals(odds),
        together,
        tuple((wager, _intervals(wager, rounds)) for wager in odds.wagers),
        tuple(_seats(odds, together, rounds)),
        _exposure(odds),
        _check(odds, check_rounds, check_seed) if check_rounds else None,
    )


@cache
def program_digest() -> str:
    """The digest of this program's sources, by name and content."""
    package = Path(__file__).parents[1]
    digest = sha256()
    for path in sorted(package.rglob("*")):
        if path.suffix in {".py", ".toml", ".html", ".sql"} and "static" not in path.parts:
            name = path.relative_to(package).as_posix()
            digest.update(f"{name}\0{path.stat().st_size}\0".encode())
            digest.update(path.read_bytes())
    return f"sha256:{digest.hexdigest()}"


def combinations(odds: HouseOdds, wager: WagerOdds) -> Combinations:
    """The results of a wager counted over all deals of as many cards as it depends on.

    >>> odds = odds_of("washington", decks=6)
    >>> combinations(odds, odds.tie)
    Combinations(cards=2, cycle=97032, counts=(7176, 89856))
    """
    of_all = Fraction(1)
    if wager is odds.war_tie:  # exists only if a war is dealt
        wars = (chance for name, chance in odds.initial.outcomes.items() if name in WARS)
        at_war = sum(wars, Fraction(0))
        of_all = at_war or _tie_chance(odds)
    for compared in range(1, odds.house.ties_max + 1):
        deals = perm(odds.shoe.cards, 2 * compared)
        counts = [line.chance * of_all * deals for line in wager.lines]
        if all(count.denominator == 1 for count in counts):
            break
    else:
        raise AssertionError("a wager depends on no more cards than a round compares")
    return Combinations(2 * compared, int(of_all * deals), tuple(map(int, counts)))


def _tie_chance(odds: HouseOdds) -> Fraction:
    return odds.initial.choice.tie if odds.initial.choice is not None else Fraction(0)


def _intervals(wager: WagerOdds, rounds: int) -> tuple[Interval, ...]:
    scale = lcm(*(line.net.denominator for line in wager.lines))
    chances: dict[int, Fraction] = {}
    for line in wager.lines:
        net = int(line.net * scale)
        chances[net] = chances.get(net, Fraction(0)) + line.chance
    law = RoundDistribution(chances, Fraction(1), scale)
    found = []
    for count in sorted({*STEPS, rounds}):
        result = sum_of_rounds(law, count) if summable(law, count) else None
        for confidence in CONFIDENCES:
            tail = (1 - confidence) / 2
            if result is not None:
                low, high = (result.quantile(part) / scale / count for part in (tail, 1 - tail))
            else:
                wide = NormalDist().inv_cdf(1 - tail) * wager.standard_deviation / sqrt(count)
                low, high = (float(wager.expectation) + sign * wide for sign in (-1, 1))
            found.append(Interval(count, confidence, 1 + low, 1 + high, result is not None))
    return tuple(found)


def _seats(odds: HouseOdds, together: Covariances, rounds: int) -> list[SeatRow]:
    edge = float(odds.initial.house_edge)
    found = []
    for seats in range(1, odds.house.deal.seats + 1):
        deviation = sqrt(together.variance(seats))
        wide = NormalDist().inv_cdf(0.975) * deviation / (seats * sqrt(rounds))
        spread = together.spread(seats)
        found.append(SeatRow(seats, deviation, spread, edge - wide, edge + wide))
    return found


def _exposure(odds: HouseOdds) -> Exposure:
    """Every story of a round with the posted maximum on every wager that the house offers."""
    house, limits = odds.house, odds.house.limits
    stakes = {FIRST: limits.first.max_cents}
    for name in wager_names(house)[1:]:
        stakes[name] = limits.tie.max_cents if name in (TIE, WAR_TIE) else limits.side.max_cents
    if house.tie.war_deal is WarTie.EQUAL_TO_FIRST:
        stakes[WAR_TIE] = limits.first.max_cents
    always = always_stories(house, odds.shoe, suits=asks_suits(house))
    told = [story for some in always.values() for story in some]
    nets = Nets(house, stakes, told)
    most = max(nets(story) for story in told) // nets.scale
    return Exposure(most, house.deal.seats * most, house.deal.seats, tuple(stakes.items()))


def _check(odds: HouseOdds, rounds: int, seed: int) -> DealtCheck:
    """Every round from a fresh shoe, as the exact figures are: a cutting card moves the edge."""
    house, best = odds.house, odds.initial.best_decision
    strategy = Strategy(war_share=Fraction(best is not Decision.SURRENDER))
    fresh = replace(house, cards=replace(house.cards, reshuffle=Reshuffle.EVERY_ROUND))
    found = simulate(fresh, rounds, decks=odds.decks, seed=seed, strategy=strategy)
    if found.interrupted:  # an interrupted check does not count
        raise KeyboardInterrupt
    pairs = (
        (odds.initial, found.initial),
        (odds.tie, found.tie),
        (odds.war_tie, found.war_tie),
    )
    wagers = [
        DealtWager(wager.name, float(wager.house_edge), dealt.mean, dealt.standard_error)
        for wager, dealt in pairs
        if wager is not None and dealt is not None
    ]
    names = tuple(bet.name for bet in house.side_bets)
    return DealtCheck(found.rounds, found.seed, tuple(wagers), names)
