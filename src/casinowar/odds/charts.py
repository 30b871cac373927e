"""Charts as SVG or PNG files. Matplotlib is imported only when one is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from io import BytesIO
from math import nan
from pathlib import Path
from statistics import NormalDist
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from casinowar.errors import InputError
from casinowar.money import show_cents
from casinowar.odds.files import write_whole
from casinowar.odds.law import Floats
from casinowar.odds.ruin import Ruin
from casinowar.odds.sessions import Session
from casinowar.odds.values import HouseOdds

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Cents = NDArray[np.int64]
FORMATS = ("svg", "png")
# Told apart by people who see colours differently, too (Okabe and Ito).
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = "os^Dvp*"
INK, FAINT = "#22272e", "#d5dae0"
STYLE: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": FAINT,
    "grid.linewidth": 0.6,
    "xtick.color": INK,
    "ytick.color": INK,
    "text.color": INK,
    "figure.facecolor": "white",
    "figure.constrained_layout.w_pad": 0.12,
    "figure.constrained_layout.h_pad": 0.1,
    "legend.frameon": False,
    "svg.hashsalt": "casinowar",
    "svg.fonttype": "none",
}


def chart_format(path: str | Path) -> str:
    """The format that a chart file's name asks for."""
    ending = Path(path).suffix.lower().removeprefix(".")
    if ending not in FORMATS:
        raise InputError("chart", f"{path} does not end in .svg or .png")
    return ending


def save_chart(figure: Figure, path: str | Path) -> None:
    """Write a figure; the file appears whole or not at all."""
    import matplotlib as mpl

    kind = chart_format(path)
    stream = BytesIO()
    metadata = {"Date": None} if kind == "svg" else {"Software": "casinowar"}
    with mpl.rc_context(STYLE):
        figure.savefig(stream, format=kind, dpi=160, metadata=metadata)
    write_whole(path, stream.getvalue(), "chart")


def compare_chart(rows: Sequence[HouseOdds]) -> Figure:
    """House edges of houses over numbers of decks: the first wager, and Tie beside it."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(10, 5.2), layout="constrained")
        left, right = figure.subplots(1, 2)
        _edges(left, rows, "First wager, best decision", _first_edge)
        _edges(right, rows, "Tie wager", _tie_edge)
        left.set_ylabel("house edge, %")
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
            range(len(decks)),
            key,
            marker=MARKERS[at % len(MARKERS)],
            color=COLOURS[at % len(COLOURS)],
            linewidth=2,
            markersize=6,
            label=fill(", ".join(names), 46),
        )
    axes.set_title(title)
    axes.set_xticks(range(len(decks)), [f"{count:,}" for count in decks])
    axes.set_xlabel("decks")
    axes.grid(visible=False, axis="x")
    axes.margins(y=0.15)
    if series:
        axes.legend(loc="upper left", bbox_to_anchor=(0.0, -0.14))
    else:
        axes.text(0.5, 0.5, "not offered", ha="center", transform=axes.transAxes)


def session_chart(found: Session) -> Figure:
    """The player's result after N rounds and the chance of ruin, or the house's hold."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(10, 4.8), layout="constrained")
        if found.ruin is None:
            _hold_panel(figure.subplots(), found)
        else:
            left, right = figure.subplots(1, 2)
            _result_panel(left, found, found.ruin)
            _ruin_panel(right, found, found.ruin)
        symbol = found.house.limits.symbol
        words = [f"{found.rounds:,} rounds", f"bet {show_cents(found.bet_cents, symbol)}"]
        if found.tie_cents:
            words.append(f"Tie {show_cents(found.tie_cents, symbol)}")
        if found.bankroll_cents:
            words.append(f"bankroll {show_cents(found.bankroll_cents, symbol)}")
        title = f"{found.house.title}: {', '.join(words)}"
        # A dollar sign is money here, not mathematics.
        figure.suptitle(title, x=0.01, ha="left", fontsize=11, parse_math=False)
    return figure


def _result_panel(axes: Axes, found: Session, ruin: Ruin) -> None:
    law, bankroll = ruin.final, found.bankroll_cents or 0
    playing = law.results_cents >= found.ruin_below_cents
    results, chances = law.results_cents[playing] - bankroll, law.chances[playing]
    wide = _bar_cents(results, chances, found.law.step_cents)
    bars, places = np.unique(results // wide, return_inverse=True)
    heights = np.bincount(places, weights=chances)
    middles = (bars * wide + (wide - law.step_cents) / 2) / 100
    if wide == found.law.step_cents:
        middles = bars * wide / 100
    seen = heights > heights.max(initial=0) * 1e-3
    colours = np.where(bars < 0, COLOURS[1], COLOURS[0])
    axes.bar(middles[seen], 100 * heights[seen], width=0.86 * wide / 100, color=colours[seen])
    axes.axvline(0, color=INK, linewidth=1)
    axes.grid(visible=False, axis="x")
    axes.set_title("Result after all rounds\n")
    ahead, even = float(chances[results > 0].sum()), float(chances[results == 0].sum())
    behind = float(chances[results < 0].sum())
    note = f"ahead {ahead:.1%}, even {even:.1%}, behind {behind:.1%}, ruined {ruin.chance:.1%}"
    axes.text(0, 1.02, note, transform=axes.transAxes, fontsize=9)
    axes.set_xlabel(f"result in {found.house.limits.currency} (bars: players not ruined)")
    axes.set_ylabel("chance, %")


def _bar_cents(results: Cents, chances: Floats, step_cents: int) -> int:
    """The width of a bar: a multiple of the law's own step, some hundred bars at most."""
    seen = results[chances > chances.max(initial=0) * 1e-3]
    if not len(seen):
        return step_cents
    span = int(seen.max() - seen.min()) // step_cents + 1
    return step_cents * max(1, span // 60)


def _ruin_panel(axes: Axes, found: Session, ruin: Ruin) -> None:
    chance = 100 * ruin.by_round
    last = float(chance[-1])
    axes.plot(range(len(chance)), chance, color=COLOURS[1], linewidth=2)
    axes.fill_between(range(len(chance)), chance, color=COLOURS[1], alpha=0.15, linewidth=0)
    axes.set_title("Chance of ruin by then\n")
    axes.text(0, 1.02, f"{last:.2f} % within all rounds", transform=axes.transAxes, fontsize=9)
    axes.set_xlabel("rounds")
    axes.set_ylabel("chance, %")
    axes.set_xlim(0, found.rounds)
    axes.set_ylim(0, min(102.0, max(1.0, last * 1.1)))


def _hold_panel(axes: Axes, found: Session) -> None:
    """The funnel of actual hold around theory as rounds add up."""
    theory = 100 * float(found.edge)
    first = max(1, found.rounds // 10_000)
    rounds = np.unique(np.geomspace(first, max(found.rounds, 2), 300).astype(np.int64))
    deviation = 100 * np.sqrt(float(found.law.variance) / rounds) / found.law.handle_cents
    for confidence, shade in ((0.99, 0.18), (0.95, 0.3)):
        wide = NormalDist().inv_cdf((1 + confidence) / 2) * deviation
        label = f"{confidence:.0%} of outcomes (normal)"
        low, high = theory - wide, theory + wide
        axes.fill_between(
            rounds, low, high, color=COLOURS[0], alpha=shade, linewidth=0, label=label
        )
    axes.axhline(theory, color=INK, linewidth=1.5, label=f"theory {theory:.3f} %")
    axes.axhline(0, color=COLOURS[1], linewidth=1.2, linestyle="--", label="house breaks even")
    axes.set_xscale("log")
    axes.set_xlim(rounds[0], rounds[-1])
    reach = max(3 * abs(theory), 8 * float(deviation[-1]))
    axes.set_ylim(theory - reach, theory + reach)
    axes.set_title("The house's hold, as rounds add up")
    axes.set_xlabel("rounds")
    axes.set_ylabel("hold, % of wagers")
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
