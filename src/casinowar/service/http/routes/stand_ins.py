"""Players whom the dealer seats at a table with real cards."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path
from pydantic import BaseModel, Field

from casinowar.money import AMOUNT_MAX_CENTS
from casinowar.service.http.openapi import errors
from casinowar.service.http.requests.dependencies import Here, SignedIn, TableId
from casinowar.service.http.requests.lookup_limit import look_up
from casinowar.service.http.routes.shapes import RequestBody
from casinowar.service.refusals import ServiceCode as Code
from casinowar.service.tables.stand_ins import seat_stand_in, sell_chips

router = APIRouter(
    prefix="/api/tables/{table}/stand-ins", tags=["tables"], dependencies=[Depends(look_up)]
)
ID = Field(
    pattern=r"^[A-Za-z0-9_-]{1,60}$", examples=["b81f"], description="Your own id for this request."
)


class StandIn(RequestBody):
    """A player to seat, with chips."""

    id: str = ID
    seat: int = Field(ge=1, le=99, examples=[3])
    name: str = Field(max_length=40, examples=["Ines"])
    cash_cents: int = Field(default=0, ge=0, le=AMOUNT_MAX_CENTS, examples=[10_000])


class SoldChips(RequestBody):
    """Chips for a seated player."""

    id: str = ID
    cash_cents: int = Field(ge=1, le=AMOUNT_MAX_CENTS, examples=[10_000])


class Entered(BaseModel):
    """The entry was carried out."""

    ok: bool = Field(default=True, examples=[True])
    version: int = Field(examples=[212], description="The number of the table's events.")


@router.post(
    "",
    status_code=201,
    responses=errors(
        Code.NO_SUCH_TABLE, Code.NOT_ALLOWED, Code.NOT_PHYSICAL, Code.OTHER_DEALER, Code.STAND_IN,
        Code.BAD_NAME, Code.KEY_USED, Code.PERSON_CHANGED, signed_in=True, changes=True,
    ),
)  # fmt: skip
async def seat(parts: Here, visitor: SignedIn, table: TableId, wanted: StandIn) -> Entered:
    """Seat a player at a table with real cards, as its dealer."""
    version = await seat_stand_in(
        parts.casino, visitor.person, table, wanted.seat, wanted.name, wanted.cash_cents, wanted.id
    )
    return Entered(version=version)


@router.post(
    "/{seat}/chips",
    responses=errors(
        Code.NO_SUCH_TABLE, Code.NOT_ALLOWED, Code.NOT_PHYSICAL, Code.OTHER_DEALER, Code.STAND_IN,
        Code.ID_USED, signed_in=True, changes=True,
    ),
)  # fmt: skip
async def chips(
    parts: Here,
    visitor: SignedIn,
    table: TableId,
    seat: Annotated[int, Path(ge=1, le=99, examples=[3])],
    wanted: SoldChips,
) -> Entered:
    """Sell chips to a seated player at a table with real cards, as its dealer."""
    cents, dealer = wanted.cash_cents, visitor.person
    version = await sell_chips(
        parts.casino, parts.casino.cashier, dealer, table, seat, cents, wanted.id
    )
    return Entered(version=version)
