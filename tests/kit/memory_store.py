"""A complete ``Store`` in memory. Several of them on one ``Hall`` are processes on one database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

from casinowar.store.interface import (
    AccountRow,
    Answer,
    Conflict,
    Fault,
    FoundNote,
    FoundRound,
    Json,
    Movement,
    NoteQuery,
    Outcome,
    PersonRow,
    PlayerRow,
    RoundQuery,
    RoundRow,
    Seed,
    SessionRow,
    Snapshot,
    StoredEvent,
    StoreError,
    TableQuery,
    TableRow,
    Write,
    Written,
)
from casinowar.store.sums import Sums
from casinowar.store.totals import HandSums, WagerSums
from tests.kit.hand_sums import summed
from tests.kit.memory_data import (
    Data,
    apply,
    as_json,
    balances_of,
    faults,
    found_notes,
    found_rounds,
    hand_fits,
    player,
    verdict,
)


@dataclass(slots=True)
class Hall:
    """One database: its content, and the processes that hear each other's messages."""

    data: Data = field(default_factory=Data)
    ears: dict[str, list[asyncio.Queue[str | None]]] = field(
        default_factory=dict[str, list["asyncio.Queue[str | None]"]]
    )
    opened: int = 0  # how many stores there ever were
    stream: str = "memory"

    def say(self, speaker: str, message: str) -> None:
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
        self.name, self.stream = f"process{self.hall.opened}", self.hall.stream
        self.hears = True
        self.hall.ears[self.name] = []

    async def restarted(self) -> MemoryStore:
        """The store of the next process, after this one has ended."""
        await self.close()
        return MemoryStore(self.hall)

    @property
    def data(self) -> Data:
        if self.name not in self.hall.ears:
            raise StoreError("the store is closed")
        return self.hall.data

    async def write(self, write: Write) -> Outcome:
        outcome = verdict(self.data, write)
        if isinstance(outcome, Written):
            apply(self.data, write)
        return outcome

    async def write_all(self, writes: Sequence[Write]) -> Sequence[Outcome]:
        return await in_turn(self.write, writes)

    async def add_table(self, row: TableRow, rules: Json, seeds: Sequence[Seed]) -> bool:
        if row.table in self.data.tables:
            return False
        self.data.tables[row.table] = replace(row, settings=as_json(row.settings))
        self.data.events[row.table] = []
        self.data.rules.setdefault(row.rules, as_json(rules))
        self.data.seeds.update({(row.table, seed.shoe): seed for seed in seeds})
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
                self.data.seeds[table, seed.shoe] = seed

    async def probe(self) -> None:
        await self.write(Write(at_ms=0))

    async def take_home(self, table: str) -> str:
        before = self.data.homes.get(table, "")
        self.data.homes[table] = self.name
        return before

    async def leave(self, tables: Sequence[str]) -> None:
        for table in tables:
            if self.data.homes.get(table) == self.name:
                del self.data.homes[table]

    async def tables_at_home(self) -> set[str]:
        return {table for table, home in self.data.homes.items() if home == self.name}

    async def orphans(self) -> Sequence[str]:
        if next(iter(self.hall.ears)) != self.name:
            return []  # another process looks
        return [table for table, home in self.data.homes.items() if home not in self.hall.ears]

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

    async def table_by_share_id(self, share_id: str) -> TableRow | None:
        rows = self.data.tables.values()
        return next((row for row in rows if row.share_id == share_id != ""), None)

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
        return [kept[table, number] for number in numbers]

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

    async def last_events(self, tables: Sequence[str]) -> dict[str, bytes]:
        found = {table: self.data.events.get(table) for table in tables}
        return {table: events[-1].body for table, events in found.items() if events}

    async def answer(self, person: str, command: str) -> Answer | None:
        return self.data.answers.get((person, command))

    async def session(self, digest: bytes) -> SessionRow | None:
        return self.data.sessions.get(digest)

    async def sessions(self, person: str) -> Sequence[SessionRow]:
        found = [row for row in self.data.sessions.values() if row.person == person]
        return sorted(found, key=lambda row: (row.created_ms, row.digest))

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
        return summed(found_rounds(self.data, replace(query, before=None)), query, hand_fits)

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

    async def tell(self, message: str) -> None:
        self.hall.say(self.name, message)

    async def close(self) -> None:
        for queue in self.hall.ears.pop(self.name, []):
            queue.put_nowait(None)


async def _until_none(queue: asyncio.Queue[str | None]) -> AsyncIterator[str]:
    while (message := await queue.get()) is not None:
        yield message
