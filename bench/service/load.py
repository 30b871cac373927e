"""The load generator: ``load.c``, compiled once, run as a process of its own."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

READY_SECONDS = 120


@dataclass(frozen=True, slots=True)
class Played:
    """The results of the load generator; latency counts from the moment a bet was due."""

    seconds: float
    bets: int  # acknowledged
    others: int  # other commands acknowledged: wars, cuts
    refused: int
    frames: int  # received by all sockets
    bytes: int
    cpu_seconds: float  # of the load generator
    mean_us: float
    p50_us: int
    p99_us: int
    late: int  # times that a bet was due and everybody had bet

    @property
    def bets_per_second(self) -> float:
        """Acknowledged bets a second."""
        return self.bets / self.seconds


class Load:
    """A running load generator whose sockets are connected and whose players sit."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def run(self, seconds: float, bets_per_second: float = 0) -> Played:
        """Play for a while; without a rate, as fast as answers come."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"run {seconds} {bets_per_second}\n")
        self._process.stdin.flush()
        found: dict[str, Any] = json.loads(self._line())
        return Played(**found)

    def wait_until_ready(self) -> None:
        """Wait until all sockets are connected."""
        assert self._line() == "ready\n"

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the load generator stopped: {self._process.wait()}")
        return line


@contextmanager
def load(plan: Iterable[str], *, offers: bool = False) -> Iterator[Load]:
    """The load generator with the sockets of a plan.

    With ``offers``, clients want to be told what they may do and who is here, as the page does.
    """
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "plan"
        written.write_text("".join(plan))
        with subprocess.Popen(
            [_program(), written, str(offers).lower()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            running = Load(process)
            try:
                running.wait_until_ready()
                yield running
            finally:
                assert process.stdin is not None
                process.stdin.close()
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()


_FOLDER = tempfile.TemporaryDirectory(prefix="casinowar-bench-")


@cache
def _program() -> Path:
    program = Path(_FOLDER.name) / "load"
    source = Path(__file__).with_name("load.c")
    subprocess.run(["gcc", "-O2", "-o", str(program), str(source), "-lm"], check=True)
    return program
