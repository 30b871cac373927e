"""What all tables of a process share, and what each of them counts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from casinowar.service.asked import Asked
from casinowar.service.following import SharedFrame
from casinowar.service.kept_refusals import KeptRefusals
from casinowar.service.ports import Clock, Frame
from casinowar.store.port import Store, Write


@dataclass(slots=True)
class Counters:
    """What a table has done since it was opened in this process."""

    done: int = 0  # commands of people that were carried out
    refused: int = 0  # commands of people that were not, each once
    failed: int = 0  # commands of people that could not be written
    conflicts: int = 0
    policy: int = 0  # times that the table continued without somebody
    failures: int = 0  # times that the table could not be read or written, whoever asked

    def answered(self, write: Write, *, done: bool) -> None:
        """Count a write that is durable, if it answers somebody."""
        if write.answer is not None:
            self.done += done
            self.refused += not done

    def add(self, other: Counters) -> None:
        """Count what another table has done as well."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Origin(Protocol):
    """A table at which commands are given that another process carries out."""

    table: str
    version: int

    async def refresh(self, to: int | None = None) -> None:
        """Bring the table up to what is stored."""
        ...

    def run(self, work: Callable[[], Awaitable[None]]) -> asyncio.Future[None]:
        """Do something with the table when its turn comes."""
        ...

    def take_back(self, asked: Asked) -> None:
        """Carry out a command here: the other process did not."""
        ...


async def _nobody_else(_table: str) -> None:
    """There is no other process."""


@dataclass(slots=True, kw_only=True)
class HostParts:
    """What hosts share."""

    store: Store
    clock: Clock
    local_time: Callable[[int], datetime]
    elsewhere: Callable[[str, str], bool] = lambda _table, _person: False
    is_shared: Callable[[str], bool] = lambda _table: False  # with other processes
    # shows a frame of new events to the other processes that have people at a table
    share: Callable[[str, SharedFrame], None] = lambda _table, _frame: None
    # lets another process carry out a command; False: this one should
    pass_on: Callable[[Origin, Asked], bool] = lambda _table, _asked: False
    # shows a frame that is kept nowhere to the other processes that have people at a table
    spread: Callable[[str, Frame], None] = lambda _table, _frame: None
    # tells the other processes that the settings of a table have changed
    announce: Callable[[str], Awaitable[None]] = _nobody_else
    away_seconds: float = 120.0
    kept_refusals: KeptRefusals = field(default_factory=KeptRefusals)
