"""What a decision puts into the database, as one write: a pure function of what was decided."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from casinowar.ledger import all_postings
from casinowar.record.history import command_line
from casinowar.service.conversation.messages import (
    AnyRefusal,
    ChangeSeat,
    CommandMessage,
    done_body,
    refused_body,
)
from casinowar.service.history.round_rows import (
    RoundMark,
    finished_rounds,
    mark_after,
    round_under_way,
    significant,
)
from casinowar.service.refusals import ServiceCode, ServiceRefusal
from casinowar.service.tables.decide import Actor
from casinowar.store.interface import Answer, Note, Seed, Snapshot, StoredEvent, Write
from casinowar.table import commands as c
from casinowar.table.automation import Carried
from casinowar.table.events import Event
from casinowar.table.state import Table
from casinowar.wire import command_to_json, encode_json, event_bytes, snapshot_of

SNAPSHOT_EVERY = 500  # events
FLOOR_ACTION = "floor_action"  # the kind of note that a command of the floor leaves
NOBODY = ""  # the table itself acts, by automation or published policy


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Who does something, under which id, and how it is answered."""

    by: str = NOBODY
    command: str = ""
    reason: str = ""
    note: Callable[[int, int], Note] | None = None  # by time and round
    answer: Callable[[AnyRefusal | None, int, int], Answer] | None = None  # first and last event


BY_ITSELF = Turn()


def turn_of(table: str, give: CommandMessage, by: Actor) -> Turn:
    """The turn of a person's command; the same words at another table are another command."""
    digest = sha256(table.encode() + b"\n" + give.digest).digest()

    def answer(refused: AnyRefusal | None, first: int, last: int) -> Answer:
        if refused is None:
            body = done_body(give.id, first, last)
        else:
            body = refused_body(give.id, refused)
        return Answer(person=by.person, command=give.id, digest=digest, body=body)

    def note(at_ms: int, number: int) -> Note:
        assert not isinstance(give.command, ChangeSeat)
        fields = command_to_json(give.command)
        name = fields.pop("command")
        return Note(
            at_ms=at_ms,
            kind=FLOOR_ACTION,
            table=table,
            round=number,
            actor=by.person,
            data={"command": name, "fields": fields, "reason": give.reason},
        )

    return Turn(
        by=by.person,
        command=give.id,
        reason=give.reason,
        note=note if by.who.role is c.Role.FLOOR else None,
        answer=answer,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TableVersion:
    """A table after one of its events."""

    table: str
    state: Table
    version: int
    mark: RoundMark
    rules: str  # their digest
    snapshot_at: int  # the version of its last snapshot

    def after(
        self, events: Sequence[Event], state: Table, snapshot: Snapshot | None = None
    ) -> TableVersion:
        """The table after some more events, which make it ``state``."""
        return replace(
            self,
            state=state,
            version=self.version + len(events),
            mark=mark_after(self.mark, events, self.version + 1, state),
            snapshot_at=self.snapshot_at if snapshot is None else snapshot.version,
        )


def carried_write(
    before: TableVersion, carried: Carried, turn: Turn, at_ms: int, seeds: tuple[Seed, ...]
) -> tuple[Write, list[bytes]]:
    """The write of what was carried out, and the bodies of its events."""
    events, after, first = carried.events, carried.state, before.version + 1
    last = before.version + len(events)
    bodies = [event_bytes(event) for event in events]
    by, command, reason = turn.by, turn.command, turn.reason
    stored = [
        StoredEvent(version, at_ms, by, command, reason, given, body)
        for version, (given, body) in enumerate(zip(_given(carried), bodies, strict=True), first)
    ]
    notes = significant(before.table, before.state, events, at_ms, turn.by)
    if turn.note is not None:
        notes = (turn.note(at_ms, round_under_way(before.state)), *notes)
    write = Write(
        table=before.table,
        expected=before.version,
        at_ms=at_ms,
        events=tuple(stored),
        postings=all_postings(before.table, before.state, events, first),
        answer=None if turn.answer is None else turn.answer(None, first, last),
        rounds=finished_rounds(
            before.state, after, events, first, at_ms, before.mark, before.rules
        ),
        notes=notes,
        seeds=seeds,
        snapshot=_snapshot(before, after, last),
    )
    return write, bodies


def _given(carried: Carried) -> Iterator[bytes]:
    """For each event the command that it begins; empty if it is not a command's first."""
    for done in carried.done:
        yield encode_json(command_line(done))
        yield from (b"" for _ in done.events[1:])


def _snapshot(before: TableVersion, after: Table, version: int) -> Snapshot | None:
    """Snapshots are taken between rounds, so that a round is always read from its start."""
    if version - before.snapshot_at < SNAPSHOT_EVERY or after.hands:
        return None
    return Snapshot(version=version, body=encode_json(snapshot_of(after)))


def repeated(stored: Answer, asked: Answer) -> bytes:
    """The stored answer, unless something else was said under the same id."""
    if stored.digest == asked.digest:
        return stored.body
    words = "This id was used for another command. Make a new id for each command."
    return refused_body(asked.command, ServiceRefusal(code=ServiceCode.ID_USED, sentence=words))
