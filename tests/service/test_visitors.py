"""The person behind a socket: what changed about them counts for the very next message.

Planted once and caught here: a second look that does not wait for the first.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from casinowar.service.people.person import Person
from tests.kit.casino import open_casino


async def test_nobody_acts_on_what_is_being_looked_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_casino(tmp_path) as rooms:
        visitor = (await rooms.client("washington")).connection.visitor
        found, gate = replace(visitor.person, name="Changed"), asyncio.Event()

        async def slow(_: str) -> Person:
            await gate.wait()
            return found

        monkeypatch.setattr(rooms.casino.persons, "read", slow)
        visitor.mark_stale()
        first = asyncio.create_task(visitor.refresh())
        await asyncio.sleep(0.01)
        second = asyncio.create_task(visitor.refresh())
        await asyncio.sleep(0.01)
        assert not first.done()
        assert not second.done()
        gate.set()
        await second
        assert visitor.person.name == "Changed"
        await first


async def test_an_older_look_does_not_undo_a_newer_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_casino(tmp_path) as rooms:
        visitor = (await rooms.client("washington")).connection.visitor
        before, gate = visitor.person, asyncio.Event()
        after, looks = replace(before, name="Changed"), 0

        async def find(_: str) -> Person:
            nonlocal looks
            looks += 1
            if looks > 1:
                return after
            await gate.wait()
            return before

        monkeypatch.setattr(rooms.casino.persons, "read", find)
        visitor.mark_stale()
        slow = asyncio.create_task(visitor.refresh())
        await asyncio.sleep(0.01)
        visitor.mark_stale()
        await visitor.refresh()
        gate.set()
        await slow
        assert visitor.person.name == "Changed"
