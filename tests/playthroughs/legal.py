"""What may be done at a table now, as one line; commands and people in words."""

from __future__ import annotations

from msgspec.structs import fields

from casinowar.table import Table
from casinowar.table import commands as c
from casinowar.table.legal import Offer, legal
from casinowar.table.roles import DEALER_ROLE, FLOOR_ROLE, Who, player_at
from casinowar.table.shoe import Shoe
from casinowar.table.words import place
from tests.kit.offers import default_of


def command_text(command: c.Command) -> str:
    """A command as one word, with what it says beyond who gives it and the defaults."""
    said = []
    for field in fields(command):
        value = getattr(command, field.name)
        if field.name == "seat":
            said += [] if isinstance(command, c.PlayerCommand) else [place(value)]
        elif field.required or value != default_of(field):
            said.append(f"{field.name.removesuffix('_cents')} {value}")
    return type(command).__name__ + (f"({', '.join(said)})" if said else "")


def who(command: c.Command) -> str:
    """Who gives a command."""
    if isinstance(command, c.PlayerCommand):
        return f"seat {command.seat}"
    return command.ROLE.value


def may(state: Table, shoe: Shoe) -> str:
    """What is offered to whom, on one line; seats that may do the same together."""
    free = (seat for seat in range(1, state.house.deal.seats + 1) if seat not in state.seats)
    people = [DEALER_ROLE, FLOOR_ROLE, *map(player_at, sorted(state.seats))]
    people += [player_at(seat) for seat in free][:1]
    together: dict[str, list[Who]] = {}
    for person in people:
        names = dict.fromkeys(_short(offer) for offer in legal(state, person, shoe))
        if names:
            together.setdefault(", ".join(names), []).append(person)
    return " · ".join(f"{_people(who)}: {names}" for names, who in together.items())


def _people(people: list[Who]) -> str:
    if len(people) == 1:
        return str(people[0])
    return "seats " + ", ".join(str(person.seat) for person in people)


_WAGERS = {"tie_cents": "Tie", "coupon_cents": "coupon", "sides": "side bet"}


def _short(offer: Offer) -> str:
    """The command with the kinds of wager that are open; plaques count as chips."""
    name = offer.command.__name__
    if offer.command is c.PlaceWagers:
        first = ["first"] if "initial_cents" in offer.fields else []
        said = first + [word for field, word in _WAGERS.items() if field in offer.fields]
        return f"{name}({', '.join(said)})"
    if offer.command is c.GoToWar and "war_tie_cents" in offer.fields:
        return f"{name}({'Tie' if offer.fields['war_tie_cents'] else 'no Tie'})"
    seat = offer.fields.get("seat")
    if issubclass(offer.command, c.PlayerCommand) or not isinstance(seat, int):
        return name
    return f"{name}({place(seat)})"
