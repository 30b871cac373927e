"""Persons and their roles, for administrators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from casinowar.service.http.openapi import errors
from casinowar.service.http.requests.dependencies import Here, PersonId, SignedIn, allow
from casinowar.service.http.routes.shapes import ROLE_ENDS, Done, Reasoned, role_ends
from casinowar.service.http.wiring import Parts
from casinowar.service.people.person import Person, person_of
from casinowar.service.refusals import ServiceCode as Code
from casinowar.service.roles import Action, Role, given_words
from casinowar.store.interface import Note, NoteQuery

router = APIRouter(prefix="/api/persons", tags=["administration"])
PAGE_MAX = 200
ROLES_CHANGED = "roles_changed"
CHANGES_MAX = 5  # of roles that are shown with a person
CHANGED = (Code.NOT_ALLOWED, Code.NO_SUCH_PERSON, Code.REASON_NEEDED, Code.PERSON_CHANGED)
MANAGED = errors(*CHANGED, signed_in=True, changes=True)


class RoleChange(BaseModel):
    """One change of a person's roles."""

    at_ms: int = Field(examples=[1_794_801_621_296])
    by: str | None = Field(
        examples=["Bea"], description="Empty: on the command line; null: the roles ended."
    )
    before: list[str] = Field(examples=[["player"]])
    after: list[str] = Field(examples=[["dealer", "player"]])
    reason: str = Field(examples=["starts the job"])


class Shown(BaseModel):
    """A person as staff see them."""

    person: str = Field(examples=["p_7k3tq5x2mz6wjv4yh2ab"])
    name: str = Field(examples=["Bo"])
    kind: str = Field(examples=["account"])
    sign_in: str | None = Field(examples=["bobo"])
    roles: list[str] = Field(examples=[["dealer", "player"]])
    role_ends: dict[str, int] = ROLE_ENDS
    created_ms: int = Field(examples=[1_794_801_621_296])
    suspended: str | None = Field(examples=[None], description="The reason; null: not suspended.")


class OnePerson(Done):
    """A person."""

    person: Shown


class KnownPerson(OnePerson):
    """A person, and the last changes of their roles."""

    changes: list[RoleChange] = Field(description="Newest first.")


class Listed(Shown):
    """A person in the list."""

    changed: RoleChange | None = Field(description="The last change of their roles.")


class Persons(Done):
    """Accounts by their sign-in name."""

    persons: list[Listed]
    staff: int = Field(examples=[8], description="How many have another role than player.")
    accounts: int = Field(examples=[214])
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
    before: list[Annotated[Role, Field(strict=False)]] | None = Field(
        default=None,
        max_length=5,
        examples=[["player"]],
        description="The roles that you saw. Nothing changes if the person holds others by now:"
        " one has ended, or somebody else changed them.",
    )
    ends: dict[Annotated[Role, Field(strict=False)], int | None] = Field(
        default_factory=dict,
        examples=[{"dealer": 1_794_888_000_000}],
        description="When staff roles end by themselves; null: never. A role that is not named"
        " keeps its end, and a new one has none.",
    )


@router.get("", responses=errors(Code.NOT_ALLOWED, signed_in=True))
async def find_persons(
    parts: Here,
    visitor: SignedIn,
    prefix: Annotated[str, Query(max_length=40, pattern=r"^[a-z0-9._@+-]*$")] = "",
    after: Annotated[str, Query(max_length=40, pattern=r"^[a-z0-9._@+-]*$")] = "",
    limit: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 50,
    staff: Annotated[
        bool, Query(description="Only people with another role than player, all on one page.")
    ] = False,
) -> Persons:
    """Accounts whose sign-in name starts with these letters."""
    allow(visitor.person, Action.FIND_PERSONS)
    await parts.casino.persons.end_roles()  # nobody is listed with a role that has ended
    all_staff = await parts.store.staff()
    if staff:
        rows = [row for row in all_staff if (row.sign_in or "").startswith(prefix)]
        following = None
    else:
        found = await parts.store.accounts(prefix, after, limit + 1)
        rows = list(found[:limit])
        following = rows[-1].sign_in if len(found) > limit else None
    notes = await parts.store.last_notes(ROLES_CHANGED, [row.person for row in rows])
    changes = {
        note.person: change
        for note, change in zip(notes, await _changes(parts, notes), strict=True)
    }
    return Persons(
        persons=[
            Listed(**_shown(person_of(row)).model_dump(), changed=changes.get(row.person))
            for row in rows
        ],
        staff=len(all_staff),
        accounts=await parts.store.count_accounts(),
        next=following,
    )


@router.get("/{person}", responses=errors(Code.NOT_ALLOWED, Code.NO_SUCH_PERSON, signed_in=True))
async def show_person(parts: Here, visitor: SignedIn, person: PersonId) -> KnownPerson:
    """One person, also a guest, with the last changes of their roles."""
    allow(visitor.person, Action.FIND_PERSONS)
    shown = _shown(await parts.casino.persons.find(person))
    query = NoteQuery(kind=ROLES_CHANGED, person=person, limit=CHANGES_MAX)
    notes = [one.note for one in await parts.store.notes(query)]
    return KnownPerson(person=shown, changes=await _changes(parts, notes))


async def _changes(parts: Parts, notes: Sequence[Note]) -> list[RoleChange]:
    """What notes of changed roles say, with the names of the administrators."""
    names = await parts.store.names({note.actor for note in notes})
    return [
        RoleChange(
            at_ms=note.at_ms,
            by=None if "ended" in note.data else names.get(note.actor, ""),
            before=note.data["before"],
            after=note.data["after"],
            reason=note.data["reason"],
        )
        for note in notes
    ]


@router.put(
    "/{person}/roles",
    responses=errors(
        Code.NOT_ALLOWED, Code.NO_SUCH_PERSON, Code.REASON_NEEDED, Code.HELD_ALONE, Code.NO_ACCOUNT,
        Code.HAS_CHIPS, Code.BAD_END, Code.LAST_ADMINISTRATOR, Code.PERSON_CHANGED,
        signed_in=True, changes=True,
    ),
)  # fmt: skip
async def set_roles(parts: Here, visitor: SignedIn, person: PersonId, wanted: Roles) -> OnePerson:
    """Set a person's roles. The change is recorded with its reason and applies at once.

    A role can end by itself: it is taken away at that time, and this is recorded too.

    A person who is given a role must sign in again: all their sessions end, so that no old token
    carries the role.
    """
    persons, actor = parts.casino.persons, visitor.person.id
    before = await persons.read(person)
    after = await persons.set_roles(
        actor, person, wanted.roles, wanted.reason, wanted.ends, expected=wanted.before
    )
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
        role_ends=role_ends(person),
        created_ms=person.created_ms,
        suspended=person.suspended or None,
    )
