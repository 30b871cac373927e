"""Bugs between processes: tables that move, and the fence between their homes."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from casinowar.service.casino import Casino
from casinowar.service.conversation.messages import CommandMessage, done_body
from casinowar.service.tables import actor
from casinowar.service.tables.actor import TableActor
from casinowar.store.interface import Outcome, Write
from tests.simulation.disk import DiskStore
from tests.simulation.planting import Between, Patch, between, planted


@planted("Writes of the old home of a table are accepted.")
def old_home_may_write(patch: Patch) -> None:
    class Anybody(Between):
        async def write(self, write: Write) -> Outcome:
            return await self.store.write(replace(write, home=""))

    between(patch, Anybody)


@planted("A table is opened without becoming its home.")
def opened_by_two(patch: Patch) -> None:
    original = DiskStore.take_home

    async def take_home(self: DiskStore, table: str) -> str:
        return self.disk.home(table) or await original(self, table)

    patch.setattr(DiskStore, "take_home", take_home)
    old_home_may_write(patch)


@planted("No process checks whether a table has moved.")
def homes_not_looked_at(patch: Patch) -> None:
    async def look(_: Casino) -> None:
        """Look at nothing."""

    patch.setattr(Casino, "_check_homes", look)


@planted("A client that gives a command at the old home is told that it was done.")
def moved_client_loses_answer(patch: Patch) -> None:
    original, moved = TableActor.give, Casino._moved

    async def give(self: TableActor, given: CommandMessage, *rest: Any) -> bytes:
        body = await original(self, given, *rest)
        if actor.MOVED.encode() not in body:
            return body
        return done_body(given.id, self.table.version + 1, self.table.version + 1)

    def later(self: Casino, table: str) -> None:
        asyncio.get_running_loop().call_later(0.5, moved, self, table)

    patch.setattr(TableActor, "give", give)
    patch.setattr(Casino, "_moved", later)


@planted("A table that moved is closed, and its clients are not told.")
def moved_without_goodbye(patch: Patch) -> None:
    def moved(self: Casino, table: str) -> None:
        lost = self.hosts.pop(table, None)
        if lost is not None:
            lost.retire()

    patch.setattr(Casino, "_moved", moved)


@planted("Tables of a process that ended are left as they are.")
def orphans_left(patch: Patch) -> None:
    async def adopt(_: Casino) -> None:
        """Open nothing."""

    patch.setattr(Casino, "_adopt", adopt)
