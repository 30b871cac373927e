"""The wall clock, watched: records are labelled with its times, so a change of it is noted."""

from __future__ import annotations

from contextlib import suppress

from casinowar.service.ports import Clock
from casinowar.store.port import Note, Store, StoreError, Write

TOLERANCE_MS = 2_000


class WallClock:
    """Notes it if the clock runs other than time does."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._seen: tuple[float, int] | None = None  # the loop's time, and what the clock showed

    async def look(self, now: float) -> None:
        """Compare the clock with the loop's time, as it was the last time."""
        now_ms, before = self._clock.now_ms(), self._seen
        self._seen = (now, now_ms)
        if before is None:
            return
        jumped_ms = round(now_ms - before[1] - (now - before[0]) * 1000)
        if abs(jumped_ms) > TOLERANCE_MS:
            note = Note(at_ms=now_ms, kind="clock_changed", data={"by_ms": jumped_ms})
            with suppress(StoreError):
                await self._store.write(Write(at_ms=now_ms, notes=(note,)))
