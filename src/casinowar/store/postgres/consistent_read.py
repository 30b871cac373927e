"""A consistent view of a PostgreSQL database; services may run on it meanwhile."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from casinowar.store.interface import Fault
from casinowar.store.postgres.connect import Connection
from casinowar.store.row_layout import Row

ROWS_AT_ONCE = 1000
SORTING_SECONDS = 3600.0  # the server may sort millions of rows before it sends the first


class PostgresView:
    """A ``View`` in a transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def rows(self, sql: str) -> AsyncIterator[Row]:
        cursor = self._connection.cursor(sql, prefetch=ROWS_AT_ONCE, timeout=SORTING_SECONDS)
        async for row in cursor:
            yield tuple(row)

    async def damage(self) -> list[Fault]:
        """No faults: the server checks its files itself."""
        return []


@asynccontextmanager
async def postgres_view(connection: Connection) -> AsyncIterator[PostgresView]:
    """A view through a connection, until the end of the block."""
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        yield PostgresView(connection)
