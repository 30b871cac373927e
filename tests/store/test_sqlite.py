"""SQLite only: one process, durable settings, a disk that fails.

Planted once and caught here: ``synchronous=NORMAL``; results given before the commit; a group that
fails and takes the thread with it; a lock that is kept although its file is gone; a look that
leaves files behind, or copies the log of a service that was killed; a lock on the link instead of
the file; no look at the file after an unclean end.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from casinowar.errors import InputError
from casinowar.locks import beside
from casinowar.store.backup import backup, check_database
from casinowar.store.interface import StoreError, Written
from casinowar.store.open import open_store
from casinowar.store.sqlite import SqliteStore, database_file
from casinowar.store.sqlite.commits import Committer
from tests.kit.writes import add_table, event, events, grant, written


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = SqliteStore(tmp_path / "tables.db")
    yield opened
    await opened.close()


async def test_a_second_process_is_refused_until_the_first_has_gone(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    code = (
        "import asyncio, sys\nfrom casinowar.store.open import open_store\n"
        "async def main():\n"
        "    await open_store(sys.argv[1])\n    print('ready', flush=True)\n    sys.stdin.read()\n"
        "asyncio.run(main())"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", code, f"sqlite:///{path}"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"ready\n"
        with pytest.raises(InputError, match=r"tables\.db is in use by another casinowar process"):
            await open_store(f"sqlite:///{path}")
        other.kill()
    await (await open_store(f"sqlite:///{path}")).close()


async def test_a_store_that_is_closed_lets_the_next_one_in(tmp_path: Path) -> None:
    for _ in range(3):
        await SqliteStore(tmp_path / "tables.db").close()


async def test_a_store_that_is_closed_leaves_everything_in_one_file(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    await add_table(store)
    await written(store, events(0, 100))
    assert await store.version("t1") == 100  # somebody has read
    await store.close()
    log = tmp_path / "tables.db-wal"
    assert not log.exists() or log.stat().st_size == 0
    (tmp_path / "copy.db").write_bytes((tmp_path / "tables.db").read_bytes())
    copy = SqliteStore(tmp_path / "copy.db")
    assert await copy.version("t1") == 100
    await copy.close()


def contents(folder: Path) -> dict[str, bytes]:
    """Every file there; the index of the log may be made again by whoever reads."""
    return {
        path.name: b"" if path.name.endswith("-shm") else path.read_bytes()
        for path in folder.iterdir()
    }


async def look(path: Path, folder: Path) -> None:
    """Everything that reads a database from outside."""
    assert list(await check_database(f"sqlite:///{path}")) == []
    await backup(f"sqlite:///{path}", folder / "backup.db")
    (folder / "backup.db").unlink()


async def test_a_look_at_a_stopped_database_leaves_nothing_behind(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    path = folder / "tables.db"
    store = SqliteStore(path)
    await add_table(store)
    await written(store, events(0, 3))
    await store.close()
    before = contents(folder)
    assert {name for name in before if not name.endswith(".lock")} == {"tables.db"}
    await look(path, tmp_path)
    assert contents(folder) == before
    (folder / "tables.db-wal").touch()  # an older version left one
    await look(path, tmp_path)
    assert contents(folder) == before


async def test_a_look_after_a_crash_changes_nothing(tmp_path: Path) -> None:
    path, crashed = tmp_path / "tables.db", tmp_path / "crashed"
    store = SqliteStore(path)
    await add_table(store)
    await written(store, events(0, 3))
    crashed.mkdir()
    for file in tmp_path.glob("tables.db*"):
        shutil.copy(file, crashed)
    await look(path, tmp_path)  # beside the service, which goes on
    await written(store, events(3, 3))
    await store.close()
    before = contents(crashed)
    assert before["tables.db-wal"]
    await look(crashed / "tables.db", tmp_path)
    assert contents(crashed) == before
    again = SqliteStore(crashed / "tables.db")
    assert await again.version("t1") == 3
    await again.close()


async def test_a_damaged_file_is_refused_after_an_unclean_end(tmp_path: Path) -> None:
    path, crashed = tmp_path / "tables.db", tmp_path / "crashed.db"
    store = SqliteStore(path)
    await add_table(store)
    await written(store, *(events(100 * n, 100) for n in range(5)))
    await store.close()
    store = SqliteStore(path)
    await written(store, events(500))  # so that there is a log
    for end in ("", "-wal"):
        shutil.copy(beside(path, end), beside(crashed, end))
    await store.close()
    whole = crashed.read_bytes()
    await SqliteStore(crashed).close()
    body = event(250).body  # in the middle of the events: opening a file does not read it
    page = whole.index(body) // 4096 * 4096
    crashed.write_bytes(whole[:page] + bytes(4096) + whole[page + 4096 :])
    shutil.copy(tmp_path / "crashed.db", tmp_path / "clean.db")
    await SqliteStore(tmp_path / "clean.db").close()  # after a clean end nobody looks
    beside(crashed, "-wal").write_bytes(b"x")
    with pytest.raises(InputError, match=r"crashed\.db is damaged: .*Restore a backup"):
        SqliteStore(crashed)


async def test_a_link_does_not_let_a_second_service_in(tmp_path: Path) -> None:
    path, link = tmp_path / "tables.db", tmp_path / "other" / "link.db"
    link.parent.mkdir()
    store = SqliteStore(path)
    link.symlink_to(path)
    with pytest.raises(InputError, match="is in use by another casinowar process"):
        SqliteStore(link)
    await store.close()
    await SqliteStore(link).close()
    assert [file.name for file in link.parent.iterdir()] == ["link.db"]


async def test_commits_are_synced(store: SqliteStore) -> None:
    connection = committer_of(store)._connection
    assert connection is not None
    found = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in SETTINGS]
    assert found == list(SETTINGS.values())


SETTINGS = {"journal_mode": "wal", "synchronous": 2, "fullfsync": 1, "foreign_keys": 1}


def test_a_file_that_cannot_be_durable_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        database_file, "SYNCHRONOUS_FULL", 3
    )  # as if SQLite answered something else
    with pytest.raises(StoreError, match="cannot be used durably: synchronous is 2"):
        database_file.open_writer(tmp_path / "tables.db")


async def test_the_files_are_private(store: SqliteStore) -> None:
    await add_table(store)
    for path in store.path.parent.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path


@pytest.mark.parametrize("name", ["nowhere/tables.db", "folder", "text"])
async def test_what_cannot_be_opened_is_one_line(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "text").write_text("something else entirely, and long enough " * 50)
    with pytest.raises(InputError, match="cannot be opened"):
        await open_store(f"sqlite:///{tmp_path / name}")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("nowhere/tables.db", "the folder {folder}/nowhere does not exist"),
        ("text/tables.db", "the folder {folder}/text cannot be written: Not a directory"),
        ("locked.db", "{folder}/locked.db.lock cannot be written: Is a directory"),
    ],
)
async def test_a_lock_that_cannot_be_made_names_the_folder(
    tmp_path: Path, name: str, says: str
) -> None:
    (tmp_path / "text").touch()
    (tmp_path / "locked.db.lock").mkdir()
    with pytest.raises(InputError) as caught:
        await open_store(f"sqlite:///{tmp_path / name}")
    words = says.replace("{folder}", str(tmp_path))
    assert caught.value.reason == f"{tmp_path / name} cannot be opened: {words}"


# --- a disk that fails ----------------------------------------------------------------------------


class Failing:
    """A connection that fails where it is told to."""

    def __init__(self, connection: sqlite3.Connection, fails: Callable[[str], bool]) -> None:
        self.connection, self.fails = connection, fails

    def execute(self, sql: str, *rest: Any) -> sqlite3.Cursor:
        if self.fails(sql):
            raise sqlite3.OperationalError("disk I/O error")
        return self.connection.execute(sql, *rest)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)


def committer_of(store: SqliteStore) -> Committer:
    return store._writer._committer


def break_disk(store: SqliteStore, fails: Callable[[str], bool]) -> None:
    committer = committer_of(store)
    assert committer._connection is not None
    committer._connection = Failing(committer._connection, fails)  # type: ignore[assignment]


@pytest.mark.parametrize("where", ["BEGIN", "INSERT INTO events", "COMMIT"])
async def test_a_failed_group_fails_as_a_whole_and_the_next_one_works(
    store: SqliteStore, where: str
) -> None:
    await add_table(store)
    broken = True
    break_disk(store, lambda sql: broken and sql.startswith(where))
    results = await asyncio.gather(
        *(store.write(events(n)) for n in range(3)), return_exceptions=True
    )
    assert all(isinstance(result, StoreError) for result in results)
    assert "disk I/O error" in str(results[0])
    assert await store.version("t1") == 0
    broken = False
    await written(store, events(0), events(1))
    assert await store.version("t1") == 2
    assert await store.check() == []


async def test_a_full_disk_refuses_writes_and_keeps_what_it_has(store: SqliteStore) -> None:
    await add_table(store)
    connection = committer_of(store)._connection
    assert connection is not None
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages + 5}")
    version = 0

    async def fill_up() -> None:
        nonlocal version
        while True:
            await written(store, events(version, 20))
            version += 20

    with pytest.raises(StoreError, match="full"):
        await fill_up()
    assert version > 0
    assert await store.version("t1") == version
    connection.execute("PRAGMA max_page_count = 100000")
    await written(store, events(version, 20))
    assert await store.check() == []


async def test_a_database_that_cannot_be_opened_again_says_so_until_it_can(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await add_table(store)
    break_disk(store, lambda sql: sql == "COMMIT")

    def cannot(_: Path) -> sqlite3.Connection:
        raise InputError("database", "the disk is gone")

    with monkeypatch.context() as patched:
        patched.setattr("casinowar.store.sqlite.commits.open_writer", cannot)
        with pytest.raises(StoreError, match="disk I/O error"):
            await store.write(events(0))
        for _ in range(2):
            with pytest.raises(StoreError, match="the disk is gone"):
                await store.write(events(0))
    assert await store.write(events(0)) == Written()


async def test_nothing_is_acknowledged_before_the_commit(store: SqliteStore) -> None:
    seen: list[bool] = []

    def at_commit(sql: str) -> bool:
        if sql == "COMMIT":
            seen.append(task.done())
        return False

    break_disk(store, at_commit)
    task = asyncio.create_task(store.write(grant("p_a", 1)))
    await task
    assert seen == [False]


async def test_writes_share_commits(store: SqliteStore) -> None:
    commits: list[str] = []

    def count(sql: str) -> bool:
        commits.extend([sql] if sql == "COMMIT" else [])
        return False

    break_disk(store, count)
    tables = [f"t{n}" for n in range(100)]
    await asyncio.gather(*(add_table(store, table) for table in tables))
    await asyncio.gather(*(store.write(events(0, table=table)) for table in tables))
    assert len(commits) < 20


async def test_reading_does_not_wait_for_a_long_search(store: SqliteStore) -> None:
    slow = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    await add_table(store)
    searching = asyncio.create_task(store.ask(f"{slow} LIMIT 1 OFFSET 20000000"))
    await asyncio.sleep(0.01)
    assert await store.version("t1") == 0
    assert not searching.done()
    while not searching.done():  # an interrupt before the search has begun changes nothing
        for connection in list(store._connections):
            connection.interrupt()
        await asyncio.sleep(0.01)
    with pytest.raises(StoreError):
        await searching


# --- URLs -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("mysql://me:secret@host/db", "'mysql' is not a database"),
        ("tables.db", "is not a database"),
        ("", "is not a database"),
        ("sqlite:///", "needs the path of a file"),
        ("sqlite://tables.db", "'sqlite' is not a database: use sqlite:///"),
    ],
)
async def test_other_urls_are_refused_in_one_line(url: str, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        await open_store(url)
    assert reason in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_lock_whose_file_was_withdrawn_is_taken_again(tmp_path: Path) -> None:
    """Two processes waited for one that withdrew: only one of them may have the database."""
    first = database_file.lock(tmp_path / "tables.db")
    with ThreadPoolExecutor(1) as waiting:
        second = waiting.submit(database_file.lock, tmp_path / "tables.db")
        time.sleep(0.1)  # it waits for the file that is about to go
        first.withdraw()
        lock = second.result()
    assert lock.path.exists()
    with pytest.raises(database_file.InUseError):
        database_file.lock(tmp_path / "tables.db")
    lock.release()
