"""What may be done at a table now: every kind of command is tried, none is carried out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, fields
from datetime import timedelta

from casinowar.table.steps import place

from casinowar.table import Refusal, Table, decide, next_step
from casinowar.table import commands as c
from casinowar.table.shoe import Shoe


def command_text(command: c.Command) -> str:
    """A command as one word, with what it says beyond who gives it and the defaults."""
    said = []
    for field in fields(command):
        value = getattr(command, field.name)
        if field.name == "seat":
            said += [] if isinstance(command, c.PlayerCommand) else [place(value)]
        elif field.default is MISSING or value != field.default:
            said.append(f"{field.name.removesuffix('_cents')} {value}")
    return type(command).__name__ + (f"({', '.join(said)})" if said else "")


def who(command: c.Command) -> str:
    """Who gives a command."""
    if isinstance(command, c.PlayerCommand):
        return f"seat {command.seat}"
    return command.role.value


def legal(state: Table, shoe: Shoe) -> str:
    """The accepted commands by who gives them, on one line; seats that may do the same together."""
    found: dict[str, list[str]] = {}
    for command in _candidates(state):
        if not isinstance(decide(state, command, shoe), Refusal):
            names = found.setdefault(who(command), [])
            if _short(command) not in names:
                names.append(_short(command))
    together: dict[str, list[str]] = {}
    for person, names in found.items():
        together.setdefault(", ".join(names), []).append(person)
    return " · ".join(f"{_people(people)}: {names}" for names, people in together.items())


def _people(people: list[str]) -> str:
    if len(people) == 1:
        return people[0]
    return "seats " + ", ".join(person.removeprefix("seat ") for person in people)


def _short(command: c.Command) -> str:
    name = type(command).__name__
    if isinstance(command, c.PlaceWagers) and not command.initial_cents:
        return f"{name}(Tie)"
    if isinstance(command, c.PlayerCommand):
        return name
    seat = getattr(command, "seat", None)
    return name if seat is None else f"{name}({place(seat)})"


def _candidates(state: Table) -> Iterator[c.Command]:
    yield from _of_the_house(state)
    for seat in sorted(state.seats):
        yield from _of_a_player(state, seat)
    free = next((n for n in range(1, state.house.deal.seats + 1) if n not in state.seats), None)
    if free is not None:
        yield c.TakeSeat(seat=free, player="a newcomer")


def _of_the_house(state: Table) -> Iterator[c.Command]:
    step = next_step(state)
    if step is not None:
        yield step
    yield c.SetAsideFaceUpCard()
    yield c.DrawInError()
    yield c.ReportShufflerFault()
    yield c.SpreadIdleCards(face_up=True)
    for seat in sorted(state.seats):
        yield c.ReportMissedSeat(seat=seat)
        yield c.CallTime(seat=seat)
    yield c.ChangeDealer(dealer="another dealer")
    if state.day is not None:
        yield c.StartGamingDay(day=state.day + timedelta(days=1))
    yield c.OrderReshuffle()
    yield c.ChangeCards()
    yield c.VoidRound(reason="a reason")
    yield c.CloseTable()


def _of_a_player(state: Table, seat: int) -> Iterator[c.Command]:
    limits = state.house.limits
    yield c.SurrenderHand(seat=seat)
    yield c.GoToWar(seat=seat)
    yield c.PlaceWarTie(seat=seat, tie_cents=limits.tie.min_cents)
    yield c.TakeCut(seat=seat, cards=state.house.cards.cut_min_cards)
    yield c.RefuseCut(seat=seat)
    yield c.RequestSpread(seat=seat)
    yield c.PlaceWagers(seat=seat, initial_cents=limits.first.min_cents)
    yield c.PlaceWagers(seat=seat, tie_cents=limits.tie.min_cents)
    yield c.TakeBackWagers(seat=seat)
    yield c.BuyChips(seat=seat, cash_cents=limits.step_cents)
    yield c.LeaveSeat(seat=seat)
