"""Figures for people: fractions in percent, rounded once from their exact values."""

from __future__ import annotations

from decimal import Context, Decimal
from fractions import Fraction

from casinowar.odds.values import exact_root
from casinowar.outcomes import Outcome

DIGITS = 6
OUTCOME_WORDS = {
    Outcome.WIN: "higher card",
    Outcome.LOSE: "lower card",
    Outcome.WAR_WON: "war won",
    Outcome.WAR_TIED: "war tied",
    Outcome.WAR_LOST: "war lost",
    Outcome.SURRENDER: "surrender",
}


def rounded(value: Fraction, digits: int = DIGITS) -> float:
    """A fraction to ``digits`` significant digits, rounded once from its exact value.

    >>> rounded(Fraction(2313800, 993023))
    2.33006
    """
    context = Context(prec=digits)
    return float(context.divide(Decimal(value.numerator), Decimal(value.denominator)))


def root_rounded(square: Fraction) -> float:
    """The square root of a fraction to the digits shown."""
    return float(Context(prec=DIGITS).plus(exact_root(square)))


def percent(value: Fraction, digits: int = 4) -> str:
    """A fraction in percent with ``digits`` decimals.

    >>> percent(Fraction(58, 311))
    '18.6495 %'
    """
    shown = rounded(100 * value, 15)
    if value and abs(shown) < 0.5 * 10**-digits:
        return f"{shown:.1e} %"
    return f"{shown:.{digits}f} %"
