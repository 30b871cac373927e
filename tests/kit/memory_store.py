"""A complete ``Store`` on SQLite in memory. Several stores on one ``Hall`` act as processes.

The statements, the group commit and the schema are those of the real store; only the thread and the
file are missing, so that everything happens at once and a virtual clock can be used.
"""

from __future__ import annotations

import asyncio
import sqlite3
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import cached_property
from pathlib import Path

from casinowar.store import row_layout
from casinowar.store.consistency import SEARCHES
from casinowar.store.interface import (
    Answer,
    Conflict,
    Fault,
    Json,
    Movement,
    Note,
    Outcome,
    RoundRow,
    Seed,
    SessionRow,
    Snapshot,
    StoredEvent,
    StoreError,
    TableRow,
    Write,
    Written,
)
from casinowar.store.queries import MOVEMENT, TABLE
from casinowar.store.row_layout import Cell, Row
from casinowar.store.sqlite.commits import Committer, Work
from casinowar.store.sqlite.database_file import migrate
from casinowar.store.sqlite.statements import insert, run_one
from casinowar.store.sqlite.store import SqliteChanges

STREAM = "0123456789abcdef"


class MemoryCommitter(Committer):
    """The real group commit, on a database in memory."""

    def __init__(self) -> None:
        self.connection = sqlite3.connect(
            ":memory:", isolation_level=None, check_same_thread=False, cached_statements=256
        )
        weakref.finalize(self, self.connection.close)  # nobody closes a database in memory
        self.connection.execute("PRAGMA foreign_keys = ON")
        migrate(self.connection, "memory")
        self.connection.execute(f"UPDATE stream SET id = '{STREAM}'")
        super().__init__(Path("memory"))

    def connect(self) -> sqlite3.Connection:
        return self.connection


class Data:
    """What is durable, read from the database; each part is read once, on first use."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def _rows(self, sql: str, *parameters: Cell) -> list[Row]:
        return self._connection.execute(sql, parameters).fetchall()

    @cached_property
    def tables(self) -> dict[str, TableRow]:
        sql = f"{TABLE} ORDER BY 2, 1"
        return {row[0]: row_layout.from_row(TableRow, row) for row in self._rows(sql)}

    @cached_property
    def homes(self) -> dict[str, str]:
        return dict(self._rows("SELECT table_id, home FROM tables WHERE home <> ''"))

    @cached_property
    def rules(self) -> dict[str, Json]:
        found = self._rows("SELECT digest, body FROM rules")
        return {digest: row_layout.json_object(body) for digest, body in found}

    @cached_property
    def events(self) -> dict[str, list[StoredEvent]]:
        return {table: self.events_of(table) for table in self.tables}

    def events_of(self, table: str, after: int = 0) -> list[StoredEvent]:
        """The events of a table with a version above ``after``."""
        sql = (
            "SELECT version, at_ms, actor, command, reason, given, body FROM events"
            " WHERE table_id = ? AND version > ? ORDER BY version"
        )
        return [StoredEvent(*row) for row in self._rows(sql, table, after)]

    @cached_property
    def seeds(self) -> dict[tuple[str, int], Seed]:
        found = self._rows("SELECT table_id, shoe, stream, sealed FROM seeds")
        return {
            (table, shoe): Seed(shoe=shoe, stream=stream, sealed=sealed)
            for table, shoe, stream, sealed in found
        }

    @cached_property
    def snapshots(self) -> dict[str, list[Snapshot]]:
        found = dict[str, list[Snapshot]]()
        for table, *row in self._rows("SELECT table_id, version, body, head FROM snapshots"):
            found.setdefault(table, []).append(row_layout.from_row(Snapshot, tuple(row)))
        return found

    @cached_property
    def answers(self) -> dict[tuple[str, str], Answer]:
        found = self._rows("SELECT person, command, digest, body FROM answers ORDER BY rowid")
        return {
            (person, command): Answer(person=person, command=command, digest=digest, body=body)
            for person, command, digest, body in found
        }

    @cached_property
    def rounds(self) -> dict[tuple[str, int], RoundRow]:
        hands = dict[tuple[str, int], list[Row]]()
        columns = row_layout.columns("hands")
        for row in self._rows(f"SELECT {columns} FROM hands ORDER BY table_id, round, hand"):
            hands.setdefault((row[0], row[1]), []).append(row)
        sql = f"SELECT {row_layout.columns('rounds')} FROM rounds ORDER BY rowid"
        return {
            (row[0], row[1]): row_layout.round_row(row, hands.get((row[0], row[1]), ()))
            for row in self._rows(sql)
        }

    @cached_property
    def notes(self) -> list[Note]:
        sql = "SELECT at_ms, kind, table_id, round, person, actor, data FROM notes ORDER BY number"
        return [row_layout.from_row(Note, row) for row in self._rows(sql)]

    @cached_property
    def sessions(self) -> dict[bytes, SessionRow]:
        sql = f"SELECT {row_layout.columns('sessions')} FROM sessions ORDER BY created_ms, digest"
        return {row[0]: row_layout.from_row(SessionRow, row) for row in self._rows(sql)}

    @cached_property
    def movements(self) -> list[Movement]:
        return [
            row_layout.from_row(Movement, row)
            for row in self._rows(f"{MOVEMENT} ORDER BY p.number")
        ]

    @cached_property
    def balances(self) -> dict[str, int]:
        return dict(self._rows("SELECT account, balance_cents FROM accounts"))

    def faults(self) -> list[Fault]:
        """The faults that rows show."""
        return [
            Fault(where=where.format(*row), what=what.format(*row))
            for where, what, sql in SEARCHES
            for row in self._rows(sql)
        ]

    def __repr__(self) -> str:
        return "\n".join(self._connection.iterdump())


class Hall:
    """One database, and the processes that receive each other's messages."""

    def __init__(self) -> None:
        self.committer = MemoryCommitter()
        self.ears = dict[str, list[asyncio.Queue[str | None]]]()
        self.opened = 0  # how many stores there have been

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection of the database, which can also change it without any store."""
        return self.committer.connection

    @property
    def data(self) -> Data:
        """What is durable now."""
        return Data(self.connection)

    def commit(self, group: Sequence[Work]) -> list[object]:
        """Commit some work together."""
        return self.committer.commit(group)

    def put_event(self, table: str, event: StoredEvent) -> None:
        """Replace the event with the same number, without any store."""
        self.connection.execute(
            "UPDATE events SET body = ? WHERE table_id = ? AND version = ?",
            (event.body, table, event.version),
        )

    def put_round(self, table: str, row: RoundRow) -> None:
        """Store or replace a round, without any store."""
        cells, hands = row_layout.round_cells(table, row)
        self.connection.execute("PRAGMA foreign_keys = OFF")
        for name in ("hands", "rounds"):
            where = "WHERE table_id = ? AND round = ?"
            self.connection.execute(f"DELETE FROM {name} {where}", (table, row.round))
        insert(self.connection, "rounds", [cells])
        insert(self.connection, "hands", hands)
        self.connection.execute("PRAGMA foreign_keys = ON")

    def say(self, speaker: str, message: str) -> None:
        """Pass a message to everybody but the speaker."""
        for listener, queues in self.ears.items():
            if listener != speaker:
                for queue in queues:
                    queue.put_nowait(message)


async def in_turn(
    write: Callable[[Write], Awaitable[Outcome]], writes: Sequence[Write]
) -> Sequence[Outcome]:
    """Write one after the other; after a refused write, all others are conflicts."""
    outcomes = list[Outcome]()
    for one in writes:
        goes_on = not outcomes or isinstance(outcomes[-1], Written)
        outcomes.append(await write(one) if goes_on else Conflict())
    return outcomes


class MemoryStore(SqliteChanges):
    """A store in memory, alone or as one of several processes on a hall."""

    def __init__(self, hall: Hall | None = None) -> None:
        self.hall = hall if hall is not None else Hall()
        self.hall.opened += 1
        self.name, self.stream = f"process{self.hall.opened}", STREAM
        self.hall.ears[self.name] = []

    async def restarted(self) -> MemoryStore:
        """The store of the next process, after this one has ended."""
        await self.close()
        return MemoryStore(self.hall)

    @property
    def data(self) -> Data:
        """What is durable now."""
        self._require_open()
        return self.hall.data

    def _require_open(self) -> None:
        if self.name not in self.hall.ears:
            raise StoreError("the store is closed")

    async def ask(self, sql: str, *parameters: Cell) -> Sequence[Row]:
        self._require_open()
        return run_one(self.hall.connection, sql, parameters).fetchall()

    async def submit(self, work: Work) -> object:
        self._require_open()
        [result] = self.hall.commit([work])
        if isinstance(result, StoreError):
            raise result
        return result

    async def write(self, write: Write) -> Outcome:
        [outcome] = await super().write_all((write,))
        return outcome

    async def write_all(self, writes: Sequence[Write]) -> Sequence[Outcome]:
        """One by one, so that a test has to change ``write`` only."""
        return await in_turn(self.write, writes)

    async def orphans(self) -> Sequence[str]:
        """Tables of processes that have ended; only the oldest process gets them."""
        if next(iter(self.hall.ears)) != self.name:
            return []
        found = await self.ask("SELECT table_id, home FROM tables WHERE home <> ''")
        return [table for table, home in found if home not in self.hall.ears]

    async def check(self) -> Sequence[Fault]:
        return self.data.faults()

    def news(self) -> AsyncIterator[str]:
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        if self.name in self.hall.ears:
            self.hall.ears[self.name].append(queue)
        else:
            queue.put_nowait(None)
        return _until_none(queue)

    async def tell(self, message: str) -> None:
        self.hall.say(self.name, message)

    async def close(self) -> None:
        for queue in self.hall.ears.pop(self.name, []):
            queue.put_nowait(None)


async def _until_none(queue: asyncio.Queue[str | None]) -> AsyncIterator[str]:
    while (message := await queue.get()) is not None:
        yield message
