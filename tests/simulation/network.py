"""Sockets between clients and processes: late, lost, half open, and slow readers.

Messages of one socket stay in order, as TCP keeps them; sockets overtake each other. A lost socket
loses everything that had not arrived. The client notices at once; the server may take long.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from casinowar.service.casino import Casino
from casinowar.service.conversation.connection import Connection
from casinowar.service.ports import Frame
from casinowar.service.refusals import ServiceRefused
from casinowar.store.interface import StoreError
from tests.simulation.loop import Process, VirtualLoop

QUEUE_MAX = 8  # frames that a slow client may leave unread
TICK = 1e-6


@dataclass(slots=True, kw_only=True)
class NetworkFaults:
    """How often what goes wrong."""

    slow: float = 0.0  # messages that take seconds
    slow_readers: float = 0.0  # sockets whose client reads late
    unnoticed: float = 0.0  # lost sockets that the server takes for open

    def none(self) -> None:
        """Nothing goes wrong any more."""
        for name in self.__dataclass_fields__:
            setattr(self, name, 0.0)


class Observer(Protocol):
    """Sees every frame at the moment a process sends it."""

    def sent(self, end: ServerEnd, payload: bytes) -> None:
        """A frame is on its way."""
        ...

    def sent_to_nobody(self, end: ServerEnd, payload: bytes) -> None:
        """A process sends a frame to a socket that it knows to be gone."""
        ...

    def gone(self, end: ServerEnd) -> None:
        """The process has noticed that a socket is gone, or has died."""
        ...


class Network:
    """Delays and losses."""

    def __init__(
        self, loop: VirtualLoop, random: Random, faults: NetworkFaults, observer: Observer
    ) -> None:
        self.loop, self.random, self.faults, self.observer = loop, random, faults, observer
        self.sockets = dict[Socket, None]()
        self.frames = 0

    def delay_seconds(self) -> float:
        """How long the next message takes."""
        if self.random.random() < self.faults.slow:
            return self.random.uniform(0.2, 5.0)
        return self.random.expovariate(1 / 0.02)

    def reset(self, process: Process) -> None:
        """A process died: its sockets are reset."""
        for socket in [one for one in self.sockets if one.end.process is process]:
            self.observer.gone(socket.end)
            socket.end.closed = True
            socket.lose()


class Lane:
    """One direction of a socket: messages arrive in the order in which they were sent."""

    def __init__(self, net: Network, arrive: Callable[[bytes], None], lag: float = 0.0) -> None:
        self.net, self.arrive, self.lag = net, arrive, lag
        self.cut = False  # nothing more arrives
        self.under_way = 0
        self._last = 0.0

    def send(self, message: bytes) -> None:
        """Send a message."""
        loop = self.net.loop
        lag = self.lag if self.net.faults.slow_readers else 0.0  # until faults stop
        self._last = max(loop.time() + self.net.delay_seconds() + lag, self._last + TICK)
        self.under_way += 1
        loop.later(self._last - loop.time(), self._arrived, message)

    def _arrived(self, message: bytes) -> None:
        self.under_way -= 1
        if not self.cut:
            self.arrive(message)


class ServerEnd:
    """The process's end of a socket: the channel of a connection, and what hands it messages."""

    def __init__(self, socket: Socket, process: Process, table: str, person: str) -> None:
        self.socket, self.process, self.table, self.person = socket, process, table, person
        self.closed = False
        self.asked_to_close = False
        self.disconnected = False  # the service has been told that the socket is gone
        self.connection: Connection | None = None
        self.version: int | None = None  # the last event that was sent here
        self.last_said: int | None = None  # in the client's hello
        self.inbox: asyncio.Queue[bytes | None] = asyncio.Queue()

    @property
    def is_open(self) -> bool:
        """Whether the process takes the socket for open."""
        return self.process.alive and not self.closed and not self.asked_to_close

    # --- the port ---------------------------------------------------------------------------------

    def send(self, frame: Frame) -> None:
        if self.disconnected:
            self.socket.net.observer.sent_to_nobody(self, frame.payload)
        if self.closed or self.asked_to_close:
            return
        net = self.socket.net
        net.frames += 1
        net.observer.sent(self, frame.payload)
        self.socket.down.send(frame.payload)
        if self.socket.down.under_way > QUEUE_MAX and self.connection is not None:
            net.observer.gone(self)
            self.close(1006, "")  # the real one is dropped without a word
            self.connection.closed()  # and some notice it while they are being sent something

    def close(self, code: int, reason: str) -> None:  # noqa: ARG002 - the goodbye frame said it
        self.asked_to_close = True
        self.inbox.put_nowait(None)
        loop = self.socket.net.loop
        loop.later(self.socket.net.delay_seconds(), self.socket.lose)

    # --- the outer layer --------------------------------------------------------------------------

    async def serve(self, casino: Casino, token: str) -> None:
        """Hand messages over one after the other until the socket is gone."""
        try:
            visitor = await casino.visitor(token)
            self.connection = await casino.connect(self.table, visitor, self)
        except (ServiceRefused, StoreError):
            self.close(1013, "try again")
            return
        try:
            while not self.closed and (message := await self.inbox.get()) is not None:
                await self.connection.receive(message)
        finally:
            casino.disconnect(self.connection)
            self.disconnected = True


@dataclass(frozen=True, slots=True)
class Login:
    """A person, and the token of their session."""

    person: str
    token: str


class Socket:
    """The client's end."""

    def __init__(
        self,
        net: Network,
        process: Process,
        casino: Casino,
        table: str,
        who: Login,
        *,
        on_frame: Callable[[Socket, bytes], None],
        on_close: Callable[[Socket], None],
    ) -> None:
        self.net, self.open = net, True
        self._on_frame, self._on_close = on_frame, on_close
        self.end = ServerEnd(self, process, table, who.person)
        slow = net.random.random() < net.faults.slow_readers
        self.down = Lane(net, self._receive, net.random.uniform(1.0, 10.0) if slow else 0.0)
        self.up = Lane(net, self._deliver)
        net.sockets[self] = None
        self._task = process.run(net.loop.create_task, self.end.serve(casino, who.token))

    def send(self, message: str) -> None:
        """Send a message."""
        if self.open:
            self.up.send(message.encode())

    def _receive(self, payload: bytes) -> None:
        self._on_frame(self, payload)

    def _deliver(self, message: bytes) -> None:
        if not self.end.closed:
            self.end.inbox.put_nowait(message)

    def lose(self) -> None:
        """The socket is lost; the server notices now or later."""
        if not self.open:
            return
        self.open = False
        net, random = self.net, self.net.random
        net.sockets.pop(self, None)
        self.down.cut = True
        if random.random() < 0.5:
            self.up.cut = True
        late = random.random() < net.faults.unnoticed
        net.loop.later(random.uniform(5.0, 40.0) if late else net.delay_seconds(), self._noticed)
        self._on_close(self)

    def _noticed(self) -> None:
        self.net.observer.gone(self.end)
        self.end.closed = self.up.cut = True
        self.end.inbox.put_nowait(None)
        if self.net.random.random() < 0.5 and self.end.process.alive:
            self._task.cancel()
