"""A counting study as JSON and as text."""

from __future__ import annotations

from math import inf

from casinowar.houses.words import counted
from casinowar.report.answer_json import Json
from casinowar.report.tables import WIDTH_MAX, table
from casinowar.simulate.tally import Estimate
from casinowar.studies.counting import CountStudy, StepResult

HOURS = (10, 100, 1000)


def count_json(found: CountStudy, bankroll: int, rate: int) -> Json:
    """Everything about a study; amounts in units of the spread, chances as parts of 1."""
    return {
        "house": found.house.name,
        "decks": found.decks,
        "seats": found.seats,
        "seed": found.seed,
        "rounds": found.rounds,
        "shoes": found.shoes,
        "rounds_bet": found.rounds_bet,
        "won_per_round": _json(found.per_round),
        "won_per_hour": _json(found.per_hour(rate)),
        "rate": rate,
        "standard_deviation": _short(found.deviation),
        "bet_per_round": _short(found.bet_per_round),
        "bankroll": bankroll,
        "risk": {
            **{f"{hours}_hours": _short(found.risk(bankroll, hours * rate)) for hours in HOURS},
            "ever": _short(found.risk(bankroll)),
        },
        "steps": [
            {
                "from": None if one.step.count == -inf else one.step.count,
                "first": one.step.first,
                "tie": one.step.tie,
                "rounds": one.rounds,
                "share": _short(one.share),
                "house_edge_percent": _percent(one.initial),
                "tie_house_edge_percent": _percent(one.tie),
            }
            for one in found.steps
        ],
    }


def _json(estimate: Estimate) -> Json:
    return {"mean": _short(estimate.mean), "standard_error": _short(estimate.standard_error)}


def _short(value: float) -> float:
    return float(f"{value:.6g}")


def _percent(edge: float | None) -> float | None:
    return None if edge is None else _short(100 * edge)


def count_text(found: CountStudy, bankroll: int, rate: int) -> list[str]:
    """The study as lines that fit 80 columns."""
    hour = found.per_hour(rate)
    rows = [
        ("won a round", _interval(found.per_round, 5)),
        (f"won an hour of {counted(rate, 'round')}", _interval(hour, 3)),
        ("standard deviation of a round", f"{found.deviation:.4f}"),
        ("bet a round, wars included", f"{found.bet_per_round:.4f}"),
        ("rounds with a bet", f"{100 * found.rounds_bet / found.rounds:.2f} %"),
    ]
    risks = [
        (f"{hours:,} hours", f"{100 * found.risk(bankroll, hours * rate):.4f} %") for hours in HOURS
    ]
    risks.append(("ever", f"{100 * found.risk(bankroll):.4f} %"))
    played = f"{counted(found.decks, 'deck')}, {counted(found.seats, 'seat')}"
    return [
        f"{found.house.title} ({found.house.name})"[:WIDTH_MAX],
        f"  {played}, {found.rounds:,} rounds, seed {found.seed}",
        "",
        *table(("the counter, in units", ""), rows),
        "",
        *table(
            ("from count", "first", "Tie", "of rounds", "first edge", "Tie edge"),
            [_step_row(one) for one in found.steps],
        ),
        "",
        *table((f"risk of losing {bankroll:,} units", "chance"), risks),
        "  The risk is that of a continuous walk with this mean and spread.",
    ]


def _interval(estimate: Estimate, digits: int) -> str:
    reach = 1.96 * estimate.standard_error
    return f"{estimate.mean:+.{digits}f} ± {reach:.{digits}f}"


def _step_row(one: StepResult) -> tuple[str, ...]:
    return (
        "any" if one.step.count == -inf else f"{one.step.count:g}",
        f"{one.step.first:g}",
        f"{one.step.tie:g}",
        f"{100 * one.share:.4f} %",
        "" if one.initial is None else f"{100 * one.initial:.2f} %",
        "" if one.tie is None else f"{100 * one.tie:.2f} %",
    )
