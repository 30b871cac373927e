"""SQLite's WAL-reset bug: commits that are lost when two connections copy the log.

Up to SQLite 3.51.2 a connection that copies the log while another one commits can lose commits that
were acknowledged, and corrupt an index. The service leaves the copying to the connection that
writes. Here it writes as fast as it can while everything that an operator may do runs beside it:
backups, checks, a new sealing key. With ``copies``, a connection beside it copies the log all the
time: what must never happen.
"""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from casinowar.store.backup import backup, check_database
from casinowar.store.sealed_seeds import open_seeds
from casinowar.store.sqlite import SqliteStore, commits
from tests.crash.books import Violation
from tests.kit.writes import add_table, events, sealed_seed, written

TABLES = 8


COPIER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=10.0)
while True:
    try:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    except sqlite3.Error:
        pass
"""


def _copying(path: Path) -> subprocess.Popen[bytes]:
    """A process that copies the log of a database all the time."""
    return subprocess.Popen([sys.executable, "-c", COPIER, str(path)])


async def _operate(url: str, folder: Path, until: threading.Event) -> None:
    number = 0
    while not until.is_set():
        number += 1
        await backup(url, folder / f"backup{number}")
        (folder / f"backup{number}").unlink()
        await check_database(url)
        async with open_seeds(url) as seeds:
            await seeds.reseal("t1", [sealed_seed(1, b"%d" % number)])


async def attack_log(folder: Path, seconds: float, *, copies: bool = False) -> dict[str, object]:
    """Write for a while with others beside it; raises a Violation if something is gone."""
    path, until = folder / "tables.db", threading.Event()
    store, names = SqliteStore(path), [f"t{number}" for number in range(TABLES)]
    before, commits.COPY_ROWS = commits.COPY_ROWS, 10**9 if copies else 1  # 1: after every commit
    for name in names:
        await add_table(store, name)
    url = f"sqlite:///{path}"
    others: list[Callable[[], None]] = [lambda: asyncio.run(_operate(url, folder, until))]
    threads = [threading.Thread(target=other) for other in others if not copies]
    copying = [_copying(path) for _ in range(2) if copies]
    for thread in threads:
        thread.start()
    limit = time.monotonic() + seconds
    versions = dict.fromkeys(names, 0)

    async def play(name: str) -> None:
        while time.monotonic() < limit:
            await written(store, events(versions[name], 3, table=name))
            versions[name] += 3

    try:
        await asyncio.gather(*map(play, names))
    finally:
        until.set()
        for thread in threads:
            thread.join()
        for process in copying:
            process.kill()
            process.wait()
        commits.COPY_ROWS = before
        await store.close()
    with closing(sqlite3.connect(path)) as connection:
        sql = "SELECT count(*) FROM events WHERE table_id = ?"
        stored = {name: connection.execute(sql, (name,)).fetchone()[0] for name in names}
        [sound] = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if sound != "ok" or stored != versions:
        raise Violation(
            f"{sum(versions.values())} events were acknowledged, {stored} are there: {sound}"
        )
    return {"sqlite": sqlite3.sqlite_version, "events": sum(versions.values()), "seconds": seconds}
