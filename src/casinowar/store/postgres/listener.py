"""Messages from other processes, received on a connection of its own.

Every few seconds the connection sends itself a message, the beat, and notes in the database that
the process runs. If the beat does not come back, the connection is replaced, and all listeners are
told that messages may have been missed.
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
SILENT_SECONDS = 4.0  # the connection is given up after this long without the beat
GONE_SECONDS = 15.0  # a process that was not seen for this long no longer runs
FORGOTTEN = "1 day"  # after which a process is no longer listed
WAITING_MAX = 1000  # unread messages of a listener; more are missed
FIRST_LOCK = 0x43575232  # the process that holds it looks for tables whose process is gone

SEEN = (
    "INSERT INTO processes (name, seen) VALUES ($1, now())"
    " ON CONFLICT (name) DO UPDATE SET seen = excluded.seen"
)
NOTIFY = "SELECT pg_notify($1, $2)"
FORGET = f"DELETE FROM processes WHERE seen < now() - interval '{FORGOTTEN}'"


class Listener:
    """Passes messages of other processes to all listeners; reconnects when necessary.

    ``name`` is the name of this process. All schemas of a PostgreSQL database share its channels,
    so the channel's name holds the id of database and schema (``connect.database_id``).
    """

    def __init__(self, server: Server, database: str, name: str) -> None:
        self._server, self.name = server, name
        self.channel = f"casinowar_{database}"
        self._own_channel = f"{self.channel}_{name}"
        self.is_first = False  # whether this process looks for tables whose process is gone
        self._queues: list[asyncio.Queue[str | None]] = []
        self._connection: Connection | None = None
        self._beats, self._returned = 0, 0  # the last beat sent, and the last that came back
        self._beat_returned, self._lost = asyncio.Event(), asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def hears(self) -> bool:
        """Whether the connection works and has returned the last beat."""
        return self._connection is not None and not self._lost.is_set()

    async def start(self) -> None:
        """Connect, and receive all messages from now on."""
        await self._connect()
        self._task = asyncio.create_task(self._stay_connected())

    def messages(self) -> AsyncIterator[str]:
        """All messages from now on, until ``stop``."""
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._queues.append(queue)
        if self._task is None:
            queue.put_nowait(None)
        return self._until_none(queue)

    async def stop(self) -> None:
        """Disconnect, and end all iterators of messages."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        if self._connection is not None:
            await self._connection.close()
        for queue in self._queues:
            queue.put_nowait(None)

    async def _until_none(self, queue: asyncio.Queue[str | None]) -> AsyncIterator[str]:
        try:
            while (message := await queue.get()) is not None:
                yield message
        finally:
            self._queues.remove(queue)

    # --- the connection ---------------------------------------------------------------------------

    async def _connect(self) -> None:
        connection = await self._server.connect()
        try:
            await connection.add_listener(self.channel, self._on_message)
            await connection.add_listener(self._own_channel, self._on_beat)
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
        """Note that the process runs, send a beat and wait for it; TimeoutError if it is lost."""
        self._beats += 1
        self._beat_returned.clear()
        async with asyncio.timeout(SILENT_SECONDS):
            await connection.execute(SEEN, self.name)
            await connection.execute(NOTIFY, self._own_channel, str(self._beats))
            while self._returned != self._beats:
                await self._beat_returned.wait()
                self._beat_returned.clear()
            if not self.is_first:
                lock = "SELECT pg_try_advisory_lock($1, hashtext($2))"
                self.is_first = await connection.fetchval(lock, FIRST_LOCK, self.channel)

    async def _stay_connected(self) -> None:
        while True:
            try:
                if self._connection is None:
                    await self._connect()
                    self._pass_on(MISSED)
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

    def _on_message(self, _: object, __: int, ___: str, payload: object) -> None:
        sender, _, message = str(payload).partition(" ")
        if sender != self.name:
            self._pass_on(message)

    def _on_beat(self, _: object, __: int, ___: str, payload: object) -> None:
        if payload == str(self._beats):
            self._returned = self._beats
            self._beat_returned.set()

    def _pass_on(self, message: str) -> None:
        for queue in self._queues:
            if queue.qsize() < WAITING_MAX:
                queue.put_nowait(message)
            elif queue.qsize() == WAITING_MAX:
                queue.put_nowait(MISSED)
