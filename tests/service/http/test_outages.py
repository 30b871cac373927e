"""An outage of the database is logged once when it begins and once when it ends, and counted.

Planted once and caught here: a warning for each command, the words of an error as its reason,
sessions that nobody watches.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from casinowar.service.http.metrics import Metrics
from casinowar.store import Store
from casinowar.store import measured as outages
from casinowar.store.interface import Outcome, SessionRow, StoreError, Write
from casinowar.store.measured import MeasuredStore
from casinowar.store.open import open_store
from casinowar.store.row_layout import Cell, Row
from casinowar.store.store import Statement
from tests.kit.memory_store import MemoryStore
from tests.kit.postgres import Postgres
from tests.service.http.kit import WAIT_SECONDS, House, config_for, running
from tests.store.test_sqlite import break_disk

PASSWORD = "hush-hush"
SAID = ("reads_failing", "reads_resumed", "writes_failing", "writes_resumed")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "CALM_SECONDS", 0.05)


def said(logged: list[Any]) -> list[tuple[str, str]]:
    """What was logged of outages, with its level."""
    return [(line["log_level"], line["event"]) for line in logged if line["event"] in SAID]


async def ready(house: House) -> int:
    async with house.client() as client:
        return (await client.get("/readyz")).status_code


async def new_guests(house: House, count: int) -> set[int]:
    async with house.client() as client:
        answers = set[int]()
        for _ in range(count):
            client.cookies.clear()
            answers.add((await client.post("/api/guest")).status_code)
        return answers


async def test_a_disk_that_fails_is_logged_and_readyz_ends_it(
    tmp_path: Path, logged: list[Any]
) -> None:
    async with running(config_for(tmp_path)) as house:
        store: Any = house.parts.store
        broken = True
        break_disk(store._store, lambda sql: broken and sql.startswith(("INSERT", "UPDATE")))
        assert await new_guests(house, 5) == {503}
        await asyncio.sleep(0.2)
        [line] = [line for line in logged if line["event"] in SAID]
        assert (line["event"], line["log_level"]) == ("writes_failing", "warning")
        assert line["reason"] == "disk I/O error"
        assert await ready(house) == 503
        broken = False
        assert await ready(house) == 200
        assert await new_guests(house, 2) == {201}
        failures = house.parts.metrics.text()
        assert b'casinowar_database_failures_total{side="writes"} 5.0' in failures
    assert said(logged) == [("warning", "writes_failing"), ("info", "writes_resumed")]


@asynccontextmanager
async def on_postgres(folder: Path) -> AsyncIterator[tuple[House, Postgres]]:
    """A service on a server of its own, which can be stopped."""
    server = await asyncio.to_thread(Postgres)
    try:
        url = server.url().replace("cw@", f"cw:{PASSWORD}@")
        async with running(config_for(folder, database=url)) as house:
            yield house, server
    finally:
        await asyncio.to_thread(server.remove)


async def test_a_server_that_is_gone_is_logged_and_so_is_its_return(
    tmp_path: Path, logged: list[Any]
) -> None:
    async with on_postgres(tmp_path) as (house, server):
        bo = await house.guest()
        await asyncio.to_thread(server.stop, "fast")
        for _ in range(3):
            assert await new_guests(house, 1) == {503}
            assert (await bo.get("/api/rounds")).status_code == 503
        begun = [("warning", "reads_failing"), ("warning", "writes_failing")]
        assert sorted(said(logged)) == begun
        reasons = [line["reason"] for line in logged if line["event"] in SAID]
        assert all(len(reason) > 10 for reason in reasons), reasons
        await asyncio.to_thread(server.start)
        async with asyncio.timeout(WAIT_SECONDS):
            while await ready(house) != 200:
                await asyncio.sleep(0.05)
        assert await new_guests(house, 1) == {201}
        await asyncio.sleep(0.1)
        assert (await bo.get("/api/rounds")).status_code == 200
    ended = [("info", "reads_resumed"), ("info", "writes_resumed")]
    assert sorted(said(logged)) == sorted(begun + ended)
    assert PASSWORD not in json.dumps(logged, default=str)


class Failing(MemoryStore):
    """A store that fails as it is told: all writes, or reads."""

    all_fail = unread = False

    async def ask(self, sql: str, *parameters: Cell) -> Sequence[Row]:
        if self.unread:
            raise StoreError("a secret", "no disk")
        return await super().ask(sql, *parameters)

    async def write_all(self, writes: Sequence[Write]) -> Sequence[Outcome]:
        if self.all_fail:
            raise StoreError("a secret", "no space")
        return await super().write_all(writes)

    async def change(self, *statements: Statement) -> list[int]:
        if self.all_fail:
            raise StoreError("a secret")
        return await super().change(*statements)


async def test_what_works_half_of_the_time_is_one_outage(
    monkeypatch: pytest.MonkeyPatch, logged: list[Any]
) -> None:
    monkeypatch.setattr(outages, "CALM_SECONDS", 60.0)
    inner = Failing()
    store = Metrics().measured(inner)
    for turn in range(6):
        inner.all_fail = inner.unread = turn % 2 == 0
        await asyncio.gather(store.write(Write(at_ms=1)), store.tables(), return_exceptions=True)
    assert sorted(said(logged)) == [("warning", "reads_failing"), ("warning", "writes_failing")]
    monkeypatch.setattr(outages, "CALM_SECONDS", 0.0)
    await store.tables()
    assert said(logged)[2:] == [("info", "reads_resumed")]
    await store.write(Write(at_ms=1))
    assert said(logged)[3:] == [("info", "writes_resumed")]
    assert "secret" not in json.dumps(logged)
    await store.close()


async def test_a_session_that_cannot_be_kept_is_an_outage_too(logged: list[Any]) -> None:
    inner = Failing()
    store = Metrics().measured(inner)
    inner.all_fail = True
    row = SessionRow(digest=b"1", person="p_a", created_ms=1, expires_ms=2)
    with pytest.raises(StoreError):
        await store.add_session(row)
    [line] = [line for line in logged if line["event"] in SAID]
    assert (line["event"], line["reason"]) == ("writes_failing", "StoreError")
    await store.close()


def test_everything_that_asks_or_changes_is_watched() -> None:
    """A database does these by itself; whatever else a store does, it does through them."""
    watched = {"ask", "change", "write_all", "take_home", "orphans", "check"}
    assert Store.__abstractmethods__ - watched == {"news", "tell", "close"}
    assert not watched - vars(MeasuredStore).keys()


async def test_a_store_that_is_closed_has_no_outage(tmp_path: Path, logged: list[Any]) -> None:
    real = await open_store(f"sqlite:///{tmp_path / 'tables.db'}")
    store = Metrics().measured(real)
    await store.close()
    with pytest.raises(StoreError):
        await store.table("any")
    with pytest.raises(StoreError):
        await store.write(Write(at_ms=1))
    assert said(logged) == []
