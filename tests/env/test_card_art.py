"""The pictures of the environments have the page's own card art."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tools.card_art import PATH, card_art

from casinowar.cards import DECK, Card
from casinowar.env import pictures


def test_the_drawings_are_those_of_the_page() -> None:
    """``make goldens`` writes them again."""
    assert PATH.read_text(encoding="utf-8") == card_art()


@pytest.mark.parametrize("card", DECK[::7], ids=str)
def test_every_card_can_be_drawn(card: Card) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(1, 1.4), dpi=100)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, 100), ylim=(140, 0))
    pictures._card(axes, card, 0, 0)
    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    pixels = np.asarray(canvas.buffer_rgba())[:, :, :3].astype(int)
    red = (pixels[:, :, 0] - pixels[:, :, 1] > 100).sum()
    dark = (pixels.sum(axis=2) < 150).sum()
    assert (red if card.suit in {"h", "d"} else dark) > 300
