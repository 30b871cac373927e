"""What this process says to the others, on a connection of its own.

Messages are not kept, so they wait for no disk and for no commit. What is told while earlier
messages are on their way goes together, afterwards.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from casinowar.store.news import NEWS_MAX_BYTES
from casinowar.store.port import StoreError
from casinowar.store.postgres.connect import Connection, Server
from casinowar.store.postgres.statements import NOTIFY, channel_of, payloads


class Batch:
    """Messages that are sent together, by the process they are for, and whether they were."""

    def __init__(self) -> None:
        self.lines = dict[str, list[str]]()
        self.sent: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Teller:
    """Sends messages; connects when there is something to say."""

    def __init__(self, server: Server, database: str, own_pids: set[int]) -> None:
        self._server, self._database, self._own_pids = server, database, own_pids
        self._connection: Connection | None = None
        self._next: Batch | None = None  # open for more
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    async def tell(self, messages: Sequence[str], to: str) -> None:
        """Send messages, to one process or to all; StoreError if they could not be sent."""
        for message in messages:
            assert "\n" not in message, "a message is one line"
            assert len(message.encode()) <= NEWS_MAX_BYTES, "the message is too long"
        if self._closed:
            raise StoreError("the store is closed")
        if self._next is None:
            self._next = Batch()
        batch = self._next
        batch.lines.setdefault(to, []).extend(messages)
        if self._task is None:
            self._task = asyncio.create_task(self._send_all())
        await asyncio.shield(batch.sent)

    async def _send_all(self) -> None:
        try:
            while self._next is not None:
                batch, self._next = self._next, None
                try:
                    await self._send(batch)
                except Exception as error:  # whatever it is, nobody may wait for ever
                    self._lose_connection()
                    failure = StoreError(f"the database could not be told: {error}")
                    batch.sent.set_exception(failure)
                    batch.sent.exception()  # whoever told it may have gone
                else:
                    batch.sent.set_result(None)
        finally:
            self._task = None

    async def _send(self, batch: Batch) -> None:
        texts = [
            (channel_of(self._database, to), text)
            for to, lines in batch.lines.items()
            for text in payloads(lines)
        ]
        connection = await self._connected()
        await connection.execute(NOTIFY, [name for name, _ in texts], [text for _, text in texts])

    async def _connected(self) -> Connection:
        connection = self._connection
        if connection is None or connection.is_closed():
            connection = self._connection = await self._server.connect()
            pid: int = connection.get_server_pid()
            self._own_pids.add(pid)
            connection.add_termination_listener(lambda _: self._own_pids.discard(pid))
        return connection

    def _lose_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    async def close(self) -> None:
        """Send what is to be sent, and close."""
        self._closed = True
        if self._task is not None:
            await self._task
        if self._connection is not None:
            await self._connection.close()
