"""A complete ``Store`` in memory.

``Data`` is what a disk would hold. ``verdict`` says what a write would come to, ``apply`` does it,
and ``copy`` keeps the content of one moment: a store that loses or delays writes is made of these.
``MemoryStore`` puts the port on top; several of them on one ``Hall`` are processes on one database.

JSON goes through its text form on the way in, as it does in a database.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace

import msgspec

from casinowar.store.hand_sums import HandSums
from casinowar.store.news import table_news
from casinowar.store.port import (
    AccountRow,
    Answer,
    Answered,
    Conflict,
    Fault,
    FoundNote,
    FoundRound,
    HandRow,
    Json,
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
    TableQuery,
    TableRow,
    Used,
    WagerSums,
    Write,
    Written,
)
from casinowar.store.sums import Sums
from tests.kit.hand_sums import summed


@dataclass(slots=True)
class Data:
    """What is durable. Rows are frozen; only the containers change."""

    tables: dict[str, TableRow] = field(default_factory=dict[str, TableRow])
    rules: dict[str, Json] = field(default_factory=dict[str, Json])
    events: dict[str, list[StoredEvent]] = field(default_factory=dict[str, list[StoredEvent]])
    seeds: dict[tuple[str, int], bytes] = field(default_factory=dict[tuple[str, int], bytes])
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
    if write.table and len(data.events[write.table]) != write.expected:
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
    data.seeds.update({(write.table, seed.shoe): seed.sealed for seed in write.seeds})
    if write.snapshot is not None:
        data.snapshots.setdefault(write.table, []).append(write.snapshot)
    if write.person is not None:
        _keep_person(data, write.person)
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
            yield FoundRound(table=table, found=row)


def _fits(row: RoundRow, query: RoundQuery) -> bool:
    asked = (query.person, query.outcome, query.wagered_min_cents, query.returned_min_cents)
    return all(part is None for part in asked) or any(_hand_fits(hand, query) for hand in row.hands)


def _hand_fits(hand: HandRow, query: RoundQuery) -> bool:
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


@dataclass(slots=True)
class Hall:
    """One database: its content, and the processes that hear each other's messages."""

    data: Data = field(default_factory=Data)
    ears: dict[int, list[asyncio.Queue[str | None]]] = field(
        default_factory=dict[int, list["asyncio.Queue[str | None]"]]
    )
    opened: int = 0  # how many stores there ever were

    def say(self, speaker: int, message: str) -> None:
        """Pass a message to everybody but the speaker."""
        for listener, queues in self.ears.items():
            if listener != speaker:
                for queue in queues:
                    queue.put_nowait(message)


async def in_turn(
    write: Callable[[Write], Awaitable[Outcome]], writes: Sequence[Write]
) -> Sequence[Outcome]:
    """Write one after the other; behind one that is refused, all are conflicts."""
    outcomes = list[Outcome]()
    for one in writes:
        goes_on = not outcomes or isinstance(outcomes[-1], Written)
        outcomes.append(await write(one) if goes_on else Conflict())
    return outcomes


class MemoryStore:
    """A store in memory, alone or as one of several processes on a hall."""

    def __init__(self, hall: Hall | None = None) -> None:
        self.hall = hall if hall is not None else Hall()
        self.hall.opened += 1
        self.name = self.hall.opened
        self.hall.ears[self.name] = []

    @property
    def data(self) -> Data:
        if self.name not in self.hall.ears:
            raise StoreError("the store is closed")
        return self.hall.data

    async def write(self, write: Write) -> Outcome:
        outcome = verdict(self.data, write)
        if isinstance(outcome, Written):
            apply(self.data, write)
            if write.events:
                self.hall.say(self.name, table_news(write.table, write.events))
        return outcome

    async def write_all(self, writes: Sequence[Write]) -> Sequence[Outcome]:
        return await in_turn(self.write, writes)

    async def add_table(self, row: TableRow, rules: Json, seeds: Sequence[Seed]) -> bool:
        if row.table in self.data.tables:
            return False
        self.data.tables[row.table] = replace(row, settings=as_json(row.settings))
        self.data.events[row.table] = []
        self.data.rules.setdefault(row.rules, as_json(rules))
        self.data.seeds.update({(row.table, seed.shoe): seed.sealed for seed in seeds})
        return True

    async def add_session(self, row: SessionRow) -> None:
        self.data.sessions[row.digest] = row

    async def extend_session(self, digest: bytes, expires_ms: int) -> bool:
        row = self.data.sessions.get(digest)
        if row is None:
            return False
        self.data.sessions[digest] = replace(row, expires_ms=expires_ms)
        return True

    async def end_sessions(self, person: str, digest: bytes | None = None) -> None:
        sessions = self.data.sessions
        for row in list(sessions.values()):
            if row.person == person and digest in {None, row.digest}:
                del sessions[row.digest]

    async def reseal(self, table: str, seeds: Sequence[Seed]) -> None:
        for seed in seeds:
            if (table, seed.shoe) in self.data.seeds:
                self.data.seeds[table, seed.shoe] = seed.sealed

    async def tables(self) -> Sequence[TableRow]:
        return sorted(self.data.tables.values(), key=lambda row: (row.created_ms, row.table))

    async def find_tables(self, query: TableQuery) -> Sequence[TableRow]:
        found = list(await MemoryStore.tables(self))
        if query.after:
            ids = [row.table for row in found]
            found = found[ids.index(query.after) + 1 :] if query.after in ids else []
        return [
            row
            for row in found
            if query.private_of is None
            or row.settings.get("public")
            or (query.private_of and row.owner == query.private_of)
        ][: query.limit]

    async def count_tables(self, owner: str) -> int:
        return sum(row.owner == owner for row in self.data.tables.values())

    async def table(self, table: str) -> TableRow | None:
        return self.data.tables.get(table)

    async def rules(self, digest: str) -> Json | None:
        return self.data.rules.get(digest)

    async def version(self, table: str) -> int:
        return len(self.data.events.get(table, ()))

    async def snapshot(self, table: str) -> Snapshot | None:
        taken = self.data.snapshots.get(table)
        return taken[-1] if taken else None

    async def snapshot_before(self, table: str, version: int) -> Snapshot | None:
        taken = self.data.snapshots.get(table, [])
        return next((found for found in reversed(taken) if found.version <= version), None)

    async def events(self, table: str, after: int, limit: int = 1000) -> Sequence[StoredEvent]:
        return self.data.events.get(table, [])[after : after + limit]

    async def seeds(self, table: str, first: int, last: int) -> Sequence[Seed]:
        kept = self.data.seeds
        numbers = [number for number in range(first, last + 1) if (table, number) in kept]
        return [Seed(shoe=number, sealed=kept[table, number]) for number in numbers]

    async def person(self, person: str) -> PersonRow | None:
        return self.data.persons.get(person)

    async def person_by_sign_in(self, sign_in: str) -> PersonRow | None:
        person = self.data.sign_ins.get(sign_in)
        return None if person is None else self.data.persons[person]

    async def accounts(
        self, prefix: str = "", after: str = "", limit: int = 100
    ) -> Sequence[PersonRow]:
        names = sorted(
            name for name in self.data.sign_ins if name.startswith(prefix) and name > after
        )
        return [self.data.persons[self.data.sign_ins[name]] for name in names[:limit]]

    async def players(self, after: str = "", limit: int = 100) -> Sequence[PlayerRow]:
        ids = sorted(person for person in self.data.persons if person > after)[:limit]
        return [player(self.data, person) for person in ids]

    async def answer(self, person: str, command: str) -> Answer | None:
        return self.data.answers.get((person, command))

    async def session(self, digest: bytes) -> SessionRow | None:
        return self.data.sessions.get(digest)

    async def balance(self, account: str) -> int:
        return self.data.balances.get(account, 0)

    async def balances(self, prefix: str) -> dict[str, int]:
        kept = self.data.balances.items()
        return {account: cents for account, cents in kept if account.startswith(prefix)}

    async def accounts_of(self, person: str) -> Sequence[AccountRow]:
        moved = {movement.account: movement.at_ms for movement in self.data.movements}
        return [
            AccountRow(account=account, balance_cents=cents, moved_ms=moved[account])
            for account, cents in sorted(balances_of(self.data, person).items())
        ]

    async def last_refill(self, account: str) -> Movement | None:
        refills = (m for m in reversed(self.data.movements) if m.kind == "refill")
        return next((refill for refill in refills if refill.account == account), None)

    async def statement(
        self, accounts: Sequence[str], since_ms: int, before: int | None = None, limit: int = 200
    ) -> Sequence[Movement]:
        asked = set(accounts)
        found = [
            movement
            for movement in reversed(self.data.movements[: None if before is None else before - 1])
            if movement.account in asked and movement.at_ms >= since_ms
        ]
        return found[:limit]

    async def round(self, table: str, number: int) -> RoundRow | None:
        return self.data.rounds.get((table, number))

    async def rounds(self, query: RoundQuery) -> Sequence[FoundRound]:
        return list(found_rounds(self.data, query))[: query.limit]

    async def hand_sums(self, query: RoundQuery) -> Sequence[HandSums]:
        return summed(found_rounds(self.data, replace(query, before=None)), query, _hand_fits)

    async def notes(self, query: NoteQuery) -> Sequence[FoundNote]:
        return list(found_notes(self.data, query))[: query.limit]

    async def returns(self, since_ms: int, until_ms: int) -> Sequence[WagerSums]:
        rows = (row for row in self.data.rounds.values() if since_ms <= row.at_ms < until_ms)
        sums = Sums()
        for row in rows:
            sums.add(row.rules, row.decks, row.hands)
        return sums.found()

    async def check(self) -> Sequence[Fault]:
        return list(faults(self.data))

    def news(self) -> AsyncIterator[str]:
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        if self.name in self.hall.ears:
            self.hall.ears[self.name].append(queue)
        else:
            queue.put_nowait(None)
        return _until_none(queue)

    async def tell(self, *messages: str) -> None:
        for message in messages:
            self.hall.say(self.name, message)

    async def close(self) -> None:
        for queue in self.hall.ears.pop(self.name, []):
            queue.put_nowait(None)


async def _until_none(queue: asyncio.Queue[str | None]) -> AsyncIterator[str]:
    while (message := await queue.get()) is not None:
        yield message
