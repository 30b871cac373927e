"""What other processes say, heard on a connection of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import asyncpg

from casinowar.store.news import MISSED
from casinowar.store.postgres.connect import LOST, Connection, Server
from casinowar.store.postgres.statements import channel_of

RETRY_SECONDS = 0.5


class Listener:
    """Passes messages of other processes to all who listen; reconnects when it has to.

    ``name`` is that of this process, under which others on the ``database`` can reach it alone.
    """

    def __init__(self, server: Server, database: str, name: str) -> None:
        self._server, self.database, self.name = server, database, name
        self.own_pids: set[int] = set()  # of connections whose messages are our own
        self._ears: list[asyncio.Queue[str | None]] = []
        self._lost = asyncio.Event()
        self._connection: Connection | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Connect, and hear everything from now on."""
        await self._connect()
        self._task = asyncio.create_task(self._stay_connected())

    def messages(self) -> AsyncIterator[str]:
        """All messages from now on, until the end."""
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._ears.append(queue)
        if self._task is None:
            queue.put_nowait(None)
        return self._until_none(queue)

    async def stop(self) -> None:
        """Hear nothing more."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        if self._connection is not None:
            self._connection.remove_termination_listener(self._when_lost)
            await self._connection.close()
        self._say(None)

    async def _until_none(self, queue: asyncio.Queue[str | None]) -> AsyncIterator[str]:
        try:
            while (message := await queue.get()) is not None:
                yield message
        finally:
            self._ears.remove(queue)

    async def _connect(self) -> None:
        connection = await self._server.connect()
        try:
            for process in ("", self.name):
                await connection.add_listener(channel_of(self.database, process), self._hear)
        except BaseException:
            connection.terminate()
            raise
        self._lost.clear()
        connection.add_termination_listener(self._when_lost)
        if connection.is_closed():  # before anybody was told when it is
            self._lost.set()
        self._connection = connection

    async def _stay_connected(self) -> None:
        while True:
            await self._lost.wait()
            try:
                await self._connect()
            except (*LOST, asyncpg.PostgresError):
                await asyncio.sleep(RETRY_SECONDS)
            else:
                self._say(MISSED)

    def _when_lost(self, _: object) -> None:
        self._lost.set()

    def _hear(self, _: object, pid: int, __: str, payload: object) -> None:
        if pid not in self.own_pids:
            for message in str(payload).split("\n"):
                self._say(message)

    def _say(self, message: str | None) -> None:
        for queue in self._ears:
            queue.put_nowait(message)
