"""Persons: guests, their ages, roles.

Planted once and caught here: a guest without the grant; a role granted by a dealer; surveillance
beside another role.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from casinowar.houses import load_house
from casinowar.ledger import GRANTS, player_account
from casinowar.service.people.people import Changes
from casinowar.service.people.person import (
    Kind,
    Person,
    age_refusal,
    checked_name,
    person_of,
    row_of,
)
from casinowar.service.refusals import ServiceCode, ServiceRefused
from casinowar.service.roles import Role
from casinowar.service.tables.settings import KeptSettings, TableSettings
from casinowar.store.interface import NoteQuery, StoreError
from tests.kit.people import PASSPHRASE, START_MS, People

DAY_MS = 86_400_000


def code(stopped: pytest.ExceptionInfo[ServiceRefused]) -> ServiceCode:
    return stopped.value.refusal.code


async def account(people: People, sign_in: str = "anna") -> Person:
    guest = await people.persons.create_guest("Anna")
    return await people.persons.keep_account(guest.id, sign_in, PASSPHRASE)


async def administrator(people: People) -> Person:
    return await people.persons.create_administrator("root", "Root", PASSPHRASE)


# --- guests ---------------------------------------------------------------------------------------


async def test_a_guest_has_a_name_an_id_and_play_chips() -> None:
    people = People()
    guest = await people.persons.create_guest()
    assert guest.kind is Kind.GUEST
    assert guest.name == f"Guest {guest.id[2:6].upper()}"
    assert guest.roles == {Role.PLAYER}
    assert await people.store.balance(player_account(guest.id)) == 1_000_00
    assert await people.store.balance(GRANTS) == -1_000_00
    assert await people.persons.find(guest.id) == guest


async def test_two_people_may_have_one_name() -> None:
    people = People()
    one, two = [await people.persons.create_guest("  Kim ") for _ in range(2)]
    assert one.name == two.name == "Kim"
    assert one.id != two.id


@pytest.mark.parametrize(
    "name",
    [
        *("", "   ", "x" * 41, "a\nb", "a\x00", "a\u202eb", "a\ud800"),
        *("\u3164", "Ann\u3164", "\u2800", "\u115f\u1160", "\uffa0", "a\u034fb", "\u0301"),
        *("a\ufe00", "a\U000e0100", "\ufe0f"),
    ],
)
async def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    people = People()
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.create_guest(name)
    assert code(stopped) is ServiceCode.BAD_NAME


def test_a_name_may_be_as_long_as_the_table_allows() -> None:
    assert checked_name("x" * 40) == "x" * 40
    assert checked_name("Zo\u0065\u0301") == "Zo\u00e9"
    for name in ("\u91d1\u6708", "\uae40", "\u0627\u0628\u064e", "\u2764\ufe0f"):
        assert checked_name(name) == name


@pytest.mark.parametrize("person", ["p_aaaaaaaaaaaaaaaaaaaa", "", "p_\x00", "root"])
async def test_nobody_is_found_under_another_id(person: str) -> None:
    with pytest.raises(ServiceRefused) as stopped:
        await People().persons.find(person)
    assert code(stopped) is ServiceCode.NO_SUCH_PERSON


# --- age ------------------------------------------------------------------------------------------


async def test_an_age_is_stated_once_and_grows() -> None:
    people = People()
    guest = await people.persons.create_guest()
    assert guest.age_years(START_MS) is None
    stated = await people.persons.change(guest.id, Changes(age_years=19))
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.change(guest.id, Changes(age_years=20))
    assert code(stopped) is ServiceCode.BAD_AGE
    assert await people.persons.change(guest.id, Changes(age_years=19)) == stated
    assert stated.age_years(START_MS + 365 * DAY_MS) == 19
    assert stated.age_years(START_MS + 366 * DAY_MS) == 20


@pytest.mark.parametrize("years", [-1, 131])
async def test_an_age_is_one_that_people_have(years: int) -> None:
    people = People()
    guest = await people.persons.create_guest()
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.change(guest.id, Changes(age_years=years))
    assert code(stopped) is ServiceCode.BAD_AGE


async def test_a_house_with_a_least_age_asks_for_it() -> None:
    people = People()
    guest = await people.persons.create_guest()
    refusal = age_refusal(guest, load_house("skycity"), START_MS)
    assert refusal is not None
    assert refusal.code is ServiceCode.AGE_NEEDED
    assert "20" in refusal.sentence
    assert age_refusal(guest, load_house("wisconsin"), START_MS) is None
    asked = await people.persons.change(guest.id, Changes(age_years=18))
    assert age_refusal(asked, load_house("skycity"), START_MS) is None  # the table refuses it


async def test_whoever_is_old_enough_or_too_young_says_so_without_an_age() -> None:
    """Today's page stored whatever was typed: 2 for 22 closed the house for ever."""
    people, house = People(), load_house("skycity")
    guest = await people.persons.create_guest()
    some = await people.persons.change(guest.id, Changes(age_from_years=18))
    assert age_refusal(some, house, START_MS) is not None  # 18 or over is not 20 or over
    assert age_refusal(some, house, START_MS + 2 * 366 * DAY_MS) is None
    old = await people.persons.change(guest.id, Changes(age_from_years=20))
    assert age_refusal(old, house, START_MS) is None
    assert old.age_years(START_MS) == 20
    assert await people.persons.change(guest.id, Changes(age_from_years=18)) == old
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.change(guest.id, Changes(age_under_years=20))
    assert code(stopped) is ServiceCode.BAD_AGE
    other = await people.persons.create_guest()
    young = await people.persons.change(other.id, Changes(age_under_years=20))
    assert age_refusal(young, house, START_MS) is None  # it is not asked again
    assert young.age_years(START_MS) == 0  # and this is what the table refuses
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.change(young.id, Changes(age_from_years=20))
    assert code(stopped) is ServiceCode.BAD_AGE
    assert person_of(row_of(young)) == young


async def test_whoever_said_that_they_are_younger_grows_older() -> None:
    """Planted once: under 20 was under 20 for ever, ten years later too."""
    people, house = People(), load_house("skycity")
    guest = await people.persons.create_guest()
    young = await people.persons.change(guest.id, Changes(age_under_years=20))
    people.clock.ms += 366 * DAY_MS - 1
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.change(guest.id, Changes(age_from_years=20))
    assert code(stopped) is ServiceCode.BAD_AGE
    people.clock.ms += 1
    assert young.under_years(people.clock.ms) == 21
    assert age_refusal(young, house, people.clock.ms) is not None  # they are asked again
    people.clock.ms += 9 * 366 * DAY_MS
    assert (
        await people.persons.change(guest.id, Changes(age_under_years=30)) == young
    )  # nothing new
    old = await people.persons.change(guest.id, Changes(age_from_years=20))
    assert (old.age_years(people.clock.ms), old.under_years(people.clock.ms)) == (20, 30)
    assert age_refusal(old, house, people.clock.ms) is None


async def test_nobody_is_younger_than_they_are() -> None:
    people = People()
    guest = await people.persons.create_guest()
    for least, under in ((20, 20), (0, 0), (0, 132), (-1, None)):
        stated = Changes(age_from_years=least, age_under_years=under)
        with pytest.raises(ServiceRefused) as stopped:
            await people.persons.change(guest.id, stated)
        assert code(stopped) is ServiceCode.BAD_AGE


# --- roles ----------------------------------------------------------------------------------------


async def test_an_administrator_grants_roles_with_a_reason() -> None:
    people = People()
    root, anna = await administrator(people), await account(people)
    roles = {Role.PLAYER, Role.DEALER}
    changed = await people.persons.set_roles(root.id, anna.id, roles, " new dealer ")
    assert changed.roles == roles
    (found,) = await people.store.notes(NoteQuery(kind="roles_changed"))
    assert (found.note.person, found.note.actor) == (anna.id, root.id)
    assert found.note.data == {
        "before": ["player"],
        "after": ["dealer", "player"],
        "reason": "new dealer",
    }


@pytest.mark.parametrize("roles", [{Role.PLAYER}, {Role.DEALER}, {Role.FLOORPERSON}])
async def test_nobody_else_grants_roles(roles: set[Role]) -> None:
    people = People()
    root, anna = await administrator(people), await account(people)
    await people.persons.set_roles(root.id, anna.id, roles, "a test")
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.set_roles(anna.id, anna.id, set(Role), "because I want to")
    assert code(stopped) is ServiceCode.NOT_ALLOWED


@pytest.mark.parametrize("reason", ["", "  ", "x" * 201, "a\nb"])
async def test_roles_need_a_reason(reason: str) -> None:
    people = People()
    root, anna = await administrator(people), await account(people)
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.set_roles(root.id, anna.id, {Role.DEALER}, reason)
    assert code(stopped) is ServiceCode.REASON_NEEDED


async def test_surveillance_is_held_alone() -> None:
    people = People()
    root, anna = await administrator(people), await account(people)
    both = {Role.SURVEILLANCE, Role.PLAYER}
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.set_roles(root.id, anna.id, both, "a test")
    assert code(stopped) is ServiceCode.HELD_ALONE
    watcher = await people.persons.set_roles(root.id, anna.id, {Role.SURVEILLANCE}, "a test")
    assert watcher.roles == {Role.SURVEILLANCE}


async def test_somebody_with_chips_at_a_table_stays_a_player() -> None:
    people = People()
    root, anna = await administrator(people), await account(people)
    await people.add_table("one")
    await people.buy_in(anna.id, "one", 100)
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.set_roles(root.id, anna.id, {Role.SURVEILLANCE}, "a test")
    assert code(stopped) is ServiceCode.HAS_CHIPS


async def test_an_administrator_who_is_suspended_is_not_the_last_one() -> None:
    """Nobody could have signed in and reinstated them."""
    people = People()
    root, anna = await administrator(people), await account(people)
    await people.persons.suspend(root.id, anna.id, "an inquiry")
    await people.persons.set_roles(root.id, anna.id, {Role.ADMINISTRATOR}, "a test")
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.set_roles(root.id, root.id, {Role.PLAYER}, "a test")
    assert code(stopped) is ServiceCode.LAST_ADMINISTRATOR
    await people.persons.reinstate(root.id, anna.id, "all is well")
    changed = await people.persons.set_roles(root.id, root.id, {Role.PLAYER}, "a test")
    assert changed.roles == {Role.PLAYER}


async def test_no_two_dealers_have_one_name() -> None:
    """They could not take a table over from each other: it knows its dealer by name."""
    people = People()
    root, anna, other = (
        await administrator(people),
        await account(people),
        await account(people, "anne"),
    )
    await people.persons.set_roles(root.id, anna.id, {Role.DEALER}, "a test")
    with pytest.raises(ServiceRefused, match="The dealer anna is called Anna too") as stopped:
        await people.persons.set_roles(root.id, other.id, {Role.DEALER}, "a test")
    assert code(stopped) is ServiceCode.NOT_ALLOWED
    await people.persons.set_roles(root.id, other.id, {Role.FLOORPERSON}, "a test")
    await people.persons.change(other.id, Changes(name="Annette"))
    both = {Role.DEALER, Role.FLOORPERSON}
    assert (await people.persons.set_roles(root.id, other.id, both, "a test")).roles == both


async def test_a_dealer_keeps_their_name() -> None:
    """A dealer whom the floor relieved came back under the name of the next one."""
    people = People()
    root, anna = await administrator(people), await account(people)
    await people.persons.set_roles(root.id, anna.id, {Role.DEALER}, "a test")
    with pytest.raises(ServiceRefused, match="Tables know a dealer by name") as stopped:
        await people.persons.change(anna.id, Changes(name="Bob", age_years=30))
    assert code(stopped) is ServiceCode.NOT_ALLOWED
    same = await people.persons.change(anna.id, Changes(name="Anna", age_years=30))
    assert (same.name, same.age_years(START_MS)) == ("Anna", 30)
    await people.persons.set_roles(root.id, anna.id, {Role.PLAYER}, "another name")
    assert (await people.persons.change(anna.id, Changes(name="Bob"))).name == "Bob"


async def test_a_guest_holds_no_role_of_the_staff() -> None:
    people = People()
    root, guest = await administrator(people), await people.persons.create_guest()
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.set_roles(root.id, guest.id, {Role.DEALER}, "a test")
    assert code(stopped) is ServiceCode.NO_ACCOUNT


async def test_the_first_administrator_needs_a_free_sign_in_name() -> None:
    people = People()
    root = await administrator(people)
    assert root.roles == {Role.PLAYER, Role.ADMINISTRATOR}
    with pytest.raises(ServiceRefused) as stopped:
        await administrator(people)
    assert code(stopped) is ServiceCode.SIGN_IN_TAKEN
    assert await people.store.check() == []


def test_a_row_of_a_newer_form_is_not_read() -> None:
    """Its fields may mean something else."""
    person = Person(id="p_" + "a" * 20, name="Ana", version=1, created_ms=0)
    row = row_of(person)
    assert person_of(row) == person
    newer = replace(row, data=row.data | {"format": 2})
    with pytest.raises(StoreError, match="newer casinowar"):
        person_of(newer)
    settings = KeptSettings(shown=TableSettings(house="skycity")).to_json()
    with pytest.raises(StoreError, match="newer casinowar"):
        KeptSettings.from_json(settings | {"format": 2})
