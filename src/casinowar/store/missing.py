"""What is not in a database although other rows depend on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from casinowar.store.port import Fault
from casinowar.store.rows import Row


@dataclass(frozen=True, slots=True)
class Missing:
    """A statement that finds rows to which something is missing, and how to say it."""

    sql: str
    where: str  # with {0} for the first column
    what: str

    def each(self, row: Row) -> Iterable[Fault]:
        """The fault that a row shows."""
        yield Fault(where=self.where.format(*row), what=self.what.format(*row))

    def end(self) -> Iterable[Fault]:
        """Nothing more."""
        return ()


RULES = Missing(
    "SELECT t.table_id, t.rules FROM tables t LEFT JOIN rules r ON r.digest = t.rules"
    " WHERE r.digest IS NULL ORDER BY t.table_id",
    "tables {0}",
    "its rules {1} are missing",
)
SEEDS = Missing(
    "SELECT t.table_id FROM tables t WHERE NOT EXISTS"
    " (SELECT 1 FROM seeds s WHERE s.table_id = t.table_id) ORDER BY t.table_id",
    "seeds {0}",
    "there are none",
)
SEED_GAPS = Missing(
    "SELECT table_id, count(*), min(shoe), max(shoe) FROM seeds GROUP BY table_id"
    " HAVING min(shoe) <> 1 OR max(shoe) <> count(*) ORDER BY table_id",
    "seeds {0}",
    "there are {1}, numbered {2} to {3}",
)
SNAPSHOTS_AHEAD = Missing(
    "SELECT s.table_id, s.version FROM snapshots s JOIN tables t ON t.table_id = s.table_id"
    " WHERE s.version > t.version OR s.version < 1 ORDER BY s.table_id, s.version",
    "snapshots {0} {1}",
    "there is no event {1}",
)
ENTRIES = Missing(
    "SELECT DISTINCT p.entry FROM postings p LEFT JOIN postings f ON f.number = p.entry"
    " WHERE f.number IS NULL OR f.entry <> p.entry ORDER BY p.entry",
    "entry {0}",
    "its first posting is missing",
)
ANSWERS = Missing(
    "SELECT DISTINCT e.actor, e.command, e.table_id FROM events e LEFT JOIN answers a"
    " ON a.person = e.actor AND a.command = e.command"
    " WHERE e.command <> '' AND a.command IS NULL ORDER BY e.actor, e.command",
    "answers {0} {1}",
    "the command has events at table {2} and no answer",
)
OWNERS = Missing(
    "SELECT t.owner, t.table_id FROM tables t LEFT JOIN persons p ON p.person = t.owner"
    " WHERE t.owner <> '' AND p.person IS NULL ORDER BY t.table_id",
    "persons {0}",
    "there is no such person, who made table {1}",
)
ACTORS = Missing(
    "SELECT e.actor, min(e.table_id) FROM events e LEFT JOIN persons p ON p.person = e.actor"
    " WHERE e.actor <> '' AND p.person IS NULL GROUP BY e.actor ORDER BY e.actor",
    "persons {0}",
    "there is no such person, who acted at table {1}",
)
COMMANDS = Missing(
    "SELECT table_id, min(version) FROM events WHERE (actor = '') <> (command = '')"
    " GROUP BY table_id ORDER BY table_id",
    "events {0} {1}",
    "a person without a command, or a command without a person",
)
ANSWERED = Missing(
    "SELECT a.person, min(a.command) FROM answers a LEFT JOIN persons p ON p.person = a.person"
    " WHERE p.person IS NULL GROUP BY a.person ORDER BY a.person",
    "persons {0}",
    "there is no such person, whose command {1} was answered",
)
NOTED = Missing(
    "SELECT n.person, min(n.number) FROM notes n LEFT JOIN persons p ON p.person = n.person"
    " WHERE n.person <> '' AND p.person IS NULL GROUP BY n.person ORDER BY n.person",
    "persons {0}",
    "there is no such person, whom the note {1} is about",
)
HOLDERS = Missing(
    "SELECT a.holder, a.account FROM accounts a LEFT JOIN persons p ON p.person = a.holder"
    " WHERE a.account LIKE 'player/%' AND p.person IS NULL ORDER BY a.account",
    "persons {0}",
    "there is no such person, but an account {1}",
)
SIGNED_IN = Missing(
    "SELECT DISTINCT s.person FROM sessions s LEFT JOIN persons p ON p.person = s.person"
    " WHERE p.person IS NULL ORDER BY s.person",
    "persons {0}",
    "there is no such person, but a session",
)
HANDS_ONLY = Missing(
    "SELECT DISTINCT h.table_id, h.round FROM hands h LEFT JOIN rounds r"
    " ON h.table_id = r.table_id AND h.round = r.round WHERE r.round IS NULL",
    "rounds {0} {1}",
    "its hands are there, but not the round",
)


def _of_no_table(name: str) -> Missing:
    return Missing(
        f"SELECT DISTINCT x.table_id FROM {name} x LEFT JOIN tables t ON t.table_id = x.table_id"
        " WHERE x.table_id <> '' AND t.table_id IS NULL ORDER BY x.table_id",
        name + " {0}",
        "there is no such table",
    )


def all_missing() -> Iterator[Missing]:
    """All of them."""
    yield from (RULES, SEEDS, SEED_GAPS, SNAPSHOTS_AHEAD, ENTRIES, ANSWERS)
    yield from (OWNERS, ACTORS, COMMANDS, ANSWERED, NOTED, HOLDERS, SIGNED_IN, HANDS_ONLY)
    yield from map(_of_no_table, ("seeds", "snapshots", "notes"))
