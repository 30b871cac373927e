"""Irregularities and orders of the floor, and the command that answers each of them.

A happening is chosen only if the table would accept its answer now, and that answer is due first.
To report an irregularity that did not happen is a mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from casinowar.live import LiveTable
from casinowar.table import Phase, Refusal, decide
from casinowar.table import commands as c
from casinowar.table.due import step_now
from casinowar.table.legal import Days
from casinowar.table.roles import FLOOR_ROLE
from casinowar.table.state import DEALER, IN_ROUND

DEALERS = ("You", "Your relief")  # in turn


@dataclass(frozen=True, slots=True)
class Happening:
    """An irregularity or an order: its description, and the command that answers it."""

    kind: str
    words: str
    answer: c.Command


Finder = Callable[[LiveTable], Iterator[Happening]]


def possible(table: LiveTable, kinds: tuple[str, ...]) -> list[Happening]:
    """The happenings of these kinds that are possible now."""
    found = (happening for kind in kinds for happening in _FINDERS[kind](table))
    return [one for one in found if _accepted(table, one.answer)]


def _accepted(table: LiveTable, command: c.Command) -> bool:
    return not isinstance(decide(table.state, command, table.shoe), Refusal)


def _draws(table: LiveTable) -> bool:
    """Whether the next step takes a card out of the shoe."""
    step = step_now(table.state, table.shoe)
    return isinstance(step, c.DealCard | c.BurnCard) and not table.state.shoe.held


def _drawn_in_error(table: LiveTable) -> Iterator[Happening]:
    if _draws(table) and table.state.phase in IN_ROUND:
        words = "A card slips out of the shoe too early and lies face down on the layout."
        yield Happening("drawn_in_error", words, c.DrawInError())


def _missed(table: LiveTable) -> Iterator[Happening]:
    step = step_now(table.state, table.shoe)
    if isinstance(step, c.DealCard) and step.seat != DEALER and table.state.phase is Phase.DEAL:
        words = f"Seat {step.seat} was passed over: it has a wager and got no card."
        yield Happening("missed", words, c.ReportMissedSeat(seat=step.seat))


def _shuffler_fault(_: LiveTable) -> Iterator[Happening]:
    words = "The shuffler stops with a red light before its cycle is complete."
    yield Happening("shuffler_fault", words, c.ReportShufflerFault())


def _void(table: LiveTable) -> Iterator[Happening]:
    if table.state.phase in IN_ROUND:
        words = "A drink goes over the layout; the floorperson says: void the round."
        yield Happening("void", words, c.VoidRound(reason="called by the floor"))


def _relief(table: LiveTable) -> Iterator[Happening]:
    if table.state.phase not in IN_ROUND:
        other = DEALERS[table.state.dealer == DEALERS[0]]
        words = "A dealer taps you on the shoulder: relief."
        yield Happening("relief", words, c.ChangeDealer(dealer=other))


def _new_day(table: LiveTable) -> Iterator[Happening]:
    if table.state.phase in IN_ROUND:
        return
    for offer in table.legal(FLOOR_ROLE):
        days = offer.fields.get("day")
        if offer.command is c.StartGamingDay and isinstance(days, Days) and days.min is not None:
            hour = table.state.house.policies.gaming_day_hour
            words = f"It is {hour:02}:00: a new gaming day begins."
            yield Happening("new_day", words, c.StartGamingDay(day=days.min))
            return


def _reshuffle(_: LiveTable) -> Iterator[Happening]:
    words = "The floorperson says: reshuffle this shoe."
    yield Happening("reshuffle", words, c.OrderReshuffle())


def _change(table: LiveTable) -> Iterator[Happening]:
    if not isinstance(step_now(table.state, table.shoe), c.ChangeCards):
        words = "The floorperson says: change the cards."
        yield Happening("change", words, c.ChangeCards())


def _pause(_: LiveTable) -> Iterator[Happening]:
    words = "The players stop betting for a while; the floorperson says: spread the cards."
    yield Happening("pause", words, c.OrderIdleSpread())


_FINDERS: dict[str, Finder] = {
    "drawn_in_error": _drawn_in_error,
    "missed": _missed,
    "shuffler_fault": _shuffler_fault,
    "void": _void,
    "relief": _relief,
    "new_day": _new_day,
    "reshuffle": _reshuffle,
    "change": _change,
    "pause": _pause,
}
FACE_UP = "face_up"  # lies in the shoe until it is set aside; the table itself makes it due
KINDS = (*_FINDERS, FACE_UP)
