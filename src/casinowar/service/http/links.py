"""Unix sockets between the processes of a service that run on one machine.

Each process listens on a socket in the data folder, which nobody else may open. What processes have
to say to each other goes through PostgreSQL where there is no such socket: on another machine, on
Windows, or while the link is being made. Nothing is kept for a process that is gone.

Services on several databases can have one data folder. Whoever makes a link first names the place
that it belongs to, and is heard only by those of the same place.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import stat
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import structlog

from casinowar.framing import Frames, framed

log = structlog.stdlib.get_logger("casinowar.links")

FOLDER, ENDING, UNFINISHED = "links", ".sock", ".new"
UNFINISHED_SECONDS = 60.0  # a socket that does not listen after so long never will
RETRY_SECONDS = 30.0  # before a process is tried again that could not be reached
UNSENT_MAX_BYTES = 1 << 20  # for a process that does not read; what is more goes the other way
FRAME_MAX_BYTES = 1 << 20
PATH_MAX_BYTES = 100  # of a Unix socket; some systems allow 104, some 108


class _Hearing(asyncio.Protocol):
    """A link on which another process speaks."""

    def __init__(self, links: Links) -> None:
        self._links, self._frames = links, Frames(FRAME_MAX_BYTES)
        self._is_ours = False  # it has named our place
        self._transport: asyncio.BaseTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._links.heard_on.add(transport)

    def data_received(self, data: bytes) -> None:
        try:
            for frame in self._frames.take(data):
                self._take(frame.decode())
        except ValueError:  # not one of us
            if self._transport is not None:
                self._transport.close()

    def _take(self, text: str) -> None:
        if self._is_ours:
            self._links.hear(text)
        elif text == self._links.place:
            self._is_ours = True
        else:
            raise ValueError("it belongs to another place")

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - as asyncio has it
        if self._transport is not None:
            self._links.heard_on.discard(self._transport)


class _Speaking(asyncio.Protocol):
    """A link on which this process speaks; nobody answers on it."""

    def __init__(self, links: Links, to: str) -> None:
        self._links, self._to = links, to

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - as above
        self._links.lose(self._to)


class Links:
    """The links of one process to the others of its ``place``.

    ``hear`` is called with each text that comes, ``lost`` with the name of a process that ended.
    """

    def __init__(
        self,
        folder: Path,
        name: str,
        place: str,
        hear: Callable[[str], None],
        lost: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.place, self.hear, self._lost = place, hear, lost
        self.heard_on = set[asyncio.BaseTransport]()
        self._folder, self._name = folder / FOLDER, name
        self._server: asyncio.AbstractServer | None = None
        self._to = dict[str, asyncio.WriteTransport]()
        self._tried = dict[str, float]()  # when a link was last tried
        self._making = set[asyncio.Task[None]]()
        self._closed = False

    async def start(self) -> None:
        """Listen; where that cannot be done, there are no links."""
        if sys.platform == "win32" or len(os.fsencode(self._path(self._name))) > PATH_MAX_BYTES:
            return
        with contextlib.suppress(OSError):
            if not _make_private(self._folder):
                log.warning("links_folder_not_private", folder=str(self._folder))
                return
            listening = _private_socket(self._path(self._name))
            self._clear_away()
            loop = asyncio.get_running_loop()
            self._server = await loop.create_unix_server(lambda: _Hearing(self), sock=listening)

    def send(self, to: str, text: str) -> bool:
        """Send a text to another process; False if there is no link to it, or it does not read."""
        link = self._to.get(to)
        if link is None or link.is_closing():
            self._to.pop(to, None)
            self._try_to_reach(to)
            return False
        if link.get_write_buffer_size() > UNSENT_MAX_BYTES:
            return False
        link.write(framed(text.encode()))
        return True

    def lose(self, to: str) -> None:
        """The link to a process has ended: so has the process."""
        self._to.pop(to, None)
        self._tried.pop(to, None)
        if not self._closed:
            log.info("link_ended", process=to)
            self._lost(to)

    async def close(self) -> None:
        """End all links."""
        self._closed = True
        for task in self._making:
            task.cancel()
        for link in (*self._to.values(), *self.heard_on):
            link.close()
        if self._server is not None:
            self._server.close()
            with contextlib.suppress(OSError):
                self._path(self._name).unlink()

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}{ENDING}"

    def _try_to_reach(self, to: str) -> None:
        now = asyncio.get_running_loop().time()
        if self._server is None or now < self._tried.get(to, -RETRY_SECONDS) + RETRY_SECONDS:
            return
        self._tried[to] = now
        task = asyncio.create_task(self._reach(to))
        self._making.add(task)
        task.add_done_callback(self._making.discard)

    async def _reach(self, to: str) -> None:
        loop, path = asyncio.get_running_loop(), self._path(to)
        with contextlib.suppress(OSError):
            speaking = partial(_Speaking, self, to)
            link, _ = await loop.create_unix_connection(speaking, str(path))
            link.write(framed(self.place.encode()))
            self._to[to] = link

    def _clear_away(self) -> None:
        """Remove the sockets of processes that were killed."""
        mine = self._path(self._name)
        now = mine.stat().st_mtime  # by the clock of this file system
        for path in self._folder.glob(f"*{UNFINISHED}"):
            with contextlib.suppress(OSError):
                if path.lstat().st_mtime < now - UNFINISHED_SECONDS:
                    path.unlink()
        for path in set(self._folder.glob(f"*{ENDING}")) - {mine}:
            with socket.socket(socket.AF_UNIX) as other, contextlib.suppress(OSError):
                other.setblocking(False)  # one that hangs is left alone
                try:
                    other.connect(str(path))
                except ConnectionRefusedError:
                    path.unlink(missing_ok=True)


def warn_of_clock(process: str, by_ms: int) -> None:
    """The clock of another process differs, so commands are not passed on to it for a while."""
    log.warning("clocks_differ", process=process, by_ms=by_ms)


def _make_private(folder: Path) -> bool:
    """Make a folder; whether nobody else can put anything into it, or look at it."""
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()  # whoever made a link could put another folder in its place
    mine = stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid()
    return mine and not found.st_mode & (stat.S_IRWXG | stat.S_IRWXO)


def _private_socket(path: Path) -> socket.socket:
    """A socket that only this user can open, and that is there once it listens."""
    listening, new = socket.socket(socket.AF_UNIX), path.with_suffix(UNFINISHED)
    before = os.umask(0o177)
    try:
        listening.bind(str(new))
        listening.listen()
        new.rename(path)  # whoever clears away sees a socket that answers
    except BaseException:
        listening.close()
        raise
    finally:
        os.umask(before)
    return listening
