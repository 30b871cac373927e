"""Sockets: who may open one, what ends one, and clients that do not behave.

Planted once and caught here: no Origin check, an Origin check by prefix, a socket that outlives its
session, a drop that closes instead of aborting, a frame with a wrong length.
"""

from __future__ import annotations

import asyncio
import json
import os
from base64 import b64encode
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Self

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame as WebSocketFrame
from websockets.frames import Opcode

from casinowar.errors import InputError
from casinowar.service.conversation.messages import CLOSE_CODES, Goodbye
from casinowar.service.http.requests.caller import COOKIE
from casinowar.service.http.settings import Config
from casinowar.service.http.table_socket import check_server, wire_frame
from casinowar.service.ports import Frame
from tests.service.http.kit import Guest, House, config_for, running

TABLE = "washington"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with running(config_for(tmp_path, sockets_per_address=20)) as house:
        yield house


async def refused_with(house: House, table: str = TABLE, **headers: str) -> tuple[int, str]:
    """The status and the code with which a handshake is refused."""
    status, body = await refusal_of(house, table, **headers)
    return status, body["code"]


async def refusal_of(house: House, table: str = TABLE, **headers: str) -> tuple[int, Any]:
    """The status and the body with which a handshake is refused."""
    address = f"{house.ws_url}/api/tables/{table}/socket"
    with pytest.raises(InvalidStatus) as caught:
        async with connect(address, additional_headers=headers):
            pass
    response = caught.value.response
    return response.status_code, json.loads(response.body or b"")


async def closed_with(client: Any) -> int:
    """The close code, once everything before it was read."""
    try:
        while True:
            await asyncio.wait_for(client.socket.recv(), 15)
    except ConnectionClosed as closed:
        return 0 if closed.rcvd is None else closed.rcvd.code


# --- who may open one -----------------------------------------------------------------------------


async def test_without_a_session_there_is_no_socket(house: House) -> None:
    assert await refused_with(house) == (401, "session/none")
    assert await refused_with(house, authorization="Bearer nonsense") == (401, "session/ended")
    assert await refused_with(house, cookie=f"{COOKIE}=nonsense", origin=house.url) == (
        401,
        "session/ended",
    )
    bo = await house.guest()
    bearer = f"Bearer {bo.token}"
    assert await refused_with(house, "nowhere", authorization=bearer) == (
        404,
        "table/no_such_table",
    )


FOREIGN = [
    "https://evil.example",
    "null",
    "",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "{url}.evil.example",
    "{url}/",
    "{url}/path",
    "{url}@evil.example",
    "http://evil.example#{url}",
    "ftp://127.0.0.1",
    "http://[::1",
]


@pytest.mark.parametrize("origin", FOREIGN)
async def test_a_cookie_from_a_foreign_page_is_refused(house: House, origin: str) -> None:
    bo = await house.guest()
    cookie = f"{COOKIE}={bo.token}"
    written = origin.replace("{url}", house.url)
    refused = await refused_with(house, cookie=cookie, origin=written)
    assert refused == (403, "service/foreign_origin")


async def test_a_cookie_without_an_origin_or_with_two_is_refused(house: House) -> None:
    bo = await house.guest()
    cookie = f"{COOKIE}={bo.token}"
    status, body = await refusal_of(house, cookie=cookie)
    assert (status, body["code"]) == (403, "service/foreign_origin")
    assert "has no Origin header" in body["message"]
    address = f"{house.ws_url}/api/tables/{TABLE}/socket"
    twice = [("cookie", cookie), ("origin", house.url), ("origin", "https://evil.example")]
    with pytest.raises(InvalidStatus) as caught:
        async with connect(address, additional_headers=twice):
            pass
    assert caught.value.response.status_code == 400  # by the library


async def test_a_cookie_from_our_own_page_opens_a_socket(house: House) -> None:
    bo = await house.guest()
    address = f"{house.ws_url}/api/tables/{TABLE}/socket"
    headers = {"cookie": f"a=b; {COOKIE}={bo.token}; c", "origin": house.url}
    async with connect(address, additional_headers=headers) as socket:
        await socket.send('{"type": "hello"}')
        assert json.loads(await socket.recv())["type"] == "welcome"


async def test_a_cookie_from_a_page_in_the_settings_opens_a_socket(tmp_path: Path) -> None:
    config = config_for(tmp_path, origins=("https://play.example",))
    async with running(config) as house:
        bo = await house.guest()
        address = f"{house.ws_url}/api/tables/{TABLE}/socket"
        headers = {"cookie": f"{COOKIE}={bo.token}", "origin": "https://play.example"}
        async with connect(address, additional_headers=headers) as socket:
            await socket.send('{"type": "ping"}')
            assert json.loads(await socket.recv()) == {"type": "pong"}


async def test_a_token_needs_no_origin(house: House) -> None:
    bo = await house.guest()
    address = f"{house.ws_url}/api/tables/{TABLE}/socket"
    for origin in ({}, {"origin": "https://evil.example"}):
        headers = {"authorization": f"Bearer {bo.token}", **origin}
        async with connect(address, additional_headers=headers) as socket:
            await socket.send('{"type": "ping"}')
            assert json.loads(await socket.recv()) == {"type": "pong"}


async def test_sockets_are_counted_by_address_and_by_person(tmp_path: Path) -> None:
    config = config_for(tmp_path, sockets_per_address=3, sockets_per_person=2)
    async with running(config) as house:
        bo, ann = await house.guest("Bo"), await house.guest("Ann")
        as_bo, as_ann = f"Bearer {bo.token}", f"Bearer {ann.token}"
        async with bo.at(TABLE), bo.at("wisconsin"):
            assert await refused_with(house, authorization=as_bo) == (429, "service/too_many")
            async with ann.at(TABLE):
                assert (await refused_with(house, authorization=as_ann))[0] == 429
            async with ann.at(TABLE):  # the place is free again
                pass


# --- what ends one --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/sign-out", "/api/sign-out-everywhere"])
async def test_signing_out_ends_live_sockets(house: House, path: str) -> None:
    bo, ann = await house.guest("Bo"), await house.guest("Ann")
    async with bo.at(TABLE) as table, ann.at(TABLE) as other:
        assert (await bo.send("POST", path)).status_code == 200
        assert await table.until("goodbye") == {"type": "goodbye", "reason": "signed_out"}
        assert await closed_with(table) == CLOSE_CODES[Goodbye.SIGNED_OUT]
        await other.send({"type": "ping"})
        await other.until("pong")
    assert (await bo.get("/api/me")).status_code == 401


async def test_a_session_that_expires_ends_its_sockets(house: House) -> None:
    bo = await house.guest()
    async with bo.at(TABLE) as table:
        [connection] = house.parts.casino.connections
        past = connection.visitor.session.expires_ms
        clock = house.parts.casino.parts.clock
        real, clock.now_ms = clock.now_ms, lambda: past  # type: ignore[method-assign]
        try:
            await table.send({"type": "ping"})
            assert (await table.until("goodbye"))["reason"] == "session_expired"
        finally:
            clock.now_ms = real  # type: ignore[method-assign]
        assert await closed_with(table) == CLOSE_CODES[Goodbye.SESSION_EXPIRED]


async def test_the_newest_socket_takes_over(house: House) -> None:
    bo = await house.guest()
    async with bo.at(TABLE) as old, bo.at(TABLE) as new:
        assert (await old.until("goodbye"))["reason"] == "taken_over"
        assert await closed_with(old) == CLOSE_CODES[Goodbye.TAKEN_OVER]
        assert (await new.give("take_seat", seat=1))["ok"]


async def test_a_large_message_ends_the_socket_and_no_other(house: House) -> None:
    bo, ann = await house.guest("Bo"), await house.guest("Ann")
    async with bo.at(TABLE) as table, ann.at(TABLE) as other:
        await table.socket.send("x" * 70_000)
        assert await closed_with(table) == 1009
        await other.send({"type": "ping"})
        await other.until("pong")


@pytest.mark.parametrize(
    "message", [b'{"type": "ping"}', b"\xff\xfe", "null", "[" * 10_000, '{"type": "ping"}' * 2, ""]
)
async def test_odd_messages_are_answered(house: House, message: bytes | str) -> None:
    bo = await house.guest()
    async with bo.at(TABLE) as table:
        await table.socket.send(message)
        answer = await table.until("pong" if message == b'{"type": "ping"}' else "answer")
        assert answer["type"] == "pong" or not answer["ok"]


async def test_invalid_utf8_in_a_text_message_ends_the_socket(house: House) -> None:
    bo = await house.guest()
    async with bo.at(TABLE) as table:
        await table.socket.send(b"\xff\xfe", text=True)
        assert await closed_with(table) == 1007


# --- a client that never reads --------------------------------------------------------------------


class Mute:
    """A client over plain TCP that says hello and never reads."""

    def __init__(self, house: House, guest: Guest) -> None:
        self._house, self._guest = house, guest
        self._writer: asyncio.StreamWriter | None = None

    async def __aenter__(self) -> Self:
        host, _, port = self._house.url.removeprefix("http://").partition(":")
        reader, self._writer = await asyncio.open_connection(host, int(port), limit=2)
        key = b64encode(os.urandom(16)).decode()
        self._writer.write(
            f"GET /api/tables/{TABLE}/socket HTTP/1.1\r\nHost: {host}:{port}\r\n"
            f"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n"
            f"Authorization: Bearer {self._guest.token}\r\n\r\n".encode()
        )
        assert b"101" in await reader.read(12)
        transport = self._writer.transport
        assert isinstance(transport, asyncio.ReadTransport)
        transport.pause_reading()
        self.send({"type": "hello"})
        return self

    def send(self, message: Any) -> None:
        """Send a message."""
        assert self._writer is not None
        frame = WebSocketFrame(Opcode.TEXT, json.dumps(message).encode())
        self._writer.write(frame.serialize(mask=True))

    async def __aexit__(self, *_: object) -> None:
        assert self._writer is not None
        self._writer.transport.abort()


async def gone(house: House, left: int, seconds: float) -> float:
    """How long it took until only so many sockets were left."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    while len(house.parts.casino.connections) > left:
        assert loop.time() - began < seconds, "it is still there"
        await asyncio.sleep(0.02)
    return loop.time() - began


def test_a_client_that_never_reads_is_dropped_within_ten_seconds_by_default() -> None:
    assert Config().ping_seconds + Config().pong_seconds < 10


async def test_a_client_that_never_reads_is_dropped_and_nobody_notices(tmp_path: Path) -> None:
    config = config_for(tmp_path, ping_seconds=1, pong_seconds=1)
    async with running(config) as house:
        bo, ann = await house.guest("Bo"), await house.guest("Ann")
        async with ann.at(TABLE) as table, Mute(house, bo):
            while len(house.parts.casino.connections) < 2:
                await asyncio.sleep(0.01)
            assert (await table.give("take_seat", seat=1))["ok"]
            await gone(house, 1, 4.0)
            assert (await table.give("refuse_cut", seat=1))["ok"]
        text = house.parts.metrics.text().decode()
        assert "casinowar_sockets_dropped_total 1.0" in text


async def test_a_client_that_lets_much_pile_up_is_dropped_at_once(tmp_path: Path) -> None:
    config = config_for(tmp_path, ping_seconds=3600, socket_buffer_bytes=65_536)
    async with running(config) as house:
        bo, ann = await house.guest("Bo"), await house.guest("Ann")
        async with ann.at(TABLE) as table, Mute(house, bo) as mute:
            while len(house.parts.casino.connections) < 2:
                await asyncio.sleep(0.01)
            slow = next(c for c in house.parts.casino.connections if c.visitor.person.name == "Bo")
            frame_bytes, sent = 200_000, 0
            while slow in house.parts.casino.connections:
                assert sent < 200
                slow._channel.send(Frame(b"x" * frame_bytes))
                sent += 1
                await asyncio.sleep(0.005)
            await table.send({"type": "ping"})
            await table.until("pong")
            del mute


# --- the short cut --------------------------------------------------------------------------------


def test_the_service_needs_a_uvicorn_that_has_what_it_relies_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check_server()
    monkeypatch.delattr(WebSocketsSansIOProtocol, "send_keepalive_ping")
    with pytest.raises(InputError, match="no send_keepalive_ping"):
        check_server()


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_prebuilt_frame_is_what_the_library_would_write(size: int) -> None:
    payload = b"x" * size
    assert wire_frame(payload) == WebSocketFrame(Opcode.TEXT, payload).serialize(mask=False)
