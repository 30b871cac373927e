"""SQLite with a process of its own that writes: how it starts, ends and is lost.

What it writes is under the same tests as every store (``places.py``). Planted once and caught here:
a writer that keeps a listening socket or standard output; that dies of a signal to the whole group;
whose end nobody notices or waits for; whose lock goes with the service; that drops what is queued
when it is closed; that ends because of work that it cannot read.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from casinowar.errors import InputError
from casinowar.framing import Frames, framed
from casinowar.store.port import StoreError, Written
from casinowar.store.sqlite import SqliteStore, files, process
from casinowar.store.sqlite.commits import GROUP_MAX
from casinowar.store.sqlite.process import ProcessWriter
from tests.kit.process import is_running
from tests.kit.writes import add_table, events, written

LARGE = 400  # events in a write: more than a socket takes at once


class Apart(SqliteStore):
    """A store that remembers whether its writer was lost."""

    def __init__(self, path: Path) -> None:
        self.lost = asyncio.Event()
        super().__init__(path, self.lost.set)

    @property
    def writer(self) -> ProcessWriter:
        assert isinstance(self._writer, ProcessWriter)
        return self._writer


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Apart]:
    opened = Apart(tmp_path / "tables.db")
    yield opened
    await opened.close()


async def test_it_writes_and_ends_with_the_store(store: Apart) -> None:
    await add_table(store)
    await written(store, events(0, 3))
    assert await store.version("t1") == 3
    assert is_running(store.writer.pid)
    await store.close()
    assert not Path(f"/proc/{store.writer.pid}").exists()  # nor is it left as a zombie
    assert not store.lost.is_set()
    log = store.path.with_name("tables.db-wal")
    assert not log.exists() or log.stat().st_size == 0


async def test_more_than_a_socket_takes_at_once_is_written_in_order(store: Apart) -> None:
    tables = [f"t{n}" for n in range(30)]
    await asyncio.gather(*(add_table(store, table) for table in tables))
    done = await asyncio.gather(*(store.write(events(0, LARGE, table=table)) for table in tables))
    assert done == [Written()] * len(tables)
    assert [await store.version(table) for table in tables] == [LARGE] * len(tables)


async def test_what_waits_when_the_store_is_closed_is_still_written(store: Apart) -> None:
    await add_table(store)
    many = 3 * GROUP_MAX
    waiting = asyncio.gather(*(store.write(events(n)) for n in range(many)))
    await asyncio.sleep(0)
    await store.close()
    assert await waiting == [Written()] * many
    with pytest.raises(StoreError, match="closed"):
        await store.write(events(many))


async def test_work_that_cannot_be_read_fails_alone(store: Apart) -> None:
    await add_table(store)
    wrong = replace(events(0), at_ms=cast("int", "now"))
    results = await asyncio.gather(
        store.write(events(0)), store.write(wrong), store.write(events(1)), return_exceptions=True
    )
    assert [results[0], results[2]] == [Written(), Written()]
    assert isinstance(results[1], StoreError)
    assert not store.lost.is_set()


async def test_it_ends_where_nobody_is_told_of_children_that_end(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        (tmp_path / "text").write_text("something else entirely, and long enough " * 50)
        with pytest.raises(InputError, match="cannot be opened"):
            Apart(tmp_path / "text")
        async with asyncio.timeout(10):
            store = Apart(tmp_path / "tables.db")
            await store.close()
            assert not store.lost.is_set()
            store = Apart(tmp_path / "tables.db")
            os.kill(store.writer.pid, signal.SIGKILL)
            await store.lost.wait()
            await store.close()
    finally:
        signal.signal(signal.SIGCHLD, before)


async def test_a_writer_that_hangs_is_not_waited_for_without_end(
    store: Apart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "FINISH_SECONDS", 0.1)
    os.kill(store.writer.pid, signal.SIGSTOP)
    async with asyncio.timeout(10):
        await store.close()
    assert store.lost.is_set()


async def test_a_lost_writer_is_noticed_and_nobody_waits_for_ever(store: Apart) -> None:
    await add_table(store)
    os.kill(store.writer.pid, signal.SIGSTOP)
    waiting = asyncio.gather(*(store.write(events(n)) for n in range(3)), return_exceptions=True)
    await asyncio.sleep(0)
    os.kill(store.writer.pid, signal.SIGKILL)
    async with asyncio.timeout(10):
        assert [str(error) for error in await waiting] == [
            "the process that writes to the database has ended"
        ] * 3
        await store.lost.wait()
    with pytest.raises(StoreError, match="has ended"):
        await store.write(events(0))


async def test_signals_for_the_whole_service_do_not_end_it(store: Apart) -> None:
    await add_table(store)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        os.kill(store.writer.pid, number)
    await written(store, events(0))
    assert not store.lost.is_set()


async def test_it_keeps_no_socket_of_the_service(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = listener.getsockname()
        store = Apart(tmp_path / "tables.db")
    try:
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(address, timeout=5).close()
        kept = Path(f"/proc/{store.writer.pid}/fd").iterdir()
        assert sum(str(file.readlink()).startswith("socket:") for file in kept) == 1
        standard = [Path(f"/proc/{store.writer.pid}/fd/{file}").readlink() for file in (0, 1)]
        assert standard == [Path(os.devnull)] * 2
    finally:
        await store.close()


@pytest.mark.parametrize("name", ["nowhere/tables.db", "text"])
async def test_what_cannot_be_opened_is_told_by_the_store(tmp_path: Path, name: str) -> None:
    (tmp_path / "text").write_text("something else entirely, and long enough " * 50)
    with pytest.raises(InputError, match="cannot be opened"):
        Apart(tmp_path / name)
    (tmp_path / "text").unlink()
    await Apart(tmp_path / "text").close()  # the lock was released


KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from casinowar.store.sqlite import SqliteStore, files, process
from casinowar.store.sqlite.commits import GROUP_MAX
from tests.kit.process import is_running
from tests.kit.writes import add_table, events

async def main():
    store = SqliteStore(Path(sys.argv[1]), lambda: None)
    await add_table(store)
    for n in range(20):
        store._writer.submit((events(n * 100, 100),))
    print(store._writer.pid, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


async def test_the_next_service_waits_for_the_writer_of_one_that_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tables.db"
    monkeypatch.setattr(files, "LOCK_SECONDS", 0)  # that of a service that runs
    command = [sys.executable, "-c", KILLED, str(path)]
    killed = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    assert killed.returncode == -signal.SIGKILL
    store = Apart(path)
    try:
        assert not is_running(int(killed.stdout))
        version = await store.version("t1")
        assert version % 100 == 0
        await written(store, events(version))
        assert await store.check() == []
    finally:
        await store.close()


def test_frames_come_in_any_pieces() -> None:
    bodies = [b"", b"a", b"bc" * 300]
    sent = b"".join(map(framed, bodies))
    for size in (1, 2, 5, 100, len(sent)):
        frames = Frames()
        pieces = [sent[start : start + size] for start in range(0, len(sent), size)]
        assert [frame for piece in pieces for frame in frames.take(piece)] == bodies
