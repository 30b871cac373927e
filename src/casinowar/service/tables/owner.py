"""Tables by link belong to the people who made them: the acts of an owner, and their effects.

The owner of a table by link that deals by itself may rename, lock and close it, and remove players.
Public tables belong to everybody: only the floor acts there, and where people deal only staff do.

Each change of a table's settings is one numbered write with a note of who made it, so that of two
changes at the same time the second is decided on top of the first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from msgspec import structs

from casinowar.errors import InputError
from casinowar.houses import House
from casinowar.service.conversation.messages import TableFrame, frame_of
from casinowar.service.refusals import (
    ServiceCode,
    ServiceRefusal,
    ServiceRefused,
    refuse,
    unavailable,
)
from casinowar.service.tables.open_table import OpenTable
from casinowar.service.tables.presence import Audience, Presence
from casinowar.service.tables.settings import (
    KeptSettings,
    StoodUp,
    TableSettings,
    checked_title,
)
from casinowar.service.tables.writer import TRIES, Turn, Writer
from casinowar.store.interface import Conflict, Json, Moved, Note, TableRow, Write, Written
from casinowar.table import commands as c

STOOD_UP_MS = 3_600_000  # how long a removed player may not sit down again
SHARING_MAX = 200  # persons who share their net result at one table
STAND_UP_REASON = "stood up by the owner of the table"  # in the record
CLOSE_REASON = "closed by the owner of the table"

CHANGED, CLOSED, STOOD_UP = "owner_changed_table", "owner_closed_table", "owner_stood_up"
FLOOR_CLOSED = "floor_closed_table"
OWNER_NOTES = (CHANGED, CLOSED, STOOD_UP)  # the kinds of note that an owner's actions leave
FLOOR_STOOD_UP = "floor_stood_up"
SETTINGS_NOTES = (
    *OWNER_NOTES,
    FLOOR_STOOD_UP,
    FLOOR_CLOSED,
)  # notes that follow from no event of the table

Change = Callable[[KeptSettings], KeptSettings]
Noted = Callable[[KeptSettings, KeptSettings, int], Note]  # before, after, at which time


def owner_refusal(settings: TableSettings, owner: str, person: str) -> ServiceRefusal | None:
    """The refusal of a person without owner's rights at a table."""
    if settings.public:
        words = "This table is public: only the floor can change it."
    elif not settings.runs_itself:
        words = "People deal at this table: only staff can change it."
    elif not owner or owner != person:
        words = "Only the person who made this table can do that."
    else:
        return None
    return ServiceRefusal(code=ServiceCode.NOT_OWNER, sentence=words)


# --- changes --------------------------------------------------------------------------------------


def with_title(kept: KeptSettings, title: str, house: House) -> KeptSettings:
    """The settings with a new title, or the house's if empty; refused if it cannot be shown."""
    try:
        return replace(kept, shown=structs.replace(kept.shown, title=checked_title(title, house)))
    except InputError as error:
        refuse(ServiceCode.TABLE_SETTINGS, f"{error}.")


def with_lock(kept: KeptSettings, *, locked: bool) -> KeptSettings:
    """The settings locked or unlocked; unlocking also lets removed players sit down again."""
    stood_up: Mapping[str, StoodUp] = kept.hidden.stood_up
    if not locked:  # players removed by the floor must wait
        stood_up = {person: one for person, one in stood_up.items() if one.reason}
    return KeptSettings(
        shown=structs.replace(kept.shown, locked=locked),
        hidden=replace(kept.hidden, stood_up=stood_up),
    )


def as_closed(kept: KeptSettings, actor: str = "", reason: str = "") -> KeptSettings:
    """The settings of a table that is closed for good: by its owner, or by staff with a reason."""
    if kept.shown.closed:
        return kept
    return KeptSettings(
        shown=structs.replace(kept.shown, closed=True),
        hidden=replace(kept.hidden, closed_by=actor, closed_why=reason),
    )


def with_stood_up(
    kept: KeptSettings, person: str, now_ms: int, *, actor: str, reason: str = ""
) -> KeptSettings:
    """The settings after a player was removed; expired removals are forgotten.

    The floor gives a ``reason``, the owner of a table by link none.
    """
    stood_up = {who: one for who, one in kept.hidden.stood_up.items() if one.until_ms > now_ms}
    stood_up[person] = StoodUp(until_ms=now_ms + STOOD_UP_MS, actor=actor, reason=reason)
    return replace(kept, hidden=replace(kept.hidden, stood_up=stood_up))


def with_sharing(kept: KeptSettings, person: str, *, net: bool) -> KeptSettings:
    """The settings after a person started or stopped sharing their net result."""
    others = tuple(one for one in kept.hidden.sharing if one != person)
    if net and len(others) >= SHARING_MAX:
        refuse(
            ServiceCode.TOO_MANY,
            f"{SHARING_MAX} people already share their net result here: no more can.",
        )
    return replace(kept, hidden=replace(kept.hidden, sharing=(*others, person) if net else others))


def note_of(
    kind: str, table: str, actor: str, at_ms: int, data: Json | None = None, person: str = ""
) -> Note:
    """The note of a change of settings; ``person`` is the one whom it concerns."""
    return Note(at_ms=at_ms, kind=kind, table=table, person=person, actor=actor, data=data or {})


def must_be_owner(settings: TableSettings, owner: str, person: str) -> None:
    """Refuse a person without owner's rights at a table."""
    refusal = owner_refusal(settings, owner, person)
    if refusal is not None:
        raise ServiceRefused(refusal)


# --- consequences ---------------------------------------------------------------------------------


class OwnersActs:
    """Changes the settings of a table and applies the consequences."""

    __slots__ = ("_audience", "_presence", "_table", "_writer")

    def __init__(
        self, table: OpenTable, writer: Writer, presence: Presence, audience: Audience
    ) -> None:
        self._table, self._writer = table, writer
        self._presence, self._audience = presence, audience

    async def change(self, change: Change, note: Noted | None = None) -> None:
        """Change the settings of the table for good; run it as a job.

        ``change`` may refuse. ``note`` describes the change, from the settings before and after.
        After a conflict, it is decided again. Everybody is told.
        """
        table, writer = self._table, self._writer
        for _ in range(TRIES):
            await writer.refresh_if_stale()
            row = await table.parts.store.table(table.id)
            assert row is not None, "a table is never removed"
            before = KeptSettings.from_json(row.settings)
            after = change(before)
            if after == before:
                self._take_settings(row)
                return
            number = before.hidden.revision + 1
            after = replace(after, hidden=replace(after.hidden, revision=number))
            changed, at_ms = replace(row, settings=after.to_json()), table.now_ms()
            write = Write(
                table=table.id,
                expected=table.version,
                at_ms=at_ms,
                settings=changed,
                notes=() if note is None else (note(before, after, at_ms),),
                once=f"settings/{table.id}/{number}",
            )
            [outcome] = await writer.write([write])
            if isinstance(outcome, Moved):
                table.parts.moved(table.id)
                raise ServiceRefused(unavailable("The table has just moved. Try again."))
            if isinstance(outcome, Conflict):
                await writer.too_late()
            elif isinstance(outcome, Written):
                self._take_settings(changed)
                return
        raise ServiceRefused(unavailable("The table is too busy. Try again."))

    def _take_settings(self, row: TableRow) -> None:
        """Apply new settings, and tell everybody what changes."""
        if KeptSettings.from_json(row.settings) == self._table.kept:
            return
        self._table.adopt(row)
        self._audience.send(frame_of(TableFrame(table=self._table.described(len(self._audience)))))
        self._audience.told_again()
        self._presence.changed()

    async def act(self) -> None:
        """Let removed players leave after their hand, and close a table its owner has closed.

        Open wagers are played out first.
        """
        table, writer = self._table, self._writer
        if not table.owner_waits:
            return
        hidden = table.kept.hidden
        closing = Turn(by=table.owner, reason=CLOSE_REASON)
        if hidden.closed_by:
            closing = Turn(by=hidden.closed_by, reason=hidden.closed_why)
        if table.settings.closed and not table.state.hands:
            await writer.itself(c.CloseTable(), turn=closing)
            return
        for seat in table.to_stand_up():
            if seat not in table.state.hands:
                stood, turn = hidden.stood_up.get(table.state.seats[seat].player), closing
                if stood is not None and not table.settings.closed:
                    turn = Turn(by=stood.actor, reason=stood.reason or STAND_UP_REASON)
                await writer.itself(c.LeaveSeat(seat=seat), turn=turn)
