"""How a bug is planted in the service for one run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from casinowar.service.tables.actor import TableActor
from casinowar.service.tables.open_table import TableParts
from casinowar.store import Store
from casinowar.store.interface import Outcome, Write
from tests.kit.memory_store import in_turn

Patch = pytest.MonkeyPatch


@dataclass(frozen=True, slots=True)
class Bug:
    """Something that would be wrong, in words, and how it is planted."""

    words: str
    plant: Callable[[Patch], None]

    @property
    def name(self) -> str:
        """Its short name."""
        return self.plant.__name__


BUGS = list[Bug]()


def planted(words: str) -> Callable[[Callable[[Patch], None]], Callable[[Patch], None]]:
    """Add a bug to the list."""

    def add(plant: Callable[[Patch], None]) -> Callable[[Patch], None]:
        BUGS.append(Bug(words, plant))
        return plant

    return add


class Between:
    """A store that does everything as the real one does, except for what a bug changes."""

    def __init__(self, store: Store, table: TableActor) -> None:
        self.store, self.host = store, table
        self.memory = dict[Any, Any]()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    async def write(self, write: Write) -> Outcome:
        """Write, as it should be."""
        return await self.store.write(write)

    async def write_all(self, writes: Sequence[Write]) -> Sequence[Outcome]:
        """Write one after the other, as ``write`` does."""
        return await in_turn(self.write, writes)


def between(patch: Patch, kind: type[Between]) -> None:
    """Let every table use such a store."""
    original = TableActor.__init__

    def init(
        self: TableActor,
        table: str,
        house: Any,
        settings: Any,
        shoes: Any,
        parts: TableParts,
        log: Any = None,
    ) -> None:
        between: Any = kind(parts.store, self)
        original(self, table, house, settings, shoes, replace(parts, store=between), log)

    patch.setattr(TableActor, "__init__", init)
