"""Background work: one repeatable task, or many refreshes a few at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")
REFRESHES_AT_ONCE = 10
REFRESH_SECONDS = 10.0  # over which a refresh of everybody is spread


class Again:
    """A background task that never overlaps itself: a request during a run causes one more run.

    However often it is requested, it starts at most once every ``pause_seconds``.
    """

    def __init__(self, work: Callable[[], Awaitable[None]], *, pause_seconds: float) -> None:
        self._work, self._pause = work, pause_seconds
        self._wanted = False
        self._task: asyncio.Task[None] | None = None

    def ask(self) -> None:
        self._wanted = True
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        try:
            while self._wanted:
                self._wanted = False
                try:
                    await self._work()
                except Exception as error:
                    report_error("a background task failed", error)
                await asyncio.sleep(self._pause)
        finally:
            self._task = None

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()


class Refresher(Generic[T]):
    """Refreshes many items, a few at once and spread over time, so that no message waits."""

    def __init__(self, refresh: Callable[[T], Awaitable[None]]) -> None:
        self._refresh = refresh
        self.under_way = False

    async def run(self, items: Sequence[T]) -> None:
        """Refresh all items; a failure does not affect the others."""
        self.under_way = True
        try:
            await self._in_turn(items)
        finally:
            self.under_way = False

    async def _in_turn(self, items: Sequence[T]) -> None:
        loop = asyncio.get_running_loop()
        began, pause = loop.time(), REFRESH_SECONDS * REFRESHES_AT_ONCE / max(len(items), 1)
        for number, first in enumerate(range(0, len(items), REFRESHES_AT_ONCE)):
            await asyncio.sleep(max(0.0, began + number * pause - loop.time()))
            some = items[first : first + REFRESHES_AT_ONCE]
            results = await asyncio.gather(*map(self._refresh, some), return_exceptions=True)
            for error in results:
                if isinstance(error, Exception):
                    report_error("a person could not be refreshed", error)


def report_error(words: str, error: BaseException) -> None:
    """Report an error to the event loop without ending anything."""
    context = {"message": words, "exception": error}
    asyncio.get_running_loop().call_exception_handler(context)
