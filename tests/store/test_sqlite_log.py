"""The log of SQLite: copied while commits go on, begun anew, and never at the cost of anything.

Planted once and caught here: a copy that a commit waits for, or makes by itself; a log that is
never copied, or never begun anew, by the thread or the process that writes; two copies at a time;
one after every commit; a copy that goes on after the store is closed; a failed copy, or a thread
that cannot be started, that takes a write with it; a log that is copied into another database; a
database whose lock is lost when it is opened again.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import pytest

from casinowar.store.sqlite import SqliteStore, files, log
from casinowar.store.sqlite.commits import Committer
from casinowar.store.sqlite.writer import ThreadWriter
from tests.kit.writes import add_table, events, written

ROWS = 50
WRITES = 60
WAIT_SECONDS = 20
LOCKS = Path("/proc/locks")


@pytest.fixture
async def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SqliteStore]:
    monkeypatch.setattr(log, "COPY_ROWS", ROWS)
    opened = SqliteStore(tmp_path / "tables.db")
    await add_table(opened)
    yield opened
    await opened.close()


async def write(store: SqliteStore, writes: int = WRITES) -> None:
    version = await store.version("t1")
    for number in range(writes):
        await written(store, events(version + 3 * number, 3))


def committer_of(store: SqliteStore) -> Committer:
    assert isinstance(store._writer, ThreadWriter)
    return store._writer._committer


def log_bytes(store: SqliteStore) -> int:
    return store.path.with_name(store.path.name + "-wal").stat().st_size


def in_the_file(store: SqliteStore, folder: Path) -> int:
    """How many events the file holds without its log."""
    alone = folder / "alone.db"
    alone.write_bytes(store.path.read_bytes())
    connection = sqlite3.connect(f"{alone.as_uri()}?immutable=1", uri=True)
    found: int = connection.execute("SELECT count(*) FROM events").fetchone()[0]
    connection.close()
    return found


def copiers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "casinowar-log"]


def slow_copies(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Let copies take a while; set when one has begun."""
    copy, began = log._copy, threading.Event()

    def slow(connection: sqlite3.Connection) -> int:
        began.set()
        threading.Event().wait(0.2)
        return copy(connection)

    monkeypatch.setattr(log, "_copy", slow)
    return began


def wait_for_copies() -> None:
    for thread in copiers():
        thread.join()


async def test_the_log_is_copied_and_begins_anew(store: SqliteStore, tmp_path: Path) -> None:
    sizes = list[int]()
    for _ in range(5):
        await write(store)
        for _ in range(ROWS):  # with moments without commits
            await write(store, 1)
            await asyncio.sleep(0.01)
        sizes.append(log_bytes(store))
    assert sizes[-1] < 3 * sizes[0]  # it would be five times as long
    assert in_the_file(store, tmp_path) > 4 * 3 * (WRITES + ROWS)


@pytest.mark.parametrize(
    ("lengths", "passes"),
    [
        pytest.param((10, 10), 2, id="a quiet moment"),
        pytest.param((10, 30, 35, 35), 4, id="growing for a while"),
        pytest.param(range(10, 10_000), 1 + log.PASSES, id="always growing"),
    ],
)
async def test_what_is_added_meanwhile_is_copied_too(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, lengths: Iterable[int], passes: int
) -> None:
    grows, done = iter(lengths), list[int]()

    def copied(_: sqlite3.Connection) -> int:
        done.append(next(grows))
        return done[-1]

    monkeypatch.setattr(log, "_copy", copied)
    log.Log(store.path)._copy_most()
    assert len(done) == passes


async def test_a_log_without_a_quiet_moment_is_copied_by_whoever_writes(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "PASSES", 0)
    monkeypatch.setattr(log, "LONG_PAGES", 1)
    copy, by = log._copy, list[str]()

    def copied(connection: sqlite3.Connection) -> int:
        by.append(threading.current_thread().name)
        return copy(connection)

    monkeypatch.setattr(log, "_copy", copied)
    await write(store)
    before = log_bytes(store)
    await write(store, 4 * WRITES)
    assert log_bytes(store) < 2 * before
    assert 0 < by.count("casinowar-writer") <= by.count("casinowar-log")


async def test_no_commit_waits_for_a_copy(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, end = list[str](), threading.Event()

    def slow(_: sqlite3.Connection) -> int:
        began.append(threading.current_thread().name)
        end.wait()
        return 0

    monkeypatch.setattr(log, "_copy", slow)
    try:
        async with asyncio.timeout(WAIT_SECONDS):
            await write(store, 3 * WRITES)
        assert began == ["casinowar-log"]
        assert len(copiers()) == 1
    finally:
        end.set()


async def test_no_commit_copies_the_log_by_itself(store: SqliteStore) -> None:
    committer = committer_of(store)
    assert committer._connection is not None
    [pages] = committer._connection.execute("PRAGMA wal_autocheckpoint").fetchone()
    assert pages == files.CHECKPOINT_PAGES > 2 * log.LONG_PAGES


async def test_the_process_that_writes_copies_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "COPY_ROWS", ROWS)
    opened = SqliteStore(tmp_path / "tables.db", lambda: None)
    await add_table(opened)
    await write(opened)
    for _ in range(ROWS):
        await write(opened, 1)
        await asyncio.sleep(0.01)
    assert in_the_file(opened, tmp_path) > WRITES
    await opened.close()


async def test_a_thread_that_cannot_be_started_is_tried_again(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = threading.Thread.start

    def fail(thread: threading.Thread) -> None:
        if thread.name == "casinowar-log":
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", fail)
    async with asyncio.timeout(WAIT_SECONDS):
        await write(store)
    monkeypatch.setattr(threading.Thread, "start", start)
    await write(store)
    wait_for_copies()
    assert in_the_file(store, tmp_path) > 3 * WRITES


async def test_the_log_is_not_copied_into_another_database(
    store: SqliteStore, tmp_path: Path
) -> None:
    await write(store)
    wait_for_copies()
    before = in_the_file(store, tmp_path)
    Path(shutil.copy(store.path, tmp_path / "backup.db")).replace(store.path)
    await write(store)
    wait_for_copies()
    assert in_the_file(store, tmp_path) == before


@pytest.mark.skipif(not LOCKS.exists(), reason="the system does not list its locks")
async def test_a_database_that_is_opened_again_during_a_copy_stays_locked(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = slow_copies(monkeypatch)
    await write(store)
    assert began.is_set()
    committer = committer_of(store)
    committer._drop()
    committer._connected()
    inode = f":{store.path.stat().st_ino} "
    assert [line for line in LOCKS.read_text().splitlines() if inode in line and "POSIX" in line]


async def test_a_copy_that_fails_loses_nothing(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path) -> sqlite3.Connection:
        raise sqlite3.OperationalError(f"disk I/O error: {path}")

    await write(store)
    wait_for_copies()
    before = in_the_file(store, tmp_path)
    assert before
    monkeypatch.setattr(log, "open_copier", fail)
    await write(store)
    assert in_the_file(store, tmp_path) == before
    monkeypatch.setattr(log, "open_copier", files.open_copier)
    await write(store)
    assert await store.version("t1") == 9 * WRITES
    await store.close()
    again = SqliteStore(store.path)
    assert await again.version("t1") == 9 * WRITES
    await again.close()


async def test_nothing_is_copied_after_the_end(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = slow_copies(monkeypatch)
    await write(store, ROWS)
    assert began.is_set()
    await store.close()
    assert not copiers()
    assert not store.path.with_name(store.path.name + "-wal").exists()
