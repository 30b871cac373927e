"""Checks of arguments that library calls and commands share."""

from __future__ import annotations

from casinowar.errors import InputError, shown
from casinowar.houses.house import House


def whole_number(field: str, value: object, low: int, high: int, cites: str = "") -> int:
    """``value`` as a whole number from ``low`` to ``high``; an InputError where it is not.

    >>> whole_number("decks", 6, 1, 8)
    6
    """
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        reason = f"{shown(value)} is not a whole number from {low:,} to {high:,}"
        raise InputError(field, reason, cites)
    return value


def tie_offered(field: str, house: House) -> None:
    """An InputError where the house has no Tie wager."""
    if not house.tie.offered:
        raise InputError(field, f"{house.name} has no Tie wager", house.cites.tie_wager)
