"""Argument checks shared by library calls and commands."""

from __future__ import annotations

from numbers import Real
from operator import index

from casinowar.errors import InputError, shown
from casinowar.houses.house import House


def whole_number(field: str, value: object, low: int, high: int, cites: str = "") -> int:
    """``value``, if it is a whole number from ``low`` to ``high``; raises an InputError if not.

    >>> whole_number("decks", 6, 1, 8)
    6
    """
    found = as_whole(value)
    if found is None or not low <= found <= high:
        reason = f"{shown(value)} is not a whole number from {low:,} to {high:,}"
        raise InputError(field, reason, cites)
    return found


def as_whole(value: object) -> int | None:
    """Any whole number, including NumPy's, as an int; None for other values.

    >>> as_whole(6), as_whole(6.0), as_whole(True)
    (6, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def true_or_false(field: str, value: object) -> bool:
    """``value``, if it is True or False; raises an InputError if not.

    >>> true_or_false("values", True)
    True
    """
    if not isinstance(value, bool):
        raise InputError(field, f"{shown(value)} is not True or False")
    return value


def as_number(value: object) -> float | None:
    """Any real number, including NumPy's, as a float; None for other values.

    >>> as_number(2), as_number("2"), as_number(True)
    (2.0, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    try:
        return float(value)
    except OverflowError:
        return None


def tie_offered(field: str, house: House) -> None:
    """Raise an InputError if the house has no Tie wager."""
    if not house.tie.offered:
        raise InputError(field, f"{house.name} has no Tie wager", house.cites.tie_wager)
