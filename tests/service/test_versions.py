"""Clients are sent events as they are written today, whichever version is stored.

No event has an old version yet, so this one is invented. Planted once and caught here: bodies as
they are stored, to a client that returns, and to watchers.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from casinowar.store.sqlite.statements import insert
from casinowar.table import commands as c
from casinowar.wire.upcasts import UPCASTS
from tests.kit.casino import Client, Rooms, open_casino, sit
from tests.kit.memory_store import MemoryStore

TABLE = "washington"


def _from_zero(written: dict[str, Any]) -> dict[str, Any]:
    """Version 0 called the player "who"."""
    rest = {name: value for name, value in written.items() if name != "who"}
    return rest | {"player": written["who"], "version": 1}


@pytest.fixture(autouse=True)
def _invented(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(UPCASTS, ("seat_left", 0), _from_zero)


async def old_seat_left(rooms: Rooms, store: MemoryStore) -> tuple[Client, int]:
    """Somebody sat down and left, and the leaving is stored as version 0; its number."""
    client = await rooms.client(TABLE)
    await client.must(sit(1))
    await client.must(c.LeaveSeat(seat=1))
    stream = store.data.events[TABLE]
    number, body = next(
        (row.version, json.loads(row.body)) for row in stream if b'"seat_left"' in row.body
    )
    assert body["player"] == client.person.id
    body |= {"who": body.pop("player"), "version": 0}
    row = stream[number - 1]._replace(body=json.dumps(body).encode())
    store.hall.put_event(TABLE, row)
    return client, number


def seat_left(frames: list[dict[str, Any]]) -> dict[str, Any]:
    """The event among frames of events."""
    told: list[dict[str, Any]] = [event for frame in frames for event in frame["events"]]
    [found] = [event for event in told if event["name"] == "seat_left"]
    return found


async def test_a_client_that_returns_gets_newest_versions(tmp_path: Path) -> None:
    store = MemoryStore()
    async with open_casino(tmp_path, store) as rooms:
        client, number = await old_seat_left(rooms, store)
        again = await rooms.socket(TABLE, client.person, client.token, last=number - 1)
        told = seat_left(again.told.of("events"))
        assert (told["version"], told["player"], told["seat"]) == (1, client.person.id, 1)
        first = again.told.of("events")[0]
        assert (first["first"], first["version"]) == (number, len(store.data.events[TABLE]))


async def test_watchers_of_another_process_get_newest_versions(tmp_path: Path) -> None:
    store = MemoryStore()
    async with open_casino(tmp_path, store) as rooms:
        client, number = await old_seat_left(rooms, store)
        later = store.data.events_of(TABLE, number - 1)
        connection = store.hall.connection
        before = "DELETE FROM events WHERE table_id = ? AND version >= ?"
        connection.execute(before, (TABLE, number))
        version = "UPDATE tables SET version = ? WHERE table_id = ?"
        connection.execute(version, (number - 1, TABLE))
        other = MemoryStore(store.hall)
        async with open_casino(tmp_path, other) as elsewhere:
            watcher = await elsewhere.socket(TABLE, client.person, client.token)
            insert(connection, "events", [(TABLE, *row) for row in later])
            connection.execute(version, (later[-1].version, TABLE))
            host = watcher.connection.host
            await host.run(host.writer.refresh)
            told = seat_left(watcher.told.of("events"))
            assert (told["version"], told["player"]) == (1, client.person.id)
