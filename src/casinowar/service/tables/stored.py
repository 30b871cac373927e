"""What is stored, as it is read today: snapshots, and events by the time of their writing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from casinowar.houses import House
from casinowar.store.interface import Snapshot, StoredEvent
from casinowar.table.state import Table
from casinowar.wire import (
    decode_json,
    event_bytes,
    event_from_bytes,
    is_current,
    table_from_snapshot,
)

SNAPSHOT_MAX_BYTES = 10_000_000


def table_of(snapshot: Snapshot | None, house: House) -> tuple[Table, int]:
    """The table in a snapshot and its version; without one, a table before its first event."""
    if snapshot is None:
        return Table(house=house), 0
    written = decode_json(snapshot.body, SNAPSHOT_MAX_BYTES)
    return table_from_snapshot(written, house), snapshot.version


def bodies_today(rows: Sequence[StoredEvent]) -> list[bytes]:
    """The bodies of stored events, in today's versions."""
    return [
        row.body if is_current(row.body) else event_bytes(event_from_bytes(row.body))
        for row in rows
    ]


def by_time(rows: Sequence[StoredEvent]) -> Iterator[slice]:
    """Stored events in groups of the same time: those that shared a commit, perhaps more."""
    start = 0
    for end in range(1, len(rows) + 1):
        if end == len(rows) or rows[end].at_ms != rows[start].at_ms:
            yield slice(start, end)
            start = end
