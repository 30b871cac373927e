"""Files as on Windows: an open file keeps its name, and a folder cannot be opened.

``files_of_windows`` makes calls fail where Windows refuses them. What SQLite does with its own
files is not changed.
"""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

DESCRIPTORS = Path("/proc/self/fd")


class Windows:
    """The module ``os``, as it is on Windows."""

    name = "nt"

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def open(self, path: Path, flags: int, mode: int = 0o777) -> int:
        """Open a file, but no folder."""
        if path.is_dir():
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return os.open(path, flags, mode)

    def fsync(self, file: int) -> None:
        """Sync a file that was opened for writing."""
        if fcntl.fcntl(file, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
            raise OSError(errno.EBADF, "Bad file descriptor")
        os.fsync(file)


def files_of_windows(monkeypatch: pytest.MonkeyPatch, *modules: ModuleType) -> None:
    """Give ``modules`` this ``os``, and rename and remove only closed files."""
    for module in modules:
        monkeypatch.setattr(module, "os", Windows())
    for name in ("replace", "rename", "unlink"):
        monkeypatch.setattr(os, name, _of_closed_files(getattr(os, name)))


def _of_closed_files(change: Callable[..., None]) -> Callable[..., None]:
    def changed(*paths: Any, **more: Any) -> None:
        for path in paths:
            if _is_open(os.path.realpath(path)):
                raise PermissionError(errno.EACCES, "The process cannot access the file", path)
        change(*paths, **more)

    return changed


def _is_open(path: str) -> bool:
    for descriptor in DESCRIPTORS.iterdir():
        try:
            if os.readlink(descriptor) == path:  # noqa: PTH115 - a name, also of what is no file
                return True
        except FileNotFoundError:  # the one that listed the folder
            continue
    return False
