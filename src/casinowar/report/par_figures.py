"""The two pictures of a PAR sheet, as coordinates for its template."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10

BAR_WIDTH = 760
FUNNEL_WIDTH, FUNNEL_HEIGHT = 760, 220
LEFT, RIGHT, TOP, BOTTOM = 56, FUNNEL_WIDTH - 12, 12, 34
POWER_MIN, POWER_MAX = 3.0, 7.0  # of ten: the rounds at both ends of the funnel
STEPS = 60
TICKS = ((3, "start"), (4, "middle"), (5, "middle"), (6, "middle"), (7, "end"))


@dataclass(frozen=True, slots=True)
class Bar:
    """One outcome's share of the bar of outcomes."""

    name: str
    words: str
    x: str
    width: str


def outcome_bars(outcomes: Sequence[tuple[str, str, float]]) -> list[Bar]:
    """One bar cut into outcomes, each given as (name, words, part of 1)."""
    at, bars = 0.0, []
    for name, words, part in outcomes:
        width = part * BAR_WIDTH
        bars.append(Bar(name, words, f"{at:.2f}", f"{max(width - 1, 0.5):.2f}"))
        at += width
    return bars


@dataclass(frozen=True, slots=True)
class Level:
    """A horizontal line of the funnel and its label."""

    y: str
    text_y: str
    words: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A label under the funnel."""

    x: str
    anchor: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Funnel:
    """Actual return around theory, 95 % of outcomes, as rounds add up."""

    outline: str
    levels: list[Level]
    ticks: list[Tick]
    theory: str
    theory_y: str
    title_y: str
    width: int = FUNNEL_WIDTH
    height: int = FUNNEL_HEIGHT
    left: int = LEFT
    right: int = RIGHT


def return_funnel(theory: float, deviation: float) -> Funnel:
    """The funnel of a wager with that return and standard deviation per round."""
    reach = 2.2 * deviation / 10 ** (POWER_MIN / 2)

    def x(power: float) -> float:
        return LEFT + (power - POWER_MIN) / (POWER_MAX - POWER_MIN) * (RIGHT - LEFT)

    def y(value: float) -> float:
        return TOP + (theory + reach - value) / (2 * reach) * (FUNNEL_HEIGHT - TOP - BOTTOM)

    powers = [POWER_MIN + (POWER_MAX - POWER_MIN) * step / STEPS for step in range(STEPS + 1)]
    spread = [1.96 * deviation / 10 ** (power / 2) for power in powers]
    upper = [f"{x(p):.1f},{y(theory + s):.1f}" for p, s in zip(powers, spread, strict=True)]
    lower = [f"{x(p):.1f},{y(theory - s):.1f}" for p, s in zip(powers, spread, strict=True)]
    return Funnel(
        outline=" ".join(upper + lower[::-1]),
        levels=[
            Level(f"{y(value):.1f}", f"{y(value) + 4:.1f}", f"{100 * value:.1f} %")
            for value in _round_values(theory - reach, theory + reach)
        ],
        ticks=[Tick(f"{x(power):.0f}", anchor, f"{10**power:,}") for power, anchor in TICKS],
        theory=f"{100 * theory:.4f} %",
        theory_y=f"{y(theory):.1f}",
        title_y=f"{y(theory + reach) + 14:.1f}",
    )


def _round_values(low: float, high: float) -> list[float]:
    """About four round values between two bounds."""
    raw = (high - low) / 4
    scale = 10 ** int(log10(raw) - 1)
    step = next(
        scale * factor for factor in (1, 2, 5, 10, 20, 50, 100) if scale * factor >= raw * 0.7
    )
    first = int(low / step) + 1
    return [step * at for at in range(first, int(high / step) + 1)]
