"""The lobby: all tables, and new ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel, Field

from casinowar.money import AMOUNT_MAX_CENTS
from casinowar.service.http.openapi import errors, said_at_table
from casinowar.service.http.requests.dependencies import (
    Calling,
    Here,
    IdempotencyKey,
    MaybeSignedIn,
    SignedIn,
    TableId,
    allow,
)
from casinowar.service.http.requests.lookup_limit import look_up
from casinowar.service.http.routes.shapes import Done, RequestBody, Table
from casinowar.service.http.wiring import Parts
from casinowar.service.lobby import OWNER_IS_SERVICE
from casinowar.service.refusals import ServiceCode as Code
from casinowar.service.refusals import ServiceRefusal, ServiceRefused
from casinowar.service.roles import Action, Role, may_do, not_allowed_to_ask
from casinowar.service.tables.actor import TableActor
from casinowar.service.tables.dealers import other_dealer
from casinowar.service.tables.due_ahead import due_ahead
from casinowar.service.tables.open_table import takes_players
from casinowar.service.tables.settings import TableSettings
from casinowar.store.interface import TableQuery, TableRow
from casinowar.wire import Question, to_json

router = APIRouter(prefix="/api/tables", tags=["tables"], dependencies=[Depends(look_up)])
SHOWN_MAX = 200
CENTS = Field(default=None, ge=1, le=AMOUNT_MAX_CENTS, examples=[1000])


class Tables(Done):
    """Some of the tables, the oldest first."""

    tables: list[Table]
    more: bool = Field(examples=[False], description="Whether there are more after these.")


class NewTable(RequestBody):
    """The settings of a new table; omitted fields follow the house."""

    house: str = Field(max_length=64, examples=["wisconsin"])
    title: str = Field(default="", max_length=200, examples=["Friday night"])
    public: bool = Field(
        default=True, description="true: listed in the lobby. false: reached only by its link."
    )
    runs_itself: bool = Field(
        default=True,
        description="true: the table deals by itself. false: dealers and the floor do.",
    )
    decks: int | None = Field(default=None, ge=1, le=100, examples=[6])
    shuffling: Literal["hand", "batches", "continuous"] | None = Field(
        default=None,
        examples=["hand"],
        description="By hand or with a device, as the house allows.",
    )
    sealed: bool | None = Field(
        default=None,
        description="Shoes that anybody can check; the default for a table that deals by itself.",
    )
    physical: bool = Field(
        default=False,
        description="Real cards: the dealer enters each face and what players do."
        " Only where people deal.",
    )
    coupons: bool = Field(
        default=False,
        description="The table takes match play coupons. Only where people deal, and only by a"
        " floorperson.",
    )
    speed: Literal["relaxed", "normal", "fast", "slow", "none"] = Field(
        default="normal",
        description="slow: four times the normal time. none: no clock for connected players;"
        " absent players have the normal one.",
    )
    min_cents: int | None = CENTS
    max_cents: int | None = CENTS


class ChipMove(BaseModel):
    """Chips, or a coupon, that a settlement moves."""

    seat: int = Field(examples=[2])
    what: Literal["take", "pay", "return"] = Field(examples=["pay"])
    wager: Literal["initial", "tie", "side", "war", "war_tie", "coupon"] = Field(examples=["tie"])
    side: str | None = Field(examples=[None], description="The name of a side bet.")
    stake_cents: int = Field(
        examples=[500],
        description="The chips of the wager. A payment also counts a coupon next to them.",
    )
    amount_cents: int = Field(examples=[5000])
    odds: str | None = Field(examples=["10:1"], description="The odds of the payment.")
    cites: str = Field(examples=["WI i1ii"])


class NextStep(BaseModel):
    """A step after the due one."""

    command: str = Field(examples=["deal_card"])
    seat: int | None = Field(examples=[5], description="The seat; 0: the dealer; null: none.")
    words: str = Field(examples=["deal the next card to seat 5"])


class DueMoves(Done):
    """What the due step would do, and the steps known to follow."""

    version: int = Field(examples=[212], description="The number of the table's events.")
    moves: list[ChipMove] = Field(description="The chips that a settlement moves; otherwise empty.")
    asks: int | None = Field(
        examples=[None], description="The seat that has to choose war or surrender; null: none."
    )
    asks_surrender: bool = Field(examples=[True], description="Whether that seat may surrender.")
    asks_cites: str = Field(examples=[""], description="The clause of the choice.")
    then: list[NextStep]
    refusal: str = Field(
        examples=[""],
        description="Why your steps are refused: another dealer deals here. Empty: they are not.",
    )
    steps_in: bool = Field(
        examples=[False],
        description="Whether you may step in with a reason, as a member of the floor.",
    )


class OneTable(Done):
    """A table and what everybody sees of it."""

    table: Table
    owner: str = Field(
        examples=["Ann"], description="The name of the owner of a table by link; otherwise empty."
    )
    version: int = Field(examples=[212], description="The number of its events.")
    limits: dict[str, Any] = said_at_table("LimitsView")
    view: dict[str, Any] = said_at_table("View")


@router.get("", responses=errors())
async def list_tables(
    parts: Here,
    visitor: MaybeSignedIn,
    after: Annotated[
        str, Query(pattern=r"^[A-Za-z0-9_-]{0,64}$", description="The last one shown.")
    ] = "",
    limit: Annotated[int, Query(ge=1, le=SHOWN_MAX)] = 50,
) -> Tables:
    """The public tables and your own; all tables for the floor and surveillance."""
    sees_all = visitor is not None and may_do(visitor.person.roles, Action.WATCH_ANY_TABLE)
    mine = "" if visitor is None else visitor.person.id
    query = TableQuery(private_of=None if sees_all else mine, after=after, limit=limit + 1)
    rows = await parts.store.find_tables(query)
    shown = await table_lines(parts, rows[:limit], mine)
    return Tables(tables=shown, more=len(rows) > limit)


@router.post(
    "",
    status_code=201,
    responses=errors(
        Code.TABLE_SETTINGS, Code.TABLE_ID_TAKEN, Code.TABLES_USED_UP, Code.NOT_ALLOWED,
        Code.KEY_USED, signed_in=True, changes=True,
    ),
)  # fmt: skip
async def make_table(
    parts: Here,
    caller: Calling,
    visitor: SignedIn,
    wanted: NewTable,
    key: IdempotencyKey = None,
) -> OneTable:
    """Make a table. A private table can be found only by its id, which nobody can guess."""
    allow(visitor.person, Action.MAKE_TABLE)
    if wanted.coupons and Role.FLOORPERSON not in visitor.person.roles:
        words = "Only a floorperson makes a table that takes coupons."
        raise ServiceRefused(ServiceRefusal(code=Code.NOT_ALLOWED, sentence=words))
    parts.limits.tables.count(caller.address, "new tables from your address")
    fields = wanted.model_dump()
    if wanted.sealed is None:
        fields["sealed"] = wanted.runs_itself
    settings = TableSettings(**fields)
    made = await parts.casino.lobby.make(visitor.person.id, settings, key)
    if isinstance(made, ServiceRefusal):
        raise ServiceRefused(made)
    return await shown_table(parts, made, visitor.person.id)


@router.get(
    "/{table}",
    responses=errors(Code.NO_SUCH_TABLE, Code.NOT_ALLOWED, signed_in=True),
)
async def show_table(parts: Here, visitor: SignedIn, table: TableId) -> OneTable:
    """One table and its view; a private table for anybody who knows its id."""
    allow(visitor.person, Action.WATCH_TABLE)
    await parts.casino.host(table)
    row = await parts.store.table(table)
    assert row is not None, "a table is never removed"
    return await shown_table(parts, row, visitor.person.id)


@router.get(
    "/{table}/due",
    responses=errors(Code.NO_SUCH_TABLE, Code.NOT_ALLOWED, signed_in=True),
)
async def show_due(parts: Here, visitor: SignedIn, table: TableId) -> DueMoves:
    """The chips that the due settlement would move, before the dealer confirms it."""
    refusal = not_allowed_to_ask(visitor.person.roles, Question.DUE)
    if refusal is not None:
        raise ServiceRefused(refusal)
    host = await parts.casino.host(table)
    ahead = due_ahead(host.table.state, host.table.shoe)
    me, state = visitor.person, host.table.state
    other = await other_dealer(parts.store, host.table.deals, me.id, me.name, state)
    return DueMoves(
        version=host.table.version,
        moves=[ChipMove(**asdict(move)) for move in ahead.moves],
        asks=ahead.asks,
        asks_surrender=ahead.asks_surrender,
        asks_cites=ahead.asks_cites,
        then=[NextStep(**asdict(step)) for step in ahead.then],
        refusal="" if other is None else other.sentence,
        steps_in=other is not None and {Role.DEALER, Role.FLOORPERSON} <= me.roles,
    )


async def shown_table(parts: Parts, row: TableRow, mine: str) -> OneTable:
    """A table as one person sees it."""
    host = await parts.casino.look_at(row.table)
    maker = None if host.table.settings.public else await parts.store.person(row.owner)
    return OneTable(
        table=_line(row, mine, host, takes_players=host.table.takes_players),
        owner="" if maker is None else maker.name,
        version=host.table.version,
        limits=to_json(host.table.described(len(host.audience)).limits),
        view=to_json(host.table.view()),
    )


async def table_lines(parts: Parts, rows: Sequence[TableRow], mine: str) -> list[Table]:
    """Tables as the lobby shows them; of one that is not in memory, the last event is read."""
    hosts, given = parts.casino.hosts, parts.casino.parts.stacked
    last = await parts.store.last_events([row.table for row in rows if row.table not in hosts])
    lines = list[Table]()
    for row in rows:
        host = hosts.get(row.table)
        if host is None:
            settings = TableSettings.from_json(row.settings)
            takes = takes_players(settings, given, last.get(row.table))
            lines.append(_line(row, mine, None, takes_players=takes))
        else:
            lines.append(_line(row, mine, host, takes_players=host.table.takes_players))
    return lines


def _line(row: TableRow, mine: str, host: TableActor | None, *, takes_players: bool) -> Table:
    settings = TableSettings.from_json(row.settings)
    now = None if host is None else host.table.described(len(host.audience))
    return Table(
        id=row.table,
        title=settings.title,
        house=settings.house,
        public=settings.public,
        stacked=bool(settings.stacked),
        yours=bool(mine) and row.owner == mine,
        standing=row.owner == OWNER_IS_SERVICE,
        rules=row.rules,
        settings=settings.to_json(),
        open=takes_players,
        dealer_here=None if host is None else host.audience.dealer_here,
        phase=None if now is None else now.phase,
        round=None if now is None else now.round,
        rounds=row.rounds_name,
        seats=None if now is None else now.seats,
        players={} if now is None else now.players,
        watching=0 if now is None else now.watching,
    )
