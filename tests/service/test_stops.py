"""Breaks, exclusions and limits at a table: nothing is offered that the service would refuse.

The service of before offered seats and bets on a break and then refused them, and said nothing when
it began or ended. Planted once and caught here: a purse that leaves out what is down, or what is
lost; a war that is not offered any more. Not caught: a timer that is not set, since a sweep tells
the end a little later.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from casinowar.service.money.play_today import DAY_MS, MINUTE_MS
from casinowar.service.people.protection import is_new_play
from casinowar.table import commands as c
from casinowar.table.state import Phase
from tests.kit.casino import Client, Rooms, open_casino, sit
from tests.service.test_people_at_tables import virtually

TABLE = "washington"
HOUR_MS = 60 * MINUTE_MS


def offered(client: Client) -> list[dict[str, Any]]:
    """What the client was last told that it may do."""
    found: list[dict[str, Any]] = client.told.of("offers")[-1]["offers"]
    return found


def names(client: Client) -> set[str]:
    return {one["command"] for one in offered(client)}


def new_play(client: Client) -> set[str]:
    return {name for name in names(client) if is_new_play(c.COMMANDS[name])}


def said(client: Client) -> dict[str, Any] | None:
    """What the client knows of a stop: the welcome, and what was said since."""
    found: dict[str, Any] | None = client.told.of("welcome")[-1]["you"]["stopped"]
    for frame in client.told.of("stopped"):
        found = frame["stopped"]
    return found


async def seated(rooms: Rooms) -> Client:
    """Somebody alone at a table that takes bets."""
    client = await rooms.client(TABLE)
    await client.must(sit(1))
    await client.must(c.BuyChips(seat=1, cash_cents=500_00))
    if client.connection.host.table.state.phase is Phase.CUT_OFFERED:
        await client.must(c.RefuseCut(seat=1))
    assert new_play(client) == {"buy_chips", "place_wagers"}
    return client


def most(client: Client, field: str = "initial_cents") -> int:
    """The largest bet of a kind that is offered; 0: none."""
    ranges = [
        one[field]["max"]
        for one in offered(client)
        if one["command"] == "place_wagers" and field in one
    ]
    return max(ranges, default=0)


def own(client: Client) -> int | None:
    """What the player's limits leave for all wagers, as the last offers say it."""
    [bets] = client.told.of("offers")[-1]["bets"]
    found: int | None = bets.get("own_cents")
    return found


def bet(cents: int) -> c.PlaceWagers:
    return c.PlaceWagers(seat=1, initial_cents=cents)


async def lose(rooms: Rooms, client: Client, cents: int) -> None:
    """Play until a bet is lost; nobody goes to war."""
    host, person = client.connection.host, client.person.id
    while True:
        before = (await rooms.casino.plays.today(person)).loss_cents(rooms.clock.ms)
        await client.must(bet(cents))
        if host.table.state.phase is not Phase.BETTING:
            await client.give(c.SurrenderHand(seat=1))
        await asyncio.sleep(1)
        if (await rooms.casino.plays.today(person)).loss_cents(rooms.clock.ms) > before:
            return


def test_a_break_is_said_and_nothing_new_is_offered_until_it_ends(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_casino(tmp_path) as rooms:
            until_ms = rooms.clock.ms + HOUR_MS
            one = await seated(rooms)
            two = await rooms.socket("skycity", one.person, one.token)  # another tab
            assert said(one) is said(two) is None
            await rooms.casino.persons.take_break(one.person.id, until_ms)
            await asyncio.sleep(1)
            for client in (one, two):
                found = said(client)
                assert found is not None
                assert (found["code"], found["until_ms"]) == ("limit/break", until_ms)
                assert new_play(client) == set()
            assert "leave_seat" in names(one)
            late = await rooms.socket("wisconsin", one.person, one.token)
            assert said(late) == said(one)
            assert new_play(late) == set()
            rooms.clock.ms = until_ms
            await asyncio.sleep(HOUR_MS / 1000)
            for client in (one, two, late):
                assert said(client) is None
            assert new_play(one) == {"buy_chips", "place_wagers"}
            assert new_play(two) == new_play(late) == {"take_seat"}

    virtually(scene())


def test_bets_that_are_down_when_a_break_begins_can_only_become_smaller(tmp_path: Path) -> None:
    """The hand is played by the rules: bets stay until they are taken back or decided."""

    async def scene() -> None:
        async with open_casino(tmp_path) as rooms:
            one = await seated(rooms)
            other = await rooms.client(TABLE)
            await other.must(sit(2))
            await other.must(c.BuyChips(seat=2, cash_cents=500_00))
            await one.must(bet(50_00))
            await rooms.casino.persons.take_break(one.person.id, rooms.clock.ms + HOUR_MS)
            await asyncio.sleep(1)
            assert "take_back_wagers" in names(one)
            assert most(one) == 50_00
            assert not (await one.give(bet(51_00)))["ok"]
            await one.must(bet(most(one)))
            await other.must(c.PlaceWagers(seat=2, initial_cents=1000))
            assert one.connection.host.table.state.round_number == 1

    virtually(scene())


@pytest.mark.parametrize("limit", ["stake_cents", "day_loss_cents"])
def test_no_bet_is_offered_beyond_a_limit_and_each_within_it_is_accepted(
    tmp_path: Path, limit: str
) -> None:
    async def scene() -> None:
        async with open_casino(tmp_path) as rooms:
            one, other = await seated(rooms), await rooms.client(TABLE)
            await other.must(sit(2))  # so that nothing is dealt meanwhile
            await rooms.casino.persons.set_limit(one.person.id, limit, 80_00)
            await asyncio.sleep(1)
            assert (most(one), own(one)) == (80_00, 80_00)
            assert not (await one.give(bet(81_00)))["ok"]
            await one.must(bet(60_00))
            await asyncio.sleep(1)
            assert (most(one), own(one)) == (80_00, 80_00)  # what is down may be changed
            assert most(one, "tie_cents") == 20_00
            await one.must(c.PlaceWagers(seat=1, tie_cents=20_00))
            await asyncio.sleep(1)
            assert (most(one), most(one, "tie_cents")) == (60_00, 20_00)

    virtually(scene())


def test_a_loss_limit_that_is_reached_stops_play_until_the_next_day(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_casino(tmp_path) as rooms:
            one = await seated(rooms)
            await rooms.casino.persons.set_limit(one.person.id, "day_loss_cents", 60_00)
            await lose(rooms, one, 40_00)
            assert said(one) is None
            left = most(one)
            play = await rooms.casino.plays.today(one.person.id)
            assert left == 60_00 - play.loss_cents(rooms.clock.ms)
            while said(one) is None:
                await lose(rooms, one, most(one))
            found = said(one)
            assert found is not None
            assert found["code"] == "limit/loss"
            assert found["until_ms"] == (rooms.clock.ms // DAY_MS + 1) * DAY_MS
            assert new_play(one) == set()
            rooms.clock.ms = found["until_ms"]
            await asyncio.sleep(DAY_MS / 1000)
            assert said(one) is None
            assert most(one) == 60_00

    virtually(scene())


def test_a_time_limit_is_said_when_the_time_is_up(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_casino(tmp_path) as rooms:
            one = await seated(rooms)
            await rooms.casino.persons.set_limit(one.person.id, "session_minutes", 10)
            await asyncio.sleep(1)
            assert said(one) is None
            rooms.clock.ms += 10 * MINUTE_MS
            await asyncio.sleep(20)  # a sweep
            found = said(one)
            assert found is not None
            assert found["code"] == "limit/time_per_session"
            assert new_play(one) == set()
            rooms.clock.ms = found["until_ms"]
            await asyncio.sleep(20)
            assert said(one) is None
            assert "place_wagers" in names(one)

    virtually(scene())


def test_a_war_and_a_surrender_are_offered_during_a_break(tmp_path: Path) -> None:
    """A break never stops a hand that is being played; chips for the war come from the seat."""

    async def scene() -> None:
        async with open_casino(tmp_path) as rooms:
            one = await seated(rooms)
            for _ in range(60):
                await one.must(bet(500))
                if "go_to_war" in names(one):
                    break
            assert "go_to_war" in names(one)
            await rooms.casino.persons.take_break(one.person.id, rooms.clock.ms + HOUR_MS)
            await asyncio.sleep(1)
            assert said(one) is not None
            assert {"go_to_war", "surrender_hand"} <= names(one)
            assert "buy_chips" not in names(one)
            await one.must(c.GoToWar(seat=1))

    virtually(scene())
