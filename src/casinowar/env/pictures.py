"""A table as text and as a picture.

The text is the felt of the terminal table. The picture has the page's own card art: its drawings
are in ``card_art.json``, written by ``tools/card_art.py``, and Matplotlib paints them.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from casinowar.cards import Card
from casinowar.env.table import EngineTable

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, HEIGHT = 80, 24  # of the text, in columns and lines
DPI = 100
CARD_WIDTH, CARD_HEIGHT = 100, 140  # the box in which the page draws a card
PLACE_WIDTH, FELT_HEIGHT = 250, 500
# the page's colours
FELT, FELT_LINE, PAPER, EDGE, GOLD = "#23654f", "#cfe3d8", "#fffdf8", "#d9d4c6", "#c7953b"
INKS = {"s": "#15191b", "c": "#15191b", "h": "#c41f30", "d": "#c41f30"}
RANK_STROKE, EMBLEM_STROKE = 14.5, 2.4


def as_text(table: EngineTable, seat: int = 1) -> str:
    """The felt as the terminal table shows it, from a seat."""
    from casinowar.tui.feltview import felt_lines

    lines = felt_lines(table.felt, seat, WIDTH, HEIGHT)
    return "\n".join(line.plain.rstrip() for line in lines) + "\n"


def as_picture(table: EngineTable) -> NDArray[np.uint8]:
    """The table from above, as rows of pixels."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    seats = sorted(table.felt.table.seats) or [1]
    width = PLACE_WIDTH * max(2, len(seats))
    figure = Figure(figsize=(width / DPI, FELT_HEIGHT / DPI), dpi=DPI)
    canvas: Any = FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, width), ylim=(FELT_HEIGHT, 0))
    axes.axis("off")
    axes.add_patch(Rectangle((0, 0), width, FELT_HEIGHT, color=FELT))
    shown = table.felt.round
    dealers = () if shown.dealer_card is None else (shown.dealer_card, *shown.dealer_war_cards)
    _place(axes, width / 2, 60, "Dealer", dealers)
    for at, seat in enumerate(seats):
        hand = shown.hands.get(seat)
        holder = table.felt.table.seats.get(seat)
        name = "" if holder is None else f"{holder.name} · {table.chips(seat):g}"
        middle = width * (at + 0.5) / len(seats)
        _place(axes, middle, 300, name, () if hand is None else hand.cards)
    canvas.draw()
    pixels: NDArray[np.uint8] = np.asarray(canvas.buffer_rgba())[:, :, :3].copy()
    return pixels


def rendered(table: EngineTable, mode: str) -> Any:
    """The table in a render mode: printed, as text, or as pixels."""
    if mode == "rgb_array":
        return as_picture(table)
    text = as_text(table)
    if mode == "ansi":
        return text
    print(text)
    return None


# --- drawing --------------------------------------------------------------------------------------


def _place(axes: Axes, middle: float, top: float, name: str, cards: tuple[Card, ...]) -> None:
    """A name with a line below it, and the first and the last card of a hand."""
    axes.text(middle, top - 22, name, color=FELT_LINE, ha="center", va="center", fontsize=11)
    shown = cards[:1] + cards[1:][-1:]
    left = middle - len(shown) * (CARD_WIDTH + 10) / 2 + 5
    for at, card in enumerate(shown):
        _card(axes, card, left + at * (CARD_WIDTH + 10), top)


def _card(axes: Axes, card: Card, x: float, y: float) -> None:
    """A card with a jumbo index, as the page draws it where it is narrow."""
    from matplotlib.patches import FancyBboxPatch

    style = "round,pad=0,rounding_size=7.5"
    axes.add_patch(
        FancyBboxPatch((x, y), CARD_WIDTH, CARD_HEIGHT, style, facecolor=PAPER, edgecolor=EDGE)
    )
    assert card.suit is not None, "a table of this package has no real cards"
    rank, suit = card.rank.letter, card.suit.value
    ink, art = INKS[suit], _art()
    stroke, _width = art["ranks"][rank]
    _draw(axes, stroke, x + 10, y + 11, 0.47, stroke=RANK_STROKE, edgecolor=ink)
    _suit(axes, suit, x + 24, y + 76, 27)
    emblem = art["emblems"].get(rank)
    if emblem is None:
        _suit(axes, suit, x + 66, y + 101, 50)
    else:
        at = (x + 43, y + 70)
        _draw(axes, emblem, *at, 0.92, stroke=EMBLEM_STROKE, edgecolor=ink, facecolor=GOLD)
        _suit(axes, suit, x + 66, y + 122, 22)


def _suit(axes: Axes, suit: str, x: float, y: float, size: float) -> None:
    """A suit of that size around a point."""
    _draw(axes, _art()["suits"][suit], x - size / 2, y - size / 2, size / 100, facecolor=INKS[suit])


def _draw(
    axes: Axes,
    path: str,
    x: float,
    y: float,
    scale: float,
    *,
    stroke: float = 0.0,
    edgecolor: str = "none",
    facecolor: str = "none",
) -> None:
    """A path of the page's art, scaled and moved; strokes are as wide as on the page."""
    from matplotlib.patches import PathPatch
    from matplotlib.transforms import Affine2D

    points = 72 / DPI  # one pixel, as Matplotlib counts the width of lines
    patch = PathPatch(
        _path(path),
        facecolor=facecolor,
        edgecolor=edgecolor,
        linewidth=stroke * scale * points,
        joinstyle="round",
    )
    patch.set_transform(Affine2D().scale(scale).translate(x, y) + axes.transData)
    axes.add_patch(patch)


@cache
def _art() -> dict[str, dict[str, Any]]:
    text = Path(__file__).with_name("card_art.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text)
    return found


@cache
def _path(text: str) -> Any:
    """An SVG path for Matplotlib."""
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path import parse_path
    from matplotlib.path import Path as Shape

    pen = RecordingPen()
    parse_path(text, pen)
    codes: list[int] = []
    points: list[tuple[float, float]] = []
    kinds = {"moveTo": Shape.MOVETO, "lineTo": Shape.LINETO, "curveTo": Shape.CURVE4}
    for kind, given in pen.value:
        if kind == "closePath":
            codes.append(int(Shape.CLOSEPOLY))
            points.append((0.0, 0.0))
        elif kind in kinds:
            codes += [int(kinds[kind])] * len(given)
            points += given
    return Shape(points, codes)
