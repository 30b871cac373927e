"""What a database holds, in memory: a disk for stores that lose or delay writes.

``verdict`` says what a write would come to, ``apply`` does it, and ``copy`` keeps the content of
one moment. JSON goes through its text form on the way in, as it does in a database.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace

import msgspec

from casinowar.store.interface import (
    Answer,
    Answered,
    Conflict,
    Fault,
    FoundNote,
    FoundRound,
    HandRow,
    Json,
    Moved,
    Movement,
    Note,
    NoteQuery,
    Outcome,
    PersonRow,
    PlayerRow,
    RoundQuery,
    RoundRow,
    Seed,
    SessionRow,
    Short,
    Snapshot,
    StoredEvent,
    StoreError,
    TableRow,
    Used,
    Write,
    Written,
)


@dataclass(slots=True)
class Data:
    """What is durable. Rows are frozen; only the containers change."""

    tables: dict[str, TableRow] = field(default_factory=dict[str, TableRow])
    rules: dict[str, Json] = field(default_factory=dict[str, Json])
    events: dict[str, list[StoredEvent]] = field(default_factory=dict[str, list[StoredEvent]])
    seeds: dict[tuple[str, int], Seed] = field(default_factory=dict[tuple[str, int], Seed])
    snapshots: dict[str, list[Snapshot]] = field(default_factory=dict[str, list[Snapshot]])
    answers: dict[tuple[str, str], Answer] = field(default_factory=dict[tuple[str, str], Answer])
    rounds: dict[tuple[str, int], RoundRow] = field(default_factory=dict[tuple[str, int], RoundRow])
    notes: list[Note] = field(default_factory=list[Note])
    persons: dict[str, PersonRow] = field(default_factory=dict[str, PersonRow])
    sign_ins: dict[str, str] = field(default_factory=dict[str, str])
    sessions: dict[bytes, SessionRow] = field(default_factory=dict[bytes, SessionRow])
    movements: list[Movement] = field(default_factory=list[Movement])
    balances: dict[str, int] = field(default_factory=dict[str, int])
    used: set[str] = field(default_factory=set[str])
    homes: dict[str, str] = field(default_factory=dict[str, str])

    def copy(self) -> Data:
        """The content of this moment; later writes to either do not touch the other."""
        made = Data(**{part.name: getattr(self, part.name).copy() for part in fields(self)})
        made.events = {table: stream.copy() for table, stream in self.events.items()}
        made.snapshots = {table: taken.copy() for table, taken in self.snapshots.items()}
        return made


# --- writing --------------------------------------------------------------------------------------


def verdict(data: Data, write: Write) -> Outcome:
    """What a write comes to; nothing is changed."""
    _check_sense(data, write)
    if write.answer is not None:
        given = data.answers.get((write.answer.person, write.answer.command))
        if given is not None:
            return Answered(given)
    if write.home and data.homes.get(write.table, "") != write.home:
        return Moved()
    if write.table and len(data.events[write.table]) != write.expected:
        return Conflict()
    for person, version in write.unchanged:
        if person not in data.persons or data.persons[person].version != version:
            return Conflict()
    if write.person is not None:
        known = data.persons.get(write.person.person)
        if write.person.version != (known.version if known is not None else 0) + 1:
            return Conflict()
    if write.once in data.used or _sign_in_taken(data, write.person):
        return Used()
    for account, cents in _sums(write).items():
        if account.startswith("player/") and data.balances.get(account, 0) + cents < 0:
            return Short(account)
    _check_room(data, write)
    return Written()


def apply(data: Data, write: Write) -> None:
    """Do a write whose verdict is Written."""
    if write.table:
        data.events[write.table].extend(write.events)
    if write.answer is not None:
        data.answers[write.answer.person, write.answer.command] = write.answer
    for posting in write.postings:
        balance = data.balances.get(posting.account, 0) + posting.cents
        data.balances[posting.account] = balance
        movement = Movement(
            number=len(data.movements) + 1,
            at_ms=write.at_ms,
            account=posting.account,
            cents=posting.cents,
            balance_cents=balance,
            kind=posting.kind,
            table=write.table,
            version=posting.version,
        )
        data.movements.append(movement)
    for row in write.rounds:
        hands = tuple(replace(hand, detail=as_json(hand.detail)) for hand in row.hands)
        data.rounds[write.table, row.round] = replace(row, hands=hands)
    data.notes.extend(replace(note, data=as_json(note.data)) for note in write.notes)
    data.seeds.update({(write.table, seed.shoe): seed for seed in write.seeds})
    if write.snapshot is not None:
        data.snapshots.setdefault(write.table, []).append(write.snapshot)
    if write.person is not None:
        _keep_person(data, write.person)
    if write.settings is not None:
        table = write.settings
        data.tables[table.table] = replace(table, settings=as_json(table.settings))
    if write.once:
        data.used.add(write.once)


def as_json(value: Json) -> Json:
    """A JSON object after a way through its text."""
    decoded: Json = msgspec.json.decode(msgspec.json.encode(value))
    return decoded


def _keep_person(data: Data, row: PersonRow) -> None:
    before = data.persons.get(row.person)
    if before is not None and before.sign_in is not None:
        del data.sign_ins[before.sign_in]
    if row.sign_in is not None:
        data.sign_ins[row.sign_in] = row.person
    data.persons[row.person] = replace(row, data=as_json(row.data))


def _sign_in_taken(data: Data, row: PersonRow | None) -> bool:
    if row is None or row.sign_in is None:
        return False
    return data.sign_ins.get(row.sign_in, row.person) != row.person


def _check_sense(data: Data, write: Write) -> None:
    """Mistakes of the caller, which no database should have to find."""
    assert sum(posting.cents for posting in write.postings) == 0, "the legs do not add up"
    versions = [event.version for event in write.events]
    first = write.expected + 1
    assert versions == list(range(first, first + len(versions))), "events out of order"
    if not write.table:
        needs_table = (write.events, write.rounds, write.seeds, write.snapshot)
        assert not any(needs_table), "a write without a table has parts of one"
        return
    if write.table not in data.tables:
        raise StoreError(f"there is no table {write.table}")


def _check_room(data: Data, write: Write) -> None:
    """What a database cannot hold: numbers above 64 bits, a round for the second time."""
    for account, cents in _sums(write).items():
        if not -(2**63) <= data.balances.get(account, 0) + cents < 2**63:
            raise StoreError(f"{account} cannot hold {cents}")
    for row in write.rounds:
        if (write.table, row.round) in data.rounds:
            raise StoreError(f"round {row.round} of {write.table} is written already")


def _sums(write: Write) -> dict[str, int]:
    sums: dict[str, int] = {}
    for posting in write.postings:
        sums[posting.account] = sums.get(posting.account, 0) + posting.cents
    return sums


# --- questions ------------------------------------------------------------------------------------


def found_rounds(data: Data, query: RoundQuery) -> Iterator[FoundRound]:
    """Rounds that fit, newest first."""
    keys = sorted(
        ((row.at_ms, table, number) for (table, number), row in data.rounds.items()), reverse=True
    )
    for at_ms, table, number in keys:
        row = data.rounds[table, number]
        if (
            (query.table is None or table == query.table)
            and _in_time(at_ms, query.since_ms, query.until_ms)
            and (query.before is None or (at_ms, table, number) < query.before)
            and _fits(row, query)
        ):
            yield FoundRound(table=data.tables[table], round=row)


def _fits(row: RoundRow, query: RoundQuery) -> bool:
    asked = (query.person, query.outcome, query.wagered_min_cents, query.returned_min_cents)
    return all(part is None for part in asked) or any(hand_fits(hand, query) for hand in row.hands)


def hand_fits(hand: HandRow, query: RoundQuery) -> bool:
    return (
        (query.person is None or hand.person == query.person)
        and (query.outcome is None or hand.outcome == query.outcome)
        and (query.wagered_min_cents is None or hand.wagered_cents >= query.wagered_min_cents)
        and (query.returned_min_cents is None or hand.returned_cents >= query.returned_min_cents)
    )


def balances_of(data: Data, person: str) -> dict[str, int]:
    """The balances of a person's accounts."""
    kept = data.balances.items()
    return {account: cents for account, cents in kept if account.endswith(f"/{person}")}


def player(data: Data, person: str) -> PlayerRow:
    """A person with all that they have and have played."""
    own = [
        (row, [hand for hand in row.hands if hand.person == person]) for row in data.rounds.values()
    ]
    played = [(row, hands) for row, hands in own if hands]
    return PlayerRow(
        person=data.persons[person],
        balances=balances_of(data, person),
        rounds=len(played),
        wagered_cents=sum(hand.wagered_cents for _, hands in played for hand in hands),
        returned_cents=sum(hand.returned_cents for _, hands in played for hand in hands),
        last_round_ms=max((row.at_ms for row, _ in played), default=0),
    )


def found_notes(data: Data, query: NoteQuery) -> Iterator[FoundNote]:
    """Significant events that fit, newest first."""
    for number in range(len(data.notes), 0, -1):
        note = data.notes[number - 1]
        if (
            (query.kind is None or note.kind == query.kind)
            and (query.table is None or note.table == query.table)
            and (query.person is None or note.person == query.person)
            and _in_time(note.at_ms, query.since_ms, query.until_ms)
            and (query.before is None or number < query.before)
        ):
            yield FoundNote(number=number, note=note)


def _in_time(at_ms: int, since_ms: int | None, until_ms: int | None) -> bool:
    return (since_ms is None or at_ms >= since_ms) and (until_ms is None or at_ms < until_ms)


def faults(data: Data) -> Iterator[Fault]:
    """What cannot be right."""
    if sum(data.balances.values()) != 0:
        yield Fault(where="balances", what="they do not add up to zero")
    sums: dict[str, int] = {}
    for movement in data.movements:
        sums[movement.account] = sums.get(movement.account, 0) + movement.cents
        if sums[movement.account] != movement.balance_cents:
            yield Fault(where=f"posting {movement.number}", what="its balance is wrong")
    for account in sorted(sums.keys() | data.balances.keys()):
        balance = data.balances.get(account, 0)
        if sums.get(account, 0) != balance:
            yield Fault(where=account, what="its balance is not the sum of its postings")
        if account.startswith("player/") and balance < 0:
            yield Fault(where=account, what="it is below zero")
    for table, stream in data.events.items():
        if [event.version for event in stream] != list(range(1, len(stream) + 1)):
            yield Fault(where=table, what="its events are not numbered from 1 without a gap")


# --- the port -------------------------------------------------------------------------------------
