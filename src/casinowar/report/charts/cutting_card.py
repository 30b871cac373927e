"""Charts of the cutting card: the change by depth for several cases, or round by round for one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from casinowar.houses.words import counted
from casinowar.report.charts.style import COLOURS, INK, MARKERS, chart, plain_numbers
from casinowar.simulate.cutting_card import CuttingCard

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PPM = 1e6


def cutting_card_chart(found: Sequence[CuttingCard]) -> Figure:
    """One case round by round, or several by the depth of the cutting card."""
    return _by_round(found[0]) if len(found) == 1 else _by_depth(found)


def _by_round(found: CuttingCard) -> Figure:
    with chart(9, 4.6) as figure:
        axes = figure.subplots()
        numbers = [one.number for one in found.by_round]
        first = [one.first for one in found.by_round]
        tie = [one.tie for one in found.by_round if one.tie is not None]
        for place, (name, parts) in enumerate((("first wager", first), ("Tie", tie))):
            if not parts:  # the house has no Tie wager
                continue
            middle = [PPM * part.mean for part in parts]
            reach = [1.96 * PPM * part.standard_error for part in parts]
            axes.plot(numbers, middle, color=COLOURS[place], label=name, linewidth=2)
            axes.fill_between(
                numbers,
                [m - r for m, r in zip(middle, reach, strict=True)],
                [m + r for m, r in zip(middle, reach, strict=True)],
                color=COLOURS[place],
                alpha=0.2,
                linewidth=0,
            )
        axes.axhline(0, color=INK, linewidth=0.8)
        axes.set_yscale("symlog", linthresh=1.0)
        axes.set_title(
            f"{found.house.name}: {counted(found.decks, 'deck')}, {found.behind} behind the"
            f" cutting card, {counted(found.seats, 'seat')}"
        )
        axes.set_xlabel("round of the shoe, where it is dealt")
        axes.set_ylabel("change of the edge, millionths of the wager")
        plain_numbers(axes.yaxis)
        axes.legend()
    return figure


def _by_depth(found: Sequence[CuttingCard]) -> Figure:
    houses = sorted({one.house.name for one in found})
    with chart(10, 4.4) as figure:
        panels = figure.subplots(1, len(houses), sharey=True, squeeze=False)[0]
        for axes, name in zip(panels, houses, strict=True):
            _house_panel(axes, [one for one in found if one.house.name == name])
            axes.set_title(name)
            axes.set_xlabel("part of the shoe behind the cutting card")
        panels[0].set_ylabel("change of the edge, millionths of the wager")
        panels[-1].legend(fontsize=8)
    return figure


def _house_panel(axes: Axes, found: Sequence[CuttingCard]) -> None:
    keys = sorted({(one.decks, one.seats) for one in found})
    for place, key in enumerate(keys):
        points = [one for one in found if (one.decks, one.seats) == key]
        axes.errorbar(
            [float(one.behind) + 0.006 * (place - len(keys) / 2) for one in points],
            [PPM * one.first.mean for one in points],
            [1.96 * PPM * one.first.standard_error for one in points],
            label=f"{counted(key[0], 'deck')}, {counted(key[1], 'seat')}",
            color=COLOURS[place % len(COLOURS)],
            marker=MARKERS[place % len(MARKERS)],
            capsize=2,
        )
    axes.axhline(0, color=INK, linewidth=0.8)
