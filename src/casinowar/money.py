"""Money in whole minor units (cents), as people write and read it, and odds as ratios.

Nothing here rounds: a payment that would not be whole is an error, never a guess.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

AMOUNT_MAX_CENTS = 10**12
_ODDS = re.compile(r"([0-9]{1,6}):([1-9][0-9]{0,5})")
_AMOUNT = re.compile(r"([0-9]{0,10}|[0-9]{1,3}(?:,[0-9]{3}){1,3})(?:\.([0-9]{1,2})?)?")


@dataclass(frozen=True, slots=True)
class Odds:
    """Payout odds, ``win:stake`` as a layout shows them.

    >>> parse_odds("10:1").payment(500)
    5000
    """

    win: int
    stake: int

    def __str__(self) -> str:
        return f"{self.win}:{self.stake}"

    @property
    def ratio(self) -> Fraction:
        """The win on one unit."""
        return Fraction(self.win, self.stake)

    def payment(self, stake_cents: int) -> int:
        """The win on ``stake_cents`` at these odds, without the stake itself."""
        payment, rest = divmod(stake_cents * self.win, self.stake)
        if rest:
            raise ValueError(f"{stake_cents} at {self} is not a whole number of minor units")
        return payment


def parse_odds(text: object) -> Odds:
    """Read odds written as ``"10:1"``."""
    match = _ODDS.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise ValueError(f"{text!r} is not odds: write them like '10:1'")
    return Odds(int(match[1]), int(match[2]))


def parse_amount(text: str) -> int | None:
    """The cents in ``"12"``, ``"12.50"`` or ``"1,200"``; None for other text.

    The table decides whether the amount is a legal bet.

    >>> parse_amount("12.5"), parse_amount("1,200"), parse_amount("1,5")
    (1250, 120000, None)
    """
    match = _AMOUNT.fullmatch(text.strip())
    if match is None or not (match[1] or match[2]):
        return None
    return int(match[1].replace(",", "") or 0) * 100 + int((match[2] or "").ljust(2, "0"))


def show_cents(amount_cents: int, symbol: str = "") -> str:
    """An amount as text.

    >>> show_cents(-123450, "$")
    '-$1,234.50'
    """
    sign = "-" if amount_cents < 0 else ""
    whole, cents = divmod(abs(amount_cents), 100)
    return f"{sign}{symbol}{whole:,}.{cents:02}"


def short_cents(amount_cents: int, symbol: str = "") -> str:
    """An amount as text, without cents if it is whole.

    >>> short_cents(500_00, "$"), short_cents(2_50, "$")
    ('$500', '$2.50')
    """
    return show_cents(amount_cents, symbol).removesuffix(".00")
