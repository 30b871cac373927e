"""Calls for the floor: made at a table, taken and settled at the floor's desk."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import BaseModel, Field

from casinowar.service.floor.calls import WORDS_MAX, CallKind, seat_of
from casinowar.service.http.openapi import errors
from casinowar.service.http.requests.dependencies import (
    Here,
    SignedIn,
    TableId,
    allow,
    tag_headers,
    unchanged,
)
from casinowar.service.http.requests.lookup_limit import look_up
from casinowar.service.http.routes.shapes import Done, RequestBody
from casinowar.service.http.wiring import Parts
from casinowar.service.refusals import ServiceCode as Code
from casinowar.service.refusals import ServiceRefused, refuse
from casinowar.service.roles import Action, may_do, own_table_refusal
from casinowar.store.interface import Document

router = APIRouter(prefix="/api", tags=["floor"])
CallId = Annotated[
    str,
    Path(
        pattern=r"^[A-Za-z0-9_-]{1,64}$",
        description="The id of a call.",
        examples=["r_7k3tq5x2mz6wjv4yh2ab"],
    ),
]
KINDS = Literal["cards", "payment", "chips", "dispute", "player", "other"]
RECENT_MS = 15 * 60 * 1000  # for how long a call that is done stays on the desk


class NewCall(RequestBody):
    """Why the floor is called."""

    kind: KINDS = Field(examples=["cards"], description="The subject of the call.")
    words: str = Field(
        default="", max_length=WORDS_MAX, examples=["second card face up"], description="In words."
    )


class CallOutcome(RequestBody):
    """The outcome of a call."""

    outcome: str = Field(
        default="",
        max_length=1000,
        examples=["round void, cards reshuffled"],
        description="The outcome; without it the answer is `role/reason_needed`.",
    )


class FloorCall(BaseModel):
    """A call for the floor."""

    id: str = Field(examples=["r_7k3tq5x2mz6wjv4yh2ab"])
    table: str = Field(examples=["wisconsin"])
    title: str = Field(examples=["Wisconsin"], description="The title of the table.")
    state: Literal["open", "taken", "done"] = Field(examples=["taken"])
    kind: KINDS = Field(examples=["cards"])
    words: str = Field(examples=["second card face up"])
    name: str = Field(examples=["Marta"], description="Who called.")
    seat: int | None = Field(
        examples=[None], description="The seat of the caller; null: the dealer called."
    )
    yours: bool = Field(examples=[False], description="Whether you called.")
    round: int = Field(examples=[17], description="The last round that was dealt before the call.")
    at_ms: int = Field(examples=[1_797_000_000_000])
    taken_name: str | None = Field(examples=["Flo"], description="Who has taken it.")
    taken_ms: int | None = Field(examples=[1_797_000_020_000])
    done_name: str | None = Field(examples=[None], description="Who settled it.")
    done_ms: int | None = Field(examples=[None])
    outcome: str | None = Field(examples=[None], description="The outcome.")


class CallList(Done):
    """Calls, the oldest first."""

    calls: list[FloorCall]


class OneCall(Done):
    """A call."""

    call: FloorCall


async def shown_calls(parts: Parts, calls: list[Document], mine: str) -> list[FloorCall]:
    """Calls as a person sees them."""
    titles = dict[str, str]()
    for table in {call.table for call in calls}:
        row = await parts.store.table(table)
        titles[table] = table if row is None else str(row.settings.get("title") or table)
    return [_shown(call, titles[call.table], mine) for call in calls]


def _shown(call: Document, title: str, mine: str) -> FloorCall:
    body = call.body
    return FloorCall(
        id=call.id,
        table=call.table,
        title=title,
        state=call.state,  # type: ignore[arg-type]
        kind=body["kind"],
        words=body["words"],
        name=body["name"],
        seat=body["seat"],
        yours=call.owner == mine,
        round=body["round"],
        at_ms=call.at_ms,
        taken_name=body.get("taken_name"),
        taken_ms=body.get("taken_ms"),
        done_name=body.get("done_name"),
        done_ms=body.get("done_ms"),
        outcome=body.get("outcome"),
    )


@router.post(
    "/tables/{table}/calls",
    status_code=201,
    dependencies=[Depends(look_up)],
    responses=errors(
        Code.NO_SUCH_TABLE, Code.NOT_ALLOWED, Code.BAD_CALL, Code.CALLED_ALREADY,
        signed_in=True, changes=True,
    ),
)  # fmt: skip
async def call_floor(parts: Here, visitor: SignedIn, table: TableId, wanted: NewCall) -> OneCall:
    """Call the floor to a table, as a dealer or as a player seated there."""
    allow(visitor.person, Action.CALL_FLOOR)
    host = await parts.casino.host(table)
    kind, calls = CallKind(wanted.kind), parts.casino.calls
    # one after the other at a table: each sees how many calls are waiting
    call = await host.run(lambda: calls.make(host.table, visitor.person, kind, wanted.words))
    [shown] = await shown_calls(parts, [call], visitor.person.id)
    return OneCall(call=shown)


@router.get(
    "/tables/{table}/calls",
    dependencies=[Depends(look_up)],
    responses=errors(Code.NO_SUCH_TABLE, Code.NOT_ALLOWED, signed_in=True),
)
async def calls_at_table(parts: Here, visitor: SignedIn, table: TableId) -> CallList:
    """The open calls at a table: all of them for staff, otherwise your own."""
    allow(visitor.person, Action.WATCH_TABLE)
    await parts.casino.host(table)
    mine, roles = visitor.person.id, visitor.person.roles
    waiting = await parts.casino.calls.waiting(table)
    if not (may_do(roles, Action.SEE_CALLS) or "dealer" in roles):
        waiting = [call for call in waiting if call.owner == mine]
    return CallList(calls=await shown_calls(parts, waiting, mine))


@router.get("/calls", responses=errors(Code.NOT_ALLOWED, signed_in=True))
async def calls(request: Request, response: Response, parts: Here, visitor: SignedIn) -> CallList:
    """All open calls, and the calls settled in the last 15 minutes.

    The answer has an ETag: a request with `If-None-Match` gets 304 while nothing has changed.
    """
    allow(visitor.person, Action.SEE_CALLS)
    found = await desk_calls(parts)
    what = ("calls", visitor.person.id, *(f"{call.id} {call.version}" for call in found))
    if unchanged(request, *what):
        return Response(status_code=304, headers=tag_headers(*what))  # type: ignore[return-value]
    response.headers.update(tag_headers(*what))
    return CallList(calls=await shown_calls(parts, found, visitor.person.id))


async def desk_calls(parts: Parts) -> list[Document]:
    """The calls on the floor's desk: those that wait, the oldest first, then those just done."""
    waiting = await parts.casino.calls.waiting()
    since_ms = parts.clock.now_ms() - RECENT_MS
    return [*waiting, *await parts.casino.calls.done_lately(since_ms)]


@router.post(
    "/calls/{call}/take",
    responses=errors(
        Code.NO_SUCH_CALL, Code.NOT_ALLOWED, Code.CALL_TAKEN, signed_in=True, changes=True
    ),
)
async def take_call(parts: Here, visitor: SignedIn, call: CallId) -> OneCall:
    """Take a call. The caller and everybody at the desk see that you are coming."""
    allow(visitor.person, Action.ANSWER_CALLS)
    await _not_their_own(parts, visitor.person.id, call)
    taken = await parts.casino.calls.take(call, visitor.person)
    [shown] = await shown_calls(parts, [taken], visitor.person.id)
    return OneCall(call=shown)


@router.post(
    "/calls/{call}/done",
    responses=errors(
        Code.NO_SUCH_CALL, Code.NOT_ALLOWED, Code.CALL_TAKEN, Code.REASON_NEEDED,
        signed_in=True, changes=True,
    ),
)  # fmt: skip
async def settle_call(parts: Here, visitor: SignedIn, call: CallId, wanted: CallOutcome) -> OneCall:
    """Settle a call with its outcome. It leaves the queue and stays in the floor's log."""
    allow(visitor.person, Action.ANSWER_CALLS)
    await _not_their_own(parts, visitor.person.id, call)
    done = await parts.casino.calls.settle(call, visitor.person, wanted.outcome)
    [shown] = await shown_calls(parts, [done], visitor.person.id)
    return OneCall(call=shown)


async def _not_their_own(parts: Parts, person: str, name: str) -> None:
    """Refuse a floorperson who made the call, or who sits at its table."""
    call = await parts.casino.calls.find(name)
    if call.owner == person:
        words = "You made this call. Another member of the floor must answer it."
        refuse(Code.NOT_ALLOWED, words)
    host = await parts.casino.look_at(call.table)
    if seat_of(host.table.state, person) is not None:
        raise ServiceRefused(own_table_refusal())
