"""One process at a time writes a file: a lock on an empty file beside it.

The operating system frees the lock with the process, however it ends. It belongs to the file,
whichever link names it. Readers take none. The lock is not on the file itself, because Windows
lets nobody else read what is locked.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

from filelock import lock_descriptor

END = ".lock"
RETRY_SECONDS = 0.01


def beside(path: Path, end: str) -> Path:
    """A file beside another one, also if that one was named by a link."""
    real = Path(os.path.realpath(path))
    return real.with_name(real.name + end)


class Lock:
    """The right to write one file; it ends with ``release``, with ``withdraw`` or the process."""

    def __init__(self, path: Path, file: int) -> None:
        self.path = path  # of the lock
        self._file: int | None = file

    @classmethod
    def take(cls, used: Path, wait_seconds: float = 0.0, *, needed: bool = True) -> Self | None:
        """The lock of a file; None if another process has it.

        An OSError if the lock file cannot be made. On a file system without locks there is none;
        that is an OSError too, if a lock is ``needed``.
        """
        path, until = beside(used, END), time.monotonic() + wait_seconds
        while True:
            file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                taken = _locked(file, needed=needed)
                if taken and _is_there(file, path):
                    return cls(path, file)
            except BaseException:
                os.close(file)
                raise
            os.close(file)
            if taken:  # its holder withdrew the file meanwhile
                continue
            if time.monotonic() >= until:
                return None
            time.sleep(RETRY_SECONDS)

    def release(self) -> None:
        """Let another process have it; the lock file stays."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def withdraw(self) -> None:
        """Release the lock and leave no file behind."""
        if self._file is not None:
            with suppress(OSError):  # Windows removes no open file
                self.path.unlink()
            self.release()


def is_taken(used: Path) -> bool:
    """Whether another process holds the lock of a file; nothing is made to find out."""
    try:
        file = os.open(beside(used, END), os.O_RDWR)
    except OSError:
        return False
    try:
        return not _locked(file, needed=False)
    finally:
        os.close(file)


def _locked(file: int, *, needed: bool) -> bool:
    try:
        return lock_descriptor(file, blocking=False)
    except OSError:  # a file system without locks
        if needed:
            raise
        return True


def _is_there(file: int, path: Path) -> bool:
    """Whether an open file still has its name."""
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False
