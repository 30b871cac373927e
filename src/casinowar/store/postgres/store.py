"""The store in PostgreSQL: any number of processes on one database."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from typing import Any, cast
from uuid import uuid4

import asyncpg

from casinowar.store.consistency import examine
from casinowar.store.failures import failure
from casinowar.store.group_commit import sensible
from casinowar.store.interface import Fault, Outcome, StoreError, Write
from casinowar.store.postgres.connect import (
    LOST,
    Connection,
    Server,
    database_id,
    migrate,
    prepare_to_write,
)
from casinowar.store.postgres.consistent_read import postgres_view
from casinowar.store.postgres.listener import GONE_SECONDS, Listener
from casinowar.store.postgres.writer import Writer
from casinowar.store.queries import STREAM
from casinowar.store.row_layout import Cell, Row
from casinowar.store.store import Statement, Store

READERS = 4
TAKE_HOME = (
    "UPDATE tables SET home = $2"
    " FROM (SELECT home FROM tables WHERE table_id = $1 FOR NO KEY UPDATE) AS before"
    " WHERE table_id = $1 RETURNING before.home"
)
ORPHANS = (
    "SELECT table_id FROM tables WHERE home <> '' AND home NOT IN"
    f" (SELECT name FROM processes WHERE seen > now() - interval '{GONE_SECONDS} seconds')"
)
NAME_DIGITS = 12


class PostgresStore(Store):
    """A ``Store`` in a PostgreSQL database. ``await PostgresStore.open(url)`` makes one."""

    def __init__(
        self, server: Server, pool: Any, writer: Writer, listener: Listener, stream: str
    ) -> None:
        self.server, self.name, self.stream = server, listener.name, stream
        self._pool, self._writer, self._listener = pool, writer, listener
        self._closed = False

    @classmethod
    async def open(cls, url: str) -> PostgresStore:
        """Connect, check that commits are durable, and bring the schema up to date."""
        server = Server.at(url)
        async with AsyncExitStack() as cleanup:
            try:
                connection = await server.first_connection()
                cleanup.push_async_callback(connection.close)
                await migrate(connection, server.name)
                database = await database_id(connection)
                stream = await connection.fetchval(STREAM)
                await prepare_to_write(connection)
                pool = await server.pool(READERS)
                cleanup.push_async_callback(pool.close)
                listener = Listener(server, database, uuid4().hex[:NAME_DIGITS])
                await listener.start()
            except (*LOST, asyncpg.PostgresError) as error:
                raise StoreError(f"{server.name} cannot be used: {error}") from error
            cleanup.pop_all()
            return cls(server, pool, Writer(server, connection), listener, stream)

    # --- reading

    async def ask(self, sql: str, *parameters: Cell) -> Sequence[Row]:
        if self._closed:
            raise StoreError("the store is closed")
        try:
            return [tuple(row) for row in await self._pool.fetch(sql, *parameters)]
        except (*LOST, asyncpg.PostgresError) as error:
            raise failure("could not be read", error) from error

    async def check(self) -> Sequence[Fault]:
        try:
            async with self._pool.acquire() as connection, postgres_view(connection) as view:
                return await examine(view)
        except (*LOST, asyncpg.PostgresError) as error:
            raise failure("could not be read", error) from error

    # --- writing

    async def write_all(self, writes: Sequence[Write]) -> Sequence[Outcome]:
        for write in writes:
            sensible(write)
        return cast("Sequence[Outcome]", await self._writer.submit(tuple(writes)))

    async def change(self, *statements: Statement) -> list[int]:
        async def run(connection: Connection) -> list[int]:
            done = [await connection.execute(sql, *cells) for sql, *cells in statements]
            return [int(words.split()[-1]) for words in done]  # "UPDATE 1", "INSERT 0 1"

        return cast("list[int]", await self._writer.submit(run))

    # --- homes

    async def take_home(self, table: str) -> str:
        """Make this process the home of a table, and return the previous home."""

        async def take(connection: Connection) -> object:
            return await connection.fetchval(TAKE_HOME, table, self.name)

        return cast("str", await self._writer.submit(take))

    async def orphans(self) -> Sequence[str]:
        if not self._listener.is_first:
            return []
        return [table for (table,) in await self.ask(ORPHANS)]

    # --- news

    @property
    def hears(self) -> bool:
        return self._listener.hears

    def news(self) -> AsyncIterator[str]:
        return self._listener.messages()

    async def tell(self, message: str) -> None:
        if self._closed:
            raise StoreError("the store is closed")
        try:
            async with self._pool.acquire() as connection:
                await self._listener.tell(connection, message)
        except (*LOST, asyncpg.PostgresError) as error:
            raise failure("could not be told", error) from error

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await self._writer.finish()
        await self._listener.stop()
        await self._pool.close()
