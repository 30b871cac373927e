"""How the kernels are compiled: to machine code, without the GIL, kept on disk between runs.

Numba looks only at a kernel's own file to tell whether kept code is old, and a kernel is made of
several files. So the code is kept in a folder named after a digest of all of them: beside the
modules or, where that may not be written, in the user's own cache. ``NUMBA_CACHE_DIR`` chooses
another place. Where nothing may be written at all the kernels are compiled anew in each process.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import config

Kernel = TypeVar("Kernel", bound=Callable[..., Any])
HERE = Path(__file__).parent
# Every module whose code or numbers are part of a kernel.
KERNEL_FILES = (
    *("compiled.py", "first_cards.py", "lanes.py", "lockstep.py", "one_by_one.py", "plan.py"),
    *("shoe_sums.py", "strategy.py", "stream.py", "tally.py", "war_cards.py"),
)


def compiled(kernel: Kernel) -> Kernel:
    """``kernel`` as machine code that other threads run beside."""
    with _kept_in(cache_folder()):
        try:
            return cast("Kernel", numba.njit(cache=True, nogil=True)(kernel))
        except RuntimeError:  # Numba's word for "no folder for the cache"
            return cast("Kernel", numba.njit(nogil=True)(kernel))


def inlined(kernel: Kernel) -> Kernel:
    """A small step of a kernel, put into it before it is compiled.

    So its loops are vectorised where they stand, with the numbers known there.
    """
    return cast("Kernel", numba.njit(nogil=True, inline="always")(kernel))


@cache
def cache_folder(beside: Path = HERE) -> str:
    """The folder of the compiled code; empty where none may be written."""
    digest = sha256()
    for name in KERNEL_FILES:
        digest.update((HERE / name).read_bytes())
    folder = f"kernels-{digest.hexdigest()[:16]}"
    given = os.environ.get("NUMBA_CACHE_DIR")
    user = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    for base in (given, beside / "__pycache__", Path(user) / "casinowar"):
        if base and _writable(Path(base) / folder):
            return str(Path(base) / folder)
    return ""


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK | os.X_OK)


@contextmanager
def _kept_in(folder: str) -> Iterator[None]:
    """Numba's cache folder for the kernels decorated inside."""
    settings: Any = config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = folder or before
    try:
        yield
    finally:
        settings.CACHE_DIR = before
