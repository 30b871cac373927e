"""Malformed messages for the socket of a table: rubbish, and real messages with something wrong."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import time
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from casinowar.table.commands import COMMANDS
from tests.kit.casino import open_casino
from tests.kit.client import Client, Guest, sign_up
from tests.kit.nursery import Nursery
from tests.kit.process import Service

TABLE = "skycity"
SOCKETS = 8
BATCH, BATCHES = 50, 20
GROWTH_MAX = 0.10
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 7, 2**31, 2**53, 2**63, 2**64, 1e308, 0.5, "", "x", "seat", "\0",
    "é" * 100, "\U0001f0a1", "a" * 5000, [], [[]], {}, {"command": "leave_seat"}, "NaN", "1e400",
    "../../etc", "%s%n", "'; DROP TABLE events; --", "<script>", "p_aaaaaaaaaaaaaaaaaaaa",
)  # fmt: skip
RAW = (
    "", " ", "{", "}", "[", "null", "true", "0", '"x"', "NaN", "Infinity", "1e400", "[]", "{}",
    '{"type":"ping"', '{"type":"ping"}}', '{"type":"ping","type":"hello"}', '{"a":NaN}',
    '{"type":"hello","last":1e400}', '{"type":"hello","last":-1}', '{"type":"hello","last":"1"}',
    '{"type":"command","id":"x","command":{"command":"buy_chips","seat":1,"cash_cents":1e400}}',
    '{"type":"command","id":"x","command":{"command":"buy_chips","seat":1,"seat":2}}',
    "[" * 5000, '{"a":' * 2000, "\ufeff{}", '"\\ud800"', '{"type":"\\ud800"}', "\x00" * 10,
)  # fmt: skip
TYPES = ("hello", "command", "ask", "ping", "welcome", "", "COMMAND")
FIELDS = ("type", "id", "command", "ask", "last", "views", "offers", "reason", "x")


def rubbish(random: Random) -> str:
    """A message that is wrong in some way, or right by accident."""
    luck = random.random()
    if luck < 0.2:
        return random.choice(RAW)
    message = _message(random)
    if luck < 0.7:
        return json.dumps(_wrong(message, random))
    text = json.dumps(message)
    if luck < 0.85:
        return text[: random.randint(0, len(text))]
    place = random.randint(0, len(text) - 1)
    return text[:place] + chr(random.choice((0, 34, 44, 92, 123, 125, 0x7F, 0xE9))) + text[place:]


def rubbish_bytes(random: Random) -> bytes:
    """The same, or bytes that are no text at all."""
    if random.random() < 0.002:
        return random.randbytes(random.choice((1, 10, 1000)))
    return rubbish(random).encode("utf-8", errors="surrogatepass")


def _message(random: Random) -> dict[str, Any]:
    kind = random.choice(TYPES)
    message: dict[str, Any] = {"type": kind}
    if kind in {"command", "ask"}:
        message["id"] = f"fuzz-{random.randint(0, 10**9)}"
    if kind == "ask":
        message["ask"] = random.choice(("view", "legal", "due", "snapshot", "shoe", "seed"))
    if kind == "command":
        name = random.choice(sorted(COMMANDS))
        fields = {"seat": random.choice((1, 2, 9, 0, -1)), "cards": 3, "cash_cents": 250}
        message["command"] = {"command": name, **dict(random.sample(list(fields.items()), 2))}
    return message


def _wrong(message: dict[str, Any], random: Random) -> Any:
    for _ in range(random.randint(1, 3)):
        target = message
        if isinstance(message.get("command"), dict) and random.random() < 0.6:
            target = message["command"]
        luck = random.random()
        if luck < 0.6 or not target:
            target[random.choice(list(target) or ["x"])] = deepcopy(random.choice(ODD))
        elif luck < 0.8:
            target.pop(random.choice(list(target)))
        else:
            target[random.choice(FIELDS)] = deepcopy(random.choice(ODD))
    return random.choice((message, message, message, [message], {"type": message}))


# --- without the network --------------------------------------------------------------------------


async def fuzz_connections(folder: Path, messages: int, *, seed: int = 0) -> dict[str, int]:
    """Send malformed messages past the network; the kinds of frames that answered them.

    Each is answered before the next one is sent, and afterwards the table is as good as new.
    """
    random, kinds = Random(seed), dict[str, int]()
    async with open_casino(folder) as rooms:
        client = await rooms.client(TABLE)
        for _ in range(messages):
            told = client.told
            told.frames.clear()
            client.connection._allowance.left = 10.0  # the speed limit has tests of its own
            message = rubbish_bytes(random)
            await client.connection.receive(message)
            assert told.frames, f"no answer to {message!r}"
            kind = told.frames[-1]["type"]
            kinds[kind] = kinds.get(kind, 0) + 1
            codes = [frame.get("code", "") for frame in told.frames]
            assert "service/store_failed" not in codes, message
            if told.closed is not None:
                client = await rooms.socket(TABLE, client.person, client.token)
        newcomer = await rooms.client(TABLE)  # rubbish may have sat down the other one by chance
        assert (await newcomer.give({"command": "take_seat", "seat": 5}))["ok"]
    return kinds


# --- against the real service ---------------------------------------------------------------------


async def fuzz_sockets(folder: Path, messages: int, *, seed: int = 0) -> dict[str, float]:
    """Send malformed messages over real sockets; every one is answered, and nothing grows.

    The speed limit of sockets is lifted; it has tests of its own.
    """
    began, random = time.perf_counter(), Random(seed)
    with Nursery(["tests.crash.plants:no_speed_limit"]) as nursery:
        service = Service(nursery, folder)
        await service.start()
        guests = [await sign_up(service.address) for _ in range(SOCKETS)]
        share = messages // SOCKETS // 2
        await _send_all(service, guests, share, random)  # what is kept once is kept now
        before = _memory_bytes(service)
        await _send_all(service, guests, messages // SOCKETS - share, random)
        after = _memory_bytes(service)
        client = Client(service.address, guests[0], TABLE, name="afterwards")
        await client.connect()
        assert (await client.ask("view"))["ok"]
        await client.close()
        log = service.log.read_text(encoding="utf-8")
        assert await service.stop() == 0, service.last_lines()
        for level in ("error", "critical"):
            assert f'"level": "{level}"' not in log, log[-3000:]
    growth = after / before - 1
    assert growth < GROWTH_MAX, f"memory grew by {growth:.1%}"
    seconds = round(time.perf_counter() - began, 1)
    return {"messages": messages, "growth": round(growth, 3), "seconds": seconds}


async def _send_all(service: Service, guests: list[Guest], each: int, random: Random) -> None:
    await asyncio.gather(
        *(_send(service, guest, each, Random(random.random())) for guest in guests)
    )


async def _send(service: Service, guest: Guest, count: int, random: Random) -> None:
    """Send messages in batches with a ping at the end of each, and wait for its pong."""
    while count > 0:
        async with connect(
            Client(service.address, guest, TABLE).url,
            additional_headers=guest.headers,
            compression=None,
            proxy=None,
            max_size=None,
        ) as socket:
            if random.random() < 0.9:
                await socket.send('{"type":"hello","offers":false}')
            with contextlib.suppress(ConnectionClosed):  # bytes that are no text end a socket
                for _ in range(BATCHES):
                    for _ in range(min(BATCH, count)):
                        count -= 1
                        await socket.send(rubbish_bytes(random), text=True)
                    await socket.send('{"type":"ping"}')
                    async with asyncio.timeout(60):
                        while json.loads(await socket.recv())["type"] != "pong":
                            pass


def _memory_bytes(service: Service) -> int:
    pages = Path(f"/proc/{service.pid}/statm").read_text(encoding="ascii").split()
    return int(pages[1]) * os.sysconf("SC_PAGE_SIZE")
