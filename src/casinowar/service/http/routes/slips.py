"""Fill and credit slips: prepared by the floor, counted by the dealer too."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Response
from pydantic import Field

from casinowar.service.floor.shapes import FloorSlip, OneSlip, SlipList
from casinowar.service.floor.slips import shown_slip
from casinowar.service.http.openapi import answers, written
from casinowar.service.http.requests.dependencies import Here, SignedIn, TableId, allow
from casinowar.service.http.requests.lookup_limit import look_up
from casinowar.service.http.routes.shapes import Reasoned, RequestBody
from casinowar.service.http.wiring import Parts
from casinowar.service.people.person import Person
from casinowar.service.refusals import ServiceCode as Code
from casinowar.service.roles import Action, may_do
from casinowar.store.interface import Document

router = APIRouter(
    prefix="/api/tables/{table}/slips", tags=["floor"], dependencies=[Depends(look_up)]
)
Chips = dict[Annotated[str, Field(pattern=r"^[1-9][0-9]{0,8}$")], int]
SlipId = Annotated[
    str,
    Path(
        pattern=r"^[A-Za-z0-9_-]{1,64}$",
        description="The id of a slip.",
        examples=["r_7k3tq5x2mz6wjv4yh2ab"],
    ),
]
AT_TABLE = (Code.NO_SUCH_TABLE, Code.NOT_ALLOWED)
ACTING = (*AT_TABLE, Code.TABLE_REFUSED, Code.TABLE_STOPPED, Code.BAD_COUNT, Code.RUNS_ITSELF)


class NewSlip(Reasoned):
    """Chips for a tray, or from it, as the floor counted them."""

    command: dict[str, Any] = Field(
        examples=[{"command": "fill_tray", "amount_cents": 100_000}],
        description="`fill_tray` or `credit_tray`, as a table's socket takes it.",
    )
    count: Chips = Field(
        examples=[{"10000": 10}], description="How many chips of each denomination, in cents."
    )


class SlipCount(RequestBody):
    """What the dealer counted."""

    count: Chips = Field(
        examples=[{"10000": 10}], description="How many chips of each denomination, in cents."
    )


async def slip_for(parts: Parts, slip: Document, viewer: Person) -> FloorSlip:
    """A slip as a person sees it."""
    table = (await parts.casino.look_at(slip.table)).table
    return shown_slip(slip, table, table.settings.title or table.state.house.title, viewer)


async def _one(parts: Parts, slip: Document, viewer: Person) -> Response:
    return written(OneSlip(slip=await slip_for(parts, slip, viewer)))


@router.get("", responses=answers(SlipList, *AT_TABLE, signed_in=True))
async def slips_at_table(parts: Here, visitor: SignedIn, table: TableId) -> Response:
    """The slips that wait for a dealer's count; a dealer is not told what the floor counted."""
    if not may_do(visitor.person.roles, Action.SEE_FLOOR):
        allow(visitor.person, Action.COUNT_SLIPS)
    host = await parts.casino.host(table)
    waiting = await parts.slips.waiting(host.table)
    shown = [await slip_for(parts, slip, visitor.person) for slip in waiting]
    return written(SlipList(slips=tuple(shown)))


@router.post(
    "",
    responses=answers(
        OneSlip, *ACTING, Code.REASON_NEEDED, Code.SLIP_WAITS, signed_in=True, changes=True
    ),
)
async def prepare_slip(parts: Here, visitor: SignedIn, table: TableId, wanted: NewSlip) -> Response:
    """Prepare a slip: the chips move when the dealer's count agrees with yours.

    At a table that runs itself nobody counts: there, give the command itself.
    """
    host = await parts.casino.host(table)
    slip = await parts.slips.prepare(
        host, visitor.person, wanted.command, wanted.reason, wanted.count
    )
    return await _one(parts, slip, visitor.person)


@router.post(
    "/{slip}/count",
    responses=answers(
        OneSlip,
        *ACTING,
        Code.NO_SUCH_SLIP,
        Code.SLIP_ENDED,
        Code.OTHER_DEALER,
        signed_in=True,
        changes=True,
    ),
)
async def count_slip(
    parts: Here, visitor: SignedIn, table: TableId, slip: SlipId, wanted: SlipCount
) -> Response:
    """Count the chips of a slip as its dealer: they move if both counts agree, and stay if not."""
    allow(visitor.person, Action.COUNT_SLIPS)
    host = await parts.casino.host(table)
    counted = await parts.slips.count(host, visitor.person, slip, wanted.count)
    return await _one(parts, counted, visitor.person)


@router.post(
    "/{slip}/withdraw",
    responses=answers(
        OneSlip, *AT_TABLE, Code.NO_SUCH_SLIP, Code.SLIP_ENDED, signed_in=True, changes=True
    ),
)
async def withdraw_slip(parts: Here, visitor: SignedIn, table: TableId, slip: SlipId) -> Response:
    """Withdraw a slip that the dealer has not counted yet; nothing moves."""
    allow(visitor.person, Action.SEE_FLOOR)
    host = await parts.casino.host(table)
    return await _one(parts, await parts.slips.withdraw(host, visitor.person, slip), visitor.person)
