"""What cannot be right in a database: rows changed, lost or reordered, wrong sums.

Each ``Examination`` reads one statement's rows, in order, and says what is wrong with them. All of
them see the database at one moment. What the events of a table mean is unknown here: whether the
ledger and the rounds follow from them, an audit by the service tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from casinowar.ledger import may_go_negative
from casinowar.store import rows
from casinowar.store.missing import Missing, all_missing
from casinowar.store.port import Fault
from casinowar.store.rows import Row
from casinowar.store.view import View, with_hands

CHANGED = "its content does not match its mark"


class Examination:
    """A statement, and what its rows show. This one looks at the marks of a table's rows."""

    def __init__(self, name: str) -> None:
        self.name = name
        shape = rows.SHAPES[name]
        self.sql = f"SELECT {rows.columns(name)} FROM {name} ORDER BY {', '.join(shape.key)}"
        self.key = [shape.columns.index(column) for column in shape.key]

    def each(self, row: Row) -> Iterable[Fault]:
        """The faults that a row shows."""
        if rows.mark(*row[:-1]) != row[-1]:
            key = " ".join(str(row[place]) for place in self.key)
            yield Fault(where=f"{self.name} {key}", what=CHANGED)

    def end(self) -> Iterable[Fault]:
        """The faults that show when all rows have been seen."""
        return ()


@dataclass(slots=True)
class _Seen:
    """What one examination learns and another one needs."""

    versions: dict[str, int] = field(default_factory=dict[str, int])  # of tables, by their id
    accounts: dict[int, tuple[str, int]] = field(default_factory=dict[int, tuple[str, int]])


class _Tables(Examination):
    """Tables, as they were made. How many events they have is not part of the mark."""

    def __init__(self, seen: _Seen) -> None:
        super().__init__("tables")
        self.seen = seen

    def each(self, row: Row) -> Iterable[Fault]:
        *cells, version = row
        self.seen.versions[row[0]] = version
        return super().each(tuple(cells))


class _Events(Examination):
    """Streams of events: numbered from 1 without a gap, as long as their tables say."""

    def __init__(self, seen: _Seen) -> None:
        super().__init__("events")
        self.seen = seen
        self.last: dict[str, int] = {}

    def each(self, row: Row) -> Iterable[Fault]:
        table, version = row[0], row[1]
        expected = self.last.get(table, 0) + 1
        if version != expected:
            yield Fault(where=f"events {table}", what=f"{version} follows {expected - 1}")
        self.last[table] = version
        if rows.event_mark(*row[:-1]) != row[-1]:
            yield Fault(where=f"events {table} {version}", what=CHANGED)

    def end(self) -> Iterable[Fault]:
        for table in sorted(self.last.keys() | self.seen.versions.keys()):
            there, said = self.last.get(table, 0), self.seen.versions.get(table)
            if said is None:
                yield Fault(where=f"events {table}", what="there is no such table")
            elif there != said:
                what = f"the table has version {said}, its last event is {there}"
                yield Fault(where=f"events {table}", what=what)


class _Accounts(Examination):
    """Accounts; their balances are compared with the postings afterwards."""

    def __init__(self, seen: _Seen) -> None:
        super().__init__("accounts")
        self.seen = seen

    def each(self, row: Row) -> Iterable[Fault]:
        number, account, balance_cents = row
        self.seen.accounts[number] = (account, balance_cents)
        return ()


class _Postings(Examination):
    """Postings: each balance follows from the one before, and each entry adds up to zero."""

    def __init__(self, seen: _Seen) -> None:
        super().__init__("postings")
        self.seen = seen
        self.balances: dict[int, int] = {}
        self.entries: dict[int, int] = {}  # what entries that do not add up so far come to

    def each(self, row: Row) -> Iterable[Fault]:
        number, entry, _, account, cents, balance_cents, _, table, version, mark = row
        where = f"posting {number}"
        name, _ = self.seen.accounts.get(account, ("", 0))
        if rows.posting_mark(*row[:-1]) != mark:
            yield Fault(where=where, what=CHANGED)
        if not name:
            yield Fault(where=where, what=f"there is no account {account}")
        expected = self.balances.get(account, 0) + cents
        if balance_cents != expected:
            what = f"{name} has {balance_cents} after it and should have {expected}"
            yield Fault(where=where, what=what)
        if version > self.seen.versions.get(table, 0):
            yield Fault(where=where, what=f"there is no event {version} of table {table}")
        self.balances[account] = balance_cents
        left = self.entries.pop(entry, 0) + cents
        if left:
            self.entries[entry] = left

    def end(self) -> Iterable[Fault]:
        for entry, cents in self.entries.items():
            yield Fault(where=f"entry {entry}", what=f"its postings add up to {cents}, not to zero")
        for number, (account, balance_cents) in self.seen.accounts.items():
            posted = self.balances.get(number)
            if posted is None:  # an account is made for its first posting
                yield Fault(where=account, what="it has no postings")
            elif posted != balance_cents:
                what = f"its balance is {balance_cents}; its last posting says {posted}"
                yield Fault(where=account, what=what)
            if balance_cents < 0 and not may_go_negative(account):
                yield Fault(where=account, what=f"its balance is {balance_cents}")


class _Rounds(Examination):
    """Rounds with their hands, which share a mark."""

    def __init__(self, seen: _Seen) -> None:
        super().__init__("rounds")
        self.seen = seen
        self.width = len(rows.SHAPES["rounds"].columns)
        self.sql = with_hands("1 = 1", "r.table_id, r.round")
        self.row: Row | None = None
        self.hand_rows: list[Row] = []

    def each(self, row: Row) -> Iterable[Fault]:
        of_round, hand = row[: self.width], row[self.width :]
        if of_round != self.row:
            yield from self._finished()
            self.row, self.hand_rows = of_round, []
        if hand[0] is not None:
            self.hand_rows.append(hand)

    def end(self) -> Iterable[Fault]:
        return self._finished()

    def _finished(self) -> Iterable[Fault]:
        if self.row is None:
            return
        where = f"rounds {self.row[0]} {self.row[1]}"
        if rows.round_mark(self.row[:-1], self.hand_rows) != self.row[-1]:
            yield Fault(where=where, what=CHANGED)
        if self.row[3] > self.seen.versions.get(self.row[0], 0):
            yield Fault(where=where, what=f"there is no event {self.row[3]}")


def _examinations() -> Iterator[Examination | Missing]:
    """All examinations, in the order in which they have to be done."""
    seen = _Seen()
    yield _Tables(seen)
    yield _Events(seen)
    yield _Accounts(seen)
    yield _Postings(seen)
    yield _Rounds(seen)
    for name in ("rules", "seeds", "snapshots", "persons", "answers", "notes"):
        yield Examination(name)
    yield from all_missing()


async def examine(view: View) -> Sequence[Fault]:
    """What cannot be right, as far as rows show it without being understood."""
    found = await view.damage()
    for examination in _examinations():
        async for row in view.rows(examination.sql):
            found += examination.each(row)
        found += examination.end()
    return found
