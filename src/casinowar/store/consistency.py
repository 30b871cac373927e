"""Faults that the rows alone reveal: gaps, wrong sums, and references to rows that do not exist.

Each ``Search`` is one statement whose rows are faults. All searches see the same moment of the
database. The database checks its own files. This module does not interpret events: whether the
ledger, the rounds and the answers follow from them is checked by the service's audit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from casinowar.ledger import CAGE, GRANTS
from casinowar.store.consistent_read import View
from casinowar.store.interface import Fault

FILE = "file"  # the place of faults that the database itself reports


class Search(NamedTuple):
    """A statement that finds faults, and the wording of a fault; {0} is the first column."""

    where: str
    what: str
    sql: str


STREAMS = (
    Search(
        "events {0}",
        "the table has version {1}; there are {2} events, from {3} to {4}",
        "SELECT t.table_id, t.version, count(e.version), coalesce(min(e.version), 0),"
        " coalesce(max(e.version), 0) FROM tables t"
        " LEFT JOIN events e ON e.table_id = t.table_id GROUP BY t.table_id, t.version"
        " HAVING count(e.version) <> t.version OR coalesce(max(e.version), 0) <> t.version"
        " ORDER BY t.table_id",
    ),
    Search(
        "seeds {0}",
        "there are {1}, numbered {2} to {3}",
        "SELECT table_id, count(*), min(shoe), max(shoe) FROM seeds GROUP BY table_id"
        " HAVING min(shoe) <> 1 OR max(shoe) <> count(*) ORDER BY table_id",
    ),
    Search(
        "events {0} {1}",
        # closing a table or standing a player up has a person and a reason, but no command id
        "a person without a command or a reason, or a command without a person",
        "SELECT table_id, min(version) FROM events"
        " WHERE (actor = '') <> (command = '') AND (actor = '' OR reason = '')"
        " GROUP BY table_id ORDER BY table_id",
    ),
    Search(
        "answers {0} {1}",
        "the command has events at table {2} and no answer",
        "SELECT DISTINCT e.actor, e.command, e.table_id FROM events e LEFT JOIN answers a"
        " ON a.person = e.actor AND a.command = e.command"
        " WHERE e.command <> '' AND a.command IS NULL ORDER BY e.actor, e.command",
    ),
    Search(
        "rounds {0} {1}",
        "it has hands, but the round itself is missing",
        "SELECT DISTINCT h.table_id, h.round FROM hands h LEFT JOIN rounds r"
        " ON h.table_id = r.table_id AND h.round = r.round WHERE r.round IS NULL",
    ),
)
LEDGER = (
    Search(
        "posting {0}",
        "account {1} has {2} after it and should have {3}",
        "SELECT number, account, balance_cents, should FROM ("
        "SELECT number, account, balance_cents, cents"
        " + lag(balance_cents, 1, 0) OVER (PARTITION BY account ORDER BY number) AS should"
        " FROM postings) AS p WHERE balance_cents <> should ORDER BY number",
    ),
    Search(
        "entry {0}",
        "its postings add up to {1}, not to zero",
        "SELECT entry, CAST(sum(cents) AS bigint) FROM postings GROUP BY entry"
        " HAVING sum(cents) <> 0 ORDER BY entry",
    ),
    Search(
        "posting {0}",
        "there is no account {1}",
        "SELECT p.number, p.account FROM postings p LEFT JOIN accounts a ON a.number = p.account"
        " WHERE a.number IS NULL ORDER BY p.number",
    ),
    Search(
        "{0}",
        "its balance is {1}; its last posting says {2}",
        "SELECT a.account, a.balance_cents, coalesce(p.balance_cents, 0) FROM accounts a"
        " LEFT JOIN postings p ON p.number ="
        " (SELECT max(number) FROM postings l WHERE l.account = a.number)"
        " WHERE p.number IS NULL OR p.balance_cents <> a.balance_cents ORDER BY a.account",
    ),
    Search(
        "{0}",
        "its balance is {1}",
        "SELECT account, balance_cents FROM accounts WHERE balance_cents < 0"
        f" AND account NOT IN ('{CAGE}', '{GRANTS}') ORDER BY account",
    ),
    Search(
        "posting {0}",
        "there is no event {1} of table {2}",
        "SELECT p.number, p.version, p.table_id FROM postings p"
        " LEFT JOIN tables t ON t.table_id = p.table_id"
        " WHERE p.version > coalesce(t.version, 0) ORDER BY p.number",
    ),
)


def _missing_person(who: str, words: str) -> Search:
    """Find rows that name a person who does not exist."""
    return Search(
        "persons {0}",
        f"there is no such person, but {words}",
        f"SELECT w.person, w.place FROM ({who}) AS w LEFT JOIN persons p ON p.person = w.person"
        " WHERE w.person <> '' AND p.person IS NULL ORDER BY w.person",
    )


PEOPLE = (
    _missing_person(
        "SELECT owner AS person, table_id AS place FROM tables", "table {1} has this owner"
    ),
    _missing_person(
        "SELECT actor AS person, min(table_id) AS place FROM events GROUP BY actor",
        "events of table {1} have this actor",
    ),
    _missing_person(
        "SELECT person, min(command) AS place FROM answers GROUP BY person",
        "command {1} of this person has an answer",
    ),
    _missing_person(
        "SELECT person, min(number) AS place FROM notes GROUP BY person",
        "note {1} is about this person",
    ),
    _missing_person(
        "SELECT owner AS person, min(id) AS place FROM documents GROUP BY owner",
        "document {1} has this owner",
    ),
    _missing_person(
        "SELECT holder AS person, account AS place FROM accounts WHERE account LIKE 'player/%'",
        "this person has the account {1}",
    ),
)


def _no_table(name: str) -> Search:
    return Search(
        f"{name} {{0}}",
        "there is no such table",
        f"SELECT DISTINCT x.table_id FROM {name} x LEFT JOIN tables t ON t.table_id = x.table_id"
        " WHERE x.table_id <> '' AND t.table_id IS NULL ORDER BY x.table_id",
    )


SEARCHES = (*STREAMS, *LEDGER, *PEOPLE, *map(_no_table, ("events", "rounds", "notes", "documents")))


async def examine(view: View) -> Sequence[Fault]:
    """Search for faults that the rows alone reveal."""
    found = await view.damage()
    if any(fault.where == FILE for fault in found):
        return found  # searches of a damaged file prove nothing
    for where, what, sql in SEARCHES:
        async for row in view.rows(sql):
            found.append(Fault(where=where.format(*row), what=what.format(*row)))
    return found
