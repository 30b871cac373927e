"""Bugs in sealed shoes: the log and its heads, contributions, seeds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from casinowar.fairness.proof import next_head
from casinowar.fairness.shoes import FairShoe
from casinowar.service.tables import writer
from casinowar.service.tables.shoes import TableLog
from casinowar.service.tables.writer import TableVersion
from casinowar.store.interface import Snapshot
from casinowar.table import events as e
from casinowar.table.play import spread
from casinowar.table.shoe import Shoe
from casinowar.table.state import Mix, Table
from tests.simulation.planting import Patch, planted


@planted("Of several events of a command only the last is in the head.")
def head_of_last_event(patch: Patch) -> None:
    def head_after(head: bytes, bodies: Iterable[bytes]) -> bytes:
        last = list(bodies)[-1:]
        return next_head(head, last[0]) if head and last else head

    patch.setattr(writer, "head_after", head_after)


@planted("A snapshot is kept with the head before its events.")
def snapshot_with_old_head(patch: Patch) -> None:
    original = writer._snapshot

    def snapshot(
        before: TableVersion, after: Table, version: int, bodies: Iterable[bytes]
    ) -> Snapshot | None:
        del bodies
        return original(before, after, version, ())

    patch.setattr(writer, "_snapshot", snapshot)
    patch.setattr(writer, "SNAPSHOT_EVERY", 20)


@planted("The head of the previous commit is signed.")
def head_signed_late(patch: Patch) -> None:
    original = TableLog.signed

    def signed(self: TableLog, size: int, head: bytes) -> Any:
        last = self._last
        return original(self, size, head) if last is None else last

    patch.setattr(TableLog, "signed", signed)


@planted("The values that players open are not mixed into the cards.")
def values_not_mixed(patch: Patch) -> None:
    original = FairShoe._key

    def key(self: FairShoe, mix: Mix, *, opened: bool) -> Any:
        del opened
        return original(self, mix, opened=False)

    patch.setattr(FairShoe, "_key", key)


@planted("One contribution is left out of the shuffle.")
def contribution_dropped(patch: Patch) -> None:
    original = FairShoe._key

    def key(self: FairShoe, mix: Mix, *, opened: bool) -> Any:
        return original(self, replace(mix, contributions=mix.contributions[1:]), opened=opened)

    patch.setattr(FairShoe, "_key", key)


@planted("The seed of a shoe is not shown when the table is left.")
def seed_not_shown(patch: Patch) -> None:
    def ended(state: Table, shoe: Shoe) -> Iterator[e.Event]:
        del state, shoe
        yield from ()

    patch.setattr(spread, "ended", ended)
