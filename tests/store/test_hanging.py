"""PostgreSQL: a process that hangs, and rows that somebody holds, stop nobody for long.

Planted once and caught here: a transaction that may be idle for ever, a wait for rows without an
end, a group that fails because of one table, and a look at the whole database that is cut off.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import asyncpg
import pytest

from casinowar.store.backup import open_view
from casinowar.store.interface import StoreError, Written
from casinowar.store.postgres import PostgresStore, connect, writer
from casinowar.store.postgres.connect import Server
from casinowar.store.postgres.statements import write_batch
from tests.kit.postgres import Postgres
from tests.kit.writes import add_table, events, written
from tests.store.places import Database, postgres_place

HANGING_SECONDS, LOCKED_SECONDS = 0.3, 0.8
WAIT_SECONDS = 10.0


@pytest.fixture
async def database(postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Database:
    monkeypatch.setattr(connect, "HANGING_SECONDS", HANGING_SECONDS)
    monkeypatch.setattr(connect, "LOCKED_SECONDS", LOCKED_SECONDS)
    return await postgres_place(tmp_path, lambda: postgres)


@asynccontextmanager
async def opened(database: Database) -> AsyncIterator[PostgresStore]:
    store = cast("PostgresStore", await database.open())
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def held(database: Database, sql: str) -> AsyncIterator[None]:
    """Somebody else holds rows, for as long as they like."""
    holder = await asyncpg.connect(Server.at(database.url).dsn)
    try:
        await holder.execute(f"BEGIN; {sql}")
        yield
    finally:
        await holder.close()


async def test_a_process_that_hangs_in_a_transaction_stops_nobody(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs, goes_on = asyncio.Event(), asyncio.Event()

    async def hang(*given: Any) -> None:
        if not hangs.is_set():
            hangs.set()
            await goes_on.wait()
        await write_batch(*given)

    async with opened(database) as one, opened(database) as two:
        await add_table(one)
        monkeypatch.setattr(writer, "write_batch", hang)
        hanging = asyncio.create_task(one.write(events(0)))
        await hangs.wait()
        try:
            assert await asyncio.wait_for(two.write(events(0)), WAIT_SECONDS) == Written()
        finally:
            goes_on.set()
        # its transaction is over: it fails, or is tried again and comes too late
        [late] = await asyncio.gather(hanging, return_exceptions=True)
        assert late != Written()
        await written(one, events(1))


async def test_who_waits_for_rows_is_answered_and_others_are_written(database: Database) -> None:
    async with opened(database) as store:
        await add_table(store, "t1")
        await add_table(store, "t2")
        row = "SELECT 1 FROM tables WHERE table_id = 't1' FOR UPDATE"
        async with held(database, row), asyncio.timeout(WAIT_SECONDS):
            both = [store.write(events(0, table=table)) for table in ("t1", "t2")]
            [first, second] = await asyncio.gather(*both, return_exceptions=True)
        assert second == Written()
        assert isinstance(first, StoreError)
        assert "lock timeout" in str(first)
        await written(store, events(0, table="t1"))


async def test_if_all_rows_are_held_everybody_is_answered_at_once(database: Database) -> None:
    async with opened(database) as store:
        tables = [f"t{number}" for number in range(20)]
        for table in tables:
            await add_table(store, table)
        async with held(database, "LOCK TABLE tables"), asyncio.timeout(4 * LOCKED_SECONDS):
            all_of_them = (store.write(events(0, table=table)) for table in tables)
            results = await asyncio.gather(*all_of_them, return_exceptions=True)
        assert {type(result) for result in results} == {StoreError}


async def test_a_look_at_the_whole_database_may_take_its_time(database: Database) -> None:
    async with opened(database) as store, open_view(database.url) as view:
        await add_table(store)
        await asyncio.sleep(2 * HANGING_SECONDS)
        assert [row async for row in view.rows("SELECT 1")] == [(1,)]
        for setting in ("idle_in_transaction_session_timeout", "lock_timeout"):
            assert await store.ask("SELECT current_setting($1)", setting) == [("0",)]
