"""An audit of a database: every table is played again from its events, and compared with the rest.

Postings, finished rounds, snapshots, significant events and the number of sealed seeds follow from
a table's events. The audit folds each stream once, from its first event, and reads everything else
beside it in the same order, so its memory does not grow with the database. Answers and events name
each other (``answered``).

What nothing else follows from cannot be missed: grants and refills, accounts that never played,
answers to refused commands, notes about persons and about actions of the floor.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import partial
from operator import eq
from typing import Any, Generic, TypeVar

from casinowar.houses import House, house_from_rules
from casinowar.ledger import Posting
from casinowar.ledger import postings as postings_of
from casinowar.service.answered import answers_that_do_not_fit
from casinowar.service.days import is_far
from casinowar.service.rounds import NO_ROUND, finished_rounds, mark_after, significant
from casinowar.service.shoes import SEEDS_AHEAD
from casinowar.service.versions import table_of
from casinowar.service.writing import FLOOR_ACTION
from casinowar.store import view as stored
from casinowar.store.port import Fault, Note, RoundRow, Snapshot, StoredEvent, TableRow
from casinowar.store.view import View
from casinowar.table import events as e
from casinowar.table.engine import advance, fold
from casinowar.table.state import Table
from casinowar.wire import EventReader

SAY_EVERY = 10_000  # events

Item = TypeVar("Item")
Progress = Callable[[int, int], None]  # events done, events in all


class ByTable(Generic[Item]):
    """Rows that come table by table, taken from the front."""

    def __init__(self, items: AsyncIterator[tuple[str, Item]]) -> None:
        self._items = items
        self._head: tuple[str, Item] | None = None
        self._begun = False

    async def take(self, table: str, fits: Callable[[Item], bool] = lambda _: True) -> list[Item]:
        """The next rows of a table, as long as they fit."""
        if not self._begun:
            self._begun = True
            await self._next()
        taken = list[Item]()
        while self._head is not None and self._head[0] == table and fits(self._head[1]):
            taken.append(self._head[1])
            await self._next()
        return taken

    async def _next(self) -> None:
        self._head = await anext(self._items, None)


class _Rows:
    """Everything that is stored about tables."""

    def __init__(self, view: View) -> None:
        self.events = ByTable(stored.events(view))
        self.postings = ByTable(stored.postings(view))
        self.rounds = ByTable(stored.rounds(view))
        self.snapshots = ByTable(stored.snapshots(view))
        self.notes = ByTable(stored.notes(view))


async def audit(view: View, progress: Progress = lambda _, __: None) -> list[Fault]:
    """What does not follow from the events of the tables."""
    tables, rules = await stored.tables(view), await stored.rules(view)
    seeds, rows = await stored.seed_counts(view), _Rows(view)
    total = sum(version for _, version in tables)
    found, done = list[Fault](), 0
    for row, version in tables:
        try:
            house = house_from_rules(rules[row.rules])
        except Exception as error:
            found.append(Fault(where=f"rules {row.rules}", what=f"they cannot be read: {error!r}"))
            await _skip(rows, row.table)
            continue
        table = _TableAudit(row, house, rows, partial(_say, progress, done, total))
        found += await table.run(seeds.get(row.table, 0))
        done += version
        progress(done, total)
    return found + await answers_that_do_not_fit(view)


def _say(progress: Progress, before: int, total: int, done: int) -> None:
    progress(before + done, total)


async def _skip(rows: _Rows, table: str) -> None:
    for stream in (rows.events, rows.postings, rows.rounds, rows.snapshots, rows.notes):
        await stream.take(table)


class _TableAudit:
    """One table: its events are folded, and everything else is compared on the way."""

    def __init__(
        self, row: TableRow, house: House, rows: _Rows, progress: Callable[[int], None]
    ) -> None:
        self.table, self.rules, self.house = row.table, row.rules, house
        self.rows, self.progress = rows, progress
        self.state, self.mark = Table(house=house), NO_ROUND
        self.wagers = set[int]()  # events with which the round that comes next could have begun
        self.faults = dict[str, tuple[Fault, int]]()  # the first of its kind, and how many

    async def run(self, seeds: int) -> list[Fault]:
        """All faults; of each kind the first is shown."""
        reader, version = EventReader(), 0
        try:
            while found := await self._next_event(version):
                version = found.version
                await self._event(found, reader.read_bytes(found.body))
                if version % SAY_EVERY == 0:
                    self.progress(version)
        except Exception as error:
            self._fault("events", version, f"the table cannot be played on from here: {error!r}")
            await _skip(self.rows, self.table)
        else:
            await self._end(seeds)
        return [_counted(fault, count) for fault, count in self.faults.values()]

    async def _next_event(self, after: int) -> StoredEvent | None:
        found = await self.rows.events.take(self.table, lambda row: row.version == after + 1)
        return found[0] if found else None

    async def _event(self, row: StoredEvent, event: e.Event) -> None:
        self._day(row, event)
        await self._postings(row.version, event)
        await self._notes(row, event)
        if isinstance(event, e.RoundCompleted):
            after = fold(self.state, (event,))
            await self._round(row, event, after)
            self.state = after
            self.wagers.clear()
        else:
            advance(self.state, (event,))
        if isinstance(event, e.WagerPlaced):
            self.wagers.add(row.version)
        self.mark = mark_after(self.mark, (event,), row.version, self.state)
        await self._snapshots(row.version)

    def _day(self, row: StoredEvent, event: e.Event) -> None:
        """A gaming day begins near the time at which it was written."""
        if not isinstance(event, e.TableOpened | e.GamingDayStarted) or event.day == self.state.day:
            return
        if is_far(event.day, row.at_ms):
            words = f"the gaming day {event.day} is not that of its time, {row.at_ms} ms"
            self._fault("days", row.version, words)

    async def _postings(self, version: int, event: e.Event) -> None:
        expected = list(postings_of(self.table, self.state, event, version))
        kept = await self.rows.postings.take(self.table, lambda row: row.version <= version)
        if kept != expected:
            self._fault("postings", version, f"{_moved(kept)} instead of {_moved(expected)}")

    async def _notes(self, row: StoredEvent, event: e.Event) -> None:
        if row.reason:
            await self.rows.notes.take(self.table, partial(_gives_reason_of, row))
        for expected in significant(self.table, self.state, (event,), row.at_ms, row.actor):
            for note in await self.rows.notes.take(self.table, _of_the_floor):
                words = f"{note.data.get('command')} by {note.actor} is noted and did not happen"
                self._fault("notes", row.version, words)
            if not await self.rows.notes.take(self.table, partial(eq, expected)):
                self._fault("notes", row.version, f"{expected.kind} is not there in its place")

    async def _round(self, row: StoredEvent, event: e.Event, after: Table) -> None:
        kept = await self.rows.rounds.take(
            self.table, lambda found: found.last_version <= row.version
        )
        expected = finished_rounds(
            self.state, after, (event,), row.version, row.at_ms, self.mark, self.rules
        )
        if [self._with_same_start(found) for found in kept] != list(expected):
            numbers = ", ".join(str(found.round) for found in kept) or "none"
            words = f"round {after.round_number} ended here; stored, and perhaps changed: {numbers}"
            self._fault("rounds", row.version, words)

    def _with_same_start(self, found: RoundRow) -> RoundRow:
        """Players may change their wagers: which one was the first is not always the same."""
        if self.mark.first is None or found.first_version not in self.wagers:
            return found
        return replace(found, first_version=self.mark.first)

    async def _snapshots(self, version: int) -> None:
        for kept in await self.rows.snapshots.take(
            self.table, lambda snapshot: snapshot.version <= version
        ):
            if kept.version != version or not self._is_now(kept):
                self._fault("snapshots", kept.version, "it shows another table")

    def _is_now(self, kept: Snapshot) -> bool:
        try:
            shown = table_of(kept, self.house)[0]
        except Exception:
            return False
        return shown == self.state

    async def _end(self, seeds: int) -> None:
        """Nothing may be left, and the seeds of some shoes ahead are ready."""
        left: dict[str, list[Any]] = {
            "events": await self.rows.events.take(self.table),
            "postings": await self.rows.postings.take(self.table),
            "rounds": await self.rows.rounds.take(self.table),
            "snapshots": await self.rows.snapshots.take(self.table),
            "notes": await self.rows.notes.take(self.table),
        }
        for name, rows in left.items():
            if rows:
                words = f"{len(rows)} more than follow from the events"
                self.faults.setdefault(name, (Fault(where=f"{name} {self.table}", what=words), 1))
        expected = self.state.shoe.number + SEEDS_AHEAD
        if seeds != expected:
            words = f"there are {seeds} instead of {expected}"
            self.faults["seeds"] = (Fault(where=f"seeds {self.table}", what=words), 1)

    def _fault(self, name: str, version: int, what: str) -> None:
        first, count = self.faults.get(
            name, (Fault(where=f"{name} {self.table} {version}", what=what), 0)
        )
        self.faults[name] = (first, count + 1)


def _of_the_floor(note: Note) -> bool:
    """Whether a note is about a command, not about an event."""
    return note.kind == FLOOR_ACTION


def _gives_reason_of(row: StoredEvent, note: Note) -> bool:
    """Whether a note is about the action of the floor that an event is part of."""
    said = (note.at_ms, note.actor, note.data.get("reason"))
    return _of_the_floor(note) and said == (row.at_ms, row.actor, row.reason)


def _counted(fault: Fault, count: int) -> Fault:
    return fault if count == 1 else replace(fault, what=f"{fault.what} (and {count - 1} more)")


def _moved(postings: list[Posting]) -> str:
    legs = [f"{posting.cents:+} {posting.account} ({posting.kind})" for posting in postings]
    return ", ".join(legs) or "nothing"
