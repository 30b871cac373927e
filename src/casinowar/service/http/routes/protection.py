"""A player's own limits, reality check, breaks and exclusion."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Literal

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from casinowar.service.http.openapi import errors
from casinowar.service.http.requests.dependencies import Here, SignedIn
from casinowar.service.http.routes.shapes import MS_MAX, Done, RequestBody
from casinowar.service.http.wiring import Parts
from casinowar.service.people.person import Person
from casinowar.service.refusals import ServiceCode as Code

router = APIRouter(prefix="/api/me", tags=["limits"])
LimitName = Literal["stake_cents", "day_loss_cents", "day_minutes", "session_minutes"]
UNTIL = Field(ge=0, le=MS_MAX, examples=[1_797_000_000_000])


class LimitValue(RequestBody):
    """A limit; null removes it, after 24 hours."""

    value: int | None = Field(ge=0, le=10**12, examples=[5_000])


class Until(RequestBody):
    """When a break ends."""

    until_ms: int = UNTIL


class MaybeUntil(RequestBody):
    """When an exclusion ends; null: never."""

    until_ms: int | None = UNTIL


class Minutes(RequestBody):
    """The interval of reminders in minutes; 0: never."""

    minutes: int = Field(ge=0, le=10**6, examples=[30])


class Limits(BaseModel):
    """Upper limits; null means no limit."""

    stake_cents: int | None = Field(
        examples=[5_000],
        description="The most to stake before the deal, at one table; a war may exceed it.",
    )
    day_loss_cents: int | None = Field(
        examples=[None], description="The most to lose in one day; a war may exceed it."
    )
    day_minutes: int | None = Field(examples=[120], description="The longest play in one day.")
    session_minutes: int | None = Field(
        examples=[None], description="The longest play without a pause."
    )


class PendingLimit(BaseModel):
    """A looser limit that applies later."""

    limit: str = Field(examples=["stake_cents"])
    value: int | None = Field(examples=[10_000])
    from_ms: int = Field(examples=[1_797_000_000_000])


class Protection(Done):
    """A player's own limits, break, exclusion and reminders."""

    limits: Limits
    pending: list[PendingLimit]
    break_until_ms: int | None = Field(examples=[None])
    excluded: bool = Field(examples=[False])
    excluded_until_ms: int | None = Field(examples=[None], description="null: for good.")
    reality_check_minutes: int = Field(examples=[60])


@router.get("/limits", responses=errors(signed_in=True))
async def show_limits(parts: Here, visitor: SignedIn) -> Protection:
    """Your limits, and pending changes."""
    return _shown(parts, visitor.person)


@router.put(
    "/limits/{limit}",
    responses=errors(Code.BAD_LIMIT, Code.PERSON_CHANGED, signed_in=True, changes=True),
)
async def set_limit(
    parts: Here,
    visitor: SignedIn,
    limit: Annotated[LimitName, Path(examples=["stake_cents"])],
    wanted: LimitValue,
) -> Protection:
    """Set a limit: a stricter one applies at once, a looser one after 24 hours."""
    persons = parts.casino.persons
    return _shown(parts, await persons.set_limit(visitor.person.id, limit, wanted.value))


@router.put(
    "/reality-check",
    responses=errors(Code.BAD_LIMIT, Code.PERSON_CHANGED, signed_in=True, changes=True),
)
async def set_reality_check(parts: Here, visitor: SignedIn, wanted: Minutes) -> Protection:
    """Choose how often you are reminded of time and money."""
    persons = parts.casino.persons
    return _shown(parts, await persons.set_reality_check(visitor.person.id, wanted.minutes))


@router.post(
    "/break",
    responses=errors(
        Code.BAD_LIMIT, Code.CANNOT_SHORTEN, Code.PERSON_CHANGED, signed_in=True, changes=True
    ),
)
async def take_break(parts: Here, visitor: SignedIn, wanted: Until) -> Protection:
    """Take a break. It cannot be shortened."""
    persons = parts.casino.persons
    return _shown(parts, await persons.take_break(visitor.person.id, wanted.until_ms))


@router.post(
    "/exclusion",
    responses=errors(
        Code.BAD_LIMIT, Code.CANNOT_SHORTEN, Code.PERSON_CHANGED, signed_in=True, changes=True
    ),
)
async def exclude(parts: Here, visitor: SignedIn, wanted: MaybeUntil) -> Protection:
    """Exclude yourself from play at once. You leave every table with your chips."""
    persons = parts.casino.persons
    return _shown(parts, await persons.exclude(visitor.person.id, wanted.until_ms))


def _shown(parts: Parts, person: Person) -> Protection:
    own, now_ms = person.protection, parts.clock.now_ms()
    excluded = own.excluded_at(now_ms)
    ends = own.exclusion.until_ms if excluded and own.exclusion is not None else None
    return Protection(
        limits=Limits(**asdict(own.limits_at(now_ms))),
        pending=[PendingLimit(**asdict(one)) for one in own.pending if one.from_ms > now_ms],
        break_until_ms=own.break_until_ms if own.on_break_at(now_ms) else None,
        excluded=excluded,
        excluded_until_ms=ends,
        reality_check_minutes=own.reality_check_minutes,
    )
