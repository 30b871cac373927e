"""Calls for the floor: a dealer or a seated player asks a floorperson to come.

A call is a document: open until a floorperson takes it, taken until it is settled. It keeps who
took and settled it, and when. A call moves no chips and stops no table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from casinowar.service.people.person import Person, checked_reason
from casinowar.service.people.visible_text import shows_something
from casinowar.service.ports import Clock, Ids
from casinowar.service.refusals import ServiceCode, refuse, refused
from casinowar.service.roles import Role
from casinowar.service.tables.open_table import OpenTable
from casinowar.store import Store
from casinowar.store.interface import Document, DocumentQuery, Json, Note, Write
from casinowar.table.state import Table

CALL = "call"  # the kind of document
CALLED, SETTLED = "floor_called", "call_done"  # the kinds of note
OPEN, TAKEN, DONE = "open", "taken", "done"
WAITING_STATES = (OPEN, TAKEN)
WAITING_MAX = 200  # calls that are shown at once
PER_PERSON = 3  # calls of one person that are not done
PER_TABLE = 10
WORDS_MAX = 200
TRIES = 5


class CallKind(StrEnum):
    """What a call is about."""

    CARDS = "cards"  # something is wrong with the cards or the shoe
    PAYMENT = "payment"
    CHIPS = "chips"  # the tray is short of a colour
    DISPUTE = "dispute"
    PLAYER = "player"  # somebody's behaviour
    OTHER = "other"


class Calls:
    """Makes and finds calls, and stores who takes and settles them."""

    def __init__(self, store: Store, clock: Clock, ids: Ids) -> None:
        self._store, self._clock, self._ids = store, clock, ids

    async def make(
        self, table: OpenTable, by: Person, kind: CallKind, words: str, about: Json | None = None
    ) -> Document:
        """Make a call; refused unless the caller deals or is seated there."""
        seat = seat_of(table.state, by.id)
        if seat is None and Role.DEALER not in by.roles:
            refuse(ServiceCode.NOT_ALLOWED, "Only seated players and dealers can call the floor.")
        text = words.strip()
        if len(text) > WORDS_MAX or not text.isprintable() or (text and not shows_something(text)):
            refuse(ServiceCode.BAD_CALL, f"Write at most {WORDS_MAX} characters on one line.")
        waiting, own = await self.waiting(table.id), await self.waiting(owner=by.id)
        if any(call.table == table.id and call.body["kind"] == kind for call in own):
            refuse(ServiceCode.CALLED_ALREADY, "You have already called the floor.")
        if len(own) >= PER_PERSON:  # at all tables: nobody fills the floor's desk alone
            words = f"You already have {PER_PERSON} open calls. A floorperson is coming."
            refuse(ServiceCode.CALLED_ALREADY, words)
        if len(waiting) >= PER_TABLE:
            refuse(ServiceCode.CALLED_ALREADY, "This table already has enough open calls.")
        state, now_ms = table.state, self._clock.now_ms()
        call = Document(
            kind=CALL,
            id=self._ids.share_id(),
            at_ms=now_ms,
            table=table.id,
            owner=by.id,
            state=OPEN,
            body={
                "kind": kind.value,
                "words": text,
                "name": by.name,
                "seat": seat,
                "round": state.round_number,
                "version": table.version,
                **(about or {}),
            },
        )
        await self._store.keep_document(call)
        data: Json = {"kind": kind.value, "words": text}
        await self._note(CALLED, call, by.id, now_ms, data)
        return call

    async def waiting(self, table: str | None = None, owner: str | None = None) -> list[Document]:
        """The open calls, oldest first; of one table, of one person, or all."""
        found = list[Document]()
        for state in WAITING_STATES:
            query = DocumentQuery(
                kind=CALL, table=table, owner=owner, state=state, limit=WAITING_MAX
            )
            found += await self._store.documents(query)
        return sorted(found, key=lambda call: (call.at_ms, call.id))

    async def done_lately(self, since_ms: int, limit: int = 20) -> Sequence[Document]:
        """Settled calls, newest first."""
        query = DocumentQuery(kind=CALL, state=DONE, since_ms=since_ms, limit=limit)
        return await self._store.documents(query)

    async def find(self, name: str) -> Document:
        """A call; refused if it does not exist."""
        call = await self._store.document(CALL, name)
        if call is None:
            refuse(ServiceCode.NO_SUCH_CALL, "There is no such call.")
        return call

    async def take(self, name: str, by: Person) -> Document:
        """Take a call; refused if somebody else has taken it."""
        for _ in range(TRIES):
            call = await self.find(name)
            if call.state == TAKEN and call.body["taken_by"] == by.id:
                return call
            if call.state != OPEN:
                who = call.body.get("done_name") or call.body["taken_name"]
                words = f"{who} has {'settled' if call.state == DONE else 'taken'} this call."
                refuse(ServiceCode.CALL_TAKEN, words)
            who_and_when = {"taken_by": by.id, "taken_name": by.name}
            body = {**call.body, **who_and_when, "taken_ms": self._clock.now_ms()}
            taken = replace(call, state=TAKEN, version=call.version + 1, body=body)
            if await self._store.keep_document(taken):
                return taken
        raise refused(ServiceCode.CALL_TAKEN, "Somebody else has just changed this call.")

    async def settle(self, name: str, by: Person, outcome: str) -> Document:
        """Settle a call with its outcome; an open call is taken by the same person."""
        text = checked_reason(outcome)
        for _ in range(TRIES):
            call = await self.find(name)
            if call.state == DONE:
                refuse(ServiceCode.CALL_TAKEN, f"{call.body['done_name']} has settled this call.")
            now_ms = self._clock.now_ms()
            taken = {"taken_by": by.id, "taken_name": by.name, "taken_ms": now_ms}
            done = {"done_by": by.id, "done_name": by.name, "done_ms": now_ms, "outcome": text}
            body = {**taken, **call.body, **done}
            settled = replace(call, state=DONE, version=call.version + 1, body=body)
            if await self._store.keep_document(settled):
                data: Json = {"kind": call.body["kind"], "outcome": text}
                await self._note(SETTLED, settled, by.id, now_ms, data)
                return settled
        raise refused(ServiceCode.CALL_TAKEN, "Somebody else has just changed this call.")

    async def _note(self, kind: str, call: Document, actor: str, at_ms: int, data: Json) -> None:
        note = Note(
            at_ms=at_ms,
            kind=kind,
            table=call.table,
            person=call.owner,
            actor=actor,
            data={"call": call.id, **data},
        )
        await self._store.write(Write(at_ms=at_ms, notes=(note,)))


def seat_of(state: Table, person: str) -> int | None:
    """The seat of a person at a table."""
    seats = (seat for seat, holder in sorted(state.seats.items()) if holder.player == person)
    return next(seats, None)
