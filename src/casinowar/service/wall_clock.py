"""The wall clock, watched: records are labelled with its times, so a change of it is logged."""

from __future__ import annotations

import logging

from casinowar.service.ports import Clock

log = logging.getLogger("casinowar.clock")
TOLERANCE_MS = 2_000


class WallClock:
    """Says and counts it if the clock runs other than time does."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._seen: tuple[float, int] | None = None  # the loop's time, and what the clock showed
        self.changes = 0

    def look(self, now: float) -> None:
        """Compare the clock with the loop's time, as it was the last time."""
        now_ms, before = self._clock.now_ms(), self._seen
        self._seen = (now, now_ms)
        if before is None:
            return
        jumped_ms = round(now_ms - before[1] - (now - before[0]) * 1000)
        if abs(jumped_ms) > TOLERANCE_MS:
            self.changes += 1
            log.warning("the clock was changed by %d ms", jumped_ms)
