"""A strict client of the service: it checks and remembers everything that it is sent.

``sign_up`` makes a guest over HTTP. ``Client`` is one program of one person at one table. It says
hello with the number of its last event, gives commands under its own ids, and after a reconnect
repeats unanswered commands under the same ids. ``Broken`` is raised, and kept, for everything that
the protocol rules out: a gap, a repeated event, another answer to the same command.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

Json = dict[str, Any]

PATIENCE_SECONDS = 30.0
# Without one, httpx reads all certificates of the machine for every client it makes.
PLAIN_HTTP = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
AGE_YEARS = 34
FRAME_MAX_BYTES = 16_000_000
# Answers after which to try again: nothing was decided, and nothing was stored under the id.
PASSING = frozenset({"service/store_failed", "service/too_many", "service/stopping"})
UNREACHABLE = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, EOFError, TimeoutError)


class Broken(AssertionError):  # noqa: N818 - it is a finding
    """The service did what the protocol rules out."""


class Lost(Exception):  # noqa: N818 - it is expected
    """The socket ended before the answer came. The command may have been carried out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """A person with a session."""

    person: str
    name: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        """The headers that identify the session."""
        return {"Authorization": f"Bearer {self.token}"}


def http_client(address: str) -> httpx.AsyncClient:
    """A client for requests that ignores proxies of the environment."""
    return httpx.AsyncClient(
        base_url=address, timeout=PATIENCE_SECONDS, trust_env=False, verify=PLAIN_HTTP
    )


async def sign_up(address: str, name: str | None = None) -> Guest:
    """A new guest, old enough for every house."""
    async with http_client(address) as http:
        answer = await http.post("/api/guest", json={} if name is None else {"name": name})
        assert answer.status_code == 201, answer.text
        session = answer.json()
        guest = Guest(
            person=session["me"]["person"], name=session["me"]["name"], token=session["token"]
        )
        stated = await http.patch("/api/me", json={"age_years": AGE_YEARS}, headers=guest.headers)
        assert stated.status_code == 200, stated.text
    return guest


async def sign_in(address: str, name: str, passphrase: str) -> Guest:
    """Sign in to an account."""
    async with http_client(address) as http:
        body = {"sign_in": name, "passphrase": passphrase}
        answer = await http.post("/api/sign-in", json=body)
    assert answer.status_code == 200, answer.text
    session = answer.json()
    return Guest(person=session["me"]["person"], name=session["me"]["name"], token=session["token"])


class Client:
    """One program of one person at one table."""

    def __init__(
        self,
        address: Callable[[], str] | str,
        guest: Guest,
        table: str,
        *,
        offers: bool = True,
        views: bool = False,
        name: str = "c",
    ) -> None:
        self._address = address
        self.guest, self.table = guest, table
        self.reason = ""  # the floor gives one with every command
        self._wants = {"offers": offers, "views": views}
        self._numbers = (f"{name}-{number}" for number in itertools.count(1))
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._waiting = dict[str, asyncio.Future[Json]]()
        self._news = asyncio.Event()
        self._welcomed = asyncio.Event()
        # what the service has sent
        self.version: int | None = None
        self.events = dict[int, bytes]()  # by number
        self.shown_up_to = 0  # the events up to this one were shown as a view instead
        self.answers = dict[str, bytes]()  # final ones, by command id
        self.pending = dict[str, str]()  # commands without a final answer, by id
        self.offers = list[Json]()
        self.seats: tuple[int, ...] = ()
        self.welcome: Json = {}
        self.goodbye: str | None = None  # why the last socket ended
        self.broken: Broken | None = None
        self.keep: Callable[[bytes], object] = lambda _frame: None  # called with every frame
        self.dial: Json = {}  # how the service is reached, if not by its address: host, port, ssl

    # --- the socket -------------------------------------------------------------------------------

    @property
    def url(self) -> str:
        """The address of the table's socket."""
        address = self._address if isinstance(self._address, str) else self._address()
        place = urlsplit(address)
        scheme = {"http": "ws", "https": "wss"}[place.scheme]
        return f"{scheme}://{place.netloc}/api/tables/{self.table}/socket"

    @property
    def _has(self) -> Json:
        """The last event that the client has, for the hello."""
        if self.version is None:
            return {}
        return {"last": self.version, "stream": self.welcome["stream"]}

    @property
    def connected(self) -> bool:
        """Whether there is a socket that was welcomed."""
        return self._socket is not None and self._welcomed.is_set()

    async def connect(self) -> None:
        """Open a socket, say hello, wait for the welcome, and repeat pending commands.

        Raises one of UNREACHABLE or Lost if that fails.
        """
        await self.close()
        self._welcomed.clear()
        self.goodbye = None
        socket = await connect(
            self.url,
            additional_headers=self.guest.headers,
            compression=None,
            max_size=FRAME_MAX_BYTES,
            open_timeout=PATIENCE_SECONDS,
            ping_interval=None,
            proxy=None,
            **self.dial,
        )
        self._socket = socket
        self._reading = asyncio.create_task(self._read(socket), name=f"read {self.table}")
        try:
            await socket.send(_text({"type": "hello", **self._has, **self._wants}))
            for message in list(self.pending.values()):
                await socket.send(message)
        except ConnectionClosed:
            raise Lost from None
        welcome = asyncio.create_task(self._welcomed.wait())
        await asyncio.wait(
            {welcome, self._reading}, timeout=PATIENCE_SECONDS, return_when="FIRST_COMPLETED"
        )
        welcome.cancel()
        self._raise_if_broken()
        if not self._welcomed.is_set():
            raise Lost

    async def close(self) -> None:
        """End the socket, if there is one."""
        socket, reading = self._socket, self._reading
        self._socket = self._reading = None
        if reading is not None:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
        if socket is not None:
            await socket.close()
        self._lose()

    def _lose(self) -> None:
        self._welcomed.clear()
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(Lost())
                waiting.exception()  # the caller may have stopped waiting
        self._waiting.clear()
        self._news.set()

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for raw in socket:
                frame = raw.encode() if isinstance(raw, str) else raw
                self.keep(frame)
                self._take(frame)
        except Broken as broken:
            self.broken = self.broken or broken
            await socket.close()
        except ConnectionClosed:
            pass
        finally:
            if self._socket is socket:
                self._socket = None
                self._lose()

    # --- what the service sends -------------------------------------------------------------------

    def _take(self, raw: bytes) -> None:
        frame = _object(raw)
        kind = frame.get("type")
        if not self._welcomed.is_set() and kind not in {"welcome", "answer", "goodbye"}:
            raise Broken(f"{kind} came before the welcome")
        match kind:
            case "welcome":
                self._take_welcome(frame)
            case "events":
                self._take_events(frame, raw)
            case "answer":
                self._take_answer(frame, raw)
            case "offers":
                self.offers = frame["offers"]
            case "goodbye":
                self.goodbye = frame["reason"]
            case "waits" | "view" | "pong" | "reality_check":
                pass
            case _:
                raise Broken(f"there is no frame {kind}")
        self._news.set()

    def _take_welcome(self, frame: Json) -> None:
        if self._welcomed.is_set():
            raise Broken("a second welcome")
        if self.version is not None and frame["version"] < self.version:
            raise Broken(f"{self.table} went back from {self.version} to {frame['version']}")
        if frame["you"]["person"] != self.guest.person:
            raise Broken("somebody else was welcomed")
        if "view" in frame:
            self.version = self.shown_up_to = frame["version"]
        elif self.version is None:
            raise Broken("a first welcome without a view")
        self.welcome = frame
        self.seats = tuple(frame["you"]["seats"])
        self.offers = []
        self._welcomed.set()

    def _take_events(self, frame: Json, raw: bytes) -> None:
        first, last, bodies = frame["first"], frame["version"], _bodies(raw)
        if first != (self.version or 0) + 1 or last != first + len(bodies) - 1:
            raise Broken(f"{self.table}: after {self.version} came {first} to {last}")
        for number, body in enumerate(bodies, first):
            self.events[number] = body
            event = _object(body)
            if event.get("player") == self.guest.person:
                match event["name"]:
                    case "seat_taken":
                        self.seats = (*self.seats, event["seat"])
                    case "seat_left":
                        self.seats = tuple(seat for seat in self.seats if seat != event["seat"])
                    case _:
                        pass
        self.version = last

    def _take_answer(self, frame: Json, raw: bytes) -> None:
        identity = frame.get("id")
        if identity is None:
            return  # a message that could not be read, or came too fast
        if self.answers.get(identity, raw) != raw:
            if _object(self.answers[identity])["ok"]:
                raise Broken(f"two answers to {identity}: {self.answers[identity]!r} and {raw!r}")
            self.answers[identity] = raw  # it was refused, sent again, and decided again
        if identity in self.pending and frame.get("code") not in PASSING:
            self.answers[identity] = raw
            del self.pending[identity]
        if frame["ok"] and "first" in frame and frame["version"] > (self.version or 0):
            raise Broken(f"{identity} was answered before its events came")
        waiting = self._waiting.pop(identity, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(frame)

    def _raise_if_broken(self) -> None:
        if self.broken is not None:
            raise self.broken

    # --- what the client sends --------------------------------------------------------------------

    async def command(self, command: Json, identity: str | None = None) -> Json:
        """Give a command and wait for its answer; Lost if the socket ends first.

        It stays pending until it has a final answer, and is given again after a reconnect.
        """
        identity = identity or next(self._numbers)
        message: Json = {"type": "command", "id": identity, "command": command}
        if self.reason:
            message["reason"] = self.reason
        self.pending[identity] = _text(message)
        return await self._ask(identity, self.pending[identity])

    async def again(self, identity: str) -> Json:
        """Give a pending command again, and wait for its answer."""
        return await self._ask(identity, self.pending[identity])

    async def ask(self, question: str) -> Json:
        """Ask the table a question."""
        identity = f"ask-{next(self._numbers)}"
        return await self._ask(identity, _text({"type": "ask", "id": identity, "ask": question}))

    async def _ask(self, identity: str, message: str) -> Json:
        self._raise_if_broken()
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._waiting[identity] = future
        await self.send(message)
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await future
        except Lost:
            self._raise_if_broken()
            raise

    async def send(self, message: str | bytes) -> None:
        """Send anything at all as text; Lost if there is no socket."""
        if self._socket is None:
            raise Lost
        try:
            await self._socket.send(message, text=True)
        except ConnectionClosed:
            raise Lost from None

    async def news(self, seconds: float = PATIENCE_SECONDS) -> None:
        """Wait until there is something new, or the socket ends, or time is up."""
        self._news.clear()
        if self._socket is None:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()
        self._raise_if_broken()

    def event(self, number: int) -> Json:
        """An event that the client has received."""
        return _object(self.events[number])


def _text(message: Json) -> str:
    return msgspec.json.encode(message).decode()


def _object(raw: bytes) -> Json:
    frame: Json = msgspec.json.decode(raw)
    if type(frame) is not dict:
        raise Broken(f"not an object: {raw!r}")
    return frame


class _Events(msgspec.Struct):
    events: list[msgspec.Raw]


def _bodies(raw: bytes) -> list[bytes]:
    """The events of a frame as they were written, byte for byte."""
    return [bytes(body) for body in msgspec.json.decode(raw, type=_Events).events]
