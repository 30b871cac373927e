"""The store in PostgreSQL: any number of processes on one database."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from typing import Any, cast
from uuid import uuid4

import asyncpg

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
from casinowar.store.queries import STREAM, Questions
from casinowar.store.row_layout import SHAPES, Cell, Row

READERS = 4
TAKE_HOME = (
    "UPDATE tables SET home = $2"
    " FROM (SELECT home FROM tables WHERE table_id = $1 FOR NO KEY UPDATE) AS before"
    " WHERE table_id = $1 RETURNING before.home"
)
LEAVE = "UPDATE tables SET home = '' WHERE table_id = ANY($1::text[]) AND home = $2"
ORPHANS = (
    "SELECT table_id FROM tables WHERE home <> '' AND home NOT IN"
    f" (SELECT name FROM processes WHERE seen > now() - interval '{GONE_SECONDS} seconds')"
)
CHANGE = (
    "UPDATE documents SET at_ms = $3, table_id = $4, owner = $5, state = $6, version = $7,"
    " body = $8 WHERE kind = $1 AND id = $2 AND version = $7 - 1"
)
NAME_DIGITS = 12


class PostgresStore(Questions):
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
        async with AsyncExitStack() as undone:
            try:
                connection = await server.first_connection()
                undone.push_async_callback(connection.close)
                await migrate(connection, server.name)
                database = await database_id(connection)
                stream = await connection.fetchval(STREAM)
                await prepare_to_write(connection)
                pool = await server.pool(READERS)
                undone.push_async_callback(pool.close)
                listener = Listener(server, database, uuid4().hex[:NAME_DIGITS])
                await listener.start()
            except (*LOST, asyncpg.PostgresError) as error:
                raise StoreError(f"{server.name} cannot be used: {error}") from error
            undone.pop_all()
            return cls(server, pool, Writer(server, connection), listener, stream)

    # --- reading

    async def ask(self, sql: str, *parameters: Cell) -> Sequence[Row]:
        """The rows that a statement finds."""
        if self._closed:
            raise StoreError("the store is closed")
        try:
            return [tuple(row) for row in await self._pool.fetch(sql, *parameters)]
        except (*LOST, asyncpg.PostgresError) as error:
            raise failure("could not be read", error) from error

    async def check(self) -> Sequence[Fault]:
        """What cannot be right, in one view of the whole database."""
        try:
            async with self._pool.acquire() as connection, postgres_view(connection) as view:
                return await examine(view)
        except (*LOST, asyncpg.PostgresError) as error:
            raise failure("could not be read", error) from error

    # --- writing

    async def write(self, write: Write) -> Outcome:
        """Write in one durable transaction, which may be shared with other writes."""
        return (await self.write_all((write,)))[0]

    async def write_all(self, writes: Sequence[Write]) -> Sequence[Outcome]:
        """Write several in one durable transaction, up to the first that is refused."""
        for write in writes:
            sensible(write)
        return cast("Sequence[Outcome]", await self._writer.submit(tuple(writes)))

    async def add_table(self, row: TableRow, rules: Json, seeds: Sequence[Seed]) -> bool:
        """Add a table and the rules it is played under; False if the id is taken."""

        async def add(connection: Connection) -> bool:
            known = (row.rules, row_layout.json_text(rules))
            await connection.execute(f"{_insert('rules')} ON CONFLICT DO NOTHING", *known)
            added = await connection.execute(
                f"{_insert('tables')} ON CONFLICT DO NOTHING", *row_layout.table_cells(row)
            )
            if added == "INSERT 0 0":
                return False
            cells = [row_layout.seed_cells(row.table, seed) for seed in seeds]
            await connection.executemany(_insert("seeds"), cells)
            return True

        return cast("bool", await self._writer.submit(add))

    async def add_session(self, row: SessionRow) -> None:
        """Keep a session, and forget those that expired long ago."""

        async def add(connection: Connection) -> None:
            old = row_layout.forgotten_before(row)
            await connection.execute("DELETE FROM sessions WHERE expires_ms <= $1", old)
            cells = row_layout.session_cells(row)
            await connection.execute(_insert("sessions"), *cells)

        await self._writer.submit(add)

    async def extend_session(self, digest: bytes, expires_ms: int) -> bool:
        """Let a session last longer; False, and nothing changes, if it has been ended."""

        async def extend(connection: Connection) -> bool:
            sql = "UPDATE sessions SET expires_ms = $1 WHERE digest = $2"
            done: str = await connection.execute(sql, expires_ms, digest)
            return done == "UPDATE 1"

        return cast("bool", await self._writer.submit(extend))

    async def end_sessions(self, person: str, digest: bytes | None = None) -> None:
        """End one session of a person, or all of them."""

        async def end(connection: Connection) -> None:
            sql = "DELETE FROM sessions WHERE person = $1 AND ($2::bytea IS NULL OR digest = $2)"
            await connection.execute(sql, person, digest)

        await self._writer.submit(end)

    async def keep_document(self, row: Document) -> bool:
        """Keep a new document or a change of one; False if somebody else wrote first."""

        async def keep(connection: Connection) -> bool:
            cells = row_layout.document_cells(row)
            sql = f"{_insert('documents')} ON CONFLICT DO NOTHING" if row.version == 1 else CHANGE
            done: str = await connection.execute(sql, *cells)
            return done in {"INSERT 0 1", "UPDATE 1"}

        return cast("bool", await self._writer.submit(keep))

    async def probe(self) -> None:
        """Commit something that changes nothing."""

        async def touch(connection: Connection) -> None:
            await connection.execute("UPDATE schema_version SET version = version")

        await self._writer.submit(touch)

    async def reseal(self, table: str, seeds: Sequence[Seed]) -> None:
        """Replace sealed seeds."""

        async def replace(connection: Connection) -> None:
            sql = "UPDATE seeds SET stream = $1, sealed = $2 WHERE table_id = $3 AND shoe = $4"
            cells = [(seed.stream, seed.sealed, table, seed.shoe) for seed in seeds]
            await connection.executemany(sql, cells)

        await self._writer.submit(replace)

    # --- homes

    async def take_home(self, table: str) -> str:
        """Make this process the home of a table, and say which was before."""

        async def take(connection: Connection) -> object:
            return await connection.fetchval(TAKE_HOME, table, self.name)

        return cast("str", await self._writer.submit(take))

    async def leave(self, tables: Sequence[str]) -> None:
        """Tables that this process has closed have no home."""
        await self._writer.submit(lambda one: one.execute(LEAVE, list(tables), self.name))

    async def orphans(self) -> Sequence[str]:
        """Tables whose home no longer runs; only the first process looks for them."""
        if not self._listener.is_first:
            return []
        return [table for (table,) in await self.ask(ORPHANS)]

    # --- news

    @property
    def hears(self) -> bool:
        """Whether messages of other processes reach this one."""
        return self._listener.hears

    def news(self) -> AsyncIterator[str]:
        """Messages from other processes on this database; ends with the store."""
        return self._listener.messages()

    async def tell(self, message: str) -> None:
        """Send a message to the other processes on this database."""
        if self._closed:
            raise StoreError("the store is closed")
        try:
            async with self._pool.acquire() as connection:
                await self._listener.tell(connection, message)
        except (*LOST, asyncpg.PostgresError) as error:
            raise failure("could not be told", error) from error

    async def close(self) -> None:
        """Finish what is under way and close."""
        if self._closed:
            return
        self._closed = True
        await self._writer.finish()
        await self._listener.stop()
        await self._pool.close()


def _insert(name: str) -> str:
    places = ", ".join(f"${place}" for place in range(1, len(SHAPES[name].columns) + 1))
    return f"INSERT INTO {name} ({row_layout.columns(name)}) VALUES ({places})"
