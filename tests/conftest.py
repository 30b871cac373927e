"""What applies to every test: generated examples are the same each time, without deadlines.

A PostgreSQL server is started for the first test that needs one, and removed at the end. Imported
and collected objects live to the end, so the garbage collector skips them.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import settings

from tests.kit.postgres import Postgres

settings.register_profile("same-everywhere", deadline=None, derandomize=True, database=None)
settings.load_profile("same-everywhere")
gc.disable()  # until everything is collected
LONGEST = ("tests/simulation/", "tests/web/", "tests/service/http/")
WAITING = ("tests/browser/", "tests/crash/")  # for browsers, processes and clocks


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):  # one of several parallel processes
        items[:] = in_parallel(items)


def in_parallel(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The order for parallel processes: the slowest files begin, and busy ones run beside others.

    Files that mostly wait are spread over the first two thirds, so that no core is idle.
    """
    files = dict[str, list[pytest.Item]]()
    for item in items:
        files.setdefault(item.nodeid.partition("::")[0], []).append(item)
    waiting = deque(name for name in files if name.startswith(WAITING))
    busy = [name for name in files if not name.startswith(WAITING)]
    busy.sort(key=lambda name: not name.startswith(LONGEST))
    between = max(1, 2 * len(busy) // (3 * len(waiting) or 1))
    order = list[str]()
    for number, name in enumerate(busy):
        if waiting and number % between == 0:
            order.append(waiting.popleft())
        order.append(name)
    return [item for name in (*order, *waiting) for item in files[name]]


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)
    gc.enable()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A throw-away PostgreSQL; each test makes a schema of its own."""
    server = Postgres()
    yield server
    server.remove()
