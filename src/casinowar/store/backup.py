"""Backups: one SQLite file, which can be restored to SQLite or PostgreSQL.

``backup`` and ``open_view`` can be used while a service runs on the database; both read one
consistent state of it. ``restore`` fills an empty database.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import asyncpg

from casinowar.errors import InputError
from casinowar.locks import beside
from casinowar.store import Store, migrations, row_layout
from casinowar.store.consistency import examine
from casinowar.store.consistent_read import View
from casinowar.store.failures import is_damage, words_of
from casinowar.store.interface import DamagedError, Fault, StoreError
from casinowar.store.open import is_postgres, sqlite_path
from casinowar.store.postgres.connect import LOST, Connection, Server, migrate, schema_version
from casinowar.store.postgres.consistent_read import postgres_view
from casinowar.store.queries import STREAM
from casinowar.store.row_layout import SHAPES
from casinowar.store.sqlite import SqliteStore, database_file
from casinowar.store.sqlite.consistent_read import sqlite_view
from casinowar.store.sqlite.statements import insert

ROWS_AT_ONCE = 1000


async def backup(url: str, file: Path) -> None:
    """Write a backup of a database to a new file, which only its owner can read."""
    if file.exists():
        raise InputError("file", f"{file} exists already")
    with _as_store_errors():
        # written under another name, so that an interrupted backup cannot be mistaken for a
        # complete one
        unfinished = _new_beside(file)
        try:
            if is_postgres(url):
                await _copy_from_postgres(Server.at(url), unfinished)
            else:
                await asyncio.to_thread(_copy_sqlite, sqlite_path(url), unfinished)
            _rename(unfinished, file)
        finally:
            unfinished.unlink(missing_ok=True)


Prepare = Callable[[Store], Awaitable[None]]


async def restore(file: Path, url: str, prepare: Prepare) -> None:
    """Fill an empty database with a backup; refuse a database that is not empty.

    ``prepare`` changes what must differ from the backup. It works on a copy, and nothing is
    restored before it has finished.
    """
    if not file.exists():
        raise InputError("file", f"{file} does not exist")
    with _as_store_errors(), TemporaryDirectory(prefix="casinowar-") as folder:
        # check the backup before any file is created next to the database
        database_file.open_reader(file).close()
        if not is_postgres(url):
            await _restore_sqlite(file, sqlite_path(url), prepare)
            return
        copy = Path(folder) / "backup.db"
        await _copy_for_restore(file, copy, prepare)
        await _restore_postgres(copy, Server.at(url))


async def check_database(url: str) -> Sequence[Fault]:
    """Search for faults that the rows alone reveal; an empty list: none was found."""
    async with open_view(url) as view:
        return await examine(view)


@asynccontextmanager
async def open_view(url: str) -> AsyncIterator[View]:
    """A consistent view of a database, until the end of the block."""
    with _as_store_errors():
        if is_postgres(url):
            server = Server.at(url)
            async with _postgres(server) as connection, postgres_view(connection) as view:
                await _require_schema(connection, server.name)
                yield view
        else:
            async with sqlite_view(sqlite_path(url)) as view:
                yield view


@contextmanager
def _as_store_errors() -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, asyncpg.PostgresError, *LOST) as error:
        kind = DamagedError if is_damage(error) else StoreError
        raise kind(words_of(error)) from error


# --- SQLite ---------------------------------------------------------------------------------------


def _copy_sqlite(source: Path, target: Path) -> None:
    database_file.make_private(target)
    with (
        closing(database_file.open_visitor(source)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new)  # in one step, so that all pages are of the same moment
        new.execute("PRAGMA journal_mode = DELETE")  # one file, without a log


async def _copy_for_restore(file: Path, copy: Path, prepare: Prepare) -> None:
    """Make a prepared copy of a backup, on the newest schema and with a new stream id."""
    await asyncio.to_thread(_copy_whole, file, copy)
    store = SqliteStore(copy)
    try:
        await prepare(store)
    finally:
        await store.close()
        beside(copy, ".lock").unlink(missing_ok=True)
    with closing(sqlite3.connect(copy)) as new:
        new.execute("PRAGMA journal_mode = DELETE")  # one file, without a log


def _copy_whole(file: Path, copy: Path) -> None:
    _copy_sqlite(file, copy)
    with (
        closing(database_file.open_reader(file)) as old,
        closing(database_file.open_reader(copy)) as new,
    ):
        [found] = new.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise InputError("file", f"{file} is damaged: {found}")
        _require_same(_counts(old), _counts(new))
    with closing(database_file.open_writer(copy)) as new:
        new.execute("UPDATE stream SET id = lower(hex(randomblob(8)))")


def _counts(connection: sqlite3.Connection) -> dict[str, int]:
    """How many rows each table holds."""
    names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    count = "SELECT count(*) FROM "
    return {name: connection.execute(count + name).fetchone()[0] for (name,) in names}


def _require_same(expected: dict[str, int], found: dict[str, int]) -> None:
    for name, count in expected.items():
        if found[name] != count:
            words = f"{found[name]} of {count} rows of {name} were restored; the copy is discarded"
            raise StoreError(words)


async def _restore_sqlite(file: Path, target: Path, prepare: Prepare) -> None:
    path = Path(os.path.realpath(target))  # keep a symbolic link, and replace its target
    lock = database_file.lock(path)
    try:
        _refuse_leftovers(path)
        if path.exists() and path.stat().st_size:
            with closing(database_file.open_writer(path)) as empty:
                for name in SHAPES:
                    _refuse_rows(empty.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone(), path)
            _refuse_leftovers(path)
        unfinished = path.with_name(path.name + ".unfinished")
        unfinished.unlink(missing_ok=True)
        try:
            await _copy_for_restore(file, unfinished, prepare)
            _rename(unfinished, path)
        finally:
            unfinished.unlink(missing_ok=True)
    finally:
        lock.release()


def _refuse_leftovers(path: Path) -> None:
    """Refuse to put a database next to the log of another one: SQLite would mix them."""
    for end in ("-wal", "-journal", "-shm"):
        left = beside(path, end)
        if left.exists():
            words = f"{left} is left from a database that was not closed and may hold its newest"
            raise InputError(
                "database", f"{words} commits. Start the service on it, or move both files away"
            )


def _refuse_rows(found: object, where: object) -> None:
    if found is not None:
        raise InputError("database", f"{where} is not empty: restore to an empty database")


def _new_beside(file: Path) -> Path:
    """Create the file that a backup is written to until it is complete; errors name ``file``."""
    unfinished = file.with_name(file.name + ".unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        database_file.make_new(unfinished)
    except OSError as error:
        reason = f"{file} cannot be written: {error.strerror}"
        raise InputError("file", reason) from error
    return unfinished


def _rename(path: Path, new: Path) -> None:
    """Rename a file so that the new name survives a power failure."""
    _sync(path, os.O_RDWR)  # Windows syncs no file that is only read
    path.replace(new)
    if os.name == "posix":  # elsewhere a folder cannot be synced
        _sync(new.parent, os.O_RDONLY)


def _sync(path: Path, flags: int) -> None:
    """Make the content of a file, or the names in a folder, durable."""
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# --- PostgreSQL -----------------------------------------------------------------------------------


class _postgres:  # noqa: N801 - used like a function
    """A connection that is closed at the end of the block."""

    def __init__(self, server: Server) -> None:
        self.server = server

    async def __aenter__(self) -> Connection:
        self.connection = await self.server.first_connection()
        return self.connection

    async def __aexit__(self, *_: object) -> None:
        await self.connection.close()


async def _copy_from_postgres(server: Server, target: Path) -> None:
    database_file.make_private(target)
    async with _postgres(server) as connection:
        with closing(sqlite3.connect(target, isolation_level=None)) as new:
            new.execute("PRAGMA synchronous = FULL")
            database_file.migrate(new, str(target))
            new.execute("BEGIN")
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                await _require_schema(connection, server.name)
                for name in SHAPES:
                    await _copy_table(connection, name, new)
            new.execute("COMMIT")


async def _require_schema(connection: Connection, where: str) -> None:
    migrations.require_newest("postgres", await schema_version(connection), where)


async def _copy_table(connection: Connection, name: str, new: sqlite3.Connection) -> None:
    sql = f"SELECT {row_layout.columns(name)} FROM {name}"
    many: list[tuple[Any, ...]] = []
    async for row in connection.cursor(sql, prefetch=ROWS_AT_ONCE):
        many.append(tuple(row))
        if len(many) == ROWS_AT_ONCE:
            insert(new, name, many)
            many.clear()
    insert(new, name, many)


async def _restore_postgres(file: Path, server: Server) -> None:
    async with _postgres(server) as connection:
        await migrate(connection, server.name)
        with closing(database_file.open_reader(file)) as source:
            source.execute("BEGIN")
            async with connection.transaction():
                for name, shape in SHAPES.items():
                    await connection.execute(f"LOCK TABLE {name} IN ACCESS EXCLUSIVE MODE")
                    found = await connection.fetchval(f"SELECT 1 FROM {name} LIMIT 1")
                    _refuse_rows(found, server.name)
                    cursor = source.execute(f"SELECT {row_layout.columns(name)} FROM {name}")
                    while many := cursor.fetchmany(ROWS_AT_ONCE):
                        await connection.copy_records_to_table(
                            name, records=many, columns=shape.columns
                        )
                kept = _counts(source)
                count = "SELECT count(*) FROM "
                found = {name: await connection.fetchval(count + name) for name in SHAPES}
                _require_same({name: kept[name] for name in SHAPES}, found)
                [stream] = source.execute(STREAM).fetchone()
                await connection.execute("UPDATE stream SET id = $1", stream)
                await _continue_numbering(connection)


async def _continue_numbering(connection: Connection) -> None:
    """Continue the numbering after the highest number that was restored."""
    last = await connection.fetchval(
        "SELECT greatest((SELECT max(number) FROM accounts), (SELECT max(number) FROM postings),"
        " (SELECT max(number) FROM notes), 0)"
    )
    await connection.execute("SELECT setval('numbers', $1)", last + 1)
