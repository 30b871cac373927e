"""The one writer of a table: a command is decided, written in one transaction, and then published.

The table changes, and people are told, only after the write. After a failed write the stored state
is unknown, so the stream is read again first. If another process has opened the table, the write
fails and this process closes it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import NoReturn

from casinowar.houses import House
from casinowar.ledger import all_postings
from casinowar.record.history import command_line
from casinowar.service.conversation.messages import (
    AnyRefusal,
    ChangeSeat,
    CommandMessage,
    Notice,
    ViewFrame,
    done_body,
    events_frame,
    frame_of,
    notice_frame,
    refused_body,
)
from casinowar.service.history.round_rows import (
    RoundMark,
    finished_rounds,
    mark_after,
    round_under_way,
    shoe_steps,
    significant,
)
from casinowar.service.refusals import NOT_ENOUGH, ServiceCode, ServiceRefusal, unavailable
from casinowar.service.tables.dealers import (
    DealsHere,
    deals_after,
    deals_at,
    other_dealer,
    with_name,
)
from casinowar.service.tables.decide import Actor, GamingDays
from casinowar.service.tables.open_table import OpenTable
from casinowar.service.tables.presence import Audience, Presence, loop_time
from casinowar.service.tables.settings import CLOSED_WORDS
from casinowar.service.tables.shoes import SeedNeeded, head_after
from casinowar.store.interface import (
    Answer,
    Answered,
    Conflict,
    Moved,
    Note,
    Outcome,
    Seed,
    Short,
    Snapshot,
    StoredEvent,
    Used,
    Write,
    Written,
)
from casinowar.table import commands as c
from casinowar.table.automation import Carried
from casinowar.table.engine import fold
from casinowar.table.events import Event
from casinowar.table.state import Table
from casinowar.wire import (
    command_to_json,
    decode_json,
    encode_json,
    event_bytes,
    event_from_bytes,
    is_current,
    snapshot_of,
    table_from_snapshot,
)

TRIES = 5  # attempts of a command, after conflicts
EVENTS_AT_ONCE = 2000
RETRY_SECONDS = 1.0
REREADS = 2  # by the sweep, after a failed write
SNAPSHOT_EVERY = 500  # events
FLOOR_ACTION = "floor_action"  # the kind of note that a command of the floor leaves
NOBODY = ""  # the table itself acts, by automation or published policy
SNAPSHOT_MAX_BYTES = 10_000_000

Check = Callable[[Table, Write], Awaitable[Write | ServiceRefusal]]
Decide = Callable[[Table], Carried | AnyRefusal]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A command's giver, its id, and its answer."""

    by: str = NOBODY
    command: str = ""
    reason: str = ""
    dealer: Actor | None = None  # the giver of a dealer's step
    takes_over: bool = False  # this step makes the giver the dealer
    note: Callable[[int, int], Note] | None = None  # by time and round
    answer: Callable[[AnyRefusal | None, int, int], Answer] | None = None  # first and last event


BY_ITSELF = Turn()


def turn_of(table: str, give: CommandMessage, by: Actor, refusal: ServiceRefusal | None) -> Turn:
    """The turn of a person's command; the same text at another table is another command.

    ``refusal`` is the service's own: it does not name the dealer to a person who may not deal.
    """
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
        dealer=by if by.who.role is c.Role.DEALER and refusal is None else None,
        takes_over=isinstance(give.command, c.TakeOver),
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
    head: bytes  # of its log; empty: its shoes are not sealed
    deals: DealsHere | None  # None: nobody deals

    def after(
        self,
        events: Sequence[Event],
        rows: Sequence[StoredEvent],
        state: Table,
        snapshot: Snapshot | None = None,
        dealer: str = "",
    ) -> TableVersion:
        """The table after more events, stored in these rows, which lead to ``state``.

        ``dealer`` is the name of the dealer who caused them, if one did.
        """
        return replace(
            self,
            state=state,
            head=head_after(self.head, (row.body for row in rows)),
            deals=None if self.deals is None else deals_after(self.deals, rows, dealer),
            version=self.version + len(events),
            mark=mark_after(self.mark, events, self.version + 1, state),
            snapshot_at=self.snapshot_at if snapshot is None else snapshot.version,
        )


def carried_write(
    before: TableVersion, carried: Carried, turn: Turn, at_ms: int, seeds: tuple[Seed, ...]
) -> tuple[Write, list[bytes]]:
    """The write of a carried-out command, and the bodies of its events."""
    events, after, first = carried.events, carried.state, before.version + 1
    last = before.version + len(events)
    bodies = [event_bytes(event) for event in events]
    by, command, reason = turn.by, turn.command, turn.reason
    stored = [
        StoredEvent(version, at_ms, by, command, reason, given, body)
        for version, (given, body) in enumerate(zip(_given(carried), bodies, strict=True), first)
    ]
    people_deal = before.deals is not None
    notes = significant(before.table, before.state, events, at_ms, turn.by, people_deal=people_deal)
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
        shoe_steps=shoe_steps(before.state, after, events, first, at_ms),
        snapshot=_snapshot(before, after, last, bodies),
    )
    return write, bodies


def _given(carried: Carried) -> Iterator[bytes]:
    """The command of each event that is the first of its command; otherwise empty."""
    for done in carried.done:
        yield encode_json(command_line(done))
        yield from (b"" for _ in done.events[1:])


def _snapshot(
    before: TableVersion, after: Table, version: int, bodies: Iterable[bytes]
) -> Snapshot | None:
    """Snapshots are taken between rounds, so that a round is always read from its start."""
    if version - before.snapshot_at < SNAPSHOT_EVERY or after.hands:
        return None
    head = head_after(before.head, bodies)
    return Snapshot(version=version, body=encode_json(snapshot_of(after)), head=head)


def repeated(stored: Answer, new: Answer) -> bytes:
    """The stored answer; refused if the id was used for another command."""
    if stored.digest == new.digest:
        return stored.body
    words = "This id was used for another command. Use a new id for each command."
    return refused_body(new.command, ServiceRefusal(code=ServiceCode.ID_USED, sentence=words))


@dataclass(frozen=True, slots=True)
class PlannedWrite:
    """A decision and its write; None if it was refused."""

    decided: Carried | AnyRefusal
    after: TableVersion  # the table once it is written
    write: Write | None = None
    bodies: Sequence[bytes] = ()  # of its events

    @property
    def answer(self) -> bytes:
        """The answer to the caller after the write."""
        return b"" if self.write is None or self.write.answer is None else self.write.answer.body


# --- reading the stream ---------------------------------------------------------------------------


def table_of(snapshot: Snapshot | None, house: House) -> tuple[Table, int]:
    """The table in a snapshot and its version; without one, a table before its first event."""
    if snapshot is None:
        return Table(house=house), 0
    written = decode_json(snapshot.body, SNAPSHOT_MAX_BYTES)
    return table_from_snapshot(written, house), snapshot.version


def bodies_today(rows: Sequence[StoredEvent]) -> list[bytes]:
    """The bodies of stored events, in the current versions."""
    return [
        row.body if is_current(row.body) else event_bytes(event_from_bytes(row.body))
        for row in rows
    ]


def by_time(rows: Sequence[StoredEvent]) -> Iterator[slice]:
    """Stored events grouped by time; a group holds at least the events of one commit."""
    start = 0
    for end in range(1, len(rows) + 1):
        if end == len(rows) or rows[end].at_ms != rows[start].at_ms:
            yield slice(start, end)
            start = end


# --- the writer -----------------------------------------------------------------------------------


@dataclass(slots=True)
class Counters:
    """Counters of a table since it was opened in this process."""

    done: int = 0  # commands of people that were carried out
    refused: int = 0  # commands of people that were refused, each once
    failed: int = 0  # commands of people that could not be written
    conflicts: int = 0
    policy: int = 0  # times that the table continued without an absent person
    failures: int = 0  # times that the table could not be read or written

    def add(self, other: Counters) -> None:
        """Add the counters of another table."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class TableMovedError(Exception):
    """Another process is the table's home; nothing was written."""


class Writer:
    """Decides, writes and publishes, always as a job in the table's queue."""

    __slots__ = (
        "_audience", "_days", "_presence", "_table", "counters", "rereads_left", "retry_at",
        "stale",
    )  # fmt: skip

    def __init__(self, table: OpenTable, presence: Presence, audience: Audience) -> None:
        self._table, self._presence, self._audience = table, presence, audience
        self._days = GamingDays(table.settings)
        self.counters = Counters()
        self.stale = True  # the stream must be read before anything is decided
        self.rereads_left = 0  # a failed write may be committed after the stream was read
        self.retry_at = 0.0  # after a failure the table waits before it acts by itself

    # --- the stored stream ------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Read new stored events, and send the missed ones to the watchers.

        If this fails, the table is stale and tries again by itself, so that all viewers converge.
        """
        table, store = self._table, self._table.parts.store
        self.doubt()
        if table.version == 0:
            snapshot = await store.snapshot(table.id)
            table.state, table.version = table_of(snapshot, table.state.house)
            table.snapshot_at = table.version
            if snapshot is not None:
                table.head = snapshot.head
                if table.deals is not None:
                    table.deals = await deals_at(store, table.id, table.version)
        more = True
        while more:
            rows = await store.events(table.id, table.version, EVENTS_AT_ONCE)
            if rows:
                self._take_in(rows)
            more = len(rows) == EVENTS_AT_ONCE
        mix, number = table.state.mix, table.state.shoe.number
        await table.shoes.have(store, number if mix is None else mix.number)
        if table.deals is not None:
            table.deals = await with_name(store, table.deals)
        self.stale, self.retry_at = False, 0.0

    async def refresh_if_stale(self) -> None:
        """Read the stream again if a failed write left the stored state unknown."""
        if self.stale:
            await self.refresh()

    def _take_in(self, rows: Sequence[StoredEvent]) -> None:
        """Apply stored events, and send them to the watchers with their original times."""
        events = [event_from_bytes(row.body) for row in rows]
        assert rows[0].version == self._table.version + 1, "the stream has a gap"
        for part in by_time(rows) if self._audience else [slice(0, len(rows))]:
            happened, first = events[part], rows[part.start]
            after = fold(self._table.state, happened)
            self._become(self.moment().after(happened, rows[part], after))
            self._publish(first.version, first.at_ms, bodies_today(rows[part]))

    def failed(self) -> None:
        """Mark the table as stale after a failure: the stored state is unknown."""
        self.counters.failures += 1
        self.rereads_left = REREADS
        self.doubt()

    def doubt(self) -> None:
        """Mark the table as stale, to be read again soon: it may differ from the database."""
        self.stale = True
        self.retry_at = loop_time() + RETRY_SECONDS

    def moment(self) -> TableVersion:
        """The table as it is now, for decisions on top of it."""
        table = self._table
        return TableVersion(
            table=table.id,
            state=table.state,
            version=table.version,
            mark=table.mark,
            rules=table.rules,
            snapshot_at=table.snapshot_at,
            head=table.head,
            deals=table.deals,
        )

    def _become(self, now: TableVersion) -> None:
        """Apply events to the table, and tell removed players."""
        table, seats = self._table, self._table.state.seats
        going = [seats[seat].player for seat in table.to_stand_up()]
        table.state, table.version = now.state, now.version
        table.mark, table.snapshot_at, table.head = now.mark, now.snapshot_at, now.head
        table.deals = now.deals
        table.shoes.keep_only(now.state.shoe.number)
        self._presence.update()
        for person in [one for one in dict.fromkeys(going) if one not in table.players]:
            frame = notice_frame(Notice.STOOD_UP, table.kept.stood_up_words(person))
            if table.settings.closed:
                frame = notice_frame(Notice.TABLE_CLOSED, CLOSED_WORDS)
            self._audience.send_to(person, frame)
        self._audience.people_changed()

    def _publish(self, first: int, at_ms: int, bodies: Sequence[bytes]) -> None:
        """Send the events to the watchers."""
        if self._audience:
            phase, waits = self._table.state.phase, self._presence.countdowns()
            head = self._table.signed_head()
            happened = events_frame(first, at_ms, bodies, phase, waits, head)
            self._audience.tell(
                happened,
                lambda: frame_of(ViewFrame(version=self._table.version, view=self._table.view())),
            )

    # --- decide, write, publish -------------------------------------------------------------------

    async def itself(self, *commands: c.Command, turn: Turn = BY_ITSELF) -> None:
        """Carry out a step of the table itself: automation, published policy, or its owner's act.

        After a conflict it is not decided again: its reason may be gone.
        """
        await self.carry_out(lambda state: self._table.deciding.together(state, *commands), turn)

    def new_day(self) -> c.StartGamingDay | c.ChangeCards | None:
        """The step that starts a new gaming day, if it is due."""
        return self._days.due(self._table.state, self._table.local(), loop_time())

    async def start_day(self) -> None:
        """Start the gaming day that is due."""
        for _ in range(2):  # first old cards are changed, then the day starts
            new_day = self.new_day()
            if new_day is None:
                return
            await self.itself(new_day)

    async def carry_out(self, decide: Decide, turn: Turn, check: Check | None = None) -> bytes:
        """Decide, write and publish; after a conflict, decide again."""
        for _ in range(TRIES):
            planned = await self.plan(self.moment(), self._table.now_ms(), decide, turn, check)
            write = planned.write
            if write is None:
                return b"" if turn.answer is None else await self._refuse(planned, turn)
            [outcome] = await self.write([write])
            match outcome:
                case Written():
                    self.written([planned])
                    return planned.answer
                case Answered():
                    assert write.answer is not None
                    await self.refresh()  # the events must be published before the answer
                    return repeated(outcome.answer, write.answer)
                case Moved():
                    self.let_go()
                case Conflict():
                    await self.too_late()
                    if turn.answer is None:
                        return b""
                case Short():
                    decide, check = lambda _: NOT_ENOUGH, None
                case Used():
                    raise AssertionError("a table's write uses no key")
        self.counters.failed += turn.answer is not None
        words = "The table is too busy. Send the command again with the same id."
        return refused_body(turn.command, unavailable(words))

    async def _refuse(self, planned: PlannedWrite, turn: Turn) -> bytes:
        """Refuse a command, or repeat its answer if it was carried out before.

        A refusal is not stored, so the same id is decided anew when it comes again. That is safe: a
        refusal changed nothing, and the answer of a carried-out command is written with its events,
        in one transaction under its id.
        """
        assert turn.answer is not None
        assert not isinstance(planned.decided, Carried)
        new = turn.answer(planned.decided, 0, 0)
        given = await self._table.parts.store.answer(new.person, new.command)
        if given is None:
            self.counters.refused += 1
            return new.body
        await self.refresh()  # its events must be published before the answer
        return repeated(given, new)

    async def plan(
        self, before: TableVersion, at_ms: int, decide: Decide, turn: Turn, check: Check | None
    ) -> PlannedWrite:
        """The write of a decision on the table ``before``."""
        shoes = self._table.shoes
        refusal = await self._other_dealer(before, turn)
        decided = refusal or await self._with_seeds(decide, before.state)
        if isinstance(decided, Carried):
            seeds = shoes.top_up(before.state.shoe.number, decided.state.shoe.number)
            write, bodies = carried_write(before, decided, turn, at_ms, seeds)
            checked = write if check is None else await check(before.state, write)
            if isinstance(checked, Write):
                after = before.after(
                    decided.events,
                    write.events,
                    decided.state,
                    write.snapshot,
                    dealer="" if turn.dealer is None else turn.dealer.name,
                )
                return PlannedWrite(decided, after, checked, bodies)
            decided = checked
        return PlannedWrite(decided, before)

    async def _other_dealer(self, before: TableVersion, turn: Turn) -> ServiceRefusal | None:
        """The refusal of a step at the table of another dealer.

        A floorperson who may deal steps in with a reason.
        """
        by, store = turn.dealer, self._table.parts.store
        if by is None or (by.steps_in and turn.reason):
            return None
        return await other_dealer(
            store, before.deals, by.person, by.name, before.state, takes_over=turn.takes_over
        )

    async def _with_seeds(self, decide: Decide, state: Table) -> Carried | AnyRefusal:
        while True:
            try:
                return decide(state)
            except SeedNeeded as needed:
                await self._table.shoes.load(self._table.parts.store, needed.number)

    async def write(self, writes: Iterable[Write]) -> Sequence[Outcome]:
        """Write in one commit, as the table's home."""
        parts = self._table.parts
        return await parts.store.write_all([replace(write, home=parts.home) for write in writes])

    async def begin_log(self) -> None:
        """Start a new log under the table's new origin."""
        table = self._table
        assert table.log is not None, "only sealed shoes have a log"
        table.head = table.log.first_head
        if table.version:
            body = encode_json(snapshot_of(table.state))
            kept = Snapshot(version=table.version, body=body, head=table.head)
            at_ms = table.now_ms()
            await self.write(
                [Write(table=table.id, expected=table.version, at_ms=at_ms, snapshot=kept)]
            )
            table.snapshot_at = table.version

    async def too_late(self) -> None:
        """Read events that were stored meanwhile."""
        self.counters.conflicts += 1
        await self.refresh()

    def let_go(self) -> NoReturn:
        """Close the table here: another process has opened it."""
        self._table.parts.moved(self._table.id)
        raise TableMovedError

    def written(self, plan: Sequence[PlannedWrite]) -> None:
        """Apply and publish writes that were committed together."""
        first, bodies, at_ms = self._table.version + 1, list[bytes](), 0
        for planned in plan:
            write = planned.write
            assert write is not None
            bodies += planned.bodies
            at_ms = write.at_ms
            self.counters.done += write.answer is not None
        if bodies:
            self._become(plan[-1].after)
            self._publish(first, at_ms, bodies)
