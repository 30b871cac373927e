"""What a simulation leaves: JSON or a table, a CSV file of batches, a chart."""

from __future__ import annotations

import json
from pathlib import Path

from casinowar.fields import InputError
from casinowar.simulate.batches import Course
from casinowar.simulate.plan import FIRST, TIE, WAR_TIE
from casinowar.simulate.progress import show_edge
from casinowar.simulate.result import Result, edges


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


def show_result(result: Result, *, as_json: bool) -> None:
    """Print the result: the fixed JSON, or a table for people."""
    if as_json:
        print(json.dumps(result.to_json()))
        return
    from rich.console import Console
    from rich.table import Table

    console = Console()
    title = f"{result.house.title}: {result.decks} decks, {result.seats} seats"
    if result.interrupted:
        title += " (interrupted)"
    table = Table(title=title, title_justify="left", show_header=False, box=None)
    table.add_column()
    table.add_column(justify="right")
    rounds = result.rounds
    for name, count in result.outcomes.items():
        table.add_row(name.replace("_", " "), f"{count:,}  {100 * count / max(1, rounds):8.4f} %")
    found = edges(result.house, result.tally)
    for place, name in ((FIRST, "first wager"), (TIE, "Tie"), (WAR_TIE, "Tie on the war deal")):
        if found[place] is not None:
            table.add_row(f"edge, {name}", show_edge(found[place]))
    table.add_row("rounds, one per seat", f"{rounds:,}")
    table.add_row("shoes", f"{result.shoes:,}")
    table.add_row("seconds", f"{result.seconds:.2f}")
    table.add_row("rounds a second", f"{result.rounds_per_second:,.0f}")
    table.add_row("seed", str(result.seed))
    console.print(table)
