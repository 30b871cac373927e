"""Accounts: sign-in names and passphrases.

Planted once and caught here: no work for an unknown sign-in name; a weak hash that is kept; a
passphrase changed by somebody who no longer knows it; the passphrase's hash in a ``repr``.
"""

from __future__ import annotations

import asyncio

import pytest

from casinowar.ledger import player_account
from casinowar.service.people.passphrases import (
    WAITING_MAX,
    Argon2Hasher,
    Argon2Settings,
    guesses_for,
)
from casinowar.service.people.people import Changes
from casinowar.service.people.person import Kind, Person
from casinowar.service.refusals import ServiceCode, ServiceRefused
from casinowar.store.interface import PersonRow
from tests.kit.people import PASSPHRASE, People
from tests.service.test_person_changes import SlowStore
from tests.service.test_persons import account, code


@pytest.mark.parametrize(
    ("chosen", "sign_in", "name"), [(None, "Anna.B", "Anna.B"), ("Mia", "anna", "Mia")]
)
async def test_an_account_gives_its_name_to_a_guest_without_one(
    chosen: str | None, sign_in: str, name: str
) -> None:
    """Before, whoever kept an account was still called Guest and four letters."""
    people = People()
    guest = await people.persons.create_guest(chosen)
    kept = await people.persons.keep_account(guest.id, sign_in, PASSPHRASE)
    assert (kept.name, kept.sign_in) == (name, sign_in.lower())


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
    "passphrase",
    ["password123", "qwertyuiop", "1234567890", "aaaaaaaaaaaa", "bobobobo123", "Margarethe1"],
)
async def test_a_passphrase_is_not_easy_to_guess(passphrase: str) -> None:
    """Common ones, simple patterns, one's own names; without the check each of them was taken."""
    people = People()
    guest = await people.persons.create_guest("Margarethe")
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.keep_account(guest.id, "bobobobo", passphrase)
    assert stopped.value.refusal.code is ServiceCode.PASSPHRASE_EASY
    kept = await people.persons.keep_account(guest.id, "bobobobo", "four quiet ducks swim")
    assert kept.sign_in == "bobobobo"


async def test_a_long_passphrase_is_looked_at_quickly() -> None:
    assert guesses_for("p4ssw0rd" * 25, ("Bo",)) < guesses_for("four quiet ducks swim", ())


async def test_all_changes_are_made_or_none() -> None:
    """Before: a new name stayed although the passphrase sent with it was refused."""
    people = People()
    guest = await people.persons.create_guest("Bo")
    kept = await people.persons.keep_account(guest.id, "bobo", PASSPHRASE)
    for wrong in (
        Changes(name="Ann", old_passphrase="wrong wrong", new_passphrase="six tall pines hum"),
        Changes(name="Ann", age_from_years=30, age_under_years=20),
        Changes(name="Ann", age_years=30, age_under_years=20),
    ):
        with pytest.raises(ServiceRefused):
            await people.persons.change(kept.id, wrong)
        assert await people.persons.read(kept.id) == kept
    both = Changes(name="Ann", age_from_years=20)
    changed = await people.persons.change(kept.id, both)
    assert (changed.name, changed.version) == ("Ann", kept.version + 1)


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
        await people.persons.change(
            kept.id, Changes(old_passphrase="wrong wrong", new_passphrase="another one")
        )
    assert code(stopped) is ServiceCode.WRONG_PASSPHRASE
    await people.persons.change(
        kept.id, Changes(old_passphrase=PASSPHRASE, new_passphrase="another one")
    )
    with pytest.raises(ServiceRefused):
        await people.persons.sign_in("anna", PASSPHRASE)
    assert (await people.persons.sign_in("anna", "another one")).id == kept.id


async def test_of_two_changes_of_a_passphrase_at_once_one_counts() -> None:
    people = People(SlowStore())
    kept = await account(people)
    tries = [
        people.persons.change(
            kept.id, Changes(old_passphrase=PASSPHRASE, new_passphrase=f"another one {number}")
        )
        for number in range(5)
    ]
    done = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(one, Person) for one in done) == 1


async def test_a_guest_has_no_passphrase_to_change() -> None:
    people = People()
    guest = await people.persons.create_guest()
    with pytest.raises(ServiceRefused) as stopped:
        await people.persons.change(
            guest.id, Changes(old_passphrase=PASSPHRASE, new_passphrase=PASSPHRASE)
        )
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


async def test_few_hashes_wait_at_a_time() -> None:
    """Planted once: without the limit a flood of sign-ins waited for minutes."""
    hasher = Argon2Hasher(Argon2Settings(time_cost=1, memory_kib=8, lanes=1))
    asked = [hasher.hash(f"four quiet ducks {number}") for number in range(WAITING_MAX + 3)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    stopped = [answer for answer in answers if isinstance(answer, ServiceRefused)]
    assert len(stopped) == 3
    assert {one.refusal.code for one in stopped} == {ServiceCode.TOO_MANY}
    assert await hasher.verify(str(answers[0]), "four quiet ducks 0")
    hasher.close()


def test_a_hash_is_not_shown() -> None:
    row = PersonRow(person="p", name="n", version=1, created_ms=0, data={})
    person = Person(
        id=row.person, name=row.name, version=1, created_ms=0, sign_in="anna", passphrase="secret"
    )
    assert "secret" not in repr(person)
