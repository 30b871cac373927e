"""A table with played rounds, and those who look at its record."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest_asyncio

from casinowar.service.history.access import Viewer
from casinowar.service.roles import Role
from casinowar.service.tables.settings import TableSettings
from tests.kit.memory_store import MemoryStore
from tests.kit.records import Records
from tests.kit.service import Players, played_table

ROUNDS = 60
FLOOR = Viewer(person="p_floor", roles={Role.FLOORPERSON})
DEALER = Viewer(person="p_dealer", roles={Role.DEALER})
STRANGER = Viewer(person="p_stranger", roles={Role.PLAYER})


async def steps_of(records: Records, id_: str, viewer: Viewer) -> dict[str, Any]:
    """A past round step by step."""
    shown: dict[str, Any] = await records.steps(id_, viewer)
    return shown


@dataclass(slots=True)
class Played:
    """A store with one table, its players, and its record."""

    store: MemoryStore
    players: Players
    records: Records

    def viewer(self, seat: int) -> Viewer:
        return Viewer(person=self.players.actor(seat).person, roles={Role.PLAYER})


@pytest_asyncio.fixture
async def played(tmp_path: Path) -> AsyncIterator[Played]:
    store = MemoryStore()
    settings = TableSettings(house="wisconsin")
    players = await played_table(store, tmp_path, settings, ROUNDS)
    yield Played(store, players, Records(store))
    await players.host.stop()
