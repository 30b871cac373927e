"""Checks of the stakes of a session: payable in whole cents, and within a table's limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from casinowar.checks import as_whole, tie_offered
from casinowar.errors import InputError, shown
from casinowar.houses import House
from casinowar.houses.house import WagerLimits, WarTie
from casinowar.money import Odds, show_cents
from casinowar.odds.decisions import FIRST, TIE, WAR_TIE, wager_names

STAKE_MAX_CENTS = 1_000_000_000
FIELDS = {FIRST: "bet", TIE: "tie", WAR_TIE: "war-tie"}


def check_amount(house: House, field: str, cents: object, low: int, high: int) -> int:
    """Check an amount against two bounds; an error shows all three in the house's currency."""
    found = as_whole(cents)
    if found is None:
        raise InputError(field, f"{shown(cents)} is not a whole number of cents")
    if not low <= found <= high:
        least, most = (show_cents(limit, house.limits.symbol) for limit in (low, high))
        given = show_cents(found, house.limits.symbol)
        raise InputError(field, f"{given[:40]} is not from {least} to {most}")
    return found


def check_stakes(house: House, stakes: Mapping[str, object]) -> dict[str, int]:
    """Stakes in cents by wager, checked to be payable in whole cents."""
    bet = check_amount(house, "bet", stakes[FIRST], 1, STAKE_MAX_CENTS)
    _check_step(house, "bet", bet, house.first_step, house.cites.half)
    found = {FIRST: bet}
    for name, given in stakes.items():
        if name == FIRST:
            continue
        field = FIELDS.get(name, f"side {name}")
        cents = check_amount(house, field, given, 0, STAKE_MAX_CENTS)
        if cents:
            _check_offered(house, name, field)
            for odds in _paid(house, name):
                _check_step(house, field, cents, odds.stake, house.cites.tie_paid)
            found[name] = cents
    if house.tie.war_deal is WarTie.EQUAL_TO_FIRST and found.get(WAR_TIE, bet) != bet:
        raise InputError(FIELDS[WAR_TIE], f"must equal the bet at {house.name}")
    return found


def _check_offered(house: House, name: str, field: str) -> None:
    if name == TIE:
        tie_offered(field, house)
    elif name not in wager_names(house):
        what = "no Tie wager on the war deal" if name == WAR_TIE else f"no side bet {shown(name)}"
        raise InputError(field, f"{house.name} has {what}")


def _paid(house: House, name: str) -> tuple[Odds, ...]:
    """Every odds that a wager can pay."""
    if name == TIE:
        return house.tie.ladder
    if name == WAR_TIE:
        return (house.tie.war_deal_odds,)
    return tuple(row.odds for bet in house.side_bets if bet.name == name for row in bet.rows)


def _check_step(house: House, field: str, cents: int, step: int, cites: str) -> None:
    if cents % step:
        given, *near = _shown(house, cents, *_around(cents, step))
        raise InputError(
            field, f"{given} cannot be paid in whole cents; nearest: {' and '.join(near)}", cites
        )


def limit_notes(house: House, stakes: Mapping[str, int]) -> tuple[str, ...]:
    """Notes on stakes that the house's tables would refuse; the odds are computed anyway.

    >>> from casinowar.houses import load_house
    >>> limit_notes(load_house("washington"), {"initial": 1050})
    ('the bet of $10.50 is not a multiple of the wager step $1.00; nearest: $10.00 and $11.00',)
    """
    limits = house.limits
    titles = {bet.name: bet.title for bet in house.side_bets}
    found: list[str] = []
    for name, cents in stakes.items():
        if name == FIRST:
            found += _notes(house, "bet", cents, limits.first)
        elif name in (TIE, WAR_TIE):
            what = "Tie wager" if name == TIE else "Tie wager on the war deal"
            found += _notes(house, what, cents, limits.tie)
        else:
            found += _notes(house, titles[name], cents, limits.side)
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
