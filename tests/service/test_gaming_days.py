"""Gaming days at tables of the service: nobody can name one that is far from the clock.

A day cannot be taken back, so a slip of the pen would stay for years. Planted once and caught: days
that are not looked at, when a table is opened or when a day is started; an offer of any day.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from casinowar.service.floor.desk import FloorDesks
from casinowar.service.history.reader import Reader
from casinowar.service.roles import Role
from casinowar.service.tables.decide import is_far
from casinowar.service.tables.settings import TableSettings
from casinowar.store.interface import TableRow
from tests.kit.casino import Client, Rooms, open_casino, sit
from tests.simulation.loop import VirtualLoop

HOUSE = "skycity"
Scene = Callable[[Rooms, Client], Awaitable[None]]
DAY = timedelta(days=1)


@pytest.fixture
def at_a_closed_table(tmp_path: Path) -> Callable[[Scene], None]:
    """Run a scene with the floor at a table that was never open, on virtual time."""

    async def whole(scene: Scene) -> None:
        async with open_casino(tmp_path) as rooms:
            settings = TableSettings(house=HOUSE, runs_itself=False)
            row = await rooms.casino.lobby.make("", settings)
            assert isinstance(row, TableRow)
            await scene(rooms, await rooms.client(row.table, (Role.FLOORPERSON,)))

    def run(scene: Scene) -> None:
        loop = VirtualLoop()
        asyncio.set_event_loop(loop)
        try:
            loop.run_until_complete(whole(scene))
            assert loop.errors == []
        finally:
            asyncio.set_event_loop(None)
            loop.close()

    return run


AtAClosedTable = Callable[[Scene], None]


@pytest.mark.parametrize(
    ("hours", "changed"),
    [
        (1, datetime(2027, 3, 14, 2, tzinfo=UTC)),
        (-1, datetime(2027, 3, 14, 2, tzinfo=UTC)),
        (1, datetime(2027, 3, 13, 6, tzinfo=UTC)),  # there is no six o'clock
        (-1, datetime(2027, 3, 13, 7, tzinfo=UTC)),  # there are two
    ],
)
async def test_the_day_of_the_desk_begins_at_its_hour_where_clocks_were_changed(
    tmp_path: Path, hours: int, changed: datetime
) -> None:
    """Before, the shift report of such a night began an hour too early, or too late."""
    begins = datetime(2027, 3, 13, 6, tzinfo=UTC)

    def local_time(at_ms: int) -> datetime:
        now = datetime.fromtimestamp(at_ms / 1000, UTC)
        return now.astimezone(timezone(timedelta(hours=hours * (now >= changed))))

    async with open_casino(tmp_path, local_time=local_time) as rooms:
        desks = FloorDesks(rooms.casino, Reader(rooms.store))
        row = await rooms.store.table(HOUSE)
        assert row is not None
        for now in (begins, changed, changed + timedelta(minutes=30), begins + timedelta(hours=22)):
            rooms.clock.ms = round(now.timestamp() * 1000)
            assert await desks.day_start_ms(row) == round(begins.timestamp() * 1000), now


def today(rooms: Rooms, floor: Client) -> date:
    local = datetime.fromtimestamp(rooms.clock.now_ms() / 1000, UTC)
    return floor.connection.host.table.state.house.gaming_day(local)


async def opens(floor: Client, day: date) -> Any:
    opening = {"command": "open_table", "day": str(day), "dealer": "Ana", "tray_cents": 10_000_000}
    return (await floor.give(opening, reason="the morning")).get("code", "ok")


async def refusal(floor: Client, command: str, **fields: Any) -> Any:
    return (await floor.give({"command": command, **fields}, reason="a slip"))["message"]


async def starts(floor: Client, day: date) -> Any:
    command = {"command": "start_gaming_day", "day": str(day)}
    return (await floor.give(command, reason="the hour")).get("code", "ok")


def offered(floor: Client, command: str) -> dict[str, str] | None:
    """The days on offer."""
    for offer in json.loads(floor.connection.offers()):
        if offer["command"] == command:
            days: dict[str, str] = offer["day"]
            return days
    return None


def span(first: date, last: date) -> dict[str, str]:
    return {"min": str(first), "max": str(last)}


def test_a_table_opens_on_a_day_near_today(at_a_closed_table: AtAClosedTable) -> None:
    async def scene(rooms: Rooms, floor: Client) -> None:
        now = today(rooms, floor)
        assert offered(floor, "open_table") == span(now - DAY, now + DAY)
        for far in (date.min, now - 2 * DAY, now + 2 * DAY, date(2099, 1, 1), date.max):
            assert await opens(floor, far) == "table/far_day"
        assert floor.connection.host.table.version == 0
        assert await opens(floor, now + DAY) == "ok"

    at_a_closed_table(scene)


def test_a_day_is_started_that_is_near_today(at_a_closed_table: AtAClosedTable) -> None:
    async def scene(rooms: Rooms, floor: Client) -> None:
        now = today(rooms, floor)
        assert await opens(floor, now) == "ok"
        assert offered(floor, "start_gaming_day") == span(now + DAY, now + DAY)
        assert await starts(floor, now + 2 * DAY) == "table/far_day"
        words = await refusal(floor, "start_gaming_day", day="2099-01-01")
        assert words == f"Today is the gaming day {now}: name {now + DAY}."
        assert await starts(floor, now) not in ("ok", "table/far_day")  # the engine's refusal
        assert await starts(floor, now + DAY) == "ok"
        assert offered(floor, "start_gaming_day") is None
        words = await refusal(floor, "start_gaming_day", day="2099-01-01")
        assert words == f"Today is the gaming day {now}: the table is ahead of it."
        assert await starts(floor, now + 2 * DAY) == "table/far_day"

    at_a_closed_table(scene)


def test_days_change_at_the_houses_hour(at_a_closed_table: AtAClosedTable) -> None:
    async def scene(rooms: Rooms, floor: Client) -> None:
        date_now = datetime.fromtimestamp(rooms.clock.now_ms() / 1000, UTC)
        rooms.clock.ms += round((date_now.replace(hour=3) - date_now).total_seconds() * 1000)
        now = date_now.date() - DAY  # the hour has not come
        assert offered(floor, "open_table") == span(now - DAY, now + DAY)
        assert await opens(floor, now + 2 * DAY) == "table/far_day"
        assert await opens(floor, now - DAY) == "ok"

    at_a_closed_table(scene)


def test_a_table_that_was_closed_for_long_opens_near_today(
    at_a_closed_table: AtAClosedTable,
) -> None:
    async def scene(rooms: Rooms, floor: Client) -> None:
        then = today(rooms, floor)
        assert await opens(floor, then) == "ok"
        await floor.must({"command": "close_table"}, reason="the season is over")
        rooms.clock.ms += 20 * 24 * 3600 * 1000
        now = then + 20 * DAY
        assert offered(floor, "open_table") == span(now - DAY, now + DAY)
        assert await opens(floor, then + DAY) == "table/far_day"
        assert await opens(floor, then - DAY) == "table/earlier_day"
        assert await opens(floor, now) == "ok"

    at_a_closed_table(scene)


@pytest.mark.parametrize("time", ["00:00:00", "12:00:00", "23:59:59"])
def test_a_day_is_far_from_a_time_that_is_more_than_three_days_away(time: str) -> None:
    at_ms = round(datetime.fromisoformat(f"2027-01-15T{time}+00:00").timestamp() * 1000)
    near = [day for day in range(1, 30) if not is_far(date(2027, 1, day), at_ms)]
    assert near == [12, 13, 14, 15, 16, 17, 18]
    assert is_far(date.min, at_ms)
    assert is_far(date.max, at_ms)
    assert is_far(date(2027, 1, 15), 10**18)


def test_a_clock_that_is_set_back_stops_no_table(at_a_closed_table: AtAClosedTable) -> None:
    async def scene(rooms: Rooms, floor: Client) -> None:
        now = today(rooms, floor)
        assert await opens(floor, now) == "ok"
        await floor.must({"command": "close_table"}, reason="the night")
        rooms.clock.ms -= 30 * 24 * 3600 * 1000
        assert offered(floor, "open_table") == span(now, now)
        assert await opens(floor, now) == "ok"
        player = await rooms.client(floor.connection.host.table.id)
        await player.must(sit(1))

    at_a_closed_table(scene)
