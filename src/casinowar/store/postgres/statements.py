"""The statements of a write transaction, with as few round trips as possible.

One statement locks and reads the rows that a group of writes depends on. A second one writes the
group: the usual kinds of rows, or all kinds if there are others. Rows travel as one array for each
column.

Locks are taken in a fixed order: tables, then persons, then accounts, each by their key. A group
that does not wait skips tables that another process has locked, and their accounts. Rows that are
read without a lock (answers, keys, sign-in names) may change while the group waits for its locks.
Then the table or the person has another version, or the new row collides at its key and the group
is tried again, or a balance is short and the writer reads again.

Each statement is planned once, so its wording must make the planner use the key, however small the
table is at that moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from casinowar.store import migrations, row_layout
from casinowar.store.group_commit import Batch, Facts, Wants
from casinowar.store.interface import Answer
from casinowar.store.postgres.connect import Connection
from casinowar.store.row_layout import SHAPES, Row

ARRAYS = {"i": "bigint[]", "t": "text[]", "b": "bytea[]"}

_LOOK_UP = """
WITH t AS MATERIALIZED (
    SELECT table_id, version, home FROM tables WHERE table_id = ANY($1::text[])
    ORDER BY table_id FOR NO KEY UPDATE {}
), p AS MATERIALIZED (
    SELECT person, version FROM persons WHERE person = ANY($2::text[])
    ORDER BY person FOR NO KEY UPDATE
), w AS MATERIALIZED (
    SELECT account FROM unnest($3::text[], $4::text[]) AS w (account, table_id)
    WHERE table_id = '' OR table_id IN (SELECT table_id FROM t)
), a AS MATERIALIZED (
    SELECT account, number, balance_cents FROM accounts
    WHERE account = ANY($3::text[]) AND account IN (SELECT account FROM w)
    ORDER BY account FOR NO KEY UPDATE
)
SELECT 't', table_id, home, version, 0, ''::bytea, ''::bytea, ARRAY[]::bigint[] FROM t
UNION ALL SELECT 'p', person, '', version, 0, '', '', ARRAY[]::bigint[] FROM p
UNION ALL SELECT 'a', account, '', number, balance_cents, '', '', ARRAY[]::bigint[] FROM a
-- after the locks, so that a later balance has a higher number
UNION ALL SELECT 'n', '', '', 0, 0, '', '',
    ARRAY(SELECT nextval('numbers') FROM generate_series(1, $9))
UNION ALL SELECT 'c', a.person, a.command, 0, 0, a.digest, a.body, ARRAY[]::bigint[]
    FROM unnest($5::text[], $6::text[]) AS w (person, command)
    CROSS JOIN LATERAL (
        SELECT * FROM answers WHERE person = w.person AND command = w.command OFFSET 0
    ) AS a
UNION ALL SELECT 's', sign_in, person, 0, 0, '', '', ARRAY[]::bigint[]
    FROM persons WHERE sign_in = ANY($7::text[])
UNION ALL SELECT 'o', key, '', 0, 0, '', '', ARRAY[]::bigint[]
    FROM once WHERE key = ANY($8::text[])
UNION ALL SELECT 'v', '', '', version, 0, '', '', ARRAY[]::bigint[]
    FROM schema_version WHERE version > 0 -- always true, so that the key is used
"""
LOOK_UP, LOOK_UP_WHAT_IS_FREE = _LOOK_UP.format(""), _LOOK_UP.format("SKIP LOCKED")
NEW_BALANCES = (
    "UPDATE accounts SET balance_cents = v.balance_cents"
    " FROM unnest({0}::bigint[], {1}::bigint[]) AS v (number, balance_cents)"
    " WHERE accounts.number = v.number AND accounts.number = ANY({0}::bigint[])"
)
NEW_VERSIONS = (
    "UPDATE tables SET version = v.version"
    " FROM unnest({0}::text[], {1}::bigint[]) AS v (table_id, version)"
    " WHERE tables.table_id = v.table_id AND tables.table_id = ANY({0}::text[])"
)
NEW_SETTINGS = (  # a statement of its own: one statement cannot change a row twice
    "UPDATE tables SET settings = v.settings"
    " FROM unnest($1::text[], $2::text[]) AS v (table_id, settings)"
    " WHERE tables.table_id = v.table_id AND tables.table_id = ANY($1::text[])"
)


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
        columns = row_layout.columns(name)
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


def _writing(*, everything: bool) -> str:
    statement = _Statement()
    statement.insert("events")
    statement.insert("accounts")
    statement.add(NEW_BALANCES, 2)
    statement.insert("postings")
    statement.insert("answers")
    if everything:
        for name in ("rounds", "hands", "notes", "seeds", "once", "shoe_steps"):
            statement.insert(name)
        statement.insert("snapshots", _replacing("snapshots"))
        statement.insert("persons")  # new ones: two processes that add the same one collide
        statement.insert("persons", _replacing("persons"))
    statement.add(NEW_VERSIONS, 2)
    return statement.text()


USUAL, EVERYTHING = _writing(everything=False), _writing(everything=True)


async def look_up(
    connection: Connection, wants: Wants, *, wait: bool
) -> tuple[Facts, Iterator[int]]:
    """Lock and read the rows that the writes depend on, and reserve their numbers.

    Without waiting, tables that another process holds are missing from the facts.
    """
    facts, numbers, commands = Facts(), list[int](), sorted(wants.answers)
    found = await connection.fetch(
        LOOK_UP if wait else LOOK_UP_WHAT_IS_FREE,
        sorted(wants.tables),
        sorted(wants.persons),
        list(wants.accounts),
        list(wants.accounts.values()),
        [person for person, _ in commands],
        [command for _, command in commands],
        sorted(wants.sign_ins),
        sorted(wants.once),
        wants.numbers,
    )
    for kind, key, other, number, balance_cents, digest, body, given in found:
        match kind:
            case "t":
                facts.versions[key], facts.homes[key] = number, other
            case "p":
                facts.persons[key] = number
            case "a":
                facts.accounts[key] = (number, balance_cents)
            case "n":
                numbers = given
            case "c":
                answer = Answer(person=key, command=other, digest=digest, body=body)
                facts.answers[key, other] = answer
            case "s":
                facts.sign_ins[key] = other
            case "v":  # reading it is a lock: this write and a migration wait for each other
                migrations.require_own("postgres", number)
            case _:
                facts.once.add(key)
    return facts, iter(numbers)


async def write_batch(connection: Connection, batch: Batch) -> None:
    new = [batch.accounts[name] for name in sorted(batch.new_accounts)]
    changed = [
        (number, balance_cents)
        for name, (number, _, balance_cents) in batch.accounts.items()
        if name not in batch.new_accounts
    ]
    usual = [
        *_columns(batch.events, 8),
        *_columns(new, 3),
        *_columns(changed, 2),
        *_columns(batch.postings, 9),
        *_columns(batch.answers, 4),
    ]
    versions = _columns(list(batch.versions.items()), 2)
    rest = (
        *(("rounds", batch.rounds), ("hands", batch.hand_rows), ("notes", batch.notes)),
        *(("seeds", batch.seeds), ("once", batch.once), ("shoe_steps", batch.shoe_steps)),
        ("snapshots", batch.snapshots),
        ("persons", [batch.persons[name] for name in sorted(batch.new_persons)]),
        ("persons", [row for name, row in batch.persons.items() if name not in batch.new_persons]),
    )
    if batch.settings:
        await connection.execute(NEW_SETTINGS, *_columns(list(batch.settings.values()), 2))
    if any(many for _, many in rest):
        cells = [
            column for name, many in rest for column in _columns(many, len(SHAPES[name].columns))
        ]
        await connection.execute(EVERYTHING, *usual, *cells, *versions)
    else:
        await connection.execute(USUAL, *usual, *versions)


def _columns(many: Sequence[Row], width: int) -> list[list[object]]:
    if not many:
        return [[] for _ in range(width)]
    return [list(column) for column in zip(*many, strict=True)]
