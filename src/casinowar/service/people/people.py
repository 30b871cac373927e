"""Persons: guests in one click, accounts with a passphrase, roles, limits.

Every change is a compare-and-set on the person's version, and is retried after a conflict. Changes
are announced by ``PersonNews``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from itertools import count
from typing import Any

from casinowar.ledger import grant
from casinowar.service.cache import Cache
from casinowar.service.idempotency import reserved
from casinowar.service.money.play_today import chips_at_tables
from casinowar.service.people.changes import EVERYBODY, PersonNews
from casinowar.service.people.passphrases import Hasher, checked_passphrase, normal
from casinowar.service.people.person import (
    AGE_MAX_YEARS,
    YEAR_MS,
    Kind,
    Person,
    RoleEnd,
    checked_age,
    checked_name,
    checked_reason,
    checked_sign_in,
    guest_name,
    is_person_id,
    person_of,
    row_of,
    sign_in_of,
    suspension_of,
    with_age,
)
from casinowar.service.people.protection import (
    Protection,
    with_break,
    with_exclusion,
    with_limit,
    with_reality_check,
)
from casinowar.service.ports import Clock, Ids
from casinowar.service.refusals import ServiceCode, ServiceRefused, refused
from casinowar.service.roles import Action, Role, not_allowed_to_do
from casinowar.store import Store
from casinowar.store.interface import Conflict, Note, Used, Write, Written

OPERATOR = ""  # the person who runs commands on the machine itself
TRIES = 8
CACHED = 50_000
CACHED_MS = 30_000

Change = Callable[[Person], Person]


class KeyUsedError(Exception):
    """A change was not made: its key had been used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """Changes a person makes to themselves; None leaves a field unchanged."""

    name: str | None = None
    age_years: int | None = None  # exactly; stated once, staff can reset it
    age_from_years: int | None = None  # they are at least this old
    age_under_years: int | None = None  # they are younger
    old_passphrase: str | None = None
    new_passphrase: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonSettings:
    """The chips of a new person."""

    initial_grant_cents: int = 1_000_00


class Persons:
    """All persons of the service."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        ids: Ids,
        hasher: Hasher,
        news: PersonNews,
        settings: PersonSettings,
    ) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids
        self._hasher = hasher
        self._settings = settings
        self._news = news
        self._cache: Cache[str, Person] = Cache(CACHED)
        news.listen(self._forget)

    # --- finding ----------------------------------------------------------------------------------

    async def find(self, person: str) -> Person:
        """A person by id; refused if there is none."""
        now_ms = self._clock.now_ms()
        known = self._cache.get(person, now_ms - CACHED_MS)
        if known is None or known.ended_roles(now_ms):
            return await self.read(person)
        return known

    def _forget(self, person: str) -> None:
        if person == EVERYBODY:
            self._cache.forget_all()
        else:
            self._cache.forget(person)

    async def read(self, person: str) -> Person:
        """A person as they are stored now; refused if there is none.

        A role whose end has come is taken away first, so nobody is read with such a role.
        """
        while (found := await self._stored(person)).ended_roles(self._clock.now_ms()):
            await self._end_roles(found)
        return found

    async def _stored(self, person: str) -> Person:
        forgotten = self._cache.forgotten
        row = await self._store.person(person) if is_person_id(person) else None
        if row is None:
            raise refused(ServiceCode.NO_SUCH_PERSON, "There is no such person.")
        found = person_of(row)
        self._cache.keep(person, found, self._clock.now_ms(), forgotten)
        return found

    # --- coming and going -------------------------------------------------------------------------

    async def create_guest(self, name: str | None = None, key: str | None = None) -> Person:
        """A new guest with play chips; the same key returns the same guest."""
        person = self._ids.person()
        if key is not None:
            now_ms, what = self._clock.now_ms(), f"guest {name or ''}"
            person = await reserved(
                self._store, key=key, what=what, owner="", now_ms=now_ms, new_id=person
            )
            row = await self._store.person(person)
            if row is not None:
                return self._still_guest(person_of(row))
        shown = guest_name(person) if name is None else checked_name(name)
        try:
            return await self._create(self._new(person, shown))
        except ServiceRefused:
            row = None if key is None else await self._store.person(person)
            if row is None:
                raise
            return self._still_guest(person_of(row))  # the same request came at the same time

    def _still_guest(self, person: Person) -> Person:
        """The guest made under a key; refused if the guest has an account by now."""
        if person.kind is not Kind.GUEST:
            raise refused(ServiceCode.KEY_USED, "This guest now has an account. Sign in to it.")
        return person

    async def create_stand_in(self, person: str, name: str, cents: int) -> Person:
        """A player at a table with real cards, with the chips that they bring.

        ``person`` is the new id; if it exists, that person is returned.
        """
        row = await self._store.person(person)
        if row is not None:
            return person_of(row)
        return await self._create(self._new(person, checked_name(name)), cents=cents)

    async def create_administrator(self, sign_in: str, name: str, passphrase: str) -> Person:
        """A new administrator; refused if the sign-in name is taken."""
        made = replace(
            self._new(self._ids.person(), checked_name(name)),
            roles=frozenset({Role.PLAYER, Role.ADMINISTRATOR}),
            sign_in=checked_sign_in(sign_in),
            passphrase=await self._hasher.hash(checked_passphrase(passphrase, sign_in, name)),
        )
        return await self._create(made, self._note("administrator_created", made.id))

    async def keep_account(self, person: str, sign_in: str, passphrase: str) -> Person:
        """Make a guest an account that can sign in again.

        Its sign-in name becomes the person's name, unless they have chosen one before.
        """
        wanted = checked_sign_in(sign_in)
        guest = await self.find(person)
        self._must_be_guest(guest)
        new = checked_passphrase(passphrase, sign_in, guest.name)
        hashed = await self._hasher.hash(new)

        def keep(now: Person) -> Person:
            self._must_be_guest(now)
            name = checked_name(sign_in) if now.name == guest_name(now.id) else now.name
            return replace(now, name=name, sign_in=wanted, passphrase=hashed)

        return await self._change(person, keep)

    async def sign_in(self, sign_in: str, passphrase: str) -> Person:
        """The person with this sign-in name and passphrase; one refusal for either mistake."""
        given = normal(passphrase)
        known = sign_in_of(sign_in)
        row = None if known is None else await self._store.person_by_sign_in(known)
        if row is None or row.passphrase is None:
            await self._hasher.hash(given)  # as much work as for a name that exists
            raise _wrong_passphrase()
        if not await self._hasher.verify(row.passphrase, given):
            raise _wrong_passphrase()
        refusal = suspension_of(person_of(row))
        if refusal is not None:
            raise ServiceRefused(refusal)
        if not self._hasher.is_weak(row.passphrase):
            return await self.read(row.person)
        return await self._change(row.person, await self._hashed(row.passphrase, given))

    async def change(self, person: str, wanted: Changes) -> Person:
        """Apply a person's own changes: all of them, or none.

        After a new passphrase the caller ends the person's sessions.
        """
        changes = list[Change]()
        if wanted.name is not None:
            changes.append(_named(checked_name(wanted.name)))
        if wanted.age_years is not None:
            exact = checked_age(wanted.age_years)
            changes.append(self._aged(exact, exact + 1))
        if wanted.age_from_years is not None or wanted.age_under_years is not None:
            changes.append(self._aged(wanted.age_from_years or 0, wanted.age_under_years))
        if wanted.new_passphrase is not None:
            known = await self.read(person)
            for change in changes:  # refuse before the work of a hash
                change(known)
            changes.append(
                await self._new_passphrase(known, wanted.old_passphrase, wanted.new_passphrase)
            )
        return await self._change(person, lambda now: reduce(lambda at, do: do(at), changes, now))

    def _aged(self, from_years: int, under_years: int | None) -> Change:
        """Record that a person states to be at least this old, or younger than an age.

        A statement cannot contradict an earlier one; staff can reset it.
        """
        least = checked_age(from_years)
        if under_years is not None and not least < under_years <= AGE_MAX_YEARS + 1:
            raise refused(ServiceCode.BAD_AGE, "That is not a possible age.")
        now_ms = self._clock.now_ms()
        return lambda now: with_age(now, least, under_years, now_ms)

    async def _new_passphrase(self, known: Person, old: str | None, new: str) -> Change:
        wanted = checked_passphrase(new, known.sign_in or "", known.name)
        if known.passphrase is None:
            raise refused(
                ServiceCode.NO_ACCOUNT, "A guest has no passphrase. Keep the account first."
            )
        if not old:
            words = "Send your current passphrase as old_passphrase."
            raise refused(ServiceCode.WRONG_PASSPHRASE, words)
        if not await self._hasher.verify(known.passphrase, normal(old)):
            raise refused(ServiceCode.WRONG_PASSPHRASE, "The old passphrase is wrong.")
        return await self._hashed(known.passphrase, wanted)

    async def _hashed(self, verified: str, new: str) -> Change:
        """The change to a new passphrase, after the current one was verified."""
        hashed = await self._hasher.hash(new)

        def set_hash(now: Person) -> Person:
            if now.passphrase != verified:  # changed by another session in the meantime
                raise _wrong_passphrase()
            return replace(now, passphrase=hashed)

        return set_hash

    # --- the person's own settings ----------------------------------------------------------------

    async def reset_age(self, actor: str, person: str, reason: str) -> Person:
        """Forget the stated age of a person, so that they can state it again.

        ``actor`` is an administrator, or ``OPERATOR``.
        """
        why = checked_reason(reason)
        unchanged = await self._must_manage_persons(actor)
        before = await self.read(person)
        if before.age is None:
            return before
        note = self._note("age_reset", person, actor, before=before.age.age_years, reason=why)
        return await self._managed(before, replace(before, age=None), note, unchanged)

    async def suspend(self, actor: str, person: str, reason: str) -> Person:
        """Suspend a person until they are reinstated; the caller ends their sessions.

        ``actor`` is an administrator, or ``OPERATOR``.
        """
        why = checked_reason(reason)
        unchanged = await self._must_manage_persons(actor)
        before = await self.read(person)
        if Role.ADMINISTRATOR in before.roles:
            words = "This person is an administrator. Remove that role first."
            raise refused(ServiceCode.NOT_ALLOWED, words)
        note = self._note("suspended", person, actor, reason=why)
        return await self._managed(before, replace(before, suspended=why), note, unchanged)

    async def reinstate(self, actor: str, person: str, reason: str) -> Person:
        """Reinstate a suspended person."""
        why = checked_reason(reason)
        unchanged = await self._must_manage_persons(actor)
        before = await self.read(person)
        note = self._note("reinstated", person, actor, reason=why)
        return await self._managed(before, replace(before, suspended=""), note, unchanged)

    async def reset_passphrase(self, actor: str, person: str, reason: str) -> tuple[Person, str]:
        """Set a new passphrase, which is shown once; the caller ends the person's sessions."""
        why = checked_reason(reason)
        unchanged = await self._must_manage_persons(actor)
        before = await self.read(person)
        if before.kind is Kind.GUEST:
            raise refused(ServiceCode.NO_ACCOUNT, "A guest has no passphrase.")
        new = self._ids.private_link()  # five words: easy to say, hard to guess
        after = replace(before, passphrase=await self._hasher.hash(new))
        note = self._note("passphrase_reset", person, actor, reason=why)
        return await self._managed(before, after, note, unchanged), new

    async def _managed(
        self, before: Person, after: Person, note: Note, unchanged: tuple[tuple[str, int], ...]
    ) -> Person:
        """Make an administrator's change, if they still are an administrator when it is written."""
        if after == before:
            return before
        done = await self._change_once(before, after, note, unchanged=unchanged)
        if done is None:
            await self._must_manage_persons(note.actor)  # perhaps the actor was changed
            raise _changed()
        return done

    async def set_limit(self, person: str, limit: str, value: int | None) -> Person:
        """Set one of the person's own limits: stricter at once, looser after 24 hours."""
        now_ms = self._clock.now_ms()
        return await self._protect(person, lambda own: with_limit(own, limit, value, now_ms))

    async def take_break(self, person: str, until_ms: int) -> Person:
        """Start a break."""
        now_ms = self._clock.now_ms()
        return await self._protect(person, lambda own: with_break(own, until_ms, now_ms))

    async def exclude(self, person: str, until_ms: int | None) -> Person:
        """Exclude the person from play at their own wish, until a time or for good."""
        now_ms = self._clock.now_ms()
        note = self._note("self_excluded", person, person, until_ms=until_ms)
        return await self._protect(person, lambda own: with_exclusion(own, until_ms, now_ms), note)

    async def set_reality_check(self, person: str, minutes: int) -> Person:
        """Set how often the person is told how long they have played; 0: never."""
        return await self._protect(person, lambda own: with_reality_check(own, minutes))

    async def _protect(
        self, person: str, change: Callable[[Protection], Protection], *notes: Note
    ) -> Person:
        return await self._change(
            person, lambda now: replace(now, protection=change(now.protection)), *notes
        )

    # --- roles ------------------------------------------------------------------------------------

    async def set_roles(
        self,
        actor: str,
        person: str,
        roles: Collection[Role],
        reason: str,
        ends: Mapping[Role, int | None] | None = None,
        *,
        expected: Collection[Role] | None = None,
    ) -> Person:
        """Grant and revoke roles: the person holds exactly these afterwards.

        ``ends`` says when roles end by themselves; None: never. A role that it does not name keeps
        its end, and a new one has none. Refused if the person no longer holds
        exactly the ``expected`` roles. ``actor`` is an administrator, or ``OPERATOR``.
        """
        wanted, why = frozenset(roles), checked_reason(reason)
        for removals in count():
            done = await self._set_roles_after(
                removals, actor, person, wanted, why, ends or {}, expected
            )
            if done is not None:
                return done
        raise AssertionError("there is always a next number")

    def _check_ends(self, wanted: frozenset[Role], ends: Mapping[Role, int | None]) -> None:
        now_ms = self._clock.now_ms()
        for role, until_ms in ends.items():
            if role is Role.PLAYER or role not in wanted:
                words = "Only a staff role that the person holds from now on can end by itself."
                raise refused(ServiceCode.BAD_END, words)
            if until_ms is not None and not now_ms < until_ms <= now_ms + YEAR_MS:
                words = "A role ends in the future, at most a year from now."
                raise refused(ServiceCode.BAD_END, words)

    async def end_roles(self) -> None:
        """Take away every role whose end has come."""
        now_ms = self._clock.now_ms()
        for row in await self._store.staff():
            if person_of(row).ended_roles(now_ms):
                await self.read(row.person)

    async def _end_roles(self, before: Person) -> None:
        """Take away the roles of a person whose end has come; on a conflict nothing changes."""
        now_ms = self._clock.now_ms()
        ended, after = before.ended_roles(now_ms), before.after_ends(now_ms)
        by = [await self._setter(end.by) for end in ended]
        note = self._note(
            "roles_changed",
            before.id,
            before=sorted(before.roles),
            after=sorted(after.roles),
            ended=sorted({end.role for end in ended}),
            **_noted(after.role_ends),
            reason=f"ended as set {' and '.join(sorted(set(by)))}",
        )
        await self._change_once(before, after, note)

    async def _setter(self, by: str) -> str:
        row = None if by == OPERATOR else await self._store.person(by)
        return "on the command line" if row is None else f"by {row.name}"

    async def _set_roles_after(
        self,
        removals: int,
        actor: str,
        person: str,
        wanted: frozenset[Role],
        why: str,
        ends: Mapping[Role, int | None],
        expected: Collection[Role] | None,
    ) -> Person | None:
        """Set roles on the current data; None if another administrator was removed meanwhile.

        Removals of administrators are numbered. Each is decided with all earlier ones known, so
        two administrators who remove each other at the same moment do not both succeed.
        """
        unchanged = await self._must_manage_persons(actor)
        self._check_ends(wanted, ends)
        if Role.SURVEILLANCE in wanted and len(wanted) > 1:
            raise refused(
                ServiceCode.HELD_ALONE, "Surveillance cannot be combined with another role."
            )
        before = await self.read(person)
        if expected is not None and before.roles != frozenset(expected):
            raise _changed()
        if wanted - {Role.PLAYER} and before.kind is Kind.GUEST:
            raise refused(ServiceCode.NO_ACCOUNT, "A guest cannot hold a staff role.")
        if Role.PLAYER in before.roles - wanted and await chips_at_tables(self._store, person):
            words = "This person has chips at a table and must leave it first."
            raise refused(ServiceCode.HAS_CHIPS, words)
        kept = [end for end in before.role_ends if end.role in wanted and end.role not in ends]
        new = [
            RoleEnd(role=role, until_ms=until_ms, by=actor)
            for role, until_ms in ends.items()
            if until_ms is not None
        ]
        role_ends = tuple(sorted(kept + new, key=lambda end: end.role))
        after = replace(before, roles=wanted, role_ends=role_ends)
        # an administrator whose role ends is none that can be relied on
        removes = before.holds_for_good(Role.ADMINISTRATOR) and not after.holds_for_good(
            Role.ADMINISTRATOR
        )
        if removes and await self._is_last_administrator(person):
            words = "This is the last administrator. Appoint another one first."
            raise refused(ServiceCode.LAST_ADMINISTRATOR, words)
        namesake = await self._namesake(before) if Role.DEALER in wanted - before.roles else None
        if namesake is not None:
            words = f"The dealer {namesake.sign_in} is called {namesake.name} too, and tables know"
            words += " dealers by name. This person must change their name first."
            raise refused(ServiceCode.NOT_ALLOWED, words)
        note = self._note(
            "roles_changed",
            person,
            actor,
            before=sorted(before.roles),
            after=sorted(wanted),
            **_noted(role_ends),
            reason=why,
        )
        once = f"administrator_removed/{removals}" if removes else ""
        try:
            done = await self._change_once(before, after, note, once=once, unchanged=unchanged)
        except KeyUsedError:
            return None
        if done is None:
            await self._must_manage_persons(actor)  # perhaps the actor was changed
            raise _changed()
        return done

    async def _must_manage_persons(self, actor: str) -> tuple[tuple[str, int], ...]:
        """Refuse an actor without the right; otherwise the versions that must hold at the write."""
        if actor == OPERATOR:
            return ()
        now = await self.read(actor)
        refusal = not_allowed_to_do(now.roles, Action.MANAGE_PERSONS)
        if refusal is not None:
            raise ServiceRefused(refusal)
        return ((actor, now.version),)

    async def _is_last_administrator(self, person: str) -> bool:
        other = await self._other(
            person, lambda one: one.holds_for_good(Role.ADMINISTRATOR) and not one.suspended
        )
        return other is None

    async def _namesake(self, person: Person) -> Person | None:
        """Another dealer with the name of a person."""
        name = person.name.casefold()
        return await self._other(
            person.id, lambda one: Role.DEALER in one.roles and one.name.casefold() == name
        )

    async def _other(self, person: str, wanted: Callable[[Person], bool]) -> Person | None:
        """A person with a staff role, other than this one, of whom something is true."""
        staff = [person_of(row) for row in await self._store.staff() if row.person != person]
        return next((one for one in staff if wanted(one)), None)

    # --- writing ----------------------------------------------------------------------------------

    def _new(self, person: str, name: str) -> Person:
        return Person(id=person, name=name, version=1, created_ms=self._clock.now_ms())

    def _note(self, kind: str, person: str, actor: str = "", **data: object) -> Note:
        now_ms = self._clock.now_ms()
        return Note(at_ms=now_ms, kind=kind, person=person, actor=actor, data=data)

    async def _create(self, made: Person, *notes: Note, cents: int | None = None) -> Person:
        if cents is None:
            cents = self._settings.initial_grant_cents
        write = Write(
            at_ms=made.created_ms,
            person=row_of(made),
            postings=grant(made.id, cents) if cents else (),
            notes=notes,
        )
        match await self._store.write(write):
            case Written():
                return made
            case Used():
                raise _sign_in_taken()
            case _:
                raise refused(
                    ServiceCode.PERSON_CHANGED, "The account could not be created. Try again."
                )

    async def _change(self, person: str, change: Change, *notes: Note) -> Person:
        """Apply a change to the newest version of a person."""
        for _ in range(TRIES):
            before = await self.read(person)
            after = change(before)
            if after == before:
                return before
            done = await self._change_once(before, after, *notes)
            if done is not None:
                return done
        raise refused(ServiceCode.PERSON_CHANGED, "Too many changes at the same time. Try again.")

    async def _change_once(
        self,
        before: Person,
        after: Person,
        *notes: Note,
        once: str = "",
        unchanged: tuple[tuple[str, int], ...] = (),
    ) -> Person | None:
        """Write a change; None on a conflict, KeyUsedError if ``once`` was used."""
        made = replace(after, version=before.version + 1)
        now_ms = self._clock.now_ms()
        write = Write(
            at_ms=now_ms, person=row_of(made), notes=notes, once=once, unchanged=unchanged
        )
        try:
            outcome = await self._store.write(write)
        finally:  # also if the outcome of the write is unknown
            self._cache.forget(made.id)
        match outcome:
            case Written():
                await self._news.announce(made.id)
                return made
            case Conflict():
                return None
            case Used() if once:
                raise KeyUsedError(once)
            case _:
                raise _sign_in_taken()

    def _must_be_guest(self, person: Person) -> None:
        if person.kind is not Kind.GUEST:
            raise refused(ServiceCode.ACCOUNT_KEPT, "This account already has a sign-in name.")


def _named(name: str) -> Change:
    """The change to another name; a dealer keeps theirs, by which tables and the floor know them.

    Otherwise a dealer whom the floor relieved comes back under the name of the next one.
    """

    def named(now: Person) -> Person:
        if Role.DEALER in now.roles and name != now.name:
            words = (
                "Tables know a dealer by name, so yours stays while you are a dealer. To change it,"
            )
            words += " ask an administrator to take the role away first."
            raise refused(ServiceCode.NOT_ALLOWED, words)
        return replace(now, name=name)

    return named


def _noted(ends: tuple[RoleEnd, ...]) -> dict[str, Any]:
    """The ends of roles as a note keeps them."""
    return {"ends": {end.role.value: end.until_ms for end in ends}} if ends else {}


def _wrong_passphrase() -> ServiceRefused:
    return refused(ServiceCode.WRONG_PASSPHRASE, "The sign-in name or the passphrase is wrong.")


def _changed() -> ServiceRefused:
    words = "This person was changed just now. Reload and try again."
    return refused(ServiceCode.PERSON_CHANGED, words)


def _sign_in_taken() -> ServiceRefused:
    return refused(ServiceCode.SIGN_IN_TAKEN, "This sign-in name is taken.")
