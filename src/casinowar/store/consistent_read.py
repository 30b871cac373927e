"""Read a whole database at one moment.

``View`` is what SQLite and PostgreSQL provide. The functions read the rows of all tables, table by
table in the same order, so that kinds of rows can be compared without keeping them in memory. A row
that cannot be read is returned as ``Unreadable``, and reading continues.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, ParamSpec, Protocol, TypeVar

from casinowar.ledger import Posting
from casinowar.store import row_layout
from casinowar.store.interface import (
    Fault,
    Json,
    Note,
    PersonRow,
    RoundRow,
    ShoeStep,
    Snapshot,
    StoredEvent,
)
from casinowar.store.queries import PERSON
from casinowar.store.row_layout import SHAPES, Row

Given = ParamSpec("Given")
Item = TypeVar("Item")

# leaves out rows whose table does not exist: they would disturb the common order
KNOWN = "table_id IN (SELECT table_id FROM tables)"


class View(Protocol):
    """A database at one moment, without later writes."""

    def rows(self, sql: str) -> AsyncIterator[Row]:
        """The rows of a statement; several statements can be read in turns."""
        ...

    async def damage(self) -> list[Fault]:
        """Damage that the database finds in its own files."""
        ...


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A row whose content does not fit its kind."""

    what: str  # kind of row


class KeptTable(NamedTuple):
    """A table, its owner, the digest of its rules, its settings and the number of its events."""

    table: str
    owner: str
    rules: str
    settings: Json | Unreadable
    version: int


def _read(
    what: str, read: Callable[Given, Item], *cells: Given.args, **named: Given.kwargs
) -> Item | Unreadable:
    try:
        return read(*cells, **named)
    except Exception:  # a damaged row can fail in any way
        return Unreadable(what)


async def tables(view: View) -> list[KeptTable]:
    """All tables, in the order that the other functions use."""
    sql = "SELECT table_id, owner, rules, settings, version FROM tables ORDER BY table_id"
    return [
        KeptTable(table, owner, rules, _read("settings", row_layout.json_object, settings), version)
        async for table, owner, rules, settings, version in view.rows(sql)
    ]


async def rules(view: View) -> dict[str, Json | Unreadable]:
    sql = "SELECT digest, body FROM rules ORDER BY digest"
    return {
        digest: _read("rules", row_layout.json_object, body)
        async for digest, body in view.rows(sql)
    }


async def seed_counts(view: View) -> dict[str, int]:
    """How many seeds each table has."""
    sql = "SELECT table_id, count(*) FROM seeds GROUP BY table_id"
    return {table: count async for table, count in view.rows(sql)}


async def seed_streams(view: View) -> dict[str, list[str]]:
    """The stream ids under which the seeds of each table were made, in order."""
    found = dict[str, list[str]]()
    sql = "SELECT table_id, stream FROM seeds GROUP BY table_id, stream ORDER BY min(shoe)"
    async for table, stream in view.rows(sql):
        found.setdefault(table, []).append(stream)
    return found


async def events(view: View) -> AsyncIterator[tuple[str, StoredEvent]]:
    sql = (
        "SELECT table_id, version, at_ms, actor, command, reason, given, body FROM events"
        f" WHERE {KNOWN} ORDER BY table_id, version"
    )
    async for row in view.rows(sql):
        yield row[0], StoredEvent(*row[1:])


async def postings(view: View) -> AsyncIterator[tuple[str, Posting]]:
    """The postings of all tables; those of no table are left out."""
    sql = (
        "SELECT p.table_id, coalesce(a.account, ''), p.cents, p.kind, p.version FROM postings p"
        f" LEFT JOIN accounts a ON a.number = p.account WHERE p.{KNOWN}"
        " ORDER BY p.table_id, p.version, p.number"
    )
    async for table, account, cents, kind, version in view.rows(sql):
        yield table, Posting(account, cents, kind, version)


async def rounds(view: View) -> AsyncIterator[tuple[str, RoundRow | Unreadable]]:
    """The finished rounds of all tables, by their last event, with their hands."""
    width = len(SHAPES["rounds"].columns)
    row: Row | None = None
    hands: list[Row] = []
    async for found in view.rows(with_hands(f"r.{KNOWN}", "r.table_id, r.last_version, r.round")):
        if found[:width] != row:
            if row is not None:
                yield row[0], _read("round", row_layout.round_row, row, hands)
            row, hands = found[:width], []
        if found[width] is not None:
            hands.append(found[width:])
    if row is not None:
        yield row[0], _read("round", row_layout.round_row, row, hands)


async def snapshots(view: View) -> AsyncIterator[tuple[str, Snapshot]]:
    sql = (
        "SELECT table_id, version, body, head FROM snapshots"
        f" WHERE {KNOWN} ORDER BY table_id, version"
    )
    async for table, version, body, head in view.rows(sql):
        yield table, Snapshot(version=version, body=body, head=bytes(head))


async def shoe_steps(view: View) -> AsyncIterator[tuple[str, ShoeStep]]:
    """The stages that the sealed shoes of all tables reached, in the order of their events."""
    sql = (
        f"SELECT {row_layout.columns('shoe_steps')} FROM shoe_steps"
        f" WHERE {KNOWN} ORDER BY table_id, version"
    )
    async for row in view.rows(sql):
        yield row[0], ShoeStep(*row[1:])


async def accounts(view: View) -> AsyncIterator[PersonRow | Unreadable]:
    """Persons who can sign in, by their sign-in name."""
    async for row in view.rows(f"{PERSON} WHERE sign_in IS NOT NULL ORDER BY sign_in"):
        yield _read("person", row_layout.from_row, PersonRow, row)


NOTES = "SELECT at_ms, kind, table_id, round, person, actor, data FROM notes"


async def notes(
    view: View, without: Sequence[str] = ()
) -> AsyncIterator[tuple[str, Note | Unreadable]]:
    """The significant events of all tables, except some kinds and those without a table."""
    kinds = ", ".join(f"'{kind}'" for kind in ("", *without))
    where = f"{KNOWN} AND kind NOT IN ({kinds})"
    async for row in view.rows(f"{NOTES} WHERE {where} ORDER BY table_id, number"):
        yield row[2], _read("note", row_layout.from_row, Note, row)


async def notes_of_kind(view: View, kind: str) -> AsyncIterator[Note | Unreadable]:
    """The significant events of one kind, with or without a table."""
    async for row in view.rows(f"{NOTES} WHERE kind = '{kind}' ORDER BY number"):
        yield _read("note", row_layout.from_row, Note, row)


def with_hands(where: str, order: str) -> str:
    """The statement for rounds and their hands; a round without hands has one row."""
    of_round = ", ".join(f"r.{column}" for column in SHAPES["rounds"].columns)
    of_hand = ", ".join(f"h.{column}" for column in SHAPES["hands"].columns)
    return (
        f"SELECT {of_round}, {of_hand} FROM rounds r LEFT JOIN hands h"
        f" ON h.table_id = r.table_id AND h.round = r.round WHERE {where} ORDER BY {order}, h.hand"
    )
