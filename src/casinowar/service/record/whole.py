"""A table's whole record as the file that ``casinowar record`` reads and verifies.

The first line has the rules, each further line one event. Times never go back in the file: while
the clock of the service is behind, the last time is repeated, as in a record on disk.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from casinowar.record.history import FORMAT
from casinowar.service.csv_text import iso
from casinowar.service.record.access import Viewer
from casinowar.service.record.reader import PAGE, Reader
from casinowar.service.roles import Action
from casinowar.store.port import Json, StoredEvent
from casinowar.wire import encode_json


async def record_file(reader: Reader, table: str, viewer: Viewer) -> AsyncIterator[bytes]:
    """The file in pieces; refused before the first one is made."""
    viewer.need(Action.SEE_ALL_ROUNDS)
    row = await reader.table(table)
    rules = await reader.store.rules(row.rules)
    assert rules is not None, "rules in force are always stored"
    return _pieces(reader, table, rules, await reader.store.version(table))


async def _pieces(reader: Reader, table: str, rules: Json, last: int) -> AsyncIterator[bytes]:
    yield encode_json({"format": FORMAT, "rules": rules}) + b"\n"
    after = latest_ms = 0
    while after < last:
        rows = await reader.store.events(table, after, min(PAGE, last - after))
        assert rows, "the stream has a gap"
        lines = list[bytes]()
        for row in rows:
            latest_ms = max(latest_ms, row.at_ms)
            lines.append(_line(row, latest_ms))
        yield b"".join(lines)
        after = rows[-1].version


def _line(row: StoredEvent, at_ms: int) -> bytes:
    """An event with its time, as the very bytes that were stored."""
    assert row.body.startswith(b"{"), "an event is an object"
    return b'{"at":"' + iso(at_ms).encode() + b'",' + row.body[1:] + b"\n"
