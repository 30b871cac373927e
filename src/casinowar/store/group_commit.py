"""Group commit: each write of a group is decided in memory, before anything is written.

A database reads the ``Facts`` that a group of writes depends on, inside the transaction that will
write the group. ``judge`` then decides one write after the other: each sees the effects of those
before it, and a refused write leaves no trace. The rows to write are collected in a ``Batch``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from casinowar.store import row_layout
from casinowar.store.interface import (
    Answer,
    Answered,
    Conflict,
    Moved,
    Outcome,
    PersonRow,
    Short,
    StoreError,
    Used,
    Write,
    Written,
)
from casinowar.store.row_layout import Row

NEVER_NEGATIVE = "player/"  # the prefix of accounts that may not fall below zero

Rows = list[Row]


@dataclass(slots=True)
class Wants:
    """The keys that a database has to look up for a group of writes."""

    tables: set[str] = field(default_factory=set[str])
    persons: set[str] = field(default_factory=set[str])
    sign_ins: set[str] = field(default_factory=set[str])
    once: set[str] = field(default_factory=set[str])
    answers: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    accounts: dict[str, str] = field(
        default_factory=dict[str, str]
    )  # the table that posts to the account; "": several tables
    numbers: int = 0  # how many numbers the postings, notes and new accounts need at most

    @classmethod
    def of(cls, writes: Iterable[Write]) -> Wants:
        """Collect the keys that these writes depend on."""
        wants = cls()
        for write in writes:
            if write.table:
                wants.tables.add(write.table)
            if write.answer is not None:
                wants.answers.add((write.answer.person, write.answer.command))
            if write.once:
                wants.once.add(write.once)
            if write.person is not None:
                wants.persons.add(write.person.person)
                if write.person.sign_in is not None:
                    wants.sign_ins.add(write.person.sign_in)
            wants.persons.update(person for person, _ in write.unchanged)
            for posting in write.postings:
                first = wants.accounts.setdefault(posting.account, write.table)
                if first != write.table:
                    wants.accounts[posting.account] = ""  # several tables post to the account
            wants.numbers += len(write.postings) + len(write.notes)
        wants.numbers += len(wants.accounts)
        return wants


@dataclass(slots=True)
class Facts:
    """The values found for the keys in ``Wants``; a key that is missing does not exist yet."""

    versions: dict[str, int] = field(default_factory=dict[str, int])  # of tables
    homes: dict[str, str] = field(default_factory=dict[str, str])  # of tables
    persons: dict[str, int] = field(default_factory=dict[str, int])  # their versions
    sign_ins: dict[str, str] = field(default_factory=dict[str, str])  # the person of each name
    once: set[str] = field(default_factory=set[str])
    answers: dict[tuple[str, str], Answer] = field(default_factory=dict[tuple[str, str], Answer])
    accounts: dict[str, tuple[int, int]] = field(
        default_factory=dict[str, tuple[int, int]]
    )  # the number and the balance


@dataclass(slots=True)
class Batch:
    """All rows that a group writes. A row that changes several times is written once."""

    events: Rows = field(default_factory=list[Row])
    postings: Rows = field(default_factory=list[Row])
    answers: Rows = field(default_factory=list[Row])
    rounds: Rows = field(default_factory=list[Row])
    hand_rows: Rows = field(default_factory=list[Row])
    notes: Rows = field(default_factory=list[Row])
    seeds: Rows = field(default_factory=list[Row])
    shoe_steps: Rows = field(default_factory=list[Row])
    once: Rows = field(default_factory=list[Row])
    versions: dict[str, int] = field(default_factory=dict[str, int])
    snapshots: list[Row] = field(default_factory=list[Row])
    persons: dict[str, Row] = field(default_factory=dict[str, Row])
    new_persons: set[str] = field(default_factory=set[str])
    accounts: dict[str, Row] = field(default_factory=dict[str, Row])
    new_accounts: set[str] = field(default_factory=set[str])
    settings: dict[str, Row] = field(default_factory=dict[str, Row])  # table, settings

    @property
    def is_empty(self) -> bool:
        return not any(getattr(self, name) for name in self.__slots__)


def sensible(write: Write) -> None:
    """Assert the conditions that a caller must meet, before the database gets the write."""
    assert sum([posting.cents for posting in write.postings]) == 0, "the legs do not add up"
    versions = [event.version for event in write.events]
    first = write.expected + 1
    assert versions == list(range(first, first + len(versions))), "events are numbered in order"
    if not write.table:
        of_a_table = (write.events, write.rounds, write.seeds, write.shoe_steps, write.snapshot)
        assert not any(of_a_table), "a write without a table has parts of one"
    of_table = write.table if write.settings is None else write.settings.table
    assert of_table == write.table, "the settings are those of another table"
    assert write.table or not write.home, "a write without a table has no home"


def judge(write: Write, facts: Facts, numbers: Iterator[int], batch: Batch) -> Outcome:
    """Decide a write; if it is accepted, add it to the batch and to the facts.

    Raises StoreError if there is no such table.
    """
    return _refusal(write, facts) or _accept(write, facts, numbers, batch)


def judge_in_turn(
    writes: Iterable[Write], facts: Facts, numbers: Iterator[int], batch: Batch
) -> tuple[Outcome, ...]:
    """Decide writes, each planned on top of the previous one.

    After a refused write all later ones are conflicts: the version that they expect may exist, but
    somebody else wrote it.
    """
    outcomes = list[Outcome]()
    for write in writes:
        goes_on = not outcomes or isinstance(outcomes[-1], Written)
        outcomes.append(judge(write, facts, numbers, batch) if goes_on else Conflict())
    return tuple(outcomes)


def _refusal(write: Write, facts: Facts) -> Outcome | None:
    if write.answer is not None:
        given = facts.answers.get((write.answer.person, write.answer.command))
        if given is not None:
            return Answered(given)
    if write.table and write.table not in facts.versions:
        raise StoreError(f"there is no table {write.table}")
    if write.home and facts.homes[write.table] != write.home:
        return Moved()
    if write.table and facts.versions[write.table] != write.expected:
        return Conflict()
    if any(facts.persons.get(person, 0) != version for person, version in write.unchanged):
        return Conflict()
    if (person := write.person) is not None:
        if person.version != facts.persons.get(person.person, 0) + 1:
            return Conflict()
        if _sign_in_taken(person, facts):
            return Used()
    if write.once and write.once in facts.once:
        return Used()
    return _short(write, facts)


def _sign_in_taken(person: PersonRow, facts: Facts) -> bool:
    if person.sign_in is None:
        return False
    return facts.sign_ins.get(person.sign_in, person.person) != person.person


def _short(write: Write, facts: Facts) -> Short | None:
    sums: dict[str, int] = {}
    for posting in write.postings:
        if posting.account.startswith(NEVER_NEGATIVE):
            sums[posting.account] = sums.get(posting.account, 0) + posting.cents
    for account, cents in sums.items():
        _, balance_cents = facts.accounts.get(account, (0, 0))
        if cents < 0 and balance_cents + cents < 0:
            return Short(account)
    return None


def _accept(write: Write, facts: Facts, numbers: Iterator[int], batch: Batch) -> Written:
    table = write.table
    if write.events:
        batch.events += [(table, *event) for event in write.events]
        facts.versions[table] = batch.versions[table] = write.events[-1].version
    if write.postings:
        _post(write, facts, numbers, batch)
    if write.answer is not None:
        batch.answers.append(row_layout.cells(write.answer))
        facts.answers[write.answer.person, write.answer.command] = write.answer
    for finished in write.rounds:
        row, hands = row_layout.round_cells(table, finished)
        batch.rounds.append(row)
        batch.hand_rows += hands
    batch.notes += [(next(numbers), *row_layout.cells(note)) for note in write.notes]
    batch.seeds += [(table, *row_layout.cells(seed)) for seed in write.seeds]
    batch.shoe_steps += [(table, *step) for step in write.shoe_steps]
    if write.snapshot is not None:
        kept = write.snapshot
        batch.snapshots.append((table, kept.version, kept.body, kept.head))
    if write.person is not None:
        _keep_person(write.person, facts, batch)
    if write.settings is not None:
        batch.settings[table] = (table, row_layout.json_text(write.settings.settings))
    if write.once:
        batch.once.append((write.once,))
        facts.once.add(write.once)
    return Written()


def _post(write: Write, facts: Facts, numbers: Iterator[int], batch: Batch) -> None:
    entry = 0  # the number of the first leg, which all legs of a write carry
    for name, cents, kind, version in write.postings:
        known = facts.accounts.get(name)
        if known is None:
            known = (next(numbers), 0)
            batch.new_accounts.add(name)
        account, balance_cents = known
        balance_cents += cents
        number = next(numbers)
        entry = entry or number
        cells = (number, entry, write.at_ms, account, cents, balance_cents)
        batch.postings.append((*cells, kind, write.table, version))
        facts.accounts[name] = (account, balance_cents)
        batch.accounts[name] = (account, name, balance_cents)


def _keep_person(person: PersonRow, facts: Facts, batch: Batch) -> None:
    if person.version == 1:
        batch.new_persons.add(person.person)
    freed = [name for name, owner in facts.sign_ins.items() if owner == person.person]
    for name in freed:
        del facts.sign_ins[name]
    if person.sign_in is not None:
        facts.sign_ins[person.sign_in] = person.person
    facts.persons[person.person] = person.version
    batch.persons[person.person] = row_layout.cells(person)
