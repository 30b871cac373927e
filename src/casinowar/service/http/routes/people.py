"""Guests, accounts, sessions, and a person's own page."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, ConfigDict, Field

from casinowar.service.conversation.signed_in import Visitor
from casinowar.service.http.openapi import errors
from casinowar.service.http.requests.caller import Caller, clear_cookie, set_cookie
from casinowar.service.http.requests.dependencies import (
    Calling,
    Here,
    IdempotencyKey,
    MaybeSignedIn,
    SignedIn,
)
from casinowar.service.http.routes.shapes import Done, Me, RequestBody, me_of
from casinowar.service.http.wiring import Parts
from casinowar.service.people.people import Changes
from casinowar.service.people.person import Person
from casinowar.service.people.sessions import Session
from casinowar.service.refusals import ServiceCode as Code
from casinowar.service.refusals import refuse
from casinowar.service.roles import Role

router = APIRouter(prefix="/api", tags=["persons"])
NAME = Field(max_length=200, examples=["Bo"], description="What others see.")
SIGN_IN = Field(
    max_length=200,
    examples=["bobo"],
    description="The name to sign in with: 3 to 40 of a-z, 0-9 and . _ @ + -, the first a letter or"
    " a digit. Capital letters count as small ones.",
)
PASSPHRASE = Field(
    max_length=1000, examples=["four quiet ducks swim"], description="10 to 200 characters."
)


class NewGuest(RequestBody):
    """A new guest, with an optional name."""

    name: str | None = Field(default=None, max_length=200, examples=["Bo"])


class Credentials(RequestBody):
    """A sign-in name and its passphrase."""

    sign_in: str = SIGN_IN
    passphrase: str = PASSPHRASE


class SigningIn(Credentials):
    """Credentials, and what the account must be allowed to do."""

    deals: bool = Field(
        default=False,
        description="Refuse an account that may not deal at tables. After a refusal you stay signed"
        " in as before.",
    )


class Change(RequestBody):
    """Changes to your own person; omitted fields stay as they are."""

    name: str | None = Field(default=None, max_length=200, examples=["Bo"])
    age_years: int | None = Field(
        default=None, ge=0, le=10_000, examples=[34], description="Stated once; staff can reset it."
    )
    age_from_years: int | None = Field(
        default=None, ge=1, le=10_000, examples=[20], description="You are at least this old."
    )
    age_under_years: int | None = Field(
        default=None,
        ge=1,
        le=10_000,
        examples=[None],
        description="You are younger. A house that asks for this age is closed to you from then on;"
        " staff can reset it.",
    )
    old_passphrase: str | None = Field(default=None, max_length=1000, examples=[None])
    new_passphrase: str | None = Field(default=None, max_length=1000, examples=[None])


class SignedInAs(BaseModel):
    """A new session. The answer also sets the cookie; the token is for programs."""

    model_config = ConfigDict(json_schema_extra={"description": "A new session."})

    ok: bool = Field(default=True, examples=[True])
    token: str = Field(examples=["0yq5Zy3tKXo0JX8D3kXr1b0QmJ3sZsYqzv2y6mVQw1U"])
    expires_ms: int = Field(examples=[1_797_000_000_000])
    me: Me


class Place(BaseModel):
    """A place where you are signed in."""

    id: str = Field(examples=["5d41402abc4b2a76"], description="Its id for `sign-out`.")
    client: str = Field(
        examples=["Firefox on Windows"],
        description="The browser and system at sign-in; empty: not known.",
    )
    since_ms: int = Field(examples=[1_797_000_000_000])
    used_ms: int = Field(examples=[1_797_000_000_000], description="To the hour.")
    here: bool = Field(examples=[True], description="Whether this is the current session.")


class Places(Done):
    """Everywhere a person is signed in: this session first, then by the last use."""

    sessions: list[Place]


class WhoIsHere(Done):
    """The person who is signed in, if any."""

    me: Me | None
    ended: str = Field(
        default="",
        examples=["You were given the role dealer. Sign in again to use it."],
        description="Why staff ended this session; empty: they did not.",
    )


async def _session(
    parts: Parts, caller: Caller, response: Response, person: Person, old: Session | None = None
) -> SignedInAs:
    """A new session of a person, which replaces ``old`` if it is given."""
    if old is None:
        started = await parts.casino.sessions.start(person.id, caller.client)
    else:
        started = await parts.casino.renew(old, caller.client)
    response.headers.append("set-cookie", set_cookie(started.token, caller, parts.config))
    return SignedInAs(
        token=started.token,
        expires_ms=started.session.expires_ms,
        me=await me_of(parts, person),
    )


@router.post(
    "/guest", status_code=201, responses=errors(Code.BAD_NAME, Code.KEY_USED, changes=True)
)
async def become_guest(
    parts: Here,
    caller: Calling,
    response: Response,
    wanted: NewGuest | None = None,
    key: IdempotencyKey = None,
) -> SignedInAs:
    """Become a guest with play chips."""
    parts.limits.guests.count(caller.address, "new guests from your address")
    name = None if wanted is None else wanted.name
    person = await parts.casino.persons.create_guest(name, key)
    return await _session(parts, caller, response, person)


@router.post(
    "/account",
    responses=errors(
        Code.BAD_SIGN_IN, Code.SIGN_IN_TAKEN, Code.PASSPHRASE_TOO_SHORT, Code.PASSPHRASE_TOO_LONG,
        Code.PASSPHRASE_EASY, Code.ACCOUNT_KEPT, Code.PERSON_CHANGED, signed_in=True, changes=True,
    ),
)  # fmt: skip
async def keep_account(
    parts: Here, caller: Calling, visitor: SignedIn, response: Response, wanted: Credentials
) -> SignedInAs:
    """Turn a guest into an account that can sign in from anywhere.

    The session gets a new token; the old one is no longer valid.
    """
    parts.limits.sign_ins.count(caller.address, "attempts from your address")
    persons = parts.casino.persons
    kept = await persons.keep_account(visitor.person.id, wanted.sign_in, wanted.passphrase)
    return await _session(parts, caller, response, kept, visitor.session)


@router.post("/sign-in", responses=errors(Code.WRONG_PASSPHRASE, Code.NOT_ALLOWED, changes=True))
async def sign_in(parts: Here, caller: Calling, response: Response, given: SigningIn) -> SignedInAs:
    """Sign in to an account."""
    parts.limits.sign_ins.count(caller.address, "attempts to sign in from your address")
    name = given.sign_in.strip().lower()
    parts.limits.names.count(name, "attempts to sign in with this name")
    person = await parts.casino.persons.sign_in(given.sign_in, given.passphrase)
    parts.limits.names.forget(name)
    if given.deals and Role.DEALER not in person.roles:
        refuse(Code.NOT_ALLOWED, f"{person.name} is not a dealer.")
    return await _session(parts, caller, response, person)


@router.post("/sign-out", responses=errors(signed_in=True, changes=True))
async def sign_out(parts: Here, caller: Calling, visitor: SignedIn, response: Response) -> Done:
    """End this session and close its sockets."""
    await parts.casino.sessions.end(visitor.session)
    response.headers["set-cookie"] = clear_cookie(caller, parts.config)
    return Done()


@router.post("/sign-out-everywhere", responses=errors(signed_in=True, changes=True))
async def sign_out_everywhere(
    parts: Here, caller: Calling, visitor: SignedIn, response: Response
) -> Done:
    """End all your sessions and close their sockets."""
    await parts.casino.sessions.end_everywhere(visitor.person.id)
    response.headers["set-cookie"] = clear_cookie(caller, parts.config)
    return Done()


@router.get("/me/sessions", responses=errors(signed_in=True))
async def where_signed_in(parts: Here, visitor: SignedIn) -> Places:
    """Everywhere you are signed in. Tokens are never shown."""
    return await _places(parts, visitor)


@router.post(
    "/me/sessions/{session}/sign-out",
    responses=errors(Code.NO_SUCH_SESSION, signed_in=True, changes=True),
)
async def sign_out_there(
    parts: Here,
    visitor: SignedIn,
    session: Annotated[str, Path(pattern="^[0-9a-f]{16}$", examples=["5d41402abc4b2a76"])],
) -> Places:
    """End one of your sessions and close its sockets."""
    await parts.casino.sessions.end_place(visitor.session, session)
    return await _places(parts, visitor)


@router.post("/sign-out-elsewhere", responses=errors(signed_in=True, changes=True))
async def sign_out_elsewhere(parts: Here, visitor: SignedIn) -> Places:
    """End all your sessions but this one, and close their sockets."""
    await parts.casino.sessions.end_elsewhere(visitor.session)
    return await _places(parts, visitor)


async def _places(parts: Parts, visitor: Visitor) -> Places:
    found = await parts.casino.sessions.places(visitor.session)
    return Places(sessions=[Place(**asdict(place)) for place in found])


@router.get("/session", responses=errors())
async def session(parts: Here, visitor: MaybeSignedIn, caller: Calling) -> WhoIsHere:
    """Who is signed in, or that nobody is, and why staff signed them out."""
    if visitor is None:
        return WhoIsHere(me=None, ended=await parts.casino.sessions.why_ended(caller.token))
    return WhoIsHere(me=await me_of(parts, visitor.person))


@router.get("/me", responses=errors(signed_in=True))
async def about_me(parts: Here, visitor: SignedIn) -> Me:
    """The person who is signed in, with their balance."""
    return await me_of(parts, visitor.person)


@router.patch(
    "/me",
    responses=errors(
        Code.BAD_NAME, Code.BAD_AGE, Code.WRONG_PASSPHRASE, Code.PASSPHRASE_TOO_SHORT,
        Code.PASSPHRASE_TOO_LONG, Code.PASSPHRASE_EASY, Code.NO_ACCOUNT, Code.NOT_ALLOWED,
        Code.PERSON_CHANGED, signed_in=True, changes=True,
    ),
)  # fmt: skip
async def change_me(
    parts: Here, caller: Calling, visitor: SignedIn, response: Response, wanted: Change
) -> Me:
    """Change your name, state your age or replace your passphrase: all changes apply, or none.

    A dealer's name stays: tables know dealers by name.
    A new passphrase ends all sessions, including this one: sign in again.
    """
    if wanted.new_passphrase is not None:
        parts.limits.sign_ins.count(caller.address, "attempts from your address")
    changes = Changes(**wanted.model_dump())
    person = await parts.casino.persons.change(visitor.person.id, changes)
    if wanted.new_passphrase is not None:
        await parts.casino.sessions.end_everywhere(person.id)
        response.headers["set-cookie"] = clear_cookie(caller, parts.config)
    return await me_of(parts, person)
