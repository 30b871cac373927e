"""Those who wait at a table, on virtual time.

Planted once and caught: a table that waits though nobody else can come, one that waits for long,
and one that closes before it has answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from casinowar.service.line import BUSY_SECONDS, PART, TICK_SECONDS, WAIT_MAX_SECONDS, Line
from tests.simulation.loop import VirtualLoop, run_virtually

SOMEBODY: Any = object()  # a line looks at nobody
WRITE_SECONDS = 0.03


class Served(list[int]):
    """A line that takes everybody as soon as it is served: how many, each time."""

    def __init__(self, *, is_shared: bool) -> None:
        super().__init__()
        self.line = Line(self._serve, lambda: is_shared)

    def _serve(self) -> None:
        self.append(len(self.line.take()))


def scene(play: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def whole(_: VirtualLoop) -> None:
        await asyncio.sleep(1)
        await play()

    run_virtually(whole)


def test_a_table_of_one_process_never_waits() -> None:
    async def play() -> None:
        served = Served(is_shared=False)
        served.line.join(SOMEBODY)
        served.line.wrote(WRITE_SECONDS)
        served.line.join(SOMEBODY)
        assert served == [1, 1]

    scene(play)


def test_a_busy_table_waits_a_moment_for_commands_of_other_processes() -> None:
    async def play() -> None:
        served = Served(is_shared=True)
        served.line.join(SOMEBODY)
        assert served == [1]  # nothing has happened yet
        served.line.wrote(WRITE_SECONDS)
        served.line.join(SOMEBODY)
        await asyncio.sleep(PART * WRITE_SECONDS * 0.9)
        served.line.join(SOMEBODY)
        assert (served, len(served.line)) == ([1], 2)
        await asyncio.sleep(PART * WRITE_SECONDS * 0.2 + TICK_SECONDS)
        assert (served, len(served.line)) == ([1, 2], 0)
        await asyncio.sleep(BUSY_SECONDS)
        served.line.join(SOMEBODY)
        assert served == [1, 2, 1]

    scene(play)


def test_tables_that_wait_are_served_at_the_same_moments() -> None:
    async def play() -> None:
        loop, times = asyncio.get_running_loop(), list[float]()
        for _ in range(3):
            line = Line(lambda: times.append(loop.time()), lambda: True)
            line.wrote(WRITE_SECONDS)
            line.join(SOMEBODY)
            await asyncio.sleep(TICK_SECONDS / 4)
        await asyncio.sleep(WRITE_SECONDS)
        assert len(times) == 3
        assert len(set(times)) <= 2

    scene(play)


def test_a_slow_database_does_not_make_a_long_wait() -> None:
    async def play() -> None:
        served = Served(is_shared=True)
        served.line.wrote(5.0)
        served.line.join(SOMEBODY)
        await asyncio.sleep(WAIT_MAX_SECONDS + TICK_SECONDS)
        assert served == [1]

    scene(play)


def test_a_closed_line_waits_for_nobody() -> None:
    async def play() -> None:
        served = Served(is_shared=True)
        served.line.wrote(WRITE_SECONDS)
        served.line.join(SOMEBODY)
        served.line.close()
        assert served == [1]
        served.line.wrote(WRITE_SECONDS)
        served.line.join(SOMEBODY)
        assert served == [1, 1]

    scene(play)
