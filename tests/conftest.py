"""What applies to every test: generated examples are the same each time, without deadlines.

A PostgreSQL server is started for the first test that needs one, and removed at the end. Imported
and collected objects live to the end, so the garbage collector skips them. If files run in
parallel, the slowest ones begin.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.kit.postgres import Postgres

settings.register_profile("same-everywhere", deadline=None, derandomize=True, database=None)
settings.load_profile("same-everywhere")
gc.disable()  # until everything is collected
LONGEST = ("tests/simulation/", "tests/crash/", "tests/browser/", "tests/web/")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):  # one of several parallel processes
        items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))


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
