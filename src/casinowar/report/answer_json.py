"""The odds as plain data for JSON: exact fractions as text, and figures in percent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from casinowar.odds.beside import Beside, beside_first
from casinowar.odds.favour import Favour
from casinowar.odds.removal import Removal
from casinowar.odds.values import Choice, FirstOdds, HouseOdds, SideOdds, WagerOdds
from casinowar.report.figures import root_rounded, rounded

BY_RANK = "by_rank"  # the best decision where no single one is best for every rank
Json = dict[str, object]


def figure(value: Fraction) -> Json:
    """A fraction, exact and in percent."""
    return {"exact": str(value), "percent": rounded(100 * value)}


def odds_json(odds: HouseOdds) -> Json:
    """The object that ``casinowar odds --json`` prints."""
    found: Json = {
        "house": odds.house.name,
        "decks": odds.decks,
        "initial": _initial(odds.initial),
        "tie": None if odds.tie is None else _tie(odds.tie, _ladder(odds)),
        "war_tie": None
        if odds.war_tie is None
        else _tie(odds.war_tie, [str(odds.house.tie.war_deal_odds)]),
        "side_bets": [_side(side) for side in odds.side_bets],
        "best_for": {name: str(units) for name, units in odds.bets},
    }
    if odds.tie_alone is not None:
        found["tie_alone"] = _tie(odds.tie_alone, _ladder(odds))
    if beside := beside_first(odds):
        found["with_first_wager"] = {one.wager.name: _beside(one) for one in beside}
    if odds.decks is None:
        found["cards_left"] = {rank.letter: count for rank, count in odds.shoe.counts.items()}
    return found


def _beside(both: Beside) -> Json:
    """One unit of a wager beside one of the first, with the best decision for both."""
    return {
        "best_decision": BY_RANK if both.first.depends_on_rank else both.first.best_decision,
        "house_edge": figure(both.wager.house_edge),
        "initial_house_edge": figure(both.first.house_edge),
    }


def _initial(first: FirstOdds) -> Json:
    surrender, choice = first.if_surrender, first.choice
    found: Json = {
        "house_edge": figure(first.house_edge),
        "element_of_risk": figure(first.element_of_risk),
        "standard_deviation": root_rounded(first.variance),
        "best_decision": BY_RANK if first.depends_on_rank else first.best_decision,
        "surrender_house_edge": None if surrender is None else figure(surrender.house_edge),
        "outcomes": {outcome.value: str(chance) for outcome, chance in first.outcomes.items()},
        "variance": str(first.variance),
        "decision_values": None if choice is None else _decision_values(choice),
    }
    if first.depends_on_rank:
        found["decision_by_rank"] = {
            rank.letter: {
                "decision": one.best,
                "tie_probability": str(one.tie),
                **_decision_values(one),
            }
            for rank, one in first.by_rank.items()
        }
    return found


def _decision_values(choice: Choice) -> Json:
    return {
        "war": _text(choice.war),
        "surrender": _text(choice.surrender),
        "tied_war_probability": _text(choice.tied_war),
    }


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _ladder(odds: HouseOdds) -> list[str]:
    return [str(rung) for rung in odds.house.tie.ladder]


def _tie(wager: WagerOdds, rungs: list[str]) -> Json:
    found: Json = {
        "house_edge": figure(wager.house_edge),
        "probability": str(wager.probability),
        "odds": rungs[0],
        "standard_deviation": root_rounded(wager.variance),
    }
    if len(rungs) > 1:
        found["ladder"] = rungs
        found["results"] = results(wager)
    return found


def _side(side: SideOdds) -> Json:
    named: Json = {"name": side.bet.name, "title": side.bet.title}
    if side.odds is None:
        return {**named, "house_edge": None, "reason": side.reason}
    return {
        **named,
        "house_edge": figure(side.odds.house_edge),
        "probability": str(side.odds.probability),
        "standard_deviation": root_rounded(side.odds.variance),
        "results": results(side.odds),
    }


def results(wager: WagerOdds) -> list[Json]:
    """Each result of a wager with its exact chance and net."""
    return [
        {"result": line.name, "probability": str(line.chance), "net": str(line.net)}
        for line in wager.lines
    ]


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
