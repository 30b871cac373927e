"""Those who wait at a table, and the turns of processes that share it, on virtual time.

Planted once and caught: a process that never waits, one that waits for others who are not there
or again after it waited in vain, one whose waiting is not cut short by news, a refusal that is
taken for a turn, and a table that closes before it has answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from casinowar.service.asked import Asked
from casinowar.service.line import SHARED_SECONDS, WAIT_MAX_SECONDS, WRITES, Line
from casinowar.store.news import TableNews
from casinowar.table import commands as c
from tests.kit.casino import Client, open_casino
from tests.service.test_shared_commits import Slow
from tests.service.test_table import bet, seated
from tests.simulation.loop import VirtualLoop, run_virtually

WRITE_SECONDS = 0.01
SOMEBODY: Any = object()  # a line looks at nobody


class Served(list[int]):
    """A line that takes everybody as soon as it is served: how many, each time."""

    def __init__(self) -> None:
        super().__init__()
        self.line = Line(self._serve)

    def _serve(self) -> None:
        taken: list[Asked] = self.line.take()
        self.append(len(taken))

    def shared(self) -> Line:
        """The line after another process and then this one wrote."""
        self.line.heard()
        self.line.wrote(WRITE_SECONDS)
        return self.line


def scene(play: Callable[[Served], Coroutine[Any, Any, None]]) -> None:
    async def whole(_: VirtualLoop) -> None:
        await play(Served())

    run_virtually(whole)


def test_a_process_alone_at_a_table_never_waits() -> None:
    async def play(served: Served) -> None:
        served.line.join(SOMEBODY)
        served.line.wrote(WRITE_SECONDS)
        served.line.join(SOMEBODY)
        assert served == [1, 1]

    scene(play)


def test_the_process_that_wrote_last_lets_the_others_go_first() -> None:
    async def play(served: Served) -> None:
        line = served.shared()
        line.join(SOMEBODY)
        await asyncio.sleep(WRITES * WRITE_SECONDS * 0.9)
        line.join(SOMEBODY)
        assert not served
        assert len(line) == 2
        await asyncio.sleep(WRITES * WRITE_SECONDS * 0.2)
        assert served == [2]

    scene(play)


def test_news_ends_the_wait() -> None:
    async def play(served: Served) -> None:
        line = served.shared()
        line.join(SOMEBODY)
        line.heard()
        assert served == [1]
        line.join(SOMEBODY)  # nothing was written since: it is still our turn
        assert served == [1, 1]
        await asyncio.sleep(1)
        assert served == [1, 1]

    scene(play)


def test_others_who_are_silent_are_not_waited_for() -> None:
    async def play(served: Served) -> None:
        line = served.shared()
        await asyncio.sleep(SHARED_SECONDS)
        line.join(SOMEBODY)
        assert served == [1]

    scene(play)


def test_nobody_waits_twice_for_others_who_have_nothing_to_write() -> None:
    async def play(served: Served) -> None:
        line = served.shared()
        line.join(SOMEBODY)
        await asyncio.sleep(WRITES * WRITE_SECONDS * 1.1)
        line.wrote(WRITE_SECONDS)
        line.join(SOMEBODY)
        assert served == [1, 1]
        served.shared().join(SOMEBODY)  # they have written again
        assert served == [1, 1]

    scene(play)


def test_a_slow_database_does_not_make_a_long_wait() -> None:
    async def play(served: Served) -> None:
        line = served.shared()
        line.wrote(1.0)
        line.join(SOMEBODY)
        await asyncio.sleep(WAIT_MAX_SECONDS * 1.01)
        assert served == [1]

    scene(play)


def test_a_closed_line_waits_for_nobody() -> None:
    async def play(served: Served) -> None:
        line = served.shared()
        line.join(SOMEBODY)
        line.close()
        assert served == [1]
        served.shared().join(SOMEBODY)
        assert served == [1, 1]

    scene(play)


def at_a_shared_table(folder: Path, play: Callable[[Client, Client], Any]) -> None:
    """Two players at a table that another process has just written to; each write takes 0.1 s."""

    async def whole(_: VirtualLoop) -> None:
        async with open_casino(folder, Slow()) as rooms:
            one, two = await seated(rooms, 1, 2)
            host = one.connection.host
            host.hear(TableNews(host.table, host.version + 1))
            await asyncio.sleep(0.01)
            await play(one, two)

    run_virtually(whole)


def test_a_refusal_is_nobody_s_turn(tmp_path: Path) -> None:
    async def play(one: Client, _: Client) -> None:
        refused = await one.give(c.GoToWar(seat=1))
        assert not refused["ok"]
        assert (await asyncio.wait_for(one.give(bet(1)), 0.15))["ok"]

    at_a_shared_table(tmp_path, play)


def test_a_table_that_closes_answers_those_who_wait(tmp_path: Path) -> None:
    async def play(one: Client, two: Client) -> None:
        await one.must(bet(1))
        going = asyncio.create_task(two.give(bet(2)))
        await asyncio.sleep(0.01)
        await one.connection.host.stop()
        assert (await asyncio.wait_for(going, 0.01))["ok"]

    at_a_shared_table(tmp_path, play)


def test_a_command_that_arrives_while_a_table_closes_is_answered(tmp_path: Path) -> None:
    async def play(one: Client, two: Client) -> None:
        await one.must(bet(1))
        look_again = two.connection.visitor.look_again

        async def slowly(within_seconds: float = 0.0) -> None:
            await asyncio.sleep(0.05)
            await look_again(within_seconds)

        two.connection.visitor.look_again = slowly  # type: ignore[method-assign]
        host = one.connection.host
        busy = host.run(lambda: asyncio.sleep(0.1))
        going = asyncio.create_task(two.give(bet(2)))
        await asyncio.sleep(0.01)
        await host.stop()
        assert busy.done()
        assert (await asyncio.wait_for(going, 0.01))["ok"]

    at_a_shared_table(tmp_path, play)
