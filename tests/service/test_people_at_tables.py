"""What becomes of people at tables when something about them changes, on virtual time.

Planted once and caught: limits on sockets that are counted before a table is open; a visitor who is
trusted for ever, by the sweep or by ``receive``; an exclusion that nobody looks for at a hello, at
the opening of a table, or at tables without a socket; reality checks that belong to a socket; looks
at people whose message waits for it, or at everybody at once.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from casinowar.service.background import REFRESHES_AT_ONCE
from casinowar.service.casino import SWEEP_SECONDS
from casinowar.service.conversation.signed_in import TRUSTED_SECONDS
from casinowar.service.people.person import Person
from casinowar.service.refusals import ServiceCode, ServiceRefused
from casinowar.service.roles import Role
from casinowar.service.tables.actor import TableActor
from casinowar.store.interface import SessionRow, StoreError
from casinowar.table import Phase
from casinowar.table import commands as c
from tests.kit.casino import Client, Rooms, Told, open_casino, sit
from tests.kit.memory_store import MemoryStore
from tests.simulation.loop import VirtualLoop

TABLE = "skycity"
OTHER = "wisconsin"


def virtually(scene: Coroutine[Any, Any, None]) -> None:
    """Run a scene on virtual time."""
    loop = VirtualLoop()
    asyncio.set_event_loop(loop)
    try:
        loop.run_until_complete(scene)
        assert loop.errors == []
    finally:
        asyncio.set_event_loop(None)
        loop.close()


async def connected_at_once(rooms: Rooms, *tokens: str) -> int:
    """How many of these get a socket at a table that is not open yet."""

    async def connect(token: str) -> bool:
        visitor = await rooms.casino.visitor(token)
        try:
            await rooms.casino.connect(TABLE, visitor, Told())
        except ServiceRefused as refused:
            return refused.refusal.code is not ServiceCode.TOO_MANY
        return True

    return sum(await asyncio.gather(*(connect(token) for token in tokens)))


async def token_of(rooms: Rooms) -> str:
    person = await rooms.casino.persons.create_guest()
    return (await rooms.casino.sessions.start(person.id)).token


def test_nobody_gets_more_sockets_while_a_table_is_opened(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_casino(tmp_path, sockets_per_person=3) as rooms:
            token = await token_of(rooms)
            assert await connected_at_once(rooms, *[token] * 10) == 3

    virtually(scene())


def test_there_are_no_more_sockets_than_allowed_while_a_table_is_opened(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_casino(tmp_path, sockets_max=4) as rooms:
            tokens = [await token_of(rooms) for _ in range(10)]
            assert await connected_at_once(rooms, *tokens) == 4

    virtually(scene())


# --- news that is lost ----------------------------------------------------------------------------


class Mute(MemoryStore):
    """A store whose messages never reach another process."""

    async def tell(self, message: str) -> None:
        raise StoreError(message)


def test_signing_out_reaches_a_socket_that_only_reads_without_any_news(tmp_path: Path) -> None:
    async def scene() -> None:
        store = MemoryStore()
        async with open_casino(tmp_path, store) as there:
            one = await there.client(TABLE)
            async with open_casino(tmp_path, Mute(store.hall)) as here:
                await here.casino.sessions.end_everywhere(one.person.id)
            await asyncio.sleep(TRUSTED_SECONDS + 2 * SWEEP_SECONDS)
            assert one.told.frames[-1] == {"type": "goodbye", "reason": "signed_out"}

    virtually(scene())


def test_what_is_known_of_somebody_is_not_trusted_for_long(tmp_path: Path) -> None:
    async def scene() -> None:
        store = MemoryStore()
        async with open_casino(tmp_path, store) as there:
            one = await there.client(TABLE)
            async with open_casino(tmp_path, Mute(store.hall)) as here:
                await here.casino.persons.exclude(one.person.id, None)
            assert (await one.give(sit(1)))["ok"]  # nobody can know it yet
            for task in there.casino._tasks:
                task.cancel()  # not the sweep: the message itself must be in doubt
            await asyncio.sleep(TRUSTED_SECONDS)
            answer = await one.give(c.BuyChips(seat=1, cash_cents=100_00))
            assert answer["code"] == "limit/excluded"

    virtually(scene())


class Watched(MemoryStore):
    """A store that knows when sessions were read."""

    def __init__(self, seconds: float = 0.0) -> None:
        super().__init__()
        self.read_at = list[float]()
        self.seconds, self.under_way, self.most = seconds, 0, 0

    async def session(self, digest: bytes) -> SessionRow | None:
        self.read_at.append(asyncio.get_running_loop().time())
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        await asyncio.sleep(self.seconds)
        self.under_way -= 1
        return await super().session(digest)


@pytest.mark.parametrize("people", [1, 12, 20, 100])
@pytest.mark.parametrize("apart", [0.0, 1.3])
def test_no_message_waits_for_a_look_at_its_sender(
    tmp_path: Path, people: int, apart: float
) -> None:
    async def scene() -> None:
        store = Watched()
        async with open_casino(tmp_path, store) as rooms:
            await asyncio.sleep(1)
            everybody = list[Client]()
            for _ in range(people):
                everybody.append(await rooms.client(TABLE))
                await asyncio.sleep(apart)
            before = len(store.read_at)
            for _ in range(100):
                await asyncio.sleep(1.7)
                for one in everybody:
                    reads = len(store.read_at)
                    await one.say(type="ping")
                    assert len(store.read_at) == reads
            assert len(store.read_at) - before >= 5 * people

    virtually(scene())


def test_looks_at_many_people_are_spread_over_time(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched()
        async with open_casino(tmp_path, store) as rooms:
            for _ in range(100):
                await rooms.client(TABLE)
            store.read_at.clear()
            await asyncio.sleep(TRUSTED_SECONDS)
            assert len(store.read_at) >= 100
            most = max(Counter(int(at) for at in store.read_at).values())
            assert most <= 3 * REFRESHES_AT_ONCE

    virtually(scene())


def test_looks_do_not_pile_up_while_the_store_is_slow(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched()
        async with open_casino(tmp_path, store) as rooms:
            for _ in range(50):
                await rooms.client(TABLE)
            store.seconds = 3 * SWEEP_SECONDS
            await asyncio.sleep(10 * SWEEP_SECONDS)
            assert store.most == REFRESHES_AT_ONCE

    virtually(scene())


def test_somebody_who_cannot_be_looked_at_harms_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    errors = list[object]()

    async def scene() -> None:
        store = Watched()
        async with open_casino(tmp_path, store) as rooms:
            everybody = [await rooms.client(TABLE) for _ in range(40)]
            stand_up = rooms.casino._stand_up

            async def fail(host: TableActor, person: Person) -> None:
                if person.id == everybody[2].person.id:
                    raise ZeroDivisionError
                await stand_up(host, person)

            monkeypatch.setattr(rooms.casino, "_stand_up", fail)
            loop = asyncio.get_running_loop()
            loop.set_exception_handler(lambda _, context: errors.append(context["exception"]))
            await asyncio.sleep(5 * SWEEP_SECONDS)
            assert not any(one.connection.visitor.is_stale() for one in everybody)

    virtually(scene())
    assert {type(error) for error in errors} == {ZeroDivisionError}


# --- people who may not play any more -------------------------------------------------------------


async def seated(rooms: Rooms, *seats: int) -> list[Client]:
    """Players with chips at a table that takes bets."""
    clients = [await rooms.client(TABLE) for _ in seats]
    for client, seat in zip(clients, seats, strict=True):
        await client.must(sit(seat))
        await client.must(c.BuyChips(seat=seat, cash_cents=500_00))
    host = clients[0].connection.host
    while host.table.state.phase is Phase.CUT_OFFERED:
        offered = host.table.state.cut_offered_to
        assert offered is not None
        await clients[seats.index(offered)].must(c.RefuseCut(seat=offered))
    return clients


def bet(seat: int) -> c.PlaceWagers:
    return c.PlaceWagers(seat=seat, initial_cents=1000)


def test_somebody_without_a_socket_stands_up_when_they_exclude_themselves(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_casino(tmp_path) as rooms:
            one, two = await seated(rooms, 1, 2)
            rooms.casino.disconnect(two.connection)
            await rooms.casino.persons.exclude(two.person.id, None)
            await asyncio.sleep(1)
            assert list(one.connection.host.table.state.seats) == [1]

    virtually(scene())


def test_an_exclusion_elsewhere_is_found_when_somebody_returns(tmp_path: Path) -> None:
    async def scene() -> None:
        store = MemoryStore()
        async with open_casino(tmp_path, store) as there:
            one, two = await seated(there, 1, 2)
            there.casino.disconnect(two.connection)
            # by a process that dies before it gets any further
            async with open_casino(tmp_path, Mute(store.hall)) as here:
                here.casino._stopping = True
                await here.casino.persons.exclude(two.person.id, None)
            there.clock.ms += 40_000
            await there.socket(TABLE, two.person, two.token)
            await asyncio.sleep(1)
            assert list(one.connection.host.table.state.seats) == [1]

    virtually(scene())


def test_an_exclusion_during_a_hand_outlives_a_restart(tmp_path: Path) -> None:
    async def scene() -> None:
        store = MemoryStore()
        async with open_casino(tmp_path, store) as before:
            one, _ = await seated(before, 1, 2)
            await one.must(bet(1))
            await before.casino.persons.exclude(one.person.id, None)
            await asyncio.sleep(1)
            assert 1 in one.connection.host.table.state.seats
        async with open_casino(tmp_path, await store.restarted()) as after:
            await asyncio.sleep(100)  # the hand is over, and 120 seconds are not
            host = after.casino.hosts[TABLE]
            assert list(host.table.state.seats) == [2]
            balance = await after.casino.cashier.balance(one.person.id)
            assert balance.at_tables_cents == 0

    virtually(scene())


def test_somebody_who_is_no_player_any_more_stands_up(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_casino(tmp_path) as rooms:
            one = await rooms.client(TABLE)
            await one.must(sit(1))
            await rooms._with_roles(one.person, frozenset({Role.SURVEILLANCE}))
            await asyncio.sleep(1)
            assert not one.connection.host.table.state.seats

    virtually(scene())


# --- reality checks -------------------------------------------------------------------------------


async def minutes_pass(rooms: Rooms, minutes: int) -> None:
    for _ in range(minutes):
        rooms.clock.ms += 60_000
        await asyncio.sleep(60)


def test_reality_checks_come_to_somebody_who_reconnects_and_to_all_their_sockets(
    tmp_path: Path,
) -> None:
    async def scene() -> None:
        async with open_casino(tmp_path) as rooms:
            (one,) = await seated(rooms, 1)
            await rooms.casino.persons.set_reality_check(one.person.id, 30)
            other = await rooms.socket(OTHER, one.person, one.token)
            for passed in range(10, 100, 10):
                rooms.casino.disconnect(one.connection)
                one = await rooms.socket(TABLE, one.person, one.token)
                await minutes_pass(rooms, 10)
                await one.must(c.BuyChips(seat=1, cash_cents=5_00))
                checks = other.told.of("reality_check")
                assert [check["minutes"] for check in checks] == [30, 60, 90][: passed // 30]
                assert len(one.told.of("reality_check")) == (passed % 30 == 0)

    virtually(scene())


def test_nobody_is_reminded_before_they_have_played_for_the_interval(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_casino(tmp_path) as rooms:
            one = await rooms.client(TABLE)
            await rooms.casino.persons.set_reality_check(one.person.id, 30)
            await minutes_pass(rooms, 45)  # only looks on
            await one.must(sit(1))
            for _ in range(2):
                await one.must(c.BuyChips(seat=1, cash_cents=100_00))
                await minutes_pass(rooms, 10)
            assert not one.told.of("reality_check")
            await one.must(c.BuyChips(seat=1, cash_cents=100_00))
            await minutes_pass(rooms, 11)
            assert len(one.told.of("reality_check")) == 1

    virtually(scene())
