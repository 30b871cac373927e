"""Tables by link, for their owners and players; removing a player from any table."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Response
from pydantic import Field

from casinowar.service.conversation.signed_in import Visitor
from casinowar.service.history.access import Viewer
from casinowar.service.history.road import ROUNDS_MAX, road
from casinowar.service.history.shapes import Road
from casinowar.service.http.openapi import answers, errors, written
from casinowar.service.http.requests.dependencies import Here, SignedIn, TableId, allow
from casinowar.service.http.requests.lookup_limit import look_up
from casinowar.service.http.routes.shapes import Done, Reasoned, RequestBody
from casinowar.service.http.routes.tables import OneTable, shown_table
from casinowar.service.http.wiring import Parts
from casinowar.service.people.person import checked_reason
from casinowar.service.refusals import ServiceCode as Code
from casinowar.service.refusals import ServiceRefused, refuse
from casinowar.service.roles import Action, may_do, own_table_refusal
from casinowar.service.tables import owner
from casinowar.service.tables.actor import TableActor
from casinowar.service.tables.settings import KeptSettings
from casinowar.store.interface import Json, Note, RoundQuery

router = APIRouter(prefix="/api/tables/{table}", tags=["tables"], dependencies=[Depends(look_up)])
OWNED = (Code.NO_SUCH_TABLE, Code.NOT_ALLOWED, Code.NOT_OWNER)


class TableChange(RequestBody):
    """The owner's changes; omitted fields stay as they are."""

    title: str | None = Field(default=None, max_length=200, examples=["Friday night"])
    locked: bool | None = Field(
        default=None,
        examples=[True],
        description="No new players may sit down. false also lets removed players sit down again.",
    )


class StandUp(Reasoned):
    """The seat to clear, and the floor's reason."""

    seat: int = Field(ge=1, le=100, examples=[3])


class Share(RequestBody):
    """Whether your net is shown at the table."""

    net: bool = Field(examples=[True])


class Shared(Done):
    """Whether your net is shown at the table."""

    net: bool = Field(examples=[True])


async def _owned(parts: Parts, visitor: Visitor, table: str) -> TableActor:
    """A table for its owner; refused for everybody else."""
    allow(visitor.person, Action.OWN_TABLE)
    host = await parts.casino.host(table)
    owner.must_be_owner(host.table.settings, host.table.owner, visitor.person.id)
    return host


async def _changed(
    parts: Parts, host: TableActor, visitor: Visitor, change: owner.Change, note: owner.Noted
) -> OneTable:
    await host.run(lambda: host.change(change, note))
    row = await parts.store.table(host.table.id)
    assert row is not None, "a table is never removed"
    return await shown_table(parts, row, visitor.person.id)


@router.patch("", responses=errors(*OWNED, Code.TABLE_SETTINGS, signed_in=True, changes=True))
async def change_table(
    parts: Here, visitor: SignedIn, table: TableId, wanted: TableChange
) -> OneTable:
    """Rename, lock or unlock a table by link that you made.

    Only you can still sit down at a locked table. Seated players stay, even after they lose their
    connection, and everybody with the link can watch.
    """
    host = await _owned(parts, visitor, table)

    def change(kept: KeptSettings) -> KeptSettings:
        if wanted.title is not None:
            kept = owner.with_title(kept, wanted.title, host.table.state.house)
        return kept if wanted.locked is None else owner.with_lock(kept, locked=wanted.locked)

    def note(before: KeptSettings, after: KeptSettings, at_ms: int) -> Note:
        old, new = before.shown, after.shown
        data: Json = {"title": new.title} if new.title != old.title else {}
        if wanted.locked is not None:
            data["locked"] = new.locked
        return owner.note_of(owner.CHANGED, table, host.table.owner, at_ms, data)

    return await _changed(parts, host, visitor, change, note)


@router.post("/close", responses=errors(*OWNED, Code.REASON_NEEDED, signed_in=True, changes=True))
async def close_table(
    parts: Here, visitor: SignedIn, table: TableId, wanted: Reasoned | None = None
) -> OneTable:
    """Close a table for good: a table by link that you made, or any other as staff, with a reason.

    Open wagers are played out first. Then all chips go back to the players' accounts, and nobody
    can sit down any more. The table leaves the lobby; its rounds and its record stay.
    """
    host, reason = await _closable(parts, visitor, table, "" if wanted is None else wanted.reason)
    mine = visitor.person.id

    def change(kept: KeptSettings) -> KeptSettings:
        return owner.as_closed(kept, mine if reason else "", reason)

    def note(_: KeptSettings, __: KeptSettings, at_ms: int) -> Note:
        if reason:
            return owner.note_of(owner.FLOOR_CLOSED, table, mine, at_ms, {"reason": reason})
        return owner.note_of(owner.CLOSED, table, host.table.owner, at_ms)

    return await _changed(parts, host, visitor, change, note)


async def _closable(
    parts: Parts, visitor: Visitor, table: str, reason: str
) -> tuple[TableActor, str]:
    """A table that the person may close for good, and their reason; its owner needs none."""
    host, mine = await parts.casino.host(table), visitor.person.id
    has_owner = not host.table.settings.public and host.table.settings.runs_itself
    if has_owner or not may_do(visitor.person.roles, Action.CLOSE_FOR_GOOD):
        return await _owned(parts, visitor, table), ""
    if mine in host.table.players:
        raise ServiceRefused(own_table_refusal())
    return host, checked_reason(reason)


@router.post(
    "/stand-up",
    responses=errors(
        *OWNED, Code.EMPTY_SEAT, Code.TABLE_CLOSED, Code.REASON_NEEDED, signed_in=True, changes=True
    ),
)
async def stand_up(parts: Here, visitor: SignedIn, table: TableId, wanted: StandUp) -> OneTable:
    """Remove a player: at a table that you made, or at any table as the floor, with a reason.

    The player leaves at once, or when their hand is over. Their chips go to their account, and they
    are told who removed them and why. They may not sit down there for an hour; at your own table,
    `locked: false` lets them sit down again.
    """
    host, mine = await parts.casino.host(table), visitor.person.id
    reason, person = "", ""
    floor = may_do(visitor.person.roles, Action.STAND_UP)
    if floor and owner.owner_refusal(host.table.settings, host.table.owner, mine) is not None:
        reason = checked_reason(wanted.reason)
        if any(holder.player == mine for holder in host.table.state.seats.values()):
            raise ServiceRefused(own_table_refusal())
    else:
        await _owned(parts, visitor, table)

    def change(kept: KeptSettings) -> KeptSettings:
        nonlocal person
        holder = host.table.state.seats.get(wanted.seat)
        if kept.shown.closed:
            refuse(Code.TABLE_CLOSED, "You have closed this table: everybody is leaving.")
        if holder is None:
            refuse(Code.EMPTY_SEAT, f"Nobody sits in seat {wanted.seat}.")
        person = holder.player
        if person == mine:
            refuse(Code.BAD_REQUEST, "That is your own seat. Leave it instead.")
        now_ms = parts.clock.now_ms()
        return owner.with_stood_up(kept, person, now_ms, actor=mine, reason=reason)

    def note(_: KeptSettings, __: KeptSettings, at_ms: int) -> Note:
        kind, data = owner.STOOD_UP, dict[str, Any](seat=wanted.seat)
        if reason:
            kind, data = owner.FLOOR_STOOD_UP, {**data, "reason": reason}
        return owner.note_of(kind, table, mine, at_ms, data, person)

    return await _changed(parts, host, visitor, change, note)


@router.put(
    "/share",
    responses=errors(
        Code.NO_SUCH_TABLE, Code.NOT_ALLOWED, Code.NOT_BY_LINK, Code.NOT_PLAYED_HERE,
        signed_in=True, changes=True,
    ),
)  # fmt: skip
async def share_net(parts: Here, visitor: SignedIn, table: TableId, wanted: Share) -> Shared:
    """Share your hands and net result with others at a table by link, or stop sharing."""
    allow(visitor.person, Action.SHARE_NET)
    host, mine = await parts.casino.host(table), visitor.person.id
    if host.table.settings.public:
        refuse(Code.NOT_BY_LINK, "You can share your net result only at tables by link.")
    if wanted.net and not await _has_played(parts, host, mine):
        refuse(Code.NOT_PLAYED_HERE, "You have not played at this table yet.")
    await host.run(lambda: host.change(lambda kept: owner.with_sharing(kept, mine, net=wanted.net)))
    return Shared(net=wanted.net)


async def _has_played(parts: Parts, host: TableActor, person: str) -> bool:
    if any(holder.player == person for holder in host.table.state.seats.values()):
        return True
    return bool(await parts.store.rounds(RoundQuery(table=host.table.id, person=person, limit=1)))


@router.get("/road", responses=answers(Road, Code.NO_SUCH_TABLE, Code.NOT_ALLOWED, signed_in=True))
async def show_road(
    parts: Here,
    visitor: SignedIn,
    table: TableId,
    limit: Annotated[int, Query(ge=1, le=ROUNDS_MAX)] = 100,
) -> Response:
    """A table's latest rounds with every outcome, and their number of hands, ties and wars.

    It names only players who agreed to share their net result.
    """
    return written(await road(parts.reader, table, limit, Viewer.of(visitor.person)))
