"""Changes of a person: at the same time, and in other processes.

Planted once and caught here: a change that overwrites a change of somebody else; a stale person
kept by a read that was under way.
"""

from __future__ import annotations

import asyncio

import pytest

from casinowar.service.people.people import Changes, Persons
from casinowar.service.people.person import person_of, row_of
from casinowar.service.refusals import ServiceCode, ServiceRefused
from casinowar.service.roles import Role
from casinowar.store.interface import Outcome, PersonRow, Write
from tests.kit.memory_store import MemoryStore
from tests.kit.people import START_MS, People
from tests.service.test_persons import account, administrator, code

DAY_MS = 86_400_000


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
        people.persons.change(guest.id, Changes(name="Berta")),
        people.persons.change(guest.id, Changes(age_years=30)),
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
    await people.persons.change(others[-1].id, Changes(name="Anna"))
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
            await persons.change(person, Changes(name="Berta"))
        return row


async def test_a_change_is_made_to_what_the_person_has_become() -> None:
    store = MeddledStore()
    people = People(store)
    guest = await people.persons.create_guest("Anna")
    store.meddle = people.persons
    changed = await people.persons.change(guest.id, Changes(age_years=30))
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
    await here.persons.change(guest.id, Changes(name="Berta"))
    assert (await there.persons.find(guest.id)).name == "Anna"
    there.news.heard(await asyncio.wait_for(anext(messages), 1))
    assert (await there.persons.find(guest.id)).name == "Berta"


async def test_without_news_a_person_is_read_again_after_a_minute() -> None:
    store = MemoryStore()
    here, there = People(store), People(MemoryStore(store.hall))
    guest = await here.persons.create_guest("Anna")
    await there.persons.find(guest.id)
    await here.persons.change(guest.id, Changes(name="Berta"))
    there.clock.ms += 60_001
    assert (await there.persons.find(guest.id)).name == "Berta"


async def test_a_person_survives_the_store() -> None:
    people = People()
    kept = await account(people)
    await people.persons.change(kept.id, Changes(age_years=44))
    await people.persons.set_limit(kept.id, "day_minutes", 60)
    await people.persons.set_limit(kept.id, "day_minutes", 90)
    await people.persons.take_break(kept.id, START_MS + 5)
    now = await people.persons.exclude(kept.id, START_MS + 2 * DAY_MS)
    assert person_of(await _row(people, kept.id)) == now
    assert person_of(row_of(now)) == now
