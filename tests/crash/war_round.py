"""One whole war round at a table of its own, as a scene for faults at every step of it."""

from __future__ import annotations

import asyncio
import shutil
import time
from pathlib import Path

from casinowar.cards import full_decks
from tests.kit.client import PASSING, UNREACHABLE, Client, Guest, Json, Lost, http_client, sign_up
from tests.kit.nursery import Nursery
from tests.kit.process import Service

HOUSE = "wisconsin"
# Equal cards follow each other: the first hand ties, goes to war and ties again.
SHOE = sorted(full_decks(6), key=lambda card: card.rank)
ROUND: tuple[Json, ...] = (
    {"command": "place_wagers", "seat": 1, "initial_cents": 1000, "tie_cents": 500},
    {"command": "go_to_war", "seat": 1},
    {"command": "decline_war_tie", "seat": 1},
)
TRIES = 3
RETRY_SECONDS = 0.05
STORE_FAILED = "service/store_failed"


class Scene:
    """A service where one player is about to bet. Each copy of it starts at the same moment."""

    def __init__(self, nursery: Nursery, folder: Path, options: tuple[str, ...] = ()) -> None:
        self.service = Service(nursery, folder, options=options, stacked=(SHOE,))
        self.table = ""
        self.guest = Guest(person="", name="", token="")

    async def prepare(self) -> None:
        """Sit down, buy chips, and leave everything as it is."""
        await self.service.start()
        async with http_client(self.service.address) as http:
            rows = (await http.get("/api/tables")).json()["tables"]
        [self.table] = [row["id"] for row in rows if row["id"].startswith(HOUSE)]
        self.guest = await sign_up(self.service.address)
        client = self.client("before")
        await client.connect()
        for command in (
            {"command": "take_seat", "seat": 1},
            {"command": "buy_chips", "seat": 1, "cash_cents": 50_000},
            {"command": "refuse_cut", "seat": 1},
        ):
            assert (await client.command(command))["ok"]
        await client.close()
        await self.service.stop()

    def copy(self, folder: Path) -> Scene:
        """The same scene in another folder."""
        made = Scene(self.service.nursery, folder)
        made.table, made.guest = self.table, self.guest
        for name in ("data", "keys"):
            shutil.copytree(self.service.folder / name, folder / name, dirs_exist_ok=True)
        return made

    def client(self, name: str = "c") -> Client:
        """The player's program."""
        return Client(lambda: self.service.address, self.guest, self.table, name=name)


async def play_round(client: Client, *, stubborn: bool = False) -> list[Json]:
    """Play the rest of the round; the answers. Lost if the service ends.

    What could not be stored is tried again a few times, or, if ``stubborn``, until it can.
    """
    answers = list[Json]()
    done = len([answer for answer in client.answers.values() if b'"ok":true' in answer])
    for number, command in enumerate(ROUND[done:], done):
        identity, tries = f"round-{number}", 0
        while True:
            answer = await client.command(command, identity)
            answers.append(answer)
            tries += 1
            if answer.get("code") not in PASSING:
                break
            if tries == TRIES and not stubborn:
                return answers
            await asyncio.sleep(RETRY_SECONDS)
    return answers


async def connect_patiently(client: Client, seconds: float = 20.0) -> None:
    """Connect as soon as it is possible."""
    limit = time.monotonic() + seconds
    while True:
        try:
            return await client.connect()
        except (Lost, *UNREACHABLE):
            if time.monotonic() > limit:
                raise
            await asyncio.sleep(0.05)
