"""Outages of the database: logged when they begin and when they end, and noted once they are over.

What is read and what is written fail and work apart from each other: a full disk can be read. An
outage of writing is over when the significant event ``writes_resumed`` has been written. That is
tried every few seconds, so it does not depend on anybody who plays or asks; it has a task of its
own, so nobody waits for it or fails with it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import perf_counter

import structlog

from casinowar.service.ports import Clock
from casinowar.store.port import Note, StoreError, Write

log = structlog.stdlib.get_logger("casinowar.database")
CALM_SECONDS = 5.0  # what works sooner after a failure ends no outage: one may be half of the time


class Outage:
    """An outage of one side of the database, ``reads`` or ``writes``: said once when it begins."""

    def __init__(self, side: str) -> None:
        self._side = side
        self._began: float | None = None
        self._last = 0.0

    @property
    def lasts(self) -> bool:
        """Whether there is one."""
        return self._began is not None

    def failed(self, error: StoreError) -> None:
        """An attempt failed."""
        self._last = perf_counter()
        if self._began is None:
            self._began = self._last
            reason = error.reason or type(error).__name__  # its words could hold anything
            log.warning(f"{self._side}_failing", reason=reason)

    def worked(self) -> None:
        """An attempt worked: if none has failed for a while, the outage is over."""
        if self._began is not None and perf_counter() - self._last >= CALM_SECONDS:
            self.over()

    def over(self) -> None:
        """It is over: say so once."""
        if self._began is not None:
            seconds, self._began = round(perf_counter() - self._began, 1), None
            log.info(f"{self._side}_resumed", seconds=seconds)


class WriteOutage:
    """An outage of writing, which ends with a note of its end."""

    def __init__(self, write: Callable[[Write], Awaitable[object]], clock: Clock) -> None:
        self._write, self._clock = write, clock
        self._outage = Outage("writes")
        self._one_at_a_time = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    def failed(self, error: StoreError) -> None:
        """A write failed."""
        self._outage.failed(error)
        if self._task is None:
            self._task = asyncio.create_task(self._note_its_end())

    async def try_again(self) -> None:
        """Try to write the note, if there is an outage; a StoreError if it lasts."""
        async with self._one_at_a_time:
            if self._outage.lasts:
                now_ms = self._clock.now_ms()
                note = Note(at_ms=now_ms, kind="writes_resumed")
                await self._write(Write(at_ms=now_ms, notes=(note,)))
                self._outage.over()

    async def close(self) -> None:
        """Try no more: the database is being closed."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _note_its_end(self) -> None:
        try:
            while self._outage.lasts:
                await asyncio.sleep(CALM_SECONDS)
                with suppress(StoreError):
                    await self.try_again()
        finally:
            self._task = None
