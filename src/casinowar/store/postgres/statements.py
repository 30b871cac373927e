"""The statements of a write transaction, with as few round trips as possible.

One statement locks the rows that a group of writes depends on, one reads what need not be locked,
one writes what nearly every group writes, and one writes the rest if there is any. Rows travel as
one array for each column.

Locks are taken in a fixed order: tables, then persons, then accounts, each by their key. A group
that does not wait passes over tables that another process is writing to, and over their accounts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from casinowar.store import rows
from casinowar.store.group import Batch, Facts, Wants
from casinowar.store.news import NEWS_MAX_BYTES, table_news
from casinowar.store.port import Answer, StoredEvent
from casinowar.store.postgres.connect import Connection
from casinowar.store.rows import SHAPES, Row

CHANNEL = "casinowar"
ARRAYS = {"i": "bigint[]", "t": "text[]", "b": "bytea[]"}

_LOCK = """
WITH t AS MATERIALIZED (
    SELECT table_id, version FROM tables WHERE table_id = ANY($1::text[])
    ORDER BY table_id FOR NO KEY UPDATE {}
), p AS MATERIALIZED (
    SELECT person, version FROM persons WHERE person = ANY($2::text[])
    ORDER BY person FOR NO KEY UPDATE
), w AS MATERIALIZED (
    SELECT account FROM unnest($3::text[], $4::text[]) AS w (account, table_id)
    WHERE table_id = '' OR table_id IN (SELECT table_id FROM t)
), a AS MATERIALIZED (
    SELECT account, number, balance_cents FROM accounts WHERE account IN (SELECT account FROM w)
    ORDER BY account FOR NO KEY UPDATE
)
SELECT 't', table_id, version, 0 FROM t
UNION ALL SELECT 'p', person, version, 0 FROM p
UNION ALL SELECT 'a', account, number, balance_cents FROM a
"""
LOCK, LOCK_WHAT_IS_FREE = _LOCK.format(""), _LOCK.format("SKIP LOCKED")
# a statement of its own: it has to see what was committed while LOCK was waiting
READ = """
SELECT 'n', NULL, NULL, NULL, NULL, ARRAY(SELECT nextval('numbers') FROM generate_series(1, $5))
UNION ALL SELECT 'c', a.person, a.command, a.digest, a.body, NULL
    FROM unnest($1::text[], $2::text[]) AS w (person, command)
    JOIN answers AS a ON a.person = w.person AND a.command = w.command
UNION ALL SELECT 's', sign_in, person, NULL, NULL, NULL FROM persons WHERE sign_in = ANY($3::text[])
UNION ALL SELECT 'o', key, NULL, NULL, NULL, NULL FROM once WHERE key = ANY($4::text[])
"""
NEW_BALANCES = (
    "UPDATE accounts SET balance_cents = v.balance_cents"
    " FROM unnest({}::bigint[], {}::bigint[]) AS v (number, balance_cents)"
    " WHERE accounts.number = v.number"
)
NEW_VERSIONS = (
    "UPDATE tables SET version = v.version"
    " FROM unnest({}::text[], {}::bigint[]) AS v (table_id, version)"
    " WHERE tables.table_id = v.table_id"
)
TELL = f"SELECT pg_notify('{CHANNEL}', message) FROM unnest({{}}::text[]) AS v (message)"
NOTIFY = TELL.format("$1")


class _Statement:
    """A statement of several parts, whose parameters are arrays."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.count = 0

    def places(self, many: int) -> list[str]:
        self.count += many
        return [f"${self.count - many + place + 1}" for place in range(many)]

    def add(self, sql: str, many: int) -> None:
        self.parts.append(sql.format(*self.places(many)))

    def insert(self, name: str, end: str = "") -> None:
        shape = SHAPES[name]
        pairs = zip(self.places(len(shape.columns)), shape.types, strict=True)
        arrays = ", ".join(f"{place}::{ARRAYS[kind]}" for place, kind in pairs)
        columns = rows.columns(name)
        self.parts.append(
            f"INSERT INTO {name} ({columns}) SELECT {columns}"
            f" FROM unnest({arrays}) AS v ({columns}){end}"
        )

    def text(self) -> str:
        *first, last = self.parts
        named = ", ".join(f"w{place} AS ({sql})" for place, sql in enumerate(first))
        return f"WITH {named} {last}" if named else last


def _replacing(name: str) -> str:
    shape = SHAPES[name]
    changed = ", ".join(
        f"{column} = excluded.{column}" for column in shape.columns if column not in shape.key
    )
    return f" ON CONFLICT ({', '.join(shape.key)}) DO UPDATE SET {changed}"


def _usual() -> str:
    statement = _Statement()
    statement.insert("events")
    statement.insert("accounts")
    statement.add(NEW_BALANCES, 2)
    statement.insert("postings")
    statement.insert("answers")
    statement.add(NEW_VERSIONS, 2)
    statement.add(TELL, 1)
    return statement.text()


def _rest() -> str:
    statement = _Statement()
    for name in ("rounds", "hands", "notes", "seeds", "once", "snapshots"):
        statement.insert(name)
    statement.insert("persons")  # new ones: two processes that add the same one collide
    statement.insert("persons", _replacing("persons"))
    return statement.text()


USUAL, REST = _usual(), _rest()


async def look_up(
    connection: Connection, wants: Wants, *, wait: bool
) -> tuple[Facts, Iterator[int]]:
    """Lock and read what the writes depend on; also numbers that nobody else gets.

    Without waiting, tables that another process holds are missing from the facts.
    """
    facts = Facts()
    locked = await connection.fetch(
        LOCK if wait else LOCK_WHAT_IS_FREE,
        sorted(wants.tables),
        sorted(wants.persons),
        list(wants.accounts),
        list(wants.accounts.values()),
    )
    for kind, key, number, balance_cents in locked:
        if kind == "t":
            facts.versions[key] = number
        elif kind == "p":
            facts.persons[key] = number
        else:
            facts.accounts[key] = (number, balance_cents)
    commands = sorted(wants.answers)
    found = await connection.fetch(
        READ,
        [person for person, _ in commands],
        [command for _, command in commands],
        sorted(wants.sign_ins),
        sorted(wants.once),
        wants.numbers,
    )
    numbers: list[int] = []
    for kind, first, second, digest, body, given in found:
        if kind == "n":
            numbers = given
        elif kind == "c":
            answer = Answer(person=first, command=second, digest=digest, body=body)
            facts.answers[first, second] = answer
        elif kind == "s":
            facts.sign_ins[first] = second
        else:
            facts.once.add(first)
    return facts, iter(numbers)


async def put_down(connection: Connection, batch: Batch) -> None:
    """Write a batch, and tell the other processes which tables have new events."""
    new = [batch.accounts[name] for name in sorted(batch.new_accounts)]
    changed = [
        (number, balance_cents)
        for name, (number, _, balance_cents) in batch.accounts.items()
        if name not in batch.new_accounts
    ]
    written = dict[str, list[StoredEvent]]()
    for table, *event, _mark in batch.events:
        written.setdefault(table, []).append(StoredEvent(*event))
    news = [table_news(table, events) for table, events in written.items()]
    await connection.execute(
        USUAL,
        *_columns(batch.events, 8),
        *_columns(new, 3),
        *_columns(changed, 2),
        *_columns(batch.postings, 10),
        *_columns(batch.answers, 5),
        *_columns(list(batch.versions.items()), 2),
        list(payloads(news)),
    )
    rest = (
        *(("rounds", batch.rounds), ("hands", batch.hand_rows), ("notes", batch.notes)),
        *(("seeds", batch.seeds), ("once", batch.once)),
        ("snapshots", batch.snapshots),
        ("persons", [batch.persons[name] for name in sorted(batch.new_persons)]),
        ("persons", [row for name, row in batch.persons.items() if name not in batch.new_persons]),
    )
    if any(many for _, many in rest):
        cells = [
            column for name, many in rest for column in _columns(many, len(SHAPES[name].columns))
        ]
        await connection.execute(REST, *cells)


def payloads(messages: Iterable[str]) -> Iterator[str]:
    """Messages as lines, in as few notifications as possible."""
    lines: list[str] = []
    size = 0
    for message in messages:
        length = len(message.encode()) + 1
        if lines and size + length > NEWS_MAX_BYTES:
            yield "\n".join(lines)
            lines, size = [], 0
        lines.append(message)
        size += length
    if lines:
        yield "\n".join(lines)


def _columns(many: Sequence[Row], width: int) -> list[list[object]]:
    if not many:
        return [[] for _ in range(width)]
    return [list(column) for column in zip(*many, strict=True)]
