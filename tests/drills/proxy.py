"""What must hold behind the proxy of the docs: each scene is a real nginx and a real service.

A scene raises AssertionError if something does not hold. ``SCENES`` is all of them.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from base64 import b64encode
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from tests.crash.books import Auditor
from tests.crash.players import Player, finish
from tests.drills.nginx import ELSEWHERE, HERE, NAME, ORIGIN, Front, behind_nginx
from tests.kit.client import AGE_YEARS, Client, Guest
from tests.kit.nursery import Nursery

TABLE = "washington"
DROPPED_SECONDS = 10.0
FOREIGN = ("https://evil.example", f"http://{NAME}", f"{ORIGIN}.evil.example", "null", None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Browser(Guest):
    """Somebody whose session is in a cookie, on a page of the house."""

    @property
    def headers(self) -> dict[str, str]:
        """What a browser sends."""
        return {"Cookie": f"casinowar={self.token}", "Origin": ORIGIN}


async def guest(front: Front) -> Browser:
    """A new guest of the page, old enough for every house."""
    async with front.http(origin=ORIGIN) as http:
        answer = await http.post("/api/guest", json={})
        assert answer.status_code == 201, answer.text
        said = answer.json()
        made = Browser(person=said["me"]["person"], name=said["me"]["name"], token=said["token"])
        body = {"age_years": AGE_YEARS}
        stated = await http.patch("/api/me", json=body, headers=made.headers)
        assert stated.status_code == 200, stated.text
    return made


def at_table(front: Front, somebody: Guest, table: str = TABLE, name: str = "c") -> Client:
    """A client that reaches a table through the proxy."""
    client = Client(ORIGIN, somebody, table, name=name)
    client.dial = front.dial
    return client


async def socket_status(front: Front, **headers: str) -> int:
    """The HTTP status of an attempt to open a socket; 101 if it opens."""
    url = f"wss://{NAME}/api/tables/{TABLE}/socket"
    try:
        async with connect(url, additional_headers=headers, proxy=None, **front.dial):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


# --- scenes ---------------------------------------------------------------------------------------


async def page_and_sign_in(nursery: Nursery, folder: Path) -> None:
    """The page comes over TLS alone; the cookie is Secure; monitoring is for this machine."""
    async with behind_nginx(nursery, folder) as front:
        async with front.plain() as http:
            moved = await http.get("/lobby?x=1")
            assert moved.status_code == 301
            assert moved.headers["location"] == f"{ORIGIN}/lobby?x=1"
        async with front.http() as http:
            page = await http.get("/")
            assert page.status_code == 200
            assert page.headers["content-type"].startswith("text/html")
            assert "max-age" in page.headers["strict-transport-security"]
            made = await http.post("/api/guest", json={})
            cookie = made.headers["set-cookie"].split("; ")
            assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie), cookie
            assert (await http.get("/metrics")).text.startswith("# HELP")
        async with front.http(source=ELSEWHERE) as http:
            assert (await http.get("/metrics")).status_code == 403
            assert (await http.get("/healthz")).status_code == 200


async def a_round(nursery: Nursery, folder: Path) -> None:
    """A browser plays over a socket until a round of theirs is in the record."""
    async with behind_nginx(nursery, folder) as front:
        client = at_table(front, await guest(front))
        player = Player(client, Random(1))
        await client.connect()
        found = list[Any]()
        async with asyncio.timeout(60), front.http(Cookie=client.guest.headers["Cookie"]) as http:
            while not found:
                await player.act()
                found = (await http.get("/api/rounds")).json()["rounds"]
        assert found[0]["table"] == TABLE
        await client.close()


async def origins(nursery: Nursery, folder: Path) -> None:
    """A page of the house may use the cookie; pages of other sites may not."""
    async with behind_nginx(nursery, folder) as front:
        browser = await guest(front)
        cookie = {"Cookie": browser.headers["Cookie"]}
        assert await socket_status(front, **browser.headers) == 101
        async with front.http(**cookie) as http:
            named = await http.patch("/api/me", json={"name": "Bo"}, headers={"Origin": ORIGIN})
            assert named.status_code == 200, named.text
            for origin in FOREIGN:
                said = {} if origin is None else {"Origin": origin}
                refused = await http.patch("/api/me", json={"name": "Eve"}, headers=said)
                assert refused.status_code == 403, (origin, refused.text)
                assert await socket_status(front, **cookie, **said) == 403, origin
            assert (await http.get("/api/me")).json()["name"] == "Bo"


async def forged_addresses(nursery: Nursery, folder: Path) -> None:
    """What a client says of its address or its scheme changes nothing, here or past the proxy."""
    options = ("--guests-per-hour", "2", "--sockets-per-address", "2")
    async with behind_nginx(nursery, folder, *options) as front:
        assert await _guests(front.http(), 4) == [201, 201, 429, 429]
        assert await _guests(front.http(source=ELSEWHERE), 3) == [201, 201, 429]
        # straight to the service: only the proxy's own address is believed
        async with front.past(source="127.0.0.3", x_forwarded_proto="https") as http:
            made = await http.post("/api/guest", json={}, headers={"X-Forwarded-For": "192.0.2.1"})
            assert "Secure" not in made.headers["set-cookie"]
            token = made.json()["token"]
        assert await _guests(front.past(source="127.0.0.3"), 2) == [201, 429]
        bearer = {"Authorization": f"Bearer {token}"}
        url = f"wss://{NAME}/api/tables/{TABLE}/socket"
        opened = list[Any]()
        try:
            for number in range(2):
                forged = {**bearer, "X-Forwarded-For": f"192.0.2.{number}"}
                dial = {"additional_headers": forged, "proxy": None, **front.dial}
                opened.append(await connect(url, **dial))
            forged = {**bearer, "X-Forwarded-For": "192.0.2.9"}
            assert await socket_status(front, **forged) == 429
        finally:
            for socket in opened:
                await socket.close()


async def _guests(http: httpx.AsyncClient, count: int) -> list[int]:
    """The statuses of attempts to become a guest, each from an invented address."""
    statuses = list[int]()
    async with http:
        for number in range(count):
            http.cookies.clear()
            headers = {"X-Forwarded-For": f"192.0.2.{number}", "X-Real-IP": f"192.0.2.{number}"}
            headers["Forwarded"] = f"for=192.0.2.{number};proto=https"
            statuses.append((await http.post("/api/guest", json={}, headers=headers)).status_code)
    return statuses


async def slow_reader(nursery: Nursery, folder: Path) -> None:
    """A client that never reads is dropped in ten seconds, and its neighbours play on."""
    async with behind_nginx(nursery, folder) as front:
        mute, busy = await guest(front), await guest(front)
        client = at_table(front, busy)
        player = Player(client, Random(2))
        playing = asyncio.create_task(player.run())
        writer = await _open_and_never_read(front, mute)
        began = time.monotonic()
        assert await _sockets(front) == 2
        while await _sockets(front) > 1:
            assert time.monotonic() - began < DROPPED_SECONDS, "it is still there"
            await asyncio.sleep(0.1)
        answers = len(client.answers)
        async with asyncio.timeout(10):  # the neighbour did not notice
            while len(client.answers) == answers:
                await asyncio.sleep(0.1)
        assert client.connected
        await finish([player], [playing], 30)
        writer.transport.abort()


async def _open_and_never_read(front: Front, somebody: Guest) -> asyncio.StreamWriter:
    """A socket that says hello and then reads nothing."""
    reader, writer = await asyncio.open_connection(
        HERE, front.tls_port, ssl=front.tls, server_hostname=NAME, limit=64
    )
    headers = "".join(f"{name}: {value}\r\n" for name, value in somebody.headers.items())
    key = b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET /api/tables/{TABLE}/socket HTTP/1.1\r\nHost: {NAME}\r\nConnection: Upgrade\r\n"
        f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
        f"{headers}\r\n".encode()
    )
    assert b"101" in await reader.read(12)
    transport = writer.transport
    assert isinstance(transport, asyncio.ReadTransport)
    transport.pause_reading()
    hello = json.dumps({"type": "hello", "views": True}).encode()
    writer.write(Frame(Opcode.TEXT, hello).serialize(mask=True))
    await writer.drain()
    await asyncio.sleep(0.2)
    return writer


async def _sockets(front: Front) -> int:
    async with front.http() as http:
        lines = (await http.get("/metrics")).text.splitlines()
    return int(
        float(next(line for line in lines if line.startswith("casinowar_sockets ")).split()[1])
    )


async def quiet_socket(nursery: Nursery, folder: Path, seconds: int = 60) -> None:
    """A socket on which nobody says anything stays open longer than nginx waits for data."""
    async with behind_nginx(nursery, folder, read_timeout=f"{seconds}s") as front:
        client = at_table(front, await guest(front))
        await client.connect()
        async with asyncio.timeout(seconds + 30):
            await asyncio.sleep(seconds + 5)
            assert client.connected, client.goodbye
            await client.ask("view")
        await client.close()


async def restart(nursery: Nursery, folder: Path, times: int = 3) -> None:
    """The service is stopped and started again behind nginx; everybody comes back and resumes."""
    async with behind_nginx(nursery, folder) as front:
        tables = (TABLE, TABLE, "skycity")
        clients = [
            at_table(front, await guest(front), table, f"p{number}")
            for number, table in enumerate(tables)
        ]
        players = [Player(client, Random(number)) for number, client in enumerate(clients)]
        tasks = [asyncio.create_task(player.run()) for player in players]
        auditor = Auditor(front.service, clients)
        try:
            for _ in range(times):
                await _all_answered(clients, tasks, 10)
                goodbyes = [asyncio.create_task(_goodbye(client)) for client in clients]
                assert await front.service.stop() == 0, front.service.last_lines()
                assert await asyncio.gather(*goodbyes) == ["stopping"] * len(clients)
                async with front.http() as http:
                    assert (await http.get("/healthz")).status_code == 502
                await front.service.start()
                await auditor.audit()
            await _all_answered(clients, tasks, 10)
            await finish(players, tasks, 60)
        finally:
            for task in tasks:
                task.cancel()
        await auditor.audit_all()


async def _all_answered(
    clients: list[Client], tasks: list[asyncio.Task[None]], answers: int
) -> None:
    """Wait until everybody has so many more answers."""
    enough = [len(client.answers) + answers for client in clients]
    async with asyncio.timeout(90):
        while any(len(one.answers) < wanted for one, wanted in zip(clients, enough, strict=True)):
            await asyncio.sleep(0.01)
            for task in tasks:
                if task.done():
                    task.result()


async def _goodbye(client: Client) -> str | None:
    async with asyncio.timeout(30):
        while client.goodbye is None:
            await asyncio.sleep(0)
    return client.goodbye


Scene = Callable[[Nursery, Path], Awaitable[None]]
SCENES: tuple[Scene, ...] = (
    page_and_sign_in, a_round, origins, forged_addresses, slow_reader, quiet_socket, restart,
)  # fmt: skip
