"""What a table of the service does with time, sockets and seats, on virtual time.

Planted once and caught: a clock that runs for somebody who is alone and there; one that never runs
for somebody who is absent; a clock that starts again with every event; an older socket that stays;
catching up outside the table's queue; a seat that is lost with its socket.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from casinowar.cards import DECK
from casinowar.service.conversation.messages import CLOSE_CODES, Goodbye
from casinowar.service.roles import Role
from casinowar.service.tables.settings import TableSettings
from casinowar.service.tables.shoes import StackedShoes
from casinowar.store.interface import NoteQuery, TableRow
from casinowar.table import Phase
from casinowar.table import commands as c
from casinowar.table.shoe import Stack
from casinowar.table.waits import Awaited
from tests.kit.casino import Client, Rooms, open_casino, sit
from tests.simulation.loop import VirtualLoop

TABLE = "skycity"  # a betting clock of 30 seconds, and so on: asked of the house below


@pytest.fixture
def virtually(tmp_path: Path) -> Callable[[Callable[[Rooms], Awaitable[None]]], None]:
    """Run a scene in a casino on virtual time."""

    def run(scene: Callable[[Rooms], Awaitable[None]]) -> None:
        async def whole() -> None:
            async with open_casino(tmp_path) as rooms:
                await scene(rooms)

        loop = VirtualLoop()
        asyncio.set_event_loop(loop)
        try:
            loop.run_until_complete(whole())
            assert loop.errors == []
        finally:
            asyncio.set_event_loop(None)
            loop.close()

    return run


Virtually = Callable[[Callable[[Rooms], Coroutine[Any, Any, None]]], None]


async def seated(rooms: Rooms, *seats: int, table: str = TABLE) -> list[Client]:
    """Players with chips in these seats of a table that takes bets."""
    clients = [await rooms.client(table) for _ in seats]
    for client, seat in zip(clients, seats, strict=True):
        await client.must(sit(seat))
        await client.must(c.BuyChips(seat=seat, cash_cents=500_00))
    host = clients[0].connection.host
    by_seat = dict(zip(seats, clients, strict=True))
    while host.table.state.phase is Phase.CUT_OFFERED:
        assert host.table.state.cut_offered_to is not None
        await by_seat[host.table.state.cut_offered_to].must(
            c.RefuseCut(seat=host.table.state.cut_offered_to)
        )
    return clients


def bet(seat: int) -> c.PlaceWagers:
    return c.PlaceWagers(seat=seat, initial_cents=1000)


def names(client: Client) -> list[str]:
    """The names of all events that a client was told."""
    return [event["name"] for frame in client.told.of("events") for event in frame["events"]]


def test_somebody_alone_plays_at_their_own_pace(virtually: Virtually) -> None:
    async def scene(rooms: Rooms) -> None:
        client = await rooms.client(TABLE)
        await client.must(sit(1))
        await client.must(c.BuyChips(seat=1, cash_cents=500_00))
        assert client.connection.host.presence.countdowns()[0].left_ms is None
        await asyncio.sleep(24 * 3600)
        assert client.connection.host.table.state.phase is Phase.CUT_OFFERED
        await client.must(c.RefuseCut(seat=1))
        await asyncio.sleep(24 * 3600)
        await client.must(bet(1))  # dealt at once: nobody else is waited for
        assert "card_dealt" in names(client)

    virtually(scene)


def test_the_cut_goes_on_without_somebody_who_is_absent(virtually: Virtually) -> None:
    async def scene(rooms: Rooms) -> None:
        client = await rooms.client(TABLE)
        await client.must(sit(1))
        await client.must(c.BuyChips(seat=1, cash_cents=500_00))
        host = client.connection.host
        rooms.casino.disconnect(client.connection)
        await asyncio.sleep(host.table.state.house.policies.cut_seconds + 1)
        assert host.table.state.phase is Phase.BETTING
        assert host.table.state.seats[1].chips_cents == 500_00

    virtually(scene)


def test_others_are_told_that_somebody_who_is_waited_for_is_away(virtually: Virtually) -> None:
    async def scene(rooms: Rooms) -> None:
        one, two = await seated(rooms, 1, 2)
        await one.must(bet(1))
        rooms.casino.disconnect(two.connection)
        told = one.told.of("waits")[-1]["waits"]
        assert [(wait["who"], wait["away"]) for wait in told] == [("seat 2", True)]
        await rooms.socket(TABLE, two.person, two.token)
        assert "away" not in one.told.of("waits")[-1]["waits"][0]

    virtually(scene)


def test_the_betting_clock_starts_with_the_first_bet_and_is_not_wound_up_again(
    virtually: Virtually,
) -> None:
    async def scene(rooms: Rooms) -> None:
        one, two, _ = await seated(rooms, 1, 2, 3)
        host = one.connection.host
        seconds = host.table.state.house.policies.betting_seconds
        await asyncio.sleep(1000)
        assert host.table.state.phase is Phase.BETTING
        await one.must(bet(1))
        assert one.told.of("events")[-1]["waits"][0]["left_ms"] == seconds * 1000
        await asyncio.sleep(seconds - 1)
        await two.must(bet(2))
        assert one.told.of("events")[-1]["waits"][0]["left_ms"] == 1000
        assert "no_more_bets" not in names(one)
        await asyncio.sleep(1.5)
        assert "no_more_bets" in names(one)
        assert not host.table.state.seats[3].sitting_out  # they were there and did not bet

    virtually(scene)


def test_somebody_absent_who_does_not_bet_sits_out_and_is_not_waited_for_again(
    virtually: Virtually,
) -> None:
    async def scene(rooms: Rooms) -> None:
        one, two = await seated(rooms, 1, 2)
        host = one.connection.host
        rooms.casino.disconnect(two.connection)
        await one.must(bet(1))
        await asyncio.sleep(host.table.state.house.policies.betting_seconds + 1)
        assert host.table.state.seats[2].sitting_out
        assert "no_more_bets" in names(one)

    virtually(scene)


def test_a_choice_is_made_by_policy_when_time_is_up_and_marked(virtually: Virtually) -> None:
    async def scene(rooms: Rooms) -> None:
        one, two = await seated(rooms, 1, 2)
        host = one.connection.host
        for _ in range(300):
            for seat, client in ((1, one), (2, two)):
                if (
                    host.table.state.phase is Phase.BETTING
                    and host.table.state.seats[seat].chips_cents < 2000
                ):
                    await client.must(c.BuyChips(seat=seat, cash_cents=100_00))
                if host.table.state.phase is Phase.BETTING:
                    await client.must(bet(seat))
            if host.table.state.phase is Phase.DECIDE:
                break
            await asyncio.sleep(100)  # cuts are answered by policy
        await asyncio.sleep(host.table.state.house.policies.decision_seconds + 1)
        assert not any(wait.what is Awaited.CHOICE for wait in host.table.waits())
        events = [e for frame in one.told.of("events") for e in frame["events"]]
        chosen = [e for e in events if e["name"] in {"surrender_chosen", "war_chosen"}]
        assert chosen[-1]["called"] is True

    virtually(scene)


def test_a_disconnect_keeps_the_seat_and_a_long_absence_ends_it_with_all_chips(
    virtually: Virtually,
) -> None:
    async def scene(rooms: Rooms) -> None:
        one, two = await seated(rooms, 1, 2)
        host = one.connection.host
        before = (await rooms.casino.cashier.balance(two.person.id)).account_cents
        rooms.casino.disconnect(two.connection)
        await asyncio.sleep(100)
        assert 2 in host.table.state.seats
        back = await rooms.socket(TABLE, two.person, two.token, last=host.table.version)
        await asyncio.sleep(1000)
        assert 2 in host.table.state.seats
        rooms.casino.disconnect(back.connection)
        await asyncio.sleep(121)
        assert 2 not in host.table.state.seats
        after = await rooms.casino.cashier.balance(two.person.id)
        assert (after.account_cents, after.at_tables_cents) == (before + 500_00, 0)

    virtually(scene)


def test_the_newest_socket_takes_over(virtually: Virtually) -> None:
    async def scene(rooms: Rooms) -> None:
        (one,) = await seated(rooms, 1)
        newer = await rooms.socket(TABLE, one.person, one.token)
        assert one.told.frames[-1] == {"type": "goodbye", "reason": "taken_over"}
        assert one.told.closed == (CLOSE_CODES[Goodbye.TAKEN_OVER], "taken_over")
        assert newer.told.of("welcome")[0]["you"]["seats"] == [1]
        await newer.must(bet(1))
        await one.say(type="ping")
        assert one.told.frames[-1]["type"] == "goodbye"  # nothing is handled any more

    virtually(scene)


def test_a_client_that_returns_gets_exactly_what_it_missed(virtually: Virtually) -> None:
    async def scene(rooms: Rooms) -> None:
        one, two = await seated(rooms, 1, 2)
        host = one.connection.host
        last = host.table.version
        rooms.casino.disconnect(two.connection)
        await one.must(bet(1))
        back = await rooms.socket(TABLE, two.person, two.token, last=last)
        welcome, missed = back.told.frames[:2]
        assert "view" not in welcome
        assert (missed["first"], missed["version"]) == (last + 1, host.table.version)
        assert missed["events"] == one.told.of("events")[-1]["events"]
        far = await rooms.client(TABLE, last=0)  # a snapshot is shorter
        assert "view" in far.told.of("welcome")[0]
        assert not far.told.of("events")
        ahead = await rooms.client(TABLE, last=10**9)  # of another database
        assert "view" in ahead.told.of("welcome")[0]

    virtually(scene)


def test_the_same_id_gives_the_same_answer_also_after_a_restart(
    virtually: Virtually, tmp_path: Path
) -> None:
    async def scene(rooms: Rooms) -> None:
        (one,) = await seated(rooms, 1)
        buy = c.BuyChips(seat=1, cash_cents=100_00)
        first = await one.give(buy, identity="mine")
        refused = await one.give(c.BuyChips(seat=1, cash_cents=1), identity="odd")
        assert (first["ok"], refused["ok"]) == (True, False)
        chips = one.connection.host.table.state.seats[1].chips_cents
        async with open_casino(tmp_path, rooms.store) as again:
            back = await again.socket(TABLE, one.person, one.token)
            assert await back.give(buy, identity="mine") == first
            assert await back.give(c.BuyChips(seat=1, cash_cents=1), identity="odd") == refused
            other = await back.give(c.BuyChips(seat=1, cash_cents=200_00), identity="mine")
            assert other["code"] == "command/id_used"
            elsewhere = await again.socket("wisconsin", one.person, one.token)
            same = await elsewhere.give(buy, identity="mine")  # the same words at another table
            assert same["code"] == "command/id_used"
            assert back.connection.host.table.state.seats[1].chips_cents == chips

    virtually(scene)


def test_seats_are_changed_between_rounds_with_all_chips(virtually: Virtually) -> None:
    async def scene(rooms: Rooms) -> None:
        one, two = await seated(rooms, 1, 2)
        host = one.connection.host
        shoe = host.table.state.shoe.number
        await one.must({"command": "change_seat", "seat": 1, "to": 5})
        assert host.table.state.seats[5].chips_cents == 500_00
        assert (1 in host.table.state.seats, host.table.state.shoe.number) == (False, shoe)
        taken = await one.give({"command": "change_seat", "seat": 5, "to": 2})
        assert taken["code"] == "seat/taken"
        assert host.table.state.seats[5].chips_cents == 500_00
        await two.must(bet(2))
        await one.must({"command": "change_seat", "seat": 5, "to": 6})  # nobody deals meanwhile
        assert host.table.state.round_number == 0
        await one.must(bet(6))
        assert host.table.state.round_number == 1

    virtually(scene)


def test_people_run_a_table_and_the_table_continues_without_them(virtually: Virtually) -> None:
    async def scene(rooms: Rooms) -> None:
        settings = TableSettings(house="wisconsin", runs_itself=False)
        row = await rooms.casino.lobby.make("", settings)
        assert isinstance(row, TableRow)
        floor = await rooms.client(row.table, (Role.FLOORPERSON,))
        dealer = await rooms.client(row.table, (Role.DEALER,))
        player = await rooms.client(row.table)
        assert not (await player.give(sit(1)))["ok"]  # nobody has opened it
        offers = floor.told.of("offers")[-1]["offers"]
        openings = [offer for offer in offers if offer["command"] == "open_table"]
        assert all("day" in opening for opening in openings)
        assert max(opening["decks"]["max"] for opening in openings) == 8  # no more can be shuffled
        day = {"command": "open_table", "day": "2027-01-15", "dealer": "Ana"}
        await floor.must({**day, "tray_cents": 10_000_000}, reason="the day begins")
        host = dealer.connection.host
        assert host.table.state.phase is Phase.RECEIVE
        await player.must(sit(1))
        steps = [offer["command"] for offer in dealer.told.of("offers")[-1]["offers"]]
        assert "receive_decks" in steps
        await asyncio.sleep(3600)  # the dealer never comes: policy takes every step
        assert host.writer.counters.policy > 5
        notes = await rooms.store.notes(NoteQuery(kind="floor_action"))
        assert [one.note.data["reason"] for one in notes] == ["the day begins"]
        alone = await rooms.store.notes(NoteQuery(kind="step_by_itself"))
        steps = [one.note.data["step"] for one in reversed(alone)]
        assert steps == ["inspect_decks", "verify_inspection", "shuffle_cards"]

    virtually(scene)


@pytest.mark.parametrize("bets", [False, True])
def test_players_leave_a_stacked_table_whose_shoes_are_not_given_any_more(
    virtually: Virtually, tmp_path: Path, bets: bool
) -> None:
    async def scene(rooms: Rooms) -> None:
        shoes = StackedShoes.of([Stack(tuple(DECK) * 6)])
        async with open_casino(tmp_path, rooms.store, 2, stacked=shoes) as given:
            table = f"{TABLE}-stacked-{shoes.digest}"
            one, two = await seated(given, 1, 2, table=table)
            if bets:
                await one.must(bet(1))
        async with open_casino(tmp_path, rooms.store, 3) as again:
            back = await again.socket(table, one.person, one.token)
            host = back.connection.host
            assert host.presence.countdowns()[0].left_ms is None
            answer = await back.give(c.BuyChips(seat=1, cash_cents=500_00))
            assert answer["code"] == "table/stopped"
            if bets:
                floor = await again.client(table, (Role.FLOORPERSON,))
                await floor.must(c.VoidRound(reason="no shoes"), reason="no shoes")
            offers = back.told.of("offers")[-1]["offers"]
            assert {"command": "leave_seat", "seat": 1} in offers
            assert "place_wagers" not in {offer["command"] for offer in offers}
            await back.must(c.LeaveSeat(seat=1))
            await asyncio.sleep(200)  # the other one never comes back
            assert host.table.state.seats == {}
        for client in (one, two):
            balance = await rooms.casino.cashier.balance(client.person.id)
            assert (balance.at_tables_cents, balance.account_cents) == (0, 1_000_00)
        async with open_casino(tmp_path, rooms.store, 4, stacked=shoes) as given:
            assert await seated(given, 1, 2, table=table)

    virtually(scene)


def test_a_new_gaming_day_starts_without_the_floor(virtually: Virtually) -> None:
    async def scene(rooms: Rooms) -> None:
        row = await rooms.casino.lobby.make("", TableSettings(house=TABLE, runs_itself=False))
        assert isinstance(row, TableRow)
        floor = await rooms.client(row.table, (Role.FLOORPERSON,))
        day = {"command": "open_table", "day": "2027-01-15", "dealer": "Ana"}
        await floor.must({**day, "tray_cents": 10_000_000}, reason="the day begins")
        player = await rooms.client(row.table)
        await player.must(sit(1))
        await player.must(c.BuyChips(seat=1, cash_cents=500_00))
        host = player.connection.host
        while host.table.state.phase is not Phase.BETTING:  # policy takes every step
            if host.table.state.phase is Phase.CUT_OFFERED:
                await player.must(c.RefuseCut(seat=1))
            await asyncio.sleep(10)
        rooms.clock.ms += 24 * 3600 * 1000
        await asyncio.sleep(16)  # the next sweep
        assert str(host.table.state.day) == "2027-01-15"  # the floor has time
        await player.must(bet(1))
        await asyncio.sleep(host.table.state.house.policies.step_seconds + 1)
        while host.table.state.hands:
            assert str(host.table.state.day) == "2027-01-15"
            if any(wait.what is Awaited.CHOICE for wait in host.table.waits()):
                await player.must(c.SurrenderHand(seat=1))
            await asyncio.sleep(10)
        await asyncio.sleep(16)
        assert str(host.table.state.day) == "2027-01-16"

    virtually(scene)


def test_a_table_that_runs_itself_offers_a_dealer_nothing(virtually: Virtually) -> None:
    async def scene(rooms: Rooms) -> None:
        one, _ = await seated(rooms, 1, 2)
        dealer = await rooms.client(TABLE, (Role.DEALER,))
        await one.must(bet(1))
        assert dealer.connection.offers() == b"[]"
        early = await dealer.give(c.AnnounceNoMoreBets())  # seat 2 still has time
        assert (early["ok"], early["code"]) == (False, "table/runs_itself")

    virtually(scene)


def test_what_the_floor_closed_stays_closed_until_the_floor_opens_it(virtually: Virtually) -> None:
    async def scene(rooms: Rooms) -> None:
        (one,) = await seated(rooms, 1)
        floor = await rooms.client(TABLE, (Role.FLOORPERSON,))
        await floor.must(c.CloseTable(), reason="the night")
        balance = await rooms.casino.cashier.balance(one.person.id)
        assert balance.at_tables_cents == 0  # everybody left with their chips
        assert not (await one.give(sit(1)))["ok"]
        opening = {"command": "open_table", "day": "2027-01-16", "dealer": "Ana"}
        await floor.must({**opening, "tray_cents": 10_000_000}, reason="the morning")
        await one.must(sit(1))

    virtually(scene)


def test_a_table_is_not_forgotten_while_somebody_is_about_to_say_hello(
    virtually: Virtually,
) -> None:
    async def scene(rooms: Rooms) -> None:
        early = await rooms.client(TABLE, hello=False)
        rooms.casino.sweep()
        await early.say(type="hello")
        one = await rooms.client(TABLE)
        await one.must(sit(1))
        assert "seat_taken" in names(early)

    virtually(scene)


def test_somebody_who_excludes_themselves_stands_up_when_the_hand_is_over(
    virtually: Virtually,
) -> None:
    async def scene(rooms: Rooms) -> None:
        one, two = await seated(rooms, 1, 2)
        host = one.connection.host
        await one.must(bet(1))
        await rooms.casino.persons.exclude(one.person.id, None)
        await asyncio.sleep(1)
        assert 1 in host.table.state.seats  # the wager stays
        answer = await one.give(c.PlaceWagers(seat=1, initial_cents=5000))
        assert answer["code"] == "limit/excluded"
        await two.must(bet(2))
        await asyncio.sleep(600)
        assert 1 not in host.table.state.seats
        balance = await rooms.casino.cashier.balance(one.person.id)
        assert balance.at_tables_cents == 0

    virtually(scene)


def test_nobody_gives_out_coupons(virtually: Virtually) -> None:
    """A coupon would be money from nowhere."""

    async def scene(rooms: Rooms) -> None:
        (one,) = await seated(rooms, 1, table="wisconsin")
        offers = one.told.of("offers")[-1]["offers"]
        assert any(offer["command"] == "place_wagers" for offer in offers)
        assert not any("coupon_cents" in offer for offer in offers)
        refused = await one.give(c.PlaceWagers(seat=1, initial_cents=1000, coupon_cents=1000))
        assert refused["code"] == "money/no_coupons"

    virtually(scene)


def test_somebody_with_two_roles_is_offered_what_both_may_do(virtually: Virtually) -> None:
    async def scene(rooms: Rooms) -> None:
        both = await rooms.client(TABLE, (Role.PLAYER, Role.FLOORPERSON))
        offers = {offer["command"] for offer in both.told.of("offers")[-1]["offers"]}
        assert offers >= {"take_seat", "open_table"}

    virtually(scene)


def test_a_changed_clock_is_logged_and_counted(
    virtually: Virtually, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(rooms: Rooms) -> None:
        await asyncio.sleep(0.5)  # so that the clock moves between two sweeps
        for seconds in (15, 15, 3615, 15, -285):  # an hour too late, then five minutes too early
            rooms.clock.ms += seconds * 1000
            await asyncio.sleep(15)
        assert rooms.casino.wall_clock.changes == 2

    virtually(scene)
    said = [line.getMessage() for line in caplog.records if line.name == "casinowar.clock"]
    assert [line.partition(" by ")[0] for line in said] == ["the clock was changed"] * 2


def test_sessions_that_end_end_their_sockets(virtually: Virtually) -> None:
    async def scene(rooms: Rooms) -> None:
        one, two = await seated(rooms, 1, 2)
        await rooms.casino.sessions.end_everywhere(one.person.id)
        await asyncio.sleep(0.1)
        assert one.told.frames[-1] == {"type": "goodbye", "reason": "signed_out"}
        rooms.clock.ms += 31 * 24 * 3600 * 1000
        await two.say(type="ping")
        assert two.told.frames[-1] == {"type": "goodbye", "reason": "session_expired"}

    virtually(scene)
