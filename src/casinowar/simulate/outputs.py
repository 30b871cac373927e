"""What a simulation leaves: lines for people, a CSV file of batches, a chart."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from casinowar.errors import InputError
from casinowar.simulate.batches import Course
from casinowar.simulate.plan import FIRST, TIE, WAR_TIE
from casinowar.simulate.progress import show_reach
from casinowar.simulate.result import Result, edges
from casinowar.simulate.strategy import SHARE_STEPS, TieBet
from casinowar.simulate.tally import TIE_BETS


def check_files(csv: str | None, chart: str | None) -> None:
    """Refuse, before anything is dealt, files that could not be written afterwards."""
    if chart is not None:
        from casinowar.odds.charts import chart_format

        chart_format(chart)
    for field, path in (("csv", csv), ("chart", chart)):
        if path is None:
            continue
        target = Path(path)
        if target.is_dir() or (target.exists() and not target.is_file()):
            raise InputError(field, f"{target} is not a file that can be written")
        _try_folder(field, target)


def _try_folder(field: str, target: Path) -> None:
    import tempfile

    try:
        with tempfile.TemporaryFile(dir=target.resolve().parent):
            pass
    except OSError as error:
        raise InputError(field, f"{target} cannot be written: {error.strerror or error}") from None


def write_files(result: Result, course: Course, csv: str | None, chart: str | None) -> None:
    """Write the files asked for, each whole or not at all."""
    from casinowar.odds.files import write_whole

    if csv is not None:
        write_whole(csv, course.csv(), "csv")
    if chart is not None:
        from casinowar.odds.charts import save_chart
        from casinowar.simulate.chart import convergence_chart
        from casinowar.simulate.fresh import fresh_edge

        exact = float(fresh_edge(result.house, result.decks, result.strategy))
        save_chart(convergence_chart(result, course.batches, exact), chart)


def result_text(result: Result) -> list[str]:
    """The result as lines for people; those that are not indented are headings."""
    from casinowar.odds.text import WIDTH_MAX, counted, table

    house, rounds = result.house, result.rounds
    played = f"{counted(result.decks, 'deck')}, {counted(result.seats, 'seat')}"
    outcomes = [
        (name.replace("_", " "), f"{count:,}", f"{100 * count / max(1, rounds):.4f} %")
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
        *(["  Interrupted: this is what was dealt so far."] if result.interrupted else []),
        "",
        *table(("outcome", "rounds", "part"), outcomes),
        "",
        *table(("house edge", "dealt", "95 % interval"), [*_edge_rows(result)]),
        "",
        *table(("this run", ""), dealt),
    ]


def _on_a_tie(result: Result) -> str:
    share = Fraction(result.strategy.war_steps(result.house), SHARE_STEPS)
    if share in (0, 1):
        return f"{'war' if share else 'surrender'} on a tie"
    return f"war on {float(100 * share):.4g} % of ties"


def _edge_rows(result: Result) -> Iterator[tuple[str, str, str]]:
    found = edges(result.house, result.tally)
    for place, name in ((FIRST, "first wager"), (TIE, "Tie"), (WAR_TIE, "Tie on the war deal")):
        edge = found[place]
        if edge is not None:
            yield name, f"{100 * edge.mean:.4f} %", show_reach(edge)
        elif place == TIE and result.house.tie.offered:
            yield name, "never bet", ""
