"""The floor's desk: an overview of all tables, actions with a preview, the log, the report."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import Field

from casinowar.service.conversation.signed_in import Visitor
from casinowar.service.csv_text import Cell, csv_lines, iso, money, plain
from casinowar.service.floor import acts
from casinowar.service.floor.shapes import (
    FloorDesk,
    FloorDone,
    FloorLog,
    FloorPane,
    FloorPreview,
    FloorTakings,
    ShiftReport,
)
from casinowar.service.history.ids import check_range
from casinowar.service.http.files import csv_file
from casinowar.service.http.openapi import CSV, answers, errors, written
from casinowar.service.http.requests.dependencies import (
    Here,
    SignedIn,
    TableId,
    allow,
    tag_headers,
    unchanged,
)
from casinowar.service.http.requests.lookup_limit import look_up
from casinowar.service.http.routes.calls import desk_calls
from casinowar.service.http.routes.history import Time
from casinowar.service.http.routes.shapes import Reasoned, RequestBody
from casinowar.service.http.routes.slips import Chips, slip_for
from casinowar.service.http.wiring import Parts
from casinowar.service.refusals import ServiceCode as Code
from casinowar.service.roles import Action

router = APIRouter(prefix="/api", tags=["floor"])
at_table = [Depends(look_up)]
LOG_MAX = 200
LogTable = Annotated[str | None, Query(pattern=r"^[A-Za-z0-9_-]{1,64}$")]


class FloorCommand(Reasoned):
    """An action of the floor at a table, and its reason."""

    command: dict[str, Any] = Field(
        examples=[{"command": "fill_tray", "amount_cents": 100_000}],
        description="A command of the floor, as for a table's socket.",
    )
    count: Chips | None = Field(
        default=None,
        examples=[{"10000": 10}],
        description="How many chips of each denomination, in cents, at an opening, a closing or a"
        " slip. At a closing, the count and the ledger's amount are both kept.",
    )


class FloorActing(FloorCommand):
    """An action to carry out at a table."""

    id: str = Field(
        min_length=1,
        max_length=64,
        examples=["flo-17"],
        description="Your own id for the action; the same id is never carried out twice.",
    )
    chips: str | None = Field(
        default=None,
        max_length=64,
        examples=["9f3c41aa77d031fe"],
        description="`chips` of the preview: refused if other chips would move now.",
    )


class StandUpPreview(RequestBody):
    """The seat to be cleared."""

    seat: int = Field(ge=1, le=100, examples=[3])


# --- all tables -----------------------------------------------------------------------------------


@router.get("/floor", responses=answers(FloorDesk, Code.NOT_ALLOWED, signed_in=True))
async def floor_desk(request: Request, parts: Here, visitor: SignedIn) -> Response:
    """All public tables and tables with a call, with state, dealer, tray and win, and all calls.

    The answer has an ETag: a request with `If-None-Match` gets 304 while nothing has changed.
    """
    allow(visitor.person, Action.SEE_FLOOR)
    calls = await desk_calls(parts)
    rows = await parts.desks.rows(calls)
    versions = await parts.desks.versions(rows)
    slips = await parts.slips.on_desk()
    written_down = [f"{one.id} {one.version}" for one in (*calls, *slips)]
    what = ("floor", visitor.person.id, *versions, *written_down)
    if unchanged(request, *what):
        return Response(status_code=304, headers=tag_headers(*what))
    shown = [await slip_for(parts, slip, visitor.person) for slip in slips]
    return written(await parts.desks.desk(rows, calls, shown), tag_headers(*what))


@router.get("/floor/log", responses=answers(FloorLog, Code.NOT_ALLOWED, signed_in=True))
async def floor_log(
    parts: Here,
    visitor: SignedIn,
    table: LogTable = None,
    before: Annotated[int | None, Query(ge=1, le=2**63 - 1)] = None,
    limit: Annotated[int, Query(ge=1, le=LOG_MAX)] = 50,
) -> Response:
    """What the floor and staff did, with their reasons, newest first."""
    allow(visitor.person, Action.SEE_FLOOR)
    return written(await parts.desks.log(table, before, limit))


@router.get(
    "/floor/log.csv",
    response_class=StreamingResponse,
    responses={200: CSV, **errors(Code.NOT_ALLOWED, signed_in=True)},
)
async def floor_log_csv(
    parts: Here, visitor: SignedIn, table: LogTable = None
) -> StreamingResponse:
    """The whole log of the floor as a CSV file, newest first."""
    allow(visitor.person, Action.SEE_FLOOR)
    return csv_file(_log_lines(parts, table), "casinowar-floor-log.csv")


async def _log_lines(parts: Parts, table: str | None) -> AsyncIterator[str]:
    yield csv_lines([("at", "table", "kind", "by", "person", "what")])
    before: int | None = None
    while True:
        page = await parts.desks.log(table, before, LOG_MAX)
        yield csv_lines(
            [
                (
                    *(note.at, note.table or "", note.kind),
                    *(plain(note.actor_name or ""), plain(note.name or ""), plain(note.words)),
                )
                for note in page.notes
            ]
        )
        if page.next is None:
            return
        before = page.next


async def _report(
    parts: Parts, visitor: Visitor, since_ms: int | None, until_ms: int | None
) -> ShiftReport:
    allow(visitor.person, Action.SEE_FLOOR)
    until = parts.clock.now_ms() + 1 if until_ms is None else until_ms
    check_range(since_ms, until)
    return await parts.desks.report(since_ms, until)


REPORT = (Code.NOT_ALLOWED, Code.BAD_SEARCH)


@router.get("/floor/report", responses=answers(ShiftReport, *REPORT, signed_in=True))
async def shift_report(
    parts: Here, visitor: SignedIn, since_ms: Time = None, until_ms: Time = None
) -> Response:
    """Handle, win and hold of every public table; by default for its gaming day."""
    return written(await _report(parts, visitor, since_ms, until_ms))


@router.get(
    "/floor/report.csv",
    response_class=StreamingResponse,
    responses={200: CSV, **errors(*REPORT, signed_in=True)},
)
async def shift_report_csv(
    parts: Here, visitor: SignedIn, since_ms: Time = None, until_ms: Time = None
) -> StreamingResponse:
    """The shift's report as a CSV file."""
    report = await _report(parts, visitor, since_ms, until_ms)
    return csv_file(_report_lines(report), "casinowar-shift.csv")


COLUMNS = (
    "table", "title", "since", "until", "rounds", "handle", "win", "hold_percent", "theory",
    "interval_95", "verdict", "fills", "credits", "count", "money", "left_out",
)  # fmt: skip
END = ("play chips", "void hands and hands with a coupon")  # the last columns of each line


async def _report_lines(report: ShiftReport) -> AsyncIterator[str]:
    times = (iso(report.since_ms), iso(report.until_ms))
    yield csv_lines([COLUMNS])
    for line in report.tables:
        slips = (money(line.fills_cents), money(line.credits_cents), plain(line.counted))
        yield csv_lines([(line.id, plain(line.title), *times, *_taken(line.takings), *slips, *END)])
    yield csv_lines([("", "all tables", *times, *_taken(report.total), "", "", "", *END)])


def _taken(sums: FloorTakings) -> tuple[Cell, ...]:
    hold = "" if not sums.handle_cents else f"{sums.win_cents / sums.handle_cents * 100:.2f}"
    verdict = {None: "too few rounds", True: "inside", False: "outside"}[sums.inside]
    half = "" if sums.half_cents is None else money(sums.half_cents)
    return (
        *(sums.rounds, money(sums.handle_cents), money(sums.win_cents), hold),
        *(money(sums.theory_cents), half, verdict),
    )


# --- one table ------------------------------------------------------------------------------------


@router.get(
    "/tables/{table}/floor",
    dependencies=at_table,
    responses=answers(FloorPane, Code.NO_SUCH_TABLE, Code.NOT_ALLOWED, signed_in=True),
)
async def floor_table(parts: Here, visitor: SignedIn, table: TableId) -> Response:
    """One table with the floor's actions: whether each is possible now, and if not, why."""
    allow(visitor.person, Action.SEE_FLOOR)
    host = await parts.casino.host(table)
    row = await parts.store.table(table)
    assert row is not None, "a table is never removed"
    return written(await parts.desks.pane(row, host, visitor.person))


ACTING = (
    Code.NO_SUCH_TABLE, Code.NOT_ALLOWED, Code.REASON_NEEDED, Code.BAD_COUNT, Code.TABLE_REFUSED,
    Code.TABLE_STOPPED, Code.TABLE_SETTINGS, Code.FAR_DAY, Code.TABLE_CLOSED,
)  # fmt: skip


@router.post(
    "/tables/{table}/floor/preview",
    dependencies=at_table,
    responses={
        **answers(FloorPreview),
        **errors(*ACTING, signed_in=True, changes=True),
    },
)
async def preview_act(
    parts: Here, visitor: SignedIn, table: TableId, wanted: FloorCommand
) -> Response:
    """Preview an action: every chip that would move, and what players would read.

    Nothing changes. If the table would refuse the command, the answer is that refusal.
    """
    host = await parts.casino.host(table)
    return written(await acts.preview_act(host, visitor.person, wanted.command, wanted.reason))


@router.post(
    "/tables/{table}/floor",
    dependencies=at_table,
    responses={
        **answers(FloorDone),
        **errors(*ACTING, Code.PREVIEW_CHANGED, Code.ID_USED, signed_in=True, changes=True),
    },
)
async def act(parts: Here, visitor: SignedIn, table: TableId, wanted: FloorActing) -> Response:
    """Carry out a previewed action, with a reason. It is recorded, and the players are told."""
    host = await parts.casino.host(table)
    done = await acts.carry_out(
        host,
        visitor.person,
        wanted.command,
        wanted.reason,
        identity=wanted.id,
        chips=wanted.chips,
        count=wanted.count,
    )
    return written(done)


@router.post(
    "/tables/{table}/floor/preview-close",
    dependencies=at_table,
    responses={
        **answers(FloorPreview),
        **errors(
            *(Code.NO_SUCH_TABLE, Code.NOT_ALLOWED, Code.TABLE_CLOSED, Code.TABLE_REFUSED),
            signed_in=True,
            changes=True,
        ),
    },
)
async def preview_close(
    parts: Here,
    visitor: SignedIn,
    table: TableId,
    reason: Annotated[str, Query(max_length=1000)] = "",
) -> Response:
    """Preview closing a table for good: what happens to all chips, now or after the hands."""
    allow(visitor.person, Action.CLOSE_FOR_GOOD)
    host = await parts.casino.host(table)
    return written(await acts.preview_close(host, visitor.person, reason))


@router.post(
    "/tables/{table}/floor/preview-stand-up",
    dependencies=at_table,
    responses={
        **answers(FloorPreview),
        **errors(
            *(Code.NO_SUCH_TABLE, Code.NOT_ALLOWED, Code.EMPTY_SEAT, Code.TABLE_REFUSED),
            signed_in=True,
            changes=True,
        ),
    },
)
async def preview_stand_up(
    parts: Here,
    visitor: SignedIn,
    table: TableId,
    wanted: StandUpPreview,
    reason: Annotated[str, Query(max_length=1000)] = "",
) -> Response:
    """Preview removing a player: what happens to their chips, now or after the hand."""
    allow(visitor.person, Action.STAND_UP)
    host = await parts.casino.host(table)
    return written(await acts.preview_stand_up(host, visitor.person, wanted.seat, reason))
