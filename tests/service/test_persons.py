"""Persons: guests, accounts, passphrases, roles.

Planted once and caught here: a guest without the grant; a change that overwrites a change of
somebody else; no work for an unknown sign-in name; a weak hash that is kept; a passphrase changed
by somebody who no longer knows it; a role granted by a dealer; surveillance beside another role; a
stale person kept by a read that was under way; the passphrase's hash in a ``repr``.
"""

from __future__ import annotations

import asyncio

import pytest

from casinowar.houses import load_house
from casinowar.ledger import GRANTS, player_account
from casinowar.service.passphrases import Argon2Hasher, Argon2Settings
from casinowar.service.person import Kind, Person, age_refusal, checked_name, person_of, row_of
from casinowar.service.persons import Persons
from casinowar.service.refusals import ServiceCode, ServiceRefused
from casinowar.service.roles import Role
from casinowar.store.port import NoteQuery, Outcome, PersonRow, Write
from tests.kit.memory_store import MemoryStore
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


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\nb", "a\x00", "a\u202eb", "a\ud800"])
async def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    people = People()
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.create_guest(name)
    assert code(stopped) is ServiceCode.BAD_NAME


def test_a_name_may_be_as_long_as_the_table_allows() -> None:
    assert checked_name("x" * 40) == "x" * 40
    assert checked_name("Zo\u0065\u0301") == "Zo\u00e9"


@pytest.mark.parametrize("person", ["p_aaaaaaaaaaaaaaaaaaaa", "", "p_\x00", "root"])
async def test_nobody_is_found_under_another_id(person: str) -> None:
    with pytest.raises(ServiceRefused) as stopped:
        await People().persons.find(person)
    assert code(stopped) is ServiceCode.NO_SUCH_PERSON


# --- accounts -------------------------------------------------------------------------------------


async def test_a_guest_who_keeps_the_account_can_sign_in() -> None:
    people = People()
    kept = await account(people)
    assert kept.kind is Kind.ACCOUNT
    assert (await people.persons.sign_in(" Anna ", PASSPHRASE)).id == kept.id
    assert await people.store.balance(player_account(kept.id)) == 1_000_00


async def test_a_sign_in_name_has_one_owner() -> None:
    people = People()
    await account(people)
    with pytest.raises(ServiceRefused) as stopped:
        await account(people, "ANNA")
    assert code(stopped) is ServiceCode.SIGN_IN_TAKEN


async def test_of_two_who_want_a_sign_in_name_at_once_one_gets_it() -> None:
    people = People()
    guests = [await people.persons.create_guest() for _ in range(10)]
    tries = [people.persons.keep_account(guest.id, "anna", PASSPHRASE) for guest in guests]
    done = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(one, Person) for one in done) == 1


async def test_an_account_is_kept_once() -> None:
    people = People()
    kept = await account(people)
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.keep_account(kept.id, "other", PASSPHRASE)
    assert code(stopped) is ServiceCode.ACCOUNT_KEPT


@pytest.mark.parametrize("sign_in", ["", "ab", "-ab", "a b c", "änna", "x" * 41, "a\x00b"])
async def test_sign_in_names_are_plain(sign_in: str) -> None:
    with pytest.raises(ServiceRefused) as stopped:
        await account(People(), sign_in)
    assert code(stopped) is ServiceCode.BAD_SIGN_IN


@pytest.mark.parametrize(
    ("passphrase", "expected"),
    [
        ("123456789", ServiceCode.PASSPHRASE_TOO_SHORT),
        ("x" * 201, ServiceCode.PASSPHRASE_TOO_LONG),
    ],
)
async def test_a_passphrase_has_a_length(passphrase: str, expected: ServiceCode) -> None:
    people = People()
    guest = await people.persons.create_guest()
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.keep_account(guest.id, "anna", passphrase)
    assert code(stopped) is expected


@pytest.mark.parametrize(
    ("sign_in", "passphrase"),
    [("anna", "wrong wrong"), ("nobody", PASSPHRASE), ("a\x00", PASSPHRASE), ("anna", "\ud800")],
)
async def test_a_wrong_sign_in_says_nothing_and_takes_the_same_work(
    sign_in: str, passphrase: str
) -> None:
    people = People()
    await account(people)
    people.hasher.work = 0
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.sign_in(sign_in, passphrase)
    assert code(stopped) is ServiceCode.WRONG_PASSPHRASE
    assert str(stopped.value) == "The sign-in name or the passphrase is wrong."
    assert people.hasher.work == 1


async def test_a_weak_hash_is_replaced_at_sign_in() -> None:
    people = People()
    kept = await account(people)
    people.hasher.strength = 2
    signed_in = await people.persons.sign_in("anna", PASSPHRASE)
    assert signed_in.passphrase == f"2:{PASSPHRASE}"
    assert signed_in.version == kept.version + 1
    people.hasher.strength = 1
    assert await people.persons.sign_in("anna", PASSPHRASE) == signed_in


async def test_a_passphrase_is_changed_by_who_knows_it() -> None:
    people = People()
    kept = await account(people)
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.change_passphrase(kept.id, "wrong wrong", "another one")
    assert code(stopped) is ServiceCode.WRONG_PASSPHRASE
    await people.persons.change_passphrase(kept.id, PASSPHRASE, "another one")
    with pytest.raises(ServiceRefused):
        await people.persons.sign_in("anna", PASSPHRASE)
    assert (await people.persons.sign_in("anna", "another one")).id == kept.id


async def test_of_two_changes_of_a_passphrase_at_once_one_counts() -> None:
    people = People(SlowStore())
    kept = await account(people)
    tries = [
        people.persons.change_passphrase(kept.id, PASSPHRASE, f"another one {number}")
        for number in range(5)
    ]
    done = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(one, Person) for one in done) == 1


async def test_a_guest_has_no_passphrase_to_change() -> None:
    people = People()
    guest = await people.persons.create_guest()
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.change_passphrase(guest.id, PASSPHRASE, PASSPHRASE)
    assert code(stopped) is ServiceCode.NO_ACCOUNT


async def test_argon2_hashes_verifies_and_knows_weaker_hashes() -> None:
    quick = Argon2Hasher(Argon2Settings(time_cost=1, memory_kib=64, lanes=1))
    strong = Argon2Hasher(Argon2Settings(time_cost=1, memory_kib=128, lanes=1))
    one, two = await quick.hash(PASSPHRASE), await quick.hash(PASSPHRASE)
    assert one.startswith("$argon2id$")
    assert one != two
    assert await strong.verify(one, PASSPHRASE)
    assert not await quick.verify(one, PASSPHRASE + " ")
    assert not await quick.verify("not a hash", PASSPHRASE)
    assert strong.is_weak(one)
    assert not quick.is_weak(one)
    assert not quick.is_weak(await strong.hash(PASSPHRASE))
    quick.close()
    strong.close()


def test_a_hash_is_not_shown() -> None:
    row = PersonRow(person="p", name="n", version=1, created_ms=0, data={})
    person = Person(
        id=row.person, name=row.name, version=1, created_ms=0, sign_in="anna", passphrase="secret"
    )
    assert "secret" not in repr(person)


# --- changes --------------------------------------------------------------------------------------


class SlowStore(MemoryStore):
    """Lets others in between the reading and the writing of a person."""

    async def person(self, person: str) -> PersonRow | None:
        row = await super().person(person)
        await asyncio.sleep(0)
        return row

    async def write(self, write: Write) -> Outcome:
        await asyncio.sleep(0)
        return await super().write(write)


async def test_changes_at_the_same_time_are_all_made() -> None:
    people = People(SlowStore())
    guest = await people.persons.create_guest("Anna")
    await asyncio.gather(
        people.persons.rename(guest.id, "Berta"),
        people.persons.attest_age(guest.id, 30),
        people.persons.set_limit(guest.id, "stake_cents", 500),
        people.persons.set_reality_check(guest.id, 15),
    )
    now = await people.persons.find(guest.id)
    assert now.version == guest.version + 4
    assert (now.name, now.age_years(START_MS)) == ("Berta", 30)
    assert now.protection.limits.stake_cents == 500
    assert now.protection.reality_check_minutes == 15


async def administrators(people: People) -> list[str]:
    found = [person_of(row) for row in await people.store.accounts("", "", 100)]
    return [person.name for person in found if Role.ADMINISTRATOR in person.roles]


async def test_two_administrators_cannot_remove_each_other() -> None:
    """One of them is left, whoever is faster. Without numbered removals, nobody was."""
    people = People(SlowStore())
    one = await people.persons.create_administrator("ada", "Ada", "a long passphrase")
    two = await people.persons.create_administrator("bea", "Bea", "a long passphrase")
    answers = await asyncio.gather(
        people.persons.set_roles(one.id, two.id, {Role.PLAYER}, "she left"),
        people.persons.set_roles(two.id, one.id, {Role.PLAYER}, "she left"),
        return_exceptions=True,
    )
    refused = [answer for answer in answers if isinstance(answer, ServiceRefused)]
    assert [one.refusal.code for one in refused] == [ServiceCode.NOT_ALLOWED]
    assert len(await administrators(people)) == 1


class HeldStore(MemoryStore):
    """Lets one change of a person wait until it is told to go on."""

    held = ""

    def __init__(self) -> None:
        super().__init__()
        self.reached, self.go_on = asyncio.Event(), asyncio.Event()

    async def write(self, write: Write) -> Outcome:
        if write.person is not None and write.person.person == self.held:
            self.held = ""
            self.reached.set()
            await self.go_on.wait()
        return await super().write(write)


@pytest.mark.parametrize("number", [2, 3])
async def test_a_removal_that_took_long_does_not_remove_the_last_one(number: int) -> None:
    """Planted once: a key of the pair that was looked at, which others did not use."""
    store = HeldStore()
    people = People(store)
    made = [
        await people.persons.create_administrator(f"admin{at}", name, "a long passphrase")
        for at, name in enumerate("CAB"[3 - number :])
    ]
    *others, last = made
    store.held = last.id
    slow = asyncio.create_task(
        people.persons.set_roles(others[-1].id, last.id, {Role.PLAYER}, "slow")
    )
    await store.reached.wait()
    await people.persons.rename(others[-1].id, "Anna")
    for other in others:
        await people.persons.set_roles(last.id, other.id, {Role.PLAYER}, "quick")
    store.go_on.set()
    with pytest.raises(ServiceRefused) as refused:
        await slow
    assert refused.value.refusal.code is ServiceCode.NOT_ALLOWED  # the actor was removed
    assert await administrators(people) == ["B"]
    with pytest.raises(ServiceRefused) as alone:
        await people.persons.set_roles(last.id, last.id, {Role.PLAYER}, "bored")
    assert alone.value.refusal.code is ServiceCode.LAST_ADMINISTRATOR


class MeddledStore(MemoryStore):
    """Renames the person whom somebody has just read, once."""

    meddle: Persons | None = None

    async def person(self, person: str) -> PersonRow | None:
        row = await super().person(person)
        if self.meddle is not None:
            persons, self.meddle = self.meddle, None
            await persons.rename(person, "Berta")
        return row


async def test_a_change_is_made_to_what_the_person_has_become() -> None:
    store = MeddledStore()
    people = People(store)
    guest = await people.persons.create_guest("Anna")
    store.meddle = people.persons
    changed = await people.persons.attest_age(guest.id, 30)
    assert (changed.name, changed.version) == ("Berta", 3)


async def test_roles_are_not_changed_under_an_administrators_hands() -> None:
    store = MeddledStore()
    people = People(store)
    root, anna = await administrator(people), await account(people)
    await people.persons.find(root.id)
    reading = store.person

    async def read(person: str) -> PersonRow | None:
        if person == anna.id:
            store.meddle = people.persons
            store.person = reading  # type: ignore[method-assign]
        return await reading(person)

    store.person = read  # type: ignore[method-assign]
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.set_roles(root.id, anna.id, {Role.DEALER}, "a test")
    assert code(stopped) is ServiceCode.PERSON_CHANGED


async def test_what_was_read_before_a_change_is_not_remembered() -> None:
    people = People(SlowStore())
    guest = await people.persons.create_guest("Anna")
    reading = asyncio.create_task(people.persons.find(guest.id))
    await asyncio.sleep(0)  # it has the row, and waits
    people.news.here(guest.id)
    await reading
    store = people.store
    changed = row_of(person_of(await _row(people, guest.id)))
    renamed = PersonRow(
        person=changed.person, name="Berta", version=2, created_ms=0, data=changed.data
    )
    await store.write(Write(at_ms=0, person=renamed))
    assert (await people.persons.find(guest.id)).name == "Berta"


async def _row(people: People, person: str) -> PersonRow:
    row = await people.store.person(person)
    assert row is not None
    return row


async def test_other_processes_hear_of_a_change() -> None:
    store = MemoryStore()
    here, there = People(store), People(MemoryStore(store.hall))
    guest = await here.persons.create_guest("Anna")
    messages = there.store.news()
    assert (await there.persons.find(guest.id)).name == "Anna"
    await here.persons.rename(guest.id, "Berta")
    assert (await there.persons.find(guest.id)).name == "Anna"
    there.news.heard(await asyncio.wait_for(anext(messages), 1))
    assert (await there.persons.find(guest.id)).name == "Berta"


async def test_without_news_a_person_is_read_again_after_a_minute() -> None:
    store = MemoryStore()
    here, there = People(store), People(MemoryStore(store.hall))
    guest = await here.persons.create_guest("Anna")
    await there.persons.find(guest.id)
    await here.persons.rename(guest.id, "Berta")
    there.clock.ms += 60_001
    assert (await there.persons.find(guest.id)).name == "Berta"


async def test_a_person_survives_the_store() -> None:
    people = People()
    kept = await account(people)
    await people.persons.attest_age(kept.id, 44)
    await people.persons.set_limit(kept.id, "day_minutes", 60)
    await people.persons.set_limit(kept.id, "day_minutes", 90)
    await people.persons.take_break(kept.id, START_MS + 5)
    now = await people.persons.exclude(kept.id, START_MS + 2 * DAY_MS)
    assert person_of(await _row(people, kept.id)) == now
    assert person_of(row_of(now)) == now


# --- age ------------------------------------------------------------------------------------------


async def test_an_age_is_stated_once_and_grows() -> None:
    people = People()
    guest = await people.persons.create_guest()
    assert guest.age_years(START_MS) is None
    stated = await people.persons.attest_age(guest.id, 19)
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.attest_age(guest.id, 20)
    assert code(stopped) is ServiceCode.BAD_AGE
    assert await people.persons.attest_age(guest.id, 19) == stated
    assert stated.age_years(START_MS + 365 * DAY_MS) == 19
    assert stated.age_years(START_MS + 366 * DAY_MS) == 20


@pytest.mark.parametrize("years", [-1, 131])
async def test_an_age_is_one_that_people_have(years: int) -> None:
    people = People()
    guest = await people.persons.create_guest()
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.attest_age(guest.id, years)
    assert code(stopped) is ServiceCode.BAD_AGE


async def test_a_house_with_a_least_age_asks_for_it() -> None:
    people = People()
    guest = await people.persons.create_guest()
    refusal = age_refusal(guest, load_house("skycity"))
    assert refusal is not None
    assert refusal.code is ServiceCode.AGE_NEEDED
    assert "20" in refusal.sentence
    assert age_refusal(guest, load_house("wisconsin")) is None
    asked = await people.persons.attest_age(guest.id, 18)
    assert age_refusal(asked, load_house("skycity")) is None


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
