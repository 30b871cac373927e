"""What the operator does on the command line: accounts, roles and sealing keys."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from casinowar.errors import InputError
from casinowar.fairness import KeyFile, Purpose, Signer, reseal, unseal
from casinowar.service.casino import Casino, CasinoParts
from casinowar.service.csv_text import iso
from casinowar.service.http.settings import Config
from casinowar.service.http.wiring import make_folder, open_signer
from casinowar.service.people.changes import PersonNews
from casinowar.service.people.passphrases import Argon2Hasher, Argon2Settings
from casinowar.service.people.people import OPERATOR, Persons, PersonSettings
from casinowar.service.people.person import Person, person_of
from casinowar.service.people.sessions import Sessions, SessionSettings
from casinowar.service.ports import Ids, SystemClock
from casinowar.service.roles import Role, given_words
from casinowar.service.tables.shoes import Origin, Vault
from casinowar.store import Store, consistent_read
from casinowar.store.backup import open_view, restore
from casinowar.store.consistent_read import Unreadable
from casinowar.store.interface import DamagedError, Seed
from casinowar.store.open import open_store
from casinowar.store.sealed_seeds import SeedStore, open_seeds, seeds_in_backup

PAGE = 500


@asynccontextmanager
async def _store(config: Config) -> AsyncIterator[Store]:
    make_folder(config)
    store = await open_store(config.database_url())
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def _persons(
    config: Config, hashing: Argon2Settings | None = None
) -> AsyncIterator[tuple[Store, Persons]]:
    hasher = Argon2Hasher(hashing or Argon2Settings())
    given = PersonSettings(initial_grant_cents=config.first_chips_cents)
    try:
        async with _store(config) as store:
            news = PersonNews(store)
            yield store, Persons(store, SystemClock(), Ids(), hasher, news, given)
    finally:
        hasher.close()


async def create_administrator(
    config: Config, name: str, passphrase: str, hashing: Argon2Settings | None = None
) -> str:
    """Create an account with the role administrator; returns its id."""
    async with _persons(config, hashing) as (_, persons):
        return (await persons.create_administrator(name, name, passphrase)).id


async def list_accounts(config: Config) -> AsyncIterator[str]:
    """Every account with its roles, one a line; the service may run."""
    now_ms = SystemClock().now_ms()
    async with open_view(config.database_url()) as view:
        async for row in consistent_read.accounts(view):
            if isinstance(row, Unreadable):
                raise DamagedError("an account cannot be read: run casinowar check")
            yield _line(person_of(row).after_ends(now_ms))


async def change_role(
    config: Config,
    name: str,
    role: str,
    reason: str,
    *,
    grants: bool,
    until_ms: int | None = None,
) -> list[str]:
    """Grant or revoke one role of an account; returns its roles afterwards.

    A role of the staff that is granted ends at ``until_ms``; None: never.
    """
    if role not in {known.value for known in Role}:
        raise InputError("role", f"must be one of {', '.join(known.value for known in Role)}")
    async with _persons(config) as (store, persons):
        row = await store.person_by_sign_in(name.strip().lower())
        if row is None:
            raise InputError("name", f"there is no account {name!r}")
        before = await persons.read(row.person)  # without roles that have ended
        wanted = before.roles | {Role(role)} if grants else before.roles - {Role(role)}
        ends = {Role(role): until_ms} if grants and (until_ms or role != Role.PLAYER) else {}
        after = await persons.set_roles(OPERATOR, before.id, wanted, reason, ends)
        if given := after.roles - before.roles:  # no token from before carries the role
            sessions = Sessions(store, SystemClock(), Ids(), PersonNews(store), SessionSettings())
            await sessions.end_everywhere(before.id, given_words(given))
        return sorted(held.value for held in after.roles)


async def rotate_key(config: Config) -> int:
    """Add a sealing key and seal every seed with it, while a service may run; returns their number.

    A running service seals with the new key from its next seed on. Seeds that it was just sealing
    with the old key are found in another pass over all tables.
    """
    keys, count = KeyFile(config.key_path()), 0
    async with open_seeds(config.database_url()) as store:
        await _reseal_all(store, keys, config)  # make sure that all can be opened
        keys.rotate()
        while more := await _reseal_all(store, keys, config):
            count += more
    return count


def rotate_signing_key(config: Config) -> str:
    """Add a signing key, signed by the previous one; returns its public key.

    A running service signs with it from its next head on.
    """
    keys = KeyFile(config.signing_path(), Purpose.SIGNING)
    keys.rotate()
    return Signer(keys).key


async def _reseal_all(store: SeedStore, keys: KeyFile, config: Config) -> int:
    return sum([await _reseal(store, keys, config, row.table) for row in await store.tables()])


async def _reseal(store: SeedStore, keys: KeyFile, config: Config, table: str) -> int:
    first, count = 1, 0
    while seeds := await store.seeds(table, first, first + PAGE - 1):
        again = list[Seed]()
        for seed in seeds:
            origin = _origin(config, table, seed)
            for sealed in reseal(keys, origin, {seed.shoe: seed.sealed}, os.urandom).values():
                again.append(replace(seed, sealed=sealed))
        await store.reseal(table, again)
        first, count = first + PAGE, count + len(again)
    return count


async def restore_backup(config: Config, file: Path) -> None:
    """Fill an empty database with a backup, if the sealing keys for its shoes are in place.

    Cards that were seen after the backup was made are replaced (``Casino.begin_again``).
    """
    keys = await asyncio.to_thread(_checked_keys, config, file)
    make_folder(config)

    async def begin_again(store: Store) -> None:
        if keys is None:
            return
        signer = await open_signer(store, config.signing_path())
        hasher = Argon2Hasher(Argon2Settings())
        parts = CasinoParts(
            store=store,
            clock=SystemClock(),
            ids=Ids(),
            vault=Vault(keys, os.urandom),
            signer=signer,
            hasher=hasher,
            installation=config.installation,
        )
        try:
            await Casino(parts).begin_again()
        finally:
            hasher.close()

    await restore(file, config.database_url(), begin_again)


def _checked_keys(config: Config, file: Path) -> KeyFile | None:
    """The keys, if they open every seed of a backup, which is useless without them.

    None: it holds no seeds.
    """
    keys: KeyFile | None = None
    for table, seed in seeds_in_backup(file):
        keys = keys or _keys_for(config.key_path(), file)
        try:
            unseal(keys, _origin(config, table, seed), seed.shoe, seed.sealed)
        except InputError as error:
            words = f"{error.reason} (table {table}, installation {config.installation})"
            raise InputError(error.field, words) from None
    return keys


def _origin(config: Config, table: str, seed: Seed) -> str:
    return str(Origin(config.installation, seed.stream, table))


def _keys_for(path: Path, file: Path) -> KeyFile:
    if not path.exists():
        words = f"{path} is missing, and {file} holds seeds that only its keys can open"
        raise InputError("sealing keys", f"{words}; put the file there first")
    return KeyFile(path)


def _line(person: Person) -> str:
    ends = {end.role: f" until {iso(end.until_ms)}" for end in person.role_ends}
    roles = ", ".join(role.value + ends.get(role, "") for role in sorted(person.roles)) or "no role"
    return f"{person.sign_in:<24}{person.id}  {person.name}: {roles}"
