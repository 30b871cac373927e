"""A table by link is the house of whoever made it: what its owner may do there, and what follows.

The owner of a table by link that runs itself may name it, lock it, close it and stand somebody up.
Public tables belong to everybody: only the floor acts there, and where people deal only staff do.

Changes are those of a table's settings. Each is one write with a note of who did it, numbered, so
that of two at the same time the second is decided on top of the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from msgspec import structs

from casinowar.errors import InputError
from casinowar.houses import House
from casinowar.service.refusals import ServiceCode, ServiceRefusal, ServiceRefused, refuse
from casinowar.service.tables.settings import (
    KeptSettings,
    StoodUp,
    TableSettings,
    checked_title,
)
from casinowar.store.interface import Json, Note

STOOD_UP_MS = 3_600_000  # for how long somebody who was stood up may not sit down again
SHARING_MAX = 200  # persons who show their net at one table
STOOD_UP_WORDS = "The owner of this table stood you up. Your chips are in your account."
CLOSED_WORDS = "The owner has closed this table. Your chips are in your account."
STAND_UP_REASON = "stood up by the owner of the table"  # in the record
CLOSE_REASON = "closed by the owner of the table"

CHANGED, CLOSED, STOOD_UP = "owner_changed_table", "owner_closed_table", "owner_stood_up"
OWNER_NOTES = (CHANGED, CLOSED, STOOD_UP)  # the kinds of note that an owner's actions leave
FLOOR_STOOD_UP = "floor_stood_up"
SETTINGS_NOTES = (*OWNER_NOTES, FLOOR_STOOD_UP)  # those that no event of the table leaves


def owner_refusal(settings: TableSettings, owner: str, person: str) -> ServiceRefusal | None:
    """The refusal of somebody who has no owner's rights at a table."""
    if settings.public:
        words = "This table is public: only the floor can change it."
    elif not settings.runs_itself:
        words = "People deal at this table: only staff can change it."
    elif not owner or owner != person:
        words = "Only the person who made this table can do that."
    else:
        return None
    return ServiceRefusal(code=ServiceCode.NOT_OWNER, sentence=words)


def seat_refusal(
    kept: KeptSettings, owner: str, person: str, now_ms: int, *, seated: bool
) -> ServiceRefusal | None:
    """Why somebody may not sit down at a table, or bet there if they are ``seated``."""
    stood = kept.hidden.stood_up.get(person)
    if kept.shown.closed:
        words = "The owner has closed this table."
        return ServiceRefusal(code=ServiceCode.TABLE_CLOSED, sentence=words)
    if stood is not None and stood.until_ms > now_ms:
        words = f"{_by(stood)} You cannot sit down here for now."
        return ServiceRefusal(code=ServiceCode.STOOD_UP, sentence=words, until_ms=stood.until_ms)
    if kept.shown.locked and not seated and person != owner:
        words = "This table is locked: its owner lets nobody new sit down. You can watch."
        return ServiceRefusal(code=ServiceCode.TABLE_LOCKED, sentence=words)
    return None


def stands_up(kept: KeptSettings, person: str, now_ms: int) -> bool:
    """Whether somebody who sits at a table leaves it as soon as their hand is over."""
    stood = kept.hidden.stood_up.get(person)
    return kept.shown.closed or (stood is not None and stood.until_ms > now_ms)


def stood_up_words(stood: StoodUp | None) -> str:
    """What somebody is told who was stood up."""
    return STOOD_UP_WORDS if stood is None else f"{_by(stood)} Your chips are in your account."


def _by(stood: StoodUp) -> str:
    if stood.reason:
        return f"The floor stood you up ({stood.reason})."
    return "The owner of this table stood you up."


# --- changes --------------------------------------------------------------------------------------


def with_title(kept: KeptSettings, title: str, house: House) -> KeptSettings:
    """The settings with another title, or the house's; refused if it cannot be shown."""
    try:
        return replace(kept, shown=structs.replace(kept.shown, title=checked_title(title, house)))
    except InputError as error:
        refuse(ServiceCode.TABLE_SETTINGS, f"{error}.")


def with_lock(kept: KeptSettings, *, locked: bool) -> KeptSettings:
    """The settings locked or not; unlocking also lets those back who were stood up."""
    stood_up: Mapping[str, StoodUp] = kept.hidden.stood_up
    if not locked:  # whom the floor stood up, only time lets back
        stood_up = {person: one for person, one in stood_up.items() if one.reason}
    return KeptSettings(
        shown=structs.replace(kept.shown, locked=locked),
        hidden=replace(kept.hidden, stood_up=stood_up),
    )


def as_closed(kept: KeptSettings) -> KeptSettings:
    """The settings of a table that is closed for good."""
    return replace(kept, shown=structs.replace(kept.shown, closed=True))


def with_stood_up(
    kept: KeptSettings, person: str, now_ms: int, *, actor: str, reason: str = ""
) -> KeptSettings:
    """The settings after somebody was stood up; those whose time is over are forgotten.

    The floor gives a ``reason``, the owner of a table by link none.
    """
    stood_up = {who: one for who, one in kept.hidden.stood_up.items() if one.until_ms > now_ms}
    stood_up[person] = StoodUp(until_ms=now_ms + STOOD_UP_MS, actor=actor, reason=reason)
    return replace(kept, hidden=replace(kept.hidden, stood_up=stood_up))


def with_sharing(kept: KeptSettings, person: str, *, net: bool) -> KeptSettings:
    """The settings after somebody agreed to show their net, or withdrew it."""
    others = tuple(one for one in kept.hidden.sharing if one != person)
    if net and len(others) >= SHARING_MAX:
        refuse(ServiceCode.TOO_MANY, f"{SHARING_MAX} people show their net here: no more can.")
    return replace(kept, hidden=replace(kept.hidden, sharing=(*others, person) if net else others))


def note_of(
    kind: str, table: str, actor: str, at_ms: int, data: Json | None = None, person: str = ""
) -> Note:
    """The note of a change of settings; ``person`` is the one whom it concerns."""
    return Note(at_ms=at_ms, kind=kind, table=table, person=person, actor=actor, data=data or {})


def must_be_owner(settings: TableSettings, owner: str, person: str) -> None:
    """Refuse somebody who has no owner's rights at a table."""
    refusal = owner_refusal(settings, owner, person)
    if refusal is not None:
        raise ServiceRefused(refusal)
