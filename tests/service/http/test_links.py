"""Unix sockets between processes on one machine.

Planted once and caught: a socket that others can open, one that stays behind, a link that grows
without end for a process that does not read, one that ends with the first rubbish, a folder that is
open to others or theirs, and a link of another database that is heard.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from casinowar.framing import LENGTH, Frames, framed
from casinowar.service.http import links, run
from casinowar.service.http.links import (
    ENDING,
    FOLDER,
    FRAME_MAX_BYTES,
    UNFINISHED,
    UNFINISHED_SECONDS,
    Links,
)
from casinowar.service.http.parts import open_parts
from tests.kit.postgres import Postgres
from tests.service.http.kit import config_for

WAIT_SECONDS = 5.0
PLACE = "here"
pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no Unix sockets here")


@asynccontextmanager
async def linked(folder: Path, name: str, heard: list[str]) -> AsyncIterator[Links]:
    found = Links(folder, name, PLACE, heard.append)
    await found.start()
    try:
        yield found
    finally:
        await found.close()


async def until_sent(here: Links, to: str, text: str) -> None:
    """Send a text; the first one only makes the link."""
    async with asyncio.timeout(WAIT_SECONDS):
        while not here.send(to, text):
            await asyncio.sleep(0.01)


async def until_heard(heard: list[str], count: int) -> None:
    async with asyncio.timeout(WAIT_SECONDS):
        while len(heard) < count:
            await asyncio.sleep(0.01)


async def test_texts_come_in_order(tmp_path: Path) -> None:
    heard = list[str]()
    async with linked(tmp_path, "one", []) as one, linked(tmp_path, "two", heard):
        assert not one.send("two", "too early")
        await until_sent(one, "two", "first")
        texts = ["", "äöü", "x" * 300_000, *map(str, range(100))]
        assert all(one.send("two", text) for text in texts)
        await until_heard(heard, len(texts) + 1)
        assert heard == ["first", *texts]


def test_links_are_made_on_the_loop_that_the_service_runs_on(tmp_path: Path) -> None:
    """Its transports are not asyncio's own: an assertion about their type ended every link."""
    factory = run._loop_factory()
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(test_texts_come_in_order(tmp_path))


async def test_a_process_elsewhere_is_not_tried_again_and_again(tmp_path: Path) -> None:
    async with linked(tmp_path, "one", []) as one:
        for _ in range(3):
            assert not one.send("nobody", "text")
            assert len(one._making) <= 1
            await asyncio.sleep(0.01)
        assert list(one._tried) == ["nobody"]


async def test_nobody_else_can_open_a_socket_and_none_stays_behind(tmp_path: Path) -> None:
    folder = tmp_path / "data" / FOLDER
    async with linked(tmp_path / "data", "one", []):
        [path] = folder.iterdir()
        assert path.name == f"one{ENDING}"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert list(folder.iterdir()) == []


async def test_sockets_of_killed_processes_are_cleared_away(tmp_path: Path) -> None:
    folder = tmp_path / FOLDER
    folder.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as killed:
        killed.bind(str(folder / f"killed{ENDING}"))
    heard = list[str]()
    async with linked(tmp_path, "alive", heard) as alive, linked(tmp_path, "new", []) as new:
        assert sorted(path.stem for path in folder.iterdir()) == ["alive", "new"]
        await until_sent(new, "alive", "still there")
        await until_heard(heard, 1)
        assert alive.heard_on


async def test_a_process_that_does_not_read_is_sent_only_so_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links, "UNSENT_MAX_BYTES", 10_000)
    folder = tmp_path / FOLDER
    folder.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as deaf:
        deaf.bind(str(folder / f"deaf{ENDING}"))
        deaf.listen()
        async with linked(tmp_path, "one", []) as one:
            await until_sent(one, "deaf", "x")
            sent = sum(one.send("deaf", "x" * 1000) for _ in range(10_000))
            assert sent < 5_000


async def test_a_process_that_is_gone_is_reached_again_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links, "RETRY_SECONDS", 0.05)
    lost = list[str]()
    one = Links(tmp_path, "one", PLACE, print, lost.append)
    await one.start()
    for number in range(1, 3):
        heard = list[str]()
        async with linked(tmp_path, "two", heard):
            await until_sent(one, "two", "hello")
            await until_heard(heard, 1)
        await until_heard(lost, number)
        assert not one.send("two", "is anybody there?")
    await one.close()
    assert lost == ["two", "two"]


@pytest.mark.parametrize("rubbish", [LENGTH.pack(FRAME_MAX_BYTES + 1), framed(b"\xff\xfe")])
async def test_rubbish_ends_its_link_and_no_other(tmp_path: Path, rubbish: bytes) -> None:
    heard = list[str]()
    async with linked(tmp_path, "one", heard) as one, linked(tmp_path, "two", []) as two:
        await until_sent(two, "one", "before")
        reader, writer = await asyncio.open_unix_connection(tmp_path / FOLDER / f"one{ENDING}")
        writer.write(framed(PLACE.encode()) + rubbish)
        assert await asyncio.wait_for(reader.read(), WAIT_SECONDS) == b""
        writer.close()
        assert two.send("one", "after")
        await until_heard(heard, 2)
        assert heard == ["before", "after"]
        assert len(one.heard_on) == 1


async def test_without_a_folder_there_are_no_links(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("in the way")
    async with linked(tmp_path, "one", []) as one:
        assert not one.send("two", "text")
        assert one._server is None
    long = tmp_path / ("x" * 120)
    async with linked(long, "one", []) as one:
        assert one._server is None
    assert not long.exists()


def test_a_piece_that_is_too_long_is_refused() -> None:
    frames = Frames(5)
    assert frames.take(framed(b"12345") + framed(b"")) == [b"12345", b""]
    with pytest.raises(ValueError, match="too long"):
        frames.take(framed(b"123456")[:5])


# --- a folder that others can use, and one for several databases ----------------------------------


@pytest.mark.parametrize("mode", [0o777, 0o750, 0o705, 0o710])
async def test_a_folder_that_others_can_use_is_not_used(tmp_path: Path, mode: int) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER).chmod(mode)
    with capture_logs() as logged:
        async with linked(tmp_path, "one", []) as one:
            assert one._server is None
    assert list((tmp_path / FOLDER).iterdir()) == []
    [line] = logged
    assert (line["event"], line["log_level"]) == ("links_folder_not_private", "warning")


async def test_a_folder_of_somebody_else_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / FOLDER).mkdir(mode=0o700)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    async with linked(tmp_path, "one", []) as one:
        assert one._server is None


async def test_a_link_to_a_folder_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir(mode=0o700)
    (tmp_path / FOLDER).symlink_to(tmp_path / "other")
    async with linked(tmp_path, "one", []) as one:
        assert one._server is None


async def test_a_new_data_folder_is_private(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with linked(data, "one", []):
        assert stat.S_IMODE(data.stat().st_mode) == 0o700


async def test_what_a_killed_process_had_begun_is_cleared_away(tmp_path: Path) -> None:
    folder = tmp_path / FOLDER
    folder.mkdir(mode=0o700)
    for name in ("killed", "starting"):
        with socket.socket(socket.AF_UNIX) as unfinished:
            unfinished.bind(str(folder / f"{name}{UNFINISHED}"))
    before = (folder / f"killed{UNFINISHED}").stat().st_mtime - UNFINISHED_SECONDS - 1
    os.utime(folder / f"killed{UNFINISHED}", (before, before))
    async with linked(tmp_path, "one", []):
        left = sorted(path.name for path in folder.iterdir())
    assert left == [f"one{ENDING}", f"starting{UNFINISHED}"]


async def test_who_belongs_to_another_database_is_not_heard(tmp_path: Path) -> None:
    heard, lost = list[str](), list[str]()
    stranger = Links(tmp_path, "stranger", "elsewhere", print, lost.append)
    await stranger.start()
    async with linked(tmp_path, "one", heard) as one, linked(tmp_path, "two", []) as two:
        with contextlib.suppress(TimeoutError):  # the link ends at once, perhaps before it is used
            async with asyncio.timeout(0.2):
                await until_sent(stranger, "one", "pay me")
        await until_heard(lost, 1)
        await until_sent(two, "one", "hello")
        await until_heard(heard, 1)
        assert heard == ["hello"]
        assert len(one.heard_on) == 1
    await stranger.close()


async def test_processes_of_a_service_are_linked_and_warn_of_a_clock(
    postgres: Postgres, tmp_path: Path
) -> None:
    config = config_for(tmp_path, database=postgres.url(await postgres.new_schema()))
    parts = [await open_parts(config) for _ in range(2)]
    try:
        one, two = (each.casino.relay for each in parts)
        assert one.place == two.place
        name, text = parts[1].store.name, f"{parts[1].store.name} somebody"
        async with asyncio.timeout(WAIT_SECONDS):
            while not one.link(name, text):
                await asyncio.sleep(0.01)
        with capture_logs() as logged:
            one.clock_differs(name, 1500)
        [line] = logged
        assert (line["event"], line["process"], line["by_ms"]) == ("clocks_differ", name, 1500)
    finally:
        for each in parts:
            await each.casino.stop()
            await each.close()
