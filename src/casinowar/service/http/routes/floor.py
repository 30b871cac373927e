"""The floor's desk: all tables at a glance, acts with a preview, the log and the shift's report."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse
from msgspec.structs import replace
from pydantic import Field

from casinowar.service.conversation.connection import refusal_to_give
from casinowar.service.conversation.messages import (
    CommandMessage,
    Notice,
    Unreadable,
    notice_frame,
    read_frame,
)
from casinowar.service.conversation.signed_in import Visitor
from casinowar.service.csv_text import Cell, csv_lines, iso, money, plain
from casinowar.service.floor.calls import seat_of
from casinowar.service.floor.desk import floor_actor
from casinowar.service.floor.preview import (
    CHANGED,
    COUNT_MAX,
    chips_digest,
    count_refusal,
    free_seat_words,
    preview_of,
    told_words,
    with_count,
)
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
from casinowar.service.http.wiring import Parts
from casinowar.service.refusals import ServiceCode as Code
from casinowar.service.refusals import ServiceRefusal, ServiceRefused, refuse
from casinowar.service.roles import Action, own_table_refusal
from casinowar.service.tables.actor import TableActor
from casinowar.service.tables.settings import StoodUp
from casinowar.service.tables.writer import PlannedWrite
from casinowar.store.interface import Write
from casinowar.table import commands as c
from casinowar.table.automation import Carried
from casinowar.table.state import Table

router = APIRouter(prefix="/api", tags=["floor"])
at_table = [Depends(look_up)]
LOG_MAX = 200


class FloorCommand(Reasoned):
    """What the floor would do at a table, and why."""

    command: dict[str, Any] = Field(
        examples=[{"command": "fill_tray", "amount_cents": 100_000}],
        description="A command of the floor, as a table's socket takes it.",
    )
    count: dict[Annotated[str, Field(pattern=r"^[1-9][0-9]{0,8}$")], int] | None = Field(
        default=None,
        examples=[{"10000": 10}],
        description="How many chips of each denomination, in cents: of an opening, a closing or a"
        " slip. What the ledger says and what was counted at a closing are both kept.",
    )


class FloorActing(FloorCommand):
    """What the floor does at a table."""

    id: str = Field(
        min_length=1,
        max_length=64,
        examples=["flo-17"],
        description="Your own name for it; the same id is never done twice.",
    )
    chips: str | None = Field(
        default=None,
        max_length=64,
        examples=["9f3c41aa77d031fe"],
        description="`chips` of the preview: refused if other chips would move now.",
    )


class StandUpPreview(RequestBody):
    """Who would be stood up."""

    seat: int = Field(ge=1, le=100, examples=[3])


# --- all tables -----------------------------------------------------------------------------------


@router.get("/floor", responses=answers(FloorDesk, Code.NOT_ALLOWED, signed_in=True))
async def floor_desk(request: Request, parts: Here, visitor: SignedIn) -> Response:
    """All public tables and those with a call: state, dealer, tray and win; and the calls.

    The answer has an ETag: whoever asks again with `If-None-Match` gets 304 while nothing changed.
    """
    allow(visitor.person, Action.SEE_FLOOR)
    calls = await desk_calls(parts)
    rows = await parts.desks.rows(calls)
    versions = await parts.desks.versions(rows)
    what = ("floor", *versions, *(f"{call.id} {call.version}" for call in calls))
    if unchanged(request, *what):
        return Response(status_code=304, headers=tag_headers(*what))
    return written(await parts.desks.desk(rows, calls), tag_headers(*what))


@router.get("/floor/log", responses=answers(FloorLog, Code.NOT_ALLOWED, signed_in=True))
async def floor_log(
    parts: Here,
    visitor: SignedIn,
    table: Annotated[str | None, Query(pattern=r"^[A-Za-z0-9_-]{1,64}$")] = None,
    before: Annotated[int | None, Query(ge=1, le=2**63 - 1)] = None,
    limit: Annotated[int, Query(ge=1, le=LOG_MAX)] = 50,
) -> Response:
    """What the floor and staff did, with their reasons, newest first."""
    allow(visitor.person, Action.SEE_FLOOR)
    return written(await parts.desks.log(table, before, limit))


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
    """Handle, win and hold of every public table; without a beginning, of its gaming day."""
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
    "interval_95", "verdict", "fills", "credits", "count", "money",
)  # fmt: skip


async def _report_lines(report: ShiftReport) -> AsyncIterator[str]:
    times = (iso(report.since_ms), iso(report.until_ms))
    yield csv_lines([COLUMNS])
    for line in report.tables:
        slips = (money(line.fills_cents), money(line.credits_cents), plain(line.counted))
        yield csv_lines(
            [(line.id, plain(line.title), *times, *_taken(line.takings), *slips, "play chips")]
        )
    yield csv_lines([("", "all tables", *times, *_taken(report.total), "", "", "", "play chips")])


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
    """One table, with what the floor can do there now, and otherwise why not."""
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
    """Everything that an act would do now: every chip that would move, and what players read.

    Nothing is done. What the table itself refuses is answered as it would answer the command.
    """
    give = _read(wanted, "preview")
    host = await parts.casino.host(table)
    _may(visitor, give, host)
    planned = await host.run(lambda: host.preview(give, floor_actor(visitor.person)))
    before, events, write = host.table.state, *_decided(planned)
    command = _command(give)
    return written(preview_of(before, events, write, told_words(command, wanted.reason)))


@router.post(
    "/tables/{table}/floor",
    dependencies=at_table,
    responses={
        **answers(FloorDone),
        **errors(*ACTING, Code.PREVIEW_CHANGED, Code.ID_USED, signed_in=True, changes=True),
    },
)
async def act(parts: Here, visitor: SignedIn, table: TableId, wanted: FloorActing) -> Response:
    """Do what was previewed: with a reason, recorded, and told to the players in one sentence."""
    give = _read(wanted, wanted.id)
    host = await parts.casino.host(table)
    _may(visitor, give, host)
    count = _count(wanted)
    refusal = count_refusal(_command(give), count)

    async def check(state: Table, write: Write) -> Write | ServiceRefusal:
        if wanted.chips is not None and chips_digest(write) != wanted.chips:
            return ServiceRefusal(code=Code.PREVIEW_CHANGED, sentence=CHANGED)
        return with_count(write, count, state)

    told = told_words(_command(give), wanted.reason)

    async def carry_out() -> dict[str, Any]:
        before, frame = host.table.version, notice_frame(Notice.FLOOR, told)
        answer = json.loads(await host.give(give, floor_actor(visitor.person), refusal, check))
        if answer["ok"] and host.table.version > before:
            host.audience.send(frame)
        return dict(answer)

    answer = await host.run(carry_out)
    if not answer["ok"]:
        own = {code.value: code for code in Code}
        code = own.get(answer["code"], Code.TABLE_REFUSED)
        refuse(code, answer["message"], answer.get("until_ms"))
    return written(FloorDone(first=answer["first"], version=answer["version"], told=told))


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
    """What happens to the chips of a player who is stood up, now or when the hand is over."""
    allow(visitor.person, Action.STAND_UP)
    host = await parts.casino.host(table)
    state = host.table.state
    holder = state.seats.get(wanted.seat)
    if seat_of(state, visitor.person.id) is not None:
        raise ServiceRefused(own_table_refusal())
    if holder is None:
        refuse(Code.EMPTY_SEAT, f"Nobody sits in seat {wanted.seat}.")
    later = wanted.seat in state.hands
    told = free_seat_words(wanted.seat)
    stood = StoodUp(until_ms=0, actor=visitor.person.id, reason=reason or "…")
    words = f"{stood.by_whom} Your chips are in your account."
    if later:
        empty = preview_of(
            state, (), Write(table=table, expected=host.table.version, at_ms=0), told
        )
        return written(_with(empty, words, later=True))
    leave = c.LeaveSeat(seat=wanted.seat)
    planned = await host.run(lambda: host.preview_of_itself(leave))
    events, write = _decided(planned)
    return written(_with(preview_of(state, events, write, told), words, later=False))


# --- what these routes share ----------------------------------------------------------------------


def _with(preview: FloorPreview, to_one: str, *, later: bool) -> FloorPreview:
    return replace(preview, told_to_one=to_one, later=later)


def _read(wanted: FloorCommand, identity: str) -> CommandMessage:
    """The command, read as one from a socket is."""
    message = {
        "type": "command", "id": identity, "command": wanted.command, "reason": wanted.reason,
    }  # fmt: skip
    give = read_frame(json.dumps(message))
    if isinstance(give, Unreadable):
        refuse(Code.BAD_REQUEST, give.refusal.sentence)
    assert isinstance(give, CommandMessage)
    return give


def _command(give: CommandMessage) -> c.Command:
    if not isinstance(give.command, c.Command):
        refuse(Code.NOT_ALLOWED, "That is for players to do.")
    return give.command


def _may(visitor: Visitor, give: CommandMessage, host: TableActor) -> None:
    """Refuse what the person's roles, their seat here or a missing reason forbid."""
    command = _command(give)
    if command.ROLE is not c.Role.FLOOR:
        refuse(Code.NOT_ALLOWED, f"{command.NAME} is no act of the floor.")
    seated = seat_of(host.table.state, visitor.person.id) is not None
    refusal = refusal_to_give(visitor.person.roles, give, command, seated=seated)
    if refusal is not None:
        raise ServiceRefused(refusal)


def _count(wanted: FloorCommand) -> dict[int, int] | None:
    if wanted.count is None:
        return None
    if any(not 0 <= number <= COUNT_MAX for number in wanted.count.values()):
        refuse(Code.BAD_COUNT, f"A count is 0 to {COUNT_MAX} chips of each denomination.")
    return {int(cents): number for cents, number in wanted.count.items()}


def _decided(planned: PlannedWrite) -> tuple[Any, Write]:
    """The events of an act itself, and the write of all that the table would carry out."""
    refusal = planned.decided
    if isinstance(refusal, ServiceRefusal):
        raise ServiceRefused(refusal)
    if not isinstance(refusal, Carried):
        refuse(Code.TABLE_REFUSED, refusal.sentence)
    assert isinstance(planned.decided, Carried)
    assert planned.write is not None
    return planned.decided.done[0].events, planned.write
