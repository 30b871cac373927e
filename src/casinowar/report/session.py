"""A session as JSON and as lines of text."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from textwrap import wrap

from casinowar.houses.house import Surrender
from casinowar.houses.words import counted
from casinowar.money import show_cents
from casinowar.odds.forever import Forever
from casinowar.odds.ruin import Ruin
from casinowar.odds.sessions import Session
from casinowar.odds.stories import Decision
from casinowar.report.answer_json import BY_RANK, Json, figure
from casinowar.report.figures import percent, rounded
from casinowar.report.tables import WIDTH_MAX, table

PARTS = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
CONFIDENCES = (0.9, 0.95, 0.99)
EXACT_TEXT_MAX = 400


def session_json(found: Session) -> Json:
    """Everything about a session; amounts in cents, chances as parts of 1."""
    return {
        "house": found.house.name,
        "decks": found.decks,
        "decision": found.decision or BY_RANK,
        "bet": found.bet_cents,
        "tie": found.tie_cents,
        "wagers": dict(found.stakes),
        "seats": found.seats,
        "bankroll": found.bankroll_cents,
        "rounds": found.rounds,
        "rate": found.rate,
        "house_edge": figure(found.edge),
        "expected_loss": rounded(found.expected_loss_cents),
        "per_hour": {
            "expected_loss": rounded(found.loss_per_hour_cents),
            "standard_deviation": _short(found.spread_per_hour_cents),
        },
        "player": None if found.ruin is None else _player(found, found.ruin),
        "operator": _operator(found),
    }


def _player(found: Session, ruin: Ruin) -> Json:
    bankroll = found.bankroll_cents or 0
    final = ruin.final
    told: Json = {
        "method": "exact" if final.exact else "floating point",
        "error_at_most": final.error,
        "ruin": {"chance": _short(ruin.chance), "exact": _exact(ruin.exact)},
        "ahead": _short(final.above(bankroll)),
        "even": _short(float(final.chance_of(bankroll))),
        "behind": _short(final.below(bankroll)),
        "expected_result": _short(final.mean_cents(bankroll)),
        "result_quantiles": {str(part): final.quantile(part) - bankroll for part in PARTS},
        "expected_rounds": _short(ruin.rounds_played),
        "expected_hours": _short(ruin.rounds_played / found.rate),
        "forever": None if found.forever is None else _forever(found, found.forever),
    }
    if found.win_goal_cents is not None:
        told |= {"win_goal": found.win_goal_cents, "goal_reached": _short(ruin.goal)}
    if found.stop_loss_cents is not None:
        told |= {"stop_loss": found.stop_loss_cents, "stopped": _short(ruin.stopped)}
    return told


def _forever(found: Session, end: Forever) -> Json:
    told: Json = {"ruin": _short(end.ruin)}
    if found.stop_loss_cents is not None:
        told["stopped"] = _short(end.stopped)
    if end.goal or found.win_goal_cents is not None:
        told["goal_reached" if found.win_goal_cents is not None else "never_ruined"] = _short(
            end.goal
        )
    told["expected_rounds"] = None if end.rounds == inf else _short(end.rounds)
    return told


def _operator(found: Session) -> Json:
    return {
        "method": found.method,
        "error_at_most": _short(found.error),
        "theoretical_hold_percent": rounded(100 * found.edge),
        "hold_percent": {
            str(confidence): [_short(100 * edge) for edge in _interval(found, confidence)]
            for confidence in CONFIDENCES
        },
        "house_behind": _short(found.player_ahead),
        "wider_than_independent_seats": _short(found.seat_spread),
    }


def _interval(found: Session, confidence: float) -> tuple[float, float]:
    hold = found.hold(confidence)
    return hold.low, hold.high


def _short(value: float) -> float:
    return float(f"{value:.6g}")


def _exact(value: Fraction | None) -> str | None:
    """A fraction short enough to read; the library returns longer ones too."""
    if value is None or value.denominator.bit_length() > 3 * EXACT_TEXT_MAX // 2:
        return None
    return str(value)


def session_text(found: Session) -> list[str]:
    """The session as lines that fit 80 columns."""
    symbol = found.house.limits.symbol
    titles = {"initial": "bet", "tie": "Tie", "war_tie": "Tie on the war deal"}
    titles |= {bet.name: bet.title for bet in found.house.side_bets}
    bets = ", ".join(
        f"{titles[name]} {show_cents(cents, symbol)}" for name, cents in found.stakes.items()
    )
    way = found.decision or "by the cards of the tie"
    seats = f", {counted(found.seats, 'seat')}" if found.seats > 1 else ""
    asked = f"{counted(found.decks, 'deck')}, {counted(found.rounds, 'round')}{seats}, {bets}"
    lines = [
        f"{found.house.title} ({found.house.name})"[:WIDTH_MAX],
        *wrap(f"{asked}, {way} on a tie", WIDTH_MAX, initial_indent="  ", subsequent_indent="  "),
    ]
    for note in found.notes:
        lines += wrap(f"Note: {note}.", WIDTH_MAX, initial_indent="  ", subsequent_indent="  ")
    one = " one seat" if found.seats > 1 else ""
    lines += ["", f"What it costs{one}", *_cost(found, symbol)]
    if found.ruin is not None:
        who = "The player of one seat" if found.seats > 1 else "The player"
        lines += ["", who, *_player_text(found, found.ruin, symbol)]
    return [*lines, "", "The house", *_house_text(found)]


def _cost(found: Session, symbol: str) -> list[str]:
    def cents(value: float) -> str:
        return show_cents(round(value), symbol)

    rows = [
        ("one round", cents(float(-found.one_round.mean)), cents(found.one_round.deviation())),
        (
            f"an hour of {counted(found.rate, 'round')}",
            cents(float(found.loss_per_hour_cents)),
            cents(found.spread_per_hour_cents),
        ),
    ]
    if found.rounds > 1:
        row = (
            f"all {found.rounds:,} rounds, {duration(found.rounds, found.rate)}",
            cents(float(found.expected_loss_cents)),
            cents(found.one_round.deviation(found.rounds)),
        )
        rows.append(row)
    with_ruin = found.expected_loss_with_ruin_cents
    if with_ruin is not None:
        rows.append(("the same, leaving as below", cents(with_ruin), ""))
    return table(("", "expected loss", "standard deviation"), rows)


def duration(rounds: int, rate: int) -> str:
    """How long ``rounds`` rounds take at ``rate`` an hour, in words.

    >>> duration(30, 60), duration(60, 60), duration(200, 60), duration(1, 10_000)
    ('30 minutes', '1 hour', '3.3 hours', 'under a minute')
    """
    minutes = round(60 * rounds / rate)
    if minutes < 60:
        return counted(minutes, "minute") if minutes else "under a minute"
    hours = f"{rounds / rate:,.1f}".removesuffix(".0")
    return "1 hour" if hours == "1" else f"{hours} hours"


def _player_text(found: Session, ruin: Ruin, symbol: str) -> list[str]:
    bankroll, final = found.bankroll_cents or 0, ruin.final
    rows = [
        ("ruined before the end", _chance(ruin.chance)),
        *_limit_rows(found, ruin, symbol),
        ("ahead", _chance(final.above(bankroll))),
        ("even", _chance(float(final.chance_of(bankroll)))),
        ("behind, ruined included", _chance(final.below(bankroll))),
    ]
    lines = table((f"bankroll {show_cents(bankroll, symbol)}", "chance"), rows)
    quantiles = [
        (f"{100 * part:.0f} % end at or below", show_cents(final.quantile(part) - bankroll, symbol))
        for part in PARTS
    ]
    lines += ["", *table(("result", "amount"), quantiles)]
    lines += ["", *_time(found, ruin)]
    lines.append(f"  {_method('exact' if final.exact else 'floating point', final.error)}")
    if found.decision is Decision.WAR and found.house.surrender.mode is Surrender.OFFERED:
        lines.append("  A player who cannot cover a war surrenders (policy 2).")
    return lines


def _limit_rows(found: Session, ruin: Ruin, symbol: str) -> list[tuple[str, str]]:
    rows = []
    if found.win_goal_cents is not None:
        won = show_cents(found.win_goal_cents, symbol)
        rows.append((f"left with a win of {won} or more", _chance(ruin.goal)))
    if found.stop_loss_cents is not None:
        lost = show_cents(found.stop_loss_cents, symbol)
        rows.append((f"left with a loss of {lost} or more", _chance(ruin.stopped)))
    return rows


def _time(found: Session, ruin: Ruin) -> list[str]:
    """How long the player is at the table, and what becomes of one who does not stop."""
    rounds = ruin.rounds_played
    lines = [f"  At the table: {rounds:,.1f} rounds on average, {_hours(rounds, found.rate)}."]
    end = found.forever
    if end is None:
        return lines
    ends = [(end.ruin, "ruined")]
    if found.stop_loss_cents is not None:
        ends.append((end.stopped, "at the stop loss"))
    if found.win_goal_cents is not None or end.goal:
        ends.append((end.goal, "never ruined" if found.win_goal_cents is None else "at the goal"))
    told = ", ".join(f"{words} {_chance(chance)}" for chance, words in ends)
    mean = "" if end.rounds == inf else f"; {end.rounds:,.0f} rounds on average"
    text = f"A player who plays on until then: {told}{mean}."
    return lines + wrap(text, WIDTH_MAX, initial_indent="  ", subsequent_indent="  ")


def _hours(rounds: float, rate: int) -> str:
    return duration(round(rounds), rate)


def _house_text(found: Session) -> list[str]:
    rows = [
        (
            f"{100 * confidence:.0f} % of the time",
            f"{100 * found.hold(confidence).low:.4f} %",
            f"{100 * found.hold(confidence).high:.4f} %",
        )
        for confidence in CONFIDENCES
    ]
    whose = "" if found.seats == 1 else f" of all {found.seats} seats"
    text = (
        f"Hold: what the house keeps of the wagers{whose} made before the deal"
        " (win over handle, not over drop)."
    )
    lines = wrap(text, WIDTH_MAX, initial_indent="  ", subsequent_indent="  ")
    lines += table((f"hold, theory {percent(found.edge)}", "from", "to"), rows)
    if found.seats > 1:
        lines.append(
            f"  {found.seats} seats share the dealer's cards: {found.seat_spread:.3f} times as wide"
            " as if they did not."
        )
    lines.append(
        f"  The house is behind at the end with a chance of {_chance(found.player_ahead)}."
    )
    return [*lines, f"  {_method(found.method, found.error)}"]


def _method(method: str, error: float) -> str:
    """How chances were computed, and their largest error."""
    if method == "exact":
        return "These chances are exact."
    how = {"floating point": "Computed in floating point", "normal": "By the normal distribution"}[
        method
    ]
    return f"{how}: no chance is wrong by more than {100 * error:.0e} %."


def _chance(value: float) -> str:
    return f"{100 * value:.4f} %" if value == 0 or value >= 1e-6 else f"{100 * value:.1e} %"
