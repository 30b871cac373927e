"""Persons and their roles, for administrators."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from casinowar.service.http.openapi import errors
from casinowar.service.http.requests.dependencies import Here, PersonId, SignedIn, allow
from casinowar.service.http.routes.shapes import Done, Reasoned
from casinowar.service.people.person import Person, person_of
from casinowar.service.refusals import ServiceCode as Code
from casinowar.service.roles import Action, Role, given_words
from casinowar.store.interface import NoteQuery

router = APIRouter(prefix="/api/persons", tags=["administration"])
PAGE_MAX = 200
CHANGES_MAX = 5  # of roles that are shown with a person
CHANGED = (Code.NOT_ALLOWED, Code.NO_SUCH_PERSON, Code.REASON_NEEDED, Code.PERSON_CHANGED)
MANAGED = errors(*CHANGED, signed_in=True, changes=True)


class Shown(BaseModel):
    """A person as staff see them."""

    person: str = Field(examples=["p_7k3tq5x2mz6wjv4yh2ab"])
    name: str = Field(examples=["Bo"])
    kind: str = Field(examples=["account"])
    sign_in: str | None = Field(examples=["bobo"])
    roles: list[str] = Field(examples=[["dealer", "player"]])
    created_ms: int = Field(examples=[1_794_801_621_296])
    suspended: str | None = Field(examples=[None], description="The reason; null: not suspended.")


class RoleChange(BaseModel):
    """One change of a person's roles."""

    at_ms: int = Field(examples=[1_794_801_621_296])
    by: str = Field(examples=["Bea"], description="Empty: on the command line.")
    before: list[str] = Field(examples=[["player"]])
    after: list[str] = Field(examples=[["dealer", "player"]])
    reason: str = Field(examples=["starts the job"])


class OnePerson(Done):
    """A person."""

    person: Shown


class KnownPerson(OnePerson):
    """A person, and the last changes of their roles."""

    changes: list[RoleChange] = Field(description="Newest first.")


class Persons(Done):
    """Accounts by their sign-in name."""

    persons: list[Shown]
    next: str | None = Field(
        examples=["bobo"], description="The `after` of the next page; null: the last one."
    )


class NewPassphrase(Done):
    """A new passphrase. It is shown only once."""

    person: Shown
    passphrase: str = Field(examples=["amber-ladle-moss-pony-quilt"])


class Roles(Reasoned):
    """The roles a person holds from now on, and the reason."""

    roles: list[Annotated[Role, Field(strict=False)]] = Field(
        max_length=5, examples=[["player", "dealer"]]
    )


@router.get("", responses=errors(Code.NOT_ALLOWED, signed_in=True))
async def find_persons(
    parts: Here,
    visitor: SignedIn,
    prefix: Annotated[str, Query(max_length=40, pattern=r"^[a-z0-9._@+-]*$")] = "",
    after: Annotated[str, Query(max_length=40, pattern=r"^[a-z0-9._@+-]*$")] = "",
    limit: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 50,
) -> Persons:
    """Accounts whose sign-in name starts with these letters."""
    allow(visitor.person, Action.FIND_PERSONS)
    rows = await parts.store.accounts(prefix, after, limit + 1)
    return Persons(
        persons=[_shown(person_of(row)) for row in rows[:limit]],
        next=rows[limit - 1].sign_in if len(rows) > limit else None,
    )


@router.get("/{person}", responses=errors(Code.NOT_ALLOWED, Code.NO_SUCH_PERSON, signed_in=True))
async def show_person(parts: Here, visitor: SignedIn, person: PersonId) -> KnownPerson:
    """One person, also a guest, with the last changes of their roles."""
    allow(visitor.person, Action.FIND_PERSONS)
    shown = _shown(await parts.casino.persons.find(person))
    query = NoteQuery(kind="roles_changed", person=person, limit=CHANGES_MAX)
    changes = list[RoleChange]()
    for one in await parts.store.notes(query):
        note = one.note
        actor = await parts.store.person(note.actor) if note.actor else None
        changes.append(
            RoleChange(
                at_ms=note.at_ms,
                by="" if actor is None else actor.name,
                before=note.data["before"],
                after=note.data["after"],
                reason=note.data["reason"],
            )
        )
    return KnownPerson(person=shown, changes=changes)


@router.put(
    "/{person}/roles",
    responses=errors(
        Code.NOT_ALLOWED, Code.NO_SUCH_PERSON, Code.REASON_NEEDED, Code.HELD_ALONE, Code.NO_ACCOUNT,
        Code.HAS_CHIPS, Code.LAST_ADMINISTRATOR, Code.PERSON_CHANGED, signed_in=True, changes=True,
    ),
)  # fmt: skip
async def set_roles(parts: Here, visitor: SignedIn, person: PersonId, wanted: Roles) -> OnePerson:
    """Set a person's roles. The change is recorded with its reason and applies at once.

    A person who is given a role must sign in again: all their sessions end, so that no old token
    carries the role.
    """
    persons, actor = parts.casino.persons, visitor.person.id
    before = await persons.read(person)
    after = await persons.set_roles(actor, person, wanted.roles, wanted.reason)
    if given := after.roles - before.roles:
        await parts.casino.sessions.end_everywhere(person, given_words(given))
    return OnePerson(person=_shown(after))


@router.post(
    "/{person}/reset-age",
    responses=MANAGED,
)
async def reset_age(
    parts: Here, visitor: SignedIn, person: PersonId, wanted: Reasoned
) -> OnePerson:
    """Forget a person's stated age, so that they can state it again. The change is recorded."""
    persons, actor = parts.casino.persons, visitor.person.id
    return OnePerson(person=_shown(await persons.reset_age(actor, person, wanted.reason)))


@router.post("/{person}/suspend", responses=MANAGED)
async def suspend(parts: Here, visitor: SignedIn, person: PersonId, wanted: Reasoned) -> OnePerson:
    """Suspend a person. The change is recorded.

    All their sessions end. At a table they leave as soon as their hand is over, and their chips
    go to their account.
    """
    persons, actor = parts.casino.persons, visitor.person.id
    found = await persons.suspend(actor, person, wanted.reason)
    why = "An administrator suspended your account."
    await parts.casino.sessions.end_everywhere(person, why)
    return OnePerson(person=_shown(found))


@router.post("/{person}/reinstate", responses=MANAGED)
async def reinstate(
    parts: Here, visitor: SignedIn, person: PersonId, wanted: Reasoned
) -> OnePerson:
    """Reinstate a suspended person. The change is recorded."""
    persons, actor = parts.casino.persons, visitor.person.id
    return OnePerson(person=_shown(await persons.reinstate(actor, person, wanted.reason)))


@router.post(
    "/{person}/reset-passphrase",
    responses=errors(*CHANGED, Code.NO_ACCOUNT, signed_in=True, changes=True),
)
async def reset_passphrase(
    parts: Here, visitor: SignedIn, person: PersonId, wanted: Reasoned
) -> NewPassphrase:
    """Set a new passphrase, which only this answer shows. The change is recorded.

    Their sessions end.
    """
    persons, actor = parts.casino.persons, visitor.person.id
    found, new = await persons.reset_passphrase(actor, person, wanted.reason)
    why = "An administrator gave you a new passphrase. Sign in with it."
    await parts.casino.sessions.end_everywhere(person, why)
    return NewPassphrase(person=_shown(found), passphrase=new)


@router.post(
    "/{person}/sign-out-everywhere",
    responses=errors(Code.NOT_ALLOWED, Code.NO_SUCH_PERSON, signed_in=True, changes=True),
)
async def sign_out_person(parts: Here, visitor: SignedIn, person: PersonId) -> Done:
    """End all sessions of a person and close their sockets."""
    allow(visitor.person, Action.MANAGE_PERSONS)
    await parts.casino.persons.find(person)
    why = "An administrator signed you out everywhere. Sign in again."
    await parts.casino.sessions.end_everywhere(person, why)
    return Done()


def _shown(person: Person) -> Shown:
    return Shown(
        person=person.id,
        name=person.name,
        kind=person.kind.value,
        sign_in=person.sign_in,
        roles=sorted(role.value for role in person.roles),
        created_ms=person.created_ms,
        suspended=person.suspended or None,
    )
