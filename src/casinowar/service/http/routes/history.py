"""Past rounds: search, and one round as JSON, text, round file, steps and rack."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse
from pydantic import BaseModel, Field

from casinowar.service.history import Viewer
from casinowar.service.history.access import STRANGER
from casinowar.service.history.ids import read_page_mark
from casinowar.service.history.one_round import steps_json
from casinowar.service.http.downloads import csv_file, record_file
from casinowar.service.http.openapi import CSV, JSON_LINES, TEXT, TOML, errors
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
from casinowar.wire import encode_json

router = APIRouter(prefix="/api", tags=["record"], dependencies=[Depends(look_up)])
PAGE_MAX = 200
RoundName = Annotated[
    str,
    Path(
        pattern=r"^[A-Za-z0-9_-]{3,100}$",
        description="The id of a round: its table, or a name for one by link, and its number.",
        examples=["washington-12"],
    ),
]
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
        str | None, Query(max_length=200, description="`next` of the page before.")
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


class Rounds(BaseModel):
    """A page of finished rounds, newest first."""

    ok: bool = Field(default=True, examples=[True])
    rounds: list[dict[str, Any]] = Field(examples=[[{"id": "washington-12", "voided": False}]])
    next: str | None = Field(examples=[None], description="The mark of the next page.")


class Found(BaseModel):
    """What the record says."""

    ok: bool = Field(default=True, examples=[True])
    found: dict[str, Any] = Field(examples=[{"id": "washington-12"}])


class Sums(BaseModel):
    """What hands come to, by house, outcome and whether a Tie wager was made."""

    ok: bool = Field(default=True, examples=[True])
    sums: list[dict[str, Any]] = Field(examples=[[{"house": "washington", "hands": 12}]])


class Figure(BaseModel):
    """An exact value."""

    fraction: str = Field(examples=["-1/2"])
    decimal: str = Field(examples=["-0.5000000000"], description="Rounded.")


class Choice(BaseModel):
    """What one choice on a tie was worth."""

    choice: str = Field(examples=["surrender"], description="war or surrender")
    value: Figure = Field(description="In units of the first wager.")
    cents: Figure = Field(description="In cents, for your bet.")
    best: bool = Field(examples=[False])
    chosen: bool = Field(examples=[True], description="Whether you, or policy for you, chose it.")


class WhatIfHand(BaseModel):
    """A hand of yours and what its choices were worth."""

    seat: int = Field(examples=[3])
    cards: list[str] = Field(examples=[["Kh", "9c"]])
    bet_cents: int = Field(examples=[2500], description="The first wager.")
    had_choice: bool = Field(examples=[True])
    words: str = Field(
        examples=["There was no choice in this hand."],
        description="What the values are conditioned on, or why there are none.",
    )
    seen: list[str] = Field(
        examples=[["Kh", "Ks"]], description="The cards on the table when you chose."
    )
    choices: list[Choice]
    by_policy: bool = Field(examples=[False], description="Your time was up: policy chose.")
    outcome: str = Field(examples=["surrender"], description="What happened.")
    net_cents: int = Field(examples=[-1250])


class WhatIf(BaseModel):
    """A finished round of yours, with what each choice was worth."""

    ok: bool = Field(default=True, examples=[True])
    round: str = Field(examples=["washington-12"])
    house: str = Field(examples=["washington"])
    title: str = Field(examples=["Washington State"])
    decks: int = Field(examples=[6])
    voided: bool = Field(examples=[False])
    dealer: list[str] = Field(examples=[["Ks", "4d"]])
    hands: list[WhatIfHand]


PAST = errors(Code.NO_SUCH_ROUND)
SEARCHED = errors(Code.BAD_SEARCH, Code.NOT_ALLOWED, signed_in=True)


@router.get("/rounds", responses=SEARCHED)
async def search_rounds(parts: Here, viewer: Looking, query: Search) -> Rounds:
    """Finished rounds by time, table, player, outcome and amount: your own, for staff all."""
    return Rounds(**await parts.records.search(query, viewer))


@router.get("/rounds.csv", response_class=StreamingResponse, responses={200: CSV, **SEARCHED})
async def rounds_csv(parts: Here, viewer: Looking, query: Search) -> StreamingResponse:
    """Every hand of the rounds that fit, as CSV."""
    return csv_file(await parts.records.games_csv(query, viewer), "rounds.csv")


@router.get("/rounds/sums", responses=SEARCHED)
async def round_sums(parts: Here, viewer: Looking, query: Search) -> Sums:
    """What all hands come to that a search finds, whatever the page: your own, for staff all."""
    return Sums(sums=await parts.records.sums(query, viewer))


@router.get("/rounds/{round}", responses=PAST)
async def show_round(parts: Here, viewer: Anybody, round: RoundName) -> Found:  # noqa: A002
    """A past round with every event, its time, and who caused it.

    Everybody may see it who has its id; those who did not play in it see seats instead of names
    and no balances. The id that it shows does not give away a table by link.
    """
    return Found(found=await parts.records.round_json(round, viewer))


@router.get("/rounds/{round}/text", response_class=PlainTextResponse, responses={200: TEXT, **PAST})
async def round_text(
    parts: Here,
    viewer: Anybody,
    round: RoundName,  # noqa: A002
) -> PlainTextResponse:
    """A past round for people to read."""
    return PlainTextResponse(await parts.records.round_text(round, viewer))


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
    text = await parts.records.round_file(round, viewer)
    return PlainTextResponse(text, media_type="application/toml")


@router.get(
    "/rounds/{round}/steps",
    response_model=Found,
    responses={**PAST, 304: {"description": "You have it: a finished round never changes."}},
)
async def round_steps(
    parts: Here,
    caller: Calling,
    viewer: Anybody,
    round: RoundName,  # noqa: A002
    request: Request,
) -> Response:
    """A past round step by step, marked as a replay: after each event, the table as it was.

    It costs as much as ten other requests, unless `If-None-Match` shows that you have it.
    """
    seen_as = (round, viewer.person, *sorted(viewer.roles))
    headers = tag_headers(*seen_as)
    if unchanged(request, *seen_as):
        return Response(status_code=304, headers=headers)
    counts_for_many(parts, caller)
    found = await parts.records.shown_round(round, viewer)

    def body() -> bytes:
        return encode_json({"ok": True, "found": steps_json(found, viewer)})

    in_thread = await asyncio.to_thread(body)  # so that the tables go on
    return Response(in_thread, headers=headers, media_type="application/json")


@router.get(
    "/rounds/{round}/what-if",
    responses=errors(Code.NO_SUCH_ROUND, Code.NOT_YOUR_ROUND, Code.NOT_ALLOWED, signed_in=True),
)
async def what_if(parts: Here, viewer: Looking, round: RoundName) -> WhatIf:  # noqa: A002
    """What each choice was worth in a past round of your own, exactly.

    From what you could know when you chose: the house's rules, the number of decks, and the cards
    on the table. `words` says so, or that there was no choice.
    """
    return WhatIf(**await parts.records.what_if(round, viewer))


@router.get(
    "/rounds/{round}/rack",
    responses=errors(Code.NO_SUCH_ROUND, Code.NOT_ALLOWED, signed_in=True),
)
async def rack_after(parts: Here, viewer: Looking, round: RoundName) -> Found:  # noqa: A002
    """The hands that the discard rack proved after a round, and whether the record agrees."""
    return Found(found=await parts.records.rack_after(round, viewer))


@router.get(
    "/tables/{table}/rack", responses=errors(Code.NO_SUCH_TABLE, Code.NOT_ALLOWED, signed_in=True)
)
async def rack_now(parts: Here, viewer: Looking, table: TableId) -> Found:
    """The hands of the shoe on a table, rebuilt from its discard rack; for staff."""
    return Found(found=await parts.records.rack_now(table, viewer))


@router.get(
    "/tables/{table}/record",
    response_class=StreamingResponse,
    responses={
        200: JSON_LINES, **errors(Code.NO_SUCH_TABLE, Code.NOT_ALLOWED, signed_in=True)
    },
)  # fmt: skip
async def whole_record(parts: Here, viewer: Looking, table: TableId) -> StreamingResponse:
    """A table's whole record for `casinowar record --verify`; for staff."""
    return record_file(await parts.records.record_file(table, viewer), f"{table}.jsonl")
