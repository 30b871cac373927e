"""A simulation that reports its progress, and stops when the client disconnects."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import TYPE_CHECKING, Any

from casinowar.houses import House

if TYPE_CHECKING:
    from casinowar.simulate.blocks import BlockSums
    from casinowar.simulate.tally import Tally

ROUNDS_MAX = 20_000_000
AT_ONCE = 2  # simulations of all people together
SECONDS_MAX = 60.0
REPORT_SECONDS = 0.2
POINTS_MAX = 120  # points of the course


class Dealing:
    """One simulation; ModuleNotFoundError if its libraries are not installed."""

    def __init__(self, house: House, rounds: int, seed: int) -> None:
        from casinowar.simulate.batches import Course
        from casinowar.simulate.interrupts import Interrupts
        from casinowar.simulate.run import make_request

        self._request = make_request(house, rounds, seed=seed)
        self._course, self._stop = Course(self._request.house), Interrupts()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._queue: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self._reported = self._until = 0.0

    async def reports(self) -> AsyncIterator[dict[str, Any]]:
        """Reports of the progress, and then the result."""
        self._loop = asyncio.get_running_loop()
        self._until = monotonic() + SECONDS_MAX
        work = asyncio.create_task(asyncio.to_thread(self._deal))
        work.add_done_callback(lambda _: self._queue.put_nowait(None))
        try:
            while (report := await self._queue.get()) is not None:
                yield report
            yield work.result()
        finally:
            self._stop.asked = True

    def _deal(self) -> dict[str, Any]:
        from casinowar.report.simulation import result_json
        from casinowar.simulate.run import run

        with ThreadPoolExecutor(1) as executor:
            result = run(self._request, executor, 1, self._on_block, self._stop)
        batches = self._course.batches
        every = max(1, len(batches) // POINTS_MAX)
        return {
            "kind": "result",
            "answer": result_json(result),
            "course": [
                [batch.total_rounds, round(100 * batch.total_edge.mean, 6)]
                for batch in batches[::every]
            ],
        }

    def _on_block(self, tally: Tally, block: BlockSums) -> None:
        self._course.add(tally, block)
        now = monotonic()
        if now > self._until:
            self._stop.asked = True
        if now - self._reported < REPORT_SECONDS:
            return
        self._reported = now
        report = {"kind": "dealing", "rounds": tally.rounds, "of": self._request.rounds}
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._queue.put_nowait, report)
