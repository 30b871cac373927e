"""What other processes say, heard on a connection of its own that proves itself alive.

Every few seconds the connection sends itself a message and notes in the database that the process
runs. If the message does not come back, the connection is given up: another is made, and whoever
listens is told that news may have been missed.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import asyncpg

from casinowar.store.interface import MISSED, NEWS_MAX_BYTES
from casinowar.store.postgres.connect import LOST, Connection, Server

RETRY_SECONDS = 0.5
BEAT_SECONDS = 4.0
SILENT_SECONDS = 4.0  # without the answer to a beat; then the connection is given up
GONE_SECONDS = 15.0  # a process that was not seen for so long no longer runs
FORGOTTEN = "1 day"  # after which a process is no longer listed
WAITING_MAX = 1000  # messages that nobody has taken yet; more are missed
FIRST_LOCK = 0x43575232  # whoever holds it looks for tables whose process is gone

SEEN = (
    "INSERT INTO processes (name, seen) VALUES ($1, now())"
    " ON CONFLICT (name) DO UPDATE SET seen = excluded.seen"
)
NOTIFY = "SELECT pg_notify($1, $2)"
FORGET = f"DELETE FROM processes WHERE seen < now() - interval '{FORGOTTEN}'"


class Listener:
    """Passes messages of other processes to all who listen; reconnects when it has to.

    ``name`` is that of this process. Channels belong to all schemas of a database together, so the
    channel is named after ours.
    """

    def __init__(self, server: Server, database: str, name: str) -> None:
        self._server, self.name = server, name
        self.channel = f"casinowar_{database}"
        self._own_channel = f"{self.channel}_{name}"
        self.is_first = False  # of all processes, to look for tables whose process is gone
        self._ears: list[asyncio.Queue[str | None]] = []
        self._connection: Connection | None = None
        self._beats, self._heard = 0, 0  # the last that was sent, and the last that came back
        self._came, self._lost = asyncio.Event(), asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def hears(self) -> bool:
        """Whether the connection is there and has answered the last beat."""
        return self._connection is not None and not self._lost.is_set()

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
            await self._connection.close()
        for queue in self._ears:
            queue.put_nowait(None)

    async def _until_none(self, queue: asyncio.Queue[str | None]) -> AsyncIterator[str]:
        try:
            while (message := await queue.get()) is not None:
                yield message
        finally:
            self._ears.remove(queue)

    # --- the connection ---------------------------------------------------------------------------

    async def _connect(self) -> None:
        connection = await self._server.connect()
        try:
            await connection.add_listener(self.channel, self._hear)
            await connection.add_listener(self._own_channel, self._hear_beat)
            self._lost.clear()
            connection.add_termination_listener(lambda _: self._lost.set())
            await self._beat(connection)
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection
        with suppress(asyncpg.PostgresError):
            await connection.execute(FORGET)

    async def _beat(self, connection: Connection) -> None:
        """Say that the process runs, and wait until this has been heard; else TimeoutError."""
        self._beats += 1
        self._came.clear()
        async with asyncio.timeout(SILENT_SECONDS):
            await connection.execute(SEEN, self.name)
            await connection.execute(NOTIFY, self._own_channel, str(self._beats))
            while self._heard != self._beats:
                await self._came.wait()
                self._came.clear()
            if not self.is_first:
                lock = "SELECT pg_try_advisory_lock($1, hashtext($2))"
                self.is_first = await connection.fetchval(lock, FIRST_LOCK, self.channel)

    async def _stay_connected(self) -> None:
        while True:
            try:
                if self._connection is None:
                    await self._connect()
                    self._say(MISSED)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._lost.wait(), BEAT_SECONDS)
                assert self._connection is not None
                await self._beat(self._connection)
            except (*LOST, asyncpg.PostgresError):
                self._give_up()
                await asyncio.sleep(RETRY_SECONDS)

    def _give_up(self) -> None:
        connection, self._connection, self.is_first = self._connection, None, False
        if connection is not None:
            connection.terminate()

    # --- messages ---------------------------------------------------------------------------------

    async def tell(self, connection: Connection, message: str) -> None:
        """Send a message to the other processes."""
        assert len(message.encode()) <= NEWS_MAX_BYTES, "the message is too long"
        await connection.execute(NOTIFY, self.channel, f"{self.name} {message}")

    def _hear(self, _: object, __: int, ___: str, payload: object) -> None:
        sender, _, message = str(payload).partition(" ")
        if sender != self.name:
            self._say(message)

    def _hear_beat(self, _: object, __: int, ___: str, payload: object) -> None:
        if payload == str(self._beats):
            self._heard = self._beats
            self._came.set()

    def _say(self, message: str) -> None:
        for queue in self._ears:
            if queue.qsize() < WAITING_MAX:
                queue.put_nowait(message)
            elif queue.qsize() == WAITING_MAX:
                queue.put_nowait(MISSED)
