"""A PAR sheet as JSON and as CSV: the same facts as on the page, for programs."""

from __future__ import annotations

from collections.abc import Iterator
from csv import writer as csv_writer
from io import StringIO
from math import isfinite

from casinowar.odds.review import review_house
from casinowar.odds.values import WagerOdds
from casinowar.report.answer_json import Json, figure, odds_json, results
from casinowar.report.facts import Combinations, ParFacts
from casinowar.report.figures import root_rounded, rounded


def par_json(facts: ParFacts) -> Json:
    """The sheet as one object; amounts in cents, chances as exact fractions."""
    odds = facts.odds
    return {
        "format": "casinowar-par/1",
        "house": odds.house.name,
        "title": odds.house.title,
        "document": odds.house.document,
        "decks": odds.decks,
        "version": facts.version,
        "date": facts.made.isoformat(),
        "rules_digest": facts.digest,
        "program_digest": facts.program_digest,
        "paytable": facts.identification.paytable,
        "revision": facts.identification.revision,
        "author": facts.identification.author,
        "approver": facts.identification.approver,
        "odds": odds_json(odds),
        "wagers": [
            _wager(wager, counted_over)
            for wager, counted_over in zip(odds.wagers, facts.combinations, strict=True)
        ],
        "strategies": [
            {
                "decision": one.name,
                "returns": {name: figure(value) for name, value in one.returns.items()},
            }
            for one in facts.strategies
        ],
        "worked_deals": [
            {
                "outcome": deal.outcome,
                "decision": deal.decision,
                "cards": list(deal.cards),
                "nets": {name: str(net) for name, net in deal.nets},
                "round_file": deal.round_file,
            }
            for deal in facts.worked
        ],
        "unanswered": [side.bet.name for side in odds.side_bets if side.odds is None],
        "intervals": [
            {
                "wager": wager.name,
                "wagers_made": one.wagers,
                "confidence": one.confidence,
                "return_from_percent": _short(100 * one.low),
                "return_to_percent": _short(100 * one.high),
                "method": "law of the sum" if one.exact else "normal",
            }
            for wager, intervals in facts.intervals
            for one in intervals
        ],
        "seats": {
            "rounds": facts.rounds,
            "covariance_of_two": str(facts.covariances.between["initial", "initial"]),
            "correlation_of_two": _short(facts.covariances.correlation()),
            "by_number": [
                {
                    "seats": row.seats,
                    "standard_deviation": _short(row.deviation),
                    "wider_than_independent_seats": _short(row.wider),
                    "hold_from_percent": _short(100 * row.low),
                    "hold_to_percent": _short(100 * row.high),
                }
                for row in facts.seats
            ],
        },
        "exposure": {
            "seat": facts.exposure.seat_cents,
            "table_at_most": facts.exposure.table_cents,
            "seats": facts.exposure.seats,
            "stakes": dict(facts.exposure.stakes),
        },
        "dealt_check": _check(facts),
        "findings": [str(finding) for finding in review_house(odds.house)],
    }


def _wager(wager: WagerOdds, counted_over: Combinations) -> Json:
    return {
        "name": wager.name,
        "title": wager.title,
        "return": figure(wager.player_return),
        "house_edge": figure(wager.house_edge),
        "hit_frequency": figure(wager.probability),
        "variance": str(wager.variance),
        "standard_deviation": root_rounded(wager.variance),
        "cycle": counted_over.cycle,
        "compared_cards": counted_over.cards,
        "results": [
            {**line, "combinations": count}
            for line, count in zip(results(wager), counted_over.counts, strict=True)
        ],
    }


def _check(facts: ParFacts) -> Json | None:
    check = facts.check
    if check is None:
        return None
    return {
        "rounds": check.rounds,
        "shoe": "fresh for every round",
        "seed": check.seed,
        "wagers": [
            {
                "name": one.wager,
                "exact_percent": _short(100 * one.exact),
                "dealt_percent": _short(100 * one.dealt),
                "standard_error_percent": (
                    _short(100 * one.standard_error) if isfinite(one.standard_error) else None
                ),
                "z": None if one.z is None else _short(one.z),
            }
            for one in check.wagers
        ],
        "not_dealt": list(check.not_dealt),
    }


def _short(value: float) -> float:
    return float(f"{value:.6g}")


def par_csv(facts: ParFacts) -> bytes:
    """Every result of every wager, one a line, ready for a spreadsheet."""
    text = StringIO(newline="")
    lines = csv_writer(text)
    lines.writerow(
        (
            *("house", "decks", "wager", "result", "probability", "probability_percent", "net"),
            *("combinations", "cycle"),
        )
    )
    lines.writerows(_lines(facts))
    return text.getvalue().encode()


def _lines(facts: ParFacts) -> Iterator[tuple[object, ...]]:
    for wager, counted_over in zip(facts.odds.wagers, facts.combinations, strict=True):
        for line, count in zip(wager.lines, counted_over.counts, strict=True):
            yield (
                *(facts.odds.house.name, facts.odds.decks, wager.name, line.name),
                *(str(line.chance), rounded(100 * line.chance, 12), str(line.net)),
                *(count, counted_over.cycle),
            )
