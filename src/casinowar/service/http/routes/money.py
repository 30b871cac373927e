"""Play chips: balance, statement and refill."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from casinowar.service.http.files import csv_file
from casinowar.service.http.openapi import CSV, errors
from casinowar.service.http.requests.dependencies import Here, PersonId, SignedIn, allow
from casinowar.service.http.routes.shapes import Balance, Done, Reasoned, balance_of
from casinowar.service.http.wiring import Parts
from casinowar.service.refusals import ServiceCode as Code
from casinowar.service.roles import Action

router = APIRouter(prefix="/api", tags=["money"])
PAGE_MAX = 200
Before = Annotated[
    int | None, Query(ge=1, le=2**63 - 1, description="`next` of the previous page.")
]
PageSize = Annotated[int, Query(ge=1, le=PAGE_MAX)]


class StatementLine(BaseModel):
    """One movement of an account."""

    number: int = Field(examples=[412])
    at_ms: int = Field(examples=[1_794_801_621_296])
    kind: str = Field(examples=["bought"])
    words: str = Field(examples=["Brought to the table"])
    table: str = Field(examples=["skycity"])
    cents: int = Field(examples=[-10_000])
    balance_cents: int = Field(examples=[90_000])


class Statement(Done):
    """Movements of the past year, newest first."""

    play_money: bool = Field(default=True, examples=[True])
    lines: list[StatementLine]
    next: int | None = Field(
        examples=[412], description="Pass this as `before` to get the next page."
    )


class Grant(Reasoned):
    """Play chips for a person; the same id grants them only once."""

    id: str = Field(min_length=1, max_length=64, pattern=r"^[ -~]+$", examples=["grant-1"])
    cents: int = Field(ge=1, le=10**12, examples=[50_000])


class Welcome(Done):
    """The play chips of a newcomer, and the terms of a refill, as the operator set them."""

    play_money: bool = Field(default=True, examples=[True])
    first_chips_cents: int = Field(examples=[100_000], description="The chips of a new player.")
    refill_below_cents: int = Field(
        examples=[10_000], description="A player with fewer chips in total can get a refill."
    )
    refill_to_cents: int = Field(examples=[100_000], description="The balance after a refill.")
    refill_minutes: int = Field(examples=[60], description="The least time between two refills.")


class RefillTerms(Done):
    """What a refill would give you, and when."""

    play_money: bool = Field(default=True, examples=[True])
    below_cents: int = Field(
        examples=[10_000], description="A player with fewer chips in total can get a refill."
    )
    to_cents: int = Field(examples=[100_000], description="The balance after a refill.")
    again_ms: int | None = Field(
        examples=[None], description="The earliest time of the next refill; null: now."
    )
    possible: bool = Field(examples=[False], description="Whether you can get a refill now.")


@router.get("/welcome", responses=errors())
async def welcome(parts: Here) -> Welcome:
    """What a newcomer gets. No session is needed."""
    config = parts.config
    return Welcome(
        first_chips_cents=config.first_chips_cents,
        refill_below_cents=config.refill_below_cents,
        refill_to_cents=config.refill_to_cents,
        refill_minutes=config.refill_minutes,
    )


@router.get("/refill", responses=errors(signed_in=True))
async def refill_terms(parts: Here, visitor: SignedIn) -> RefillTerms:
    """Whether you can get a refill now, or when."""
    return RefillTerms(**asdict(await parts.casino.cashier.refill_terms(visitor.person)))


@router.get("/balance", responses=errors(signed_in=True))
async def balance(parts: Here, visitor: SignedIn) -> Balance:
    """Your play chips, in the account and at tables."""
    return balance_of(await parts.casino.cashier.balance(visitor.person.id))


@router.post(
    "/refill",
    responses=errors(
        Code.REFILL_NOT_NEEDED, Code.REFILL_TOO_SOON, Code.NOT_ALLOWED, Code.ON_BREAK,
        Code.EXCLUDED, signed_in=True, changes=True,
    ),
)  # fmt: skip
async def refill(parts: Here, visitor: SignedIn) -> Balance:
    """Refill a low balance, usually at most once an hour."""
    return balance_of(await parts.casino.cashier.refill(visitor.person))


@router.get("/statement", responses=errors(Code.NOT_ALLOWED, signed_in=True))
async def statement(
    parts: Here, visitor: SignedIn, before: Before = None, limit: PageSize = 50
) -> Statement:
    """Your own statement."""
    allow(visitor.person, Action.SEE_OWN_STATEMENT)
    return await _statement(parts, visitor.person.id, before, limit)


@router.get(
    "/statement.csv",
    response_class=StreamingResponse,
    responses={200: CSV, **errors(Code.NOT_ALLOWED, signed_in=True)},
)
async def statement_csv(parts: Here, visitor: SignedIn) -> StreamingResponse:
    """Your own statement as a file."""
    allow(visitor.person, Action.SEE_OWN_STATEMENT)
    return csv_file(parts.casino.cashier.statement_csv(visitor.person.id), "statement.csv")


@router.get(
    "/persons/{person}/statement",
    responses=errors(Code.NOT_ALLOWED, Code.NO_SUCH_PERSON, signed_in=True),
)
async def statement_of(
    parts: Here, visitor: SignedIn, person: PersonId, before: Before = None, limit: PageSize = 50
) -> Statement:
    """The statement of any person, for surveillance."""
    allow(visitor.person, Action.SEE_ALL_STATEMENTS)
    await parts.casino.persons.find(person)
    return await _statement(parts, person, before, limit)


@router.post(
    "/persons/{person}/grant",
    responses=errors(
        Code.NOT_ALLOWED, Code.NO_SUCH_PERSON, Code.REASON_NEEDED, Code.BAD_AMOUNT,
        Code.ID_USED, signed_in=True, changes=True,
    ),
)  # fmt: skip
async def grant(parts: Here, visitor: SignedIn, person: PersonId, wanted: Grant) -> Balance:
    """Grant play chips to a person, for administrators. The grant is recorded with its reason."""
    cashier = parts.casino.cashier
    given = await cashier.give(visitor.person, person, wanted.cents, wanted.reason, wanted.id)
    return balance_of(given)


async def _statement(parts: Parts, person: str, before: int | None, limit: int) -> Statement:
    found = await parts.casino.cashier.statement(person, before, limit + 1)
    return Statement(
        lines=[StatementLine(**asdict(line)) for line in found[:limit]],
        next=found[limit - 1].number if len(found) > limit else None,
    )
