"""Two services in two schemas of one PostgreSQL database, with one file of sealing keys.

Planted once and caught here: channels that all schemas share, and texts that are signed for any
database.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from casinowar.fairness import KeyFile
from casinowar.fairness.signing import Signer
from casinowar.service import relay
from casinowar.store.postgres import PostgresStore
from casinowar.store.postgres.statements import channel_of
from tests.kit.casino import Rooms, open_casino, sit
from tests.kit.postgres import Postgres
from tests.kit.writes import add_table, events, written
from tests.service.test_table import TABLE, bet, seated

NAME_MAX_BYTES = 63  # of a channel
SOON_SECONDS = 0.3
WAIT_SECONDS = 10.0


@asynccontextmanager
async def two_services(
    server: Postgres, folder: Path, *, schemas: int
) -> AsyncIterator[tuple[Rooms, Rooms]]:
    """Services in one schema or two; the second would be home to a table that both share."""
    names = [await server.new_schema() for _ in range(schemas)]
    one = await PostgresStore.open(server.url(names[0]))
    two = await PostgresStore.open(server.url(names[-1]))
    if relay._weight(TABLE, one.name) > relay._weight(TABLE, two.name):
        one, two = two, one
    try:
        async with open_casino(folder, one) as here, open_casino(folder, two, 2) as there:
            yield here, there
    finally:
        await one.close()
        await two.close()


async def test_services_in_two_schemas_do_not_hear_each_other(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with two_services(postgres, tmp_path, schemas=2) as (here, there):
        [one] = await seated(here, 1)
        other = await there.client(TABLE)
        await asyncio.sleep(SOON_SECONDS)
        assert list(here.casino._elsewhere.processes_at(TABLE)) == []
        assert list(there.casino._elsewhere.processes_at(TABLE)) == []
        await one.must(bet(1))
        frames = len(one.told.frames)
        await other.must(sit(3))
        await asyncio.sleep(SOON_SECONDS)
        assert len(one.told.frames) == frames
        assert one.connection.host._following.heard == 0


async def test_services_in_one_schema_do(postgres: Postgres, tmp_path: Path) -> None:
    async with two_services(postgres, tmp_path, schemas=1) as (here, there):
        [one] = await seated(here, 1)
        other = await there.client(TABLE)
        await asyncio.sleep(SOON_SECONDS)
        assert list(here.casino._elsewhere.processes_at(TABLE)) == [there.store.name]
        await one.must(bet(1))
        assert other.connection.host.counters.done == 1


async def test_a_text_of_another_database_is_not_believed(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever may send notifications in both could carry it over."""
    for module in ("listener", "teller", "store"):
        path = f"casinowar.store.postgres.{module}.channel_of"
        monkeypatch.setattr(path, lambda _, process="": f"all_{process}")
    async with two_services(postgres, tmp_path, schemas=2) as (here, there):
        await here.client(TABLE)
        await there.client(TABLE)
        await asyncio.sleep(SOON_SECONDS)
        assert list(here.casino._elsewhere.processes_at(TABLE)) == []
        assert here.casino.relay.place != there.casino.relay.place


async def test_a_channel_belongs_to_one_schema(postgres: Postgres) -> None:
    mine, other = await postgres.new_schema(), await postgres.new_schema()
    one, two, stranger = [
        await PostgresStore.open(postgres.url(name)) for name in (mine, mine, other)
    ]
    news = one.news()
    await stranger.tell("from elsewhere")
    await stranger.tell("for you", to=one.name)
    await add_table(stranger)
    await written(stranger, events(0))
    await two.tell("from here")
    assert await asyncio.wait_for(anext(news), WAIT_SECONDS) == "from here"
    for store in (one, two, stranger):
        await store.close()


async def test_a_database_has_a_name_that_no_other_has(postgres: Postgres) -> None:
    names = set[str]()
    for schema in [await postgres.new_schema(), await postgres.new_schema()]:
        for _ in range(2):
            store = await PostgresStore.open(postgres.url(schema))
            names.add(store.database)
            assert len(channel_of(store.database, store.name)) <= NAME_MAX_BYTES
            await store.close()
    assert len(names) == 2


def test_what_is_signed_is_signed_for_one_place(tmp_path: Path) -> None:
    keys = KeyFile.create(tmp_path / "keys")
    here, there = Signer(keys, "here"), Signer(keys, "there")
    assert here.text(here.sign("text")) == "text"
    assert there.text(here.sign("text")) is None
