"""A prepared database, the service on it, and the raw loop on a copy: used by most measurements."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.service.load import Load, load
from bench.service.raw import Raw, raw
from bench.service.server import Server, server
from bench.service.setting import config_of, copy_of, prepare, sqlite_url


@dataclass(frozen=True, slots=True)
class Arena:
    """The service, its clients, and the raw loop, which has committed all that was before."""

    server: Server
    load: Load
    raw: Raw


@contextmanager
def arena(tables: int, sockets: int, *, offers: bool = False) -> Iterator[Arena]:
    """So many sockets at so many tables, up to seven of them seated at each."""
    with tempfile.TemporaryDirectory(prefix="casinowar-bench-") as name:
        folder = Path(name)
        config = config_of(sqlite_url(folder), folder)
        guests = prepare(config, tables, sockets)
        copy = copy_of(folder / "bench.db", "raw.db")
        with (
            server(config) as running,
            raw(copy) as loop,
            load(running.plan(guests), offers=offers) as clients,
        ):
            loop.commit(running.groups())
            yield Arena(running, clients, loop)
