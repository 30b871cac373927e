"""Commands that wait at a table at the same time share a commit, and nothing else changes.

Planted once and caught here: each of them decided on the table as it was before the first; answers
of those behind a refused write taken from the plan; a write that failed taken for one that was not
stored; nobody told when a watcher failed; the clock of a round used on for the next.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from casinowar.service.conversation.messages import CommandMessage, read_frame
from casinowar.service.tables.actor import PendingCommand
from casinowar.service.tables.decide import Actor
from casinowar.service.tables.writer import Writer
from casinowar.store.interface import Outcome, StoreError, Write
from casinowar.table import commands as c
from casinowar.table.roles import Who
from casinowar.wire import encode_json
from tests.kit.casino import Client, Rooms, open_casino
from tests.kit.memory_store import MemoryStore
from tests.service.test_table import TABLE, bet, seated
from tests.simulation.loop import VirtualLoop, run_virtually


class Slow(MemoryStore):
    """Takes its time, counts the writes that share a commit, and can fail."""

    most = written = 0
    fails = ""  # before or after it is stored
    fails_on = 0  # the number of the write, from 1

    async def write_all(self, writes: Sequence[Write]) -> Sequence[Outcome]:
        self.most = max(self.most, len(writes))
        self.written += not writes
        return await super().write_all(writes)

    async def write(self, write: Write) -> Outcome:
        self.fails_on -= 1
        self.written += 1
        fails = self.fails if self.fails_on == 0 else ""
        await asyncio.sleep(0.1)
        if fails == "before":
            raise StoreError("nothing was stored")
        outcome = await super().write(write)
        if fails == "after":
            raise StoreError("it was stored, but nobody says so")
        return outcome


def played(folder: Path, scene: Callable[[Rooms, Slow], Coroutine[Any, Any, None]]) -> None:
    async def whole(_: VirtualLoop) -> None:
        store = Slow()
        async with open_casino(folder, store) as rooms:
            await scene(rooms, store)

    run_virtually(whole)


async def at_once(store: Slow, *commands: tuple[Client, c.Command]) -> list[dict[str, Any]]:
    """Give commands while a first one is on its way, so that they wait together; their answers."""
    store.most = 0
    client, first = commands[0]
    going = asyncio.create_task(client.give(first))
    await asyncio.sleep(0.05)
    rest = [asyncio.create_task(client.give(command)) for client, command in commands[1:]]
    return [await going, *(await asyncio.gather(*rest))]


def buy(seat: int) -> c.BuyChips:
    return c.BuyChips(seat=seat, cash_cents=100_00)


def told(client: Client, after: int) -> list[tuple[int, int, list[str]]]:
    frames = [frame for frame in client.told.of("events") if frame["first"] > after]
    return [(f["first"], f["version"], [event["name"] for event in f["events"]]) for f in frames]


def test_those_who_wait_share_a_commit_and_a_frame(tmp_path: Path) -> None:
    async def scene(rooms: Rooms, store: Slow) -> None:
        clients = await seated(rooms, 1, 2, 3, 4)
        before = clients[0].connection.host.table.version
        answers = await at_once(
            store, *((client, buy(seat)) for seat, client in enumerate(clients, 1))
        )
        assert store.most == 3
        assert all(answer["ok"] for answer in answers)
        numbers = [(answer["first"], answer["version"]) for answer in answers]
        assert numbers == [(before + at, before + at) for at in (1, 2, 3, 4)]
        for client in clients:
            assert told(client, before) == [
                (before + 1, before + 1, ["chips_bought"]),
                (before + 2, before + 4, ["chips_bought"] * 3),
            ]
        stored = store.data.events[TABLE][before:]
        assert len({row.at_ms for row in stored[1:]}) == 1
        assert [row.actor for row in stored] == [client.person.id for client in clients]
        host = clients[0].connection.host
        assert host.table.version == len(store.data.events[TABLE])
        assert host.writer.counters.conflicts == 0  # nothing had to be decided again

    played(tmp_path, scene)


def test_each_is_decided_on_what_those_before_it_did(tmp_path: Path) -> None:
    async def scene(rooms: Rooms, store: Slow) -> None:
        one, two, three = await seated(rooms, 1, 2, 3)
        answers = await at_once(
            store,
            (one, buy(1)),
            (one, bet(2)),  # not their seat
            (two, bet(2)),
            (two, c.GoToWar(seat=2)),  # nothing is dealt yet
            (three, bet(3)),
            (one, bet(1)),  # the last one: the round is dealt
        )
        assert [answer["ok"] for answer in answers] == [True, False, True, False, True, True]
        host = one.connection.host
        assert store.most == 2  # a refusal, which is not written, ends a group
        assert host.table.state.round_number == 1
        assert host.writer.counters.conflicts == 0
        assert host.table.version == len(store.data.events[TABLE])

    played(tmp_path, scene)


def test_one_id_twice_in_a_commit_has_one_answer(tmp_path: Path) -> None:
    async def scene(rooms: Rooms, store: Slow) -> None:
        one, two = await seated(rooms, 1, 2)
        host, visitor = one.connection.host, one.connection.visitor
        command = {"command": "buy_chips", "seat": 1, "cash_cents": 100_00}
        give = read_frame(encode_json({"type": "command", "id": "x", "command": command}))
        assert isinstance(give, CommandMessage)
        by = Actor(person=one.person.id, name=one.person.name, who=Who(c.Role.PLAYER))
        going = asyncio.create_task(two.give(buy(2)))
        await asyncio.sleep(0.05)
        check, new = partial(visitor.check, give), asyncio.get_running_loop().create_future
        both = [host.ask(PendingCommand(give, by, None, check, new())) for _ in range(2)]
        later = asyncio.create_task(two.give(buy(2)))
        first, again = await asyncio.gather(*both)
        assert first == again
        assert (await going)["ok"]
        assert (await later)["ok"]
        assert store.most == 3
        assert [at.chips_cents for at in host.table.state.seats.values()] == [600_00, 700_00]
        assert host.table.version == len(store.data.events[TABLE])

    played(tmp_path, scene)


@pytest.mark.parametrize("fails", ["before", "after"])
@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_failed_write_is_found_out_about_and_nothing_is_done_twice(
    tmp_path: Path, fails: str, number: int
) -> None:
    async def scene(rooms: Rooms, store: Slow) -> None:
        clients = await seated(rooms, 1, 2, 3, 4)
        store.fails, store.fails_on = fails, number
        answers = await at_once(
            store, *((client, buy(seat)) for seat, client in enumerate(clients, 1))
        )
        assert all(answer["ok"] for answer in answers)
        host = clients[0].connection.host
        assert {at.chips_cents for at in host.table.state.seats.values()} == {600_00}
        assert host.table.version == len(store.data.events[TABLE])
        assert host.writer.counters.failures == 1
        for client in clients:
            frames = told(client, 0)
            assert frames[-1][1] == host.table.version
            firsts = [first for first, *_ in frames]
            assert firsts == sorted(set(firsts))

    played(tmp_path, scene)


def test_a_write_in_between_lets_the_rest_be_decided_again(tmp_path: Path) -> None:
    """As one does that was given up for lost, and is committed after all."""

    async def scene(rooms: Rooms, store: Slow) -> None:
        one, two, _ = await seated(rooms, 1, 2, 3)
        twin = await rooms.casino._open(TABLE)
        assert twin is not None
        going = asyncio.create_task(
            at_once(store, (one, buy(1)), (one, buy(1)), (two, buy(2)), (two, buy(2)))
        )
        await asyncio.sleep(0.12)
        await twin.run(lambda: twin.writer.itself(c.SitOut(seat=3)))
        answers = await going
        assert all(answer["ok"] for answer in answers)
        host = one.connection.host
        assert host.writer.counters.conflicts + twin.writer.counters.conflicts >= 1
        assert (
            host.table.state.seats[1].chips_cents == host.table.state.seats[2].chips_cents == 700_00
        )
        await twin.run(twin.writer.refresh)
        await host.run(host.writer.refresh)
        assert twin.table.state == host.table.state

    played(tmp_path, scene)


def test_somebody_with_a_limit_is_served_alone(tmp_path: Path) -> None:
    async def scene(rooms: Rooms, store: Slow) -> None:
        one, two, three = await seated(rooms, 1, 2, 3)
        await rooms.casino.persons.set_limit(one.person.id, "day_loss_cents", 15_00)
        await asyncio.sleep(1)
        answers = await at_once(store, (two, buy(2)), (one, bet(1)), (three, bet(3)))
        assert [answer["ok"] for answer in answers] == [True, True, True]
        assert store.most == 1

    played(tmp_path, scene)


def test_one_who_fails_harms_nobody_else(tmp_path: Path) -> None:
    """Planted once: everybody who shared the commit waited for ever."""

    async def scene(rooms: Rooms, store: Slow) -> None:
        one, two, three = await seated(rooms, 1, 2, 3)
        deciding = one.connection.host.table.deciding
        by_person = deciding.by_person

        def broken(state: Any, command: Any, by: Actor, *rest: Any) -> Any:
            if by.person == two.person.id:
                raise ValueError("nobody knows why")
            return by_person(state, command, by, *rest)

        deciding.by_person = broken  # type: ignore[method-assign, assignment]
        going = asyncio.create_task(one.give(buy(1)))
        await asyncio.sleep(0.05)
        rest = [
            asyncio.create_task(client.give(buy(seat)))
            for seat, client in enumerate((one, two, three), 1)
        ]
        assert (await going)["ok"]
        assert store.most == 1
        mine, failed, others = await asyncio.gather(*rest, return_exceptions=True)
        assert isinstance(failed, ValueError)
        assert isinstance(mine, dict)
        assert isinstance(others, dict)
        assert (mine["ok"], others["ok"]) == (True, True)

    played(tmp_path, scene)


def test_a_watcher_that_fails_leaves_nobody_without_an_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(rooms: Rooms, store: Slow) -> None:
        clients = await seated(rooms, 1, 2, 3, 4)
        publish, told_of = Writer._publish, list[int]()

        def broken(self: Writer, first: int, at_ms: int, bodies: Sequence[bytes]) -> None:
            told_of.append(first)
            if len(told_of) == 2:
                raise ValueError("a watcher failed")
            publish(self, first, at_ms, bodies)

        monkeypatch.setattr(Writer, "_publish", broken)
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        commands = [(client, buy(seat)) for seat, client in enumerate(clients, 1)]
        answers = await asyncio.wait_for(at_once(store, *commands), 60)
        assert all(answer["ok"] for answer in answers)

    played(tmp_path, scene)


def test_the_next_round_has_a_clock_of_its_own(tmp_path: Path) -> None:
    async def scene(rooms: Rooms, store: Slow) -> None:
        one, two, three = await seated(rooms, 1, 2, 3)
        await three.must(c.SitOut(seat=3))
        host, loop = one.connection.host, asyncio.get_running_loop()
        await one.must(bet(1))
        [(_, deadline)] = host.presence.clocks.deadlines.items()
        await asyncio.sleep(deadline - loop.time() - 1)
        await at_once(store, (three, buy(3)), (two, bet(2)), (one, bet(1)))
        assert store.most == 2
        assert host.table.state.round_number == 1
        assert min(host.presence.clocks.deadlines.values()) > loop.time() + 1

    played(tmp_path, scene)


def test_a_store_that_does_not_answer_is_not_asked_for_each_of_them(tmp_path: Path) -> None:
    async def scene(rooms: Rooms, store: Slow) -> None:
        clients = await seated(rooms, 1, 2, 3, 4, 5, 6)
        asked = list[float]()

        async def dead(*_: object) -> Any:
            asked.append(asyncio.get_running_loop().time())
            await asyncio.sleep(10)
            raise StoreError("no answer")

        going = asyncio.create_task(clients[0].give(buy(1)))
        await asyncio.sleep(0.05)
        for name in ("write", "write_all", "events"):  # the first is on its way already
            setattr(store, name, dead)
        rest = [asyncio.create_task(clients[at].give(buy(at + 1))) for at in range(1, 6)]
        assert (await going)["ok"]
        answers = await asyncio.gather(*rest)
        assert {answer["code"] for answer in answers} == {"service/store_failed"}
        assert len(asked) <= 3
        host = clients[0].connection.host
        assert host.writer.counters.failed == 5

    played(tmp_path, scene)


def test_a_refusal_writes_nothing(tmp_path: Path) -> None:
    async def scene(rooms: Rooms, store: Slow) -> None:
        one, two = await seated(rooms, 1, 2)
        wrong = c.GoToWar(seat=1)
        stored, written = len(store.data.answers), store.written
        answers = await at_once(store, (two, buy(2)), (one, wrong), (one, wrong))
        assert [answer["ok"] for answer in answers] == [True, False, False]
        assert (len(store.data.answers), store.written) == (stored + 1, written + 1)

    played(tmp_path, scene)
