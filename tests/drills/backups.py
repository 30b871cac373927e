"""Backup, restore, check and new sealing keys with real processes, while people play.

A scene raises AssertionError if something does not hold.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from casinowar.fairness import KeyFile
from casinowar.fairness.keyfile import key_id
from casinowar.table.events import CardsRemoved, RoundVoided, TableClosed
from casinowar.wire import event_from_bytes
from tests.crash.books import Auditor, Reader
from tests.crash.players import Player, finish, send_away
from tests.kit.client import Client, Guest, http_client, sign_up
from tests.kit.nursery import Nursery
from tests.kit.process import INSTALLATION, Service

TABLES = ("washington", "washington", "wisconsin", "skycity")
ANSWERS = 60  # before and after whatever is done

LEAVE = CardsRemoved | RoundVoided | TableClosed


class Operator:
    """Runs ``casinowar`` beside the service; the service goes on meanwhile."""

    def __init__(self, nursery: Nursery, folder: Path) -> None:
        self.nursery, self.folder = nursery, folder
        self.said = ""

    async def run(self, *arguments: object) -> int:
        """The exit status of a command; what it said is in ``said``."""
        said = self.folder / "said"
        said.unlink(missing_ok=True)
        pid = self.nursery.start([str(one) for one in arguments], said, said)
        while (status := self.nursery.ended(pid)) is None:
            await asyncio.sleep(0.01)
        self.said = said.read_text(encoding="utf-8")
        return status


class Crowd:
    """Players at a few tables."""

    def __init__(self, service: Service, guests: list[Guest], name: str) -> None:
        self.service = service
        self.clients = [
            Client(lambda: service.address, guest, table, name=f"{name}{number}")
            for number, (guest, table) in enumerate(zip(guests, TABLES, strict=True))
        ]
        self.players = [Player(one, Random(number)) for number, one in enumerate(self.clients)]
        self.tasks = [asyncio.create_task(player.run()) for player in self.players]

    async def play(self, answers: int = ANSWERS) -> None:
        """Let them play until so many more commands have been answered."""
        enough = self.answers + answers
        async with asyncio.timeout(90):
            while self.answers < enough:
                await asyncio.sleep(0.01)
                for task in self.tasks:
                    if task.done():
                        task.result()

    @property
    def answers(self) -> int:
        """How many commands have been answered."""
        return sum(len(client.answers) for client in self.clients)

    async def leave(self) -> None:
        """Everybody gets the answers they wait for and closes."""
        await finish(self.players, self.tasks, 60)

    async def abandon(self) -> None:
        """Stop everybody where they are, and close."""
        await send_away(self.clients, self.tasks)


@asynccontextmanager
async def crowded(service: Service, guests: list[Guest], name: str) -> AsyncIterator[Crowd]:
    """A crowd that is sent away at the end, whatever happens."""
    crowd = Crowd(service, guests, name)
    try:
        yield crowd
    finally:
        await crowd.abandon()


async def backup_and_restore(
    nursery: Nursery, folder: Path, source: str = "", target: str = ""
) -> None:
    """A backup made during play is restored elsewhere; the shoes on its tables continue there.

    An empty URL is a SQLite file of its own.
    """
    first = Service(nursery, folder / "first", source)
    second = Service(nursery, folder / "second", target)
    operator, kept = Operator(nursery, folder), folder / "kept.db"
    await first.start()
    guests = [await sign_up(first.address) for _ in TABLES]
    async with crowded(first, guests, "a") as crowd:
        await crowd.play()
        saved = asyncio.create_task(operator.run("backup", kept, "--database", first.database))
        await crowd.play()
        assert await saved == 0, operator.said
        assert await operator.run("check", "--database", first.database) == 0, operator.said
        await crowd.play()
        await crowd.leave()
    await Auditor(first, crowd.clients).audit_all()
    assert await first.stop() == 0

    there = ("--database", second.database, "--key-file", second.key_file)
    await _no_restore_without_its_keys(operator, kept, there, first, second)
    for file in first.key_file.parent.glob("*.keys"):  # those that seal and those that sign
        shutil.copy2(file, second.key_file.parent)
    wrong = (*there, "--installation", "other")
    assert await operator.run("restore", kept, *wrong) == 2
    assert "installation other" in operator.said
    assert await operator.run("restore", kept, *there) == 0, operator.said
    assert await operator.run("check", "--database", second.database) == 0, operator.said
    await _is_a_beginning(second.database, first.database)

    await second.start()
    async with crowded(second, guests, "b") as crowd:  # sessions, seats and chips are in the backup
        await crowd.play()
        await crowd.leave()
    auditor = Auditor(second, crowd.clients)
    await auditor.audit_all()  # every card is the next one of its shoe, before the backup and after
    assert auditor.report()["cards"]
    assert await second.stop() == 0


async def _no_restore_without_its_keys(
    operator: Operator, kept: Path, there: tuple[object, ...], first: Service, second: Service
) -> None:
    """Without the sealing keys, or with others, nothing is restored and the operator is told."""
    assert await operator.run("restore", kept, *there) == 2
    assert f"{second.key_file} is missing" in operator.said
    KeyFile.create(second.key_file)
    assert await operator.run("restore", kept, *there) == 2
    assert "has no key" in operator.said
    second.key_file.unlink()
    if second.database.startswith("sqlite"):
        assert not Path(second.database.removeprefix("sqlite:///")).exists()
    assert first.key_file.exists()


async def _is_a_beginning(restored: str, original: str) -> None:
    """Every restored stream is the beginning of the original one, and then the cards leave.

    A table with sealed shoes closes, which shows the seed of its shoe.
    """
    async with Reader(restored) as copy, Reader(original) as whole:
        tables = await copy.tables()
        total = 0
        for row in tables:
            events, before = await copy.all_events(row.table), await whole.all_events(row.table)
            same = [one == other for one, other in zip(events, before, strict=False)]
            kept = same.index(False) if False in same else len(same)
            new = [event_from_bytes(event.body) for event in events[kept:]]
            assert not any(event.command for event in events[kept:]), row.table
            assert not new or any(isinstance(event, LEAVE) for event in new)
            total += kept
        assert total > ANSWERS, "the backup was made during play"


async def rotate_while_it_runs(nursery: Nursery, folder: Path, database: str = "") -> None:
    """A new sealing key during play: the service uses it at once, and the old one is not needed."""
    service, operator = Service(nursery, folder / "service", database), Operator(nursery, folder)
    await service.start()
    guests = [await sign_up(service.address) for _ in TABLES]
    here = ("--database", service.database, "--key-file", service.key_file)
    async with crowded(service, guests, "a") as crowd:
        await crowd.play()
        for _ in range(2):
            rotated = operator.run("admin", "rotate-key", *here, "--installation", INSTALLATION)
            assert await rotated == 0, operator.said
            await crowd.play()
            async with http_client(service.address) as http:
                made = await http.post(
                    "/api/tables", json={"house": "washington"}, headers=guests[0].headers
                )
                assert made.status_code == 201, made.text
            newest = key_id(KeyFile(service.key_file).newest)
            assert await _keys_in_use(service.database) == {newest}
        await crowd.leave()
    await Auditor(service, crowd.clients).audit_all()
    assert await service.stop() == 0
    lines = service.key_file.read_text(encoding="ascii").splitlines()
    assert len(lines) == 4, "the first key and two new ones"
    service.key_file.write_text(f"{lines[0]}\n{lines[-1]}\n", encoding="ascii")
    await service.start()  # with the newest key alone
    async with crowded(service, guests, "b") as crowd:
        await crowd.play()
        await crowd.leave()
    await Auditor(service, crowd.clients).audit_all()
    assert await service.stop() == 0


async def _keys_in_use(url: str) -> set[bytes]:
    """The ids of the keys that seal the seeds of a database."""
    async with Reader(url) as reader:
        rows = await reader.ask("SELECT sealed FROM seeds")
    return {sealed[1:9] for (sealed,) in rows}
