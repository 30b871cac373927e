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

from casinowar.store.consistency import examine
from casinowar.store.failures import failure
from casinowar.store.group_commit import sensible
from casinowar.store.interface import Fault, Outcome, StoreError, Write
from casinowar.store.queries import STREAM
from casinowar.store.row_layout import Cell, Row
from casinowar.store.sqlite.commits import Committer, Work
from casinowar.store.sqlite.consistent_read import sqlite_view
from casinowar.store.sqlite.database_file import lock, open_reader
from casinowar.store.sqlite.statements import run_one
from casinowar.store.sqlite.writer import Writer
from casinowar.store.store import Statement, Store

READERS = 2  # a long search must not hold up a table that is being opened

Found = TypeVar("Found")


class SqliteChanges(Store):
    """All changes of a ``Store`` on SQLite; subclasses commit them."""

    @abstractmethod
    def submit(self, work: Work) -> Awaitable[object]:
        """Do some work in a transaction, which may be shared; returns when it is durable."""

    async def write_all(self, writes: Sequence[Write]) -> Sequence[Outcome]:
        for write in writes:
            sensible(write)
        return cast("Sequence[Outcome]", await self.submit(tuple(writes)))

    async def change(self, *statements: Statement) -> list[int]:
        def run(connection: sqlite3.Connection) -> list[int]:
            return [run_one(connection, sql, cells).rowcount for sql, *cells in statements]

        return cast("list[int]", await self.submit(run))

    async def take_home(self, table: str) -> str:
        """Make this process the home of a table, and return the previous home."""

        def take(connection: sqlite3.Connection) -> str:
            sql = "SELECT home FROM tables WHERE table_id = ?"
            [before] = connection.execute(sql, (table,)).fetchone()
            sql = "UPDATE tables SET home = ? WHERE table_id = ?"
            connection.execute(sql, (self.name, table))
            return str(before)

        return cast("str", await self.submit(take))

    async def orphans(self) -> Sequence[str]:
        sql = "SELECT table_id FROM tables WHERE home <> '' AND home <> $1"
        return [table for (table,) in await self.ask(sql, self.name)]


class SqliteStore(SqliteChanges):
    """A ``Store`` in a SQLite file. No other process writes to it, so there is no news."""

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
        return await self._read(lambda connection: run_one(connection, sql, parameters).fetchall())

    async def check(self) -> Sequence[Fault]:
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

    def news(self) -> AsyncIterator[str]:
        return self._no_news()

    async def _no_news(self) -> AsyncIterator[str]:
        await self._closing.wait()
        for message in list[str]():
            yield message

    async def tell(self, message: str) -> None:
        """Do nothing: no other process listens."""

    async def close(self) -> None:
        if self._closing.is_set():
            return
        self._closing.set()
        await asyncio.to_thread(self._readers.shutdown)
        for connection in self._connections:
            connection.close()
        # last: an open reader keeps the log from being copied
        await asyncio.to_thread(self._writer.finish)
        self._lock.release()
