"""Changes of the database other than writes; each is a function that another process can run."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from casinowar.store import rows
from casinowar.store.port import Json, Seed, SessionRow, TableRow
from casinowar.store.sqlite.statements import insert


def add_table(
    connection: sqlite3.Connection, *, row: TableRow, rules: Json, seeds: Sequence[Seed]
) -> bool:
    """Add a table and the rules it is played under; False if the id is taken."""
    taken = "SELECT 1 FROM tables WHERE table_id = ?"
    if connection.execute(taken, (row.table,)).fetchone():
        return False
    known = rows.marked(row.rules, rows.json_text(rules))
    insert(connection, "rules", [known], " ON CONFLICT DO NOTHING")
    insert(connection, "tables", [rows.table_cells(row)])
    insert(connection, "seeds", [rows.marked(row.table, seed.shoe, seed.sealed) for seed in seeds])
    return True


def add_session(connection: sqlite3.Connection, *, row: SessionRow) -> None:
    """Keep a session, and forget those that have expired."""
    connection.execute("DELETE FROM sessions WHERE expires_ms <= ?", (row.created_ms,))
    insert(connection, "sessions", [rows.session_cells(row)])


def extend_session(connection: sqlite3.Connection, *, digest: bytes, expires_ms: int) -> bool:
    """Let a session last longer; False, and nothing changes, if it has been ended."""
    sql = "UPDATE sessions SET expires_ms = ? WHERE digest = ?"
    return connection.execute(sql, (expires_ms, digest)).rowcount == 1


def end_sessions(connection: sqlite3.Connection, *, person: str, digest: bytes | None) -> None:
    """End one session of a person, or all of them."""
    sql = "DELETE FROM sessions WHERE person = ? AND (? IS NULL OR digest = ?)"
    connection.execute(sql, (person, digest, digest))


def reseal(connection: sqlite3.Connection, *, table: str, seeds: Sequence[Seed]) -> None:
    """Replace sealed seeds by the same ones sealed with another key."""
    sql = "UPDATE seeds SET sealed = ?, mark = ? WHERE table_id = ? AND shoe = ?"
    for seed in seeds:
        mark = rows.mark(table, seed.shoe, seed.sealed)
        connection.execute(sql, (seed.sealed, mark, table, seed.shoe))
