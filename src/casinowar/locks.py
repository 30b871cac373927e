"""Locks, so that only one process at a time writes a file.

The operating system releases the lock when the process ends, however it ends. The lock belongs to
the file, even if a link names it. Readers take no lock. The lock is on an empty file next to it,
because Windows lets no other process read a locked file.
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
    """The path of a file next to another one, after following links."""
    real = Path(os.path.realpath(path))
    return real.with_name(real.name + end)


class Lock:
    """The lock of one file, held until ``release``, ``withdraw`` or the end of the process."""

    def __init__(self, path: Path, file: int) -> None:
        self.path = path  # of the lock file
        self._file: int | None = file

    @classmethod
    def take(cls, used: Path, wait_seconds: float = 0.0, *, needed: bool = True) -> Self | None:
        """Take the lock of a file; None if another process has it.

        Raises an OSError if the lock file cannot be created. A file system without locks has none;
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
            if taken:  # the previous holder removed the file meanwhile
                continue
            if time.monotonic() >= until:
                return None
            time.sleep(RETRY_SECONDS)

    def release(self) -> None:
        """Release the lock; the lock file stays."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def withdraw(self) -> None:
        """Release the lock and remove the lock file."""
        if self._file is not None:
            with suppress(OSError):
                self.path.unlink()
            self.release()
            if os.name == "nt":  # Windows removes only closed files, so no other process has it
                with suppress(OSError):
                    self.path.unlink()


def is_taken(used: Path) -> bool:
    """Whether another process holds the lock of a file; creates no lock file."""
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
