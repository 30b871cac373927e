"""Races against the real service: many sockets at once, and exactly as many successes as may be."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from casinowar.ledger import chips_account, escrow_account, player_account
from tests.crash.books import Auditor, Reader
from tests.crash.war_round import ROUND, Scene
from tests.kit.client import Client, Guest, Json, Lost, http_client, sign_up
from tests.kit.nursery import Nursery
from tests.kit.postgres import Postgres
from tests.kit.process import Service
from tests.kit.profile import IN_DRILL

SOCKETS = 64
ELSEWHERE_SECONDS = 5.0  # in which a table answers in another process; 2 where nothing else runs
FIRST_CHIPS_CENTS = 100_000


@pytest.fixture
async def service(nursery: Nursery, tmp_path: Path, database: str) -> AsyncIterator[Service]:
    started = Service(nursery, tmp_path, database)
    await started.start()
    yield started
    assert await started.stop() == 0, started.last_lines()


async def new_tables(service: Service, guest: Guest, count: int) -> list[str]:
    made = list[str]()
    async with http_client(service.address) as http:
        for _ in range(count):
            answer = await http.post(
                "/api/tables", json={"house": "washington"}, headers=guest.headers
            )
            assert answer.status_code == 201, answer.text
            made.append(answer.json()["table"]["id"])
    return made


def counted(answers: list[Json]) -> Counter[str]:
    return Counter("ok" if answer["ok"] else answer["code"] for answer in answers)


async def held(service: Service, guest: Guest) -> dict[str, int]:
    """What a player has, by kind of account."""
    async with Reader(service.database) as reader:
        account = (await reader.balances(player_account(guest.person)))[
            player_account(guest.person)
        ]
        at_tables = {
            kind: sum(
                cents
                for name, cents in (await reader.balances(f"{kind}/")).items()
                if name.endswith(guest.person)
            )
            for kind in ("chips", "escrow")
        }
    assert chips_account("t", guest.person).startswith("chips/")
    assert escrow_account("t", guest.person).startswith("escrow/")
    return {"account": account, **at_tables}


@pytest.mark.parametrize("share", [pytest.param(1, marks=IN_DRILL), 10])
async def test_the_last_chips_from_many_sockets_are_spent_once(
    service: Service, share: int
) -> None:
    guest = await sign_up(service.address)
    tables = await new_tables(service, guest, SOCKETS)
    clients = [Client(service.address, guest, table, name=table) for table in tables]
    await asyncio.gather(*(client.connect() for client in clients))
    sit: Json = {"command": "take_seat", "seat": 1}
    assert counted([await client.command(sit) for client in clients]) == {"ok": SOCKETS}
    buy: Json = {"command": "buy_chips", "seat": 1, "cash_cents": FIRST_CHIPS_CENTS // share}
    answers = await asyncio.gather(*(client.command(buy) for client in clients))
    assert counted(list(answers)) == {"ok": share, "money/not_enough": SOCKETS - share}
    assert await held(service, guest) == {"account": 0, "chips": FIRST_CHIPS_CENTS, "escrow": 0}
    await asyncio.gather(*(client.close() for client in clients))
    await Auditor(service, clients).audit_all()


async def test_one_id_at_many_tables_is_one_command(service: Service) -> None:
    guest = await sign_up(service.address)
    tables = await new_tables(service, guest, 16)
    clients = [Client(service.address, guest, table) for table in tables]
    await asyncio.gather(*(client.connect() for client in clients))
    sit: Json = {"command": "take_seat", "seat": 1}
    answers = await asyncio.gather(*(client.command(sit, "the-one") for client in clients))
    assert counted(list(answers)) == {"ok": 1, "command/id_used": len(tables) - 1}
    async with Reader(service.database) as reader:
        versions = [await reader.version(table) for table in tables]
    assert sum(version > 0 for version in versions) == 1
    await asyncio.gather(*(client.close() for client in clients))


async def same_from(clients: list[Client], command: Json, identity: str) -> list[bytes]:
    """Give the same command from many sockets of one person; the answers that arrived."""

    async def one(client: Client) -> bytes | None:
        try:
            await client.connect()
            await client.command(command, identity)
        except Lost:
            return None
        return client.answers[identity]

    found = await asyncio.gather(*(one(client) for client in clients))
    return [answer for answer in found if answer is not None]


async def done_by(database: str, table: str, person: str, identity: str) -> int:
    """How many times a command was carried out."""
    async with Reader(database) as reader:
        events = await reader.all_events(table)
    mine = [event for event in events if (event.actor, event.command) == (person, identity)]
    return sum(msgspec.json.decode(event.body)["name"] == "chips_bought" for event in mine)


async def test_one_id_from_many_sockets_is_one_command(service: Service) -> None:
    guest = await sign_up(service.address)
    first = Client(service.address, guest, "skycity", name="first")
    await first.connect()
    assert (await first.command({"command": "take_seat", "seat": 1}))["ok"]
    clients = [Client(service.address, guest, "skycity") for _ in range(SOCKETS)]
    buy: Json = {"command": "buy_chips", "seat": 1, "cash_cents": 1000}
    answers = await same_from(clients, buy, "the-one")
    assert len(set(answers)) == 1
    assert await done_by(service.database, "skycity", guest.person, "the-one") == 1
    assert (await held(service, guest))["chips"] == 1000
    await asyncio.gather(*(client.close() for client in [first, *clients]))


async def test_one_id_through_two_processes_is_one_command(
    nursery: Nursery, postgres: Postgres, tmp_path: Path
) -> None:
    database = postgres.url(await postgres.new_schema())
    services = [Service(nursery, tmp_path, database) for _ in range(2)]
    for service in services:
        await service.start()
    guest = await sign_up(services[0].address)
    first = Client(services[0].address, guest, "skycity", name="first")
    await first.connect()
    assert (await first.command({"command": "take_seat", "seat": 1}))["ok"]
    buy: Json = {"command": "buy_chips", "seat": 1, "cash_cents": 1000}
    for number in range(5):
        clients = [
            Client(service.address, guest, "skycity") for service in services for _ in range(8)
        ]
        answers = await same_from(clients, buy, f"the-one-{number}")
        await asyncio.gather(*(client.close() for client in clients))
        last = Client(services[number % 2].address, guest, "skycity")  # the table has moved a lot
        await last.connect()
        assert (await last.command(buy, f"the-one-{number}"))["ok"]
        assert {*answers, last.answers[f"the-one-{number}"]} == {last.answers[f"the-one-{number}"]}
        await last.close()
        done = await done_by(database, "skycity", guest.person, f"the-one-{number}")
        assert done == 1
    assert (await held(services[0], guest))["chips"] == 5000
    await first.close()
    for service in services:
        assert await service.stop() == 0


async def test_a_process_that_stood_still_does_nothing_twice(
    nursery: Nursery, postgres: Postgres, tmp_path: Path
) -> None:
    """Its command is done by another process meanwhile, and only once."""
    database = postgres.url(await postgres.new_schema())
    still, other = services = [Service(nursery, tmp_path, database) for _ in range(2)]
    for service in services:
        await service.start()
    guest = await sign_up(still.address)
    first = Client(still.address, guest, "skycity", name="first")
    await first.connect()
    assert (await first.command({"command": "take_seat", "seat": 1}))["ok"]
    buy: Json = {"command": "buy_chips", "seat": 1, "cash_cents": 1000}
    assert still.pid is not None
    os.kill(still.pid, signal.SIGSTOP)
    try:
        waiting = asyncio.create_task(first.command(buy, "the-one"))
        began = asyncio.get_running_loop().time()
        second = Client(other.address, guest, "skycity", name="second")
        await second.connect()
        assert (await second.command(buy, "the-one"))["ok"]
        assert asyncio.get_running_loop().time() - began < ELSEWHERE_SECONDS
    finally:
        os.kill(still.pid, signal.SIGCONT)
    with pytest.raises(Lost):
        await waiting
    assert first.goodbye == "moved"
    assert await done_by(database, "skycity", guest.person, "the-one") == 1
    assert (await held(other, guest))["chips"] == 1000
    await second.close()
    for service in services:
        assert await service.stop() == 0


async def test_two_tabs_share_one_seat(service: Service) -> None:
    guest = await sign_up(service.address)
    older, newer = (Client(service.address, guest, "skycity", name=name) for name in "ab")
    await older.connect()
    assert (await older.command({"command": "take_seat", "seat": 1}))["ok"]
    await newer.connect()
    assert newer.seats == (1,)
    await older.news()
    assert older.goodbye == "taken_over"
    with pytest.raises(Lost):
        await older.command({"command": "buy_chips", "seat": 1, "cash_cents": 1000})
    assert (await newer.command({"command": "buy_chips", "seat": 1, "cash_cents": 2000}))["ok"]
    assert (await held(service, guest))["chips"] == 2000
    # what the older tab could not say is still said once, from wherever it comes back
    await older.connect()
    await newer.news()
    assert newer.goodbye == "taken_over"
    assert (await older.again("a-2"))["ok"] if older.pending else older.answers["a-2"]
    assert (await held(service, guest))["chips"] == 3000
    await asyncio.gather(older.close(), newer.close())
    await Auditor(service, [older, newer]).audit_all()


async def test_leaving_in_the_middle_of_a_war_waits_for_its_end(
    nursery: Nursery, tmp_path: Path
) -> None:
    scene = Scene(nursery, tmp_path)
    await scene.prepare()
    await scene.service.start()
    client = scene.client()
    await client.connect()
    answer = await client.command(ROUND[0])
    assert answer["ok"], answer
    for leave in (
        {"command": "leave_seat", "seat": 1},
        {"command": "change_seat", "seat": 1, "to": 2},
    ):
        assert not (await client.command(leave))["ok"]
    assert (await held(scene.service, scene.guest))["escrow"] == 1000
    await client.close()  # the socket may go: seat and wager stay
    assert (await held(scene.service, scene.guest))["escrow"] == 1000
    await client.connect()
    assert client.seats == (1,)
    for command in ROUND[1:]:
        assert (await client.command(command))["ok"]
    assert (await client.command({"command": "leave_seat", "seat": 1}))["ok"]
    after = await held(scene.service, scene.guest)
    assert (after["chips"], after["escrow"]) == (0, 0)
    await client.close()
    await Auditor(scene.service, [client]).audit_all()
    assert await scene.service.stop() == 0
