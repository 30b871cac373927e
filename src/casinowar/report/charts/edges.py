"""The chart of a comparison: house edges of houses over numbers of decks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import nan
from textwrap import fill
from typing import TYPE_CHECKING

from casinowar.odds.values import HouseOdds
from casinowar.report.charts.style import COLOURS, MARKERS, chart, plain_numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


LINEAR_MAX = 20  # numbers of decks further apart than this are spaced by their ratio


def compare_chart(rows: Sequence[HouseOdds]) -> Figure:
    """House edges over numbers of decks: the first wager on the left, Tie on the right."""
    with chart(10, 5.2) as figure:
        left, right = figure.subplots(1, 2)
        _edges(left, rows, "First wager, best decision", _first_edge)
        _edges(right, rows, "Tie wager", _tie_edge)
    return figure


def _first_edge(odds: HouseOdds) -> Fraction | None:
    return odds.initial.house_edge


def _tie_edge(odds: HouseOdds) -> Fraction | None:
    return None if odds.tie is None else odds.tie.house_edge


def _edges(
    axes: Axes, rows: Sequence[HouseOdds], title: str, edge: Callable[[HouseOdds], Fraction | None]
) -> None:
    decks = sorted({odds.decks for odds in rows if odds.decks is not None})
    houses = list(dict.fromkeys(odds.house.name for odds in rows))
    series: dict[tuple[float, ...], list[str]] = {}
    for name in houses:
        known = {odds.decks: edge(odds) for odds in rows if odds.house.name == name}
        values = [known.get(count) for count in decks]
        if any(value is not None for value in values):
            key = tuple(nan if value is None else float(100 * value) for value in values)
            series.setdefault(key, []).append(name)  # houses with equal edges share a line
    for key, names in series.items():
        at = houses.index(names[0])
        axes.plot(
            decks,
            key,
            marker=MARKERS[at % len(MARKERS)],
            color=COLOURS[at % len(COLOURS)],
            linewidth=2,
            markersize=6,
            label=fill(", ".join(names), 46),
        )
    axes.set_title(title)
    if decks and decks[-1] > LINEAR_MAX * decks[0]:
        axes.set_xscale("log")
    axes.set_xticks(decks, [f"{count:,}" for count in decks], minor=False)
    axes.set_xticks([], minor=True)
    axes.set_xlabel("decks in the shoe")
    axes.set_ylabel("house edge, % of the wager")
    plain_numbers(axes.yaxis)
    axes.grid(visible=False, axis="x")
    axes.margins(y=0.15)
    if series:
        axes.legend(loc="upper left", bbox_to_anchor=(0.0, -0.14))
    else:
        axes.text(0.5, 0.5, "not offered", ha="center", transform=axes.transAxes)
