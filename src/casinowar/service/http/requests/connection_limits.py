"""Limits for connections without a complete request: their time, and their number by address.

Uvicorn waits for ever for the rest of a request. ``server_protocol`` makes its HTTP protocol with a
deadline for head and body together, and a limit for each address. Open WebSockets have their own
limits (``table_socket``).
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import h11
import structlog
from uvicorn.protocols.http.h11_impl import H11Protocol

from casinowar.service.http.requests.limiter import network_of
from casinowar.service.http.settings import Config

log = structlog.stdlib.get_logger("casinowar.connections")
REQUEST_SECONDS = 15.0  # from the connection, or a request's first byte, to its last
SPARE_FILES = 256  # besides sockets: the database, pages, new connections


def server_protocol(config: Config, dropped: Callable[[], None]) -> type[H11Protocol]:
    """Uvicorn's HTTP protocol with a deadline and a limit; ``dropped`` counts drops."""
    open_from = Counter[str]()
    trusted = [ipaddress.ip_network(proxy) for proxy in config.trusted_proxies]

    def is_trusted(address: str) -> bool:
        try:
            parsed = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(parsed in network for network in trusted)

    class LimitedHttp(H11Protocol):
        """One connection, until it becomes a WebSocket."""

        _address = ""
        _deadline: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            peer = "" if self.client is None else self.client[0]
            if not is_trusted(peer):  # all clients come through a proxy, which counts them itself
                self._address = network_of(peer)
                open_from[self._address] += 1
                if open_from[self._address] > config.sockets_per_address:
                    self._drop("too many connections")
                    return
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self._drop, "no whole request")

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.transport.get_protocol() is not self:
                return  # it has become a WebSocket
            waits = self.conn.their_state is h11.SEND_BODY or (
                self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0])
            )
            if not waits:
                self._stop_deadline()
            elif self._deadline is None:
                self._deadline = self.loop.call_later(
                    REQUEST_SECONDS, self._drop, "no whole request"
                )

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._leave()
            super().handle_websocket_upgrade(event)

        def connection_lost(self, exc: Exception | None) -> None:
            self._leave()
            super().connection_lost(exc)

        def _drop(self, why: str) -> None:
            dropped()
            log.info("connection_dropped", why=why)
            self.transport.abort()

        def _stop_deadline(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

        def _leave(self) -> None:
            self._stop_deadline()
            if self._address:
                open_from[self._address] -= 1
                if not open_from[self._address]:
                    del open_from[self._address]
                self._address = ""

    return LimitedHttp


def raise_file_limit(sockets_max: int) -> None:
    """Let this process open as many files as it may; warn if its sockets need more."""
    if sys.platform == "win32":
        return  # sockets are not files there
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted: Any = hard
    with contextlib.suppress(ValueError, OSError):  # macOS allows less than it reports
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    if soft != resource.RLIM_INFINITY and soft < sockets_max + SPARE_FILES:
        log.warning("few_files", files_max=soft, sockets_max=sockets_max)
