"""The chart of a simulation's convergence: the edge so far, its interval, the exact edge."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING

from casinowar.houses.words import counted
from casinowar.report.charts.style import COLOURS, chart, plain_numbers
from casinowar.simulate.batches import Batch
from casinowar.simulate.result import Result

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def convergence_chart(
    result: Result, batches: Sequence[Batch], fresh_edge: float | None = None
) -> Figure:
    """The edge of the first wager over all rounds so far, with its 95 % interval.

    ``fresh_edge`` is the exact edge of a fresh shoe, drawn as a line.
    """
    shown = [batch for batch in batches if batch.total_edge.standard_error < inf]
    rounds = [batch.total_rounds for batch in shown]
    with chart(8, 4.5) as figure:
        axes = figure.subplots()
        intervals = [batch.total_edge.interval() for batch in shown]
        axes.fill_between(
            rounds,
            [100 * low for low, _ in intervals],
            [100 * high for _, high in intervals],
            color=COLOURS[0],
            alpha=0.2,
            label="95 % interval",
        )
        axes.plot(
            rounds,
            [100 * batch.total_edge.mean for batch in shown],
            color=COLOURS[0],
            label="dealt",
        )
        if fresh_edge is not None:
            axes.axhline(
                100 * fresh_edge, color=COLOURS[1], linestyle="--", label="fresh shoe, exact"
            )
        axes.set_title(
            f"{result.house.name}: {counted(result.decks, 'deck')},"
            f" {counted(result.seats, 'seat')}, {counted(result.rounds, 'round')}"
        )
        axes.set_xlabel("rounds dealt, one per seat and deal")
        axes.set_ylabel("house edge of the first wager, %")
        plain_numbers(axes.xaxis)
        plain_numbers(axes.yaxis)
        axes.locator_params(axis="x", nbins=5)
        axes.legend()
    return figure
