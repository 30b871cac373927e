"""The log of a table with sealed shoes as the file that ``casinowar verify`` checks.

The log holds only bytes that were sent to everybody at the table. It holds no seed of a running
shoe and no undealt card, because events hold neither. A whole log has the newest origin: after a
restore from a backup it begins at the restore. A shoe is exported under its own origin.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from casinowar.fairness.proof import first_head
from casinowar.fairness.signing import Signer
from casinowar.record.export import Before, ExportWriter, Line
from casinowar.service.csv_text import iso
from casinowar.service.history.reader import PAGE, Reader
from casinowar.service.refusals import ServiceCode, refuse
from casinowar.service.tables.shoes import Origin, head_after
from casinowar.service.tables.writer import table_of
from casinowar.store.interface import Json, Stage, StoredEvent, TableRow
from casinowar.table.engine import fold
from casinowar.wire import event_from_bytes

BACK = 200  # events; no command has more
NO_SHOE = "This table has no sealed shoe with that number."


@dataclass(frozen=True, slots=True)
class Exporter:
    """Writes the logs of the tables of an installation."""

    reader: Reader
    signer: Signer
    installation: str

    async def whole(self, row: TableRow) -> AsyncIterator[bytes]:
        """The log of a table from the beginning of its origin."""
        store = self.reader.store
        origin = str(Origin(self.installation, store.stream, row.table))
        first = await store.snapshot_with_head(row.table, first_head(origin))
        before = Before()
        if first is not None and first.version:
            house = await self.reader.house(row.rules)
            before = Before(size=first.version, head=first.head, table=table_of(first, house)[0])
        return self._pieces(row, origin, before, await store.version(row.table))

    async def shoe(self, row: TableRow, number: int) -> AsyncIterator[bytes]:
        """The log of one shoe: from the command that committed to it to the one that ended it."""
        store = self.reader.store
        steps = await store.shoe_steps(row.table, number)
        seeds = await store.seeds(row.table, number, number)
        if not steps or not seeds:
            refuse(ServiceCode.NO_SUCH_SHOE, NO_SHOE)
        origin = str(Origin(self.installation, seeds[0].stream, row.table))
        after = await self._start_of_command(row.table, steps[0].version) - 1
        last = await store.version(row.table)
        if steps[-1].stage == Stage.REVEALED:
            last = await self._end_of_command(row.table, steps[-1].version)
        return self._pieces(row, origin, await self._at(row, origin, after, number), last)

    async def _start_of_command(self, table: str, version: int) -> int:
        """The first event of the command that led to an event."""
        first = max(0, version - BACK)
        rows = await self.reader.store.events(table, first, version - first)
        return next(row.version for row in reversed(rows) if row.given)

    async def _end_of_command(self, table: str, version: int) -> int:
        """The last event of the command that led to an event."""
        for row in await self.reader.store.events(table, version, BACK):
            if row.given:
                break
            version = row.version
        return version

    async def _at(self, row: TableRow, origin: str, version: int, shoe: int) -> Before:
        """The state before the export of a shoe; its head follows from the snapshot before it."""
        store, house = self.reader.store, await self.reader.house(row.rules)
        snapshot = await store.snapshot_before(row.table, version)
        state, at = table_of(snapshot, house)
        head = first_head(origin) if snapshot is None else snapshot.head
        while at < version:
            rows = await store.events(row.table, at, min(PAGE, version - at))
            assert rows, "the stream has a gap"
            state = fold(state, [event_from_bytes(one.body) for one in rows])
            head, at = head_after(head, [one.body for one in rows]), rows[-1].version
        return Before(size=version, head=head, table=state if version else None, shoe=shoe)

    async def _pieces(
        self, row: TableRow, origin: str, before: Before, last: int
    ) -> AsyncIterator[bytes]:
        store = self.reader.store
        writer = ExportWriter(origin, self.signer, before)
        yield writer.header(await self._rules(row), last)
        after, latest_ms = before.size, 0
        while after < last:
            rows = await store.events(row.table, after, min(PAGE, last - after))
            assert rows, "the stream has a gap"
            lines = list[Line]()
            for one in rows:
                latest_ms = max(latest_ms, one.at_ms)  # times never go back in a record
                lines.append(Line(one.body, given_line(one, latest_ms)))
            yield b"".join(writer.lines(lines))
            after = rows[-1].version
        yield writer.end()

    async def _rules(self, row: TableRow) -> Json:
        rules = await self.reader.store.rules(row.rules)
        assert rules is not None, "rules in force are always stored"
        return rules


def given_line(row: StoredEvent, at_ms: int) -> bytes:
    """The line of the command whose first event this is, with its time; otherwise empty."""
    if not row.given:
        return b""
    assert row.given.startswith(b"{"), "a command is an object"
    return b'{"at":"%b",%b' % (iso(at_ms).encode(), row.given[1:])
