"""Three processes on one PostgreSQL behind the proxies of the docs: one is killed, one hangs.

A scene raises AssertionError if something was lost or done twice, and returns what it saw.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import ssl
import subprocess
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tests.crash.books import Auditor
from tests.crash.players import Player, finish
from tests.drills import nginx
from tests.drills.nginx import HERE, ORIGIN, certificate, free_port, substituted
from tests.kit.client import UNREACHABLE, Client, Guest, Lost, http_client, sign_up
from tests.kit.nursery import ROOT, Nursery
from tests.kit.process import Service

PROXIES = ("nginx", "haproxy")
PROCESSES = 3
WARNING = "keeps moving"
LOOK_SECONDS = 1.0  # until a process has heard that its table was opened elsewhere


@dataclass(frozen=True, slots=True)
class Front:
    """The processes and the proxy in front of them."""

    services: Sequence[Service]
    tls_port: int
    tls: ssl.SSLContext

    def client(self, somebody: Guest, table: str, name: str) -> Client:
        """A client that reaches a table through the proxy."""
        client = Client(ORIGIN, somebody, table, name=name)
        client.dial = {"host": HERE, "port": self.tls_port, "ssl": self.tls}
        return client

    def warnings(self) -> int:
        """How often the logs say that a table keeps moving."""
        logs = [service.log.read_text(encoding="utf-8") for service in self.services]
        return sum(log.count(WARNING) for log in logs)


def missing(proxy: str) -> str:
    """Why a proxy cannot be tried here; empty: it can."""
    return "" if program(proxy) else f"{proxy} not found"


def program(proxy: str) -> str | None:
    """Where a proxy is installed."""
    return shutil.which(proxy, path=f"{os.environ['PATH']}:/usr/sbin")


@asynccontextmanager
async def behind(nursery: Nursery, folder: Path, database: str, proxy: str) -> AsyncIterator[Front]:
    """Running processes with a proxy in front of them."""
    tls, services = certificate(folder), list[Service]()
    ports = [free_port() for _ in range(PROCESSES)]
    for number, port in enumerate(ports):
        options = ("--port", str(port), "--trusted-proxies", HERE)
        service = Service(nursery, folder / f"process{number}", database, options)
        service.key_file = folder / "sealing.keys"
        await service.start()
        services.append(service)
    front = Front(services, free_port(), tls)
    start = {"nginx": _nginx, "haproxy": _haproxy}[proxy]
    arguments = start(folder, ports, front.tls_port)
    with (folder / "proxy-said").open("wb") as said:
        process = subprocess.Popen(arguments, stdout=said, stderr=said)
    try:
        nginx.wait_for(front.tls_port, process, folder / "proxy-said")
        yield front
    finally:
        process.terminate()
        process.wait()
        for service in services:
            if service.runs:
                await service.stop()


def _nginx(folder: Path, ports: Sequence[int], tls_port: int) -> list[str]:
    servers = "\n".join(f"    server {HERE}:{port};" for port in ports)
    text = substituted(
        (ROOT / "docs" / "nginx.conf").read_text(encoding="utf-8"),
        {
            "    server 127.0.0.1:8037;": servers,
            "listen 80;": f"listen {HERE}:{free_port()};",
            "listen 443 ssl;": f"listen {HERE}:{tls_port} ssl;",
            "/etc/ssl/casino.example.pem": str(folder / "certificate.pem"),
            "/etc/ssl/casino.example.key": str(folder / "certificate.key"),
        },
    )
    return nginx.command(folder, text)


def _haproxy(folder: Path, ports: Sequence[int], tls_port: int) -> list[str]:
    both = folder / "both.pem"
    both.write_bytes(
        (folder / "certificate.pem").read_bytes() + (folder / "certificate.key").read_bytes()
    )
    servers = "\n".join(f"    server s{port} {HERE}:{port}" for port in ports)
    text = substituted(
        (ROOT / "docs" / "haproxy.cfg").read_text(encoding="utf-8"),
        {
            "    server one 127.0.0.1:8037": servers,
            "bind :80": f"bind {HERE}:{free_port()}",
            "bind :443": f"bind {HERE}:{tls_port}",
            "/etc/ssl/casino.example.pem": str(both),
        },
    )
    whole = folder / "haproxy.cfg"
    whole.write_text(text, encoding="utf-8")
    found = program("haproxy")
    assert found is not None
    return [found, "-db", "-f", str(whole)]


class Crowd:
    """Players at many tables, who never tire."""

    def __init__(self, front: Front) -> None:
        self.front = front
        self.players = list[Player]()
        self._tasks = list[asyncio.Task[None]]()

    async def come(self, tables: int) -> None:
        """Make tables, with a player at each, and wait until all of them are there."""
        for number in range(tables):
            service = self.front.services[number % PROCESSES]
            somebody = await sign_up(service.address)
            async with http_client(service.address) as http:
                body = {"house": "skycity", "public": False, "speed": "fast"}
                made = await http.post("/api/tables", json=body, headers=somebody.headers)
                assert made.status_code == 201, made.text
            client = self.front.client(somebody, made.json()["table"]["id"], f"c{number}")
            self.players.append(Player(client, Random(number), pause_seconds=0.1))
        self._tasks = [asyncio.create_task(player.run()) for player in self.players]
        await self.all_back()

    @property
    def clients(self) -> list[Client]:
        """Everybody."""
        return [player.client for player in self.players]

    async def all_back(self, limit_seconds: float = 60.0) -> list[float]:
        """Wait until everybody is welcomed; after how many seconds each was."""
        began, waiting = time.monotonic(), dict.fromkeys(self.clients)
        took = list[float]()
        while waiting:
            for client in [one for one in waiting if one.connected]:
                del waiting[client]
                took.append(time.monotonic() - began)
            assert time.monotonic() < began + limit_seconds, f"{len(waiting)} are not back"
            await asyncio.sleep(0.01)
        return took

    async def leave(self) -> None:
        """Stop playing, with every command answered."""
        await finish(self.players, self._tasks, 30.0)


async def kill_one(nursery: Nursery, folder: Path, database: str, proxy: str, tables: int) -> Any:
    """Kill a process: its tables answer elsewhere. It comes back: they move back."""
    async with behind(nursery, folder, database, proxy) as front:
        crowd = Crowd(front)
        await crowd.come(tables)
        await asyncio.sleep(2.0)
        killed = front.services[0]
        killed.kill()
        await asyncio.sleep(0.05)  # until the end of their sockets has reached everybody
        lost = [client for client in crowd.clients if not client.connected]
        took = await crowd.all_back()
        await asyncio.sleep(2.0)
        await killed.start()
        await asyncio.sleep(4.0)
        await crowd.leave()
        auditor = Auditor(front.services[1], crowd.clients)
        await auditor.audit_all()
        slowest = round(max(took), 2)
        warnings = front.warnings()
    return {"tables": tables, "moved": len(lost), "slowest_s": slowest, "warnings": warnings,
            **auditor.report()}  # fmt: skip


async def stop_one(nursery: Nursery, folder: Path, database: str, proxy: str, tables: int) -> Any:
    """A process hangs, others take its tables, and it wakes up: nothing is done twice."""
    async with behind(nursery, folder, database, proxy) as front:
        crowd = Crowd(front)
        await crowd.come(tables)
        await asyncio.sleep(2.0)
        hangs, other = front.services[0], front.services[1]
        assert hangs.pid is not None
        os.kill(hangs.pid, signal.SIGSTOP)
        try:
            strangers = list[Client]()
            for number, client in enumerate(crowd.clients):  # as if a proxy had sent them there
                stranger = Client(other.address, client.guest, client.table, name=f"s{number}")
                try:
                    await stranger.connect()
                except (Lost, *UNREACHABLE):
                    continue
                strangers.append(stranger)
            await asyncio.sleep(4.0)
            for stranger in strangers:
                await stranger.close()
        finally:
            os.kill(hangs.pid, signal.SIGCONT)
        took = await crowd.all_back()
        await asyncio.sleep(3.0)
        await crowd.leave()
        auditor = Auditor(other, [*crowd.clients, *strangers])
        await auditor.audit_all()
    return {"tables": tables, "opened_elsewhere": len(strangers), "back_s": round(max(took), 2),
            **auditor.report()}  # fmt: skip


async def bad_proxy(nursery: Nursery, folder: Path, database: str, proxy: str, tables: int) -> Any:
    """People of one table are sent to two processes in turn: one warning of each in a minute."""
    del tables
    async with behind(nursery, folder, database, proxy) as front:
        somebody = await sign_up(front.services[0].address)
        for number in range(12):
            address = front.services[number % 2].address
            client = Client(address, somebody, "skycity", name=f"c{number}")
            await client.connect()
            await client.close()
            await asyncio.sleep(LOOK_SECONDS)
        warnings = front.warnings()
        assert warnings == 2, f"{warnings} warnings of 12 moves between two processes"
    return {"moves": 11, "warnings": warnings}


SCENES = (kill_one, stop_one, bad_proxy)
