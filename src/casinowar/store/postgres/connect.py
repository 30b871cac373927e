"""Connections to PostgreSQL: the URL, the check that commits are durable, and the schema."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import asyncpg

from casinowar.errors import InputError
from casinowar.store import migrations
from casinowar.store.failures import words_of
from casinowar.store.interface import StoreError

SCHEMES = ("postgresql", "postgres")
CONNECT_SECONDS = 10
COMMAND_SECONDS = 30.0  # a connection is given up after this long without an answer
# Planning a write takes longer than running it, so each is planned once. That may happen while the
# database is nearly empty, when a scan of the whole table is quickest; such a plan would become
# slower with each row, so scans, hash joins and merge joins are off. Plans are never compiled: that
# takes half a second for a write of a millisecond, and the server compiles whenever a plan needs a
# method that is off.
PLANNED_ONCE = (
    "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off;"
    " SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off"
)
# The server's identifier, and the oids of the database and of a table of the schema: another server
# can have the same names.
WHICH_DATABASE = """
SELECT concat_ws(' ', system_identifier, d.oid, 'schema_version'::regclass::oid)
FROM pg_control_system(), pg_database AS d WHERE d.datname = current_database()
"""
DATABASE_DIGITS = 16
# A process that hangs in a transaction blocks every process that needs its rows, so the server ends
# the transaction. A group that waits for a row holds up all tables of its process, so no group
# waits for long: writes whose rows are free are written, and the others fail and can be repeated.
HANGING_SECONDS = 2.0
LOCKED_SECONDS = 0.5
MIGRATION_LOCK = 0x43575231  # processes that start together migrate in turn
# A parameter of the URL, for servers that are thrown away after a test. Nothing else may use it.
MAY_LOSE_DATA = "may_lose_data"

# The errors of a lost, stopping or unreachable server.
LOST = (
    OSError,
    asyncio.TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # the server ended the connection when asyncpg did not expect it
)

PORT_MAX = 65535
OWN_SCHEMA = '"$user"'  # in a search path: the schema with the name of the user

Connection = Any  # asyncpg's own type depends on how a connection was made


@dataclass(frozen=True, slots=True)
class Server:
    """The address of a database, and whether it may be one that can lose data."""

    dsn: str
    may_lose_data: bool

    @classmethod
    def at(cls, url: str) -> Server:
        try:
            parts = urlsplit(url)
        except ValueError as error:  # unbalanced square brackets
            raise InputError("database", f"the URL cannot be read: {error}") from None
        # part of an unescaped password would be shown, or looked up as a host
        if parts.fragment or "@" in parts.path + parts.query or parts.netloc.count("@") > 1:
            raise InputError("database", "write / ? # @ in a password as %2F %3F %23 %40")
        for host in parts.netloc.rpartition("@")[2].split(","):
            port = host.rpartition("]")[2].partition(":")[2]
            if port and not (port.isascii() and port.isdigit() and int(port) <= PORT_MAX):
                raise InputError("database", f"the port in the URL is not from 0 to {PORT_MAX}")
        options = dict(parse_qsl(parts.query))
        may_lose_data = options.pop(MAY_LOSE_DATA, "no")
        if may_lose_data not in {"yes", "no"}:
            raise InputError("database", f"{MAY_LOSE_DATA} is yes or no")
        return cls(parts._replace(query=urlencode(options)).geturl(), may_lose_data == "yes")

    @property
    def name(self) -> str:
        """Host, port and database, without user and password."""
        parts, env = urlsplit(self.dsn), os.environ
        options = dict(parse_qsl(parts.query))
        _, _, host = parts.netloc.rpartition("@")
        host = host or options.get("host") or env.get("PGHOST") or "localhost"
        port = options.get("port") or env.get("PGPORT") or "5432"
        has_port = ":" in host.rpartition("]")[2]
        database = parts.path.strip("/") or options.get("dbname") or env.get("PGDATABASE", "")
        return f"{host if has_port else f'{host}:{port}'}/{database}"

    async def connect(self) -> Connection:
        """A new connection; raises what asyncpg raises."""
        return await asyncpg.connect(
            self.dsn, timeout=CONNECT_SECONDS, command_timeout=COMMAND_SECONDS
        )

    async def pool(self, size: int) -> Any:
        """A pool of connections for reading."""
        return await asyncpg.create_pool(
            self.dsn,
            min_size=0,  # none is kept alive in the background
            max_size=size,
            timeout=CONNECT_SECONDS,
            command_timeout=COMMAND_SECONDS,
        )

    async def first_connection(self) -> Connection:
        """A connection to a server that is safe to use; errors are for the person who starts it."""
        try:
            connection = await self.connect()
        except (*LOST, asyncpg.PostgresError, ValueError) as error:
            reason = f"{self.name} cannot be reached: {words_of(error)}"
            raise InputError("database", reason) from error
        try:
            await self.check_durable(connection)
            await self.check_schema(connection)
        except BaseException:
            await connection.close()
            raise
        return connection

    async def check_schema(self, connection: Connection) -> None:
        """Raise InputError if the schema for the tables does not exist or may not be used."""
        if await connection.fetchval("SELECT current_schema()") is not None:
            return
        path: str = await connection.fetchval("SELECT current_setting('search_path')")
        named = [name.strip() for name in path.split(",") if name.strip() not in {"", OWN_SCHEMA}]
        if not named:
            raise InputError("database", f"{self.name}: search_path names no schema")
        schema = named[0]
        if await connection.fetchval("SELECT to_regnamespace($1)::text", schema) is None:
            words = f"the schema {schema} does not exist; create it first: CREATE SCHEMA {schema}"
        else:
            words = f"this user may not use the schema {schema}"
        raise InputError("database", f"{self.name}: {words}")

    async def check_durable(self, connection: Connection) -> None:
        """Raise StoreError if the server acknowledges commits that it can lose."""
        if self.may_lose_data:
            return
        for setting in ("fsync", "synchronous_commit"):
            value = await connection.fetchval("SELECT current_setting($1)", setting)
            if value == "off":
                raise StoreError(
                    f"{self.name} can lose commits that it has acknowledged: {setting} is off"
                )


async def prepare_to_write(connection: Connection) -> None:
    """Make a connection plan each statement once, and neither hold nor wait for a row for long."""
    await connection.execute(
        f"{PLANNED_ONCE}; SET lock_timeout = {_ms(LOCKED_SECONDS)};"
        f" SET idle_in_transaction_session_timeout = {_ms(HANGING_SECONDS)}"
    )


def _ms(seconds: float) -> int:
    return round(seconds * 1000)


async def database_id(connection: Connection) -> str:
    """A unique id of this database and schema."""
    which: str = await connection.fetchval(WHICH_DATABASE)
    return sha256(which.encode()).hexdigest()[:DATABASE_DIGITS]


async def schema_version(connection: Connection) -> int:
    """The number of the schema; 0: there is none yet."""
    if await connection.fetchval("SELECT to_regclass('schema_version')") is None:
        return 0
    number: int = await connection.fetchval("SELECT version FROM schema_version")
    return number


async def migrate(connection: Connection, where: str) -> None:
    """Bring a database to the newest schema, in one transaction."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        version = await schema_version(connection)
        steps = migrations.missing("postgres", version, where)
        if version and steps:  # wait for writes; the next one sees the new number
            await connection.execute("LOCK TABLE schema_version IN ACCESS EXCLUSIVE MODE")
        for number, sql in steps.items():
            try:
                await connection.execute(sql)
            except asyncpg.DuplicateTableError as error:
                reason = f"{where} holds tables of another program: {error}"
                raise InputError("database", reason) from error
            await connection.execute("DELETE FROM schema_version")
            await connection.execute("INSERT INTO schema_version VALUES ($1)", number)
