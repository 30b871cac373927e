"""Fixtures: a place for a store, once for each kind; and a store in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest

from casinowar.store import Store
from tests.kit.postgres import Postgres
from tests.store.places import DATABASES, PLACES, Database, Place, Server


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Server:
    """The PostgreSQL of the tests, when it is called."""
    return lambda: cast("Postgres", request.getfixturevalue("postgres"))


@pytest.fixture(params=PLACES)
async def place(request: pytest.FixtureRequest, tmp_path: Path, server: Server) -> Place:
    """An empty place for a store."""
    return await PLACES[request.param](tmp_path, server)


@pytest.fixture
async def store(place: Place) -> AsyncIterator[Store]:
    """A store in an empty place."""
    opened = await place.open()
    yield opened
    await opened.close()


@pytest.fixture(params=DATABASES)
async def database(request: pytest.FixtureRequest, tmp_path: Path, server: Server) -> Database:
    """An empty database."""
    return await DATABASES[request.param](tmp_path, server)
