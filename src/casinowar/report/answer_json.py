"""The odds as plain data for JSON: exact fractions as text, and figures in percent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import UNSET, Struct, UnsetType, json
from msgspec.structs import asdict

from casinowar.odds.beside import Beside, beside_first
from casinowar.odds.favour import Favour
from casinowar.odds.removal import Removal
from casinowar.odds.values import Choice, FirstOdds, HouseOdds, SideOdds, WagerOdds
from casinowar.report.figures import root_rounded, rounded

BY_RANK = "by_rank"  # the best decision depends on the rank
Json = dict[str, object]


class Percent(Struct, frozen=True):
    """A fraction, exact and in percent."""

    exact: str
    percent: float


class ResultOdds(Struct, frozen=True):
    """One result of a wager with its exact probability and net."""

    result: str
    probability: str
    net: str


class DecisionValues(Struct, frozen=True):
    """The value of each decision on a tie, in units of the first wager."""

    war: str | None
    surrender: str | None
    tied_war_probability: str | None


class RankDecision(Struct, frozen=True):
    """The best decision on a tie of one rank."""

    decision: str | None
    tie_probability: str
    war: str | None
    surrender: str | None
    tied_war_probability: str | None


class FirstWagerOdds(Struct, frozen=True):
    """The odds of the first wager with its war."""

    house_edge: Percent
    element_of_risk: Percent
    standard_deviation: float
    best_decision: str | None
    surrender_house_edge: Percent | None
    outcomes: dict[str, str]
    variance: str
    decision_values: DecisionValues | None
    decision_by_rank: dict[str, RankDecision] | UnsetType = UNSET


class TieOdds(Struct, frozen=True):
    """The odds of a Tie wager; those of a ladder have several results."""

    house_edge: Percent
    probability: str
    odds: str
    standard_deviation: float
    ladder: tuple[str, ...] | UnsetType = UNSET
    results: tuple[ResultOdds, ...] | UnsetType = UNSET


class SideBetOdds(Struct, frozen=True):
    """The odds of a side bet, or the reason why there are none."""

    name: str
    title: str
    house_edge: Percent | None
    reason: str | UnsetType = UNSET
    probability: str | UnsetType = UNSET
    standard_deviation: float | UnsetType = UNSET
    results: tuple[ResultOdds, ...] | UnsetType = UNSET


class BesideFirst(Struct, frozen=True):
    """One unit on another wager and one on the first, with the best decision for both."""

    best_decision: str | None
    house_edge: Percent
    initial_house_edge: Percent


class Odds(Struct, frozen=True):
    """The exact odds of every wager of a house."""

    house: str
    decks: int | None
    initial: FirstWagerOdds
    tie: TieOdds | None
    war_tie: TieOdds | None
    side_bets: tuple[SideBetOdds, ...]
    best_for: dict[str, str]
    tie_alone: TieOdds | UnsetType = UNSET
    with_first_wager: dict[str, BesideFirst] | UnsetType = UNSET
    cards_left: dict[str, int] | UnsetType = UNSET


def figure(value: Fraction) -> Json:
    """A fraction, exact and in percent."""
    return {"exact": str(value), "percent": rounded(100 * value)}


def percent_of(value: Fraction) -> Percent:
    """A fraction, exact and in percent."""
    return Percent(exact=str(value), percent=rounded(100 * value))


def odds_json(odds: HouseOdds) -> Json:
    """The object that ``casinowar odds --json`` prints."""
    written: Json = json.decode(json.encode(odds_shape(odds)))
    return written


def odds_shape(odds: HouseOdds) -> Odds:
    """The odds as the message that is written as JSON."""
    beside = {one.wager.name: _beside(one) for one in beside_first(odds)}
    left = {rank.letter: count for rank, count in odds.shoe.counts.items()}
    war_deal = [str(odds.house.tie.war_deal_odds)]
    return Odds(
        house=odds.house.name,
        decks=odds.decks,
        initial=_initial(odds.initial),
        tie=None if odds.tie is None else _tie(odds.tie, _ladder(odds)),
        war_tie=None if odds.war_tie is None else _tie(odds.war_tie, war_deal),
        side_bets=tuple(map(_side, odds.side_bets)),
        best_for={name: str(units) for name, units in odds.bets},
        tie_alone=UNSET if odds.tie_alone is None else _tie(odds.tie_alone, _ladder(odds)),
        with_first_wager=beside or UNSET,
        cards_left=left if odds.decks is None else UNSET,
    )


def _beside(both: Beside) -> BesideFirst:
    return BesideFirst(
        best_decision=BY_RANK if both.first.depends_on_rank else both.first.best_decision,
        house_edge=percent_of(both.wager.house_edge),
        initial_house_edge=percent_of(both.first.house_edge),
    )


def _initial(first: FirstOdds) -> FirstWagerOdds:
    surrender, choice = first.if_surrender, first.choice
    by_rank = {
        rank.letter: RankDecision(
            decision=one.best, tie_probability=str(one.tie), **asdict(_decision_values(one))
        )
        for rank, one in first.by_rank.items()
    }
    return FirstWagerOdds(
        house_edge=percent_of(first.house_edge),
        element_of_risk=percent_of(first.element_of_risk),
        standard_deviation=root_rounded(first.variance),
        best_decision=BY_RANK if first.depends_on_rank else first.best_decision,
        surrender_house_edge=None if surrender is None else percent_of(surrender.house_edge),
        outcomes={outcome.value: str(chance) for outcome, chance in first.outcomes.items()},
        variance=str(first.variance),
        decision_values=None if choice is None else _decision_values(choice),
        decision_by_rank=by_rank if first.depends_on_rank else UNSET,
    )


def _decision_values(choice: Choice) -> DecisionValues:
    return DecisionValues(
        war=_text(choice.war),
        surrender=_text(choice.surrender),
        tied_war_probability=_text(choice.tied_war),
    )


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _ladder(odds: HouseOdds) -> list[str]:
    return [str(rung) for rung in odds.house.tie.ladder]


def _tie(wager: WagerOdds, rungs: list[str]) -> TieOdds:
    climbs = len(rungs) > 1
    return TieOdds(
        house_edge=percent_of(wager.house_edge),
        probability=str(wager.probability),
        odds=rungs[0],
        standard_deviation=root_rounded(wager.variance),
        ladder=tuple(rungs) if climbs else UNSET,
        results=_results(wager) if climbs else UNSET,
    )


def _side(side: SideOdds) -> SideBetOdds:
    name, title, odds = side.bet.name, side.bet.title, side.odds
    if odds is None:
        return SideBetOdds(name=name, title=title, house_edge=None, reason=side.reason)
    return SideBetOdds(
        name=name,
        title=title,
        house_edge=percent_of(odds.house_edge),
        probability=str(odds.probability),
        standard_deviation=root_rounded(odds.variance),
        results=_results(odds),
    )


def _results(wager: WagerOdds) -> tuple[ResultOdds, ...]:
    return tuple(
        ResultOdds(result=line.name, probability=str(line.chance), net=str(line.net))
        for line in wager.lines
    )


def results(wager: WagerOdds) -> list[Json]:
    """Each result of a wager with its exact probability and net."""
    lines: list[Json] = json.decode(json.encode(_results(wager)))
    return lines


def removal_json(effects: Iterable[Removal]) -> Json:
    """Effects of removal by wager and rank, as exact changes of the player's expectation."""
    return {
        removal.wager: {rank.letter: str(effect) for rank, effect in removal.effects.items()}
        for removal in effects
    }


def favours_json(found: Sequence[Favour]) -> Json:
    """How often each wager favours the player with a number of cards left."""
    shown: Json = {"cards_left": found[0].cards_left}
    for favour in found:
        shown[favour.wager] = {
            "probability_above": str(favour.threshold),
            "chance_percent": rounded(100 * favour.chance),
            "gain_percent": rounded(100 * favour.gain),
        }
    return shown
