"""Your seats at all tables."""

from __future__ import annotations

from typing import Literal, cast

from fastapi import APIRouter
from pydantic import BaseModel, Field

from casinowar.service.http.openapi import errors
from casinowar.service.http.requests.dependencies import Here, SignedIn
from casinowar.service.http.routes.shapes import Done, Table
from casinowar.service.http.routes.tables import table_lines
from casinowar.service.seats import seats_of

router = APIRouter(prefix="/api/me/seats", tags=["tables"])


Question = Literal["bet", "cut", "choice", "war_tie"]


class Seat(BaseModel):
    """One of your seats."""

    table: Table
    seat: int = Field(examples=[3])
    chips_cents: int = Field(examples=[48_000], description="The chips in front of you.")
    layout_cents: int = Field(examples=[2500], description="Your wagers on the table.")
    asked: Question | None = Field(
        examples=["choice"],
        description="What the table waits for you to do; null: nothing.",
    )
    left_ms: int | None = Field(
        examples=[12_000],
        description="The time until the table continues without your answer; null: no clock runs.",
    )


class Seats(Done):
    """Every seat you hold."""

    seats: list[Seat]


@router.get("", responses=errors(signed_in=True))
async def my_seats(parts: Here, visitor: SignedIn) -> Seats:
    """All your seats, including those at tables by link."""
    mine = visitor.person.id
    held = list[Seat]()
    for one in await seats_of(parts.casino, mine):
        row = await parts.store.table(one.table)
        assert row is not None, "a table is never removed"
        [line] = await table_lines(parts, [row], mine)
        held.append(
            Seat(
                table=line,
                seat=one.seat,
                chips_cents=one.chips_cents,
                layout_cents=one.layout_cents,
                asked=None if one.asked is None else cast("Question", one.asked.value),
                left_ms=one.left_ms,
            )
        )
    return Seats(seats=held)
