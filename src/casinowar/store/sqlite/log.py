"""The log, copied into the database while commits go on.

SQLite would copy it at the end of a commit, and everybody who comes in that time would wait for it.
So a thread copies it, with a connection of its own. The log begins anew when all of it is copied:
the thread tries to come to that moment between two commits. If there is none, and the log becomes
long, the rest is copied by whoever writes.

If a copy fails, nothing is lost: all of it is in the log still, and is copied the next time.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path
from threading import Thread

from casinowar.store.port import StoreError
from casinowar.store.sqlite.files import open_copier

COPY_ROWS = 4000  # rows after which the log is copied; more mean fewer, longer copies
LONG_PAGES = 16_000  # so long a log is copied to its end
PASSES = 5  # over a log that grows meanwhile


class Log:
    """The log of one database, seen by whoever writes to it."""

    def __init__(self, path: Path) -> None:
        self._path, self._file = path, path.stat()
        self._rows = 0  # since it was copied
        self._copier: Thread | None = None
        self._too_long = False

    def grew(self, rows: int) -> None:
        """So many rows were committed."""
        self._rows += rows

    def look_after(self, writer: sqlite3.Connection) -> None:
        """Copy the log if it is time, between two commits; that takes a moment at most."""
        if self._too_long:
            self._too_long = False
            _copy(writer)
        if self._rows >= COPY_ROWS and not (self._copier and self._copier.is_alive()):
            self._rows = 0
            self._start()

    def _start(self) -> None:
        copier = Thread(target=self._copy_most, name="casinowar-log", daemon=True)
        try:
            copier.start()
        except RuntimeError:  # there are too many threads on this machine: the next time
            return
        self._copier = copier

    def finish(self) -> None:
        """Wait until nothing is being copied."""
        if self._copier is not None:
            self._copier.join()
            self._copier = None

    def _copy_most(self) -> None:
        """Copy the log, and again what was added meanwhile, until nothing was."""
        try:
            if not os.path.samestat(self._path.stat(), self._file):
                return  # another database was put in its place, which the log does not belong to
            own = open_copier(self._path)
        except (OSError, sqlite3.Error, StoreError):
            return
        with contextlib.closing(own):
            pages, before = _copy(own), -1
            for _ in range(PASSES):
                if pages == before:
                    return
                pages, before = _copy(own), pages
            self._too_long = pages >= LONG_PAGES


def _copy(connection: sqlite3.Connection) -> int:
    """Copy what no reader needs from the log, wait for nobody; how many pages the log has."""
    try:
        _, pages, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    except sqlite3.Error:
        return 0
    return int(pages)
