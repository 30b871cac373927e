"""A wire between browser and service that can be cut and mended."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from urllib.parse import urlsplit


class Wire:
    """Passes bytes on to a port, or refuses to."""

    def __init__(self, url: str) -> None:
        self.target = urlsplit(url).port
        self.url = ""
        self._whole = True
        self._open = set[asyncio.StreamWriter]()

    def cut(self) -> None:
        """Break every connection, and let no new one through."""
        self._whole = False
        for writer in tuple(self._open):
            writer.transport.abort()

    def mend(self, url: str | None = None) -> None:
        """Let connections through again, to another service if one is given."""
        self.target = self.target if url is None else urlsplit(url).port
        self._whole = True

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, both ways, until an end closes it."""
        self._open.add(writer)
        with contextlib.suppress(OSError):
            if self._whole:
                far = await asyncio.open_connection("127.0.0.1", self.target)
                self._open.add(far[1])
                await asyncio.gather(self._pass(reader, far[1]), self._pass(far[0], writer))
        self._close(writer)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        self._close(writer)

    def _close(self, writer: asyncio.StreamWriter) -> None:
        self._open.discard(writer)
        writer.close()


@contextlib.asynccontextmanager
async def wire_to(url: str) -> AsyncIterator[Wire]:
    """A wire to a service, on a port of its own."""
    wire = Wire(url)
    server = await asyncio.start_server(wire.carry, "127.0.0.1", 0)
    wire.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield wire
    finally:
        wire.cut()
        server.close()
