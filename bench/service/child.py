"""``casinowar serve`` with an echo socket, and a record of its commits.

``python -m bench.service.child OPTIONS`` is ``casinowar serve OPTIONS`` and some additions: no
limit of messages per second, because a few players make all the bets; a WebSocket at
``/bench/echo`` on the same server stack; ``/bench/record?FILE`` writes the rows of all commits
since the last time to a file; ``/bench/broadcast?HOW`` measures sends to all echo sockets.
"""

from __future__ import annotations

import asyncio
import pickle
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, cast

from bench.service.group import Group
from casinowar.cli.main import main
from casinowar.service.conversation import connection
from casinowar.service.http import app, server
from casinowar.service.http.table_socket import EXTENSION, FastChannel
from casinowar.service.http.wiring import Parts
from casinowar.service.ports import Channel, Frame
from casinowar.store.group_commit import Batch
from casinowar.store.sqlite import commits, statements
from casinowar.store.sqlite.writer import Writer
from casinowar.wire import encode_json

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
FRAME_BYTES, TIMES = 1500, 40
BUFFER_BYTES = 1 << 20

recorded: list[bytes] = []  # groups


class PlainChannel:
    """A channel over the ordinary ASGI ``send``, to compare with ``FastChannel``."""

    def __init__(
        self,
        send: Callable[[dict[str, Any]], Awaitable[None]],
        most_bytes: int,
        too_slow: Callable[[], None],
    ) -> None:
        self._send, self._most, self._too_slow = send, most_bytes, too_slow
        self._queue = asyncio.Queue[dict[str, Any] | None]()
        self._waiting = 0
        self._closed = False
        self._task = asyncio.create_task(self._work())

    def send(self, frame: Frame) -> None:
        """Queue a frame."""
        if self._closed:
            return
        self._waiting += len(frame.payload)
        if self._waiting > self._most:
            self._too_slow()
            self.gone()
            return
        self._queue.put_nowait({"type": "websocket.send", "text": frame.payload.decode()})

    def close(self, code: int, reason: str) -> None:
        """Close after what is queued."""
        if not self._closed:
            self._closed = True
            message = {"type": "websocket.close", "code": code, "reason": reason}
            self._queue.put_nowait(message)
            self._queue.put_nowait(None)

    def gone(self) -> None:
        """The socket is gone."""
        self._closed = True
        self._task.cancel()

    async def _work(self) -> None:
        while (message := await self._queue.get()) is not None:
            try:
                await self._send(message)
            except Exception:
                self._closed = True
                return
            self._waiting -= len(message.get("text", ""))


sockets: dict[FastChannel, PlainChannel] = {}


class Door:
    """The service, and the additions under ``/bench``."""

    def __init__(self, service: app.Application, parts: Parts) -> None:
        self._service = service
        self._writer: Writer = cast("Any", parts.store)._writer  # noqa: SLF001

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a socket."""
        match scope["path"]:
            case "/bench/echo":
                await _echo(scope, receive, send)
            case "/bench/record":
                file = Path(scope["query_string"].decode())
                await self._writer.submit(partial(_dump, file=file))
                await _answer(send, {})
            case "/bench/broadcast":
                how = scope["query_string"].decode()
                seconds = await _broadcast(how)
                await _answer(send, {"cpu_seconds": seconds, "sends": TIMES * len(sockets)})
            case _:
                await self._service(scope, receive, send)


async def _echo(scope: Scope, receive: Receive, send: Send) -> None:
    channel = FastChannel(scope["extensions"][EXTENSION], BUFFER_BYTES)
    plain = PlainChannel(send, BUFFER_BYTES, lambda: None)
    await receive()
    await send({"type": "websocket.accept"})
    sockets[channel] = plain
    while (message := await receive())["type"] == "websocket.receive":
        channel.send(Frame(message["text"].encode()))
    del sockets[channel]
    plain.gone()


async def _broadcast(how: str) -> float:
    """The CPU of sending some frames to all echo sockets."""
    payload = b"x" * FRAME_BYTES
    channels: list[Channel] = [*sockets] if how == "prebuilt" else [*sockets.values()]
    start = process_time()
    for _ in range(TIMES):
        frame = Frame(payload)
        for channel in channels:
            channel.send(frame)
        for _ in range(3):  # the loop runs the tasks, and writes what it has collected
            await asyncio.sleep(0)
    return process_time() - start


async def _answer(send: Send, body: dict[str, Any]) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": encode_json(body)})


def _dump(_: sqlite3.Connection, file: Path) -> None:
    """Write what was recorded to a file; it runs where it was recorded."""
    groups, recorded[:] = recorded[:], []
    with file.open("wb") as out:
        pickle.dump(groups, out, protocol=5)


def _record() -> None:
    """Keep every group that is committed to SQLite, with the times when it was begun and durable.

    It is kept by the thread that writes.
    """
    write_batch, commit = statements.write_batch, commits.Committer.commit
    written = list[Batch]()

    def write_batch_and_keep(to: sqlite3.Connection, batch: Batch) -> None:
        write_batch(to, batch)
        written.append(batch)

    def commit_and_record(
        self: commits.Committer, group: Sequence[commits.Work]
    ) -> list[commits.Result]:
        began = perf_counter()
        found = commit(self, group)
        ended = perf_counter()
        # as bytes: rows that are kept as objects make work for the garbage collector
        recorded.extend(Group(began, ended, batch).as_bytes() for batch in written)
        written.clear()
        return found

    setattr(commits, "write_batch", write_batch_and_keep)  # noqa: B010 - a name that the module imported
    commits.Committer.commit = commit_and_record  # type: ignore[method-assign]


def _with_additions(parts: Parts) -> Door:
    return Door(app.application(parts), parts)


if __name__ == "__main__":
    connection.RATE = connection.BURST = 1e9
    _record()
    setattr(server, "application", _with_additions)  # noqa: B010 - as above
    sys.exit(main(["serve", *sys.argv[1:]]))
