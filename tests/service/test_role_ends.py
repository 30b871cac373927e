"""Roles that end by themselves: at the time that was set, recorded, and never usable afterwards.

Planted once and caught here: a role that lasts until the next sweep; a note for each process that
sweeps; an end that another change of roles forgets; a last administrator whose role ends; a person
left without any role; a row without the field; a role that had ended and came back for good,
because an administrator saw it before; a sign-in that shows a role which has ended.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from casinowar.service.history.access import Viewer
from casinowar.service.history.reader import Reader
from casinowar.service.history.significant_events import notes as notes_in_words
from casinowar.service.people.person import Person, person_of, row_of
from casinowar.service.refusals import ServiceCode, ServiceRefused
from casinowar.service.roles import Role
from casinowar.store import Store
from casinowar.store.backup import backup, restore
from casinowar.store.interface import NoteQuery
from casinowar.store.sqlite import SqliteStore
from casinowar.table import Phase
from casinowar.table import commands as c
from tests.kit.casino import Rooms
from tests.kit.people import PASSPHRASE, START_MS, People
from tests.service.test_dealers import Pit, until
from tests.service.test_moved_tables import played
from tests.service.test_person_changes import SlowStore
from tests.service.test_persons import account, administrator, code

HOUR_MS = 3_600_000
END_MS = START_MS + HOUR_MS
FLOOR = {Role.PLAYER, Role.FLOORPERSON}
BOSS = {Role.PLAYER, Role.ADMINISTRATOR}


async def changes(people: People) -> list[dict[str, Any]]:
    """The data of all role changes, newest first."""
    return [one.note.data for one in await people.store.notes(NoteQuery(kind="roles_changed"))]


async def stand_in(people: People) -> tuple[Person, Person]:
    """An administrator, and a player who has the floor for an hour."""
    root, anna = await administrator(people), await account(people)
    ends = {Role.FLOORPERSON: END_MS}
    return root, await people.persons.set_roles(root.id, anna.id, FLOOR, "stands in", ends)


async def test_a_role_ends_at_its_time_and_this_is_recorded_once() -> None:
    people = People()
    _, anna = await stand_in(people)
    assert (await people.persons.find(anna.id)).roles == FLOOR
    people.clock.ms = END_MS - 1
    await people.persons.end_roles()
    assert (await people.persons.find(anna.id)).roles == FLOOR
    people.clock.ms = END_MS
    assert (await people.persons.find(anna.id)).roles == {Role.PLAYER}  # before any sweep
    await people.persons.end_roles()
    [ended, given] = await changes(people)
    assert given["ends"] == {"floorperson": END_MS}
    assert ended == {
        "before": ["floorperson", "player"],
        "after": ["player"],
        "ended": ["floorperson"],
        "reason": "ended as set by Root",
    }
    viewer = Viewer(person="", roles=frozenset({Role.SURVEILLANCE}))
    query = NoteQuery(kind="roles_changed")
    told = await notes_in_words(Reader(people.store), query, viewer)
    ended_words, given_words = (one.words for one in told.notes)
    assert ended_words == (
        "The roles of Anna were changed from floorperson, player to player, reason: ended as set by"
        " Root."
    )
    assert given_words == (
        "The roles of Anna were changed from player to floorperson until"
        " 2027-01-15T09:00:00.000+00:00, player by Root, reason: stands in."
    )


async def test_the_sweep_ends_roles_of_people_who_are_not_here() -> None:
    people = People()
    _, anna = await stand_in(people)
    people.clock.ms = END_MS
    await asyncio.gather(people.persons.end_roles(), people.persons.end_roles())
    row = await people.store.person(anna.id)
    assert row is not None
    assert person_of(row).roles == {Role.PLAYER}
    assert [one.person for one in await people.store.staff()] != [anna.id]


@pytest.mark.parametrize(
    ("roles", "ends"),
    [
        (FLOOR, {Role.FLOORPERSON: START_MS}),
        (FLOOR, {Role.FLOORPERSON: START_MS + 367 * 24 * HOUR_MS}),
        (FLOOR, {Role.PLAYER: END_MS}),
        (FLOOR, {Role.DEALER: END_MS}),
    ],
)
async def test_an_end_is_in_the_future_and_of_a_role_that_is_held(
    roles: set[Role], ends: dict[Role, int | None]
) -> None:
    people = People()
    root, anna = await administrator(people), await account(people)
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.set_roles(root.id, anna.id, roles, "a test", ends)
    assert code(stopped) is ServiceCode.BAD_END
    assert (await people.persons.read(anna.id)).roles == {Role.PLAYER}


async def test_another_change_keeps_an_end_until_it_is_changed_itself() -> None:
    people = People()
    root, anna = await stand_in(people)
    both = FLOOR | {Role.DEALER}
    kept = await people.persons.set_roles(root.id, anna.id, both, "deals too")
    assert [(end.role, end.until_ms) for end in kept.role_ends] == [(Role.FLOORPERSON, END_MS)]
    later = {Role.FLOORPERSON: END_MS + HOUR_MS}
    await people.persons.set_roles(root.id, anna.id, both, "an hour more", later)
    people.clock.ms = END_MS
    assert (await people.persons.read(anna.id)).roles == both
    never: dict[Role, int | None] = {Role.FLOORPERSON: None}
    await people.persons.set_roles(root.id, anna.id, both, "stays", never)
    people.clock.ms = END_MS + HOUR_MS
    assert (await people.persons.read(anna.id)).roles == both


async def test_a_change_decided_before_the_end_does_not_give_the_role_back() -> None:
    people = People()
    root, anna = await stand_in(people)
    people.clock.ms = END_MS
    deals_too = FLOOR | {Role.DEALER}
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.set_roles(root.id, anna.id, deals_too, "deals", expected=FLOOR)
    assert code(stopped) is ServiceCode.PERSON_CHANGED
    assert (await people.persons.read(anna.id)).roles == {Role.PLAYER}
    now = {Role.PLAYER, Role.DEALER}
    await people.persons.set_roles(root.id, anna.id, now, "deals", expected={Role.PLAYER})
    assert (await people.persons.read(anna.id)).roles == now


async def test_nobody_signs_in_with_a_role_that_has_ended() -> None:
    people = People()
    await stand_in(people)
    people.clock.ms = END_MS
    assert (await people.persons.sign_in("anna", PASSPHRASE)).roles == {Role.PLAYER}


async def test_whoever_held_surveillance_alone_is_a_player_afterwards() -> None:
    people = People()
    root, anna = await administrator(people), await account(people)
    watch, ends = {Role.SURVEILLANCE}, {Role.SURVEILLANCE: END_MS}
    await people.persons.set_roles(root.id, anna.id, watch, "a test", ends)
    people.clock.ms = END_MS
    assert (await people.persons.find(anna.id)).roles == {Role.PLAYER}
    assert (await changes(people))[0]["before"] == ["surveillance"]


async def test_the_last_administrator_does_not_end() -> None:
    """An administrator whose role ends is none that others can rely on."""
    people = People()
    root, anna = await administrator(people), await account(people)
    ends = {Role.ADMINISTRATOR: END_MS}
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.set_roles(root.id, root.id, BOSS, "a holiday", ends)
    assert code(stopped) is ServiceCode.LAST_ADMINISTRATOR
    await people.persons.set_roles(root.id, anna.id, BOSS, "stands in", ends)
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.set_roles(anna.id, root.id, {Role.PLAYER}, "left")
    assert code(stopped) is ServiceCode.LAST_ADMINISTRATOR
    people.clock.ms = END_MS
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.set_roles(anna.id, root.id, BOSS, "a test")
    assert code(stopped) is ServiceCode.NOT_ALLOWED
    assert (await people.persons.read(root.id)).roles == BOSS


async def test_two_administrators_who_end_each_other_do_not_both_succeed() -> None:
    people = People(SlowStore())
    one = await administrator(people)
    two = await people.persons.create_administrator("bea", "Bea", "a long passphrase")
    ends = {Role.ADMINISTRATOR: END_MS}
    await asyncio.gather(
        people.persons.set_roles(one.id, two.id, BOSS, "for an hour", ends),
        people.persons.set_roles(two.id, one.id, BOSS, "for an hour", ends),
        return_exceptions=True,
    )
    people.clock.ms = END_MS
    await people.persons.end_roles()
    held = [person_of(row) for row in await people.store.staff()]
    assert len([person for person in held if Role.ADMINISTRATOR in person.roles]) == 1


async def test_a_change_at_the_moment_of_the_end_is_decided_after_it() -> None:
    people = People(SlowStore())
    root, anna = await stand_in(people)
    people.clock.ms = END_MS
    await asyncio.gather(
        people.persons.end_roles(),
        people.persons.end_roles(),
        people.persons.set_roles(root.id, anna.id, {Role.PLAYER, Role.DEALER}, "deals now"),
    )
    assert (await people.persons.read(anna.id)).roles == {Role.PLAYER, Role.DEALER}
    assert [one["before"] for one in await changes(people)] == [
        *(["player"], ["floorperson", "player"], ["player"]),
    ]


async def nothing(_: Store) -> None:
    """A restore has no tables to prepare here."""


async def test_an_end_outlives_a_backup(tmp_path: Path) -> None:
    """Planted once and caught here: a role that ended while the service was stopped is back."""
    store = SqliteStore(tmp_path / "old.db")
    people = People(store)
    _, anna = await stand_in(people)
    await backup(f"sqlite:///{tmp_path}/old.db", tmp_path / "backup")
    await store.close()
    await restore(tmp_path / "backup", f"sqlite:///{tmp_path}/new.db", nothing)
    again = SqliteStore(tmp_path / "new.db")
    people = People(again)
    people.clock.ms = END_MS + HOUR_MS
    assert anna.id in [one.person for one in await again.staff()]
    assert (await people.persons.find(anna.id)).roles == {Role.PLAYER}
    assert (await changes(people))[0]["reason"] == "ended as set by Root"
    await again.close()


async def test_a_row_without_ends_is_read() -> None:
    people = People()
    anna = await account(people)
    row = row_of(anna)
    del row.data["role_ends"]
    assert person_of(row) == anna


# --- at a table -----------------------------------------------------------------------------------


async def for_an_hour(rooms: Rooms, person: Person, role: Role) -> None:
    """Let a role that somebody holds end in an hour."""
    roles = (await rooms.casino.persons.read(person.id)).roles
    ends = {role: rooms.clock.ms + HOUR_MS}
    await rooms.casino.persons.set_roles("", person.id, roles, "a test", ends)


def test_an_open_socket_gives_nothing_with_a_role_that_has_ended(tmp_path: Path) -> None:
    """Also if no sweep comes: the role ends where it is used."""

    async def scene(rooms: Rooms) -> None:
        pit = await Pit.open(rooms)
        await for_an_hour(rooms, pit.floor.person, Role.FLOORPERSON)
        rooms.casino.sweep = lambda: None  # type: ignore[method-assign]
        await pit.floor.must(c.ChangeDealer(dealer="Sol"), reason="in time")
        rooms.clock.ms += HOUR_MS
        closed = await pit.floor.give(c.CloseTable(), reason="evening")
        assert closed["code"] == "role/not_allowed", closed

    played(tmp_path, scene)


def test_a_dealer_whose_role_ends_in_a_round_is_followed_by_another(tmp_path: Path) -> None:
    async def scene(rooms: Rooms) -> None:
        pit = await Pit.open(rooms)
        ana, bo = await pit.dealer(), await pit.dealer()
        await until(Phase.DEAL, pit, ana)
        gone = await pit.dealer()
        rooms.casino.disconnect(gone.connection)
        for one in (ana, gone):
            await for_an_hour(rooms, one.person, Role.DEALER)
        rooms.clock.ms += HOUR_MS
        await asyncio.sleep(16)  # a sweep
        for one in (ana, gone):
            row = await rooms.store.person(one.person.id)
            assert row is not None
            assert row.data["roles"] == ["player"]
        assert (await pit.step(ana))["code"] == "role/not_allowed"
        table = ana.connection.host.table
        for _ in range(60):  # nobody deals: each step is taken when its time is up
            if table.state.phase is Phase.BETTING:
                break
            await asyncio.sleep(10)
        assert table.state.phase is Phase.BETTING
        tray = table.state.tray_cents
        await bo.must(c.TakeOver(dealer=bo.person.name, counted_cents=tray))
        await pit.must(bo)

    played(tmp_path, scene)
