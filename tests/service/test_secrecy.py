"""Before a sealed shoe ends nobody learns its seed, a key or a card that is not dealt.

Everything that leaves the service while a shoe is played is looked through for what must stay
inside: frames to every role, answers over HTTP, exports, metrics, errors, what is logged, and every
plain column of the database. Planted once and caught here: a seed, and undealt cards
in a view.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from casinowar.service.http.metrics import Metrics
from casinowar.service.roles import Role
from casinowar.service.tables.shoes import Origin
from casinowar.store.row_layout import SHAPES
from tests.kit.casino import Rooms, open_casino
from tests.kit.memory_store import MemoryStore
from tests.service.test_sealed_tables import TABLE, Contributor, exported, play, sit

ASKED = ("view", "legal", "due", "snapshot")


def secrets_of(rooms: Rooms, folder: Path) -> dict[str, bytes]:
    """What must stay inside, in all the ways in which it could be written."""
    table = rooms.casino.hosts[TABLE].table
    vault, origin = rooms.casino.parts.vault, Origin("test", rooms.store.stream, TABLE)
    found = dict[str, bytes]()
    for number, sealed in table.shoes._sealed.items():
        seed = vault.open(origin, sealed).reveal()
        found[f"seed {number}"] = seed
    for name, path in (("sealing", "sealing-keys"), ("signing", "signing-7")):
        text = (folder / path).read_text().splitlines()[1]
        found[f"{name} key"] = bytes.fromhex(text.split()[2])
    return found


def assert_nothing(what: str, said: bytes, secrets: dict[str, bytes], cards: list[str]) -> None:
    for name, secret in secrets.items():
        assert secret not in said, f"{what} has {name}"
        assert secret.hex().encode() not in said.lower(), f"{what} has {name}"
    for joined in (" ".join(cards), '","'.join(cards), ",".join(cards), "".join(cards)):
        assert joined.encode() not in said, f"{what} has the cards to come"


def cards_to_come(rooms: Rooms) -> list[str]:
    table = rooms.casino.hosts[TABLE].table
    first = table.state.shoe.next_index
    return [str(table.shoe.card((first + at) % table.state.shoe.size)) for at in range(4)]


async def test_nothing_is_told_before_a_shoe_ends(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    store = MemoryStore()
    async with open_casino(tmp_path, store) as rooms:
        player = await sit(rooms, 2, contributes=True, views=True)
        roles = (Role.DEALER, Role.FLOORPERSON, Role.SURVEILLANCE, Role.ADMINISTRATOR)
        staff = [await rooms.client(TABLE, [role], views=True) for role in roles]
        await play(player, Contributor(player, 2, Random(5)), 9)
        secrets, cards = secrets_of(rooms, tmp_path), cards_to_come(rooms)
        assert len(secrets) > 8
        everybody = [player, *staff]
        for client in everybody:
            for number, question in enumerate(ASKED):
                await client.say(type="ask", id=f"ask.{number}", ask=question)
            await client.give({"command": "open_contribution", "seat": 2, "value": "0" * 64})
            await client.give({"command": "seal_contribution", "seat": 2, "commitment": "x"})
            assert_nothing("a frame", json.dumps(client.told.frames).encode(), secrets, cards)
            said = json.dumps(client.told.frames, separators=(",", ":")).encode()
            assert_nothing("a frame", said, secrets, cards)
        assert_nothing("an export", await exported(rooms, tmp_path), secrets, cards)
        assert_nothing("an export", await exported(rooms, tmp_path, shoe=1), secrets, cards)
        metrics = Metrics()
        metrics.watch(rooms.casino)
        assert_nothing("the metrics", metrics.text(), secrets, cards)
        host = rooms.casino.hosts[TABLE]
        for thing in (host.table.shoe, host.table.shoes, rooms.casino.parts.vault, host.table.log):
            assert_nothing("a repr", repr(thing).encode(), secrets, cards)
        for name, shape in SHAPES.items():
            rows: Any = store.hall.connection.execute(f"SELECT * FROM {name}").fetchall()
            for row in rows:
                for column, cell in zip(shape.columns, row, strict=False):
                    raw = cell if isinstance(cell, bytes) else str(cell).encode()
                    assert_nothing(f"{name}.{column}", raw, secrets, cards)
        said_aloud = capsys.readouterr()
        for what in (caplog.text, said_aloud.out, said_aloud.err):
            assert_nothing("the log", what.encode(), secrets, cards)
        shown = secrets["seed 1"].hex()
        await host.run(lambda: host.writer.itself(_close()))
        assert shown in json.dumps(player.told.frames)  # so it would have been found


def _close() -> Any:
    from casinowar.table import commands as c

    return c.CloseTable()
