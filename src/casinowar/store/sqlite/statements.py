"""The statements of a write transaction, with as few steps as possible.

The ``sqlite3`` module lets other Python threads run at every step of a statement, and getting the
interpreter back can take long when the event loop is busy. So many rows go into one statement, and
lookups come back as one row of JSON.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from functools import cache
from itertools import chain
from typing import Any

import msgspec

from casinowar.store import migrations, row_layout
from casinowar.store.group_commit import Batch, Facts, Wants
from casinowar.store.interface import Answer
from casinowar.store.row_layout import SHAPES, Cell, Row

ROWS_MAX = 200  # in one statement

NEW_BALANCE = " ON CONFLICT (number) DO UPDATE SET balance_cents = excluded.balance_cents"
NEW_VERSIONS = (
    "UPDATE tables SET version = j.value FROM json_each(?) AS j WHERE tables.table_id = j.key"
)
NEW_SETTINGS = "UPDATE tables SET settings = ? WHERE table_id = ?"
USUAL = (  # what nearly every group needs: versions, accounts, answers
    "SELECT"
    " (SELECT json_group_array(json_array(t.table_id, t.version, t.home))"
    " FROM json_each(?) AS j CROSS JOIN tables AS t ON t.table_id = j.value),"
    " (SELECT json_group_array(json_array(a.account, a.number, a.balance_cents))"
    " FROM json_each(?) AS j CROSS JOIN accounts AS a ON a.account = j.value),"
    " (SELECT json_group_array(json_array(a.person, a.command, hex(a.digest), hex(a.body)))"
    " FROM json_each(?) AS j CROSS JOIN answers AS a ON a.person = json_extract(j.value, '$[0]')"
    " AND a.command = json_extract(j.value, '$[1]')),"
    " (SELECT version FROM schema_version)"
)
PERSONS = (
    "SELECT p.person, p.version FROM json_each(?) AS j"
    " CROSS JOIN persons AS p ON p.person = j.value"
)
SIGN_INS = (
    "SELECT p.sign_in, p.person FROM json_each(?) AS j"
    " CROSS JOIN persons AS p ON p.sign_in = j.value"
)
ONCE = "SELECT o.key FROM json_each(?) AS j CROSS JOIN once AS o ON o.key = j.value"
LAST_NUMBER = (
    "SELECT max((SELECT ifnull(max(number), 0) FROM accounts),"
    " (SELECT ifnull(max(number), 0) FROM postings), (SELECT ifnull(max(number), 0) FROM notes))"
)


def look_up(connection: sqlite3.Connection, wants: Wants) -> Facts:
    """Read the values for the keys in ``wants``."""
    [usual] = _found(connection, USUAL, wants.tables, wants.accounts, wants.answers)
    versions, accounts, answers = map(msgspec.json.decode, usual[:3])
    migrations.require_own("sqlite", usual[3])
    facts = Facts(
        versions={table: version for table, version, _ in versions},
        homes={table: home for table, _, home in versions},
        accounts={account: (number, cents) for account, number, cents in accounts},
        answers={
            (person, command): Answer(
                person=person,
                command=command,
                digest=bytes.fromhex(digest),
                body=bytes.fromhex(body),
            )
            for person, command, digest, body in answers
        },
    )
    if wants.persons:
        facts.persons = dict(_found(connection, PERSONS, wants.persons))
    if wants.sign_ins:
        facts.sign_ins = dict(_found(connection, SIGN_INS, wants.sign_ins))
    if wants.once:
        facts.once = {key for (key,) in _found(connection, ONCE, wants.once)}
    return facts


def write_batch(connection: sqlite3.Connection, batch: Batch) -> None:
    insert(connection, "events", batch.events)
    insert(connection, "accounts", list(batch.accounts.values()), NEW_BALANCE)
    insert(connection, "postings", batch.postings)
    insert(connection, "answers", batch.answers)
    insert(connection, "rounds", batch.rounds)
    insert(connection, "hands", batch.hand_rows)
    insert(connection, "notes", batch.notes)
    insert(connection, "seeds", batch.seeds)
    insert(connection, "once", batch.once)
    insert(connection, "shoe_steps", batch.shoe_steps)
    insert(connection, "snapshots", batch.snapshots, replacing("snapshots"))
    insert(connection, "persons", list(batch.persons.values()), replacing("persons"))
    if batch.versions:
        connection.execute(NEW_VERSIONS, (msgspec.json.encode(batch.versions).decode(),))
    if batch.settings:
        settings = [(kept, table) for table, kept in batch.settings.values()]
        connection.executemany(NEW_SETTINGS, settings)


def run_one(connection: sqlite3.Connection, sql: str, parameters: Sequence[Cell]) -> sqlite3.Cursor:
    """Run a statement whose parameters are numbered like ``$1``."""
    named = {f"p{number}": value for number, value in enumerate(parameters, 1)}
    return connection.execute(sql.replace("$", ":p"), named)


def insert(connection: sqlite3.Connection, name: str, many: Sequence[Row], end: str = "") -> None:
    """Insert rows into a table, many in one statement."""
    for start in range(0, len(many), ROWS_MAX):
        part = many[start : start + ROWS_MAX]
        connection.execute(_insertion(name, len(part), end), tuple(chain.from_iterable(part)))


@cache
def _insertion(name: str, size: int, end: str) -> str:
    places = ", ".join("?" for _ in SHAPES[name].columns)
    values = ", ".join(f"({places})" for _ in range(size))
    return f"INSERT INTO {name} ({row_layout.columns(name)}) VALUES {values}{end}"


@cache
def replacing(name: str) -> str:
    """The end of an INSERT statement that replaces existing rows."""
    shape = SHAPES[name]
    changed = ", ".join(
        f"{column} = excluded.{column}" for column in shape.columns if column not in shape.key
    )
    return f" ON CONFLICT ({', '.join(shape.key)}) DO UPDATE SET {changed}"


def _found(connection: sqlite3.Connection, sql: str, *wanted: Collection[Any]) -> list[Row]:
    """The rows of a statement; each collection of keys is passed as a JSON list."""
    lists = [msgspec.json.encode(sorted(one)).decode() for one in wanted]
    return connection.execute(sql, lists).fetchall()
