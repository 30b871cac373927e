"""Sessions: what N rounds can do to a player's bankroll, and to the house's hold.

``session`` is the library call behind ``casinowar session``. Rounds are independent, each dealt
from a fresh shoe, and the stakes stay the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import erfc, sqrt
from pathlib import Path
from statistics import NormalDist

from casinowar.checks import whole_number
from casinowar.errors import InputError, shown
from casinowar.houses import House, load_house
from casinowar.houses.house import Surrender
from casinowar.money import show_cents
from casinowar.odds.answer import odds_of
from casinowar.odds.distribution import (
    OnProgress,
    ResultDistribution,
    RoundDistribution,
    round_distribution,
    sum_of_rounds,
    summable,
)
from casinowar.odds.ruin import Ruin, Walk, walk_bankroll
from casinowar.odds.shoe import ShoeLeft
from casinowar.odds.stakes import check_amount, check_stakes, limit_notes
from casinowar.odds.stories import Decision

PLAYER_ROUNDS_MAX = 100_000
HOUSE_ROUNDS_MAX = 1_000_000_000_000
RATE_MAX = 10_000
BANKROLL_MAX_CENTS = 1_000_000_000_000
# Shevtsova 2011: the constant in the bound of Berry and Esseen for identically distributed rounds.
BERRY_ESSEEN = 0.4748


@dataclass(frozen=True)
class Hold:
    """The interval of the house's actual edge, at one confidence."""

    confidence: float
    low: float  # part of all first wagers (and Tie wagers, where bet) that the house keeps
    high: float


@dataclass(frozen=True)
class Session:
    """N rounds with flat stakes: the player's side and the operator's."""

    house: House
    decks: int
    decision: Decision
    bet_cents: int
    tie_cents: int
    bankroll_cents: int | None
    rounds: int
    rate: int  # rounds an hour
    one_round: RoundDistribution  # with the war covered
    result: ResultDistribution | None  # of N rounds with an unlimited bankroll; None if too many
    ruin: Ruin | None  # None where no bankroll was given
    ruin_below_cents: int  # a bankroll below this cannot play on

    @property
    def notes(self) -> tuple[str, ...]:
        """What the house's tables would refuse: posted limits, wager step."""
        return limit_notes(self.house, self.bet_cents, self.tie_cents)

    @property
    def expected_loss_cents(self) -> Fraction:
        """The average cost of N rounds, if the bankroll lasts."""
        return -self.one_round.mean * self.rounds

    @property
    def loss_per_hour_cents(self) -> Fraction:
        """Expected loss an hour."""
        return -self.one_round.mean * self.rate

    @property
    def spread_per_hour_cents(self) -> float:
        """Standard deviation of an hour's result."""
        return sqrt(float(self.one_round.variance * self.rate))

    @property
    def edge(self) -> Fraction:
        """The theoretical hold: what the house keeps of each unit of first and Tie wagers."""
        return -self.one_round.mean / self.one_round.handle_cents

    @property
    def method(self) -> str:
        """How the result after N rounds was computed."""
        if self.result is None:
            return "normal"
        return "exact" if self.result.exact else "floating point"

    @property
    def error(self) -> float:
        """The largest possible error of any chance over N rounds."""
        if self.result is not None:
            return self.result.error
        deviation = sqrt(float(self.one_round.variance))
        return BERRY_ESSEEN * self.one_round.absolute_moment() / (deviation**3 * sqrt(self.rounds))

    @property
    def player_ahead(self) -> float:
        """The chance that the house has lost money after N rounds."""
        if self.result is not None:
            return self.result.above(0)
        deviation = sqrt(float(self.one_round.variance * self.rounds))
        return 0.5 * erfc(-float(self.one_round.mean * self.rounds) / deviation / sqrt(2))

    def hold(self, confidence: float = 0.95) -> Hold:
        """The central interval of the house's actual edge after N rounds."""
        tail = (1 - confidence) / 2
        handle = self.rounds * self.one_round.handle_cents
        if self.result is not None:
            low, high = self.result.quantile(tail), self.result.quantile(1 - tail)
            return Hold(confidence, -high / handle, -low / handle)
        wide = NormalDist().inv_cdf(1 - tail) * sqrt(float(self.one_round.variance * self.rounds))
        middle = float(self.edge)
        return Hold(confidence, middle - wide / handle, middle + wide / handle)


def session(
    house: House | str | Path = "washington",
    *,
    bet_cents: int,
    rounds: int,
    bankroll_cents: int | None = None,
    tie_cents: int = 0,
    decks: int | None = None,
    rate: int = 60,
    decision: Decision | str | None = None,
    on_progress: OnProgress | None = None,
) -> Session:
    """What ``rounds`` rounds at flat stakes can do, with the best decision unless one is named.

    ``on_progress`` is called during long work: the task, rounds done, rounds in all.

    >>> night = session("wisconsin", bet_cents=1000, rounds=100, bankroll_cents=20000)
    >>> night.method, round(night.ruin.chance, 4) if night.ruin else None
    ('exact', 0.0898)
    """
    rules = house if isinstance(house, House) else load_house(house)
    shoe = ShoeLeft.of_decks(rules.cards.decks if decks is None else decks)
    _check_numbers(rules, rounds, rate, bankroll_cents)
    check_stakes(rules, bet_cents, tie_cents)
    way = _decision(rules, shoe, decision)
    one_round = round_distribution(rules, shoe, way, bet_cents, tie_cents)
    walk = None
    if bankroll_cents is not None:
        walk = _walk(rules, shoe, one_round, way, (bankroll_cents, bet_cents, tie_cents))
    result = sum_of_rounds(one_round, rounds, on_progress) if summable(one_round, rounds) else None
    return Session(
        rules,
        shoe.decks or 0,
        way,
        bet_cents,
        tie_cents,
        bankroll_cents,
        rounds,
        rate,
        one_round,
        result,
        None if walk is None else walk_bankroll(walk, rounds, result, on_progress),
        bet_cents + tie_cents if walk is None else walk.need_cents,
    )


def _walk(
    house: House,
    shoe: ShoeLeft,
    one_round: RoundDistribution,
    way: Decision,
    money: tuple[int, int, int],
) -> Walk:
    bankroll, bet, tie = money
    need = bet + tie
    _check_covered(house, bankroll, need, "one round")
    if way is Decision.SURRENDER:
        return Walk(bankroll, need, need, one_round, one_round)
    # Tie on the original deal is paid before the war wager is asked for, except on a ladder.
    rungs = house.tie.ladder
    paid = int(tie * (rungs[0].ratio + 1)) if tie and len(rungs) == 1 else 0
    war_need = max(need, need + bet - paid)
    if house.surrender.mode is Surrender.NOT_OFFERED:
        _check_covered(house, bankroll, war_need, "a round and its war")
        return Walk(bankroll, war_need, war_need, one_round, one_round)
    short = round_distribution(house, shoe, Decision.SURRENDER, bet, tie)
    return Walk(bankroll, need, war_need, one_round, short)


def _decision(house: House, shoe: ShoeLeft, named: Decision | str | None) -> Decision:
    first = odds_of(house, cards_left=shoe).initial
    if named is None:
        return first.best_decision or Decision.WAR
    way = next((way for way in Decision if way == named), None)
    offered = {Decision.WAR: first.if_war, Decision.SURRENDER: first.if_surrender}
    if way is None or offered[way] is None:
        raise InputError("decision", f"{shown(named)} is not offered at {house.name}")
    return way


def _check_numbers(house: House, rounds: int, rate: int, bankroll_cents: int | None) -> None:
    if bankroll_cents is None:
        whole_number("rounds", rounds, 1, HOUSE_ROUNDS_MAX)
    else:
        check_amount(house, "bankroll", bankroll_cents, 1, BANKROLL_MAX_CENTS)
        whole_number("rounds", rounds, 1, PLAYER_ROUNDS_MAX)
    whole_number("rate", rate, 1, RATE_MAX)


def _check_covered(house: House, bankroll_cents: int, need_cents: int, what: str) -> None:
    if bankroll_cents < need_cents:
        given, need = (show_cents(c, house.limits.symbol) for c in (bankroll_cents, need_cents))
        raise InputError("bankroll", f"{given} does not cover {what}: {need}")
