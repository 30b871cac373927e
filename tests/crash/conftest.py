"""Processes that the crash tests share. Each test has a folder, or a database, of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.kit.nursery import Nursery
from tests.kit.postgres import Postgres


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    with Nursery() as shared:
        yield shared


@pytest.fixture(params=["sqlite", "postgres"])
async def database(request: pytest.FixtureRequest) -> str:
    """The URL of a new database; empty: a SQLite file in the folder of the service."""
    if request.param == "sqlite":
        return ""
    server: Postgres = request.getfixturevalue("postgres")
    return server.url(await server.new_schema())
