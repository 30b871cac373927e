"""What all tables of a process share, and what each of them counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from casinowar.service.ports import Clock
from casinowar.store.interface import Store


@dataclass(slots=True)
class Counters:
    """What a table has done since it was opened in this process."""

    done: int = 0  # commands of people that were carried out
    refused: int = 0  # commands of people that were not, each once
    failed: int = 0  # commands of people that could not be written
    conflicts: int = 0
    policy: int = 0  # times that the table continued without somebody
    failures: int = 0  # times that the table could not be read or written, whoever asked

    def add(self, other: Counters) -> None:
        """Count what another table has done as well."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def _nobody(_table: str) -> None:
    """There is no other process."""


@dataclass(slots=True, kw_only=True)
class HostParts:
    """What hosts share."""

    store: Store
    clock: Clock
    local_time: Callable[[int], datetime]
    home: str = ""  # the name of this process; empty: no other can open the table
    moved: Callable[[str], None] = _nobody  # is called when another process has opened a table
    away_seconds: float = 120.0
