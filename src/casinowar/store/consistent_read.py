"""A whole database as it is at one moment, read from beginning to end.

``View`` is what SQLite and PostgreSQL provide. The functions read what belongs to tables, table by
table in one order, so that several of them can be compared without keeping anything in memory.
A row that cannot be read is said to be so, and those after it are read.
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
    RoundRow,
    ShoeStep,
    Snapshot,
    StoredEvent,
)
from casinowar.store.row_layout import SHAPES, Row

Given = ParamSpec("Given")
Item = TypeVar("Item")

# rows of a table that is not there would come where nobody expects them
KNOWN = "table_id IN (SELECT table_id FROM tables)"


class View(Protocol):
    """A database at one moment. What is written meanwhile is not in it."""

    def rows(self, sql: str) -> AsyncIterator[Row]:
        """The rows of a statement; several can be read in turns."""
        ...

    async def damage(self) -> list[Fault]:
        """What the database itself finds wrong with its files."""
        ...


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A row that holds something else than its kind of rows does."""

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
    except Exception:  # whatever is wrong with it
        return Unreadable(what)


async def tables(view: View) -> list[KeptTable]:
    """All tables, in the order of everything below."""
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
    """The histories in which the seeds of each table were made, in order."""
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
    """What has become of the sealed shoes of all tables, in the order of their events."""
    sql = (
        f"SELECT {row_layout.columns('shoe_steps')} FROM shoe_steps"
        f" WHERE {KNOWN} ORDER BY table_id, version"
    )
    async for row in view.rows(sql):
        yield row[0], ShoeStep(*row[1:])


NOTES = "SELECT at_ms, kind, table_id, round, person, actor, data FROM notes"


async def notes(
    view: View, without: Sequence[str] = ()
) -> AsyncIterator[tuple[str, Note | Unreadable]]:
    """The significant events of all tables, ``without`` some kinds and those of no table."""
    kinds = ", ".join(f"'{kind}'" for kind in ("", *without))
    where = f"{KNOWN} AND kind NOT IN ({kinds})"
    async for row in view.rows(f"{NOTES} WHERE {where} ORDER BY table_id, number"):
        yield row[2], _read("note", row_layout.kept, Note, row)


async def notes_of_kind(view: View, kind: str) -> AsyncIterator[Note | Unreadable]:
    """The significant events of one kind, of all tables and of none."""
    async for row in view.rows(f"{NOTES} WHERE kind = '{kind}' ORDER BY number"):
        yield _read("note", row_layout.kept, Note, row)


def with_hands(where: str, order: str) -> str:
    """The statement for rounds and their hands; a round without hands is there once."""
    of_round = ", ".join(f"r.{column}" for column in SHAPES["rounds"].columns)
    of_hand = ", ".join(f"h.{column}" for column in SHAPES["hands"].columns)
    return (
        f"SELECT {of_round}, {of_hand} FROM rounds r LEFT JOIN hands h"
        f" ON h.table_id = r.table_id AND h.round = r.round WHERE {where} ORDER BY {order}, h.hand"
    )
