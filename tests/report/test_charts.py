"""Charts that could be printed: true spacing, units, a mean, even apart, plain numbers, one style.

Planted once and caught here: bars one step too wide, decks spaced evenly, even results in the bars
of those ahead, a chart with colours of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from casinowar import odds, report
from casinowar.houses import load_house
from casinowar.report.charts import style
from casinowar.report.charts.session import result_bars
from casinowar.simulate import Course, simulate
from casinowar.studies import cutting_card_effect
from casinowar.studies.cutting_card_chart import cutting_card_chart

CHARTS = Path(style.__file__).parent


def convergence() -> Figure:
    course = Course(load_house("skycity"))
    found = simulate("skycity", 3_000_000, seed=1, on_block=course.add)
    return report.convergence_chart(found, course.batches, 0.0233)


def night(rounds: int = 120) -> odds.Session:
    return odds.session("wisconsin", bet_cents=1000, rounds=rounds, bankroll_cents=20_000)


DRAWN: dict[str, Callable[[], Figure]] = {
    "edges": lambda: report.compare_chart(odds.compare(["wisconsin", "no-bonus"], [1, 2, 6, 8])),
    "night": lambda: report.session_chart(night()),
    "hold": lambda: report.session_chart(
        odds.session("wisconsin", bet_cents=1000, rounds=10**8, seats=7)
    ),
    "convergence": convergence,
    "cutting card": lambda: cutting_card_chart(
        [cutting_card_effect("skycity", decks=1, rounds=300_000)]
    ),
}


def test_decks_and_seats_look_alike_in_every_panel() -> None:
    """One house lacks a case that the other has; its colours stay those of the legend."""
    cases = [("skycity", 1, 1), ("skycity", 1, 3), ("skycity", 6, 3), ("no-bonus", 6, 3)]
    found = [
        cutting_card_effect(house, decks=decks, seats=seats, rounds=200_000)
        for house, decks, seats in cases
    ]
    figure = cutting_card_chart(found)
    figure.draw_without_rendering()
    one, other = figure.axes
    assert [axes.get_title(loc="left") for axes in (one, other)] == ["skycity", "no-bonus"]
    assert [tick.get_text() for tick in one.get_xticklabels()] == ["1/4"]
    assert not any("^" in tick.get_text() for tick in one.get_yticklabels())
    looks: dict[tuple[str, float], tuple[str, object]] = {}
    for axes in (one, other):
        for line in axes.get_lines():
            heights = np.asarray(line.get_ydata())
            if line.get_marker() in ("o", "s") and len(heights):
                drawn = (axes.get_title(loc="left"), round(float(heights[0]), 6))
                looks[drawn] = (to_hex(line.get_color()), line.get_marker())
    expected = {
        (case.house.name, round(1e6 * case.first.mean, 6)): look
        for case, look in zip(
            found,
            [
                (style.COLOURS[0].lower(), "o"),
                (style.COLOURS[0].lower(), "s"),
                (style.COLOURS[1].lower(), "s"),
                (style.COLOURS[1].lower(), "s"),
            ],
            strict=True,
        )
    }
    assert looks == expected
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == [
        "1 deck",
        "6 decks",
        "1 seat",
        "3 seats",
    ]


@pytest.mark.parametrize("name", DRAWN)
def test_every_axis_has_words_and_no_power_of_ten(name: str) -> None:
    figure = DRAWN[name]()
    figure.canvas.draw_idle()
    figure.draw_without_rendering()
    for axes in figure.axes:
        assert axes.get_xlabel()
        assert axes.get_ylabel()
        assert axes.get_title(loc="left")
        labels = [tick.get_text() for tick in (*axes.get_xticklabels(), *axes.get_yticklabels())]
        texts = [axes.xaxis.get_offset_text().get_text(), axes.yaxis.get_offset_text().get_text()]
        assert not any(re.search(r"\de[+-]?\d|10\^", text) for text in labels + texts), labels


@pytest.mark.parametrize("name", DRAWN)
def test_every_colour_is_one_of_the_style(name: str) -> None:
    """Okabe and Ito's colours survive colour blindness and grey paper."""
    known = {colour.lower() for colour in (*style.COLOURS, style.INK, style.NEUTRAL)}
    for axes in DRAWN[name]().axes:
        used = [line.get_color() for line in axes.lines]
        used += [patch.get_facecolor() for patch in axes.patches]
        assert {to_hex(colour) for colour in used} <= known


def test_no_chart_has_a_style_of_its_own() -> None:
    for path in CHARTS.glob("*.py"):
        if path.name not in ("style.py", "shown.py", "__init__.py"):
            text = path.read_text(encoding="utf-8")
            assert "#" not in re.sub(r"#\s.*", "", text), f"{path.name} names a colour"
            assert "Figure(" not in text
            assert "rc_context" not in text


def test_decks_are_as_far_apart_as_they_are() -> None:
    figure = report.compare_chart(odds.compare(["wisconsin"], [1, 2, 8]))
    assert figure.axes[0].lines[0].get_xdata().tolist() == [1, 2, 8]  # type: ignore[union-attr]
    assert figure.axes[0].get_xscale() == "linear"
    wide = report.compare_chart(odds.compare(["wisconsin"], [1, 8, 100]))
    assert wide.axes[0].get_xscale() == "log"


def test_bars_are_so_many_steps_wide_and_none_crosses_zero() -> None:
    results = np.arange(-6000, 9001, 500)
    chances = np.full(len(results), 1 / len(results))
    parts = {sign: result_bars(results, chances, 500, sign) for sign in (-1, 0, 1)}
    assert {bars.width for bars in parts.values()} == {500}
    assert parts[-1].middles.tolist() == list(range(-6000, 0, 500))
    assert parts[0].middles.tolist() == [0]
    assert parts[1].middles.tolist() == list(range(500, 9001, 500))
    fine = np.arange(-60_000, 60_001, 100)  # 1,201 results: bars of 20 steps
    even = np.full(len(fine), 1 / len(fine))
    bars = {sign: result_bars(fine, even, 100, sign) for sign in (-1, 0, 1)}
    assert (bars[1].width, bars[0].width) == (2000, 100)
    assert bars[1].middles[0] == 1050  # 100, 200, … 2,000
    assert bars[-1].middles[-1] == -1050
    assert bars[1].chances[0] == pytest.approx(20 / 1201)
    assert bars[0].chances.tolist() == pytest.approx([1 / 1201])
    total = sum(float(part.chances.sum()) for part in bars.values())
    assert total == pytest.approx(1), "even has its own bar, however thin"


def test_the_mean_is_marked_and_even_is_not_winning() -> None:
    found = night()
    axes = report.session_chart(found).axes[0]
    assert found.ruin is not None
    (mean,) = [line for line in axes.lines if str(line.get_label()).startswith("mean")]
    expected = found.ruin.final.mean_cents(20_000) / 100
    assert list(mean.get_xdata()) == pytest.approx([expected] * 2)  # type: ignore[arg-type]
    bars: Any = axes.patches
    middles = [(bar.get_x() + bar.get_width() / 2, to_hex(bar.get_facecolor())) for bar in bars]
    assert {colour for at, colour in middles if at > 1e-9} == {style.COLOURS[0].lower()}
    assert {colour for at, colour in middles if at < -1e-9} == {style.COLOURS[1].lower()}
    assert [colour for at, colour in middles if abs(at) < 1e-9] == [style.NEUTRAL]


def test_the_hold_of_seven_seats_is_drawn_wider() -> None:
    one, seven = (
        report.session_chart(odds.session("wisconsin", bet_cents=1000, rounds=10**8, seats=seats))
        for seats in (1, 7)
    )

    def width(figure: Figure) -> float:
        path = figure.axes[0].collections[0].get_paths()[0].vertices
        ends = np.asarray(path)[np.asarray(path)[:, 0] == np.asarray(path)[:, 0].max()]
        return float(ends[:, 1].max() - ends[:, 1].min())

    assert width(seven) / width(one) == pytest.approx(1.673 / 7**0.5, rel=1e-3)
