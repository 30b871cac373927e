"""The WebSocket of a table: ``/api/tables/{id}/socket``.

``Sockets`` finds the session, checks the origin, counts sockets, and then hands every message to a
``Connection`` of the service. A refusal before the socket opens is an HTTP answer.

``TableSocket`` is uvicorn's own protocol with a shortcut. A frame is encoded once for all sockets
and written to each transport as it is, which costs a third of a send through ASGI. The protocol
passes itself to the application in the scope. What it relies on in uvicorn is listed in
``RELIES_ON`` and checked when the service starts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

import structlog
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

from casinowar.errors import InputError
from casinowar.service.conversation.connection import Connection
from casinowar.service.http.errors import Problem, problem_of
from casinowar.service.http.requests.caller import Caller, caller_of
from casinowar.service.http.requests.lookup_limit import WHAT, check_guesses
from casinowar.service.http.wiring import Parts
from casinowar.service.ports import Channel, Frame
from casinowar.service.refusals import ServiceCode, ServiceRefused, refused
from casinowar.service.roles import Action, not_allowed_to_do
from casinowar.wire import encode_json

EXTENSION = "casinowar.table_socket"
RELIES_ON = (
    "handle_connect",
    "keepalive_timeout",
    "send_keepalive_ping",
    "shutdown",
    "start_keepalive",
    "send",
    "send_receive_event_to_app",
)
CLOSING_SECONDS = 2.0  # for the client to answer a close
TEXT_FRAME = 0x81  # final, text
SMALL, MEDIUM = 126, 65_536
GOLDEN_RATIO = 0.6180339887498949  # the fractional parts of its multiples are spread evenly

_sockets = count()


def wire_frame(payload: bytes) -> bytes:
    """A text message as one unmasked WebSocket frame (RFC 6455, 5.2)."""
    size = len(payload)
    if size < SMALL:
        head = bytes((TEXT_FRAME, size))
    elif size < MEDIUM:
        head = bytes((TEXT_FRAME, SMALL)) + size.to_bytes(2, "big")
    else:
        head = bytes((TEXT_FRAME, 127)) + size.to_bytes(8, "big")
    return head + payload


class TableSocket(WebSocketsSansIOProtocol):
    """One WebSocket connection."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.too_slow: Callable[[], None] = _nothing
        self._unsent = list[bytes]()
        self._most_bytes = 0

    def handle_connect(self, event: Request) -> None:
        """Start the application, which finds this socket in its scope."""
        super().handle_connect(event)
        if not self.close_sent:  # the task of the application starts after this
            extensions: dict[str, Any] = self.scope.setdefault("extensions", {})
            extensions[EXTENSION] = self

    def send_receive_event_to_app(self) -> None:
        """Hand a message to the application; invalid text ends the connection."""
        try:
            super().send_receive_event_to_app()
        except InvalidState:  # invalid text, from a client that is already closing
            self.transport.abort()

    async def send(self, message: Any) -> None:
        """Send an ASGI message; an HTTP answer to the handshake completes it."""
        self._flush()
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    def write_frame(self, frame: Frame, most_bytes: int) -> None:
        """Write a frame; a client that lets more than ``most_bytes`` pile up is dropped.

        Frames of the same moment are written together: the events, the new offers, and the answer
        to the person who gave the command.
        """
        if self.close_sent or self.transport.is_closing() or not self.handshake_complete:
            return
        wire = frame.wire
        if wire is None:
            wire = frame.wire = wire_frame(frame.payload)
        self._unsent.append(wire)
        if len(self._unsent) == 1:
            self._most_bytes = most_bytes
            # after the next iteration of the loop, in which answers to commands are sent
            self.loop.call_soon(self.loop.call_soon, self._flush)

    def _flush(self) -> None:
        """Write what is waiting."""
        if not self._unsent:
            return
        unsent, self._unsent = self._unsent, []
        if self.close_sent or self.transport.is_closing():
            return
        self.transport.write(unsent[0] if len(unsent) == 1 else b"".join(unsent))
        if self.transport.get_write_buffer_size() > self._most_bytes:
            self.drop()

    def write_close(self, code: int, reason: str) -> None:
        """Close the conversation; the connection ends soon, even if the client does not answer."""
        if self.close_sent or self.transport.is_closing() or not self.handshake_complete:
            return
        self._flush()
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(CLOSING_SECONDS, self.transport.abort)

    def drop(self) -> None:
        """End the connection of a client that does not read; what waits for it is discarded."""
        self.too_slow()
        self.transport.abort()

    def start_keepalive(self) -> None:
        """Check from now on that the client reads.

        The first pings are spread over the interval, so that sockets that connected together, for
        example after a restart, are not all pinged together.
        """
        if self.ping_interval:
            part = next(_sockets) * GOLDEN_RATIO % 1
            self.ping_timer = self.loop.call_later(
                part * self.ping_interval, self.send_keepalive_ping
            )

    def keepalive_timeout(self) -> None:
        """Drop a client that did not answer a ping: it does not read."""
        # uvicorn closes here, which waits for ever for a client that does not read
        self.pong_timer = None
        self.pending_ping_payload = None
        if not self.transport.is_closing():
            self.drop()

    def shutdown(self) -> None:
        """Close, and do not wait long for the client."""
        self._flush()
        super().shutdown()
        self.loop.call_later(CLOSING_SECONDS, self.transport.abort)


def check_server() -> None:
    """Refuse a uvicorn that lacks what ``TableSocket`` relies on."""
    for name in RELIES_ON:
        if not callable(getattr(WebSocketsSansIOProtocol, name, None)):
            reason = f"this version has no {name}: install the one in constraints.txt"
            raise InputError("uvicorn", reason)


def _nothing() -> None:
    """Do nothing, until a metric is set."""


# --- the application ------------------------------------------------------------------------------


log = structlog.stdlib.get_logger("casinowar.sockets")
FAILED = 500
PATH = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,64})/socket")

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class FastChannel:
    """A channel straight to the socket's transport."""

    __slots__ = ("_most", "_socket")

    def __init__(self, socket: TableSocket, most_bytes: int) -> None:
        self._socket, self._most = socket, most_bytes

    def send(self, frame: Frame) -> None:
        self._socket.write_frame(frame, self._most)

    def close(self, code: int, reason: str) -> None:
        self._socket.write_close(code, reason)


class Sockets:
    """The ASGI application that the server calls: WebSockets here, requests by ``http``."""

    def __init__(self, parts: Parts, http: Application) -> None:
        self._parts, self._http = parts, http
        self._by_address = Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or one socket until it ends."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
            return
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
        """Check everything that must hold before the socket opens, and start the conversation."""
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
