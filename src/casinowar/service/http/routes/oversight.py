"""What staff look at: significant events, returns, and money in unfinished rounds."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from casinowar.service.http.downloads import csv_file
from casinowar.service.http.openapi import CSV, errors
from casinowar.service.http.requests.dependencies import Here
from casinowar.service.http.routes.history import Found, Looking, Time
from casinowar.service.refusals import ServiceCode as Code
from casinowar.store.interface import NoteQuery

router = APIRouter(prefix="/api", tags=["record"])
PAGE_MAX = 500


class Notes(BaseModel):
    """A page of significant events, newest first."""

    ok: bool = Field(default=True, examples=[True])
    notes: list[dict[str, Any]] = Field(
        examples=[[{"number": 7, "kind": "large_win", "words": "Large win at skycity."}]]
    )
    next: int | None = Field(examples=[None], description="Ask for what is before this number.")


@router.get("/notes", responses=errors(Code.BAD_SEARCH, Code.NOT_ALLOWED, signed_in=True))
async def notes(
    parts: Here,
    viewer: Looking,
    kind: Annotated[str | None, Query(pattern=r"^[a-z_]{1,40}$")] = None,
    table: Annotated[str | None, Query(pattern=r"^[A-Za-z0-9_-]{1,64}$")] = None,
    person: Annotated[str | None, Query(pattern=r"^p_[a-z2-7]{20}$")] = None,
    since_ms: Time = None,
    until_ms: Time = None,
    before: Annotated[int | None, Query(ge=1, le=2**63 - 1)] = None,
    limit: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 50,
) -> Notes:
    """Significant events: large wagers and wins, voids, floor actions, changes of roles."""
    query = NoteQuery(
        kind=kind,
        table=table,
        person=person,
        since_ms=since_ms,
        until_ms=until_ms,
        before=before,
        limit=limit,
    )
    return Notes(**await parts.records.notes(query, viewer))


@router.get("/returns", responses=errors(Code.BAD_SEARCH, Code.NOT_ALLOWED, signed_in=True))
async def returns(
    parts: Here, viewer: Looking, since_ms: Time = None, until_ms: Time = None
) -> Found:
    """Theoretical against actual return, by rules, decks and wager."""
    until = parts.clock.now_ms() + 1 if until_ms is None else until_ms
    return Found(found=await parts.records.returns(since_ms or 0, until, viewer))


@router.get("/held", responses=errors(Code.NOT_ALLOWED, signed_in=True))
async def held(parts: Here, viewer: Looking) -> Found:
    """Wagers in rounds that are not finished."""
    return Found(found=await parts.records.held(viewer))


@router.get(
    "/players.csv",
    response_class=StreamingResponse,
    responses={200: CSV, **errors(Code.NOT_ALLOWED, signed_in=True)},
)
async def players_csv(parts: Here, viewer: Looking) -> StreamingResponse:
    """Every person as CSV: money, rounds, limits and exclusion; for surveillance."""
    return csv_file(await parts.records.players_csv(viewer, parts.clock.now_ms()), "players.csv")
