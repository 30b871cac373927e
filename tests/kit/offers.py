"""Offers of ``legal`` as commands: one that an offer allows, those just outside, and a match."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from random import Random
from typing import Any

from msgspec import NODEFAULT
from msgspec.structs import FieldInfo, fields

from casinowar.table import Shoe, Table
from casinowar.table import commands as c
from casinowar.table.legal import Allowed, Days, Digits, Offer, Range, Text, legal
from casinowar.table.roles import DEALER_ROLE, FLOOR_ROLE, Who, player_at

_TEXTS = ("Cy", "Di", "Eve", "Flo", "Gil", "Hal", "Ivy", "Jo", "Kim", "x" * 40, "Ωmega")


def everybody(state: Table) -> tuple[Who, ...]:
    """The floorperson, the dealer and the player of each seat, taken or free."""
    seats = range(1, state.house.deal.seats + 1)
    return (FLOOR_ROLE, DEALER_ROLE, *(player_at(seat) for seat in seats))


def offers(state: Table, shoe: Shoe) -> list[Offer]:
    """Everything that is offered to anybody."""
    return [offer for who in everybody(state) for offer in legal(state, who, shoe)]


def taken(random: Random, offer: Offer) -> c.Command:
    """A command that the offer allows: ends of ranges as often as points inside."""
    values = {name: _pick(random, value) for name, value in offer.fields.items()}
    if offer.command is c.TakeSeat:
        for name in ("name", "age_years"):
            if random.random() < 0.5:
                del values[name]
    return offer.command(**values)


def _pick(random: Random, allowed: Allowed) -> Any:
    match allowed:
        case Range():
            return random.choice((allowed.min, allowed.max, _inside(random, allowed)))
        case Text():
            return random.choice([text for text in _TEXTS if text in allowed])
        case Days():
            return random.choice(list(_days(allowed)))
        case Digits():
            return "".join(random.choices("0123456789abcdef", k=allowed.digits))
        case dict():
            return {name: _pick(random, amounts) for name, amounts in allowed.items()}
        case _:
            return allowed


def _inside(random: Random, allowed: Range) -> int:
    return allowed.min + allowed.step * random.randint(
        0, (allowed.max - allowed.min) // allowed.step
    )


def _days(allowed: Days) -> Iterator[date]:
    first = allowed.min or date.min
    last = allowed.max or date.max
    for days in (0, 0, 1, 2, 30):
        if (last - first).days >= days:
            yield first + timedelta(days=days)
    if allowed.max is not None:
        yield last


def outside(offer: Offer) -> Iterator[c.Command]:
    """The offer with one field a step beyond each end of its range."""
    least = {name: _least(value) for name, value in offer.fields.items()}
    for name, allowed in offer.fields.items():
        for value in _beyond(allowed):
            yield offer.command(**{**least, name: value})


def _least(allowed: Allowed) -> Any:
    match allowed:
        case Range():
            return allowed.min
        case Text():
            return next(text for text in _TEXTS if text in allowed)
        case Days():
            return next(_days(allowed))
        case Digits():
            return "0" * allowed.digits
        case dict():
            return {name: amounts.min for name, amounts in allowed.items()}
        case _:
            return allowed


def _beyond(allowed: Allowed) -> Iterator[Any]:
    match allowed:
        case Range():
            yield from (allowed.min - allowed.step, allowed.max + allowed.step)
            if allowed.step > 1:
                yield from (allowed.min + 1, allowed.max + 1)
        case Text():
            yield from ("", " ", "x" * (allowed.max_length + 1), "a\nb", *allowed.other_than)
        case Days():
            if allowed.min is not None and allowed.min > date.min:
                yield allowed.min - timedelta(days=1)
            if allowed.max is not None and allowed.max < date.max:
                yield allowed.max + timedelta(days=1)
        case Digits():
            yield from ("", "0" * (allowed.digits + 1), "g" * allowed.digits)
        case dict():
            for name, amounts in allowed.items():
                yield from ({name: cents} for cents in _beyond(amounts) if cents)
        case _:
            return


def default_of(field: FieldInfo) -> Any:
    """The default of a message's field that has one."""
    return field.default if field.default is not NODEFAULT else field.default_factory()


def covers(offer: Offer, command: c.Command) -> bool:
    """Whether the offer allows the command; optional fields may be omitted."""
    if type(command) is not offer.command:
        return False
    for field in fields(command):
        value = getattr(command, field.name)
        default = None if field.required else default_of(field)
        if field.name not in offer.fields or value is default is None:
            if value != default:
                return False
        elif not _allows(offer.fields[field.name], value):
            return False
    return True


def _allows(allowed: Allowed, value: object) -> bool:
    match allowed:
        case Range() | Text() | Days() | Digits():
            return value in allowed
        case dict():
            if not isinstance(value, dict) or value.keys() != allowed.keys():
                return False
            return all(value[name] in amounts for name, amounts in allowed.items())
        case _:
            return value == allowed and type(value) is type(allowed)
