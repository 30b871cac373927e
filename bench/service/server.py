"""A real service in its own process, used from outside."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from bench.service.group import Group, group_of
from bench.service.setting import Guest
from casinowar.service.http.settings import Config

ECHO = "/bench/echo"
STOP_SECONDS = 20
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Server:
    """A running service."""

    address: str
    process: int

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self.address.rpartition(":")[2])

    def plan(self, guests: Iterable[Guest]) -> list[str]:
        """The plan of the load generator."""
        return [guest.line(self.port) for guest in guests]

    def echo_plan(self, sockets: int) -> list[str]:
        """The plan of sockets that are echoed."""
        return [f"{self.port} {ECHO} - -1\n"] * sockets

    def cpu_seconds(self) -> float:
        """The CPU that it has used, with the process that writes for it."""
        children = Path(f"/proc/{self.process}/task/{self.process}/children").read_text().split()
        return sum(_used_seconds(Path(f"/proc/{pid}/stat")) for pid in (self.process, *children))

    def loop_seconds(self) -> float:
        """The CPU that its event loop has used."""
        return _used_seconds(Path(f"/proc/{self.process}/task/{self.process}/stat"))

    def resident_bytes(self) -> int:
        """The memory that it holds."""
        return int(Path(f"/proc/{self.process}/statm").read_text().split()[1]) * PAGE_BYTES

    def groups(self) -> list[Group]:
        """When and what it committed since the last time."""
        with tempfile.NamedTemporaryFile() as file:
            self.ask(f"/bench/record?{file.name}")
            return [group_of(group) for group in pickle.load(file)]

    def ask(self, path: str) -> dict[str, Any]:
        """The answer to a request."""
        with urllib.request.urlopen(self.address + path) as answer:
            found: dict[str, Any] = json.load(answer)
            return found


def _used_seconds(stat: Path) -> float:
    used = stat.read_text().rpartition(")")[2].split()
    return (int(used[11]) + int(used[12])) / TICKS


@contextmanager
def server(config: Config) -> Iterator[Server]:
    """The service with these settings, until the end of the block."""
    command = [sys.executable, "-m", "bench.service.child", *_options(config)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            if not address:
                raise RuntimeError("the service did not start")
            yield Server(address, process.pid)
        finally:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()


def _options(config: Config) -> list[str]:
    usual, options = Config(), list[str]()
    for each in fields(Config):
        value = getattr(config, each.name)
        if value != getattr(usual, each.name):
            options += [f"--{each.name.replace('_', '-')}", str(value)]
    return options
