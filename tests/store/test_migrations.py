"""A database is brought to the newest schema, here an invented second one; a newer is left alone.

Planted once and caught here: a migration outside a transaction; a schema version that is not
written; a newer schema that is opened all the same.
"""

from __future__ import annotations

import asyncio

import pytest

from casinowar.errors import InputError
from casinowar.store import migrations
from casinowar.store.interface import StoreError
from tests.kit.writes import add_table, events, written
from tests.store.places import Database

ADDED = "ALTER TABLE notes ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';"
BROKEN = "CREATE TABLE one (x INTEGER); CREATE TABLE one (x INTEGER);"


def add_migration(monkeypatch: pytest.MonkeyPatch, sql: str) -> None:
    """Let there be one more migration than there is."""
    real = migrations.scripts

    def scripts(database: str) -> dict[int, str]:
        found = real(database)
        return {**found, len(found) + 1: sql}

    monkeypatch.setattr(migrations, "scripts", scripts)


def test_both_databases_have_the_same_schemas() -> None:
    assert len(migrations.scripts("sqlite")) == len(migrations.scripts("postgres")) == 1


async def test_a_new_schema_is_reached_once(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await database.open()).close()
    add_migration(monkeypatch, ADDED)
    for _ in range(2):  # the second time there is nothing to do
        await (await database.open()).close()
        await database.execute("UPDATE notes SET colour = 'blue'")


async def test_a_migration_happens_as_a_whole_or_not_at_all(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await database.open()).close()
    with monkeypatch.context() as patched:
        add_migration(patched, BROKEN)
        with pytest.raises((InputError, StoreError)):
            await database.open()
    store = await database.open()
    assert await store.check() == []
    await store.close()
    add_migration(monkeypatch, "CREATE TABLE one (x INTEGER);")
    await (await database.open()).close()


async def test_a_newer_schema_is_refused(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        add_migration(patched, ADDED)
        await (await database.open()).close()
    newer = len(migrations.scripts("sqlite")) + 1
    with pytest.raises(InputError, match=f"has schema {newer}; .* Use a newer casinowar"):
        await database.open()


async def test_an_old_process_cannot_write_to_a_newer_schema(database: Database) -> None:
    store = await database.open()
    await add_table(store)
    await written(store, events(0))
    await database.execute("UPDATE schema_version SET version = 2")
    with pytest.raises(StoreError, match="schema 2 now; this program writes 1"):
        await store.write(events(1))
    await database.execute("UPDATE schema_version SET version = 1")
    await written(store, events(1))
    await store.close()


async def test_a_database_of_another_program_is_refused(database: Database) -> None:
    await database.execute("CREATE TABLE events (x INTEGER)")
    with pytest.raises(InputError, match=r"another program|not a casinowar database"):
        await database.open()


async def test_processes_that_start_together_migrate_once(database: Database) -> None:
    if database.name == "sqlite":
        pytest.skip("one process at a time")
    stores = await asyncio.gather(*(database.open() for _ in range(4)))
    for store in stores:
        assert await store.check() == []
        await store.close()
