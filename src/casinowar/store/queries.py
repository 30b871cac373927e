"""The queries of a store, in SQL that SQLite and PostgreSQL both understand.

A database only has to run a statement (``ask``); parameters are written $1, $2, ….
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from itertools import groupby
from operator import itemgetter

from casinowar.store import row_layout
from casinowar.store.interface import (
    AccountRow,
    AccountSums,
    Answer,
    Document,
    DocumentQuery,
    FoundNote,
    FoundRound,
    FoundShoe,
    HandRow,
    HandSums,
    Json,
    Movement,
    Note,
    NoteQuery,
    OpenShoe,
    PersonRow,
    PlayerRow,
    RoundQuery,
    RoundRow,
    Seed,
    SessionRow,
    ShoeStep,
    Snapshot,
    StoredEvent,
    TableQuery,
    TableRow,
    WagerSums,
)
from casinowar.store.row_layout import SHAPES, Cell, Row
from casinowar.store.sums import Sums

TABLE_COLUMNS = "table_id, created_ms, owner, settings, rules, share_id"
TABLE = f"SELECT {TABLE_COLUMNS} FROM tables"
# a title cannot match: a quote inside it is escaped with a backslash
PUBLIC = """settings LIKE '%"public":true%'"""
OPEN_FOR_GOOD = """settings NOT LIKE '%"closed":true%'"""
DEALT = """settings LIKE '%"runs_itself":false%'"""
TIE = """(h.detail LIKE '%"tie":{%' OR h.detail LIKE '%"war_tie":{%')"""  # nor can a name
NOBODY = "\n"  # no owner has this id; the service's own tables have an empty one
PERSON = "SELECT person, name, version, created_ms, data, sign_in, passphrase FROM persons"
DOCUMENT = f"SELECT {row_layout.columns('documents')} FROM documents"
MOVEMENT = (
    "SELECT p.number, at_ms, a.account, cents, p.balance_cents, kind, table_id, version"
    " FROM accounts a JOIN postings p ON p.account = a.number"
)
PLAYED = """
SELECT person, count(*), CAST(sum(wagered) AS bigint), CAST(sum(returned) AS bigint), max(ended)
FROM (
    SELECT person, sum(wagered_cents) AS wagered, sum(returned_cents) AS returned,
        max(at_ms) AS ended
    FROM hands WHERE person > $1 AND person <= $2 GROUP BY person, table_id, round
) AS played GROUP BY person
"""
_TABLE = ", ".join(f"t.{column}" for column in TABLE_COLUMNS.split(", "))
_ROUND = ", ".join(f"r.{column}" for column in SHAPES["rounds"].columns)
_HAND = ", ".join(f"h.{column}" for column in SHAPES["hands"].columns)
ROUND_AT = len(TABLE_COLUMNS.split(", "))  # where a round begins in a row of ``rounds``
SHOE_AT = ROUND_AT + len(SHAPES["rounds"].columns)
HAND_AT = SHOE_AT + 3
# only the newest shoe of a table can be open, and the table's newest round is the shoe's last
OPEN_SHOES = """
SELECT l.table_id, l.shoe, CASE WHEN l.played > l.at_ms THEN l.played ELSE l.at_ms END FROM (
    SELECT s.table_id, s.shoe, s.at_ms,
        coalesce((SELECT max(r.at_ms) FROM rounds r WHERE r.table_id = t.table_id), 0) AS played
    FROM tables t JOIN shoe_steps s ON s.table_id = t.table_id AND s.step = 2 AND s.shoe =
        (SELECT max(n.shoe) FROM shoe_steps n WHERE n.table_id = t.table_id AND n.step = 2)
    WHERE NOT EXISTS (SELECT 1 FROM shoe_steps e
        WHERE e.table_id = s.table_id AND e.shoe = s.shoe AND e.step = 3)
) AS l WHERE l.at_ms < $1 AND l.played < $1 ORDER BY l.table_id
"""
HIGHEST = chr(0x10FFFF)  # sorts after every id
LAST_NUMBER = 2**63 - 1
RETURNS_PAGE = 2000  # rounds
LAST_AT_ONCE = 50  # tables; a fixed number of parameters makes it one prepared statement
LAST_EVENTS = (
    "SELECT e.table_id, e.body FROM tables t"
    " JOIN events e ON e.table_id = t.table_id AND e.version = t.version"
    f" WHERE t.table_id IN ({', '.join(f'${place}' for place in range(1, LAST_AT_ONCE + 1))})"
)


STREAM = "SELECT id FROM stream"


class Questions(ABC):
    """All queries of a ``Store``."""

    name: str  # of this process while it runs: the home of its open tables
    stream: str  # the id of this history; a restored database has a new one

    @abstractmethod
    async def ask(self, sql: str, *parameters: Cell) -> Sequence[Row]:
        """The rows that a statement finds."""

    async def _one(self, sql: str, *parameters: Cell) -> Row | None:
        found = await self.ask(sql, *parameters)
        return found[0] if found else None

    # --- tables

    async def tables(self) -> Sequence[TableRow]:
        """All tables, the oldest first."""
        return [
            row_layout.from_row(TableRow, row) for row in await self.ask(f"{TABLE} ORDER BY 2, 1")
        ]

    async def find_tables(self, query: TableQuery) -> Sequence[TableRow]:
        """Some tables, the oldest first; none after a table that does not exist."""
        found = await self.ask(
            f"{TABLE} WHERE ($1 = '' OR (created_ms, table_id) >"
            " (SELECT t.created_ms, t.table_id FROM tables t WHERE t.table_id = $1))"
            f" AND (({PUBLIC} OR $3 = 1) AND {OPEN_FOR_GOOD} OR owner = $2)"
            " ORDER BY created_ms, table_id LIMIT $4",
            *(query.after, query.private_of or NOBODY, int(query.private_of is None), query.limit),
        )
        return [row_layout.from_row(TableRow, row) for row in found]

    async def watched_tables(self, limit: int, *, private: bool) -> Sequence[TableRow]:
        """At most ``limit`` tables for staff to watch, the oldest first; with private ones or not.

        Tables that people deal come before other public tables, and these before private ones, of
        which the newest count: players make tables too, and theirs must not take these places.
        """
        found = await self.ask(
            f"{TABLE} WHERE ({PUBLIC} OR $1 = 1) AND {OPEN_FOR_GOOD}"
            f" ORDER BY CASE WHEN {DEALT} THEN 0 WHEN {PUBLIC} THEN 1 ELSE 2 END,"
            f" CASE WHEN {PUBLIC} THEN created_ms ELSE -created_ms END, table_id LIMIT $2",
            *(int(private), limit),
        )
        rows = [row_layout.from_row(TableRow, row) for row in found]
        return sorted(rows, key=lambda row: (row.created_ms, row.table))

    async def count_tables(self, owner: str) -> int:
        """The number of tables that a person has made."""
        [[count]] = await self.ask("SELECT count(*) FROM tables WHERE owner = $1", owner)
        return int(count)

    async def table(self, table: str) -> TableRow | None:
        row = await self._one(f"{TABLE} WHERE table_id = $1", table)
        return None if row is None else row_layout.from_row(TableRow, row)

    async def table_by_share_id(self, share_id: str) -> TableRow | None:
        """The private table whose rounds have this name."""
        # with the condition of the index, so that it is used
        row = await self._one(f"{TABLE} WHERE share_id = $1 AND share_id <> ''", share_id)
        return None if row is None else row_layout.from_row(TableRow, row)

    async def rules(self, digest: str) -> Json | None:
        row = await self._one("SELECT body FROM rules WHERE digest = $1", digest)
        return None if row is None else row_layout.json_object(row[0])

    async def version(self, table: str) -> int:
        """The number of events of a table."""
        row = await self._one("SELECT version FROM tables WHERE table_id = $1", table)
        return 0 if row is None else row[0]

    async def tables_at_home(self) -> set[str]:
        sql = "SELECT table_id FROM tables WHERE home = $1 AND home <> ''"  # the index's condition
        found = await self.ask(sql, self.name)
        return {table for (table,) in found}

    async def snapshot(self, table: str) -> Snapshot | None:
        return await self.snapshot_before(table, LAST_NUMBER)

    async def snapshot_before(self, table: str, version: int) -> Snapshot | None:
        """The newest snapshot of a table after at most ``version`` events; all of them are kept."""
        row = await self._one(
            "SELECT version, body, head FROM snapshots WHERE table_id = $1 AND version <= $2"
            " ORDER BY version DESC LIMIT 1",
            *(table, version),
        )
        return None if row is None else row_layout.from_row(Snapshot, row)

    async def snapshot_with_head(self, table: str, head: bytes) -> Snapshot | None:
        row = await self._one(
            "SELECT version, body, head FROM snapshots WHERE table_id = $1 AND head = $2"
            " ORDER BY version DESC LIMIT 1",
            *(table, head),
        )
        return None if row is None else row_layout.from_row(Snapshot, row)

    async def events(self, table: str, after: int, limit: int = 1000) -> Sequence[StoredEvent]:
        """Events with a version above ``after``, in order."""
        found = await self.ask(
            "SELECT version, at_ms, actor, command, reason, given, body FROM events"
            " WHERE table_id = $1 AND version > $2 ORDER BY version LIMIT $3",
            *(table, after, limit),
        )
        return [StoredEvent(*row) for row in found]

    async def last_events(self, tables: Sequence[str]) -> dict[str, bytes]:
        """The body of the last event of each of these tables; those without events are left out."""
        found = dict[str, bytes]()
        for first in range(0, len(tables), LAST_AT_ONCE):
            some = tables[first : first + LAST_AT_ONCE]
            padding = [""] * (LAST_AT_ONCE - len(some))
            found.update(await self.ask(LAST_EVENTS, *some, *padding))
        return found

    async def answer(self, person: str, command: str) -> Answer | None:
        row = await self._one(
            "SELECT person, command, digest, body FROM answers WHERE person = $1 AND command = $2",
            *(person, command),
        )
        return None if row is None else row_layout.from_row(Answer, row)

    async def seeds(self, table: str, first: int, last: int) -> Sequence[Seed]:
        """The sealed seeds of these shoes; shoes without a seed are left out."""
        found = await self.ask(
            "SELECT shoe, stream, sealed FROM seeds"
            " WHERE table_id = $1 AND shoe BETWEEN $2 AND $3 ORDER BY shoe",
            *(table, first, last),
        )
        return [row_layout.from_row(Seed, row) for row in found]

    # --- persons

    async def person(self, person: str) -> PersonRow | None:
        row = await self._one(f"{PERSON} WHERE person = $1", person)
        return None if row is None else row_layout.from_row(PersonRow, row)

    async def person_by_sign_in(self, sign_in: str) -> PersonRow | None:
        row = await self._one(f"{PERSON} WHERE sign_in = $1", sign_in)
        return None if row is None else row_layout.from_row(PersonRow, row)

    async def accounts(
        self, prefix: str = "", after: str = "", limit: int = 100
    ) -> Sequence[PersonRow]:
        """Persons whose sign-in name starts with ``prefix``, by that name.

        ``after`` is the last sign-in name shown.
        """
        found = await self.ask(
            f"{PERSON} WHERE sign_in >= $1 AND sign_in < $2 AND sign_in > $3"
            " ORDER BY sign_in LIMIT $4",
            *(prefix, prefix + HIGHEST, after, limit),
        )
        return [row_layout.from_row(PersonRow, row) for row in found]

    async def staff(self) -> Sequence[PersonRow]:
        """Persons with another role than player, by their sign-in name."""
        found = await self.ask(f"{PERSON} WHERE staff ORDER BY sign_in")
        return [row_layout.from_row(PersonRow, row) for row in found]

    async def count_accounts(self) -> int:
        """How many persons can sign in."""
        [[count]] = await self.ask("SELECT count(*) FROM persons WHERE sign_in IS NOT NULL")
        return int(count)

    async def names(self, persons: Collection[str]) -> dict[str, str]:
        """The names of these persons, by id."""
        found = await self.ask(
            f"SELECT person, name FROM persons WHERE person IN ({_places(len(persons))})", *persons
        )
        return dict(row for row in found)

    async def players(self, after: str = "", limit: int = 100) -> Sequence[PlayerRow]:
        """All persons by their id; ``after`` is the last id shown."""
        found = await self.ask(f"{PERSON} WHERE person > $1 ORDER BY person LIMIT $2", after, limit)
        persons = [row_layout.from_row(PersonRow, row) for row in found]
        if not persons:
            return []
        these = (after, persons[-1].person)
        balances = dict[str, dict[str, int]]()
        held = "SELECT holder, account, balance_cents FROM accounts"
        for holder, account, cents in await self.ask(
            f"{held} WHERE holder > $1 AND holder <= $2 ORDER BY account", *these
        ):
            balances.setdefault(holder, {})[account] = cents
        played = {row[0]: row[1:] for row in await self.ask(PLAYED, *these)}
        return [
            PlayerRow(row, balances.get(row.person, {}), *played.get(row.person, (0, 0, 0, 0)))
            for row in persons
        ]

    async def session(self, digest: bytes) -> SessionRow | None:
        row = await self._one(
            f"SELECT {row_layout.columns('sessions')} FROM sessions WHERE digest = $1", digest
        )
        return None if row is None else row_layout.from_row(SessionRow, row)

    async def sessions(self, person: str) -> Sequence[SessionRow]:
        """All sessions of a person, also those that have expired, the oldest first."""
        sql = f"SELECT {row_layout.columns('sessions')} FROM sessions WHERE person = $1"
        found = await self.ask(f"{sql} ORDER BY created_ms, digest", person)
        return [row_layout.from_row(SessionRow, row) for row in found]

    # --- money

    async def balance(self, account: str) -> int:
        """The balance of an account; zero if nothing was ever posted to it."""
        row = await self._one("SELECT balance_cents FROM accounts WHERE account = $1", account)
        return 0 if row is None else row[0]

    async def balances(self, prefix: str) -> dict[str, int]:
        """The balances of all accounts that start with ``prefix``."""
        found = await self.ask(
            "SELECT account, balance_cents FROM accounts"
            " WHERE account >= $1 AND account < $2 ORDER BY account",
            *(prefix, prefix + HIGHEST),
        )
        return dict(found)

    async def accounts_of(self, person: str) -> Sequence[AccountRow]:
        """All accounts of a person, by name, as they were at one moment."""
        found = await self.ask(
            "SELECT account, balance_cents, (SELECT at_ms FROM postings p"
            " WHERE p.account = a.number ORDER BY p.number DESC LIMIT 1)"
            " FROM accounts a WHERE holder = $1 ORDER BY account",
            person,
        )
        return [row_layout.from_row(AccountRow, row) for row in found]

    async def account_sums(
        self, account: str, since_ms: int, until_ms: int, after: int = 0
    ) -> AccountSums:
        """What was posted to an account by kind; only postings with a number above ``after``."""
        found = await self.ask(
            "SELECT kind, CAST(sum(cents) AS bigint), max(p.number)"
            " FROM accounts a JOIN postings p ON p.account = a.number"
            " WHERE a.account = $1 AND at_ms >= $2 AND at_ms < $3 AND p.number > $4"
            " GROUP BY kind ORDER BY kind",
            *(account, since_ms, until_ms, after),
        )
        sums = {kind: cents for kind, cents, _ in found}
        return AccountSums(sums=sums, last=max((last for _, _, last in found), default=0))

    async def last_refill(self, account: str) -> Movement | None:
        """The newest refill of an account, found by an index of refills alone."""
        row = await self._one(
            f"{MOVEMENT} WHERE a.account = $1 AND kind = 'refill' ORDER BY p.number DESC LIMIT 1",
            account,
        )
        return None if row is None else row_layout.from_row(Movement, row)

    async def statement(
        self, accounts: Sequence[str], since_ms: int, before: int | None = None, limit: int = 200
    ) -> Sequence[Movement]:
        """Movements of these accounts, newest first; ``before`` is the last number shown."""
        found: list[Row] = []
        for account in sorted(set(accounts)):
            found += await self.ask(
                f"{MOVEMENT} WHERE a.account = $1 AND at_ms >= $2 AND p.number < $3"
                " ORDER BY p.number DESC LIMIT $4",
                *(account, since_ms, LAST_NUMBER if before is None else before, limit),
            )
        found.sort(reverse=True)
        return [row_layout.from_row(Movement, row) for row in found[:limit]]

    # --- the record

    async def round(self, table: str, number: int) -> RoundRow | None:
        row = await self._one(
            f"SELECT {row_layout.columns('rounds')} FROM rounds WHERE table_id = $1 AND round = $2",
            *(table, number),
        )
        if row is None:
            return None
        hands = await self.ask(
            f"SELECT {row_layout.columns('hands')} FROM hands"
            " WHERE table_id = $1 AND round = $2 ORDER BY hand",
            *(table, number),
        )
        return row_layout.round_row(row, hands)

    async def rounds(self, query: RoundQuery) -> Sequence[FoundRound]:
        """Finished rounds, newest first; a round is found if one of its hands matches.

        One statement returns a row for each hand, with the columns of its table and round in front.
        """
        keys, parameters = round_keys(query)
        found = await self.ask(
            f"SELECT {_TABLE}, {_ROUND}, l.contributors, l.withheld, v.version, {_HAND}"
            f" FROM ({keys}) AS k"
            " JOIN tables AS t ON t.table_id = k.table_id"
            " JOIN rounds AS r ON r.table_id = k.table_id AND r.round = k.round"
            " LEFT JOIN shoe_steps AS l"
            " ON l.table_id = r.table_id AND l.shoe = r.shoe AND l.step = 2"
            " LEFT JOIN shoe_steps AS v"
            " ON v.table_id = r.table_id AND v.shoe = r.shoe AND v.step = 3"
            " LEFT JOIN hands AS h ON h.table_id = k.table_id AND h.round = k.round"
            " ORDER BY k.at_ms DESC, k.table_id DESC, k.round DESC, h.hand",
            *parameters,
        )
        tables = dict[str, TableRow]()
        rounds = list[FoundRound]()
        for head, rows in groupby(found, itemgetter(slice(HAND_AT))):
            if head[0] not in tables:
                tables[head[0]] = row_layout.from_row(TableRow, head[:ROUND_AT])
            hands = [row[HAND_AT:] for row in rows if row[HAND_AT] is not None]
            row = row_layout.round_row(head[ROUND_AT:SHOE_AT], hands)
            shoe = _found_shoe(*head[SHOE_AT:HAND_AT])
            rounds.append(FoundRound(table=tables[head[0]], round=row, shoe=shoe))
        return rounds

    async def shoe_steps(self, table: str, shoe: int) -> Sequence[ShoeStep]:
        """The stages that a sealed shoe has reached, in order."""
        found = await self.ask(
            f"SELECT {row_layout.columns('shoe_steps')} FROM shoe_steps"
            " WHERE table_id = $1 AND shoe = $2 ORDER BY step",
            *(table, shoe),
        )
        return [ShoeStep(*row[1:]) for row in found]

    async def open_shoes(self, before_ms: int) -> Sequence[OpenShoe]:
        """Sealed shoes whose seed is not revealed, with no card dealt since ``before_ms``."""
        found = await self.ask(OPEN_SHOES, before_ms)
        return [OpenShoe(table=table, shoe=shoe, last_ms=last) for table, shoe, last in found]

    async def hand_sums(self, query: RoundQuery) -> Sequence[HandSums]:
        """Sums over all matching hands, without paging, by rules, outcome and Tie wager."""
        where = _Where()
        where.add("h.person = ", query.person)
        where.add("h.table_id = ", query.table)
        where.add("h.at_ms >= ", query.since_ms)
        where.add("h.at_ms < ", query.until_ms)
        where.add("h.outcome = ", query.outcome)
        where.add("h.wagered_cents >= ", query.wagered_min_cents)
        where.add("h.returned_cents >= ", query.returned_min_cents)
        found = await self.ask(
            f"SELECT r.rules, h.outcome, CASE WHEN {TIE} THEN 1 ELSE 0 END AS tie, COUNT(*),"
            " CAST(SUM(h.wagered_cents) AS BIGINT), CAST(SUM(h.returned_cents) AS BIGINT)"
            " FROM hands h JOIN rounds r ON r.table_id = h.table_id AND r.round = h.round"
            f"{where} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
            *where.parameters,
        )
        return [row_layout.from_row(HandSums, row) for row in found]

    async def returns(
        self, since_ms: int, until_ms: int, *, by_table: bool = False
    ) -> Sequence[WagerSums]:
        """Stakes and returns of rounds from ``since_ms`` until before ``until_ms``.

        Summed over each round first, then over all rounds with the same rules, decks, wager and
        ``alone``, and of the same table if ``by_table``. Hands that are void or were bet with a
        coupon are left out.
        """
        sums, last = Sums(), (since_ms, "", 0)
        while True:
            keys = await self.ask(
                "SELECT at_ms, table_id, round, rules, decks FROM rounds"
                " WHERE at_ms >= $1 AND at_ms < $2 AND (at_ms, table_id, round) > ($3, $4, $5)"
                " ORDER BY at_ms, table_id, round LIMIT $6",
                *(since_ms, until_ms, *last, RETURNS_PAGE),
            )
            if not keys:
                return sums.found()
            end = keys[-1][:3]
            found = await self.ask(
                f"SELECT {row_layout.columns('hands')} FROM hands"
                " WHERE (at_ms, table_id, round) > ($1, $2, $3)"
                " AND (at_ms, table_id, round) <= ($4, $5, $6)",
                *(*last, *end),
            )
            hands = dict[tuple[str, int], list[HandRow]]()
            for row in found:
                hands.setdefault((row[0], row[1]), []).append(row_layout.hand_row(row))
            for _, table, number, rules, decks in keys:
                of_round = hands.get((table, number), ())
                sums.add(rules, decks, of_round, table if by_table else "")
            last = end

    async def notes(self, query: NoteQuery) -> Sequence[FoundNote]:
        """Significant events, newest first."""
        where = _Where()
        where.add("kind = ", query.kind)
        where.add("table_id = ", query.table)
        where.add("person = ", query.person)
        where.add("at_ms >= ", query.since_ms)
        where.add("at_ms < ", query.until_ms)
        where.add("number < ", query.before)
        found = await self.ask(
            "SELECT number, at_ms, kind, table_id, round, person, actor, data FROM notes"
            f"{where} ORDER BY number DESC LIMIT {where.parameter(query.limit)}",
            *where.parameters,
        )
        return [FoundNote(number=row[0], note=row_layout.from_row(Note, row[1:])) for row in found]

    async def last_notes(self, kind: str, persons: Collection[str]) -> Sequence[Note]:
        """The newest significant event of a kind about each of these persons."""
        found = await self.ask(
            "SELECT at_ms, kind, table_id, round, person, actor, data FROM notes WHERE number IN"
            " (SELECT max(number) FROM notes WHERE kind = $1"
            f" AND person IN ({_places(len(persons), 2)}) GROUP BY person)",
            *(kind, *persons),
        )
        return [row_layout.from_row(Note, row) for row in found]

    # --- documents

    async def document(self, kind: str, name: str) -> Document | None:
        row = await self._one(f"{DOCUMENT} WHERE kind = $1 AND id = $2", kind, name)
        return None if row is None else row_layout.from_row(Document, row)

    async def documents(self, query: DocumentQuery) -> Sequence[Document]:
        """Documents of a kind, newest first."""
        where = _Where()
        where.add("kind = ", query.kind)
        where.add("table_id = ", query.table)
        where.add("owner = ", query.owner)
        where.add("state = ", query.state)
        where.add("at_ms >= ", query.since_ms)
        where.add("at_ms < ", query.until_ms)
        if query.before is not None:
            places = ", ".join(where.parameter(part) for part in query.before)
            where.conditions.append(f"(at_ms, id) < ({places})")
        found = await self.ask(
            f"{DOCUMENT}{where} ORDER BY at_ms DESC, id DESC LIMIT {where.parameter(query.limit)}",
            *where.parameters,
        )
        return [row_layout.from_row(Document, row) for row in found]


def _found_shoe(
    contributors: int | None, withheld: int | None, revealed: int | None
) -> FoundShoe | None:
    if contributors is None or withheld is None:
        return None
    return FoundShoe(contributors=contributors, withheld=withheld, revealed=revealed is not None)


def round_keys(query: RoundQuery) -> tuple[str, list[Cell]]:
    """The statement that finds ``at_ms, table_id, round`` of rounds, and its parameters.

    A person's rounds are found through their hands, in the order of an index; all others through
    the rounds, whose hands are read only if the query has a condition on them.
    """
    where = _Where()
    where.add("table_id = ", query.table)
    where.add("at_ms >= ", query.since_ms)
    where.add("at_ms < ", query.until_ms)
    if query.before is not None:
        places = ", ".join(where.parameter(part) for part in query.before)
        where.conditions.append(f"(at_ms, table_id, round) < ({places})")
    of_hands = where if query.person is not None else _Where(where.parameters)
    of_hands.add("person = ", query.person)
    of_hands.add("outcome = ", query.outcome)
    of_hands.add("wagered_cents >= ", query.wagered_min_cents)
    of_hands.add("returned_cents >= ", query.returned_min_cents)
    if of_hands is not where and of_hands.conditions:
        wanted = " AND ".join(f"h.{condition}" for condition in of_hands.conditions)
        where.conditions.append(
            "EXISTS (SELECT 1 FROM hands h"
            f" WHERE h.table_id = rounds.table_id AND h.round = rounds.round AND {wanted})"
        )
    source = "hands" if of_hands is where else "rounds"
    sql = (
        f"SELECT DISTINCT at_ms, table_id, round FROM {source}{where}"
        " ORDER BY at_ms DESC, table_id DESC, round DESC"
        f" LIMIT {where.parameter(query.limit)}"
    )
    return sql, where.parameters


def _places(count: int, first: int = 1) -> str:
    """Parameters in a list; an empty list is NULL, which equals nothing."""
    return ", ".join(f"${place}" for place in range(first, first + count)) or "NULL"


class _Where:
    """Conditions that must all hold, and their parameters; None adds no condition."""

    def __init__(self, parameters: list[Cell] | None = None) -> None:
        self.conditions: list[str] = []
        self.parameters = [] if parameters is None else parameters

    def parameter(self, value: Cell) -> str:
        self.parameters.append(value)
        return f"${len(self.parameters)}"

    def add(self, condition: str, value: Cell) -> None:
        if value is not None:
            self.conditions.append(condition + self.parameter(value))

    def __str__(self) -> str:
        return " WHERE " + " AND ".join(self.conditions) if self.conditions else ""
