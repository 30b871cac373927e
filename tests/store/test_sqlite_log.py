"""The log of SQLite: copied between commits by the connection that writes, and by no other.

Planted once and caught here: a log that is never copied; a connection that copies by itself.
"""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

import casinowar
from casinowar.locks import beside
from casinowar.store.backup import backup, check_database
from casinowar.store.sealed_seeds import open_seeds
from casinowar.store.sqlite import SqliteStore, commits, database_file
from tests.kit.writes import add_table, events, sealed_seed, written

ROWS = 50
WRITES = 60


@pytest.fixture
async def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SqliteStore]:
    monkeypatch.setattr(commits, "COPY_ROWS", ROWS)
    opened = SqliteStore(tmp_path / "tables.db")
    await add_table(opened)
    yield opened
    await opened.close()


async def write(store: SqliteStore, writes: int = WRITES) -> None:
    version = await store.version("t1")
    for number in range(writes):
        await written(store, events(version + 3 * number, 3))


def log_bytes(store: SqliteStore) -> int:
    return beside(store.path, "-wal").stat().st_size


def in_the_file(store: SqliteStore, folder: Path) -> int:
    """How many events the file holds without its log."""
    alone = folder / "alone.db"
    alone.write_bytes(store.path.read_bytes())
    with closing(sqlite3.connect(f"{alone.as_uri()}?immutable=1", uri=True)) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone():
            return 0
        found: int = connection.execute("SELECT count(*) FROM events").fetchone()[0]
    return found


def count_copies(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The threads that copy from now on."""
    copy, by = database_file.copy_log, list[str]()

    def copied(connection: sqlite3.Connection) -> None:
        by.append(threading.current_thread().name)
        copy(connection)

    monkeypatch.setattr(commits, "copy_log", copied)
    return by


async def test_the_log_is_copied_and_begins_anew(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    by = count_copies(monkeypatch)
    await write(store)
    once = log_bytes(store)
    await write(store, 4 * WRITES)
    assert log_bytes(store) < 2 * once  # it would be five times as long
    assert in_the_file(store, tmp_path) > 4 * 3 * WRITES
    assert set(by) == {"casinowar-writer"}
    assert len(by) < WRITES  # not after every commit


async def test_a_copy_that_fails_loses_nothing(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: sqlite3.Connection) -> None:
        with closing(sqlite3.connect(":memory:")) as closed:
            pass
        database_file.copy_log(closed)

    monkeypatch.setattr(commits, "copy_log", fail)
    await write(store)
    assert in_the_file(store, tmp_path) == 0
    monkeypatch.setattr(commits, "copy_log", database_file.copy_log)
    await write(store)
    assert in_the_file(store, tmp_path) > 3 * WRITES
    assert await store.version("t1") == 6 * WRITES


async def test_no_other_connection_copies_the_log(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite 3.7.0 to 3.51.2 loses commits if another connection does (the WAL-reset bug)."""
    monkeypatch.setattr(commits, "COPY_ROWS", 10**9)  # nor does this one, for the moment
    await write(store, 400)  # 1,000 pages and more: a connection of SQLite's own making would
    assert log_bytes(store) > 1000 * 4096
    url = f"sqlite:///{store.path}"
    await check_database(url)
    await backup(url, tmp_path / "backup.db")
    async with open_seeds(url) as seeds:  # writes beside the service, and commits
        await seeds.reseal("t1", [sealed_seed(1, b"again")])
    assert in_the_file(store, tmp_path) == 0
    assert await store.version("t1") == 1200


async def test_only_the_writer_is_told_to_copy() -> None:
    folder = Path(casinowar.__file__).parent
    found = {
        path.relative_to(folder).as_posix(): len(re.findall("wal_checkpoint", path.read_text()))
        for path in folder.rglob("*.py")
        if "wal_checkpoint" in path.read_text()
    }
    assert found == {"store/sqlite/database_file.py": 2}  # in copy_log and empty_log


@pytest.mark.parametrize(
    ("version", "has_it"),
    [((3, 6, 23), False), ((3, 7, 0), True), ((3, 51, 2), True), ((3, 51, 3), False)],
)
def test_which_versions_lose_commits(version: tuple[int, ...], has_it: bool) -> None:
    assert database_file.has_wal_reset_bug(version) is has_it
