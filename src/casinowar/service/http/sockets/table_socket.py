"""The WebSocket of a table: ``/api/tables/{id}/socket``.

It finds the session, checks the page that asks, counts sockets, and then hands every message to a
``Connection`` of the service. A refusal before the socket opens is an HTTP answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import structlog

from casinowar.service.conversation.connection import Connection
from casinowar.service.http.errors import Problem, problem_of
from casinowar.service.http.requests.caller import Caller, caller_of
from casinowar.service.http.requests.lookup_limit import WHAT, check_guesses
from casinowar.service.http.sockets.transport import EXTENSION, TableSocket
from casinowar.service.http.wiring import Parts
from casinowar.service.ports import Channel, Frame
from casinowar.service.refusals import ServiceCode, ServiceRefused, refused
from casinowar.service.roles import Action, not_allowed_to_do
from casinowar.wire import encode_json

log = structlog.stdlib.get_logger("casinowar.sockets")
FAILED = 500
PATH = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,64})/socket")

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class FastChannel:
    """A channel straight to the socket's transport."""

    __slots__ = ("_most", "_socket")

    def __init__(self, socket: TableSocket, most_bytes: int) -> None:
        self._socket, self._most = socket, most_bytes

    def send(self, frame: Frame) -> None:
        """Write a frame."""
        self._socket.write_frame(frame, self._most)

    def close(self, code: int, reason: str) -> None:
        """Close after what is written."""
        self._socket.write_close(code, reason)


class Sockets:
    """The ASGI application for WebSockets."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._by_address = Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket until it ends."""
        await receive()  # websocket.connect
        caller = caller_of(scope)
        found = PATH.fullmatch(scope["path"])
        channel: Channel | None = None
        self._by_address[caller.address] += 1
        try:
            if found is None:
                raise refused(ServiceCode.NO_SUCH_TABLE, "There is no socket at this address.")
            connection, channel = await self._open(found[1], caller, scope)
        except Exception as error:
            problem = problem_of(error)
            self._parts.metrics.rejected.labels(code=problem.code).inc()
            if problem.status >= FAILED:
                log.error("socket_failed", code=problem.code, exc_info=error)
            await _reject(send, problem)
            return
        finally:
            if channel is None:
                self._leave(caller)
        try:
            await send({"type": "websocket.accept"})
            await _converse(connection, receive)
        finally:
            self._parts.casino.disconnect(connection)
            self._leave(caller)

    async def _open(self, table: str, caller: Caller, scope: Scope) -> tuple[Connection, Channel]:
        """Everything that must hold before the socket opens; then the conversation."""
        parts = self._parts
        if caller.by_cookie and not caller.origin_is_ours(parts.config):
            raise caller.origin_refusal("open a socket")
        if self._by_address[caller.address] > parts.config.sockets_per_address:
            words = "There are too many connections from your address."
            raise refused(ServiceCode.TOO_MANY, words)
        visitor = await parts.casino.visitor(caller.token)
        refusal = not_allowed_to_do(visitor.person.roles, Action.WATCH_TABLE)
        if refusal is not None:
            raise refused(refusal.code, refusal.sentence)
        channel = self._channel(scope)
        await check_guesses(parts, caller, table)
        try:
            connection = await parts.casino.connect(table, visitor, channel)
        except ServiceRefused as error:
            if error.refusal.code is ServiceCode.NO_SUCH_TABLE:
                parts.limits.look_ups.count(caller.address, WHAT)
            raise
        return connection, channel

    def _channel(self, scope: Scope) -> Channel:
        most = self._parts.config.socket_buffer_bytes
        socket: TableSocket = scope["extensions"][EXTENSION]
        socket.too_slow = self._parts.metrics.dropped.inc
        return FastChannel(socket, most)

    def _leave(self, caller: Caller) -> None:
        self._by_address[caller.address] -= 1
        if not self._by_address[caller.address]:
            del self._by_address[caller.address]


async def _converse(connection: Connection, receive: Receive) -> None:
    while True:
        message = await receive()
        if message["type"] != "websocket.receive":
            return
        text = message.get("text")
        await connection.receive(message["bytes"] if text is None else text)


async def _reject(send: Send, problem: Problem) -> None:
    """Answer the handshake with an HTTP error."""
    body = encode_json(problem.to_json())
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    headers += [(name.encode(), value.encode()) for name, value in problem.headers.items()]
    start = {
        "type": "websocket.http.response.start",
        "status": problem.status,
        "headers": headers,
    }
    await send(start)
    await send({"type": "websocket.http.response.body", "body": body})
