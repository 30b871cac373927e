"""Where the stores of these tests are: each place can be opened again.

To put another store under the same tests, add its place to ``PLACES``.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import asyncpg

from casinowar.store import Store
from casinowar.store.open import open_store
from tests.kit.memory_store import Hall, MemoryStore
from tests.kit.postgres import Postgres


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere to keep things: ``open`` gives a store on it."""

    name: str
    open: Callable[[], Awaitable[Store]]


@dataclass(frozen=True, slots=True)
class Database(Place):
    """A real database: ``execute`` changes it behind the store's back."""

    url: str
    execute: Callable[[str], Awaitable[None]]


async def memory_place(_: object, __: object) -> Place:
    """The store that other tests use instead of a database."""
    hall = Hall()

    async def open_again() -> Store:
        return MemoryStore(hall)

    return Place("memory", open_again)


async def sqlite_place(folder: Path, _: object) -> Database:
    """A SQLite file in a folder."""
    path = folder / "tables.db"

    async def execute(sql: str) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(sql)

    url = f"sqlite:///{path}"
    return Database("sqlite", lambda: open_store(url), url, execute)


async def postgres_place(_: object, server: Callable[[], Postgres]) -> Database:
    """A new schema on the tests' server."""
    name = await server().new_schema()

    async def execute(sql: str) -> None:
        connection = await asyncpg.connect(server().dsn(name))
        try:
            await connection.execute(sql)
        finally:
            await connection.close()

    url = server().url(name)
    return Database("postgres", lambda: open_store(url), url, execute)


Server = Callable[[], Postgres]  # started only when it is asked for

DATABASES: dict[str, Callable[[Path, Server], Awaitable[Database]]] = {
    "sqlite": sqlite_place,
    "postgres": postgres_place,
}
PLACES: dict[str, Callable[[Path, Server], Awaitable[Place]]] = {
    "memory": memory_place,
    **DATABASES,
}
