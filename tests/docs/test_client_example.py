"""The client of 100 lines plays a shoe at two houses, in ``make drill`` at all.

Planted once and caught here: a client that leaves its chips at the table, one of 101 lines,
one that imports the package, one that waits for ever at a table that the floor has closed.
"""

from __future__ import annotations

import ast
import asyncio
import json
import subprocess
import sys
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from websockets.asyncio.client import connect

from casinowar.houses import house_names, load_house
from casinowar.ledger import chips_account, escrow_account, player_account
from casinowar.store import Store
from casinowar.store.open import open_store
from tests.kit.client import http_client, sign_in
from tests.kit.nursery import Nursery
from tests.kit.process import Service
from tests.kit.profile import EVERYTHING, IN_DRILL
from tests.protocol.books import RULES, Books

CLIENT = Path(__file__).parents[2] / "examples" / "client.py"
LINES_MAX = 100
GRANT_CENTS = 100_000
SHOE_SECONDS = 240.0
EVENTS_MAX = 100_000


@dataclass(frozen=True, slots=True)
class Run:
    """What the client says in the end."""

    person: str
    rounds: int
    account_cents: int


def test_the_client_has_a_hundred_lines_and_knows_nothing_of_the_package() -> None:
    source = CLIENT.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= LINES_MAX
    imported = set[str]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            imported |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(str(node.module).split(".")[0])
    assert imported <= sys.stdlib_module_names | {"websockets"}


async def played(address: str, table: str) -> Run:
    """One run of the client."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(CLIENT),
        address,
        table,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(SHOE_SECONDS):
            out, err = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0, err.decode()
    person, rounds, account_cents = out.decode().split()
    return Run(person, int(rounds), int(account_cents))


def said(*arguments: str) -> str:
    """What the client says when it cannot play."""
    command = [sys.executable, str(CLIENT), *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert ended.stdout == ""
    return ended.stderr.strip()


async def test_what_the_client_cannot_do_is_one_line(tmp_path: Path) -> None:
    assert said() == "usage: client.py ADDRESS TABLE"
    for address in ("http://127.0.0.1:1", "nonsense"):
        line = said(address, "skycity")
        assert line.startswith(f"{address} skycity: ")
        assert "\n" not in line
    with Nursery() as nursery:
        service = Service(nursery, tmp_path)
        await service.start()
        line = await asyncio.to_thread(said, service.address, "zzz")
        assert "404" in line
        assert "\n" not in line
        assert await service.stop() == 0


async def floor_closes(address: str, token: str, table: str) -> None:
    """Close a table as soon as no wager is down."""
    url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    headers = {"authorization": f"Bearer {token}"}
    async with connect(url, additional_headers=headers) as socket, asyncio.timeout(60):
        await socket.send(json.dumps({"type": "hello"}))
        for number in count():
            command = {"id": f"close-{number}", "command": {"command": "close_table"}}
            await socket.send(json.dumps({"type": "command", **command, "reason": "a test"}))
            while (answer := json.loads(await socket.recv()))["type"] != "answer":
                pass
            if answer["ok"]:
                return
            await asyncio.sleep(0.1)


@IN_DRILL
async def test_a_client_says_that_the_floor_has_closed_its_table(tmp_path: Path) -> None:
    with Nursery() as nursery:
        service = Service(nursery, tmp_path)
        secret = tmp_path / "passphrase"
        secret.write_text("four quiet ducks swim\n", encoding="utf-8")
        service.admin("create", "flo", "--passphrase-file", str(secret))
        service.admin("grant", "flo", "floorperson", "--reason", "a test")
        await service.start()
        address = service.address
        token = (await sign_in(address, "flo", "four quiet ducks swim")).token
        playing = asyncio.create_task(asyncio.to_thread(said, address, "skycity"))
        await somebody_connects(address)
        await asyncio.sleep(1.0)
        await floor_closes(address, token, "skycity")
        closed = "The table is closed: the floor must open it first."
        assert await playing == closed  # it was playing
        assert await asyncio.to_thread(said, address, "skycity") == closed  # it has just come
        assert await service.stop() == 0


async def check_books(store: Store, house: str, run: Run) -> Books:
    """What the client says of its account is what its hands won and lost, by the documents."""
    books, chips_cents = Books(RULES[house]), 0
    for row in await store.events(house, 0, EVENTS_MAX):
        event = json.loads(row.body)
        books.note(event)
        if event["name"] == "seat_left":
            assert event["player"] == run.person
            chips_cents += event["chips_cents"]
        elif event["name"] == "chips_bought":
            chips_cents -= event["cash_cents"]
    assert not books.chips_cents, "somebody still sits there"
    assert run.account_cents == GRANT_CENTS + chips_cents
    assert run.account_cents == await store.balance(player_account(run.person))
    assert await store.balance(chips_account(house, run.person)) == 0
    assert await store.balance(escrow_account(house, run.person)) == 0
    return books


async def test_the_client_plays_a_shoe_at_every_house(tmp_path: Path) -> None:
    houses = house_names() if EVERYTHING else ("wisconsin", "battle-royal")
    with Nursery() as nursery:
        service = Service(nursery, tmp_path)
        await service.start()
        runs = await asyncio.gather(*(played(service.address, house) for house in houses))
        assert await service.stop() == 0
    store = await open_store(service.database)
    try:
        for house, run in zip(houses, runs, strict=True):
            books = await check_books(store, house, run)
            assert books.rounds == run.rounds > 0
            by_hand = "continuous" not in load_house(house).cards.shuffling
            assert books.seen["cutting_card_reached"] == by_hand, house
    finally:
        await store.close()


async def somebody_connects(address: str) -> None:
    """Wait for a socket: before that the client has nothing to come back to."""
    async with http_client(address) as http, asyncio.timeout(60):
        while "casinowar_sockets 1.0\n" not in (await http.get("/metrics")).text:
            await asyncio.sleep(0.1)


@IN_DRILL
async def test_a_client_whose_service_is_killed_comes_back_and_finishes(tmp_path: Path) -> None:
    with Nursery() as nursery:
        service = Service(nursery, tmp_path)
        await service.start()
        service.options = ("--port", service.address.rpartition(":")[2])
        playing = asyncio.create_task(played(service.address, "skycity"))
        await somebody_connects(service.address)
        for _ in range(3):
            await asyncio.sleep(1.0)
            service.kill()
            await service.start()
        run = await playing
        assert await service.stop() == 0
    store = await open_store(service.database)
    try:
        books = await check_books(store, "skycity", run)
        assert books.seen["cutting_card_reached"] == 1
    finally:
        await store.close()
