"""The result of a simulation: text, JSON, a CSV file of its batches, a chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from csv import writer as csv_writer
from fractions import Fraction
from io import StringIO
from math import inf
from textwrap import wrap
from typing import Any

from casinowar.houses.house import Reshuffle
from casinowar.houses.words import counted, plain
from casinowar.report.files import CSV, check_ending, check_writable, write_whole
from casinowar.report.progress import margin
from casinowar.report.tables import WIDTH_MAX, table
from casinowar.simulate.batches import Batch, Course
from casinowar.simulate.fresh import fresh_edges
from casinowar.simulate.plan import TIE
from casinowar.simulate.result import Result, edges
from casinowar.simulate.strategy import SHARE_STEPS, TieBet
from casinowar.simulate.tally import OUTCOMES, TIE_BETS, Estimate

CSV_FIELDS = (
    *("batch", "rounds", "shoes", *OUTCOMES),
    *("house_edge_percent", "standard_error_percent"),
    *("total_rounds", "total_house_edge_percent", "total_standard_error_percent"),
    *("tie_house_edge_percent", "tie_standard_error_percent"),
    *("total_tie_house_edge_percent", "total_tie_standard_error_percent"),
    *("war_tie_house_edge_percent", "war_tie_standard_error_percent"),
    *("total_war_tie_house_edge_percent", "total_war_tie_standard_error_percent"),
)


def check_files(csv: str | None, chart: str | None) -> None:
    """Refuse files that cannot be written, before anything is dealt."""
    if chart is not None:
        from casinowar.report.charts.style import chart_format

        chart_format(chart)
    if csv is not None:
        check_ending(csv, "csv", CSV)
    for field, path in (("csv", csv), ("chart", chart)):
        if path is not None:
            check_writable(path, field)


def write_files(result: Result, course: Course, csv: str | None, chart: str | None) -> None:
    """Write the requested files, each completely or not at all."""
    if csv is not None:
        write_whole(csv, batches_csv(course.batches), "csv")
    if chart is not None:
        from casinowar.report.charts.convergence import convergence_chart
        from casinowar.report.charts.style import save_chart
        from casinowar.simulate.fresh import fresh_edge

        exact = float(fresh_edge(result.house, result.decks, result.strategy))
        save_chart(convergence_chart(result, course.batches, exact), chart)


def batches_csv(batches: Sequence[Batch]) -> bytes:
    """The batches of a simulation as a CSV file, ready for a spreadsheet."""
    text = StringIO(newline="")
    lines = csv_writer(text)
    lines.writerow(CSV_FIELDS)
    for number, batch in enumerate(batches, start=1):
        lines.writerow(
            (
                *(number, batch.rounds, batch.shoes, *batch.outcomes.values()),
                *_csv_percents(batch.edge),
                batch.total_rounds,
                *_csv_percents(batch.total_edge),
                *_csv_percents(batch.tie),
                *_csv_percents(batch.total_tie),
                *_csv_percents(batch.war_tie),
                *_csv_percents(batch.total_war_tie),
            )
        )
    return text.getvalue().encode()


def _csv_percents(edge: Estimate | None) -> tuple[str, str]:
    if edge is None:
        return "", ""
    error = edge.standard_error
    return f"{100 * edge.mean:.9f}", "" if error == inf else f"{100 * error:.9f}"


def result_json(result: Result) -> dict[str, Any]:
    """The object that ``casinowar simulate --json`` prints.

    It has the strategy only if it is not the default, and ``interrupted`` only if it was.
    """
    fresh = fresh_edges(result.house, result.decks, result.strategy)
    dealt = (result.initial, result.tie, result.war_tie)
    exact = (_json_exact(*pair) for pair in zip(dealt, fresh, strict=True))
    found: dict[str, Any] = {
        "house": result.house.name,
        "decks": result.decks,
        "seats": result.seats,
        "rounds": result.rounds,
        "seed": result.seed,
        "initial": _json_percents(result.initial),
        "tie": _json_percents(result.tie),
        "war_tie": _json_percents(result.war_tie),
        "exact": dict(zip(("initial", "tie", "war_tie"), exact, strict=True)),
        "outcomes": result.outcomes,
        "shoes": result.shoes,
        "seconds": round(result.seconds, 6),
        "rounds_per_second": round(result.rounds_per_second),
    }
    if result.strategy.war_share != 1:
        found["war_share"] = float(result.strategy.war_share)
    if result.strategy.tie is not TieBet.ALWAYS:
        found["tie_bets"] = int(result.tally.counts[TIE_BETS])
    if result.house.side_bets:
        found["not_simulated"] = [bet.name for bet in result.house.side_bets]
    if result.interrupted:
        found["interrupted"] = True
    return found


def _json_percents(estimate: Estimate | None) -> dict[str, float | None] | None:
    if estimate is None:
        return None
    error = estimate.standard_error
    return {
        "house_edge_percent": round(100 * estimate.mean, 9),
        # One shoe has no spread to measure.
        "standard_error_percent": None if error == inf else round(100 * error, 9),
    }


def _json_exact(dealt: Estimate | None, exact: Fraction | None) -> dict[str, float | None] | None:
    """The exact edge of a fresh shoe, and the distance of the dealt edge from it."""
    if exact is None or dealt is None:
        return None
    z = _z(dealt, exact)
    return {
        "house_edge_percent": round(float(100 * exact), 9),
        "z": None if z is None else round(z, 4),
    }


def _z(estimate: Estimate, exact: Fraction | None) -> float | None:
    """The difference between dealt and exact edge in standard errors."""
    if exact is None or not 0 < estimate.standard_error < inf:
        return None
    return (estimate.mean - float(exact)) / estimate.standard_error


def result_text(result: Result) -> list[str]:
    """The result as lines of text; lines that are not indented are headings."""
    house, rounds = result.house, result.rounds
    played = f"{counted(result.decks, 'deck')}, {counted(result.seats, 'seat')}"
    outcomes = [
        (plain(name), f"{count:,}", f"{100 * count / max(1, rounds):.4f} %")
        for name, count in result.outcomes.items()
    ]
    dealt = [
        ("rounds, one per seat", f"{rounds:,}"),
        ("shoes", f"{result.shoes:,}"),
        ("seconds", f"{result.seconds:.2f}"),
        ("rounds a second", f"{result.rounds_per_second:,.0f}"),
        ("seed", str(result.seed)),
    ]
    if result.strategy.tie is TieBet.BY_COMPOSITION:
        bets = int(result.tally.counts[TIE_BETS])
        dealt.insert(1, ("Tie wagers made", f"{bets:,} ({100 * bets / max(1, rounds):.4f} %)"))
    return [
        f"{house.title} ({house.name})"[:WIDTH_MAX],
        f"  {played}, {_on_a_tie(result)}",
        *(["  Interrupted: these are the rounds dealt so far."] if result.interrupted else []),
        "",
        *table(("outcome", "rounds", "share"), outcomes),
        "",
        *table(("house edge", "dealt", "95 % interval", "exact", "z"), [*_edge_rows(result)]),
        *wrap(_exact_words(result), WIDTH_MAX, initial_indent="  ", subsequent_indent="  "),
        "",
        *table(("this run", ""), dealt),
        *_not_simulated(result),
    ]


def _not_simulated(result: Result) -> list[str]:
    """The wagers that the simulation does not deal: it knows ranks only, no suits."""
    titles = ", ".join(bet.title for bet in result.house.side_bets)
    text = f"Not dealt: {titles}. casinowar odds --house {result.house.name} has the exact odds."
    return ["", *wrap(text, WIDTH_MAX)] if titles else []


def _on_a_tie(result: Result) -> str:
    share = Fraction(result.strategy.war_steps(result.house), SHARE_STEPS)
    if share in (0, 1):
        return f"{'war' if share else 'surrender'} on a tie"
    return f"war on {float(100 * share):.4g} % of ties"


def _exact_words(result: Result) -> str:
    if result.house.cards.reshuffle is Reshuffle.EVERY_ROUND:
        return "exact: by formula. z: the difference in standard errors."
    return "exact: by formula, for a fresh shoe. z: the difference in standard errors."


def _edge_rows(result: Result) -> Iterator[tuple[str, str, str, str, str]]:
    dealt = edges(result.house, result.tally)
    exact = fresh_edges(result.house, result.decks, result.strategy)
    for place, name in enumerate(("first wager", "Tie", "Tie on the war deal")):
        edge, truth = dealt[place], exact[place]
        if edge is not None:
            z = _z(edge, truth)
            said = "–" if truth is None else f"{float(100 * truth):.4f} %"
            yield (
                *(name, f"{100 * edge.mean:.4f} %", margin(edge), said),
                "–" if z is None else f"{z:+.2f}",
            )
        elif place == TIE and result.house.tie.offered:
            yield name, "never bet", "", "", ""
