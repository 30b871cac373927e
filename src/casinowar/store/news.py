"""News of a table: what one process wrote, told to the others on the same database.

The news carries the new events themselves if they are short enough, so that the others need not
ask the database for them. News can come late, twice, out of order or not at all; the numbers of the
events tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from casinowar.store.port import StoredEvent

MISSED = "missed"  # messages may have been lost: look at the database again
DIGITS_MAX = 18  # of an event's number
NEWS_MAX_BYTES = 7900  # PostgreSQL refuses 8000

_read = msgspec.json.Decoder(list[tuple[int, int, str, str, str, str]]).decode


@dataclass(frozen=True, slots=True)
class TableNews:
    """A table has new events up to ``version``; ``events`` are those that were sent along."""

    table: str
    version: int
    events: tuple[StoredEvent, ...] = ()


def table_news(table: str, events: Sequence[StoredEvent]) -> str:
    """The message about events that are now durable, one line."""
    short = f"table {table} {events[-1].version}"
    rows = [(*event[:-1], event.body.decode()) for event in events]
    whole = f"{short} {msgspec.json.encode(rows).decode()}"
    return whole if len(whole.encode()) <= NEWS_MAX_BYTES else short


def read_table_news(message: str) -> TableNews | None:
    """The news in a message, if it is about a table; events that cannot be read are left out."""
    match message.split(" ", 3):
        case ["table", table, version, *rows] if version.isdecimal() and len(version) < DIGITS_MAX:
            return TableNews(table, int(version), _events(rows[0]) if rows else ())
        case _:
            return None


def _events(rows: str) -> tuple[StoredEvent, ...]:
    try:
        return tuple(StoredEvent(*row[:-1], row[-1].encode()) for row in _read(rows))
    except msgspec.MsgspecError:
        return ()


def following(rows: Iterable[StoredEvent], version: int) -> list[StoredEvent]:
    """The events that come right after ``version``, without a gap; others are left out."""
    found = list[StoredEvent]()
    for row in sorted(rows):
        if row.version == version + len(found) + 1:
            found.append(row)
    return found
