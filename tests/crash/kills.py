"""The real process, killed with SIGKILL under load and started again, any number of times."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random

from tests.crash.books import Auditor
from tests.crash.players import Player, finish, send_away
from tests.kit.client import Client, sign_up
from tests.kit.nursery import Nursery
from tests.kit.process import Service

# Two players at a table, one alone, and somebody who only watches.
PLACES = ("skycity", "skycity", "wisconsin", "wisconsin", "washington", "battle-royal")
WATCHED = "skycity"
PLAY_SECONDS = 5.0


class Company:
    """Players and a watcher at the tables of one service, with an auditor."""

    def __init__(self, service: Service, seed: int) -> None:
        self.service = service
        self.random = Random(seed)
        self.players = list[Player]()
        self.tasks = list[asyncio.Task[None]]()

    async def arrive(self) -> Auditor:
        """Everybody signs up and starts to play."""
        address = self.service.address
        for number, table in enumerate((*PLACES, WATCHED)):
            guest = await sign_up(address, f"Player {number}")
            client = Client(lambda: self.service.address, guest, table, name=f"p{number}")
            self.players.append(Player(client, Random(self.random.random())))
        self.players[-1].choose = lambda: None  # type: ignore[method-assign] # the watcher
        self.tasks = [asyncio.create_task(player.run()) for player in self.players]
        return Auditor(self.service, [player.client for player in self.players])

    async def play(self, answers: int) -> None:
        """Let them play until so many answers have come, and a moment longer."""
        enough = self.answers + answers
        limit = time.monotonic() + PLAY_SECONDS
        while self.answers < enough and time.monotonic() < limit:
            await asyncio.sleep(0.002)
            self.check()
        await asyncio.sleep(self.random.choice((0.0, self.random.uniform(0.0, 0.02))))

    @property
    def answers(self) -> int:
        """How many commands have been answered."""
        return sum(len(player.client.answers) for player in self.players)

    def check(self) -> None:
        """Raise what a player found."""
        for task in self.tasks:
            if task.done():
                task.result()

    async def abandon(self) -> None:
        """Stop everybody where they are, and close."""
        for player in self.players:
            player.stopped = True
        await send_away([player.client for player in self.players], self.tasks)

    async def leave(self) -> None:
        """Everybody gets the answers they wait for and closes."""
        await finish(self.players, self.tasks, 60)


async def kill_often(
    nursery: Nursery, folder: Path, kills: int, *, database: str = "", seed: int = 0
) -> dict[str, float]:
    """Kill a service ``kills`` times; raises a Violation, or says what was audited."""
    began = time.perf_counter()
    service = Service(nursery, folder, database)
    await service.start()
    company = Company(service, seed)
    auditor = await company.arrive()
    try:
        for number in range(1, kills + 1):
            await company.play(company.random.choice((0, 0, 1, 3, 10, 20)))
            service.kill()
            company.check()
            await service.start()
            await auditor.audit()
            if number % 100 == 0:
                await auditor.audit_all()
        await company.leave()
        company.check()
    finally:
        await company.abandon()
    await auditor.audit_all()
    assert await service.stop() == 0, service.last_lines()
    await auditor.audit_all()
    return {"kills": kills, **auditor.report(), "seconds": round(time.perf_counter() - began, 1)}
