"""Stored events as clients see them: in today's versions, and in the groups of their writing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from casinowar.store.port import StoredEvent
from casinowar.table.events import Event
from casinowar.wire import event_bytes, is_current


def all_current(rows: Sequence[StoredEvent]) -> bool:
    """Whether every event is of the version that is written today."""
    return all(is_current(row.body) for row in rows)


def bodies_today(rows: Sequence[StoredEvent], events: Sequence[Event]) -> list[bytes]:
    """The bodies of stored events, which were read as ``events``, in today's versions."""
    return [
        row.body if is_current(row.body) else event_bytes(event)
        for row, event in zip(rows, events, strict=True)
    ]


def as_written(rows: Sequence[StoredEvent]) -> Iterator[slice]:
    """Stored events in the groups in which they were written: one command, at one time."""
    start = 0
    for end in range(1, len(rows) + 1):
        if end == len(rows) or _turn(rows[end]) != _turn(rows[start]):
            yield slice(start, end)
            start = end


def _turn(row: StoredEvent) -> tuple[int, str, str]:
    return row.at_ms, row.actor, row.command
