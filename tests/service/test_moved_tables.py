"""Tables that move between two processes on one database, on virtual time.

Planted once and caught here: a write that is committed after it was given up, which nobody saw. The
faults of moves and homes are planted in the simulation.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from casinowar.service.casino import MOVES_MAX, SWEEP_SECONDS
from casinowar.service.conversation.messages import CLOSE_CODES, Goodbye
from casinowar.service.seats import seats_of
from casinowar.service.tables.writer import RETRY_SECONDS, TableMovedError
from casinowar.store.interface import MISSED, Moved, Outcome, StoreError, Write, Written
from casinowar.table import Phase
from casinowar.table import commands as c
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


def deafen(rooms: Rooms) -> None:
    """Nothing that others say reaches a process any more."""
    assert isinstance(rooms.store, MemoryStore)
    rooms.store.hall.ears[rooms.store.name].clear()


def counted(rooms: Rooms, name: str) -> list[Any]:
    """What a process asks its database from now on."""
    asked, question = list[Any](), getattr(rooms.store, name)

    async def ask(*given: Any) -> Any:
        asked.append(given)
        return await question(*given)

    setattr(rooms.store, name, ask)
    return asked


def moved(client: Client) -> bool:
    """Whether a client was told to come back elsewhere."""
    code = CLOSE_CODES[Goodbye.MOVED]
    said = client.told.frames[-1] == {"type": "goodbye", "reason": "moved"}
    return said and client.told.closed == (code, "moved")


def test_a_process_without_people_opens_no_table(tmp_path: Path) -> None:
    async def scene(here: Rooms) -> None:
        async with second(tmp_path, here) as there:
            tables = [row.table for row in await here.store.tables()]
            for table in tables:
                await here.client(table)
            await asyncio.sleep(40 * SWEEP_SECONDS)
            assert len(here.casino.hosts) == len(tables) == 7
            assert not there.casino.hosts

    played(tmp_path, scene)


def test_the_newest_to_open_a_table_is_its_home(tmp_path: Path) -> None:
    async def scene(here: Rooms) -> None:
        one, two = await seated(here, 1, 2)
        await one.must(bet(1))
        async with second(tmp_path, here) as there:
            far = await there.socket(TABLE, one.person, one.token)
            await asyncio.sleep(1)
            assert moved(one)
            assert moved(two)
            assert not here.casino.hosts
            assert here.casino.moves == 1
            near = await there.socket(TABLE, two.person, two.token)
            await near.must(bet(2))
            assert far.told.of("events")[-1]["version"] == near.connection.host.table.version

    played(tmp_path, scene)


def test_the_old_home_cannot_write_though_it_has_heard_nothing(tmp_path: Path) -> None:
    async def scene(here: Rooms) -> None:
        one, _ = await seated(here, 1, 2)
        old = one.connection.host
        async with second(tmp_path, here) as there:
            deafen(here)
            new = await there.casino.host(TABLE)
            await asyncio.sleep(1)
            assert old.table.version == new.table.version
            answers = len(one.told.of("answer"))
            await one.say(type="command", id="mine", command={
                "command": "place_wagers", "seat": 1, "initial_cents": 1000,
            })  # fmt: skip
            assert moved(one)
            assert len(one.told.of("answer")) == answers, "the new home answers it"
            assert old.table.version == new.table.version
            far = await there.socket(TABLE, one.person, one.token)
            for _ in range(2):  # a client may ask again and again
                assert (await far.give(bet(1), identity="mine"))["ok"]
            assert new.table.state.hands[1].initial_cents == 1000
            assert not old.table.state.hands

    played(tmp_path, scene)


def test_what_was_written_before_the_move_is_answered_after_it(tmp_path: Path) -> None:
    async def scene(here: Rooms) -> None:
        (one,) = await seated(here, 1)
        answer = await one.give(c.BuyChips(seat=1, cash_cents=100_00), identity="chips")
        async with second(tmp_path, here) as there:
            far = await there.socket(TABLE, one.person, one.token)
            again = await far.give(c.BuyChips(seat=1, cash_cents=100_00), identity="chips")
            assert again == answer
            assert far.connection.host.table.state.seats[1].chips_cents == 600_00

    played(tmp_path, scene)


def test_without_news_the_next_sweep_finds_that_a_table_has_moved(tmp_path: Path) -> None:
    async def scene(here: Rooms) -> None:
        (one,) = await seated(here, 1)
        async with second(tmp_path, here) as there:
            deafen(here)
            await there.casino.host(TABLE)
            await asyncio.sleep(SWEEP_SECONDS + 1)
            assert moved(one)
            assert TABLE not in here.casino.hosts

    played(tmp_path, scene)


def test_policy_does_not_act_at_the_old_home(tmp_path: Path) -> None:
    async def scene(here: Rooms) -> None:
        one, _ = await seated(here, 1, 2)
        old = one.connection.host
        async with second(tmp_path, here) as there:
            deafen(here)
            new = await there.casino.host(TABLE)
            version = new.table.version
            with pytest.raises(TableMovedError):
                await old.run(lambda: old.writer.itself(c.SitOut(seat=1)))
            await old.run(old.time_up)
            assert (new.table.version, await here.store.version(TABLE)) == (version, version)

    played(tmp_path, scene)


def test_a_process_opens_only_what_it_is_asked_for(tmp_path: Path) -> None:
    async def scene(here: Rooms) -> None:
        one, two = await seated(here, 1, 2)
        async with second(tmp_path, here) as there:
            await asyncio.sleep(3 * SWEEP_SECONDS)
            [held] = await seats_of(there.casino, one.person.id)
            assert (held.table, held.seat, held.chips_cents) == (TABLE, 1, 500_00)
            await there.casino.persons.exclude(two.person.id, None)
            await asyncio.sleep(1)
            assert not there.casino.hosts
            assert list(one.connection.host.table.state.seats) == [1], "the home has heard of it"
            assert one.told.closed is None

    played(tmp_path, scene)


def test_a_table_that_nobody_uses_has_no_home(tmp_path: Path) -> None:
    async def scene(here: Rooms) -> None:
        fan = await here.client(TABLE)
        assert await here.store.tables_at_home() == {TABLE}
        here.casino.disconnect(fan.connection)
        await asyncio.sleep(SWEEP_SECONDS + 1)
        assert await here.store.tables_at_home() == set()
        assert not here.casino.hosts
        back = await here.client(TABLE)
        await seated(here, 1)
        assert back.told.of("events"), "it is open again"

    played(tmp_path, scene)


async def in_a_choice(rooms: Rooms) -> Client:
    """Somebody alone at a table with a tie."""
    (one,) = await seated(rooms, 1)
    host = one.connection.host
    while host.table.state.phase is not Phase.DECIDE:
        if host.table.state.phase is Phase.CUT_OFFERED:
            await one.must(c.RefuseCut(seat=1))
        elif host.table.state.seats[1].chips_cents < 3000:
            await one.must(c.BuyChips(seat=1, cash_cents=100_00))
        else:
            await one.must(bet(1))
    return one


def test_a_round_whose_process_and_people_are_gone_is_finished_within_a_minute(
    tmp_path: Path,
) -> None:
    async def whole(_: VirtualLoop) -> None:
        first = open_casino(tmp_path)
        here = await first.__aenter__()
        await in_a_choice(here)
        async with second(tmp_path, here) as there, second(tmp_path, here) as third:
            await asyncio.sleep(2 * SWEEP_SECONDS)
            assert not there.casino.hosts
            assert isinstance(here.store, MemoryStore)
            await first.__aexit__(None, None, None)
            await here.store.close()
            await asyncio.sleep(60)
            host = there.casino.hosts[TABLE]
            assert not host.table.state.hands
            assert host.writer.counters.policy == 1
            assert not third.casino.hosts, "one process looks for such tables"

    run_virtually(whole)


def test_a_table_that_keeps_moving_is_warned_of(tmp_path: Path) -> None:
    async def scene(here: Rooms) -> None:
        warned = list[tuple[str, int]]()
        here.casino.many_moves = lambda table, moves: warned.append((table, moves))
        async with second(tmp_path, here) as there:
            for _ in range(MOVES_MAX):
                await here.casino.host(TABLE)
                await there.casino.host(TABLE)
                await asyncio.sleep(61 / MOVES_MAX)
            assert not warned, "so few are nothing unusual"
            for _ in range(MOVES_MAX + 1):
                await here.casino.host(TABLE)
                await there.casino.host(TABLE)
                await asyncio.sleep(1)
            assert warned == [(TABLE, MOVES_MAX + 1)]

    played(tmp_path, scene)


def test_notifications_cost_one_look_at_a_time(tmp_path: Path) -> None:
    """Anybody who may connect to the database can send them."""

    async def scene(here: Rooms) -> None:
        (one,) = await seated(here, 1)
        assert isinstance(here.store, MemoryStore)
        stranger = MemoryStore(here.store.hall)
        homes, persons = counted(here, "tables_at_home"), counted(here, "person")
        for number in range(1000):
            await stranger.tell(f"moved {TABLE}")
            await stranger.tell(f"moved other{number}")
            await stranger.tell(f"person {one.person.id}")
            await stranger.tell(MISSED)
        await asyncio.sleep(1)
        assert len(homes) <= 2
        assert len(persons) <= 4
        assert one.told.closed is None, "news is never believed"
        await one.must(bet(1))

    played(tmp_path, scene)


def test_a_write_of_another_home_says_so(tmp_path: Path) -> None:
    async def scene(here: Rooms) -> None:
        (one,) = await seated(here, 1)
        version = one.connection.host.table.version
        write = Write(table=TABLE, expected=version, at_ms=0, home="another")
        assert await here.store.write(write) == Moved()

    played(tmp_path, scene)


def test_what_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise StoreError("nothing can be read")

    async def scene(here: Rooms) -> None:
        one, _ = await seated(here, 1, 2)
        host = one.connection.host
        before = replace(host.writer.counters)
        refused = await one.give(c.BuyChips(seat=1, cash_cents=1), identity="odd")
        assert not refused["ok"]
        assert await one.give(c.BuyChips(seat=1, cash_cents=1), identity="odd") == refused
        await host.run(lambda: host.writer.itself(c.LeaveSeat(seat=5)))  # refused, and nobody asked
        assert host.writer.counters == replace(before, refused=before.refused + 2)
        before = replace(host.writer.counters)
        monkeypatch.setattr(here.store, "events", broken)
        host.writer.doubt()
        await host.run(host.time_up)
        assert host.writer.counters == replace(before, failures=before.failures + 1)
        assert (await one.give(bet(1)))["code"] == "service/store_failed"
        assert host.writer.counters.failed == before.failed + 1
        monkeypatch.undo()

    played(tmp_path, scene)


def test_one_table_that_cannot_be_read_does_not_stop_the_start(tmp_path: Path) -> None:
    async def whole(loop: VirtualLoop) -> None:
        async with open_casino(tmp_path) as here:
            await seated(here, 1)
            await seated(here, 1, table="wisconsin")
            store = here.store
            assert isinstance(store, MemoryStore)
        first = store.hall.data.events[TABLE][0]
        store.hall.put_event(TABLE, first._replace(body=b"{}"))
        async with open_casino(tmp_path, await store.restarted(), 2) as again:
            assert list(again.casino.hosts) == ["wisconsin"]
        [error] = loop.errors
        assert error.startswith("table skycity")

    run_virtually(whole)


class Late(MemoryStore):
    """A store whose next write is reported as failed and committed seconds later."""

    late = False

    async def write_all(self, writes: Sequence[Write]) -> Sequence[Outcome]:
        if not self.late:
            return await super().write_all(writes)
        self.late = False

        def commit() -> None:
            [outcomes] = self.hall.commit([tuple(writes)])
            assert outcomes == tuple(Written() for _ in writes)

        asyncio.get_running_loop().call_later(4 * RETRY_SECONDS, commit)
        raise StoreError("the server does not answer")


def test_a_write_that_is_committed_late_is_shown_all_the_same(tmp_path: Path) -> None:
    """The table was read again before. Planted once: nobody saw it until somebody else acted."""

    async def whole(_: VirtualLoop) -> None:
        store = Late()
        async with open_casino(tmp_path, store) as here:
            (one,) = await seated(here, 1)
            store.late = True
            assert not (await one.give(c.BuyChips(seat=1, cash_cents=100_00)))["ok"]
            await asyncio.sleep(2 * SWEEP_SECONDS + 1)
            assert one.told.of("events")[-1]["version"] == await store.version(TABLE)
            assert one.connection.host.table.state.seats[1].chips_cents == 600_00

    run_virtually(whole)
