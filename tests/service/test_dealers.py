"""One dealer at a time: the steps of anybody else who may deal are refused, and nobody gets stuck.

Planted once and caught here: a step of any dealer is accepted; who deals is forgotten when a table
is opened in another process; it is read from the rows after a snapshot alone; a relieved dealer
goes on; two first steps in one commit are both carried out; a floorperson steps in without a word;
a relieved dealer takes the table back; somebody with the dealer's name deals; a dealer takes over
in somebody else's name.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from casinowar.service.people.people import Changes
from casinowar.service.refusals import ServiceRefused
from casinowar.service.roles import Role
from casinowar.service.tables import dealers, writer
from casinowar.service.tables.settings import TableSettings
from casinowar.table import Phase
from casinowar.table import commands as c
from casinowar.table.due import step_now
from tests.kit.casino import Client, Rooms, open_casino, sit
from tests.service.test_moved_tables import played, second
from tests.service.test_staff_tables import OPENING, made

BY_PEOPLE = TableSettings(house="wisconsin", runs_itself=False)
REFUSED = "table/other_dealer"


class Pit:
    """A table that people deal, open, with its floor."""

    def __init__(self, rooms: Rooms, table: str, floor: Client) -> None:
        self.rooms, self.table, self.floor = rooms, table, floor

    @classmethod
    async def open(cls, rooms: Rooms, settings: TableSettings = BY_PEOPLE) -> Pit:
        table = await made(rooms, settings)
        floor = await rooms.client(table, (Role.FLOORPERSON,))
        await floor.must(OPENING, reason="the day begins")
        return cls(rooms, table, floor)

    async def dealer(self, *more: Role) -> Client:
        """Somebody new who may deal."""
        return await self.rooms.client(self.table, (Role.DEALER, *more))

    async def due(self, client: Client) -> c.Command:
        """The step of the dealer that is due; the floor verifies the cards."""
        table = client.connection.host.table
        due = step_now(table.state, table.shoe)
        if isinstance(due, c.VerifyInspection):
            await self.floor.must(due, reason="looks right")
            due = step_now(table.state, table.shoe)
        assert due is not None
        return due

    async def step(self, client: Client, reason: str = "") -> dict[str, Any]:
        """The due step, given by somebody."""
        return await client.give(await self.due(client), reason=reason)

    async def must(self, client: Client) -> None:
        """The due step, which is carried out."""
        answer = await self.step(client)
        assert answer["ok"], answer

    async def is_refused(self, client: Client, words: str, step: c.Command | None = None) -> None:
        """The due step, or another, of somebody who does not deal here: nothing moves."""
        table, step = client.connection.host.table, step or await self.due(client)
        before = (table.version, table.state)
        answer = await client.give(step)
        assert (answer["ok"], answer["code"]) == (False, REFUSED), answer
        assert answer["message"].startswith(words), answer
        assert (table.version, table.state) == before
        offered = {one["command"] for one in client.told.of("offers")[-1]["offers"]}
        assert offered <= {"take_over"}, offered


def deals(client: Client) -> str:
    return f"{client.person.name} deals at this table. Take it over between rounds"


async def until(phase: Phase, pit: Pit, ana: Client) -> None:
    """Deal until the table is this far."""
    player = await pit.rooms.client(pit.table)
    await player.must(sit(1))
    await player.must(c.BuyChips(seat=1, cash_cents=500_00))
    table = ana.connection.host.table
    while table.state.phase is not phase or table.state.burns:
        if table.state.phase is Phase.CUT_OFFERED:
            await player.must(c.RefuseCut(seat=1))
        elif table.state.phase is Phase.BETTING and not table.state.burns:
            await player.must(c.PlaceWagers(seat=1, initial_cents=2500))
            await pit.must(ana)
        else:
            await pit.must(ana)


def test_the_first_dealer_takes_the_table_and_no_other_deals_there(tmp_path: Path) -> None:
    async def scene(rooms: Rooms) -> None:
        pit = await Pit.open(rooms)
        ana, bo = await pit.dealer(), await pit.dealer()
        for client in (ana, bo):  # the table is free: both may begin
            offered = {one["command"] for one in client.told.of("offers")[-1]["offers"]}
            assert "receive_decks" in offered
        await pit.must(ana)
        await pit.is_refused(bo, deals(ana))
        other = await rooms.socket(pit.table, ana.person, ana.token, offers=True)
        await pit.must(other)  # the same person on another device
        await pit.is_refused(bo, deals(ana))
        host = ana.connection.host
        assert host.audience.dealer_here
        for one in (ana, other):
            one.connection.closed()
        assert not host.audience.dealer_here  # Bo is there, but the table is not his

    played(tmp_path, scene)


@pytest.mark.parametrize("snapshot_every", [1, 500])
def test_who_deals_is_known_after_the_table_moved_and_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot_every: int
) -> None:
    monkeypatch.setattr(writer, "SNAPSHOT_EVERY", snapshot_every)
    monkeypatch.setattr(dealers, "ROWS_AT_ONCE", 2)

    async def scene(rooms: Rooms) -> None:
        pit = await Pit.open(rooms)
        ana, bo = await pit.dealer(), await pit.dealer()
        await pit.must(ana)
        player = await rooms.client(pit.table)
        await player.must(sit(1))
        for _ in range(5):  # commands of others do not make them dealers
            await player.must(c.BuyChips(seat=1, cash_cents=10_000))
        async with second(tmp_path, rooms) as there:
            far = await there.socket(pit.table, bo.person, bo.token, offers=True)
            await pit.is_refused(far, deals(ana))
        async with open_casino(tmp_path, rooms.store, seed=9) as again:
            far = await again.socket(pit.table, bo.person, bo.token, offers=True)
            await pit.is_refused(far, deals(ana))
            back = await again.socket(pit.table, ana.person, ana.token, offers=True)
            await pit.must(back)

    played(tmp_path, scene)


def test_the_table_is_taken_over_between_rounds(tmp_path: Path) -> None:
    async def scene(rooms: Rooms) -> None:
        pit = await Pit.open(rooms)
        ana, bo = await pit.dealer(), await pit.dealer()
        await pit.must(ana)
        tray = ana.connection.host.table.state.tray_cents
        await bo.must(c.TakeOver(dealer=bo.person.name, counted_cents=tray))
        await pit.is_refused(ana, deals(bo))
        await pit.must(bo)
        await until(Phase.DEAL, pit, bo)
        taken = await ana.give(c.TakeOver(dealer=ana.person.name, counted_cents=tray))
        assert taken["code"] == "step/not_now"

    played(tmp_path, scene)


def test_a_dealer_whom_the_floor_relieved_does_not_go_on(tmp_path: Path) -> None:
    async def scene(rooms: Rooms) -> None:
        pit = await Pit.open(rooms)
        ana, bo, cy = await pit.dealer(), await pit.dealer(), await pit.dealer()
        await until(Phase.BETTING, pit, ana)
        await pit.floor.must(c.ChangeDealer(dealer="Sol"), reason="a pause")
        await pit.is_refused(ana, "The floor has sent Sol to this table.")
        await pit.must(bo)  # the first of the others
        await pit.is_refused(cy, deals(bo), c.DrawInError())
        await pit.floor.must(c.ChangeDealer(dealer=ana.person.name), reason="the pause is over")
        await pit.must(ana)
        await pit.floor.must(c.ChangeDealer(dealer=cy.person.name), reason="a pause")
        await pit.must(bo)  # another one came first
        await cy.must(c.DrawInError())  # whom the table names was sent by the floor
        await pit.is_refused(bo, deals(cy), c.DrawInError())

    played(tmp_path, scene)


def test_a_dealer_whom_the_floor_relieved_does_not_take_the_table_back(tmp_path: Path) -> None:
    async def scene(rooms: Rooms) -> None:
        pit = await Pit.open(rooms)
        ana, bo = await pit.dealer(), await pit.dealer()
        await pit.must(ana)
        await pit.floor.must(c.ChangeDealer(dealer="Sol"), reason="she is tired")
        host = ana.connection.host
        back = c.TakeOver(dealer=ana.person.name, counted_cents=host.table.state.tray_cents)
        await pit.is_refused(ana, "The floor has sent Sol to this table. Only the floor", back)
        assert "take_over" not in str(ana.told.of("offers")[-1])
        await pit.must(bo)
        await ana.must(back)  # from Bo, who was not sent home

    played(tmp_path, scene)


def test_nobody_deals_under_the_name_of_another_dealer(tmp_path: Path) -> None:
    """A relieved dealer came back under the name that the floor had sent."""

    async def scene(rooms: Rooms) -> None:
        pit = await Pit.open(rooms)
        ana, bo = await pit.dealer(), await pit.dealer()
        await pit.must(ana)
        await pit.floor.must(c.ChangeDealer(dealer="Sol"), reason="a pause")
        for client, name in ((ana, "Sol"), (bo, ana.person.name)):
            with pytest.raises(ServiceRefused, match="Tables know a dealer by name"):
                await rooms.casino.persons.change(client.person.id, Changes(name=name))
        async with open_casino(tmp_path, rooms.store, seed=9) as again:
            person = await again.casino.persons.find(ana.person.id)
            far = await again.socket(pit.table, person, ana.token, offers=True)
            await pit.is_refused(far, "The floor has sent Sol to this table.")

    played(tmp_path, scene)


def test_a_dealer_takes_over_in_their_own_name(tmp_path: Path) -> None:
    async def scene(rooms: Rooms) -> None:
        pit = await Pit.open(rooms)
        ana, bo = await pit.dealer(), await pit.dealer()
        await pit.must(ana)
        state = ana.connection.host.table.state
        await bo.must(c.TakeOver(dealer="Somebody", counted_cents=state.tray_cents))
        assert ana.connection.host.table.state.dealer == bo.person.name

    played(tmp_path, scene)


def test_a_table_that_was_closed_and_opened_is_free(tmp_path: Path) -> None:
    async def scene(rooms: Rooms) -> None:
        pit = await Pit.open(rooms)
        ana, bo = await pit.dealer(), await pit.dealer()
        await pit.must(ana)
        await pit.floor.must(c.CloseTable(), reason="evening")
        await pit.floor.must(OPENING, reason="again")
        await pit.must(bo)
        await pit.is_refused(ana, deals(bo))

    played(tmp_path, scene)


def test_a_round_whose_dealer_is_lost_is_finished_by_a_floorperson_who_may_deal(
    tmp_path: Path,
) -> None:
    async def scene(rooms: Rooms) -> None:
        pit = await Pit.open(rooms)
        ana, bo = await pit.dealer(), await pit.dealer()
        flo = await pit.dealer(Role.FLOORPERSON)
        await until(Phase.DEAL, pit, ana)
        await pit.is_refused(bo, deals(ana))
        answer = await bo.give(c.DealCard(seat=1), reason="she is ill")
        assert answer["code"] == REFUSED  # a reason alone is not enough
        assert (await pit.step(flo))["code"] == REFUSED  # nor is the role without one
        answer = await pit.step(flo, reason="she is ill")
        assert answer["ok"], answer
        await pit.must(flo)
        await pit.is_refused(ana, deals(flo))
        rows = await rooms.store.events(pit.table, 0, 1000)
        assert next(row.reason for row in rows if row.actor == flo.person.id) == "she is ill"

    played(tmp_path, scene)


@pytest.mark.parametrize("steps_in", [True, False])
def test_a_void_round_whose_dealer_is_lost_comes_into_the_rack(
    tmp_path: Path, steps_in: bool
) -> None:
    """Nobody can take the table over before that, and it cannot close."""

    async def scene(rooms: Rooms) -> None:
        pit = await Pit.open(rooms)
        ana, flo = await pit.dealer(), await pit.dealer(Role.FLOORPERSON)
        await until(Phase.DEAL, pit, ana)
        await pit.must(ana)
        await pit.floor.must(c.VoidRound(reason="she is ill"), reason="she is ill")
        ana.connection.closed()
        table = pit.floor.connection.host.table
        closes = await pit.floor.give(c.CloseTable(), reason="evening")
        assert (closes["code"], table.state.phase) == ("step/not_now", Phase.RACK), closes
        if steps_in:
            assert (await pit.step(flo, reason="she is ill"))["ok"]
        else:
            await asyncio.sleep(10 * 60)
        assert table.state.phase is not Phase.RACK
        assert (await pit.floor.give(c.CloseTable(), reason="evening"))["ok"]

    played(tmp_path, scene)


def test_a_table_goes_on_by_policy_while_its_dealer_is_lost(tmp_path: Path) -> None:
    async def scene(rooms: Rooms) -> None:
        pit = await Pit.open(rooms)
        ana = await pit.dealer()
        await until(Phase.DEAL, pit, ana)
        ana.connection.closed()
        table = pit.floor.connection.host.table
        for _ in range(100):
            if table.state.round_number and table.state.phase is Phase.BETTING:
                break
            await asyncio.sleep(60)
        else:
            raise AssertionError("the round never ended")
        await pit.floor.must(c.ChangeDealer(dealer="Bo"), reason="she is ill")

    played(tmp_path, scene)


def test_of_two_first_steps_in_one_commit_only_one_takes_the_table(tmp_path: Path) -> None:
    async def scene(rooms: Rooms) -> None:
        pit = await Pit.open(rooms)
        ana, bo, cy = await pit.dealer(), await pit.dealer(), await pit.dealer()
        first, then = await pit.due(ana), c.InspectDecks()
        answers = await asyncio.gather(
            ana.give(first), bo.give(then), cy.give(then), ana.give(then)
        )
        assert [answer["ok"] for answer in answers] == [True, False, False, True], answers
        assert {answer["code"] for answer in answers[1:3]} == {REFUSED}

    played(tmp_path, scene)
