"""The shape in which a session is written; apart from the figures, which need NumPy."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from casinowar.report.answer_json import Percent


class HourFigures(Struct, frozen=True):
    """What an hour does on average, and how far it spreads, in cents."""

    expected_loss: float
    standard_deviation: float


class RuinOdds(Struct, frozen=True):
    """The chance that the bankroll is gone before the end."""

    chance: float
    exact: str | None


class ForeverOdds(Struct, frozen=True):
    """How it ends for a player who plays on."""

    ruin: float
    stopped: float | UnsetType = UNSET
    goal_reached: float | UnsetType = UNSET
    never_ruined: float | UnsetType = UNSET
    expected_rounds: float | None = None


class ResultBar(Struct, frozen=True):
    """Results from one amount to another, in cents, and the chance of ending there.

    ``steps`` is how wide the bar is drawn: the smallest amounts that a round can win or lose.
    """

    low: int
    high: int
    steps: int
    chance: float


class PlayerSide(Struct, frozen=True):
    """What N rounds do to one player; chances are parts of 1, amounts are cents."""

    method: str
    error_at_most: float
    ruin: RuinOdds
    ahead: float
    even: float
    behind: float
    expected_result: float
    result_quantiles: dict[str, int]
    results: tuple[ResultBar, ...]
    expected_rounds: float
    expected_hours: float
    forever: ForeverOdds | UnsetType | None = UNSET
    win_goal: int | UnsetType = UNSET
    goal_reached: float | UnsetType = UNSET
    stop_loss: int | UnsetType = UNSET
    stopped: float | UnsetType = UNSET


class OperatorSide(Struct, frozen=True):
    """What N rounds of all seats do to the house."""

    method: str
    error_at_most: float
    theoretical_hold_percent: float
    hold_percent: dict[str, tuple[float, float]]
    house_behind: float
    wider_than_independent_seats: float


class SessionFigures(Struct, frozen=True):
    """N rounds with flat stakes; amounts in cents, chances as parts of 1."""

    house: str
    decks: int
    decision: str
    bet: int
    tie: int
    wagers: dict[str, int]
    seats: int
    bankroll: int | None
    rounds: int
    rate: int
    house_edge: Percent
    expected_loss: float
    per_hour: HourFigures
    player: PlayerSide | None
    operator: OperatorSide
