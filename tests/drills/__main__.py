"""``python -m tests.drills``: the service behind the proxies of the docs.

``python -m tests.drills processes`` plays just the scenes with three processes.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.drills import processes
from tests.drills.nginx import program
from tests.drills.proxy import SCENES
from tests.kit.nursery import Nursery
from tests.kit.postgres import Postgres

TABLES = 24


async def run(nursery: Nursery) -> None:
    """Play every scene, each in a folder of its own."""
    for scene in SCENES:
        began = time.perf_counter()
        with tempfile.TemporaryDirectory(prefix="cw-") as folder:
            await scene(nursery, Path(folder))
        print(f"{scene.__name__}: {time.perf_counter() - began:.1f} s", flush=True)


async def run_processes(nursery: Nursery, server: Postgres) -> None:
    """Three processes behind each proxy that is installed."""
    for proxy in processes.PROXIES:
        if words := processes.missing(proxy):
            print(f"skipped: {words}")
            continue
        for scene in processes.SCENES:
            database = server.url(await server.new_schema())
            with tempfile.TemporaryDirectory(prefix="cw-") as folder:
                report = await scene(nursery, Path(folder), database, proxy, TABLES)
            print(f"{scene.__name__} behind {proxy}: {report}", flush=True)


def main() -> int:
    """Run all scenes; 1 if one fails, 0 also where there is no nginx."""
    if program() is None:
        print("skipped: nginx not found: apt-get install nginx")
        return 0
    with Nursery() as nursery:
        if sys.argv[1:] != ["processes"]:
            asyncio.run(run(nursery))
        server = Postgres()
        try:
            asyncio.run(run_processes(nursery, server))
        finally:
            server.remove()
    return 0


if __name__ == "__main__":
    sys.exit(main())
