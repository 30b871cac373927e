"""A real service on a free port, in this process or as a program, and a small client for it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from casinowar.service.http.server import address_of, listening_socket, server_for
from casinowar.service.http.settings import Config
from casinowar.service.http.wiring import Parts, open_parts
from casinowar.service.people.passphrases import Argon2Settings
from casinowar.service.tables.shoes import StackedShoes
from tests.kit.client import PLAIN_HTTP

SOURCES = Path(__file__).parents[3] / "src"
PLENTY = 1_000_000
WAIT_SECONDS = 45.0  # on a busy machine too
_CLIENTS = itertools.count(1)
QUICK_HASHES = Argon2Settings(time_cost=1, memory_kib=64, lanes=1)

Json = dict[str, Any]


def config_for(folder: Path, **changes: Any) -> Config:
    """Settings for a test: a database of its own, and limits that nobody reaches by accident."""
    config = Config(
        port=0,
        data_folder=str(folder),
        guests_per_hour=PLENTY,
        sign_ins_per_minute=PLENTY,
        tables_per_hour=PLENTY,
        look_ups_per_hour=PLENTY,
        requests_per_second=PLENTY,
    )
    return replace(config, **changes)


@dataclass(slots=True)
class House:
    """A running service and how to reach it."""

    url: str
    parts: Parts

    @property
    def ws_url(self) -> str:
        """The address for sockets."""
        return self.url.replace("http", "ws", 1)

    def client(self, token: str | None = None, **headers: str) -> httpx.AsyncClient:
        """An HTTP client, with a token or without."""
        if token is not None:
            headers["authorization"] = f"Bearer {token}"
        return httpx.AsyncClient(
            base_url=self.url, headers=headers, timeout=WAIT_SECONDS, verify=PLAIN_HTTP
        )

    async def guest(self, name: str = "Bo") -> Guest:
        """A new guest."""
        async with self.client() as client:
            made = (await client.post("/api/guest", json={"name": name})).json()
        return Guest(self, made["token"], made["me"]["person"])


@dataclass(slots=True)
class Guest:
    """Somebody with a token."""

    house: House
    token: str
    person: str

    def client(self, **headers: str) -> httpx.AsyncClient:
        """An HTTP client that is signed in."""
        return self.house.client(self.token, **headers)

    async def get(self, path: str, **query: Any) -> httpx.Response:
        """Ask for something."""
        async with self.client() as client:
            return await client.get(path, params=query)

    async def send(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """Change something; a new token replaces the one that no longer counts."""
        async with self.client() as client:
            answer = await client.request(method, path, json=body)
        if path == "/api/account" and answer.is_success:
            self.token = answer.json()["token"]
        return answer

    @contextlib.asynccontextmanager
    async def at(self, table: str, **options: Any) -> AsyncIterator[TableClient]:
        """A socket at a table, greeted."""
        headers = {"authorization": f"Bearer {self.token}"}
        address = f"{self.house.ws_url}/api/tables/{table}/socket"
        async with connect(
            address,
            additional_headers=headers,
            compression=None,
            max_queue=None,  # a socket with a full queue reads no close frame and waits ten seconds
        ) as socket_:
            client = TableClient(socket_)
            await client.hello(**options)
            yield client


class TableClient:
    """One socket at a table: what came, and how to ask."""

    def __init__(self, socket_: ClientConnection) -> None:
        self.socket = socket_
        self.frames = list[Json]()
        self._name = f"client{next(_CLIENTS)}"  # the same id in two clients would be a repetition
        self._number = 0

    async def hello(self, **options: Any) -> Json:
        """Introduce this client; the welcome."""
        await self.send({"type": "hello", **options})
        return await self.until("welcome")

    async def send(self, message: Json) -> None:
        """Send one message."""
        await self.socket.send(json.dumps(message))

    async def next(self) -> Json:
        """The next frame."""
        raw = await asyncio.wait_for(self.socket.recv(), WAIT_SECONDS)
        frame: Json = json.loads(raw)
        self.frames.append(frame)
        return frame

    async def until(self, kind: str, **fields: Any) -> Json:
        """The next frame of this type with these fields."""
        while True:
            frame = await self.next()
            if frame["type"] == kind and all(frame.get(key) == fields[key] for key in fields):
                return frame

    async def give(self, command: str, **fields: Any) -> Json:
        """Give a command; its answer."""
        self._number += 1
        identity = f"{self._name}-{self._number}"
        written = {"command": command, **fields}
        await self.send({"type": "command", "id": identity, "command": written})
        return await self.until("answer", id=identity)


@contextlib.asynccontextmanager
async def running(config: Config, stacked: StackedShoes | None = None) -> AsyncIterator[House]:
    """A service in this process, which does little work for each hash of a passphrase."""
    listener = listening_socket(config)
    parts = await open_parts(config, stacked, QUICK_HASHES)
    parts.client = {}  # whether a client was built here decides nothing
    server = server_for(parts)
    task = asyncio.create_task(server.serve([listener]))
    try:
        while not server.started:
            await asyncio.sleep(0.01)
        yield House(address_of(listener), parts)
    finally:
        await parts.stop()
        server.should_exit = True
        await task
        await parts.close()
        listener.close()


# --- as a program ---------------------------------------------------------------------------------


def environment(**more: str) -> dict[str, str]:
    """The environment of a program that uses these sources."""
    return {**os.environ, "PYTHONPATH": str(SOURCES), **more}


@contextlib.contextmanager
def program(*arguments: str, **more: str) -> Iterator[subprocess.Popen[str]]:
    """``casinowar serve`` as a process; killed at the end if it still runs."""
    command = [sys.executable, "-m", "casinowar", "serve", *arguments]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(**more),
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def address(process: subprocess.Popen[str]) -> str:
    """The address that the program printed when it was ready."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
