"""Amounts as people type them, in whole cents. Whether one is a good bet, the table says."""

from __future__ import annotations

import re

_AMOUNT = re.compile(r"([0-9]{0,10})(?:\.([0-9]{1,2})?)?")


def parse_amount(text: str) -> int | None:
    """The cents of ``"12"`` or ``"12.50"``; None for anything else.

    >>> parse_amount("12.5")
    1250
    """
    match = _AMOUNT.fullmatch(text.strip().replace(",", ""))
    if match is None or not (match[1] or match[2]):
        return None
    return int(match[1] or 0) * 100 + int((match[2] or "").ljust(2, "0"))


def short_cents(cents: int, symbol: str) -> str:
    """An amount without cents where there are none.

    >>> short_cents(500_00, "$"), short_cents(2_50, "$")
    ('$500', '$2.50')
    """
    whole, rest = divmod(cents, 100)
    return f"{symbol}{whole:,}" + (f".{rest:02}" if rest else "")
