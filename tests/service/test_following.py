"""A table that other processes write to, followed from a distance, on virtual time.

Planted once and caught: a frame shown twice, a gap that is shown, a view of a later version than it
says, a table that is read with every frame or never, a snapshot from which events are taken twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from casinowar.service import stream
from casinowar.service.following import (
    AHEAD_MAX,
    FRAME_SECONDS,
    QUIET_SECONDS,
    UNWATCHED_SECONDS,
    Following,
    SharedFrame,
)
from casinowar.service.frames import events_frame
from casinowar.service.writing import SNAPSHOT_EVERY
from casinowar.store.port import Snapshot
from casinowar.table import commands as c
from casinowar.table.engine import fold
from tests.kit.casino import Rooms, open_casino
from tests.kit.memory_store import MemoryStore
from tests.service.test_table import TABLE, seated
from tests.simulation.loop import VirtualLoop, run_virtually


def shared(first: int, last: int) -> SharedFrame:
    bodies = [b'{"number":%d}' % number for number in range(first, last + 1)]
    return SharedFrame(first, last, events_frame(first, 0, bodies, ()))


def virtually(scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def whole(_: VirtualLoop) -> None:
        await scene()

    run_virtually(whole)


def numbers(following: Following) -> list[int]:
    return [int(body.split(b":")[1][:-1]) for body in following.unread()]


def test_a_frame_is_shown_when_it_is_the_next() -> None:
    async def scene() -> None:
        following = Following(lambda: None)
        following.came(shared(6, 7))
        assert following.next_after(3) is None
        following.came(shared(4, 5))
        assert following.next_after(3) is not None
        found = following.next_after(5)
        assert found is not None
        assert (found.first, found.version) == (6, 7)
        assert following.next_after(7) is None
        assert numbers(following) == [4, 5, 6, 7]
        assert (following.first, following.count) == (4, 4)
        following.have_read()
        assert not following

    virtually(scene)


@pytest.mark.parametrize(
    ("version", "left"),
    [(3, None), (4, [5, 6, 7, 8, 9]), (6, [7, 8, 9]), (7, [8, 9]), (9, []), (10, None)],
)
def test_a_snapshot_saves_reading_what_is_in_it(version: int, left: list[int] | None) -> None:
    async def scene() -> None:
        following = Following(lambda: None)
        for frame in (shared(4, 5), shared(6, 7), shared(8, 9)):
            following.came(frame)
            following.next_after(frame.first - 1)
        assert following.skip_to(version) is (left is not None)
        if left is None:
            assert numbers(following) == [4, 5, 6, 7, 8, 9]
        elif left:
            assert numbers(following) == left
            assert following.first == left[0]
        else:
            assert not following

    virtually(scene)


def test_only_so_much_is_kept_out_of_order() -> None:
    async def scene() -> None:
        following = Following(lambda: None)
        for number in range(AHEAD_MAX + 1):
            following.came(shared(10 + number, 10 + number))
        assert len(following._ahead) == 1

    virtually(scene)


def test_a_frame_that_does_not_come_is_looked_for_once() -> None:
    async def scene() -> None:
        looks = list[float]()
        loop = asyncio.get_running_loop()
        following = Following(lambda: looks.append(loop.time()))
        for version in (5, 9, 7):
            following.hear(version, watched=False)
        await asyncio.sleep(UNWATCHED_SECONDS * 3)
        assert (len(looks), following.heard) == (1, 9)
        following.hear(10, watched=False)
        following.hear(11, watched=True)  # somebody came: they do not wait for so long
        await asyncio.sleep(FRAME_SECONDS)
        assert len(looks) == 2
        following.forget(10)
        assert following.heard == 11  # more was heard while it was read
        following.forget(11)
        assert following.heard == 0
        following.hear(12, watched=True)
        following.close()
        await asyncio.sleep(UNWATCHED_SECONDS * 3)
        assert len(looks) == 2

    virtually(scene)


# --- the whole table ------------------------------------------------------------------------------


def played(folder: Path, scene: Callable[[Rooms, Rooms], Coroutine[Any, Any, None]]) -> None:
    """A scene in two processes."""

    async def whole(_: VirtualLoop) -> None:
        store = MemoryStore()
        async with (
            open_casino(folder, store) as here,
            open_casino(folder, MemoryStore(store.hall), 2) as there,
        ):
            await scene(here, there)

    run_virtually(whole)


def buy() -> c.BuyChips:
    return c.BuyChips(seat=1, cash_cents=5_00)


def test_what_was_shown_is_read_when_it_is_asked_for_or_all_is_quiet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folded = list[int]()

    def counted(state: Any, events: Any) -> Any:
        folded.append(len(events))
        return fold(state, events)

    async def scene(here: Rooms, there: Rooms) -> None:
        [one] = await seated(here, 1)
        viewer = await there.client(TABLE, offers=False)
        await asyncio.sleep(3 * QUIET_SECONDS)
        monkeypatch.setattr(stream, "fold", counted)
        for _ in range(5):
            await one.must(buy())
            await asyncio.sleep(QUIET_SECONDS / 2)
        assert viewer.told.of("events")[-1]["version"] == one.connection.host.version
        assert not folded  # they keep coming
        assert viewer.connection.host.state == one.connection.host.state
        assert folded == [5]
        await one.must(buy())
        await asyncio.sleep(3 * QUIET_SECONDS)
        assert folded == [5, 1]

    played(tmp_path, scene)


def test_every_view_is_of_the_version_that_it_says(tmp_path: Path) -> None:
    async def scene(here: Rooms, there: Rooms) -> None:
        [one] = await seated(here, 1)
        viewer = await there.client(TABLE, views=True)
        await asyncio.sleep(0.01)  # until the other process knows
        host = viewer.connection.host
        frames = list[SharedFrame]()
        host.follow = frames.append  # type: ignore[assignment, method-assign]
        for _ in range(3):
            await one.must(buy())
        await asyncio.sleep(0.01)
        del host.follow
        for frame in reversed(frames):
            host.follow(frame)
            host.follow(frame)
        chips = {
            frame["version"]: frame["view"]["seats"][0]["chips_cents"]
            for frame in viewer.told.of("view")
        }
        assert len(chips) == 3
        assert sorted(chips.values()) == [chips[version] for version in sorted(chips)]
        assert len(set(chips.values())) == 3

    played(tmp_path, scene)


def test_a_table_that_is_far_behind_begins_with_a_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = list[int]()
    reading = Following.unread

    def counted(self: Following) -> Any:
        found = reading(self)
        read.append(len(found))
        return found

    async def scene(here: Rooms, there: Rooms) -> None:
        one, _ = await seated(here, 1, 2)  # somebody plays, so no cards are spread
        viewer = await there.client(TABLE, offers=False)
        await asyncio.sleep(3 * QUIET_SECONDS)
        monkeypatch.setattr(Following, "unread", counted)
        for _ in range(SNAPSHOT_EVERY // 2 + 20):
            await one.must(c.SitOut(seat=1))
            await one.must(c.ReturnToPlay(seat=1))
        await asyncio.sleep(3 * QUIET_SECONDS)
        far, near = viewer.connection.host, one.connection.host
        assert sum(read) < SNAPSHOT_EVERY / 2
        assert far.version == near.version
        assert far.state == near.state
        assert far._moment() == near._moment()

    played(tmp_path, scene)


def test_a_snapshot_that_cannot_be_read_leaves_nothing_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(here: Rooms, there: Rooms) -> None:
        [one] = await seated(here, 1)
        viewer = await there.client(TABLE, offers=False)
        await asyncio.sleep(3 * QUIET_SECONDS)
        far, reported = viewer.connection.host, list[str]()
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: reported.append(context["message"]))

        async def spoilt(_: str) -> Snapshot:
            return Snapshot(version=far._following.first + 1, body=b"{}")

        monkeypatch.setattr(stream, "SNAPSHOT_EVERY", 3)
        monkeypatch.setattr(there.store, "snapshot", spoilt)
        for _ in range(6):
            await one.must(buy())
        await asyncio.sleep(5 * QUIET_SECONDS)
        assert reported, "it is not passed over in silence"
        assert far.state == one.connection.host.state

    played(tmp_path, scene)


def test_a_frame_that_cannot_be_read_is_read_from_the_stream(tmp_path: Path) -> None:
    """Nobody is told anything twice, and no other table suffers."""

    async def scene(here: Rooms, there: Rooms) -> None:
        [one] = await seated(here, 1)
        viewer = await there.client(TABLE, offers=False)
        await asyncio.sleep(0.01)
        host, reported = viewer.connection.host, list[str]()
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: reported.append(context["message"]))
        follow = host.follow

        def spoilt(shared: SharedFrame) -> None:
            frame = events_frame(shared.first, 0, [b'{"name":"from_the_future"}'], ())
            follow(SharedFrame(shared.first, shared.version, frame))

        host.follow = spoilt  # type: ignore[method-assign]
        await one.must(buy())
        await asyncio.sleep(3 * QUIET_SECONDS)
        assert reported == ["what another process wrote could not be read"]
        del host.follow
        await one.must(buy())
        there.casino.sweep()
        await asyncio.sleep(3 * QUIET_SECONDS)
        assert host.state == one.connection.host.state
        told = [(frame["first"], frame["version"]) for frame in viewer.told.of("events")]
        last = host.version
        assert told == [(last - 1, last - 1), (last, last)]

    played(tmp_path, scene)


def test_a_process_that_follows_has_the_clocks_of_the_one_that_writes(tmp_path: Path) -> None:
    async def scene(here: Rooms, there: Rooms) -> None:
        one, _ = await seated(here, 1, 2)
        viewer = await there.client(TABLE, offers=False)
        await asyncio.sleep(5)
        await one.must(c.PlaceWagers(seat=1, initial_cents=10_00))
        await asyncio.sleep(8)
        near, far = (client.connection.host.countdowns() for client in (one, viewer))
        assert [shown.left_ms for shown in near if shown.left_ms is not None]
        assert near == far
        later = await there.client(TABLE)
        [welcome] = later.told.of("welcome")
        assert [wait["left_ms"] for wait in welcome["waits"]] == [one.left_ms for one in near]

    played(tmp_path, scene)
