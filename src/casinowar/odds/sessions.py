"""Sessions: the distribution of N rounds, for a player's bankroll and the house's hold.

``session`` is the library call behind ``casinowar session``. Rounds are independent, each dealt
from a fresh shoe, and the stakes stay the same. The seats of one round are not independent: they
share the dealer's cards, and the house's side counts that exactly (``table_law``, ``seats``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import erfc, sqrt
from pathlib import Path
from statistics import NormalDist

from casinowar.checks import as_number, as_whole, whole_number
from casinowar.errors import InputError, shown
from casinowar.houses import House, load_house
from casinowar.houses.house import Surrender
from casinowar.money import show_cents
from casinowar.odds.decisions import (
    FIRST,
    TIE,
    WAR_TIE,
    Always,
    Bets,
    Nets,
    Plan,
    always_stories,
    asks_suits,
    best_plan,
    one_decision,
    played,
    tied_stories,
)
from casinowar.odds.distribution import (
    OnProgress,
    ResultDistribution,
    RoundDistribution,
    round_distribution,
    sum_of_rounds,
    summable,
)
from casinowar.odds.forever import Forever, forever
from casinowar.odds.ruin import Level, Ruin, Walk, walk_bankroll
from casinowar.odds.seats import covariances
from casinowar.odds.shoe import ShoeLeft
from casinowar.odds.stakes import check_amount, check_stakes, limit_notes
from casinowar.odds.stories import Decision
from casinowar.odds.table_law import has_law, table_law
from casinowar.tabular import Tabular

ROUNDS_MAX = 1_000_000_000_000
RATE_MAX = 10_000
BANKROLL_MAX_CENTS = 1_000_000_000_000
# Shevtsova 2011: the constant in the bound of Berry and Esseen for identically distributed rounds.
BERRY_ESSEEN = 0.4748


@dataclass(frozen=True)
class Hold:
    """The interval of the house's actual edge, at one confidence."""

    confidence: float
    low: float  # the share of the wagers before the deal that the house keeps
    high: float


@dataclass(frozen=True)
class TableRound:
    """One round of all seats together, for the house: its moments, and its exact law if known."""

    seats: int
    law: RoundDistribution | None
    mean_cents: Fraction
    variance: Fraction
    third_moment: float  # E|X - mean|³, or a bound on it
    handle_cents: int


@dataclass(frozen=True, repr=False)
class Session(Tabular):
    """N rounds with flat stakes, for the player and for the house."""

    house: House
    decks: int
    decision: Decision | None  # None if it depends on the cards of the tie
    stakes: Mapping[str, int] = field(hash=False)  # cents by wager, the first wager first
    bankroll_cents: int | None
    rounds: int
    rate: int  # rounds an hour
    seats: int
    one_round: RoundDistribution  # of one seat, with the war covered
    table_round: TableRound  # of all seats
    result: ResultDistribution | None  # of all seats over N rounds; None if too many
    ruin: Ruin | None  # None if no bankroll was given
    walk: Walk | None = field(compare=False)
    stop_loss_cents: int | None = None
    win_goal_cents: int | None = None

    def __repr__(self) -> str:
        bets = ", ".join(f"{name} {cents}" for name, cents in self.stakes.items())
        return f"<session at {self.house.name}: {self.rounds:,} rounds, {bets} cents>"

    def records(self) -> list[dict[str, object]]:
        """The figures of the session, one a row; amounts in cents."""
        hold = self.hold(0.95)
        rows: list[tuple[str, object]] = [
            ("rounds", self.rounds),
            ("seats", self.seats),
            ("decision on a tie", self.decision or "by its cards"),
            ("expected loss", self.expected_loss_cents),
            ("standard deviation", self.one_round.deviation(self.rounds)),
            ("theoretical hold", self.edge),
            ("hold, 95 % from", hold.low),
            ("hold, 95 % to", hold.high),
        ]
        if self.ruin is not None:
            rows += [
                ("bankroll", self.bankroll_cents),
                ("chance of ruin", self.ruin.chance),
                ("expected loss with ruin", self.expected_loss_with_ruin_cents),
                ("rounds played", self.ruin.rounds_played),
            ]
        return [{"figure": name, "value": value} for name, value in rows]

    @cached_property
    def forever(self) -> Forever | None:
        """The end for a player who does not stop after N rounds.

        None if no bankroll was given, or if too many bankrolls are possible.
        """
        return None if self.walk is None else forever(self.walk)

    @property
    def ruin_below_cents(self) -> int:
        """The smallest bankroll that can play on."""
        return self.one_round.handle_cents if self.walk is None else self.walk.need_cents

    @property
    def bet_cents(self) -> int:
        """The first wager."""
        return self.stakes[FIRST]

    @property
    def tie_cents(self) -> int:
        """The Tie wager; 0 for none."""
        return self.stakes.get(TIE, 0)

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on stakes that the house's tables would refuse, and on wagers never made."""
        found = limit_notes(self.house, self.stakes)
        if self.decision is Decision.SURRENDER and self.stakes.get(WAR_TIE):
            return (*found, "Tie on the war deal is never bet: on a tie, every seat surrenders")
        return found

    @property
    def expected_loss_cents(self) -> Fraction:
        """The average cost of N rounds, if the bankroll lasts."""
        return -self.one_round.mean * self.rounds

    @property
    def expected_loss_with_ruin_cents(self) -> float | None:
        """The average cost if the player leaves when ruined, at the stop loss or at the goal."""
        if self.ruin is None or self.bankroll_cents is None:
            return None
        return -self.ruin.final.mean_cents(self.bankroll_cents)

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
        """The theoretical hold: the share of the wagers before the deal that the house keeps."""
        return -self.one_round.mean / self.one_round.handle_cents

    @property
    def seat_spread(self) -> float:
        """The width of the hold's distribution, relative to independent seats."""
        alone = self.seats * self.one_round.variance
        return sqrt(self.table_round.variance / alone) if alone else 1.0

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
        third, square = self.table_round.third_moment, float(self.table_round.variance)
        return min(1.0, BERRY_ESSEEN * third / (square * sqrt(square * self.rounds)))

    @property
    def player_ahead(self) -> float:
        """The chance that the house has lost money after N rounds."""
        if self.result is not None:
            return self.result.above(0)
        mean = float(self.table_round.mean_cents * self.rounds)
        return 0.5 * erfc(-mean / self._deviation() / sqrt(2))

    def hold(self, confidence: float = 0.95) -> Hold:
        """The central interval of the house's actual edge after N rounds of all seats."""
        part = as_number(confidence)
        if part is None or not 0 < part < 1:
            raise InputError("confidence", f"{shown(confidence)} is not between 0 and 1")
        tail = (1 - part) / 2
        handle = self.rounds * self.table_round.handle_cents
        if self.result is not None:
            low, high = self.result.quantile(tail), self.result.quantile(1 - tail)
            return Hold(part, -high / handle, -low / handle)
        wide = NormalDist().inv_cdf(1 - tail) * self._deviation()
        middle = float(self.edge)
        return Hold(part, middle - wide / handle, middle + wide / handle)

    def _deviation(self) -> float:
        return sqrt(float(self.table_round.variance * self.rounds))


def session(
    house: House | str | Path = "washington",
    *,
    bet_cents: int,
    rounds: int,
    bankroll_cents: int | None = None,
    tie_cents: int = 0,
    war_tie_cents: int = 0,
    side_cents: Mapping[str, int] | None = None,
    decks: int | None = None,
    rate: int = 60,
    seats: int = 1,
    decision: Decision | str | None = None,
    win_goal_cents: int | None = None,
    stop_loss_cents: int | None = None,
    on_progress: OnProgress | None = None,
) -> Session:
    """The distribution of ``rounds`` rounds at flat stakes.

    On a tie the player makes the best decision for all wagers, unless a decision is given.
    ``seats`` seats play alike; the player has one of them. ``on_progress`` is called during long
    work with the task, the rounds done and the total.

    >>> night = session("wisconsin", bet_cents=1000, rounds=100, bankroll_cents=20000)
    >>> night.method, round(night.ruin.chance, 4) if night.ruin else None
    ('exact', 0.0898)
    """
    rules = house if isinstance(house, House) else load_house(house)
    shoe = ShoeLeft.of_decks(rules.cards.decks if decks is None else decks)
    rounds = whole_number("rounds", rounds, 1, ROUNDS_MAX)
    rate = whole_number("rate", rate, 1, RATE_MAX)
    seats = whole_number("seats", seats, 1, rules.deal.seats, rules.cites.seats)
    given = {FIRST: bet_cents, TIE: tie_cents, WAR_TIE: war_tie_cents, **(side_cents or {})}
    stakes = check_stakes(rules, given)
    always = always_stories(rules, shoe, suits=asks_suits(rules, stakes))
    plan = _plan(rules, always, stakes, decision)
    one_round = round_distribution(rules, played(always, plan), stakes)
    walk = None
    if bankroll_cents is not None:
        money = check_amount(rules, "bankroll", bankroll_cents, 1, BANKROLL_MAX_CENTS)
        limits = _limits(rules, money, stop_loss_cents, win_goal_cents)
        walk = _walk(rules, always, plan, stakes, (money, *limits))
    elif stop_loss_cents is not None or win_goal_cents is not None:
        which = "stop-loss" if stop_loss_cents is not None else "win-goal"
        raise InputError(which, "needs a bankroll")
    table_round = _table_round(rules, shoe, plan, stakes, seats, one_round)
    law, result = table_round.law, None
    if law is not None and summable(law, rounds):
        result = sum_of_rounds(law, rounds, on_progress)
    known = result if seats == 1 else None
    return Session(
        rules,
        shoe.decks or 0,
        one_decision(plan),
        stakes,
        None if walk is None else walk.bankroll_cents,
        rounds,
        rate,
        seats,
        one_round,
        table_round,
        result,
        None if walk is None else walk_bankroll(walk, rounds, known, on_progress),
        walk,
        as_whole(stop_loss_cents),
        as_whole(win_goal_cents),
    )


def _table_round(
    house: House,
    shoe: ShoeLeft,
    plan: Plan,
    stakes: Mapping[str, int],
    seats: int,
    one: RoundDistribution,
) -> TableRound:
    """One round of all seats: its exact law where there is one, else its exact variance."""
    handle, wagered, third = seats * one.handle_cents, seats * one.wagered, one.absolute_moment()
    law: RoundDistribution | None = None
    if seats == 1:
        law = one
    elif has_law(house, plan, stakes):
        chances = table_law(house, shoe, plan, stakes, seats)
        whole = {int(net): chance for net, chance in chances.items()}
        law = RoundDistribution(whole, wagered, handle)
    if law is not None:
        moment = law.absolute_moment()
        return TableRound(seats, law, law.mean, law.variance, moment, handle)
    variance = covariances(house, cards_left=shoe, plan=plan).variance(seats, stakes)
    # The third moment of a sum of n is at most n³ times that of one.
    return TableRound(seats, None, seats * one.mean, variance, seats**3 * third, handle)


def _limits(
    house: House, bankroll: int, stop_loss: int | None, win_goal: int | None
) -> tuple[int | None, int | None]:
    """The bankrolls at which the player leaves."""
    stop = goal = None
    if stop_loss is not None:
        stop = bankroll - check_amount(house, "stop-loss", stop_loss, 1, bankroll)
    if win_goal is not None:
        goal = bankroll + check_amount(house, "win-goal", win_goal, 1, BANKROLL_MAX_CENTS)
    return stop, goal


def _walk(
    house: House,
    always: Always,
    plan: Plan,
    stakes: Bets,
    money: tuple[int, int | None, int | None],
) -> Walk:
    """The player's bankroll and the rounds that it can cover."""
    bankroll, stop, goal = money
    bet, war_tie = int(stakes[FIRST]), int(stakes.get(WAR_TIE, 0))
    need = sum(int(stake) for name, stake in stakes.items() if name != WAR_TIE)
    full = round_distribution(house, played(always, plan), stakes)
    _check_covered(house, bankroll, need, "one round")
    if Decision.WAR not in plan.values():
        return Walk(bankroll, (Level(need, full),), stop, goal)
    # Tie on the original deal is paid before the war wager is asked for, except on a ladder.
    tie = int(stakes.get(TIE, 0))
    paid = 0 if house.tie.climbs else int(tie * (house.tie.ladder[0].ratio + 1))
    war_need = max(need, need + bet - paid)
    levels = [Level(max(need, need + bet + war_tie - paid), full)]
    if war_tie:
        without = {name: stake for name, stake in stakes.items() if name != WAR_TIE}
        levels.insert(0, Level(war_need, round_distribution(house, played(always, plan), without)))
    if house.surrender.mode is Surrender.NOT_OFFERED:
        _check_covered(house, bankroll, war_need, "a round and its war")
    else:
        given_up = always[Decision.SURRENDER]
        levels.insert(0, Level(need, round_distribution(house, given_up, stakes)))
    kept = [
        level
        for place, level in enumerate(levels)
        if place + 1 == len(levels) or level.from_cents < levels[place + 1].from_cents
    ]
    return Walk(bankroll, tuple(kept), stop, goal)


def _plan(house: House, always: Always, stakes: Bets, named: Decision | str | None) -> Plan:
    """The decision on each tie: the best for all wagers together, or always the same."""
    tied = tied_stories(always)
    if named is None:
        told = (story for some in always.values() for story in some)
        return best_plan(tied, Nets(house, stakes, told))
    way = next((way for way in Decision if way == named), None)
    if way is None or way not in always:
        raise InputError("decision", f"{shown(named)} is not offered at {house.name}")
    return dict.fromkeys(tied, way)


def _check_covered(house: House, bankroll_cents: int, need_cents: int, what: str) -> None:
    if bankroll_cents < need_cents:
        given, need = (show_cents(c, house.limits.symbol) for c in (bankroll_cents, need_cents))
        raise InputError("bankroll", f"{given} does not cover {what}: {need}")
