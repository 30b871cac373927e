"""Backups go from any database to any other, while it is in use; nothing is overwritten.

Planted once and caught here: a backup without the newest log; a restored database whose numbers
start again; a restore into a database that holds something.
"""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from casinowar.errors import InputError
from casinowar.store import Store
from casinowar.store import backup as backups
from casinowar.store.backup import backup, check_database, restore
from casinowar.store.interface import Answered, Snapshot, StoreError, Used, Write
from casinowar.store.open import open_store
from tests.kit.writes import (
    add_persons,
    add_table,
    answer,
    as_it_was,
    document,
    events,
    grant,
    session,
    transfer,
    written,
)
from tests.store.places import DATABASES, Database, Server
from tests.store.test_questions import with_rounds
from tests.store.test_writes import content, everything

Another = Callable[[str], Awaitable[Database]]


@pytest.fixture
def another(server: Server, tmp_path: Path) -> Another:
    """More databases, by their kind."""

    async def make(name: str) -> Database:
        folder = tmp_path / f"another-{name}"
        folder.mkdir()
        return await DATABASES[name](folder, server)

    return make


async def fill(store: Store) -> None:
    await with_rounds(store)
    await add_persons(store, "a")
    await written(store, grant("p_a", 1000), replace(everything(1), rounds=()))
    await written(store, replace(events(3), snapshot=Snapshot(version=4, body=b"\x00\xff")))
    await store.add_session(session(b"1", "p_b"))
    assert await store.keep_document(document("1", table="t1", owner="p_a"))


@pytest.mark.parametrize("target", sorted(DATABASES))
async def test_a_backup_holds_everything_and_can_be_used_anywhere(
    database: Database, another: Another, tmp_path: Path, target: str
) -> None:
    store = await database.open()
    await fill(store)
    # more numbers than new ones could find their way past by trying again
    await asyncio.gather(*(store.write(transfer("grants", "player/p_a", 1)) for _ in range(80)))
    expected = await content(store)
    await backup(database.url, tmp_path / "backup")  # while the store is open
    await written(store, events(4))  # after it
    await store.close()
    there = await another(target)
    await restore(tmp_path / "backup", there.url, as_it_was)
    assert await check_database(there.url) == []
    restored = await there.open()
    assert await content(restored) == expected
    assert await restored.session(b"1") == session(b"1", "p_b")
    # it can be worked with: what was used stays used, numbers go on, streams go on
    assert await restored.write(Write(at_ms=1, answer=answer("c1", b"x"))) == Answered(answer("c1"))
    assert await restored.write(Write(at_ms=1, once="refill/p_a/1")) == Used()
    numbers = [movement.number for movement in await restored.statement(["grants"], 0)]
    await written(restored, events(4), transfer("player/p_a", "grants", 5))
    after = [movement.number for movement in await restored.statement(["grants"], 0)]
    assert after[1:] == numbers
    assert after[0] > numbers[0]
    assert await restored.check() == []
    await restored.close()


async def test_a_backup_under_load_is_one_moment(database: Database, tmp_path: Path) -> None:
    store = await database.open()
    await add_table(store)
    await add_persons(store, "a")
    await written(store, grant("p_a", 10**6))
    done = asyncio.Event()

    async def load() -> None:
        version = 0
        while not done.is_set():
            both = transfer("player/p_a", "chips/t1/p_a", 1)
            await written(store, replace(events(version, 5), postings=both.postings))
            version += 5

    loading = asyncio.create_task(load())
    for number in range(5):
        await backup(database.url, tmp_path / f"backup{number}")
        assert await check_database(f"sqlite:///{tmp_path}/backup{number}") == []
        assert await check_database(database.url) == []
    done.set()
    await loading
    await store.close()


async def test_restore_refuses_a_database_that_holds_something(
    database: Database, another: Another, tmp_path: Path
) -> None:
    store = await database.open()
    await add_table(store)
    await store.close()
    await backup(database.url, tmp_path / "backup")
    with pytest.raises(InputError, match="is not empty"):
        await restore(tmp_path / "backup", database.url, as_it_was)
    # one that was opened but never used is empty
    there = await another(database.name)
    await (await there.open()).close()
    await restore(tmp_path / "backup", there.url, as_it_was)
    assert await check_database(there.url) == []


@pytest.mark.parametrize("end", ["-wal", "-journal", "-shm"])
@pytest.mark.parametrize("exists", [True, False])
async def test_restore_refuses_while_a_log_is_left_beside(
    tmp_path: Path, end: str, exists: bool
) -> None:
    """It put the backup beside a log of another database, and said "restored"."""
    source, target = tmp_path / "source.db", tmp_path / "target.db"
    await fill(store := await open_store(f"sqlite:///{source}"))
    await store.close()
    await backup(f"sqlite:///{source}", tmp_path / "backup")
    if exists:
        await (await open_store(f"sqlite:///{target}")).close()
    left = tmp_path / f"target.db{end}"
    left.write_bytes(b"the newest commits")
    before = target.read_bytes() if exists else None
    with pytest.raises(InputError, match=rf"target\.db{end} is left from a database"):
        await restore(tmp_path / "backup", f"sqlite:///{target}", as_it_was)
    assert left.read_bytes() == b"the newest commits"
    assert (target.read_bytes() if target.exists() else None) == before
    left.unlink()
    await restore(tmp_path / "backup", f"sqlite:///{target}", as_it_was)
    assert await check_database(f"sqlite:///{target}") == []


async def test_a_damaged_backup_is_not_restored(another: Another, tmp_path: Path) -> None:
    source = tmp_path / "source.db"
    await fill(store := await open_store(f"sqlite:///{source}"))
    await store.close()
    await backup(f"sqlite:///{source}", tmp_path / "backup")
    whole = (tmp_path / "backup").read_bytes()
    middle = len(whole) // 8192 * 4096
    (tmp_path / "backup").write_bytes(whole[:middle] + bytes(4096) + whole[middle + 4096 :])
    for name in ("sqlite", "postgres"):
        there = await another(name)
        with pytest.raises((InputError, StoreError), match=r"damaged|malformed"):
            await restore(tmp_path / "backup", there.url, as_it_was)
        store = await there.open()
        assert await store.tables() == []
        await store.close()


async def test_rows_that_do_not_arrive_are_noticed(
    another: Another, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "source.db"
    await fill(store := await open_store(f"sqlite:///{source}"))
    await store.close()
    await backup(f"sqlite:///{source}", tmp_path / "backup")
    counts = backups._counts
    monkeypatch.setattr(
        backups,
        "_counts",
        lambda at: {**counts(at), "events": counts(at)["events"] + at.in_transaction},
    )
    there = await another("postgres")
    with pytest.raises(StoreError, match="rows of events were restored; the copy is discarded"):
        await restore(tmp_path / "backup", there.url, as_it_was)
    store = await there.open()
    assert await store.tables() == []
    await store.close()


async def test_a_restored_database_is_another_history(
    database: Database, another: Another, tmp_path: Path
) -> None:
    store = await database.open()
    before = store.stream
    await store.close()
    await backup(database.url, tmp_path / "backup")
    there = await another(database.name)
    await restore(tmp_path / "backup", there.url, as_it_was)
    store = await there.open()
    assert store.stream not in {"", before}
    await store.close()


async def test_a_backup_overwrites_nothing_and_is_private(
    database: Database, tmp_path: Path
) -> None:
    await (await database.open()).close()
    await backup(database.url, tmp_path / "backup")
    assert stat.S_IMODE((tmp_path / "backup").stat().st_mode) == 0o600
    with pytest.raises(InputError, match="exists already"):
        await backup(database.url, tmp_path / "backup")
    assert not list(tmp_path.glob("*.unfinished"))


async def test_a_new_name_is_durable(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder is synced after the file in it has its name, not before."""
    await (await database.open()).close()
    done: list[tuple[str, str]] = []
    rename, sync = Path.replace, os.fsync

    def noted_rename(path: Path, new: Path) -> Path:
        done.append(("rename", str(new)))
        return rename(path, new)

    def noted_sync(descriptor: int) -> None:
        done.append(("sync", str(Path(f"/proc/self/fd/{descriptor}").readlink())))
        sync(descriptor)

    monkeypatch.setattr(Path, "replace", noted_rename)
    monkeypatch.setattr(os, "fsync", noted_sync)
    file, restored = tmp_path / "backup", tmp_path / "restored.db"
    await backup(database.url, file)
    await restore(file, f"sqlite:///{restored}", as_it_was)
    assert done == [
        *(("sync", f"{file}.unfinished"), ("rename", str(file)), ("sync", str(tmp_path))),
        *(("sync", f"{restored}.unfinished"), ("rename", str(restored)), ("sync", str(tmp_path))),
    ]


async def test_only_a_backup_can_be_restored(database: Database, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist"):
        await restore(tmp_path / "nothing", database.url, as_it_was)
    (tmp_path / "text").write_text("not a backup, but long enough to be looked at " * 20)
    with pytest.raises(InputError, match="cannot be opened"):
        await restore(tmp_path / "text", database.url, as_it_was)


async def test_a_database_that_was_never_made_has_no_backup(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist"):
        await backup(f"sqlite:///{tmp_path}/nothing.db", tmp_path / "backup")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("granted", "says"),
    [
        ("", "this user may not use the schema"),
        ("USAGE", "permission denied for schema"),
    ],
)
async def test_a_schema_that_the_user_may_not_use_is_said(
    another: Another, tmp_path: Path, granted: str, says: str
) -> None:
    file = await another("sqlite")
    await (await file.open()).close()
    await backup(file.url, tmp_path / "backup")
    there = await another("postgres")
    name = there.url.partition("search_path=")[2].partition("&")[0]
    await there.execute(f"CREATE ROLE {name} LOGIN")
    if granted:
        await there.execute(f"GRANT {granted} ON SCHEMA {name} TO {name}")
    url = there.url.replace("cw@", f"{name}@")
    for use in (restore(tmp_path / "backup", url, as_it_was), open_store(url)):
        with pytest.raises((InputError, StoreError), match=says):
            await use
