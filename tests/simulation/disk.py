"""A database that is slow, fails, and loses what was not committed; several processes share it.

``Disk`` holds what is durable. A ``DiskStore`` is one process's way to it: writes wait in a queue
and are committed together after a while; at that moment, and not before, they are durable. A write
can fail before its commit, or after it, when nobody can tell; with a server at the other end of a
network it can even be committed after it was reported as failed. Reads are slow, may be as old as
their question, and fail. A killed process loses its queue, except that a commit under way may
still happen.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, TypeVar

from casinowar.store.interface import (
    AccountRow,
    Answer,
    Conflict,
    Json,
    Movement,
    Outcome,
    PersonRow,
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
from casinowar.store.notifications import MISSED
from tests.kit.memory_data import Data, apply, verdict
from tests.kit.memory_store import Hall, MemoryStore
from tests.simulation.loop import Process, VirtualLoop

T = TypeVar("T")
GONE_SECONDS = 15.0  # after its end a process is known to be gone


@dataclass(slots=True, kw_only=True)
class DiskFaults:
    """How often what goes wrong; each is a probability."""

    fails_before: float = 0.0
    fails_after: float = 0.0
    commits_later: float = 0.0  # reported as failed, and committed afterwards
    read_fails: float = 0.0
    slow: float = 0.0  # seconds instead of milliseconds
    news_lost: float = 0.0  # with all that follows, until "missed" is heard
    news_doubled: float = 0.0
    kills: float = 0.0  # the process dies between a commit and its report

    def burst(self, *, server: bool) -> None:
        """The last moments are the worst; a database server also loses news and answers."""
        self.fails_after = 0.5 if server or self.fails_after else 0.0
        self.read_fails = 0.5 if server or self.read_fails else 0.0
        self.news_lost = 0.5 if server else 0.0

    def none(self) -> None:
        """Nothing goes wrong any more."""
        for name in self.__dataclass_fields__:
            setattr(self, name, 0.0)


class Disk:
    """What is durable, and the processes on it."""

    def __init__(
        self, loop: VirtualLoop, random: Random, faults: DiskFaults, commit_seconds: float
    ) -> None:
        self.loop, self.random, self.faults = loop, random, faults
        self._commit_seconds = commit_seconds
        self.data = Data()
        self.hall = Hall(data=self.data)
        self.stores = dict[DiskStore, None]()
        self.kill: Callable[[Process], None] = lambda _: None
        self.written: Callable[[Write, DiskStore], None] = lambda _, __: None
        self.gone = dict[str, float]()  # when each process ended
        self.commits = self.writes = self.failed_writes = self.failed_reads = 0

    def delay_seconds(self) -> float:
        """How long the disk takes this time."""
        if self.random.random() < self.faults.slow:
            return self.random.uniform(0.5, 8.0)
        return self.random.expovariate(1 / self._commit_seconds)

    def say(self, speaker: DiskStore, message: str) -> None:
        """Bring news to the other processes: late, twice, or not at all."""
        for store in self.stores:
            if store is speaker or store.is_deaf:
                continue
            if self.random.random() < self.faults.news_lost:
                store.is_deaf = True
                self.loop.later(self.random.uniform(0.1, 5.0), store.listen_again)
                continue
            copies = 2 if self.random.random() < self.faults.news_doubled else 1
            for _ in range(copies):
                self.loop.later(self.delay_seconds(), store.hear, message)


@dataclass(slots=True)
class _Job:
    """Something to be committed, and who waits for it."""

    work: Callable[[], Any]
    report: asyncio.Future[Any]


@dataclass(slots=True)
class _Group:
    """Jobs that share a commit."""

    jobs: list[_Job] = field(default_factory=list[_Job])


class DiskStore(MemoryStore):
    """One process's store."""

    def __init__(self, disk: Disk, process: Process) -> None:
        super().__init__(disk.hall)
        self.disk, self.process = disk, process
        disk.stores[self] = None
        self._waiting = list[_Job]()
        self._committing: _Group | None = None
        self._ears = list[asyncio.Queue[str | None]]()
        self.is_deaf = False  # its connection for news is lost

    # --- commits ----------------------------------------------------------------------------------

    async def _commit(self, work: Callable[[], T]) -> T:
        job = _Job(work, self.disk.loop.create_future())
        self._waiting.append(job)
        self.disk.writes += 1
        self._begin()
        result: T = await job.report
        return result

    def _begin(self) -> None:
        if self._committing is None and self._waiting:
            self._committing = _Group(self._waiting)
            self._waiting = []
            disk = self.disk
            disk.loop.later(disk.delay_seconds(), self._end, self._committing)

    def _end(self, group: _Group) -> None:
        """The moment of a commit."""
        if not self.process.alive or self._committing is not group:
            return
        disk = self.disk
        luck, faults = disk.random.random(), disk.faults
        disk.commits += 1
        if luck < faults.fails_before:
            self._report(group, [StoreError("the disk failed")] * len(group.jobs))
        elif luck < faults.fails_before + faults.fails_after:
            self._carry_out(group)
            self._report(group, [StoreError("the connection was lost")] * len(group.jobs))
        elif luck < faults.fails_before + faults.fails_after + faults.commits_later:
            disk.loop.later(disk.random.uniform(0.0, 2.0), self._carry_out, group)
            self._report(group, [StoreError("the server does not answer")] * len(group.jobs))
        else:
            results = self._carry_out(group)
            if disk.random.random() < faults.kills:
                disk.kill(self.process)
                return
            self._report(group, results)

    def _carry_out(self, group: _Group) -> list[Any]:
        results = list[Any]()
        for job in group.jobs:
            try:
                results.append(job.work())
            except Exception as error:  # whoever asked gets it
                results.append(error)
        return results

    def _report(self, group: _Group, results: Sequence[Any]) -> None:
        """Say how it went, a moment later; then the next group can begin."""
        self.disk.loop.later(self.disk.random.expovariate(1 / 0.001), self._tell, group, results)
        self._committing = None
        self._begin()

    def _tell(self, group: _Group, results: Sequence[Any]) -> None:
        for job, result in zip(group.jobs, results, strict=True):
            if job.report.done() or not self.process.alive:
                continue  # nobody waits for it any more
            if isinstance(result, Exception):
                self.disk.failed_writes += 1
                job.report.set_exception(result)
            else:
                job.report.set_result(result)

    def crash(self) -> None:
        """The process was killed: its queue is lost; a commit under way may still happen."""
        self.disk.stores.pop(self, None)
        self.disk.gone[self.name] = self.disk.loop.time()
        group, self._committing = self._committing, None
        if group is not None and self.disk.random.random() < 0.5:
            self._carry_out(group)
        self._waiting.clear()

    def _write_all_now(self, writes: Sequence[Write]) -> list[Outcome]:
        outcomes = list[Outcome]()
        for write in writes:
            goes_on = not outcomes or isinstance(outcomes[-1], Written)
            outcomes.append(self._write_now(write) if goes_on else Conflict())
        return outcomes

    def _write_now(self, write: Write) -> Outcome:
        data = self.disk.data
        outcome = verdict(data, write)
        if isinstance(outcome, Written):
            apply(data, write)
            self.disk.written(write, self)
        return outcome

    # --- the port: writing ------------------------------------------------------------------------

    async def write(self, write: Write) -> Outcome:
        return (await self.write_all((write,)))[0]

    async def write_all(self, writes: Sequence[Write]) -> Sequence[Outcome]:
        return await self._commit(partial(self._write_all_now, writes))

    async def add_table(self, row: TableRow, rules: Json, seeds: Sequence[Seed]) -> bool:
        return await self._commit(
            lambda: _at_once(super(DiskStore, self).add_table(row, rules, seeds))
        )

    async def add_session(self, row: SessionRow) -> None:
        await self._commit(lambda: _at_once(super(DiskStore, self).add_session(row)))

    async def extend_session(self, digest: bytes, expires_ms: int) -> bool:
        work = lambda: _at_once(super(DiskStore, self).extend_session(digest, expires_ms))  # noqa: E731
        return await self._commit(work)

    async def end_sessions(self, person: str, digest: bytes | None = None) -> None:
        await self._commit(lambda: _at_once(super(DiskStore, self).end_sessions(person, digest)))

    async def take_home(self, table: str) -> str:
        return await self._commit(lambda: _at_once(super(DiskStore, self).take_home(table)))

    async def leave(self, tables: Sequence[str]) -> None:
        await self._commit(lambda: _at_once(super(DiskStore, self).leave(tables)))

    # --- reading ----------------------------------------------------------------------------------

    async def _read(self, read: Callable[[], Coroutine[Any, Any, T]]) -> T:
        disk = self.disk
        luck = disk.random.random()
        early = _at_once(read()) if luck < 0.5 else None
        if disk.random.random() < 0.3:
            await asyncio.sleep(disk.delay_seconds())
        else:
            await asyncio.sleep(0)
        if disk.random.random() < disk.faults.read_fails:
            disk.failed_reads += 1
            raise StoreError("the disk could not be read")
        return _at_once(read()) if luck >= 0.5 else early  # type: ignore[return-value]

    async def tables(self) -> Sequence[TableRow]:
        return await self._read(super().tables)

    async def find_tables(self, query: TableQuery) -> Sequence[TableRow]:
        return await self._read(partial(super().find_tables, query))

    async def count_tables(self, owner: str) -> int:
        return await self._read(partial(super().count_tables, owner))

    async def table(self, table: str) -> TableRow | None:
        return await self._read(partial(super().table, table))

    async def rules(self, digest: str) -> Json | None:
        return await self._read(partial(super().rules, digest))

    async def version(self, table: str) -> int:
        return await self._read(partial(super().version, table))

    async def tables_at_home(self) -> set[str]:
        return await self._read(super().tables_at_home)

    async def orphans(self) -> Sequence[str]:
        return await self._read(self._orphans)

    async def _orphans(self) -> Sequence[str]:
        if next(iter(self.disk.stores)) is not self:
            return []  # another process looks
        since = self.disk.loop.time() - GONE_SECONDS
        gone = {name for name, at in self.disk.gone.items() if at <= since}
        return [table for table, home in self.data.homes.items() if home in gone]

    async def snapshot(self, table: str) -> Snapshot | None:
        return await self._read(partial(super().snapshot, table))

    async def events(self, table: str, after: int, limit: int = 1000) -> Sequence[StoredEvent]:
        return await self._read(partial(super().events, table, after, limit))

    async def seeds(self, table: str, first: int, last: int) -> Sequence[Seed]:
        return await self._read(partial(super().seeds, table, first, last))

    async def person(self, person: str) -> PersonRow | None:
        return await self._read(partial(super().person, person))

    async def answer(self, person: str, command: str) -> Answer | None:
        return await self._read(partial(super().answer, person, command))

    async def session(self, digest: bytes) -> SessionRow | None:
        return await self._read(partial(super().session, digest))

    async def balance(self, account: str) -> int:
        return await self._read(partial(super().balance, account))

    async def balances(self, prefix: str) -> dict[str, int]:
        return await self._read(partial(super().balances, prefix))

    async def accounts_of(self, person: str) -> Sequence[AccountRow]:
        return await self._read(partial(super().accounts_of, person))

    async def last_refill(self, account: str) -> Movement | None:
        return await self._read(partial(super().last_refill, account))

    async def statement(
        self, accounts: Sequence[str], since_ms: int, before: int | None = None, limit: int = 200
    ) -> Sequence[Movement]:
        return await self._read(partial(super().statement, accounts, since_ms, before, limit))

    # --- news -------------------------------------------------------------------------------------

    def hear(self, message: str) -> None:
        """Take news from another process."""
        if self.process.alive:
            for queue in self._ears:
                queue.put_nowait(message)

    def listen_again(self) -> None:
        """The lost connection is back, and messages may have been missed."""
        self.is_deaf = False
        self.hear(MISSED)

    def news(self) -> AsyncIterator[str]:
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._ears.append(queue)
        return _News(queue)

    async def tell(self, message: str) -> None:
        await asyncio.sleep(0)
        self.disk.say(self, message)

    async def close(self) -> None:
        self.disk.stores.pop(self, None)
        for queue in self._ears:
            queue.put_nowait(None)


def _at_once(coroutine: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine of the memory store, which never waits."""
    try:
        coroutine.send(None)
    except StopIteration as stop:
        result: T = stop.value
        return result
    raise AssertionError("the memory store waited")


class _News:
    """Messages until the store is closed."""

    def __init__(self, queue: asyncio.Queue[str | None]) -> None:
        self._queue = queue

    def __aiter__(self) -> _News:
        return self

    async def __anext__(self) -> str:
        message = await self._queue.get()
        if message is None:
            raise StopAsyncIteration
        return message
