"""Tables that staff make: with a shuffling device, and with coupons.

Planted once and caught here: an opening that forgets the device, a coupon that a table takes
without saying so, a void that asks for its reason twice.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from casinowar.houses import house_names, load_house
from casinowar.houses.house import Shuffling, WagerForm
from casinowar.service.refusals import ServiceCode, ServiceRefusal
from casinowar.service.roles import Role
from casinowar.service.tables.settings import TableSettings
from casinowar.store.interface import NoteQuery, RoundQuery, TableRow
from casinowar.table import Phase
from casinowar.table import commands as c
from tests.kit.casino import Client, Rooms, open_casino, sit
from tests.service.test_moved_tables import played
from tests.service.test_table import bet

WAYS = [(name, way) for name in house_names() for way in load_house(name).cards.shuffling]
OPENING = {"command": "open_table", "day": "2027-01-15", "dealer": "Ana", "tray_cents": 10_000_000}


async def made(rooms: Rooms, settings: TableSettings) -> str:
    row = await rooms.casino.lobby.make("", settings)
    assert isinstance(row, TableRow), row
    return row.table


async def seated(rooms: Rooms, table: str) -> Client:
    player = await rooms.client(table)
    await player.must(sit(1))
    await player.must(c.BuyChips(seat=1, cash_cents=500_00))
    return player


async def until_bets(player: Client) -> None:
    """Let the time of everybody who owes a step run out; the player refuses and surrenders."""
    host = player.connection.host
    while host.table.state.phase is not Phase.BETTING:
        if host.table.state.phase is Phase.CUT_OFFERED:
            await player.must(c.RefuseCut(seat=1))
        elif host.table.state.phase is Phase.DECIDE:
            await player.must(c.SurrenderHand(seat=1))
        await asyncio.sleep(10)


@pytest.mark.parametrize(("house", "way"), WAYS)
def test_a_table_that_runs_itself_uses_the_device_it_was_made_with(
    tmp_path: Path, house: str, way: Shuffling
) -> None:
    async def scene(rooms: Rooms) -> None:
        table = await made(rooms, TableSettings(house=house, shuffling=way.value))
        player = await seated(rooms, table)
        host = player.connection.host
        for _ in range(3):
            await until_bets(player)
            least = host.table.state.house.limits.first.min_cents
            await player.must(c.PlaceWagers(seat=1, initial_cents=least))
        await until_bets(player)
        assert host.table.state.shuffling is way
        assert await rooms.store.rounds(RoundQuery(table=table))

    played(tmp_path, scene)


async def test_a_device_or_coupons_that_the_house_does_not_know_are_refused(
    tmp_path: Path,
) -> None:
    async with open_casino(tmp_path) as rooms:
        for settings, words in (
            (TableSettings(house="washington", shuffling="continuous"), "must be one of"),
            (TableSettings(house="wisconsin", coupons=True), "only where people deal"),
            (TableSettings(house="washington", coupons=True, runs_itself=False), "are not taken"),
        ):
            refused = await rooms.casino.lobby.make("", settings)
            assert isinstance(refused, ServiceRefusal)
            assert refused.code is ServiceCode.TABLE_SETTINGS
            assert words in refused.sentence


@pytest.mark.parametrize("coupons", [True, False])
def test_wi_f2_coupons_and_plaques_are_bet_where_a_dealer_takes_them(
    tmp_path: Path, coupons: bool
) -> None:
    async def scene(rooms: Rooms) -> None:
        settings = TableSettings(house="wisconsin", runs_itself=False, coupons=coupons)
        table = await made(rooms, settings)
        floor = await rooms.client(table, (Role.FLOORPERSON,))
        await floor.must(OPENING, reason="the day begins")
        player = await seated(rooms, table)
        await until_bets(player)
        offered = player.told.of("offers")[-1]["offers"]
        assert any("coupon_cents" in offer for offer in offered) is coupons
        match = c.PlaceWagers(seat=1, initial_cents=2500, coupon_cents=500)
        answer = await player.give(match)
        assert answer["ok"] is coupons
        if not coupons:
            assert answer["code"] == "money/no_coupons"
            plaques = c.PlaceWagers(seat=1, initial_cents=10000, form=WagerForm.PLAQUES)
            await player.must(plaques)
            return
        host = player.connection.host
        assert host.table.state.hands[1].coupon_cents == 500
        assert host.table.state.seats[1].chips_cents == 475_00  # a coupon is no chip
        await floor.must({"command": "void_round"}, reason="a card is missing")
        assert host.table.state.seats[1].chips_cents == 500_00

    played(tmp_path, scene)


def test_a_coupon_is_no_large_wager(tmp_path: Path) -> None:
    """Surveillance read about the chips and about the coupon: twice the same note."""

    async def scene(rooms: Rooms) -> None:
        settings = TableSettings(house="wisconsin", runs_itself=False, coupons=True)
        table = await made(rooms, settings)
        floor = await rooms.client(table, (Role.FLOORPERSON,))
        await floor.must(OPENING, reason="the day begins")
        player = await seated(rooms, table)
        await until_bets(player)
        await player.must(c.PlaceWagers(seat=1, initial_cents=250_00, coupon_cents=250_00))
        found = await rooms.casino.store.notes(NoteQuery(kind="large_wager", table=table))
        assert [one.note.data for one in found] == [{"wager": "initial", "cents": 250_00}]

    played(tmp_path, scene)


def test_the_reason_of_a_void_is_said_once(tmp_path: Path) -> None:
    async def scene(rooms: Rooms) -> None:
        player = await seated(rooms, "wisconsin")
        await player.must(c.RefuseCut(seat=1))
        neighbour = await rooms.client("wisconsin")
        await neighbour.must(sit(2))
        await player.must(bet(1))
        floor = await rooms.client("wisconsin", (Role.FLOORPERSON,))
        await floor.must({"command": "void_round"}, reason="a card is missing")
        rows = await rooms.store.events("wisconsin", 0, 1000)
        [voided] = [row.given for row in rows if b"void_round" in row.given]
        assert b'"reason":"a card is missing"' in voided
        answer = await floor.give({"command": "void_round"})
        assert answer["code"] == "message/missing_field"

    played(tmp_path, scene)
