"""The one thread that writes: it takes all that is queued, writes it, and commits once.

Jobs run in the order in which they came, inside one transaction. Whoever waits for a job gets its
result after the commit. If the commit fails, all jobs of the group fail, and the thread continues
with a new connection.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, count, groupby
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple

from casinowar.store.group import Batch, Wants, judge_in_turn
from casinowar.store.port import StoreError, Write
from casinowar.store.sqlite.files import empty_log, open_writer
from casinowar.store.sqlite.statements import LAST_NUMBER, look_up, put_down

GROUP_MAX = 500  # jobs in one transaction; more wait for the next

Writes = tuple[Write, ...]  # each planned on top of those before it
Change = Callable[[sqlite3.Connection], object]
Result = object | StoreError


class Job(NamedTuple):
    """Writes of the port, or another change of the database, and who waits for it."""

    work: Writes | Change
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[object]


class Writer:
    """The thread, its queue and its connection."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._connection: sqlite3.Connection | None = open_writer(path)
        self._numbers = self._numbers_from(self._connection)
        self._closed = False
        self._thread = Thread(target=self._run, name="casinowar-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Writes | Change) -> asyncio.Future[object]:
        """Queue some work; the future has its result when it is durable."""
        if self._closed:
            raise StoreError("the store is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[object] = loop.create_future()
        self._queue.put(Job(work, loop, future))
        return future

    def finish(self) -> None:
        """Refuse new work, do what is queued, and close; blocks until that is done."""
        self._closed = True
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        going_on = True
        while going_on:
            jobs, going_on = self._take()
            if jobs:
                _tell(jobs, self._results(jobs))
        if self._connection is not None:
            empty_log(self._connection)
            self._connection.close()

    def _take(self) -> tuple[list[Job], bool]:
        """Wait for a job, then take all there are; False: there will be no more."""
        jobs: list[Job] = []
        job = self._queue.get()
        while job is not None:
            jobs.append(job)
            if len(jobs) == GROUP_MAX:
                return jobs, True
            try:
                job = self._queue.get_nowait()
            except Empty:
                return jobs, True
        return jobs, False

    def _results(self, jobs: list[Job]) -> list[Result]:
        try:
            connection = self._connected()
        except Exception as error:  # whatever it is, nobody may wait for ever
            return [_failure(error) for _ in jobs]
        results: list[Result] = []
        try:
            connection.execute("BEGIN IMMEDIATE")
            results = self._work(connection, jobs)
        except Exception as error:
            self._roll_back()
            if len(jobs) == 1 or isinstance(error, sqlite3.OperationalError):
                return [_failure(error) for _ in jobs]
            # one of them cannot be written: the others shall not suffer from it
            return [result for job in jobs for result in self._results([job])]
        try:
            connection.execute("COMMIT")
        except Exception as error:
            self._drop()
            return [_failure(error) for _ in jobs]
        return results

    def _work(self, connection: sqlite3.Connection, jobs: list[Job]) -> list[Result]:
        results: list[Result] = []
        for are_writes, run in groupby(jobs, lambda job: isinstance(job.work, tuple)):
            if are_writes:
                writes = [job.work for job in run if isinstance(job.work, tuple)]
                results += _write_all(connection, writes, self._numbers)
            else:
                changes = [job.work for job in run if not isinstance(job.work, tuple)]
                results += [change(connection) for change in changes]
        return results

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = open_writer(self._path)
            self._numbers = self._numbers_from(self._connection)
        return self._connection

    def _numbers_from(self, connection: sqlite3.Connection) -> Iterator[int]:
        return count(connection.execute(LAST_NUMBER).fetchone()[0] + 1)

    def _roll_back(self) -> None:
        try:
            if self._connection is not None and self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error:
            self._drop()

    def _drop(self) -> None:
        """Close a connection that cannot be trusted any more; the next group opens another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.close()
            except sqlite3.Error:
                return


def _write_all(
    connection: sqlite3.Connection, jobs: Sequence[Writes], numbers: Iterator[int]
) -> list[Result]:
    facts, batch = look_up(connection, Wants.of(chain.from_iterable(jobs))), Batch()
    results: list[Result] = []
    for writes in jobs:
        try:
            results.append(judge_in_turn(writes, facts, numbers, batch))
        except StoreError as error:
            results.append(error)
    put_down(connection, batch)
    return results


def _failure(error: Exception) -> StoreError:
    if isinstance(error, StoreError):
        return error
    failure = StoreError(f"the database could not be written: {error}")
    failure.__cause__ = error
    return failure


def _tell(jobs: list[Job], results: list[Result]) -> None:
    """Give the results to those who wait, each on its own event loop."""
    for loop, pairs in groupby(zip(jobs, results, strict=True), lambda pair: pair[0].loop):
        waiting = list(pairs)
        try:
            loop.call_soon_threadsafe(_resolve, waiting)
        except RuntimeError:  # the loop is closed: nobody waits any more
            continue


def _resolve(pairs: list[tuple[Job, Result]]) -> None:
    for job, result in pairs:
        if job.future.done():  # the caller gave up waiting; the work is done all the same
            continue
        if isinstance(result, StoreError):
            job.future.set_exception(result)
        else:
            job.future.set_result(result)
