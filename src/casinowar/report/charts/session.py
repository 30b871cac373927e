"""The chart of a session: the player's result and chance of ruin, or the house's hold."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casinowar.money import show_cents
from casinowar.odds.distribution import Floats
from casinowar.odds.ruin import Ruin
from casinowar.odds.sessions import Session
from casinowar.report.charts.style import COLOURS, INK, NEUTRAL, chart, plain_numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Cents = NDArray[np.int64]


def session_chart(found: Session) -> Figure:
    """The player's result after N rounds and the chance of ruin, or the house's hold."""
    with chart(10, 4.8) as figure:
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
    final, bankroll = ruin.final, found.bankroll_cents or 0
    playing = final.results_cents >= found.ruin_below_cents
    results, chances = final.results_cents[playing] - bankroll, final.chances[playing]
    # Rounds with everything covered move by this step; wider bars each hold as many of its results.
    step = found.one_round.step_cents
    kinds = ((-1, COLOURS[1], "behind"), (0, NEUTRAL, "even"), (1, COLOURS[0], "ahead"))
    for sign, colour, words in kinds:
        bars = result_bars(results, chances, step, sign)
        if len(bars.middles):
            middles, heights, wide = bars.middles / 100, 100 * bars.chances, bars.width / 100
            axes.bar(middles, heights, width=0.86 * wide, color=colour, label=words)
    mean = final.mean_cents(bankroll) / 100
    axes.axvline(mean, color=INK, linewidth=1.4, linestyle="--", label=f"mean {mean:,.2f}")
    axes.grid(visible=False, axis="x")
    axes.set_title("Result after all rounds\n")
    ahead, even = float(chances[results > 0].sum()), float(chances[results == 0].sum())
    behind = float(chances[results < 0].sum())
    note = f"ahead {ahead:.1%}, even {even:.1%}, behind {behind:.1%}, ruined {ruin.chance:.1%}"
    axes.text(0, 1.02, note, transform=axes.transAxes, fontsize=9)
    axes.set_xlabel(f"result in {found.house.limits.currency} (bars: players not ruined)")
    axes.set_ylabel("chance, %")
    plain_numbers(axes.xaxis)
    axes.legend()


@dataclass(frozen=True)
class Bars:
    """Results of one sign put together into bars, in cents."""

    middles: Floats
    chances: Floats
    width: int


def result_bars(results: Cents, chances: Floats, step_cents: int, sign: int) -> Bars:
    """Bars of the results behind (-1), even (0) or ahead (1): none of them crosses zero.

    A bar is a multiple of the step wide, some hundred bars at most in all; that of even results is
    one step wide. Bars a thousand times less likely than the likeliest are left out.
    """
    wide = _bar_cents(results, chances, step_cents)
    bars = np.sign(results) * ((np.abs(results) + wide - 1) // wide)
    places, at = np.unique(bars, return_inverse=True)
    heights = np.bincount(at, weights=chances, minlength=len(places)).astype(np.float64)
    seen = (np.sign(places) == sign) & (heights > heights.max(initial=0) * 1e-3)
    middles = np.sign(places[seen]) * (np.abs(places[seen]) * wide - (wide - step_cents) / 2)
    return Bars(middles.astype(np.float64), heights[seen], wide if sign else step_cents)


def _bar_cents(results: Cents, chances: Floats, step_cents: int) -> int:
    """The width of a bar: a multiple of the step, some hundred bars at most."""
    seen = results[chances > chances.max(initial=0) * 1e-3]
    if not len(seen):
        return step_cents
    span = int(seen.max() - seen.min()) // step_cents + 1
    return step_cents * max(1, span // 60)


def _ruin_panel(axes: Axes, found: Session, ruin: Ruin) -> None:
    chance = 100 * ruin.by_round
    last = float(chance[-1])
    at: list[int] = list(range(len(chance)))
    if len(chance) == 1:  # the same from the start to the end
        at, chance = [0, found.rounds], np.full(2, last)
    axes.plot(at, chance, color=COLOURS[1], linewidth=2)
    axes.fill_between(at, chance, color=COLOURS[1], alpha=0.15, linewidth=0)
    axes.set_title("Chance of ruin by then\n")
    axes.text(0, 1.02, f"{last:.2f} % within all rounds", transform=axes.transAxes, fontsize=9)
    axes.set_xlabel("rounds")
    axes.set_ylabel("chance, %")
    axes.set_xlim(0, max(1, min(found.rounds, at[-1])))
    plain_numbers(axes.xaxis)
    axes.set_ylim(0, min(102.0, max(1.0, last * 1.1)))


def _hold_panel(axes: Axes, found: Session) -> None:
    """The funnel of actual hold around theory as rounds add up."""
    theory = 100 * float(found.edge)
    first = max(1, found.rounds // 10_000)
    rounds = np.unique(np.geomspace(first, max(found.rounds, 2), 300).astype(np.int64))
    table = found.table_round
    deviation = 100 * np.sqrt(float(table.variance) / rounds) / table.handle_cents
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
    seats = "" if found.seats == 1 else f", {found.seats} seats"
    axes.set_title(f"The house's hold, as rounds add up{seats}")
    axes.set_xlabel("rounds of the table")
    axes.set_ylabel("hold, % of wagers")
    plain_numbers(axes.xaxis)
    plain_numbers(axes.yaxis)
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
