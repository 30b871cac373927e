"""Play one table again from its events, and compare everything else that is stored about it.

Each command is decided again, and must lead to exactly the events that are stored after it, with
the same comparisons, payments and citations (``record.verify``). Postings, finished rounds,
snapshots, significant events and the number of sealed seeds follow from the events. They are read
in the same order, so that memory does not grow with the database.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import fields, replace
from functools import partial
from math import inf
from operator import eq
from typing import Any, Generic, TypeVar

from msgspec import structs

from casinowar.errors import InputError
from casinowar.fairness.proof import first_head
from casinowar.houses import House
from casinowar.ledger import Posting
from casinowar.ledger import postings as postings_of
from casinowar.record.history import read_command_line
from casinowar.record.verify import Verifier
from casinowar.service.csv_text import iso
from casinowar.service.floor.calls import CALLED, SETTLED
from casinowar.service.floor.slips import DIFFERED_NOTE, WITHDRAWN_NOTE
from casinowar.service.history.round_rows import (
    NO_ROUND,
    finished_rounds,
    mark_after,
    shoe_steps,
    significant,
)
from casinowar.service.tables.decide import is_far
from casinowar.service.tables.owner import SETTINGS_NOTES
from casinowar.service.tables.settings import KeptSettings
from casinowar.service.tables.shoes import OVERDUE_MS, SEEDS_AHEAD, head_after
from casinowar.service.tables.writer import FLOOR_ACTION, table_of
from casinowar.store import consistent_read as stored
from casinowar.store.consistent_read import KeptTable, Unreadable, View
from casinowar.store.interface import Fault, Note, RoundRow, Snapshot, StoredEvent
from casinowar.table import events as e
from casinowar.table.automation import Done
from casinowar.table.engine import advance, fold
from casinowar.table.state import Table, copied, sealed
from casinowar.wire import decode_json, event_from_bytes

REPORT_EVERY = 10_000  # events

Item = TypeVar("Item")

# notes about a table that follow from none of its events
BESIDE_TABLES = (*SETTINGS_NOTES, CALLED, SETTLED, DIFFERED_NOTE, WITHDRAWN_NOTE)


class Damaged(Exception):  # noqa: N818 - it is not an error of ours
    """A row of a table that cannot be read."""


class ByTable(Generic[Item]):
    """Rows that come table by table, taken from the front."""

    def __init__(self, items: AsyncIterator[tuple[str, Item | Unreadable]]) -> None:
        self._items = items
        self._front = deque[tuple[str, Item | Unreadable]]()

    async def take(
        self, table: str, fits: Callable[[Item], bool] = lambda _: True, most: float = inf
    ) -> list[Item]:
        """The next rows of a table, as long as they fit; Damaged if one cannot be read."""
        taken = list[Item]()
        while len(taken) < most and (item := await self._next(table)) is not None:
            if isinstance(item, Unreadable):
                raise Damaged(f"a {item.what} cannot be read")
            if not fits(item):
                break
            taken.append(item)
            self._front.popleft()
        return taken

    def put_back(self, table: str, items: Sequence[Item]) -> None:
        """Put back rows, to be taken again."""
        self._front.extendleft((table, item) for item in reversed(items))

    async def skip(self, table: str) -> None:
        """Skip the remaining rows of a table."""
        while await self._next(table) is not None:
            self._front.popleft()

    async def _next(self, table: str) -> Item | Unreadable | None:
        if not self._front:
            row = await anext(self._items, None)
            if row is None:
                return None
            self._front.append(row)
        of, item = self._front[0]
        return item if of == table else None


class Rows:
    """Everything that is stored about tables."""

    def __init__(self, view: View) -> None:
        self.events = ByTable(stored.events(view))
        self.postings = ByTable(stored.postings(view))
        self.rounds = ByTable(stored.rounds(view))
        self.snapshots = ByTable(stored.snapshots(view))
        self.notes = ByTable(stored.notes(view, without=BESIDE_TABLES))
        self.shoe_steps = ByTable(stored.shoe_steps(view))

    async def skip(self, table: str) -> None:
        await self.events.skip(table)
        await self.postings.skip(table)
        await self.rounds.skip(table)
        await self.snapshots.skip(table)
        await self.notes.skip(table)
        await self.shoe_steps.skip(table)


class TableAudit:
    """Audits one table: folds its events, and compares everything else on the way."""

    def __init__(
        self,
        kept: KeptTable,
        house: House,
        rows: Rows,
        progress: Callable[[int], None],
        origins: Sequence[str] = (),
        now_ms: int = 0,
    ) -> None:
        self.table, self.rules, self.house = kept.table, kept.rules, house
        self.settings = kept.settings
        self.rows, self.progress = rows, progress
        self.state, self.mark = copied(Table(house=house)), NO_ROUND
        self.verifier: Verifier | None = Verifier(house, kept.rules)  # None: it has found a fault
        self.wagers = set[int]()  # events with which the next round can have begun
        self.first_heads = [first_head(origin) for origin in origins]  # of its logs, in order
        self.head = self.first_heads[0] if self.first_heads else b""
        settings = {} if isinstance(kept.settings, Unreadable) else kept.settings
        self.is_sealed = settings.get("sealed")
        self.people_deal = not settings.get("runs_itself", True)
        self.now_ms, self.card_ms = now_ms, 0  # when the last card was dealt
        self.faults = dict[str, tuple[Fault, int]]()  # the first of each kind, and their number

    async def run(self, seeds: int) -> list[Fault]:
        """Find all faults; of each kind the first is described."""
        self._settings()
        version = 0
        try:
            while rows := await self._of_one_command(version):
                events = list[e.Event]()
                for row in rows:
                    version = row.version
                    events.append(event_from_bytes(row.body))
                self._verify(rows, events)
                for row, event in zip(rows, events, strict=True):
                    version = row.version
                    await self._event(row, event)
                    if version % REPORT_EVERY == 0:
                        self.progress(version)
            await self._end(seeds)
        except Exception as error:
            words = f"the table cannot be played on from here: {_reason(error)}"
            self._fault("events", version, words)
            await self.rows.skip(self.table)
        return [_counted(fault, count) for fault, count in self.faults.values()]

    def _settings(self) -> None:
        try:
            if isinstance(self.settings, Unreadable):
                raise ValueError
            KeptSettings.from_json(self.settings)
        except (TypeError, ValueError):
            words = "its settings cannot be read"
            self.faults["tables"] = (Fault(where=f"tables {self.table}", what=words), 1)

    async def _of_one_command(self, after: int) -> list[StoredEvent]:
        """The next events, up to the next command."""
        rows = await self.rows.events.take(self.table, lambda row: row.version == after + 1)
        while rows:
            more = await self.rows.events.take(self.table, partial(_follows, rows[-1]))
            if not more:
                break
            rows += more
        return rows

    def _verify(self, rows: Sequence[StoredEvent], events: Sequence[e.Event]) -> None:
        """Check that the command leads to these events; after a fault nothing more is verified."""
        if self.verifier is None:
            return
        first = rows[0]
        done = _done(first)
        if done is None:
            self._unverified(first.version, "no command leads to it")
            return
        if done.id not in {None, first.command}:
            self._unverified(first.version, "its command is stored under two ids")
            return
        # as in a record, the command is in front of its first event
        fault = self.verifier.take(structs.replace(done, events=tuple(events)), first.version - 1)
        if fault is not None:
            words = fault.reason + (f" ({fault.cites})" if fault.cites else "")
            self._unverified(max(fault.line, first.version), words)

    def _unverified(self, version: int, words: str) -> None:
        self.verifier = None
        self._fault("events", version, words)

    async def _event(self, row: StoredEvent, event: e.Event) -> None:
        self._day(row, event)
        await self._postings(row.version, event)
        await self._notes(row, event)
        if isinstance(event, e.RoundCompleted):
            after = fold(self.state, (event,))
            await self._round(row, event, after)
            self.state = copied(after)
            self.wagers.clear()
        else:
            if isinstance(event, e.ShoeCommitted | e.ShoeLoaded | e.SeedRevealed):
                await self._shoe(row, event, fold(self.state, (event,)))
            elif isinstance(event, e.CardDealt | e.WarCardDealt | e.CardBurned):
                self.card_ms = row.at_ms
            advance(self.state, (event,))
        self.head = head_after(self.head, (row.body,))
        if isinstance(event, e.WagerPlaced):
            self.wagers.add(row.version)
        self.mark = mark_after(self.mark, (event,), row.version, self.state)
        await self._snapshots(row.version)

    def _day(self, row: StoredEvent, event: e.Event) -> None:
        """Check that a gaming day begins near the time of its event."""
        if not isinstance(event, e.TableOpened | e.GamingDayStarted) or event.day == self.state.day:
            return
        if is_far(event.day, row.at_ms):
            words = f"the gaming day {event.day} is not that of its time, {_time(row.at_ms)}"
            self._fault("days", row.version, words)

    async def _postings(self, version: int, event: e.Event) -> None:
        expected = list(postings_of(self.table, self.state, event, version))
        kept = await self.rows.postings.take(self.table, lambda row: row.version <= version)
        if kept != expected:
            self._fault("postings", version, f"{_moved(kept)} instead of {_moved(expected)}")

    async def _notes(self, row: StoredEvent, event: e.Event) -> None:
        if row.reason:
            await self.rows.notes.take(self.table, partial(_gives_reason_of, row))
        for expected in significant(
            self.table,
            self.state,
            (event,),
            row.at_ms,
            row.actor,
            people_deal=self.people_deal,
        ):
            before = await self.rows.notes.take(self.table, _of_the_floor)
            # one: a bet that is changed twice at one time leaves the same note twice
            if not await self.rows.notes.take(self.table, partial(eq, expected), most=1):
                self.rows.notes.put_back(self.table, before)  # they may belong to later events
                self._fault("notes", row.version, f"{expected.kind} is missing here")
                continue
            for note in before:
                words = f"{note.data.get('command')} by {note.actor} is noted, but did not happen"
                self._fault("notes", row.version, words)

    async def _round(self, row: StoredEvent, event: e.Event, after: Table) -> None:
        kept = await self.rows.rounds.take(
            self.table, lambda found: found.last_version <= row.version
        )
        expected = finished_rounds(
            self.state, after, (event,), row.version, row.at_ms, self.mark, self.rules
        )
        kept = [self._with_same_start(found) for found in kept]
        if kept != list(expected):
            self._fault("rounds", row.version, _rounds_differ(kept, list(expected)))

    async def _shoe(self, row: StoredEvent, event: e.Event, after: Table) -> None:
        """Compare the stored steps of a sealed shoe."""
        if isinstance(event, e.ShoeLoaded):
            self.card_ms = row.at_ms  # no card can have been seen since
        kept = await self.rows.shoe_steps.take(
            self.table, lambda found: found.version <= row.version
        )
        expected = shoe_steps(self.state, after, (event,), row.version, row.at_ms)
        if tuple(kept) != expected:
            words = f"{len(kept)} steps of a shoe are stored where {len(expected)} others follow"
            self._fault("shoe_steps", row.version, words)

    def _with_same_start(self, found: RoundRow) -> RoundRow:
        """Players may change their wagers, so several events can count as the first wager."""
        if self.mark.first is None or found.first_version not in self.wagers:
            return found
        return replace(found, first_version=self.mark.first)

    async def _snapshots(self, version: int) -> None:
        for kept in await self.rows.snapshots.take(
            self.table, lambda snapshot: snapshot.version <= version
        ):
            if kept.version != version or not self._is_now(kept):
                self._fault("snapshots", kept.version, "it shows another table")
            elif not self.first_heads and self.is_sealed:
                continue  # its origins are not known
            elif kept.head in self.first_heads[1:]:  # a restore began another log here
                self.head = kept.head
            elif kept.head != self.head:
                self._fault("snapshots", kept.version, "it has another head of the log")
                self.head = kept.head

    def _is_now(self, kept: Snapshot) -> bool:
        try:
            shown = table_of(kept, self.house)[0]
        except Exception:
            return False
        return shown == sealed(copied(self.state))

    async def _end(self, seeds: int) -> None:
        """Check that no row is left over, and that the next shoes have their seeds."""
        left: dict[str, list[Any]] = {
            "events": await self.rows.events.take(self.table),
            "postings": await self.rows.postings.take(self.table),
            "rounds": await self.rows.rounds.take(self.table),
            "snapshots": await self.rows.snapshots.take(self.table),
            "notes": await self.rows.notes.take(self.table),
            "shoe_steps": await self.rows.shoe_steps.take(self.table),
        }
        for name, rows in left.items():
            if rows:
                words = f"{len(rows)} more than follow from the events"
                self.faults.setdefault(name, (Fault(where=f"{name} {self.table}", what=words), 1))
        mix = self.state.mix
        loaded = mix is not None and mix.number == self.state.shoe.number
        if loaded and self.card_ms + OVERDUE_MS < self.now_ms:
            words = "its seed is not revealed a day after its last card: players see an alarm"
            where = f"shoe {self.table} {self.state.shoe.number}"
            self.faults["shoe"] = (Fault(where=where, what=words), 1)
        expected = self.state.shoe.number + SEEDS_AHEAD
        if seeds != expected:
            words = f"there are {seeds} instead of {expected}"
            self.faults["seeds"] = (Fault(where=f"seeds {self.table}", what=words), 1)

    def _fault(self, name: str, version: int, what: str) -> None:
        first, count = self.faults.get(
            name, (Fault(where=f"{name} {self.table} {version}", what=what), 0)
        )
        self.faults[name] = (first, count + 1)


def _follows(last: StoredEvent, row: StoredEvent) -> bool:
    """Whether an event is the next one, and of the same command."""
    return row.version == last.version + 1 and row.at_ms == last.at_ms and not row.given


def _done(row: StoredEvent) -> Done | None:
    """The command whose first event this is, without its events; None if there is none."""
    try:
        return read_command_line(decode_json(row.given)) if row.given else None
    except InputError as error:
        raise Damaged(f"the command cannot be read: {error}") from None


def _reason(error: Exception) -> str:
    """The reason of an error, in words."""
    if isinstance(error, Damaged | InputError):
        return str(error)
    return "what follows cannot have happened"


def _time(at_ms: int) -> str:
    try:
        return iso(at_ms)
    except (OSError, OverflowError, ValueError):  # out of range
        return f"{at_ms} ms"


def _rounds_differ(kept: Sequence[RoundRow], expected: Sequence[RoundRow]) -> str:
    """The difference between stored and expected rounds, in words."""
    for found, right in zip(kept, expected, strict=False):
        for field in fields(right):
            if getattr(found, field.name) != getattr(right, field.name):
                name = field.name.replace("_", " ")
                return f"round {right.round} is stored with another {name}"
    if len(kept) < len(expected):
        return f"round {expected[len(kept)].round} ended here and is not stored"
    return f"round {kept[len(expected)].round} is stored and did not end here"


def _of_the_floor(note: Note) -> bool:
    """Whether a note is about a command, not about an event."""
    return note.kind == FLOOR_ACTION


def _gives_reason_of(row: StoredEvent, note: Note) -> bool:
    """Whether a note is about the action of the floor that an event is part of."""
    noted = (note.at_ms, note.actor, note.data.get("reason"))
    return _of_the_floor(note) and noted == (row.at_ms, row.actor, row.reason)


def _counted(fault: Fault, count: int) -> Fault:
    return fault if count == 1 else replace(fault, what=f"{fault.what} (and {count - 1} more)")


def _moved(postings: list[Posting]) -> str:
    legs = [f"{posting.cents:+} {posting.account} ({posting.kind})" for posting in postings]
    return ", ".join(legs) or "nothing"
