"""The store in a SQLite file: one thread that writes, two that read.

One service at a time uses a file.
"""

from __future__ import annotations

import asyncio
import sqlite3
from abc import abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from threading import local
from typing import TypeVar, cast
from uuid import uuid4

from casinowar.store import row_layout
from casinowar.store.consistency import examine
from casinowar.store.failures import failure
from casinowar.store.group_commit import sensible
from casinowar.store.interface import (
    Document,
    Fault,
    Json,
    Outcome,
    Seed,
    SessionRow,
    StoreError,
    TableRow,
    Write,
)
from casinowar.store.queries import STREAM, Questions
from casinowar.store.row_layout import Cell, Row
from casinowar.store.sqlite.commits import Committer, Work
from casinowar.store.sqlite.consistent_read import sqlite_view
from casinowar.store.sqlite.database_file import lock, open_reader
from casinowar.store.sqlite.statements import PROBE, RESEAL, fetch_all, insert, replacing
from casinowar.store.sqlite.writer import Writer

READERS = 2  # a long search must not hold up a table that is being opened

Found = TypeVar("Found")


class SqliteChanges(Questions):
    """All changes of a ``Store`` on SQLite, however they are committed."""

    @abstractmethod
    def submit(self, work: Work) -> Awaitable[object]:
        """Do some work in a transaction, which may be shared; the result, when it is durable."""

    # --- writing

    async def write(self, write: Write) -> Outcome:
        """Write in one durable transaction, which may be shared with other writes."""
        return (await self.write_all((write,)))[0]

    async def write_all(self, writes: Sequence[Write]) -> Sequence[Outcome]:
        """Write several in one durable transaction, up to the first that is refused."""
        for write in writes:
            sensible(write)
        return cast("Sequence[Outcome]", await self.submit(tuple(writes)))

    async def add_table(self, row: TableRow, rules: Json, seeds: Sequence[Seed]) -> bool:
        """Add a table and the rules it is played under; False if the id is taken."""

        def add(connection: sqlite3.Connection) -> bool:
            taken = "SELECT 1 FROM tables WHERE table_id = ?"
            if connection.execute(taken, (row.table,)).fetchone():
                return False
            known = (row.rules, row_layout.json_text(rules))
            insert(connection, "rules", [known], " ON CONFLICT DO NOTHING")
            insert(connection, "tables", [row_layout.table_cells(row)])
            cells = [row_layout.seed_cells(row.table, seed) for seed in seeds]
            insert(connection, "seeds", cells)
            return True

        return cast("bool", await self.submit(add))

    async def add_session(self, row: SessionRow) -> None:
        """Keep a session, and forget those that expired long ago."""

        def add(connection: sqlite3.Connection) -> None:
            old = (row_layout.forgotten_before(row),)
            connection.execute("DELETE FROM sessions WHERE expires_ms <= ?", old)
            insert(connection, "sessions", [row_layout.session_cells(row)])

        await self.submit(add)

    async def extend_session(self, digest: bytes, expires_ms: int) -> bool:
        """Let a session last longer; False, and nothing changes, if it has been ended."""

        def extend(connection: sqlite3.Connection) -> bool:
            sql = "UPDATE sessions SET expires_ms = ? WHERE digest = ?"
            return connection.execute(sql, (expires_ms, digest)).rowcount == 1

        return cast("bool", await self.submit(extend))

    async def end_sessions(self, person: str, digest: bytes | None = None) -> None:
        """End one session of a person, or all of them."""

        def end(connection: sqlite3.Connection) -> None:
            sql = "DELETE FROM sessions WHERE person = ? AND (? IS NULL OR digest = ?)"
            connection.execute(sql, (person, digest, digest))

        await self.submit(end)

    async def keep_document(self, row: Document) -> bool:
        """Keep a new document or a change of one; False if somebody else wrote first."""

        def keep(connection: sqlite3.Connection) -> bool:
            sql = "SELECT version FROM documents WHERE kind = ? AND id = ?"
            [stored] = connection.execute(sql, (row.kind, row.id)).fetchone() or (0,)
            if row.version != stored + 1:
                return False
            cells = [row_layout.document_cells(row)]
            insert(connection, "documents", cells, replacing("documents"))
            return True

        return cast("bool", await self.submit(keep))

    async def probe(self) -> None:
        """Commit something that changes nothing."""
        await self.submit(lambda connection: connection.execute(PROBE))

    async def reseal(self, table: str, seeds: Sequence[Seed]) -> None:
        """Replace sealed seeds."""

        def replace(connection: sqlite3.Connection) -> None:
            cells = [(seed.stream, seed.sealed, table, seed.shoe) for seed in seeds]
            connection.executemany(RESEAL, cells)

        await self.submit(replace)

    # --- homes: no other process uses this database

    async def take_home(self, table: str) -> str:
        """Make this process the home of a table, and say which was before."""

        def take(connection: sqlite3.Connection) -> str:
            sql = "SELECT home FROM tables WHERE table_id = ?"
            [before] = connection.execute(sql, (table,)).fetchone()
            sql = "UPDATE tables SET home = ? WHERE table_id = ?"
            connection.execute(sql, (self.name, table))
            return str(before)

        return cast("str", await self.submit(take))

    async def leave(self, tables: Sequence[str]) -> None:
        """Tables that this process has closed have no home."""

        def leave(connection: sqlite3.Connection) -> None:
            sql = "UPDATE tables SET home = '' WHERE table_id = ? AND home = ?"
            connection.executemany(sql, [(table, self.name) for table in tables])

        await self.submit(leave)

    async def orphans(self) -> Sequence[str]:
        """Tables that were open when the process before this one ended."""
        sql = "SELECT table_id FROM tables WHERE home <> '' AND home <> $1"
        return [table for (table,) in await self.ask(sql, self.name)]


class SqliteStore(SqliteChanges):
    """A ``Store`` in a SQLite file. Nobody else writes to it, so there is no news."""

    def __init__(self, path: Path) -> None:
        self.path, self.name = path, uuid4().hex
        self._lock = lock(path)
        try:
            self._writer = Writer(Committer(path))
            with closing(open_reader(path)) as connection:
                [self.stream] = connection.execute(STREAM).fetchone()
        except BaseException:
            self._lock.withdraw()
            raise
        self._own = local()
        self._connections: list[sqlite3.Connection] = []
        self._readers = ThreadPoolExecutor(READERS, "casinowar-reader")
        self._closing = asyncio.Event()

    # --- reading

    async def ask(self, sql: str, *parameters: Cell) -> Sequence[Row]:
        """The rows that a statement finds, read in another thread."""
        return await self._read(lambda connection: fetch_all(connection, sql, parameters))

    async def check(self) -> Sequence[Fault]:
        """What cannot be right, in one view of the whole database."""
        with self._reading():
            async with sqlite_view(self.path) as view:
                return await examine(view)

    async def _read(self, question: Callable[[sqlite3.Connection], Found]) -> Found:
        with self._reading():
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._readers, self._answer, question)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        if self._closing.is_set():
            raise StoreError("the store is closed")
        try:
            yield
        except sqlite3.Error as error:
            raise failure("could not be read", error) from error

    def _answer(self, question: Callable[[sqlite3.Connection], Found]) -> Found:
        connection: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if connection is None:
            connection = self._own.connection = open_reader(self.path)
            self._connections.append(connection)
        return question(connection)

    def submit(self, work: Work) -> Awaitable[object]:
        """Queue some work for the thread that writes."""
        return self._writer.submit(work)

    # --- news

    @property
    def hears(self) -> bool:
        """There is nothing to hear."""
        return True

    def news(self) -> AsyncIterator[str]:
        """No messages, until the store is closed: no other process uses this database."""
        return self._silence()

    async def _silence(self) -> AsyncIterator[str]:
        await self._closing.wait()
        for message in list[str]():
            yield message

    async def tell(self, message: str) -> None:
        """Nothing: there is nobody to hear it."""

    async def close(self) -> None:
        """Finish what is under way and close."""
        if self._closing.is_set():
            return
        self._closing.set()
        await asyncio.to_thread(self._readers.shutdown)
        for connection in self._connections:
            connection.close()
        # last of all: a reader that is still open keeps the log from being copied
        await asyncio.to_thread(self._writer.finish)
        self._lock.release()
