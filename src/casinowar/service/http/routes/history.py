"""Past rounds: search, and one round as JSON, text, round file, steps and rack."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse

from casinowar.service.history import one_round, rack
from casinowar.service.history.access import STRANGER, Viewer
from casinowar.service.history.exports.games_csv import games_csv
from casinowar.service.history.exports.record_file import record_file
from casinowar.service.history.ids import read_page_mark
from casinowar.service.history.search import search, totals
from casinowar.service.history.shapes import (
    FoundRack,
    FoundRackAfter,
    FoundRound,
    FoundSteps,
    Rounds,
    Totals,
    WhatIf,
)
from casinowar.service.history.what_if import round_what_if
from casinowar.service.http.files import csv_file, json_lines_file
from casinowar.service.http.openapi import (
    CSV,
    JSON_LINES,
    TEXT,
    TOML,
    answers,
    errors,
    written,
)
from casinowar.service.http.requests.dependencies import (
    Calling,
    Here,
    MaybeSignedIn,
    SignedIn,
    TableId,
    counts_for_many,
    tag_headers,
    unchanged,
)
from casinowar.service.http.requests.lookup_limit import look_up
from casinowar.service.http.routes.shapes import MS_MAX
from casinowar.service.refusals import ServiceCode as Code
from casinowar.store.interface import RoundQuery

router = APIRouter(prefix="/api", tags=["record"], dependencies=[Depends(look_up)])
PAGE_MAX = 200
RoundName = Annotated[
    str,
    Path(
        pattern=r"^[A-Za-z0-9_-]{3,100}$",
        description="The id of a round: its table, or the name of a private one, and its number.",
        examples=["washington-12"],
    ),
]
ShoeNumber = Annotated[int, Path(ge=1, le=2**53 - 1, description="The number of a shoe.")]
Time = Annotated[int | None, Query(ge=0, le=MS_MAX, description="Milliseconds since 1970, UTC.")]
Cents = Annotated[int | None, Query(ge=0, le=10**15)]


def _query(
    table: Annotated[str | None, Query(pattern=r"^[A-Za-z0-9_-]{1,64}$")] = None,
    person: Annotated[str | None, Query(pattern=r"^p_[a-z2-7]{20}$")] = None,
    outcome: Annotated[str | None, Query(max_length=40, examples=["war_won"])] = None,
    since_ms: Time = None,
    until_ms: Time = None,
    wagered_min_cents: Cents = None,
    returned_min_cents: Cents = None,
    page: Annotated[
        str | None, Query(max_length=200, description="`next` of the previous page.")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 50,
) -> RoundQuery:
    return RoundQuery(
        table=table,
        person=person,
        outcome=outcome,
        since_ms=since_ms,
        until_ms=until_ms,
        wagered_min_cents=wagered_min_cents,
        returned_min_cents=returned_min_cents,
        before=None if page is None else read_page_mark(page),
        limit=limit,
    )


Search = Annotated[RoundQuery, Depends(_query)]


def _viewer(visitor: SignedIn) -> Viewer:
    return Viewer.of(visitor.person)


def _anybody(visitor: MaybeSignedIn) -> Viewer:
    return STRANGER if visitor is None else Viewer.of(visitor.person)


Looking = Annotated[Viewer, Depends(_viewer)]
Anybody = Annotated[Viewer, Depends(_anybody)]


PAST = errors(Code.NO_SUCH_ROUND)
SEARCHED = (Code.BAD_SEARCH, Code.NOT_ALLOWED)
FOR_STAFF = (Code.NO_SUCH_ROUND, Code.NOT_ALLOWED)


@router.get("/rounds", responses=answers(Rounds, *SEARCHED, signed_in=True))
async def search_rounds(parts: Here, viewer: Looking, query: Search) -> Response:
    """Finished rounds by time, table, player, outcome and amount: your own, or all for staff."""
    return written(await search(parts.reader, query, viewer))


@router.get(
    "/rounds.csv",
    response_class=StreamingResponse,
    responses={200: CSV, **errors(*SEARCHED, signed_in=True)},
)
async def rounds_csv(parts: Here, viewer: Looking, query: Search) -> StreamingResponse:
    """Every hand of the matching rounds, as CSV."""
    return csv_file(await games_csv(parts.reader, query, viewer), "rounds.csv")


@router.get("/rounds/sums", responses=answers(Totals, *SEARCHED, signed_in=True))
async def round_sums(parts: Here, viewer: Looking, query: Search) -> Response:
    """Totals over all hands that a search finds: your own, or all for staff."""
    return written(await totals(parts.reader, query, viewer))


@router.get("/rounds/{round}", responses=answers(FoundRound, Code.NO_SUCH_ROUND))
async def show_round(parts: Here, viewer: Anybody, round: RoundName) -> Response:  # noqa: A002
    """A past round with every event, its time, and who caused it.

    Anybody with the id may see it. People who did not play in the round see seat numbers instead
    of names, and no balances. The id in the answer does not reveal a private table's link.
    """
    return written(await one_round.past_round(parts.reader, round, viewer))


@router.get("/rounds/{round}/text", response_class=PlainTextResponse, responses={200: TEXT, **PAST})
async def round_text(
    parts: Here,
    viewer: Anybody,
    round: RoundName,  # noqa: A002
) -> PlainTextResponse:
    """A past round for people to read."""
    return PlainTextResponse(await one_round.round_text(parts.reader, round, viewer))


@router.get(
    "/rounds/{round}/file",
    response_class=PlainTextResponse,
    responses={200: TOML, **errors(Code.NO_SUCH_ROUND, Code.NO_ROUND_FILE)},
)
async def round_file(
    parts: Here,
    viewer: Anybody,
    round: RoundName,  # noqa: A002
) -> PlainTextResponse:
    """A past round as a file for `casinowar replay`."""
    text = await one_round.round_as_file(parts.reader, round, viewer)
    return PlainTextResponse(text, media_type="application/toml")


@router.get(
    "/rounds/{round}/steps",
    responses={
        **answers(FoundSteps, Code.NO_SUCH_ROUND),
        304: {"description": "Not modified: a finished round never changes."},
    },
)
async def round_steps(
    parts: Here,
    caller: Calling,
    viewer: Anybody,
    round: RoundName,  # noqa: A002
    request: Request,
) -> Response:
    """A past round step by step, marked as a replay: after each event, the table as it was.

    This counts as ten requests, unless `If-None-Match` shows that you have it.
    """
    found = await one_round.shown_round(parts.reader, round, viewer)
    seen_as = (round, viewer.person, *sorted(viewer.roles), found.title)  # the title can change
    headers = tag_headers(*seen_as)
    if unchanged(request, *seen_as):
        return Response(status_code=304, headers=headers)
    counts_for_many(parts, caller)

    def answer() -> Response:
        return written(one_round.round_steps(found, viewer), headers)

    return await asyncio.to_thread(answer)  # so that the tables are not held up


@router.get(
    "/rounds/{round}/what-if",
    responses=answers(WhatIf, *FOR_STAFF, Code.NOT_YOUR_ROUND, signed_in=True),
)
async def what_if(parts: Here, viewer: Looking, round: RoundName) -> Response:  # noqa: A002
    """What each choice was worth in a past round of your own, exactly.

    The values use only what you could know when you chose: the house's rules, the number of decks
    and the cards on the table. `words` says so, or that there was no choice.
    """
    return written(await round_what_if(parts.reader, round, viewer))


@router.get("/rounds/{round}/rack", responses=answers(FoundRackAfter, *FOR_STAFF, signed_in=True))
async def rack_after(parts: Here, viewer: Looking, round: RoundName) -> Response:  # noqa: A002
    """The hands that the discard rack proved after a round, and whether the record agrees."""
    return written(await rack.rack_after(parts.reader, round, viewer))


@router.get(
    "/tables/{table}/rack",
    responses=answers(FoundRack, Code.NO_SUCH_TABLE, Code.NOT_ALLOWED, signed_in=True),
)
async def rack_now(parts: Here, viewer: Looking, table: TableId) -> Response:
    """The hands of the current shoe, rebuilt from the discard rack; for staff."""
    return written(await rack.rack_now(parts.reader, table, viewer))


@router.get(
    "/tables/{table}/record",
    response_class=StreamingResponse,
    responses={
        200: JSON_LINES, **errors(Code.NO_SUCH_TABLE, Code.NOT_ALLOWED, signed_in=True)
    },
)  # fmt: skip
async def whole_record(
    parts: Here, caller: Calling, viewer: Looking, table: TableId
) -> StreamingResponse:
    """A table's whole record.

    With sealed shoes, this is the log with its signed heads, for `casinowar verify`. Anybody who
    may sit at the table may read it: it holds only what everybody there was sent. Otherwise it is
    for staff, and for `casinowar record --verify`. This counts as ten requests.
    """
    counts_for_many(parts, caller)
    row = await parts.reader.table(table)
    if row.settings.get("sealed"):
        return json_lines_file(await parts.exporter.whole(row), f"{table}.jsonl")
    return json_lines_file(await record_file(parts.reader, table, viewer), f"{table}.jsonl")


@router.get(
    "/tables/{table}/shoes/{shoe}/record",
    response_class=StreamingResponse,
    responses={
        200: JSON_LINES, **errors(Code.NO_SUCH_TABLE, Code.NO_SUCH_SHOE, signed_in=True)
    },
)  # fmt: skip
async def shoe_record(
    parts: Here, caller: Calling, _: Looking, table: TableId, shoe: ShoeNumber
) -> StreamingResponse:
    """The log of one sealed shoe with its signed heads, for `casinowar verify`.

    The log runs from the command that committed the house to the seed to the command that revealed
    it, or to the present if the shoe has not ended. This counts as ten requests.
    """
    counts_for_many(parts, caller)
    row = await parts.reader.table(table)
    return json_lines_file(await parts.exporter.shoe(row, shoe), f"{table}-shoe-{shoe}.jsonl")
