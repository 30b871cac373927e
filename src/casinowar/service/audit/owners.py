"""Compare the notes about acts of owners with the owners of the tables.

Only the owner of a private table can cause such a note. A table is closed for good in one write
with a note by its owner or by staff, so neither exists alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from casinowar.service.tables.owner import CLOSED, FLOOR_CLOSED, OWNER_NOTES, owner_refusal
from casinowar.service.tables.settings import TableSettings
from casinowar.store.consistent_read import KeptTable, Unreadable, View, notes_of_kind
from casinowar.store.interface import Fault


async def check_owners(view: View, tables: Sequence[KeptTable]) -> list[Fault]:
    """Notes by people who do not own the table; tables closed without a note, or the reverse."""
    found, known = list[Fault](), {table.table: table for table in tables}
    closed = {table.table for table in tables if _is_closed(table)}
    noted = set[str]()
    for kind in (*OWNER_NOTES, FLOOR_CLOSED):
        async for note in notes_of_kind(view, kind):
            if isinstance(note, Unreadable):
                found.append(Fault(where=f"notes {kind}", what="one cannot be read"))
                continue
            table = known.get(note.table)
            if kind in {CLOSED, FLOOR_CLOSED}:
                noted.add(note.table)
            if kind != FLOOR_CLOSED and (table is None or not _is_owner(table, note.actor)):
                words = f"{kind} by {note.actor or 'nobody'}, who does not own the table"
                found.append(Fault(where=f"notes {note.table}", what=words))
    found += [
        Fault(where=f"tables {table}", what="it is closed, and no note says by whom")
        for table in sorted(closed - noted)
    ]
    found += [
        Fault(where=f"tables {table}", what="a note says that it is closed for good, but it is not")
        for table in sorted(noted - closed)
        if table in known
    ]
    return found


def _settings(table: KeptTable) -> TableSettings | None:
    """The settings of a table; None if they cannot be read, which ``tables`` reports."""
    try:
        return (
            None
            if isinstance(table.settings, Unreadable)
            else TableSettings.from_json(table.settings)
        )
    except (TypeError, ValueError):
        return None


def _is_closed(table: KeptTable) -> bool:
    settings = _settings(table)
    return settings is not None and settings.closed


def _is_owner(table: KeptTable, person: str) -> bool:
    settings = _settings(table)
    return settings is None or owner_refusal(settings, table.owner, person) is None
