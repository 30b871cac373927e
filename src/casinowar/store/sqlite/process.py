"""A process of its own that writes, so that commits and the event loop do not wait for each other.

It is a fork of this process, made before there are threads, and linked to it by a pair of sockets:
when this process ends, however it does, the other one writes what it was given and ends too. Until
then it holds the lock of the database. If it ends by itself, that is told at once: a service
without its writer is of no use and stops.

Down the sockets go frames, each with its length in front: work one way, the results of a group the
other way, in the same order.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import pickle
import signal
import socket
import sqlite3
import sys
import traceback
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event
from typing import NoReturn

import msgspec

from casinowar.framing import Frames, framed
from casinowar.store.failures import failure
from casinowar.store.port import StoreError
from casinowar.store.sqlite.commits import GROUP_MAX, Committer, Result, Work, Writes
from casinowar.store.sqlite.files import Lock
from casinowar.store.sqlite.writer import resolve

WRITES, CHANGE = b"w", b"c"  # the first byte of a frame of work: how the rest is written
CHUNK_BYTES = 1 << 18
FINISH_SECONDS = 30.0
FILES_MAX = 1 << 20  # numbers of open files that are looked at
ENDED = "the process that writes to the database has ended"

_write_writes = msgspec.msgpack.Encoder().encode
_read_writes = msgspec.msgpack.Decoder(Writes).decode


# --- this process ---------------------------------------------------------------------------------


class ProcessWriter:
    """The other process, seen from this one. ``when_lost`` is called if it ends by itself."""

    def __init__(self, path: Path, lock: Lock, when_lost: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._when_lost = when_lost
        self._waiting = deque[asyncio.Future[object]]()
        self._received, self._unsent = Frames(), bytearray()
        self._closed = False
        self._ended = Event()
        self._socket, theirs = socket.socketpair()
        self.pid = os.fork()
        if not self.pid:
            _be_the_writer(path, theirs, lock)
        theirs.close()
        self._expect_start()
        self._socket.setblocking(False)
        self._loop.add_reader(self._socket, self._receive)

    def _expect_start(self) -> None:
        """Wait until the database is open; raises whatever prevents it."""
        started: Exception | None = StoreError(ENDED, ENDED)
        while received := self._socket.recv(CHUNK_BYTES):
            if frames := self._received.take(received):
                started = pickle.loads(frames[0])  # noqa: S301 - from our own process
                break
        if started is not None:
            self._socket.close()
            self._exit_status()
            raise started

    def submit(self, work: Work) -> asyncio.Future[object]:
        """Queue some work; the future has its result when it is durable."""
        if self._closed or self._ended.is_set():
            words = "the store is closed" if self._closed else ENDED
            raise StoreError(words, words)
        body = _body(work)
        future: asyncio.Future[object] = self._loop.create_future()
        self._waiting.append(future)
        was_empty = not self._unsent
        self._unsent += framed(body)
        if was_empty:
            self._send()
        return future

    def finish(self) -> None:
        """Refuse new work, do what is queued, and close; blocks until that is done."""
        self._closed = True
        self._loop.call_soon_threadsafe(self._send)
        if not self._ended.wait(FINISH_SECONDS):  # it hangs, and nobody knows what it has written
            os.kill(self.pid, signal.SIGKILL)
            self._ended.wait()

    def _send(self) -> None:
        """Send what can be sent; when all is sent and no more will come, say so."""
        if self._ended.is_set():
            return
        with contextlib.suppress(BlockingIOError, ConnectionError):
            while self._unsent:
                del self._unsent[: self._socket.send(self._unsent)]
        if self._unsent:
            self._loop.add_writer(self._socket, self._send)
            return
        self._loop.remove_writer(self._socket)
        if self._closed:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_WR)

    def _receive(self) -> None:
        try:
            received = self._socket.recv(CHUNK_BYTES)
        except BlockingIOError:
            return
        except OSError:
            received = b""
        if not received:
            self._end()
        for frame in self._received.take(received):
            for result in pickle.loads(frame):  # noqa: S301 - as above
                resolve(self._waiting.popleft(), result)

    def _end(self) -> None:
        """The other process is gone."""
        self._loop.remove_reader(self._socket)
        self._loop.remove_writer(self._socket)
        self._socket.close()
        while self._waiting:
            resolve(self._waiting.popleft(), StoreError(ENDED, ENDED))
        if self._exit_status() or not self._closed:
            self._when_lost()
        self._ended.set()

    def _exit_status(self) -> int:
        """How the other process ended; where nobody is told of children that end, 0."""
        try:
            return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        except ChildProcessError:
            return 0


def _body(work: Work) -> bytes:
    if not isinstance(work, tuple):
        return CHANGE + pickle.dumps(work)
    try:
        return WRITES + _write_writes(work)
    except (OverflowError, RecursionError, TypeError, ValueError) as error:
        raise failure("could not be written", error) from error


# --- the other one --------------------------------------------------------------------------------


def _be_the_writer(path: Path, link: socket.socket, lock: Lock) -> NoReturn:
    """What the fork does: it never returns to where it was made."""
    code = 1
    try:
        _let_go(link.fileno(), lock.file)
        _write_until_closed(path, link)
        code = 0
    except BaseException:  # nothing of this process may run on
        with contextlib.suppress(Exception):
            traceback.print_exc()
            sys.stderr.flush()
    finally:
        os._exit(code)


def _let_go(*keep: int) -> None:
    """Keep nothing of what the fork has inherited but these files and standard error.

    It ends when its link does. A signal for all processes of a service is not for this one, which
    has the last commits to make.
    """
    gc.freeze()  # garbage collection would copy what both share
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    first = 3
    for kept in sorted(keep):
        os.closerange(first, kept)
        first = kept + 1
    most = os.sysconf("SC_OPEN_MAX")
    os.closerange(first, most if 0 < most < FILES_MAX else FILES_MAX)


def _write_until_closed(path: Path, link: socket.socket) -> None:
    try:
        committer = Committer(path)
    except Exception as error:
        link.sendall(framed(pickle.dumps(error)))
        return
    link.sendall(framed(pickle.dumps(None)))
    received, waiting, open_still = Frames(), deque[Work](), True
    while open_still or waiting:
        if open_still:
            open_still = _take_in(link, received, waiting)
        if waiting:
            group = [waiting.popleft() for _ in range(min(len(waiting), GROUP_MAX))]
            _answer(link, committer.commit(group))
            committer.look_after_log()
    committer.close()


def _take_in(link: socket.socket, received: Frames, waiting: deque[Work]) -> bool:
    """Take all the work that has come; wait if there is none. False: there will be no more."""
    while True:
        try:
            some = link.recv(CHUNK_BYTES, socket.MSG_DONTWAIT if waiting else 0)
        except BlockingIOError:
            return True
        except ConnectionError:
            some = b""
        if not some:
            return False
        waiting.extend(_work(frame) for frame in received.take(some))


def _work(frame: bytes) -> Work:
    """The work in a frame; if it cannot be read, work that fails."""
    body = memoryview(frame)[1:]
    try:
        if frame.startswith(WRITES):
            return _read_writes(body)
        change: Work = pickle.loads(body)  # noqa: S301 - as above
    except Exception as error:  # whatever it is, the others shall not suffer from it
        return partial(_fail, error=error)
    return change


def _fail(_: sqlite3.Connection, error: Exception) -> NoReturn:
    raise error


def _answer(link: socket.socket, results: list[Result]) -> None:
    with contextlib.suppress(ConnectionError):  # nobody is there to hear it
        link.sendall(framed(pickle.dumps(results)))
