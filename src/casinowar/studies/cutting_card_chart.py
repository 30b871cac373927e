"""Charts of the cutting card: the change by depth for several cases, or round by round for one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from casinowar.houses.words import counted
from casinowar.report.charts.style import COLOURS, INK, MARKERS, chart, plain_numbers
from casinowar.studies.cutting_card import CuttingCard

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PPM = 1e6
APART = 0.012  # of the shoe, between the points of one more and one fewer seat


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
    """A panel for each house; colours are decks and markers are seats, the same in every panel."""
    from matplotlib.lines import Line2D

    houses = list(dict.fromkeys(one.house.name for one in found))
    markers = _Markers(found)
    with chart(10, 4.8) as figure:
        panels = figure.subplots(1, len(houses), sharex=True, sharey=True, squeeze=False)[0]
        for axes, name in zip(panels, houses, strict=True):
            _house_panel(axes, [one for one in found if one.house.name == name], markers)
            axes.set_title(name)
            axes.set_xlabel("part of the shoe behind the cutting card")
        panels[0].set_ylabel("change of the edge, millionths of the wager")
        signs = [Line2D([], [], color=colour, linewidth=2) for colour in markers.colours.values()]
        signs += [
            Line2D([], [], color=INK, marker=marker, linestyle="")
            for marker in markers.markers.values()
        ]
        names = [counted(decks, "deck") for decks in markers.colours]
        names += [counted(seats, "seat") for seats in markers.markers]
        figure.legend(signs, names, loc="outside lower center", ncols=min(8, len(names)))
    return figure


class _Markers:
    """The colour of each number of decks and the marker of each number of seats."""

    def __init__(self, found: Sequence[CuttingCard]) -> None:
        decks = sorted({one.decks for one in found})
        seats = sorted({one.seats for one in found})
        self.colours = {one: COLOURS[at % len(COLOURS)] for at, one in enumerate(decks)}
        self.markers = {one: MARKERS[at % len(MARKERS)] for at, one in enumerate(seats)}
        self.depths = sorted({one.behind for one in found})

    def beside(self, seats: int) -> float:
        """Points of different seats stand a little apart, so that none hides another."""
        return APART * (list(self.markers).index(seats) - (len(self.markers) - 1) / 2)


def _house_panel(axes: Axes, found: Sequence[CuttingCard], markers: _Markers) -> None:
    for decks, colour in markers.colours.items():
        for seats, marker in markers.markers.items():
            points = sorted(
                (one for one in found if (one.decks, one.seats) == (decks, seats)),
                key=lambda one: one.behind,
            )
            axes.errorbar(
                [float(one.behind) + markers.beside(seats) for one in points],
                [PPM * one.first.mean for one in points],
                [1.96 * PPM * one.first.standard_error for one in points],
                color=colour,
                marker=marker,
                markersize=5,
                linewidth=1,
                capsize=2,
            )
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.set_yscale("symlog", linthresh=0.1)
    axes.set_xticks([float(depth) for depth in markers.depths], [str(d) for d in markers.depths])
    plain_numbers(axes.yaxis)
