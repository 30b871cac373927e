"""A session as JSON and as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor, inf
from textwrap import wrap

from msgspec import UNSET, json
from msgspec.structs import replace

from casinowar.houses.house import Surrender
from casinowar.houses.words import counted
from casinowar.money import show_cents
from casinowar.odds.distribution import ResultDistribution
from casinowar.odds.forever import Forever
from casinowar.odds.ruin import Ruin
from casinowar.odds.sessions import Session
from casinowar.odds.stories import Decision
from casinowar.report.answer_json import BY_RANK, Json, percent_of
from casinowar.report.figures import percent, rounded
from casinowar.report.session_shapes import (
    ForeverOdds,
    HourFigures,
    OperatorSide,
    PlayerSide,
    ResultBar,
    RuinOdds,
    SessionFigures,
)
from casinowar.report.tables import WIDTH_MAX, table

PARTS = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
CONFIDENCES = (0.9, 0.95, 0.99)
EXACT_TEXT_MAX = 400
BARS_MAX, BAR_PARTS = 90, (0.002, 0.998)  # of the drawn law of the result


def session_json(found: Session) -> Json:
    """The object that ``casinowar session --json`` prints."""
    written: Json = json.decode(json.encode(session_shape(found)))
    return written


def session_shape(found: Session, *, forever: bool = True) -> SessionFigures:
    """A session in the shape in which it is written; its ``forever`` can take seconds."""
    return SessionFigures(
        house=found.house.name,
        decks=found.decks,
        decision=found.decision or BY_RANK,
        bet=found.bet_cents,
        tie=found.tie_cents,
        wagers=dict(found.stakes),
        seats=found.seats,
        bankroll=found.bankroll_cents,
        rounds=found.rounds,
        rate=found.rate,
        house_edge=percent_of(found.edge),
        expected_loss=rounded(found.expected_loss_cents),
        per_hour=HourFigures(
            expected_loss=rounded(found.loss_per_hour_cents),
            standard_deviation=_short(found.spread_per_hour_cents),
        ),
        player=None if found.ruin is None else _player(found, found.ruin, forever=forever),
        operator=_operator(found),
    )


def _player(found: Session, ruin: Ruin, *, forever: bool) -> PlayerSide:
    bankroll = found.bankroll_cents or 0
    final = ruin.final
    end = found.forever if forever else None
    win_goal, stop_loss = found.win_goal_cents, found.stop_loss_cents
    return PlayerSide(
        method="exact" if final.exact else "floating point",
        error_at_most=final.error,
        ruin=RuinOdds(chance=_short(ruin.chance), exact=_exact(ruin.exact)),
        ahead=_short(final.above(bankroll)),
        even=_short(float(final.chance_of(bankroll))),
        behind=_short(final.below(bankroll)),
        expected_result=_short(final.mean_cents(bankroll)),
        result_quantiles={str(part): final.quantile(part) - bankroll for part in PARTS},
        results=tuple(_bars(final, bankroll, found.one_round.step_cents)),
        expected_rounds=_short(ruin.rounds_played),
        expected_hours=_short(ruin.rounds_played / found.rate),
        forever=(None if end is None else _forever(found, end)) if forever else UNSET,
        win_goal=UNSET if win_goal is None else win_goal,
        goal_reached=UNSET if win_goal is None else _short(ruin.goal),
        stop_loss=UNSET if stop_loss is None else stop_loss,
        stopped=UNSET if stop_loss is None else _short(ruin.stopped),
    )


def _bars(final: ResultDistribution, even: int, step: int) -> Iterator[ResultBar]:
    """The law of the result as about ``BARS_MAX`` bars; the outer ones also hold the tails.

    An even result has a bar of its own, of one step: no bar mixes players who are ahead with
    players who are behind.
    """
    low, high = (final.quantile(part) for part in BAR_PARTS)
    steps = max(1, ceil((high - low) / (step * BARS_MAX)))
    bars = dict[int, ResultBar]()
    for amount, chance in zip(final.results_cents.tolist(), final.chances.tolist(), strict=True):
        at = (min(max(amount, low), high) - even) / (steps * step)
        place = ceil(at) if at > 0 else floor(at)
        bar = bars.get(place) or ResultBar(
            low=amount - even, high=0, steps=steps if place else 1, chance=0.0
        )
        bars[place] = replace(bar, high=amount - even, chance=bar.chance + chance)
    for bar in bars.values():
        yield replace(bar, chance=_short(bar.chance))


def _forever(found: Session, end: Forever) -> ForeverOdds:
    goal = _short(end.goal)
    aims = found.win_goal_cents is not None
    return ForeverOdds(
        ruin=_short(end.ruin),
        stopped=UNSET if found.stop_loss_cents is None else _short(end.stopped),
        goal_reached=goal if aims else UNSET,
        never_ruined=goal if end.goal and not aims else UNSET,
        expected_rounds=None if end.rounds == inf else _short(end.rounds),
    )


def _operator(found: Session) -> OperatorSide:
    return OperatorSide(
        method=found.method,
        error_at_most=_short(found.error),
        theoretical_hold_percent=rounded(100 * found.edge),
        hold_percent={str(part): _interval(found, part) for part in CONFIDENCES},
        house_behind=_short(found.player_ahead),
        wider_than_independent_seats=_short(found.seat_spread),
    )


def _interval(found: Session, confidence: float) -> tuple[float, float]:
    hold = found.hold(confidence)
    return _short(100 * hold.low), _short(100 * hold.high)


def _short(value: float) -> float:
    return float(f"{value:.6g}")


def _exact(value: Fraction | None) -> str | None:
    """A fraction as text if it is short enough to read."""
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
        limited = found.win_goal_cents is not None or found.stop_loss_cents is not None
        words = "when ruined or at a limit" if limited else "when ruined"
        rows.append((f"the same, stopping {words}", cents(with_ruin), ""))
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
        ("behind, including ruined", _chance(final.below(bankroll))),
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
    """The time at the table, and the result of playing on without an end."""
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
    limited = found.win_goal_cents is not None or found.stop_loss_cents is not None
    who = "without a limit of rounds" if limited else "who never stops"
    text = f"A player {who}: {told}{mean}."
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
            " as for independent seats."
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
    return f"{how}: the error of a chance is at most {100 * error:.0e} %."


def _chance(value: float) -> str:
    return f"{100 * value:.4f} %" if value == 0 or value >= 1e-6 else f"{100 * value:.1e} %"
