"""The commands that wait at a table, and when their turn comes.

Those that come while others are written are written next, together. At a busy table with people in
several processes, commands of the others take a moment longer to come: a table waits for them for
a part of the time that its last write took. Nobody waits at any other table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from math import ceil

from casinowar.service.asked import Asked

BUSY_SECONDS = 0.25  # a table that was written to within this time is busy
PART = 0.3  # of the time that a write takes
WAIT_MAX_SECONDS = 0.02
TICK_SECONDS = 0.004


class Line:
    """Those who wait. ``serve`` is called when it is their turn; it takes them with ``take``."""

    __slots__ = (
        "_asked",
        "_closed",
        "_is_shared",
        "_serve",
        "_timer",
        "_write_seconds",
        "_wrote_at",
    )

    def __init__(self, serve: Callable[[], None], is_shared: Callable[[], bool]) -> None:
        self._serve, self._is_shared = serve, is_shared
        self._asked = list[Asked]()
        self._timer: asyncio.TimerHandle | None = None  # while they wait for others
        self._wrote_at = -BUSY_SECONDS
        self._write_seconds = 0.0
        self._closed = False

    def __len__(self) -> int:
        return len(self._asked)

    def join(self, asked: Asked) -> None:
        """Wait for one's turn."""
        self._asked.append(asked)
        if len(self._asked) > 1:
            return
        loop = asyncio.get_running_loop()
        is_busy = loop.time() < self._wrote_at + BUSY_SECONDS
        if is_busy and not self._closed and self._is_shared():
            until = loop.time() + min(PART * self._write_seconds, WAIT_MAX_SECONDS)
            # at the same moments as other tables, which then share a commit
            self._timer = loop.call_at(ceil(until / TICK_SECONDS) * TICK_SECONDS, self._serve_now)
        else:
            self._serve()

    def close(self) -> None:
        """Wait for nobody from now on."""
        self._closed = True
        self._serve_now()

    def _serve_now(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._serve()

    def take(self) -> list[Asked]:
        """All who wait; they wait no longer."""
        asked, self._asked = self._asked, []
        return asked

    def wrote(self, seconds: float) -> None:
        """The table was written to, which took so long."""
        self._wrote_at, self._write_seconds = asyncio.get_running_loop().time(), seconds
