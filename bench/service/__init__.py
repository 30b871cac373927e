"""The service under load: a real server, a cheap client in C, and named peers in the same run.

``setting`` makes a database with tables and guests, ``server`` runs the service on it (``child`` is
its process), ``load`` the clients, ``raw`` commits the same rows without a service; ``arena`` puts
them together. The modules in ``NAMES`` are measurements.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from importlib import import_module

from bench.ratio import Ratio

NAMES = ("throughput", "latency", "broadcast", "memory", "processes", "growth")


def run(names: Sequence[str] = NAMES) -> list[Ratio]:
    """The named measurements; none without a C compiler for the clients."""
    if shutil.which("gcc") is None:
        return []
    found = list[Ratio]()
    for name in names:
        found += import_module(f"bench.service.{name}").run()
    return found
