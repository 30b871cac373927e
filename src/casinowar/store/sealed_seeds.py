"""The sealed seeds of a database, to seal them with another key; a service may run meanwhile.

This writes to a SQLite file without taking its lock. That is safe for seeds and nothing else: a
service only adds seeds, and it can read both the old and the new sealed form.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Protocol

from casinowar.errors import InputError
from casinowar.store.interface import Seed, StoreError, TableRow
from casinowar.store.open import is_postgres, open_store, sqlite_path
from casinowar.store.queries import Questions
from casinowar.store.row_layout import Cell, Row
from casinowar.store.sqlite.database_file import open_reader, open_writer
from casinowar.store.sqlite.statements import run_one
from casinowar.store.store import RESEAL


class SeedStore(Protocol):
    """The methods of a store that are needed here."""

    async def tables(self) -> Sequence[TableRow]: ...

    async def seeds(self, table: str, first: int, last: int) -> Sequence[Seed]:
        """The sealed seeds of these shoes."""
        ...

    async def reseal(self, table: str, seeds: Sequence[Seed]) -> None: ...


class _File(Questions):
    """The seeds of a SQLite file."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def ask(self, sql: str, *parameters: Cell) -> Sequence[Row]:
        return run_one(self._connection, sql, parameters).fetchall()

    async def reseal(self, table: str, seeds: Sequence[Seed]) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        with self._connection:  # commits, or rolls back
            for seed in seeds:
                cells = (seed.stream, seed.sealed, table, seed.shoe)
                run_one(self._connection, RESEAL, cells)


@asynccontextmanager
async def open_seeds(url: str) -> AsyncIterator[SeedStore]:
    """The seeds of an existing database."""
    if is_postgres(url):
        store = await open_store(url)
        try:
            yield store
        finally:
            await store.close()
        return
    path = sqlite_path(url)
    if not path.exists():
        raise InputError("database", f"{path} does not exist")
    with closing(open_writer(path)) as connection:
        try:
            yield _File(connection)
        except sqlite3.Error as error:
            raise StoreError(str(error)) from error


def holds_seeds(file: Path) -> bool:
    """Whether a backup has shoes that only the sealing keys can open."""
    with closing(open_reader(file)) as connection:
        return connection.execute("SELECT 1 FROM seeds LIMIT 1").fetchone() is not None


def seeds_in_backup(file: Path) -> Iterator[tuple[str, Seed]]:
    with closing(open_reader(file)) as connection:
        sql = "SELECT table_id, shoe, stream, sealed FROM seeds"
        for table, shoe, stream, sealed in connection.execute(sql):
            yield table, Seed(shoe=shoe, stream=stream, sealed=sealed)
