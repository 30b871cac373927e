"""How the kernels are compiled: to machine code that runs without the GIL and is cached on disk.

Numba checks only a kernel's own file to see whether its cached code is stale, but a kernel is made
of several files. So the cache is a folder named after a digest of all of them: beside the modules
or, where that folder is read-only, in the user's cache. ``NUMBA_CACHE_DIR`` chooses another place.
Where nothing can be written at all, each process compiles the kernels again.
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
SIMULATE = HERE.parent
# Every module whose code or numbers are part of a kernel.
KERNEL_FILES = (
    *("kernels/compiled.py", "kernels/first_cards.py", "kernels/lanes.py", "kernels/lockstep.py"),
    *("kernels/counting.py", "kernels/one_by_one.py", "kernels/seat.py", "kernels/shoe_sums.py"),
    *("kernels/stream.py", "kernels/war_cards.py", "plan.py", "strategy.py", "tally.py"),
)


def compiled(kernel: Kernel) -> Kernel:
    """``kernel`` as machine code that runs without holding the GIL."""
    return _compiled(kernel)


def unchecked(kernel: Kernel) -> Kernel:
    """The same, for loops that divide: as in NumPy, nothing looks for a division by zero."""
    return _compiled(kernel, error_model="numpy")


def _compiled(kernel: Kernel, **options: Any) -> Kernel:
    with _kept_in(cache_folder()):
        try:
            return cast("Kernel", numba.njit(cache=True, nogil=True, **options)(kernel))
        except RuntimeError:  # Numba found no folder for its cache
            return cast("Kernel", numba.njit(nogil=True, **options)(kernel))


def inlined(kernel: Kernel) -> Kernel:
    """Mark a small step of a kernel to be inlined before compilation.

    Its loops are then vectorised in place, with the constants known there.
    """
    return cast("Kernel", numba.njit(nogil=True, inline="always")(kernel))


@cache
def cache_folder(beside: Path = HERE) -> str:
    """The folder for the compiled code; empty if none can be written."""
    digest = sha256()
    for name in KERNEL_FILES:
        digest.update((SIMULATE / name).read_bytes())
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
