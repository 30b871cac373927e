"""The style of charts, and how they are saved."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casinowar.report.files import CHART, check_ending, write_whole

if TYPE_CHECKING:
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

# Colours that colour-blind people can also tell apart (Okabe and Ito).
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = "os^Dvp*"
INK, FAINT, NEUTRAL = "#22272e", "#d5dae0", "#8a929b"
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


@contextmanager
def chart(width: float, height: float) -> Iterator[Figure]:
    """A new figure of a size in inches, in the style of all charts.

    A notebook shows it without any further command.
    """
    import matplotlib as mpl

    from casinowar.report.charts.shown import Chart

    with mpl.rc_context(STYLE):
        yield Chart(figsize=(width, height), layout="constrained")


def plain_numbers(axis: Axis) -> None:
    """Whole numbers with separators on an axis: 100,000,000, never 1e8."""
    from matplotlib.ticker import FuncFormatter

    axis.set_major_formatter(FuncFormatter(lambda value, _: plain_number(value)))


def plain_number(value: float) -> str:
    """A number as people write it, with as many decimals as it needs.

    >>> [plain_number(value) for value in (1e8, 2.5, -1000.0, 0.001)]
    ['100,000,000', '2.5', '-1,000', '0.001']
    """
    text = f"{value:,.6f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def chart_format(path: str | Path) -> str:
    """The format of a chart file, by its extension.

    Raises a ModuleNotFoundError if charts cannot be drawn, before a long computation.
    """
    import_module("matplotlib")
    return check_ending(path, "chart", CHART).removeprefix(".")


def save_chart(figure: Figure, path: str | Path) -> None:
    """Write a figure; the file is written completely or not at all."""
    import matplotlib as mpl

    kind = chart_format(path)
    stream = BytesIO()
    metadata = {"Date": None} if kind == "svg" else {"Software": "casinowar"}
    with mpl.rc_context(STYLE):
        figure.savefig(stream, format=kind, dpi=160, metadata=metadata)
    write_whole(path, stream.getvalue(), "chart")
