"""Two processes of the service on one database, on virtual time.

Planted once and caught: everything that was missed under the time of its last event.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from casinowar.service.following import FRAME_SECONDS
from casinowar.service.roles import Role
from casinowar.service.seats import seats_of
from casinowar.service.settings import TableSettings
from casinowar.store.port import StoreError, TableRow
from casinowar.table import Phase
from casinowar.table import commands as c
from casinowar.table.waits import Awaited
from tests.kit.casino import Client, Rooms, open_casino
from tests.kit.memory_store import MemoryStore
from tests.service.test_table import TABLE, bet, seated
from tests.simulation.loop import VirtualLoop, run_virtually


@asynccontextmanager
async def second(folder: Path, first: Rooms, **parts: Any) -> AsyncIterator[Rooms]:
    """One more process on the database of another."""
    assert isinstance(first.store, MemoryStore)
    async with open_casino(folder, MemoryStore(first.store.hall), 2, **parts) as rooms:
        yield rooms


def played(folder: Path, scene: Callable[[Rooms], Coroutine[Any, Any, None]]) -> None:
    """Run a scene that begins with one process."""

    async def whole(_: VirtualLoop) -> None:
        async with open_casino(folder) as rooms:
            await scene(rooms)

    run_virtually(whole)


def test_a_process_without_watchers_sends_its_frame_to_others(tmp_path: Path) -> None:
    """Planted once: they heard of it only by reading the table."""

    async def scene(here: Rooms) -> None:
        [one] = await seated(here, 1)
        async with second(tmp_path, here) as there:
            far = await there.client(TABLE)
            await asyncio.sleep(1)
            here.casino.disconnect(one.connection)
            await asyncio.sleep(1)
            there.store.events = None  # type: ignore[assignment, method-assign] # nobody reads
            host, told = here.casino.hosts[TABLE], len(far.told.of("events"))
            await host.run(lambda: host._itself(c.SitOut(seat=1)))
            await asyncio.sleep(FRAME_SECONDS / 2)
            assert len(far.told.of("events")) == told + 1

    played(tmp_path, scene)


def test_what_another_process_wrote_comes_as_it_was_written(tmp_path: Path) -> None:
    async def scene(here: Rooms) -> None:
        one, two = await seated(here, 1, 2)
        last = one.connection.host.version
        async with second(tmp_path, here) as there:
            far = await there.client(TABLE, last=last)
            busy = asyncio.Event()
            far.connection.host.run(busy.wait)  # it takes nothing in for a while
            here.clock.ms += 1000
            await one.must(bet(1))
            here.clock.ms += 1000
            await one.must(c.BuyChips(seat=1, cash_cents=100_00))
            here.clock.ms += 1000
            await two.must(c.SitOut(seat=2))
            busy.set()
            await asyncio.sleep(1)
            back = await here.socket(TABLE, two.person, two.token, last=last)
        expected = [frame for frame in one.told.of("events") if frame["first"] > last]
        assert len(expected) == 3
        for client in (far, back):
            frames = client.told.of("events")
            for field in ("first", "version", "at_ms", "events"):
                assert [f[field] for f in frames] == [f[field] for f in expected], field

    played(tmp_path, scene)


def test_frames_are_taken_in_without_asking_the_database(tmp_path: Path) -> None:
    async def scene(here: Rooms) -> None:
        one, two = await seated(here, 1, 2)
        async with second(tmp_path, here) as there:
            far = await there.socket(TABLE, two.person, two.token)
            await asyncio.sleep(0.01)  # until the other process knows
            host, asked, read = far.connection.host, list[int](), there.store.events

            async def events(table: str, after: int, limit: int = 1000) -> Any:
                asked.append(after)
                return await read(table, after, limit)

            there.store.events = events  # type: ignore[method-assign]
            await one.must(bet(1))
            await asyncio.sleep(0.1)
            assert host.version == one.connection.host.version
            assert host.state == one.connection.host.state
            assert asked == []
            busy = asyncio.Event()
            host.run(busy.wait)
            asking = asyncio.create_task(far.give(bet(2)))
            await asyncio.sleep(0.1)
            await one.must(c.BuyChips(seat=1, cash_cents=100_00))
            await asyncio.sleep(0.1)  # heard, and taken in before the bet is decided
            busy.set()
            assert (await asking)["ok"]
            assert (host.counters.conflicts, asked) == (0, [])
            latest = host.version
            host.hear(latest + 1)  # its frame does not come
            await asyncio.sleep(FRAME_SECONDS * 0.9)
            assert asked == []
            await asyncio.sleep(FRAME_SECONDS * 0.2)
            assert asked == [latest]

    played(tmp_path, scene)


def test_what_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise StoreError("nothing can be read")

    async def scene(here: Rooms) -> None:
        one, two = await seated(here, 1, 2)
        host = one.connection.host
        before = replace(host.counters)
        refused = await one.give(c.BuyChips(seat=1, cash_cents=1), identity="odd")
        assert not refused["ok"]
        assert await one.give(c.BuyChips(seat=1, cash_cents=1), identity="odd") == refused
        await host.run(lambda: host._itself(c.LeaveSeat(seat=5)))  # refused, and nobody asked
        assert host.counters == replace(before, refused=before.refused + 1)
        async with second(tmp_path, here) as there:
            far = await there.socket(TABLE, two.person, two.token)
            busy = asyncio.Event()
            far.connection.host.run(busy.wait)
            monkeypatch.setattr(far.connection.host, "hear", lambda _: asyncio.Future[None]())
            asking = asyncio.create_task(far.give(bet(1)))  # the seat of somebody else
            await asyncio.sleep(0.1)
            await one.must(bet(1))
            busy.set()
            assert (await asking)["code"] == "role/not_yours"
            counted = far.connection.host.counters
            assert (counted.refused, counted.conflicts) == (1, 1)
        before = replace(host.counters)
        monkeypatch.setattr(here.store, "events", broken)
        host._doubt()
        await host.run(host.time_up)
        assert host.counters == replace(before, failures=before.failures + 1)
        assert (await one.give(bet(1)))["code"] == "service/store_failed"
        assert host.counters.failed == before.failed + 1
        monkeypatch.undo()

    played(tmp_path, scene)


def test_one_table_that_cannot_be_read_does_not_stop_the_start(tmp_path: Path) -> None:
    async def whole(loop: VirtualLoop) -> None:
        async with open_casino(tmp_path) as here:
            await seated(here, 1)
            await seated(here, 1, table="wisconsin")
            store = here.store
            assert isinstance(store, MemoryStore)
        broken = store.data.events[TABLE]
        broken[0] = broken[0]._replace(body=b"{}")
        async with open_casino(tmp_path, store, 2) as again:
            assert list(again.casino.hosts) == ["wisconsin"]
        [error] = loop.errors
        assert error.startswith("table skycity")

    run_virtually(whole)


async def in_a_choice(rooms: Rooms) -> Client:
    """Somebody alone at a table with a tie."""
    (one,) = await seated(rooms, 1)
    host = one.connection.host
    while host.state.phase is not Phase.DECIDE:
        if host.state.phase is Phase.CUT_OFFERED:
            await one.must(c.RefuseCut(seat=1))
        elif host.state.seats[1].chips_cents < 3000:
            await one.must(c.BuyChips(seat=1, cash_cents=100_00))
        else:
            await one.must(bet(1))
    return one


@pytest.mark.parametrize("failures", [0, 1])
def test_a_process_that_starts_asks_who_is_there(tmp_path: Path, failures: int) -> None:
    """Somebody alone at a table in another process is not hurried."""

    class Shy(MemoryStore):
        left = failures

        async def tell(self, *messages: str, to: str = "") -> None:
            if self.left:
                self.left -= 1
                raise StoreError("not now")
            await super().tell(*messages, to=to)

    async def scene(here: Rooms) -> None:
        one = await in_a_choice(here)
        host = one.connection.host
        await asyncio.sleep(1)  # just after somebody was last said to be here
        here.casino.sweep()
        assert isinstance(here.store, MemoryStore)
        policies = host.state.house.policies
        there = open_casino(tmp_path, Shy(here.store.hall), 2)
        async with there as other:
            await asyncio.sleep(1)
            assert other.casino.hosts[TABLE].countdowns()[0].left_ms is None
            await asyncio.sleep(3 * policies.decision_seconds)
            assert host.state.phase is Phase.DECIDE

    played(tmp_path, scene)


def test_the_newest_socket_takes_over_whatever_the_clocks_say(tmp_path: Path) -> None:
    async def scene(here: Rooms) -> None:
        (one,) = await seated(here, 1)
        async with second(tmp_path, here) as there:
            there.clock.ms -= 3_600_000  # an hour slow
            await asyncio.sleep(1)
            far = await there.socket(TABLE, one.person, one.token)
            await asyncio.sleep(1)
            assert one.told.frames[-1] == {"type": "goodbye", "reason": "taken_over"}
            near = await here.socket(TABLE, one.person, one.token)
            await asyncio.sleep(1)
            assert far.told.frames[-1] == {"type": "goodbye", "reason": "taken_over"}
            assert near.told.closed is None

    played(tmp_path, scene)


def test_a_client_that_knows_more_than_this_process_gets_no_older_view(tmp_path: Path) -> None:
    async def scene(here: Rooms) -> None:
        (one,) = await seated(here, 1)
        async with second(tmp_path, here) as there:
            host = await there.casino.host(TABLE)
            await asyncio.sleep(1)
            there.store.hall.ears[there.store.name].clear()  # type: ignore[attr-defined]
            await one.must(c.BuyChips(seat=1, cash_cents=100_00))
            last = one.connection.host.version
            assert host.version < last
            far = await there.socket(TABLE, one.person, one.token, last=last)
            [welcome] = far.told.of("welcome")
            assert (welcome["version"], "view" in welcome) == (last, False)

    played(tmp_path, scene)


def test_a_process_that_stood_still_does_not_answer_for_people_of_a_later_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its clock ran out in one round; when it wakes up, another round has begun."""

    async def scene(here: Rooms) -> None:
        one, two = await seated(here, 1, 2)
        async with second(tmp_path, here) as there:
            far = [await there.socket(TABLE, by.person, by.token) for by in (one, two)]
            await asyncio.sleep(1)
            still, going = here.casino.hosts[TABLE], far[0].connection.host
            await far[0].must(bet(1))
            await asyncio.sleep(6)
            for name in ("hear", "follow", "_set_timer"):  # as if it were stopped
                monkeypatch.setattr(still, name, lambda *_: None)
            still._alarm.set(None)
            await far[1].must(bet(2))
            while going.state.phase is not Phase.BETTING:
                for seat, player in enumerate(far, 1):
                    await player.give(c.SurrenderHand(seat=seat))
                await asyncio.sleep(0.1)
            await asyncio.sleep(30)  # until the clock of the first round would have run out
            await far[0].must(bet(1))
            [left_ms] = [one.left_ms for one in going.countdowns() if one.wait.what is Awaited.BET]
            assert left_ms, "seat 2 has time left"
            before, answered = going.version, still.counters.policy
            monkeypatch.undo()
            await still.run(still.time_up)
            await asyncio.sleep(1)
            assert (going.version, going.state.phase) == (before, Phase.BETTING)
            assert still.counters.policy == answered

    played(tmp_path, scene)


def test_a_table_that_nobody_watches_here_is_shown_as_far_as_was_heard(tmp_path: Path) -> None:
    async def scene(here: Rooms) -> None:
        [one] = await seated(here, 1)
        async with second(tmp_path, here) as there:
            shown = await there.casino.host(TABLE)
            await asyncio.sleep(1)
            await one.must(c.BuyChips(seat=1, cash_cents=100_00))
            await asyncio.sleep(0.01)  # until it is heard of
            assert shown.version < one.connection.host.version
            [held] = await seats_of(there.casino, one.person.id)
            assert held.chips_cents == one.connection.host.state.seats[1].chips_cents
            assert (await there.casino.host(TABLE)).version == one.connection.host.version

    played(tmp_path, scene)


def test_a_process_does_not_say_that_no_dealer_is_at_a_table_with_people_elsewhere(
    tmp_path: Path,
) -> None:
    """Planted once and caught here: nobody, although the dealer's socket is elsewhere."""

    async def scene(here: Rooms) -> None:
        row = await here.casino.lobby.make("", TableSettings(house=TABLE, runs_itself=False))
        assert isinstance(row, TableRow)
        near = await here.casino.host(row.table)
        async with second(tmp_path, here) as there:
            dealer = await there.client(row.table, (Role.DEALER,))
            far = dealer.connection.host
            await asyncio.sleep(1)
            assert (near.dealer_here, far.dealer_here) == (None, True)
            there.casino.disconnect(dealer.connection)
            await asyncio.sleep(1)
            assert (near.dealer_here, far.dealer_here) == (False, False)

    played(tmp_path, scene)
