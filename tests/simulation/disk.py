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
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from casinowar.store.interface import MISSED, Outcome, StoredEvent, StoreError, Write, Written
from casinowar.store.row_layout import Cell, Row
from casinowar.store.sqlite.commits import Work
from casinowar.store.sqlite.statements import run_one
from casinowar.store.sqlite.store import SqliteChanges
from tests.kit.memory_store import Data, Hall, MemoryStore
from tests.simulation.loop import Process, VirtualLoop

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
        self.hall = Hall()
        self._streams = dict[str, list[StoredEvent]]()  # as far as they were read
        self.stores = dict[DiskStore, None]()
        self.kill: Callable[[Process], None] = lambda _: None
        self.written: Callable[[Write, DiskStore], None] = lambda _, __: None
        self.gone = dict[str, float]()  # when each process ended
        self.commits = self.writes = self.failed_writes = self.failed_reads = 0

    @property
    def data(self) -> Data:
        """What is durable now."""
        return self.hall.data

    def rows(self, sql: str, parameters: Sequence[Cell] = ()) -> list[Row]:
        """What a statement finds now."""
        return run_one(self.hall.connection, sql, parameters).fetchall()

    def events(self, table: str) -> list[StoredEvent]:
        """The stream of a table; events that are stored never change."""
        stream = self._streams.setdefault(table, [])
        stream += self.data.events_of(table, len(stream))
        return stream

    def answer(self, person: str, command: str) -> bytes | None:
        """The stored answer to a command."""
        sql = "SELECT body FROM answers WHERE person = $1 AND command = $2"
        found = self.rows(sql, (person, command))
        return found[0][0] if found else None

    def home(self, table: str) -> str:
        """The process that has a table open."""
        [[home]] = self.rows("SELECT home FROM tables WHERE table_id = $1", (table,))
        return str(home)

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

    work: Work
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

    async def submit(self, work: Work) -> object:
        job = _Job(work, self.disk.loop.create_future())
        self._waiting.append(job)
        self.disk.writes += 1
        self._begin()
        return await job.report

    async def write_all(self, writes: Sequence[Write]) -> Sequence[Outcome]:
        return await SqliteChanges.write_all(self, writes)

    async def write(self, write: Write) -> Outcome:
        return (await self.write_all((write,)))[0]

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

    def _carry_out(self, group: _Group) -> list[object]:
        """Commit the group, as the real store does, and let it be known what became durable."""
        results = self.disk.hall.commit([job.work for job in group.jobs])
        for job, outcomes in zip(group.jobs, results, strict=True):
            if isinstance(job.work, tuple) and isinstance(outcomes, tuple):
                for write, outcome in zip(job.work, outcomes, strict=True):
                    if isinstance(outcome, Written):
                        self.disk.written(write, self)
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

    # --- reading ----------------------------------------------------------------------------------

    async def ask(self, sql: str, *parameters: Cell) -> Sequence[Row]:
        disk = self.disk
        luck = disk.random.random()
        early = disk.rows(sql, parameters) if luck < 0.5 else None
        if disk.random.random() < 0.3:
            await asyncio.sleep(disk.delay_seconds())
        else:
            await asyncio.sleep(0)
        if disk.random.random() < disk.faults.read_fails:
            disk.failed_reads += 1
            raise StoreError("the disk could not be read")
        return disk.rows(sql, parameters) if early is None else early

    async def orphans(self) -> Sequence[str]:
        found = await self.ask("SELECT table_id, home FROM tables WHERE home <> ''")
        if next(iter(self.disk.stores)) is not self:
            return []  # another process looks
        since = self.disk.loop.time() - GONE_SECONDS
        gone = {name for name, at in self.disk.gone.items() if at <= since}
        return [table for table, home in found if home in gone]

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
