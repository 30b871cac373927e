"""A session as JSON and as lines of text."""

from __future__ import annotations

from fractions import Fraction

from casinowar.houses.house import Surrender
from casinowar.money import show_cents
from casinowar.odds.report import Json, figure, rounded
from casinowar.odds.ruin import Ruin
from casinowar.odds.sessions import Session
from casinowar.odds.stories import Decision
from casinowar.odds.text import decks_words, percent, table

PARTS = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
CONFIDENCES = (0.9, 0.95, 0.99)
EXACT_TEXT_MAX = 400


def session_json(found: Session) -> Json:
    """Everything about a session; amounts in cents, chances as parts of 1."""
    return {
        "house": found.house.name,
        "decks": found.decks,
        "decision": found.decision,
        "bet": found.bet_cents,
        "tie": found.tie_cents,
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
    law = ruin.final
    return {
        "method": "exact" if law.exact else "floating point",
        "error_at_most": law.error,
        "ruin": {"chance": _short(ruin.chance), "exact": _exact(ruin.exact)},
        "ahead": _short(law.above(bankroll)),
        "even": _short(float(law.chance_of(bankroll))),
        "behind": _short(law.below(bankroll)),
        "expected_result": _short(law.mean_cents(bankroll)),
        "result_quantiles": {str(part): law.quantile(part) - bankroll for part in PARTS},
    }


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
    }


def _interval(found: Session, confidence: float) -> tuple[float, float]:
    hold = found.hold(confidence)
    return hold.low, hold.high


def _short(value: float) -> float:
    return float(f"{value:.6g}")


def _exact(value: Fraction | None) -> str | None:
    """A fraction that a person could still look at; longer ones are in the library's answer."""
    if value is None or value.denominator.bit_length() > 3 * EXACT_TEXT_MAX // 2:
        return None
    return str(value)


def session_text(found: Session) -> list[str]:
    """The session as lines that fit 80 columns."""
    symbol = found.house.limits.symbol
    bets = f"bet {show_cents(found.bet_cents, symbol)}"
    if found.tie_cents:
        bets += f", Tie {show_cents(found.tie_cents, symbol)}"
    lines = [
        f"{found.house.title} ({found.house.name})"[:80],
        f"  {decks_words(found.decks)}, {found.rounds:,} rounds, {bets}, on a tie {found.decision}",
        "",
        "What it costs",
        *_cost(found, symbol),
    ]
    if found.ruin is not None:
        lines += ["", "The player", *_player_text(found, found.ruin, symbol)]
    return [*lines, "", "The house", *_house_text(found)]


def _cost(found: Session, symbol: str) -> list[str]:
    def cents(value: float) -> str:
        return show_cents(round(value), symbol)

    hours = found.rounds / found.rate
    rows = [
        ("one round", cents(float(-found.law.mean)), cents(float(found.law.variance) ** 0.5)),
        (
            f"an hour of {found.rate} rounds",
            cents(float(found.loss_per_hour_cents)),
            cents(found.spread_per_hour_cents),
        ),
        (
            f"all rounds, {hours:,.1f} hours",
            cents(float(found.expected_loss_cents)),
            cents(found.spread_per_hour_cents * hours**0.5),
        ),
    ]
    return table(("", "expected loss", "standard deviation"), rows)


def _player_text(found: Session, ruin: Ruin, symbol: str) -> list[str]:
    bankroll, law = found.bankroll_cents or 0, ruin.final
    rows = [
        ("ruined before the end", _chance(ruin.chance)),
        ("ahead", _chance(law.above(bankroll))),
        ("even", _chance(float(law.chance_of(bankroll)))),
        ("behind, ruined included", _chance(law.below(bankroll))),
    ]
    lines = table((f"bankroll {show_cents(bankroll, symbol)}", "chance"), rows)
    quantiles = [
        (f"{100 * part:.0f} % end at or below", show_cents(law.quantile(part) - bankroll, symbol))
        for part in PARTS
    ]
    lines += ["", *table(("result", "amount"), quantiles)]
    how = "exact" if law.exact else f"floating point, wrong by {law.error:.0e} at most"
    lines.append(f"  {how}")
    if found.decision is Decision.WAR and found.house.surrender.mode is Surrender.OFFERED:
        lines.append("  who cannot cover a war surrenders (policy 2)")
    return lines


def _house_text(found: Session) -> list[str]:
    rows = [
        (
            f"{100 * confidence:.0f} % of the time",
            f"{100 * found.hold(confidence).low:.4f} %",
            f"{100 * found.hold(confidence).high:.4f} %",
        )
        for confidence in CONFIDENCES
    ]
    lines = table((f"hold, theory {percent(found.edge)}", "from", "to"), rows)
    how = {
        "exact": "exact",
        "floating point": f"floating point, chances wrong by {found.error:.0e} at most",
        "normal": f"normal approximation, chances wrong by {found.error:.0e} at most",
    }[found.method]
    return [*lines, f"  house behind after all rounds: {_chance(found.player_ahead)}", f"  {how}"]


def _chance(value: float) -> str:
    return f"{100 * value:.4f} %" if value == 0 or value >= 1e-6 else f"{100 * value:.1e} %"
