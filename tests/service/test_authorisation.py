"""Every role, every command, every kind of state: what is not allowed is refused.

The expectation is written out here and shares nothing with ``service/roles.py``. Planted once and
caught: a dealer who may give floor commands; a seat that is not checked; surveillance that may
sit down; a floor action without a reason; the role of the first of several roles only; a dealer
who deals at a table that runs itself, or where somebody else deals; a question that every socket
answers.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import fields

from casinowar.service.people.people import OPERATOR
from casinowar.service.roles import Role
from casinowar.service.tables.settings import TableSettings
from casinowar.store.interface import TableRow
from casinowar.table import Phase
from casinowar.table import commands as c
from casinowar.table.due import step_now
from casinowar.wire import Question, command_to_json
from tests.kit.casino import Client, Rooms, open_casino, sit

ROLES: dict[str, tuple[Role, ...]] = {
    "player": (Role.PLAYER,),
    "dealer": (Role.DEALER,),
    "floorperson": (Role.FLOORPERSON,),
    "surveillance": (Role.SURVEILLANCE,),
    "administrator": (Role.ADMINISTRATOR,),
    "player and dealer": (Role.PLAYER, Role.DEALER),
    "dealer and floorperson": (Role.DEALER, Role.FLOORPERSON),
    "nobody": (),
}
MAY_GIVE: dict[Role, c.Role] = {
    Role.PLAYER: c.Role.PLAYER,
    Role.DEALER: c.Role.DEALER,
    Role.FLOORPERSON: c.Role.FLOOR,
}
STATES = ("closed", "cut", "betting", "bet", "choice", "dealt by people", "dealt by another")
SEATED = 2  # the seat of somebody else
VALUES: dict[str, Any] = {
    "seat": SEATED,
    "day": date(2027, 1, 15),
    "dealer": "Eve",
    "decks": 6,
    "backs": ("red",),
    "cutting_card": "yellow",
    "batch": 1,
    "cards": 100,
    "cards_behind": 100,
    "player": "",
    "reason": "a test",
    "commitment": "0" * 64,
    "value": "0" * 64,
    "face_up": True,
}


def written(kind: type[c.Command]) -> dict[str, Any]:
    """A command of this kind with all that it needs, for a seat that belongs to somebody else."""
    needed = {
        field.name: VALUES.get(field.name, 1000)
        for field in fields(kind)
        if field.name in VALUES or field.name.endswith("_cents")
    }
    command = command_to_json(kind(**needed))
    if kind is c.TakeSeat:
        command.pop("player", None)
    return command


@pytest.fixture
async def rooms(tmp_path: Path) -> AsyncIterator[Rooms]:
    async with open_casino(tmp_path) as rooms:
        yield rooms


async def table_in(rooms: Rooms, state: str) -> Client:
    """Somebody in seat 2 of a table in this state."""
    table = "wisconsin"
    by_people = state in {"dealt by people", "dealt by another"}
    if by_people:
        settings = TableSettings(house="wisconsin", runs_itself=False)
        made = await rooms.casino.lobby.make("", settings)
        assert isinstance(made, TableRow)
        table = made.table
        floor = await rooms.client(table, (Role.FLOORPERSON,))
        await floor.must(written(c.OpenTable), reason="morning")
    if state == "dealt by another":
        dealer = await rooms.client(table, (Role.DEALER,))
        at = dealer.connection.host.table
        first = step_now(at.state, at.shoe)
        assert first is not None
        await dealer.must(first)
    other = await rooms.client(table)
    if state == "closed":
        return other
    await other.must(sit(SEATED))
    if by_people:
        return other
    await other.must(c.BuyChips(seat=SEATED, cash_cents=500_00))
    if state == "cut":
        return other
    await other.must(c.RefuseCut(seat=SEATED))
    if state == "betting":
        return other
    neighbour = await rooms.client("wisconsin")
    await neighbour.must(sit(7))
    await neighbour.must(c.BuyChips(seat=7, cash_cents=500_00))
    await other.must(c.PlaceWagers(seat=SEATED, initial_cents=500))
    if state == "bet":
        return other
    for _ in range(200):  # until seat 2 has a tie
        await neighbour.must(c.PlaceWagers(seat=7, initial_cents=500))
        host = other.connection.host
        if host.table.state.phase is Phase.DECIDE and any(
            wait.who is not None and wait.who.seat == SEATED for wait in host.table.waits()
        ):
            return other
        await move_on(other, neighbour)
        await other.must(c.PlaceWagers(seat=SEATED, initial_cents=500))
    raise AssertionError("no tie in 200 rounds")


async def move_on(other: Client, neighbour: Client) -> None:
    """Finish the round and cut, whatever it takes."""
    host = other.connection.host
    while host.table.state.phase is not Phase.BETTING:
        wait = host.table.waits()[0]
        assert wait.who is not None, wait
        client = other if wait.who.seat == SEATED else neighbour
        if host.table.state.phase is Phase.CUT_OFFERED:
            await client.must(c.RefuseCut(seat=wait.who.seat))
        elif host.table.state.phase is Phase.WAR_TIES:
            await client.must(c.DeclineWarTie(seat=wait.who.seat))
        else:
            await client.must(c.SurrenderHand(seat=wait.who.seat))


def sits(me: Client) -> bool:
    """Whether the seat that commands name is mine: it was free, and I took it."""
    holder = me.connection.host.table.state.seats.get(SEATED)
    return holder is not None and holder.player == me.person.id


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("name", ROLES)
async def test_what_is_not_allowed_is_refused(rooms: Rooms, state: str, name: str) -> None:
    host = (await table_in(rooms, state)).connection.host
    roles = ROLES[name]
    allowed = {MAY_GIVE[role] for role in roles if role in MAY_GIVE}
    me = await rooms.client(host.table.id, roles)
    kinds = sorted(c.COMMANDS.values(), key=lambda kind: kind.NAME)
    Random(len(name)).shuffle(kinds)
    kinds.sort(key=lambda kind: kind is c.TakeOver)  # last: from then on the table is theirs
    refused = 0
    for kind in kinds:
        before = (host.table.version, host.table.state)
        mine, sat = kind.ROLE in allowed, sits(me)
        answer = await me.give(written(kind), reason="a test")
        if not mine or (sat and kind.ROLE is not c.Role.PLAYER):  # nobody acts where they sit
            assert (answer["ok"], answer["code"]) == (False, "role/not_allowed"), kind
        elif kind.ROLE is c.Role.DEALER and host.table.settings.runs_itself:
            assert (answer["ok"], answer["code"]) == (False, "table/runs_itself"), kind
        elif (
            kind.ROLE is c.Role.DEALER
            and state == "dealt by another"
            and c.Role.FLOOR not in allowed
        ):
            if kind is not c.TakeOver:
                assert (answer["ok"], answer["code"]) == (False, "table/other_dealer"), kind
        elif issubclass(kind, c.PlayerCommand) and kind is not c.TakeSeat and not sat:
            assert (answer["ok"], answer["code"]) == (False, "role/not_yours"), kind
        if not answer["ok"]:
            refused += 1
            assert (host.table.version, host.table.state) == before, kind
        elif state != "closed" and host.table.state.phase is Phase.CLOSED:
            break  # the floor closed it: the rest would be asked in another state
    assert refused


STAFF_ASKS = {"view", "legal", "due", "snapshot"}
MAY_ASK: dict[str, set[str]] = {
    "player": STAFF_ASKS - {"due"},
    "administrator": {"view", "snapshot"},
    "nobody": set(),
}


@pytest.mark.parametrize("name", ROLES)
async def test_a_socket_answers_and_passes_on_what_a_role_may(rooms: Rooms, name: str) -> None:
    me = await rooms.client("wisconsin", ROLES[name])
    for question in Question:
        await me.say(type="ask", id=question.value, ask=question.value)
        [answer] = [one for one in me.told.of("answer") if one.get("id") == question.value]
        allowed = question.value in MAY_ASK.get(name, STAFF_ASKS)
        assert (answer["ok"], answer.get("code")) == (
            (True, None) if allowed else (False, "role/not_allowed")
        )
    await me.say(type="say", id="hello", phrase="hello")  # nobody is seated here
    [answer] = [one for one in me.told.of("answer") if one.get("id") == "hello"]
    watches = name == "surveillance"
    assert answer["code"] == ("role/not_allowed" if watches else "say/not_seated")
    assert not me.told.of("said")


@pytest.mark.parametrize("kind", [k for k in c.COMMANDS.values() if k.ROLE is c.Role.FLOOR])
async def test_the_floor_says_why(rooms: Rooms, kind: type[c.Command]) -> None:
    me = await rooms.client("wisconsin", (Role.FLOORPERSON,))
    answer = await me.give(written(kind))
    assert (answer["ok"], answer["code"]) == (False, "role/reason_needed")


async def test_a_message_cannot_say_who_acts(rooms: Rooms) -> None:
    other = await table_in(rooms, "betting")
    me = await rooms.client("wisconsin")
    for field in ("player", "name", "age_years"):
        answer = await me.give({**sit(3), field: other.person.id})
        assert answer["code"] == "message/unknown_field"
    answer = await me.give({"command": "change_seat", "seat": SEATED, "to": 3})
    assert answer["code"] == "role/not_yours"
    await me.must(sit(3))
    holder = me.connection.host.table.state.seats[3]
    assert (holder.player, holder.name) == (me.person.id, me.person.name)


async def test_a_role_that_is_taken_away_is_gone_on_a_live_socket(rooms: Rooms) -> None:
    floor = await rooms.client("wisconsin", (Role.FLOORPERSON,))
    opening = written(c.OpenTable)
    await floor.must(opening, reason="morning")
    admin = await rooms.casino.persons.create_administrator("ada", "Ada", "a long passphrase")
    await rooms.casino.persons.set_roles(admin.id, floor.person.id, (Role.PLAYER,), "left")
    answer = await floor.give(written(c.CloseTable), reason="evening")
    assert answer["code"] == "role/not_allowed"


@pytest.mark.parametrize("reason", ["two\nlines", "a \x1b[2J screen", "a bell\x07"])
async def test_the_floor_says_why_on_one_line(rooms: Rooms, reason: str) -> None:
    me = await rooms.client("wisconsin", (Role.FLOORPERSON,))
    void = {"command": "void_round", "reason": reason}
    for answer in (
        await me.give(written(c.OpenTable), reason=reason),
        await me.give(void, reason="a test"),
    ):
        assert (answer["ok"], answer["code"]) == (False, "role/reason_needed")


@pytest.mark.parametrize("role", [Role.PLAYER, Role.DEALER, Role.FLOORPERSON])
async def test_whoever_is_suspended_gives_nothing_over_an_open_socket(
    rooms: Rooms, role: Role
) -> None:
    """Their sessions end in the next moment; until then the socket still took commands."""
    other = await table_in(rooms, "dealt by people")
    host = other.connection.host
    somebody = await rooms.client(host.table.id, (role,))
    first = step_now(host.table.state, host.table.shoe)
    assert first is not None
    gives: dict[Role, c.Command | dict[str, Any]] = {
        Role.PLAYER: sit(7),
        Role.DEALER: first,
        Role.FLOORPERSON: c.ChangeDealer(dealer="Z"),
    }
    await rooms.casino.persons.suspend(OPERATOR, somebody.person.id, "an inquiry")
    answer = await somebody.give(gives[role], reason="a test")
    assert (answer["ok"], answer["code"]) == (False, "person/suspended")
    await rooms.casino.persons.reinstate(OPERATOR, somebody.person.id, "all is well")
    assert (await somebody.give(gives[role], reason="a test"))["ok"]
