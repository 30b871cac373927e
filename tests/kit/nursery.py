"""Real processes of ``casinowar``, forked instead of loaded anew: in a tenth of the time.

``Nursery`` starts one process that imports what a service needs and then forks a child for every
command line. A child is a process of its own that runs the ordinary ``main``; it can be killed,
traced and waited for. ``plants`` name functions, ``module:function``, that change the program
before anything is forked: a planted fault.

The process itself is this module, run as ``python -m tests.kit.nursery``. It reads one request a
line from standard input and answers each with one line on standard output.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).parents[2]
PR_SET_PDEATHSIG = 1


class Nursery:
    """Starts child processes and reports how they ended. Use it in a ``with`` statement."""

    def __init__(
        self, plants: Sequence[str] = (), environment: Mapping[str, str] | None = None
    ) -> None:
        # the sources of this checkout, even if others are installed
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT), *sys.path])
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.kit.nursery", *plants],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": path, **(environment or {})},
        )

    def start(self, arguments: Sequence[str], out: Path, log: Path) -> int:
        """The id of a new process that runs ``casinowar`` with these arguments."""
        request = {"arguments": list(arguments), "out": str(out), "log": str(log)}
        return int(self._ask(request))

    def wait(self, pid: int) -> int:
        """Wait until a child has ended; returns its exit status, or minus the signal."""
        return int(self._ask({"wait": pid}))

    def ended(self, pid: int) -> int | None:
        """The exit status of a child, or None if it runs."""
        status = self._ask({"poll": pid})
        return None if status == "runs" else int(status)

    def _ask(self, request: dict[str, Any]) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline().strip()
        if not answer:
            raise AssertionError(f"the nursery ended: {self._process.wait()}")
        return answer

    def close(self) -> None:
        """End the nursery; children that still run are killed."""
        self._process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


# --- the process ----------------------------------------------------------------------------------


def run() -> None:
    """Fork a child for each request until there are no more."""
    for module in (
        "casinowar.cli.serve", "casinowar.cli.shoes", "casinowar.houses",
        "casinowar.service.http.server",
        "casinowar.store.open", "uvicorn.protocols.http.h11_impl", "uvloop",
    ):  # fmt: skip
        importlib.import_module(module)
    for plant in sys.argv[1:]:
        module, _, name = plant.partition(":")
        getattr(importlib.import_module(module), name)()
    gc.collect()
    gc.freeze()  # so that no child scans, and copies, what all of them share
    children = dict[int, int | None]()  # exit statuses
    for line in sys.stdin:
        request = json.loads(line)
        if "wait" in request:
            answer = str(_status(children, request["wait"], 0))
        elif "poll" in request:
            status = _status(children, request["poll"], os.WNOHANG)
            answer = "runs" if status is None else str(status)
        else:
            pid = _fork(request)
            children[pid] = None
            answer = str(pid)
        print(answer, flush=True)
    for pid in children:
        if _status(children, pid, os.WNOHANG) is None:
            os.kill(pid, 9)
            _status(children, pid, 0)


def _status(children: dict[int, int | None], pid: int, options: int) -> int | None:
    if children[pid] is None:
        ended, status = os.waitpid(pid, options)
        if ended:
            children[pid] = os.waitstatus_to_exitcode(status)
    return children[pid]


def _fork(request: dict[str, Any]) -> int:
    pid = os.fork()
    if pid:
        return pid
    from casinowar.cli.main import main

    code = 70
    try:
        os.setsid()
        if sys.platform == "linux":  # a nursery that is killed takes its children with it
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        nothing = os.open(os.devnull, os.O_RDONLY)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        out, log = (os.open(request[name], flags, 0o600) for name in ("out", "log"))
        for handle, place in ((nothing, 0), (out, 1), (log, 2)):
            os.dup2(handle, place)
        code = main(request["arguments"])
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    run()
