"""``python -m tests.drills``: the service behind nginx, with the configuration of the docs."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.drills.nginx import program
from tests.drills.proxy import SCENES
from tests.kit.nursery import Nursery


async def run(nursery: Nursery) -> None:
    """Play every scene, each in a folder of its own."""
    for scene in SCENES:
        began = time.perf_counter()
        with tempfile.TemporaryDirectory(prefix="cw-") as folder:
            await scene(nursery, Path(folder))
        print(f"{scene.__name__}: {time.perf_counter() - began:.1f} s", flush=True)


def main() -> int:
    """Run all scenes; 1 if one fails, 0 also where there is no nginx."""
    if program() is None:
        print("skipped: nginx not found: apt-get install nginx")
        return 0
    with Nursery() as nursery:
        asyncio.run(run(nursery))
    return 0


if __name__ == "__main__":
    sys.exit(main())
