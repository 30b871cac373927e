"""The memory of a socket and of an open table: how much the process grows with each."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from bench.ratio import Ratio
from bench.service.load import load
from bench.service.server import server
from bench.service.setting import OWNER, config_of, prepare, sqlite_url
from casinowar.service.http.metrics import Metrics
from casinowar.service.http.wiring import _assemble, open_keys, open_signer
from casinowar.store.open import open_store

SOCKETS, STEPS = 1000, 5
TABLES = 300
SOCKET_BYTES, TABLE_BYTES = 40_000, 15_000


def run() -> list[Ratio]:
    """How many fit into a megabyte."""
    return [
        _ratio("sockets in memory", "40 kB each", socket_bytes(), SOCKET_BYTES),
        _ratio("open tables in memory", "15 kB each", table_bytes(), TABLE_BYTES),
    ]


def _ratio(what: str, peer: str, ours: float, most: float) -> Ratio:
    what = f"{what}: {ours / 1000:.1f} kB"
    return Ratio(what=what, peer=peer, unit="per MB", ours=1e6 / ours, theirs=1e6 / most, least=1)


def socket_bytes() -> float:
    """A viewer's socket."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        config = config_of(sqlite_url(folder), folder)
        guests = prepare(config, 20, SOCKETS + 140)[140:]
        running = stack.enter_context(server(config))
        points, each = list[tuple[float, float]](), SOCKETS // STEPS
        for step in range(STEPS):
            some = guests[step * each : (step + 1) * each]
            clients = stack.enter_context(load(running.plan(some)))
            clients.run(0.3, 1)
            points.append(((step + 1) * each, running.resident_bytes()))
        return slope(points)


def table_bytes() -> float:
    """A table where two players sit, with its shoe."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        config = config_of(sqlite_url(folder), folder)
        guests = prepare(config, TABLES, 2 * TABLES)
        with server(config) as running, load(running.plan(guests)) as clients:
            clients.run(5)
        command = [sys.executable, "-m", "bench.service.memory", name]
        return float(subprocess.check_output(command, text=True))


async def _table_slope(folder: Path) -> float:
    """Open the tables of a database one by one in this process.

    Only what Python holds is counted: the database's cache of pages grows as well, but not for
    ever, and tables share it.
    """
    config = config_of(sqlite_url(folder), folder)
    store = await open_store(config.database_url())
    keys = await open_keys(store, config.key_path())
    # not started: no table is open yet
    signer = await open_signer(store, config.signing_path())
    casino = _assemble(config, store, keys, signer, Metrics(), None).casino
    points = list[tuple[float, float]]()
    tracemalloc.start()
    played = [row.table for row in await store.tables() if row.owner == OWNER]
    for number, table in enumerate(played, 1):
        host = await casino.host(table)
        await host.run(host.time_up)  # with its shoe
        assert host.table.view()
        if number % (TABLES // STEPS) == 0:
            gc.collect()
            points.append((number, tracemalloc.get_traced_memory()[0]))
    return slope(points)


def slope(points: Sequence[tuple[float, float]]) -> float:
    """The slope of the line through some points, by least squares."""
    x_mean = sum(x for x, _ in points) / len(points)
    y_mean = sum(y for _, y in points) / len(points)
    above = sum((x - x_mean) * (y - y_mean) for x, y in points)
    return above / sum((x - x_mean) ** 2 for x, _ in points)


if __name__ == "__main__":
    print(asyncio.run(_table_slope(Path(sys.argv[1]))))
