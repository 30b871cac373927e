"""One game is played in one place: whoever writes a record holds a lock on its file.

The operating system frees the lock with the process, however it ends, so nothing is left behind.
Reading a record needs no lock.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from casinowar.errors import InputError

IN_USE = "this game is open in another window; go on there, or leave it there first"


class RecordLock:
    """The right to write one record; it ends with ``release``, or with the process."""

    def __init__(self, path: Path) -> None:
        """An InputError if another window has it, an OSError if there is no such file."""
        self._file: int | None = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        if not _taken(self._file):
            self.release()
            raise InputError(str(path), IN_USE)

    def release(self) -> None:
        """Let another window go on with the game."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __del__(self) -> None:
        self.release()


def is_open_elsewhere(path: Path) -> bool:
    """Whether somebody writes this record now; an OSError if it cannot be opened."""
    file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    try:
        return not _taken(file)
    finally:
        os.close(file)


def _taken(file: int) -> bool:
    """Take the lock of an open file; False if it is taken already."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks: the size of the file is still checked
    return True
