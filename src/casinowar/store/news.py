"""News of a table: what one process wrote, told to the others on the same database.

The news carries the new events themselves, in several messages if need be, so that the others need
not ask the database for them. News can come late, twice, out of order or not at all; the numbers of
the events tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from casinowar.store.port import StoredEvent

MISSED = "missed"  # messages may have been lost: look at the database again
WHOLE, PART = "table", "part"  # the first word of news of a table
DIGITS_MAX = 18  # of an event's number
NEWS_MAX_BYTES = 7900  # PostgreSQL refuses 8000
MESSAGES_MAX = 8  # of one table in one commit; more is read from the database

# Events of one command: the number of the first, time, actor, command, reason, and their bodies.
_read = msgspec.json.Decoder(list[tuple[int, int, str, str, str, list[msgspec.Raw]]]).decode
_write = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class TableNews:
    """A table has new events up to ``version``; ``rows`` are those that were sent along.

    ``part``: what is in ``rows`` is not all; the rest is in the next message.
    """

    table: str
    version: int
    rows: str = "[]"
    part: bool = False

    @property
    def events(self) -> tuple[StoredEvent, ...]:
        """The events that were sent along; if they cannot be read, none."""
        try:
            return tuple(
                StoredEvent(version, at_ms, actor, command, reason, bytes(body))
                for first, at_ms, actor, command, reason, bodies in _read(self.rows)
                for version, body in enumerate(bodies, first)
            )
        except msgspec.MsgspecError:
            return ()


def table_news(table: str, events: Sequence[StoredEvent]) -> list[str]:
    """The messages about events that are now durable, each of one line.

    All but the last are parts. If the events are too many or too long, it is one message without
    them.
    """
    short = f"{WHOLE} {table} {events[-1].version}"
    room = NEWS_MAX_BYTES - len(f"{short} []]]".encode())  # the other word is shorter
    parts, before = [b""], None
    for version, *shared, body in events:
        alone = _write((version, *shared, []))[: -len("]]")] + body
        piece = b"," + body if shared == before else b"]]," + alone
        if not parts[-1]:
            piece = alone
        if len(parts[-1]) + len(piece) <= room:
            parts[-1] += piece
        else:
            parts.append(alone)
        before = shared
    if len(parts) > MESSAGES_MAX or any(len(part) > room for part in parts):
        return [short]
    *first, last = [f"{table} {events[-1].version} [{part.decode()}]]]" for part in parts]
    return [*(f"{PART} {message}" for message in first), f"{WHOLE} {last}"]


def read_table_news(message: str) -> TableNews | None:
    """The news in a message, if it is about a table."""
    match message.split(" ", 3):
        case [kind, table, version, *rows] if (
            kind in {WHOLE, PART} and version.isdecimal() and len(version) < DIGITS_MAX
        ):
            sent = rows[0] if rows else "[]"
            return TableNews(table, int(version), sent, part=kind == PART)
        case _:
            return None


def following(rows: Iterable[StoredEvent], version: int) -> list[StoredEvent]:
    """The events that come right after ``version``, without a gap; others are left out."""
    found = list[StoredEvent]()
    for row in sorted(rows):
        if row.version == version + len(found) + 1:
            found.append(row)
    return found
