"""A table's whole record as the file that ``casinowar record`` reads and verifies.

The first line has the rules; then come the commands, each with its events. Times never go back in
the file: if the clock of the service is set back, the last time is repeated, as in a record on
disk.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from casinowar.record.history import header_line
from casinowar.service.history.access import Viewer
from casinowar.service.history.exports.log_file import given_line
from casinowar.service.history.reader import PAGE, Reader
from casinowar.service.roles import Action
from casinowar.store.interface import Json, StoredEvent


async def record_file(
    reader: Reader, table: str, viewer: Viewer, last: int | None = None
) -> AsyncIterator[bytes]:
    """The file in pieces; a refusal comes before the first piece.

    It ends with the command that led to event ``last``, or with the newest one.
    """
    viewer.need(Action.SEE_ALL_ROUNDS)
    row = await reader.table(table)
    rules = await reader.store.rules(row.rules)
    assert rules is not None, "rules in force are always stored"
    if last is None:
        last = await reader.store.version(table)
    else:
        for event in await reader.store.events(table, last):
            if event.given:
                break
            last = event.version  # it belongs to the same command
    return _pieces(reader, table, rules, last)


async def _pieces(reader: Reader, table: str, rules: Json, last: int) -> AsyncIterator[bytes]:
    yield header_line(rules)
    after = latest_ms = 0
    while after < last:
        rows = await reader.store.events(table, after, min(PAGE, last - after))
        assert rows, "the stream has a gap"
        lines = list[bytes]()
        for row in rows:
            latest_ms = max(latest_ms, row.at_ms)
            lines.append(_lines(row, latest_ms))
        yield b"".join(lines)
        after = rows[-1].version


def _lines(row: StoredEvent, at_ms: int) -> bytes:
    """A stored event, with its command and time in front if it is the command's first event."""
    given = given_line(row, at_ms)
    return (given + b"\n" if given else b"") + row.body + b"\n"
