"""The stakes of a session: what can be paid in whole cents, and what a table would refuse."""

from __future__ import annotations

from collections.abc import Iterator

from casinowar.checks import tie_offered
from casinowar.errors import InputError, shown
from casinowar.houses import House
from casinowar.houses.house import WagerLimits
from casinowar.money import show_cents

STAKE_MAX_CENTS = 1_000_000_000


def check_amount(house: House, field: str, cents: object, low: int, high: int) -> int:
    """Check an amount against two bounds; an error shows all three in the house's currency."""
    if isinstance(cents, bool) or not isinstance(cents, int):
        raise InputError(field, f"{shown(cents)} is not a whole number of cents")
    if not low <= cents <= high:
        least, most = (show_cents(limit, house.limits.symbol) for limit in (low, high))
        given = show_cents(cents, house.limits.symbol)
        raise InputError(field, f"{given[:40]} is not from {least} to {most}")
    return cents


def check_stakes(house: House, bet_cents: int, tie_cents: int) -> None:
    """Refuse stakes that the house's paytable could not pay in whole cents."""
    check_amount(house, "bet", bet_cents, 1, STAKE_MAX_CENTS)
    check_amount(house, "tie", tie_cents, 0, STAKE_MAX_CENTS)
    cites = house.cites
    _check_step(house, "bet", bet_cents, house.first_step, cites.half)
    if tie_cents:
        tie_offered("tie", house)
    for rung in house.tie.ladder:
        _check_step(house, "tie", tie_cents, rung.stake, cites.tie_paid)


def _check_step(house: House, field: str, cents: int, step: int, cites: str) -> None:
    if cents % step:
        given, *near = _shown(house, cents, *_around(cents, step))
        raise InputError(
            field, f"{given} cannot be paid in whole cents; nearest: {' and '.join(near)}", cites
        )


def limit_notes(house: House, bet_cents: int, tie_cents: int = 0) -> tuple[str, ...]:
    """What the house's tables would refuse, one note each; the odds are computed anyway.

    >>> from casinowar.houses import load_house
    >>> limit_notes(load_house("washington"), 1050)
    ('the bet of $10.50 is not a multiple of the wager step $1.00; nearest: $10.00 and $11.00',)
    """
    found = [*_notes(house, "bet", bet_cents, house.limits.first)]
    if tie_cents:
        found += _notes(house, "Tie wager", tie_cents, house.limits.tie)
    return tuple(found)


def _notes(house: House, what: str, cents: int, limits: WagerLimits) -> Iterator[str]:
    step = house.limits.step_cents
    given, least, most, one = _shown(house, cents, limits.min_cents, limits.max_cents, step)
    if cents < limits.min_cents:
        yield f"the {what} of {given} is below the posted minimum of {least}"
    if cents > limits.max_cents:
        yield f"the {what} of {given} is above the posted maximum of {most}"
    if cents % step:
        near = " and ".join(_shown(house, *_around(cents, step)))
        yield f"the {what} of {given} is not a multiple of the wager step {one}; nearest: {near}"


def _around(cents: int, step: int) -> list[int]:
    """The nearest multiples of a step below and above, without zero."""
    low = cents - cents % step
    return [near for near in (low, low + step) if near]


def _shown(house: House, *amounts_cents: int) -> list[str]:
    return [show_cents(cents, house.limits.symbol) for cents in amounts_cents]
