"""A consistent view of a SQLite file; a service may run on it meanwhile."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from casinowar.store import migrations
from casinowar.store.interface import Fault
from casinowar.store.row_layout import Row
from casinowar.store.sqlite.database_file import open_visitor, schema_version

ROWS_AT_ONCE = 1000


class SqliteView:
    """A ``View`` through a reading connection."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def rows(self, sql: str) -> AsyncIterator[Row]:
        """The rows of a statement, read in other threads, one after the other."""
        cursor = await asyncio.to_thread(self._connection.execute, sql)
        while many := await asyncio.to_thread(cursor.fetchmany, ROWS_AT_ONCE):
            for row in many:
                yield row

    async def damage(self) -> list[Fault]:
        """Damage that SQLite finds in the file, and rows that refer to missing rows."""
        lines = [line async for (line,) in self.rows("PRAGMA integrity_check")]
        found = [Fault(where="file", what=line) for line in lines if line != "ok"]
        async for name, row, other, _ in self.rows("PRAGMA foreign_key_check"):
            which = f"{name} row {row}" if row is not None else name
            found.append(Fault(where=which, what=f"it refers to a row that is not in {other}"))
        return found


@asynccontextmanager
async def sqlite_view(path: Path) -> AsyncIterator[SqliteView]:
    """A view of a file, until the end of the block."""
    with closing(open_visitor(path)) as connection:
        connection.execute("BEGIN")
        migrations.require_newest("sqlite", schema_version(connection), str(path))
        yield SqliteView(connection)
