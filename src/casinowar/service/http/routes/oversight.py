"""For staff: significant events, returns, and money in unfinished rounds."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import StreamingResponse

from casinowar.service.history import returns as history
from casinowar.service.history import significant_events
from casinowar.service.history.exports import players_csv as players
from casinowar.service.history.shapes import FoundHeld, FoundReturns, SignificantEvents
from casinowar.service.http.files import csv_file
from casinowar.service.http.openapi import CSV, answers, errors, written
from casinowar.service.http.requests.dependencies import Here
from casinowar.service.http.routes.history import Looking, Time
from casinowar.service.refusals import ServiceCode as Code
from casinowar.store.interface import NoteQuery

router = APIRouter(prefix="/api", tags=["record"])
PAGE_MAX = 500


@router.get(
    "/notes",
    responses=answers(SignificantEvents, Code.BAD_SEARCH, Code.NOT_ALLOWED, signed_in=True),
)
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
) -> Response:
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
    return written(await significant_events.notes(parts.reader, query, viewer))


@router.get(
    "/returns", responses=answers(FoundReturns, Code.BAD_SEARCH, Code.NOT_ALLOWED, signed_in=True)
)
async def returns(
    parts: Here,
    viewer: Looking,
    since_ms: Time = None,
    until_ms: Time = None,
    by_table: Annotated[
        bool, Query(description="A line for each public table, not for all tables together.")
    ] = False,
) -> Response:
    """Theoretical against actual return, by rules, decks and wager, and optionally by table."""
    until = parts.clock.now_ms() + 1 if until_ms is None else until_ms
    found = await history.returns(parts.reader, since_ms or 0, until, viewer, by_table=by_table)
    return written(found)


@router.get("/held", responses=answers(FoundHeld, Code.NOT_ALLOWED, signed_in=True))
async def held(parts: Here, viewer: Looking) -> Response:
    """Wagers in rounds that are not finished."""
    return written(await history.held(parts.reader, viewer))


@router.get(
    "/players.csv",
    response_class=StreamingResponse,
    responses={200: CSV, **errors(Code.NOT_ALLOWED, signed_in=True)},
)
async def players_csv(parts: Here, viewer: Looking) -> StreamingResponse:
    """Every person as CSV: money, rounds, limits and exclusion; for surveillance."""
    pieces = await players.players_csv(parts.reader, viewer, parts.clock.now_ms())
    return csv_file(pieces, "players.csv")
