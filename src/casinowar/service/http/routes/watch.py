"""What surveillance sees: live events, all tables, and shoes counted by rank."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Response
from pydantic import Field

from casinowar.cards import Rank
from casinowar.service.http.openapi import answers, written
from casinowar.service.http.requests.dependencies import Here, SignedIn, TableId
from casinowar.service.http.requests.lookup_limit import look_up
from casinowar.service.http.routes.history import Looking, Time
from casinowar.service.http.routes.shapes import RequestBody
from casinowar.service.refusals import ServiceCode as Code
from casinowar.service.watch import live
from casinowar.service.watch.shapes import LiveEvents, Shoes, WatchedTables

router = APIRouter(prefix="/api", tags=["record"])
CARDS_MAX = 1000
ShoeNumber = Annotated[
    int, Path(ge=1, le=10**17, description="The number of a shoe.", examples=[1])
]
Number = Annotated[int, Field(ge=0, le=CARDS_MAX)]


class Counted(RequestBody):
    """A count by hand of all cards after a shoe, by rank."""

    ranks: dict[
        Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"], Number
    ] = Field(examples=[{rank.letter: 24 for rank in Rank}], description="Omitted ranks are 0.")
    words: str = Field(max_length=1000, examples=["counted twice, with Flo"])


@router.get(
    "/watch/events",
    responses=answers(LiveEvents, Code.BAD_SEARCH, Code.NOT_ALLOWED, signed_in=True),
)
async def live_events(
    parts: Here,
    viewer: Looking,
    weight: live.Weight = "wars",
    table: Annotated[str | None, Query(pattern=r"^[A-Za-z0-9_-]{1,64}$")] = None,
    group: live.Group | None = None,
    person: Annotated[
        str | None, Query(min_length=1, max_length=40, description="Part of a name.")
    ] = None,
    until_ms: Time = None,
    limit: Annotated[int, Query(ge=1, le=live.PAGE_MAX)] = 50,
) -> Response:
    """What happened at all tables, newest first: significant events, disputes, wars, rounds."""
    query = live.LiveQuery(
        weight=weight, table=table, group=group, person=person, until_ms=until_ms, limit=limit
    )
    return written(await live.live(parts.reader, query, viewer))


@router.get("/watch/tables", responses=answers(WatchedTables, Code.NOT_ALLOWED, signed_in=True))
async def watched_tables(parts: Here, viewer: Looking) -> Response:
    """The current state of all tables, those with trouble first. Watching opens no table."""
    return written(await parts.wall.tables(viewer, parts.clock.now_ms()))


@router.get(
    "/tables/{table}/shoes",
    dependencies=[Depends(look_up)],
    responses=answers(
        Shoes, Code.NO_SUCH_TABLE, Code.NO_SUCH_SHOE, Code.NOT_ALLOWED, signed_in=True
    ),
)
async def shoes(
    parts: Here,
    visitor: SignedIn,
    table: TableId,
    shoe: Annotated[
        int | None, Query(ge=1, le=10**17, description="By default the newest.")
    ] = None,
) -> Response:
    """The latest shoes of a table, one of them by rank: seen, burned, left, missing; for staff.

    While a shoe is in use, only visible cards are counted.
    """
    return written(await parts.audits.shoes(table, shoe, visitor.person))


@router.post(
    "/tables/{table}/shoes/{shoe}/count",
    dependencies=[Depends(look_up)],
    responses=answers(
        Shoes, Code.NO_SUCH_TABLE, Code.NO_SUCH_SHOE, Code.SHOE_IN_USE, Code.NOT_ALLOWED,
        Code.REASON_NEEDED, signed_in=True, changes=True,
    ),
)  # fmt: skip
async def count_shoe(
    parts: Here, visitor: SignedIn, table: TableId, shoe: ShoeNumber, wanted: Counted
) -> Response:
    """Record a count by hand of the cards of each rank after a shoe."""
    given = {str(letter): number for letter, number in wanted.ranks.items()}
    ranks = {rank: given.get(rank.letter, 0) for rank in Rank}
    now_ms = parts.clock.now_ms()
    return written(
        await parts.audits.count(table, shoe, visitor.person, ranks, wanted.words, now_ms)
    )
