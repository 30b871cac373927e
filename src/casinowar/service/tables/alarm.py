"""The moment when somebody wants to be woken up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Alarm:
    """Calls ``wake`` at one moment of the event loop's time: the last one that was set."""

    __slots__ = ("_at", "_timer", "_wake")

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._timer: asyncio.TimerHandle | None = None
        self._at = 0.0

    def set(self, moment: float | None) -> None:
        """Wake at this moment and at no other; None: at none."""
        if self._timer is not None:
            if moment == self._at:
                return
            self._timer.cancel()
            self._timer = None
        if moment is not None:
            self._at = moment
            self._timer = asyncio.get_running_loop().call_at(moment, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._wake()
