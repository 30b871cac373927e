"""The floor's actions at one table: previewed first, then carried out exactly as previewed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import json
from msgspec.structs import replace

from casinowar.service.conversation.connection import refusal_to_give
from casinowar.service.conversation.messages import (
    CommandMessage,
    Notice,
    Unreadable,
    notice_frame,
    read_frame,
)
from casinowar.service.floor.calls import seat_of
from casinowar.service.floor.desk import close_refusal, denominations, floor_actor
from casinowar.service.floor.preview import (
    CHANGED,
    checked_count,
    chips_digest,
    count_refusal,
    free_seat_words,
    preview_of,
    told_words,
    with_count,
)
from casinowar.service.floor.shapes import FloorDone, FloorPreview
from casinowar.service.people.person import Person
from casinowar.service.refusals import ServiceCode, ServiceRefusal, ServiceRefused, refuse
from casinowar.service.roles import own_table_refusal
from casinowar.service.tables.actor import TableActor
from casinowar.service.tables.settings import StoodUp
from casinowar.service.tables.writer import PlannedWrite
from casinowar.store.interface import Json, Write
from casinowar.table import commands as c
from casinowar.table.automation import Carried
from casinowar.table.events import Event
from casinowar.table.state import Phase, Table

PREVIEW = "preview"  # the id of a command that is never written
NO_REASON = "…"  # until one is given


async def preview_act(host: TableActor, person: Person, command: Json, reason: str) -> FloorPreview:
    """Preview an action: everything it would do now."""
    give = _read(command, reason, PREVIEW)
    act = _allowed(host, person, give)
    by = floor_actor(person, counted_by=PREVIEW)
    planned = await host.run(lambda: host.preview(give, by))
    before, (events, write) = host.table.state, _decided(planned)
    return preview_of(before, events, write, told_words(act, reason))


async def carry_out(
    host: TableActor,
    person: Person,
    command: Json,
    reason: str,
    *,
    identity: str,
    chips: str | None,
    count: Mapping[str, int] | None,
    counted_by: Person | None = None,
) -> FloorDone:
    """Carry out an action if it moves exactly the previewed ``chips``, and tell the players.

    ``count`` has chips by denomination; it is kept with the act, and so is ``counted_by``, the
    dealer who counted them too.
    """
    give = _read(command, reason, identity)
    act = _allowed(host, person, give)
    counted = None if count is None else checked_count(count, denominations(host.table))
    by = floor_actor(person, counted_by="" if counted_by is None else counted_by.id)
    refusal = count_refusal(act, counted)
    told = told_words(act, reason)

    async def check(state: Table, write: Write) -> Write | ServiceRefusal:
        if chips is not None and chips_digest(write) != chips:
            return ServiceRefusal(code=ServiceCode.PREVIEW_CHANGED, sentence=CHANGED)
        return with_count(write, counted, state, counted_by)

    async def give_and_tell() -> Json:
        before = host.table.version
        answer: Json = json.decode(await host.give(give, by, refusal, check))
        if answer["ok"] and host.table.version > before:
            host.audience.send(notice_frame(Notice.FLOOR, told))
        return answer

    answer = await host.run(give_and_tell)
    if not answer["ok"]:
        own = {code.value: code for code in ServiceCode}
        code = own.get(answer["code"], ServiceCode.TABLE_REFUSED)
        refuse(code, answer["message"], answer.get("until_ms"))
    return FloorDone(first=answer["first"], version=answer["version"], told=told)


async def preview_stand_up(
    host: TableActor, person: Person, seat: int, reason: str
) -> FloorPreview:
    """Preview removing a player: what happens to their chips, now or after the hand."""
    state, told = host.table.state, free_seat_words(seat)
    if seat_of(state, person.id) is not None:
        raise ServiceRefused(own_table_refusal())
    if seat not in state.seats:
        refuse(ServiceCode.EMPTY_SEAT, f"Nobody sits in seat {seat}.")
    stood = StoodUp(until_ms=0, actor=person.id, reason=reason or NO_REASON)
    words, later = f"{stood.by_whom} Your chips are in your account.", seat in state.hands
    events: Sequence[Event] = ()
    write = Write(table=host.table.id, expected=host.table.version, at_ms=0)
    if not later:
        leave = c.LeaveSeat(seat=seat)
        events, write = _decided(await host.run(lambda: host.preview_of_itself(leave)))
    return replace(preview_of(state, events, write, told), told_to_one=words, later=later)


async def preview_close(host: TableActor, person: Person, reason: str) -> FloorPreview:
    """Preview closing a table for good, now or after its hands."""
    table, state = host.table, host.table.state
    refusal = close_refusal(host, person)
    if refusal is not None:
        raise ServiceRefused(refusal)
    events: Sequence[Event] = ()
    write = Write(table=table.id, expected=table.version, at_ms=0)
    later = bool(state.hands)
    if not later and state.phase is not Phase.CLOSED:
        events, write = _decided(await host.run(lambda: host.preview_of_itself(c.CloseTable())))
    told = told_words(c.CloseTable(), reason or NO_REASON)
    return replace(preview_of(state, events, write, told), later=later)


def read_act(host: TableActor, person: Person, command: Json, reason: str) -> c.Command:
    """An act that is to be done later; refused if this person could not do it now."""
    return _allowed(host, person, _read(command, reason, PREVIEW))


def _read(command: Json, reason: str, identity: str) -> CommandMessage:
    """The command, read like one from a socket."""
    message = {"type": "command", "id": identity, "command": command, "reason": reason}
    give = read_frame(json.encode(message))
    if isinstance(give, Unreadable):
        refuse(ServiceCode.BAD_REQUEST, give.refusal.sentence)
    assert isinstance(give, CommandMessage)
    return give


def _allowed(host: TableActor, person: Person, give: CommandMessage) -> c.Command:
    """The action; refused because of the person's roles, their seat here, or a missing reason."""
    act = give.command
    if not isinstance(act, c.Command) or act.ROLE is not c.Role.FLOOR:
        refuse(ServiceCode.NOT_ALLOWED, "That is not a floor action.")
    seated = seat_of(host.table.state, person.id) is not None
    refusal = refusal_to_give(person.roles, give, act, seated=seated)
    if refusal is not None:
        raise ServiceRefused(refusal)
    return act


def _decided(planned: PlannedWrite) -> tuple[Sequence[Event], Write]:
    """The events of the action itself, and the write with everything that follows."""
    decided = planned.decided
    if isinstance(decided, ServiceRefusal):
        raise ServiceRefused(decided)
    if not isinstance(decided, Carried):
        refuse(ServiceCode.TABLE_REFUSED, decided.sentence)
    assert planned.write is not None
    return decided.done[0].events, planned.write
