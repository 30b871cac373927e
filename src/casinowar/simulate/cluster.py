"""A running Dask cluster as an executor, found by its address.

The workers need only this package: each compiles the kernels once, or loads them from its cache.
"""

from __future__ import annotations

import logging
import re
import socket
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any, Final

from casinowar.errors import InputError, shown
from casinowar.simulate.blocks import warm_up
from casinowar.simulate.plan import Plan

CONNECT_SECONDS: Final = 8
ADDRESS: Final = re.compile(
    r"(?:(?:tcp|tls)://)?(?P<host>\[[0-9a-fA-F:.%]+\]|[^:/\s]+):(?P<port>[0-9]{1,5})"
)


@contextmanager
def cluster(address: str, plan: Plan) -> Iterator[tuple[Executor, int]]:
    """An executor on the cluster and its number of threads, with every worker ready for ``plan``.

    An InputError if nothing answers in time, or there are no workers.
    """
    from dask.config import set as set_config
    from distributed import Client

    _check_reachable(address)
    timeouts = {"distributed.comm.timeouts.connect": f"{CONNECT_SECONDS}s"}
    with _quiet(), set_config(timeouts):
        try:
            client: Any = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            reason = " ".join(str(error).split())[:120]
            raise InputError("on", f"no scheduler at {shown(address)}: {reason}") from None
        try:
            threads = sum(client.nthreads().values())
            if threads == 0:
                raise InputError("on", f"the scheduler at {shown(address)} has no workers")
            _warm_up(client, plan)
            yield client.get_executor(pure=False), threads
        finally:
            client.close()


def _check_reachable(address: str) -> None:
    """Fail at once, without Dask's own retries, if nothing is listening."""
    match = ADDRESS.fullmatch(address)
    if match is None:
        raise InputError("on", f"{shown(address)} is not an address like tcp://host:8786")
    try:
        host, port = match["host"].strip("[]"), int(match["port"])
        with socket.create_connection((host, port), timeout=CONNECT_SECONDS):
            pass
    except (OSError, OverflowError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError("on", f"no scheduler at {shown(address)}: {reason}") from None


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence Dask's log; errors are reported in one line instead."""
    log = logging.getLogger("distributed")
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(level)


def _warm_up(client: Any, plan: Plan) -> None:
    """Load the kernel on every worker, so that compilation is not timed."""
    try:
        client.run(warm_up, plan)
    except ImportError as error:
        raise InputError("on", f"the workers cannot import casinowar: {error}") from None
