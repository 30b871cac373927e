"""The only task of a process that writes: all queued work goes into one commit.

Other processes may write at the same time. Rows that a group depends on are locked before they are
read; rows that two processes insert at once collide at a key, and the group is tried again. If a
group has to wait for too long, writes whose rows are free are written, and the rest fails. A lost
connection fails the group that was under way, which may or may not be stored; the next group
reconnects.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import chain, groupby

import asyncpg

from casinowar.store.failures import failure
from casinowar.store.group_commit import Batch, Wants, judge_in_turn
from casinowar.store.interface import Outcome, Short, StoreError, Write
from casinowar.store.postgres.connect import LOST, Connection, Server, prepare_to_write
from casinowar.store.postgres.statements import look_up, write_batch

GROUP_MAX = 500  # writes in one transaction; more wait for the next
TRIES = 8  # of a group that collides with other processes
AGAIN = (
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
    asyncpg.UniqueViolationError,
)

Writes = tuple[Write, ...]  # each planned on top of those before it
Change = Callable[[Connection], Awaitable[object]]
Result = object | StoreError


@dataclass(slots=True)
class Job:
    """Writes, or another change of the database, and the future of the result."""

    work: Writes | Change
    future: asyncio.Future[object]


class Writer:
    """The task, its queue and its connection."""

    def __init__(self, server: Server, connection: Connection) -> None:
        self._server = server
        self._connection: Connection | None = connection
        self._queue: asyncio.Queue[Job | None] = asyncio.Queue()
        self._closed = False
        self._task = asyncio.create_task(self._run())

    def submit(self, work: Writes | Change) -> asyncio.Future[object]:
        """Queue some work; the future has its result when it is durable."""
        if self._closed:
            raise StoreError("the store is closed")
        future: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(Job(work, future))
        return future

    async def finish(self) -> None:
        """Refuse new work, do what is queued, and close."""
        self._closed = True
        self._queue.put_nowait(None)
        await self._task

    async def _run(self) -> None:
        going_on = True
        while going_on:
            jobs, going_on = await self._take()
            for are_writes, run in groupby(jobs, lambda job: isinstance(job.work, tuple)):
                group = list(run)
                for together in [group] if are_writes else [[job] for job in group]:
                    self._resolve(together, await self._results(together))
        if self._connection is not None:
            await self._connection.close()

    async def _take(self) -> tuple[list[Job], bool]:
        """Wait for a job, then take all that are queued; False after the last one."""
        jobs: list[Job] = []
        job = await self._queue.get()
        while job is not None:
            jobs.append(job)
            if len(jobs) == GROUP_MAX or self._queue.empty():
                return jobs, True
            job = self._queue.get_nowait()
        return jobs, False

    async def _results(self, jobs: list[Job]) -> list[Result]:
        error: Exception = StoreError("nothing was tried")
        for _ in range(TRIES):
            try:
                return await self._transaction(jobs)
            except AGAIN as collision:
                error = collision
            except asyncpg.LockNotAvailableError as waited:
                return await self._without_waiting(jobs, waited)
            except Exception as other:
                error = other
                break
        if await self._is_lost(error) or len(jobs) == 1:
            return [_failure(error) for _ in jobs]
        # one write fails: try each on its own
        return [result for job in jobs for result in await self._results([job])]

    async def _without_waiting(self, jobs: list[Job], waited: Exception) -> list[Result]:
        """Write what is free, after another process has held a row or a table for too long."""
        if len(jobs) == 1:
            return [_failure(waited)]
        try:
            results = await self._transaction(jobs, wait=False)
        except Exception as error:  # it is not tried again
            await self._is_lost(error)
            return [_failure(error) for _ in jobs]
        return [_failure(waited) if result is None else result for result in results]

    async def _transaction(self, jobs: list[Job], *, wait: bool = True) -> list[Result]:
        connection = await self._connected()
        transaction = connection.transaction()
        try:
            await transaction.start()
        except LOST:  # it was lost while idle; nothing was sent on it yet
            connection.terminate()
            connection = await self._connected()
            transaction = connection.transaction()
            await transaction.start()
        try:
            results = await self._do(connection, jobs, wait=wait)
        except BaseException:
            if not connection.is_closed():
                await transaction.rollback()
            raise
        await transaction.commit()
        return results

    async def _do(self, connection: Connection, jobs: list[Job], *, wait: bool) -> list[Result]:
        """Do the work; without ``wait``, the result of a job whose table is locked is None."""
        work = jobs[0].work
        if not isinstance(work, tuple):
            return [await work(connection)]
        writes = [job.work for job in jobs if isinstance(job.work, tuple)]
        batch, results = await _judge_all(connection, writes, wait=wait)
        if any(isinstance(result, tuple) and _is_short(result) for result in results):
            # perhaps the same command was written while this group waited for its locks: read again
            batch, results = await _judge_all(connection, writes, wait=wait)
        if not batch.is_empty:
            await write_batch(connection, batch)
        return results

    async def _connected(self) -> Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = None
            connection = await self._server.connect()
            try:
                await self._server.check_durable(connection)
                await prepare_to_write(connection)
            except BaseException:
                await connection.close()
                raise
            self._connection = connection
        return self._connection

    def _resolve(self, jobs: list[Job], results: list[Result]) -> None:
        for job, result in zip(jobs, results, strict=True):
            if job.future.done():  # the caller gave up waiting; the work is done all the same
                continue
            if isinstance(result, StoreError):
                job.future.set_exception(result)
            else:
                job.future.set_result(result)

    async def _is_lost(self, error: Exception) -> bool:
        """Whether the connection is lost or was never made; the next group makes a new one."""
        connection = self._connection
        if connection is None:
            return True
        # an InterfaceError can also be a value that cannot be sent
        gone = isinstance(error, LOST) and not isinstance(error, asyncpg.InterfaceError)
        if not connection.is_closed() and not gone:
            return False
        self._connection = None
        connection.terminate()
        return True


async def _judge_all(
    connection: Connection, jobs: Sequence[Writes], *, wait: bool
) -> tuple[Batch, list[Result]]:
    wants = Wants.of(chain.from_iterable(jobs))
    facts, numbers = await look_up(connection, wants, wait=wait)
    batch, results = Batch(), list[Result]()
    for writes in jobs:
        if not wait and any(w.table and w.table not in facts.versions for w in writes):
            results.append(None)
            continue
        try:
            results.append(judge_in_turn(writes, facts, numbers, batch))
        except StoreError as error:
            results.append(error)
    return batch, results


def _is_short(outcomes: tuple[Outcome, ...]) -> bool:
    return any(isinstance(outcome, Short) for outcome in outcomes)


def _failure(error: Exception) -> StoreError:
    return failure("was lost" if isinstance(error, LOST) else "could not be written", error)
