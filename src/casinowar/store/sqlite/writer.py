"""The thread that writes to the database: all queued work goes into one commit."""

from __future__ import annotations

import asyncio
from itertools import groupby
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple

from casinowar.store.interface import StoreError
from casinowar.store.sqlite.commits import GROUP_MAX, Committer, Result, Work


class Job(NamedTuple):
    """Some work, and the future of its result."""

    work: Work
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[object]


class Writer:
    """Takes work and does it in order, in a thread of its own."""

    def __init__(self, committer: Committer) -> None:
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._committer = committer
        self._closed = False
        self._thread = Thread(target=self._run, name="casinowar-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Work) -> asyncio.Future[object]:
        """Queue some work; the future has its result when it is durable."""
        if self._closed:
            raise StoreError("the store is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[object] = loop.create_future()
        self._queue.put(Job(work, loop, future))
        return future

    def finish(self) -> None:
        """Refuse new work, do what is queued, and close; blocks, so not on the event loop."""
        self._closed = True
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        going_on = True
        while going_on:
            jobs, going_on = self._take()
            if jobs:
                _deliver(jobs, self._committer.commit([job.work for job in jobs]))
                self._committer.copy_log_if_due()
        self._committer.close()

    def _take(self) -> tuple[list[Job], bool]:
        """Wait for a job, then take all that are queued; False after the last one."""
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


def _deliver(jobs: list[Job], results: list[Result]) -> None:
    """Set the result of each future, on its own event loop."""
    for loop, pairs in groupby(zip(jobs, results, strict=True), lambda pair: pair[0].loop):
        waiting = list(pairs)
        try:
            loop.call_soon_threadsafe(_resolve_all, waiting)
        except RuntimeError:  # the loop is closed: nobody waits any more
            continue


def _resolve_all(pairs: list[tuple[Job, Result]]) -> None:
    for job, result in pairs:
        if job.future.done():  # the caller gave up waiting; the work is done all the same
            continue
        if isinstance(result, StoreError):
            job.future.set_exception(result)
        else:
            job.future.set_result(result)
