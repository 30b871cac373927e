"""Argument checks shared by library calls and commands."""

from __future__ import annotations

from casinowar.errors import InputError, shown
from casinowar.houses.house import House


def whole_number(field: str, value: object, low: int, high: int, cites: str = "") -> int:
    """``value`` if it is a whole number from ``low`` to ``high``; otherwise an InputError.

    >>> whole_number("decks", 6, 1, 8)
    6
    """
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        reason = f"{shown(value)} is not a whole number from {low:,} to {high:,}"
        raise InputError(field, reason, cites)
    return value


def tie_offered(field: str, house: House) -> None:
    """Raise an InputError if the house has no Tie wager."""
    if not house.tie.offered:
        raise InputError(field, f"{house.name} has no Tie wager", house.cites.tie_wager)
