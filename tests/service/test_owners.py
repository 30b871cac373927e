"""Tables by link on virtual time: what their owners do, who is here, and what is said.

Planted once and caught here: a locked table that lets somebody sit, a bar that is forgotten with a
restart, wagers that a closing table does not play out, a clock at a table without clocks, bets that
close there for somebody who thinks, the names of watchers at a public table, a phrase for watchers
of a public table, two phrases at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from casinowar.service.people.people import Changes
from casinowar.service.refusals import ServiceCode, ServiceRefusal, ServiceRefused
from casinowar.service.roles import Role
from casinowar.service.tables import owner as table_owner
from casinowar.service.tables.owner import Change
from casinowar.service.tables.presence import PEOPLE_SECONDS, SAY_SECONDS
from casinowar.service.tables.settings import STOOD_UP_WORDS, KeptSettings, TableSettings
from casinowar.store.interface import Note, NoteQuery
from casinowar.table import Phase
from casinowar.table import commands as c
from casinowar.table.waits import Awaited
from casinowar.wire import event_name
from tests.kit.casino import Client, Rooms, open_casino, sit
from tests.kit.memory_store import MemoryStore
from tests.service.test_moved_tables import played, second
from tests.service.test_table import bet, names
from tests.simulation.loop import run_virtually

LOCK: Change = lambda kept: table_owner.with_lock(kept, locked=True)  # noqa: E731 - a change
Scene = Callable[[Rooms], Coroutine[Any, Any, None]]


async def friends(rooms: Rooms, *seats: int, speed: str = "normal") -> list[Client]:
    """A table by link whose owner sits in the first seat, and others with chips in their seats."""
    owner = await rooms.client("skycity")
    made = await rooms.casino.lobby.make(
        owner.person.id, TableSettings(house="skycity", public=False, speed=speed)
    )
    assert not isinstance(made, ServiceRefusal)
    clients = [await rooms.socket(made.table, owner.person, owner.token, people=True)]
    clients += [await rooms.client(made.table, people=True) for _ in seats[1:]]
    for client, seat in zip(clients, seats, strict=False):
        await client.must(sit(seat))
        await client.must(c.BuyChips(seat=seat, cash_cents=500_00))
    host = clients[0].connection.host
    while host.table.state.phase is Phase.CUT_OFFERED:
        cutter = host.table.state.cut_offered_to
        assert cutter is not None
        await clients[seats.index(cutter)].must(c.RefuseCut(seat=cutter))
    return clients


async def change(client: Client, made: Change) -> None:
    host = client.connection.host

    def note(_: KeptSettings, __: KeptSettings, at_ms: int) -> Note:
        return table_owner.note_of(table_owner.CHANGED, host.table.id, host.table.owner, at_ms)

    await host.run(lambda: host.change(made, note))


def stood_up(client: Client) -> Change:
    now_ms = client.casino.parts.clock.now_ms()
    actor = client.connection.host.table.owner
    return lambda kept: table_owner.with_stood_up(kept, client.person.id, now_ms, actor=actor)


def test_a_locked_table_takes_nobody_new_and_those_who_sit_come_back(tmp_path: Path) -> None:
    async def scene(rooms: Rooms) -> None:
        owner, friend = await friends(rooms, 1, 2)
        host, table = owner.connection.host, owner.connection.host.table.id
        await change(owner, LOCK)
        assert friend.told.of("table")[-1]["table"]["settings"]["locked"]
        late = await rooms.client(table)
        assert late.told.of("offers")[-1]["offers"] == []
        answer = await late.give(sit(3))
        assert (answer["ok"], answer["code"]) == (False, "table/locked")
        assert not host.table.takes_players
        rooms.casino.disconnect(friend.connection)
        back = await rooms.socket(table, friend.person, friend.token)
        assert back.told.of("welcome")[-1]["you"]["seats"] == [2]
        await back.must(bet(2))
        await back.must({"command": "take_back_wagers", "seat": 2})
        await back.must({"command": "change_seat", "seat": 2, "to": 4})
        await owner.must(c.LeaveSeat(seat=1))
        await owner.must(sit(1))  # their own table
        await change(owner, lambda kept: table_owner.with_lock(kept, locked=False))
        assert late.told.of("offers")[-1]["offers"]
        await late.must(sit(3))

    played(tmp_path, scene)


def test_somebody_stood_up_leaves_with_their_chips_and_is_told(tmp_path: Path) -> None:
    async def scene(rooms: Rooms) -> None:
        owner, friend = await friends(rooms, 1, 2)
        host = owner.connection.host
        await change(owner, stood_up(friend))
        await asyncio.sleep(1)
        assert list(host.table.state.seats) == [1]
        assert friend.told.of("notice")[-1]["message"] == STOOD_UP_WORDS
        assert owner.told.of("notice") == []
        balance = await rooms.casino.cashier.balance(friend.person.id)
        assert (balance.account_cents, balance.at_tables_cents) == (100_000, 0)
        [left] = [one for one in await rooms.store.events(host.table.id, 0, 10_000) if one.reason]
        assert (left.actor, left.reason) == (owner.person.id, table_owner.STAND_UP_REASON)
        answer = await friend.give(sit(2))
        assert answer["code"] == "table/stood_up"
        assert answer["until_ms"] == rooms.clock.now_ms() + table_owner.STOOD_UP_MS
        rooms.clock.ms += table_owner.STOOD_UP_MS
        await friend.must(sit(2))

    played(tmp_path, scene)


def test_during_a_round_the_hand_is_played_out_first_also_after_a_restart(tmp_path: Path) -> None:
    store = MemoryStore()

    async def scene(rooms: Rooms) -> None:
        owner, friend, _ = await friends(rooms, 1, 2, 3)
        await friend.must(bet(2))
        await change(owner, stood_up(friend))
        await asyncio.sleep(5)
        assert 2 in owner.connection.host.table.state.hands
        offered = {one["command"] for one in friend.told.of("offers")[-1]["offers"]}
        assert "take_back_wagers" in offered
        assert "place_wagers" not in offered  # planted once: offered, and then refused
        assert (await friend.give(bet(2)))["code"] == "table/stood_up"

    async def later(rooms: Rooms) -> None:
        [host] = [host for host in rooms.casino.hosts.values() if host.table.state.seats]
        assert 2 in host.table.state.seats
        await asyncio.sleep(600)  # nobody is there: the betting clock runs out, the hand is played
        assert host.table.state.round_number == 1
        assert 2 not in host.table.state.seats
        left, idle = [
            one for one in await rooms.store.events(host.table.id, 0, 10_000) if one.reason
        ]
        assert event_name(idle.body) == "cards_idled"  # they were the last to leave
        assert (left.actor, left.reason) == (host.table.owner, table_owner.STAND_UP_REASON)
        [row] = [one for one in await rooms.store.tables() if not one.settings["public"]]
        [note] = await rooms.store.notes(NoteQuery(kind=table_owner.CHANGED))
        assert note.note.actor == row.owner

    async def both() -> None:
        async with open_casino(tmp_path, store) as rooms:
            await scene(rooms)
        async with open_casino(tmp_path, await store.restarted(), 2) as rooms:
            await later(rooms)

    run_virtually(lambda _: both())


def test_a_table_is_closed_when_its_wagers_are_played_out(tmp_path: Path) -> None:
    async def scene(rooms: Rooms) -> None:
        owner, friend, idle = await friends(rooms, 1, 2, 3, speed="none")
        host = owner.connection.host
        await friend.must(bet(2))
        await change(owner, table_owner.as_closed)
        assert list(host.table.state.seats) == [2] or host.table.state.phase is Phase.CLOSED
        await asyncio.sleep(host.table.state.house.policies.decision_seconds + 5)
        assert (host.table.state.phase, host.table.state.round_number) == (Phase.CLOSED, 1)
        assert "round_completed" in names(friend)
        assert not host.table.state.seats
        for client in (friend, idle):
            assert client.told.of("notice")[-1]["notice"] == "table_closed"
            assert (await rooms.casino.cashier.balance(client.person.id)).at_tables_cents == 0
        for client in (owner, idle):
            assert (await client.give(sit(1)))["code"] == "table/closed_by_owner"
        floor = await rooms.client(host.table.id, (Role.FLOORPERSON,))
        day = host.table.state.day
        assert day is not None
        opening = c.OpenTable(day=day, dealer="Di", tray_cents=1_000_000)
        assert not (await floor.give(opening, reason="again"))["ok"]

    played(tmp_path, scene)


async def tie(client: Client, seat: int) -> None:
    """Play until somebody who is the only one to bet has a tie."""
    host = client.connection.host
    while host.presence.countdowns()[0].what is not Awaited.CHOICE:
        await client.must(
            c.RefuseCut(seat=seat) if host.table.state.phase is Phase.CUT_OFFERED else bet(seat)
        )


def left_ms(client: Client) -> list[int | None]:
    """The time left for what the table waits for, as a client was told last."""
    told = [frame for frame in client.told.frames if "waits" in frame]
    return [one["left_ms"] for one in told[-1]["waits"]]


def test_a_table_is_closed_also_if_a_friend_alone_thinks_about_a_tie(tmp_path: Path) -> None:
    """Planted once: whoever is alone has no clock, so the table never closed."""

    async def scene(rooms: Rooms) -> None:
        owner, friend = await friends(rooms, 1, 2)
        host = owner.connection.host
        seconds = host.table.state.house.policies.decision_seconds
        await owner.must(c.LeaveSeat(seat=1))
        await tie(friend, 2)
        assert left_ms(friend) == [None]
        await change(owner, table_owner.as_closed)
        assert left_ms(friend) == [seconds * 1000]
        await asyncio.sleep(seconds + 5)
        assert host.table.state.phase is Phase.CLOSED

    played(tmp_path, scene)


def test_a_friend_who_is_to_stand_up_has_a_clock_also_where_nobody_is_hurried(
    tmp_path: Path,
) -> None:
    """Planted once: at a table without clocks they stayed as long as they thought."""

    async def scene(rooms: Rooms) -> None:
        owner, friend = await friends(rooms, 1, 2, speed="none")
        host = owner.connection.host
        seconds = host.table.state.house.policies.decision_seconds
        await owner.must(c.SitOut(seat=1))
        await tie(friend, 2)
        assert left_ms(friend) == [None]
        await change(owner, stood_up(friend))
        assert left_ms(friend) == [seconds * 1000]
        await asyncio.sleep(seconds + 5)
        assert list(host.table.state.seats) == [1]

    played(tmp_path, scene)


def test_a_table_that_was_never_opened_can_be_closed(tmp_path: Path) -> None:
    async def scene(rooms: Rooms) -> None:
        [owner] = await friends(rooms)
        await change(owner, table_owner.as_closed)
        host = owner.connection.host
        assert (host.table.version, host.table.takes_players) == (0, False)
        assert host.presence.countdowns()[0].message == "This table is closed for good."
        assert (await owner.give(sit(1)))["code"] == "table/closed_by_owner"

    played(tmp_path, scene)


def test_without_a_clock_those_who_are_here_take_their_time(tmp_path: Path) -> None:
    async def scene(rooms: Rooms) -> None:
        owner, friend, away = await friends(rooms, 1, 2, 3, speed="none")
        host = owner.connection.host
        await owner.must(bet(1))
        assert {shown.left_ms for shown in host.presence.countdowns()} == {None}
        await asyncio.sleep(24 * 3600)
        assert host.table.state.phase is Phase.BETTING
        rooms.casino.disconnect(away.connection)
        left = {shown.who: shown.left_ms for shown in host.presence.countdowns()}
        assert left == {
            "seat 2": None,
            "seat 3": host.table.state.house.policies.betting_seconds * 1000,
        }
        await asyncio.sleep(host.table.state.house.policies.betting_seconds + 1)
        assert host.table.state.seats[3].sitting_out  # and bets stay open for the one who thinks
        assert [shown.what for shown in host.presence.countdowns()] == [Awaited.BET]
        await friend.must(bet(2))
        assert "no_more_bets" in names(friend)

    played(tmp_path, scene)


@pytest.mark.parametrize(("speed", "times"), [("slow", 4), ("none", 1), ("relaxed", 2)])
def test_a_speed_is_so_many_times_the_normal_clock(tmp_path: Path, speed: str, times: int) -> None:
    async def scene(rooms: Rooms) -> None:
        [owner] = await friends(rooms, speed=speed)
        normal = (await rooms.casino.host("skycity")).table.state.house.policies
        own = owner.connection.host.table.state.house.policies
        assert own.decision_seconds == times * normal.decision_seconds

    played(tmp_path, scene)


def test_who_is_here_and_who_watches(tmp_path: Path) -> None:
    async def scene(rooms: Rooms) -> None:
        owner, friend = await friends(rooms, 1, 2)
        table = owner.connection.host.table.id
        assert friend.told.of("people")  # at once, with the welcome
        fan = await rooms.client(table, people=True)
        await rooms.casino.persons.change(fan.person.id, Changes(name="Fan"))
        rooms.casino.disconnect(friend.connection)
        await asyncio.sleep(PEOPLE_SECONDS * 2)
        shown = owner.told.of("people")[-1]
        assert [(one["seat"], one["here"]) for one in shown["seated"]] == [(1, True), (2, False)]
        assert (shown["watching"], shown["watchers"]) == (1, ["Fan"])
        await rooms.casino.persons.change(fan.person.id, Changes(name="Flo"))
        await asyncio.sleep(1)  # planted once: the old name stayed until somebody came or went
        assert owner.told.of("people")[-1]["watchers"] == ["Flo"]
        before = len(owner.told.of("people"))
        for _ in range(3):  # it comes once, whatever happens in between
            again = await rooms.socket(table, friend.person, friend.token)
            rooms.casino.disconnect(again.connection)
        await rooms.socket(table, friend.person, friend.token)
        await asyncio.sleep(PEOPLE_SECONDS * 2)
        assert len(owner.told.of("people")) == before + 1
        quiet = await rooms.client(table)
        await asyncio.sleep(1)
        assert quiet.told.of("people") == []
        public = await rooms.client("skycity", people=True)
        await rooms.client("skycity")
        await asyncio.sleep(1)
        shown = public.told.of("people")[-1]
        assert (shown["watching"], shown["watchers"]) == (3, None)

    played(tmp_path, scene)


async def say(client: Client, phrase: str) -> dict[str, Any]:
    await client.say(type="say", id="s", phrase=phrase)
    return client.told.of("answer")[-1]


def test_set_phrases_reach_everybody_once_every_two_seconds(tmp_path: Path) -> None:
    async def scene(rooms: Rooms) -> None:
        owner, friend = await friends(rooms, 1, 2)
        fan = await rooms.client(owner.connection.host.table.id)
        assert (await say(friend, "well_played"))["said"] == "well_played"
        [said] = fan.told.of("said")
        assert (said["seat"], said["person"], said["phrase"]) == (
            2, friend.person.id, "well_played",
        )  # fmt: skip
        refused = await say(friend, "clap")
        assert refused["code"] == "say/too_soon"
        assert refused["until_ms"] == rooms.clock.now_ms() + SAY_SECONDS * 1000
        assert (await say(fan, "wow"))["ok"]
        assert owner.told.of("said")[-1]["seat"] is None
        await asyncio.sleep(SAY_SECONDS)
        assert (await say(friend, "clap"))["ok"]
        await asyncio.sleep(SAY_SECONDS)
        refused = await say(friend, "you cheat")
        assert refused["code"] == "message/wrong_value", refused
        assert len(owner.told.of("said")) == 3
        back = await rooms.client(owner.connection.host.table.id)
        assert back.told.of("said") == []  # never again

    played(tmp_path, scene)


def test_at_a_public_table_only_players_speak_and_surveillance_never(tmp_path: Path) -> None:
    async def scene(rooms: Rooms) -> None:
        player, fan = await rooms.client("skycity"), await rooms.client("skycity")
        await player.must(sit(1))
        assert (await say(fan, "hello"))["code"] == "say/not_seated"
        assert (await say(player, "hello"))["ok"]
        [owner] = await friends(rooms)
        eye = await rooms.client(owner.connection.host.table.id, (Role.SURVEILLANCE,))
        assert (await say(eye, "hello"))["code"] == "role/not_allowed"
        assert owner.told.of("said") == []

    played(tmp_path, scene)


def test_what_the_owner_changed_goes_with_the_table(tmp_path: Path) -> None:
    async def scene(here: Rooms) -> None:
        owner, _ = await friends(here, 1, 2)
        table = owner.connection.host.table.id
        async with second(tmp_path, here) as there:
            await change(owner, LOCK)
            old = owner.connection.host
            far = await there.client(table)
            assert (await far.give(sit(3)))["code"] == "table/locked"
            again = there.casino.hosts[table]
            await again.run(
                lambda: again.change(lambda kept: table_owner.with_lock(kept, locked=False))
            )
            with pytest.raises(ServiceRefused) as refused:  # by a home that has not heard of it
                await old.run(lambda: old.change(LOCK))
            assert refused.value.refusal.code is ServiceCode.STORE_FAILED
            row = await here.store.table(table)
            assert row is not None
            kept = KeptSettings.from_json(row.settings)
            assert (kept.shown.locked, kept.hidden.revision) == (False, 2)

    played(tmp_path, scene)
