"""How the kernels are compiled: to machine code, without the GIL, kept on disk between runs.

Numba keeps compiled code beside the module, or where that folder may not be written in the
user's own cache (``NUMBA_CACHE_DIR`` chooses another place). Where nothing at all may be written
the kernels are compiled anew in each process, and nothing else changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def compiled(kernel: Kernel) -> Kernel:
    """``kernel`` as machine code that other threads run beside."""
    try:
        return cast("Kernel", njit(cache=True, nogil=True)(kernel))
    except RuntimeError:  # Numba's word for "no folder for the cache"
        return cast("Kernel", njit(nogil=True)(kernel))


def inlined(kernel: Kernel) -> Kernel:
    """A small step of a kernel, compiled into each kernel that takes it."""
    return cast("Kernel", njit(nogil=True, forceinline=True)(kernel))
