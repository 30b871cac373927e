"""The commands that wait at a table, and when their turn comes.

Several processes may write to one table. The version that a write expects decides who was first,
and whoever was not has to decide all of its commands again. So a process that wrote last lets the
others go first, for a few times as long as a write takes; if they have nothing to write, it does
not wait for them again. Nothing else depends on this: it saves work, and costs a moment. It is made
for two processes: of more, several may still go at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from casinowar.service.asked import Asked

SHARED_SECONDS = 1.0  # how long a table counts as shared after another process wrote to it
WRITES = 5.0  # how many times as long as a write the others are waited for
WAIT_MAX_SECONDS = 0.25


class Line:
    """Those who wait. ``serve`` is called when it is their turn; it takes them with ``take``."""

    __slots__ = (
        "_after_others",
        "_asked",
        "_closed",
        "_serve",
        "_serving",
        "_shared_until",
        "_timer",
        "_write_seconds",
    )

    def __init__(self, serve: Callable[[], None]) -> None:
        self._serve = serve
        self._asked = list[Asked]()
        self._serving = False  # serve was called, and they were not taken yet
        self._timer: asyncio.TimerHandle | None = None  # while they wait for others
        self._closed = False
        self._shared_until = 0.0
        self._after_others = False  # this process wrote last
        self._write_seconds = 0.0  # how long that took

    def __len__(self) -> int:
        return len(self._asked)

    def join(self, asked: Asked) -> None:
        """Wait for one's turn."""
        self._asked.append(asked)
        loop = asyncio.get_running_loop()
        if not self._after_others or loop.time() >= self._shared_until:
            self.serve_now()
        elif self._timer is None:
            seconds = min(WRITES * self._write_seconds, WAIT_MAX_SECONDS)
            self._timer = loop.call_later(seconds, self._in_vain)

    def _in_vain(self) -> None:
        """Nobody else wrote: do not wait for them again before they do."""
        self._shared_until = 0.0
        self.serve_now()

    def serve_now(self) -> None:
        """Serve those who wait, if there are any."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._asked and not self._serving:
            self._serving = True
            self._serve()

    def take(self) -> list[Asked]:
        """All who wait; they wait no longer."""
        asked, self._asked, self._serving = self._asked, [], False
        return asked

    def heard(self) -> None:
        """Another process wrote to the table: it is our turn."""
        if not self._closed:
            self._shared_until = asyncio.get_running_loop().time() + SHARED_SECONDS
        self._after_others = False
        self.serve_now()

    def wrote(self, seconds: float) -> None:
        """This process wrote to the table, which took so long."""
        self._after_others, self._write_seconds = True, seconds

    def close(self) -> None:
        """Wait for nobody from now on."""
        self._closed, self._shared_until = True, 0.0
        self.serve_now()
