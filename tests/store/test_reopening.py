"""What was acknowledged is there afterwards: closed and opened again, or killed in between."""

from __future__ import annotations

import asyncio
import os
import signal
import sys

import pytest

from casinowar.store import Store
from casinowar.store.interface import Answered, Conflict, StoreError, Write, Written
from tests.kit.writes import (
    add_table,
    answer,
    events,
    grant,
    person,
    session,
    transfer,
    written,
)
from tests.store.places import Database, Place

# Writes events to t1 for ever, and prints the version after each write that was acknowledged.
WRITES_FOR_EVER = """
import asyncio, sys
from casinowar.store.open import open_store
from tests.kit.writes import events

async def main(url):
    store = await open_store(url)
    version = await store.version("t1")
    while True:
        await asyncio.gather(*(store.write(events(version + n)) for n in range(5)))
        version += 5
        print(version, flush=True)

asyncio.run(main(sys.argv[1]))
"""


async def test_everything_is_there_after_reopening(place: Place) -> None:
    store = await place.open()
    await add_table(store)
    await written(store, grant("p_a", 100), Write(at_ms=1, person=person("a"), once="k"))
    await written(store, events(0, 3), Write(at_ms=1, answer=answer("c")))
    await store.add_session(session(b"1", "p_a"))
    await store.close()
    store = await place.open()
    assert await store.version("t1") == 3
    assert await store.balance("player/p_a") == 100
    assert await store.session(b"1") == session(b"1", "p_a")
    assert await store.write(Write(at_ms=1, answer=answer("c", b"x"))) == Answered(answer("c"))
    assert await store.write(events(0)) == Conflict()
    # numbers go on where they were
    before = await store.statement(["player/p_a"], 0)
    await written(store, transfer("player/p_a", "cage", 1))
    after = await store.statement(["player/p_a"], 0)
    assert after[1:] == before
    assert after[0].number > before[0].number
    assert await store.check() == []
    await store.close()


async def test_closing_finishes_what_was_asked(place: Place) -> None:
    store = await place.open()
    await add_table(store)
    tasks = [asyncio.create_task(store.write(events(n))) for n in range(50)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*tasks) == [Written()] * 50
    await store.close()  # twice does no harm
    with pytest.raises(StoreError):
        await store.write(events(50))
    with pytest.raises(StoreError):
        await store.version("t1")
    again = await place.open()
    assert await again.version("t1") == 50
    await again.close()


async def test_news_ends_with_the_store(place: Place) -> None:
    store = await place.open()
    news = store.news()

    async def listen() -> list[str]:
        return [message async for message in news]

    listening = asyncio.create_task(listen())
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.wait_for(listening, 10) == []


async def acknowledged(database: Database) -> int:
    """The last version that a process reported before it was killed."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", WRITES_FOR_EVER, database.url),
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.stdout is not None
    lines = [await process.stdout.readline() for _ in range(4)]
    process.send_signal(signal.SIGKILL)
    lines += (await process.stdout.read()).split()
    await process.wait()
    return int(lines[-1])


async def test_a_killed_process_loses_nothing_it_acknowledged(database: Database) -> None:
    store: Store = await database.open()
    await add_table(store)
    await store.close()
    for _ in range(3):
        last = await acknowledged(database)
        store = await database.open()
        assert await store.version("t1") >= last
        assert await store.check() == []
        await store.close()
