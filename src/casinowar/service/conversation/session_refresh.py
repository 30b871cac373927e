"""Looks at everybody who has a socket, spread over time, so that no message has to wait for one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from casinowar.service.conversation.connection import Connection
from casinowar.service.serial_queue import report_error

LOOKS_AT_ONCE = 10
LOOK_SECONDS = 10.0  # that a look at everybody takes, if the store is quick

Look = Callable[[Connection], Awaitable[None]]


class Looks:
    """One look at many people at a time."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self.under_way = False

    async def at(self, connections: Sequence[Connection]) -> None:
        """Look at all of these, a few at a time; one that fails does not harm the others."""
        self.under_way = True
        try:
            await self._in_turn(connections)
        finally:
            self.under_way = False

    async def _in_turn(self, connections: Sequence[Connection]) -> None:
        loop = asyncio.get_running_loop()
        began, pause = loop.time(), LOOK_SECONDS * LOOKS_AT_ONCE / max(len(connections), 1)
        for number, first in enumerate(range(0, len(connections), LOOKS_AT_ONCE)):
            await asyncio.sleep(max(0.0, began + number * pause - loop.time()))
            some = connections[first : first + LOOKS_AT_ONCE]
            looked = await asyncio.gather(*map(self._look, some), return_exceptions=True)
            for error in looked:
                if isinstance(error, Exception):
                    report_error("somebody could not be looked at", error)
