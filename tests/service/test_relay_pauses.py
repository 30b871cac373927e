"""Processes that are slow, silent or have another clock, on virtual time.

Planted once and caught: a slow process whose players count as away, one that is asked again at
once, one that is never asked again, a pause that does not end with an answer, one that only grows,
and a clock that nobody is warned of.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from casinowar.service.pauses import FIRST_SECONDS, FORGET_SECONDS, LONGEST_SECONDS, Pauses
from casinowar.service.relay import ANSWER_SECONDS
from casinowar.store.port import Outcome, Store, Write
from tests.kit.casino import sit
from tests.service.test_relay import SOON_SECONDS, Shared, buy, scene
from tests.service.test_table import TABLE


def test_a_process_that_does_not_answer_is_asked_again_after_a_pause(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        for _ in range(2):  # an answer in time makes up for it
            at.post.loses = True
            await at.two.must(buy(2, 5_00))
            at.post.loses = False
            home, _ = at.done()
            at.here.casino._say_who_is_here()
            await asyncio.sleep(SOON_SECONDS)
            await at.two.must(buy(2, 5_00))
            assert at.done()[0] == home  # it is there, but it was slow a moment ago
            await asyncio.sleep(FIRST_SECONDS)
            await at.two.must(buy(2, 5_00))
            assert at.done()[0] == home + 1

    scene(tmp_path, play)


def test_the_people_of_a_slow_process_are_still_there(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        write_slowly(at.here.store, 1.3 * ANSWER_SECONDS)
        write_slowly(at.there.store, 1.3 * ANSWER_SECONDS)
        waits = len(at.two.told.of("waits"))
        for _ in range(4):
            giving = asyncio.create_task(at.two.give(buy(2)))
            while not giving.done():
                assert at.away.present(at.one.person.id)
                await asyncio.sleep(SOON_SECONDS)
            assert (await giving)["ok"]
        assert len(at.two.told.of("waits")) == waits

    scene(tmp_path, play)


def test_frames_are_shown_to_a_slow_process(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        at.post.loses = True
        await at.two.must(buy(2))
        at.post.loses = False
        assert at.there.casino.relay._pauses.has(at.here.store.name, now())
        at.here.store.events = None  # type: ignore[assignment, method-assign] # nobody reads
        await at.two.must(buy(2))
        await asyncio.sleep(SOON_SECONDS)
        assert at.home.version == at.away.version

    scene(tmp_path, play)


def test_what_was_passed_on_later_is_waited_for(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        third = await at.there.client(TABLE)
        await third.must(sit(3))
        at.post.loses = True
        first = asyncio.create_task(at.two.give(buy(2)))
        await asyncio.sleep(ANSWER_SECONDS - 2 * SOON_SECONDS)
        at.post.loses = False
        write_slowly(at.here.store, 4 * SOON_SECONDS)
        home, _ = at.done()
        await third.must(buy(3))
        assert at.done()[0] == home + 1
        assert (await first)["ok"]

    scene(tmp_path, play)


def test_a_process_with_another_clock_is_not_asked(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        warned = list[tuple[str, int]]()
        relay = at.there.casino.relay
        relay.clock_differs = lambda process, ms: warned.append((process, ms))
        at.here.clock.ms += 1500
        for seconds in (1, 2, 4, 8, 16, 30, 30):
            said = len(at.post.said)
            await at.two.must(buy(2, 5_00))
            await at.two.must(buy(2, 5_00))
            assert count_of(at.post.said[said:], "given") == 1
            await asyncio.sleep(seconds + SOON_SECONDS)
        assert warned == [(at.here.store.name, 1500)]
        at.here.clock.ms = at.there.clock.ms
        home, _ = at.done()
        await at.two.must(buy(2, 5_00))
        await at.two.must(buy(2, 5_00))
        assert at.done()[0] == home + 2

    scene(tmp_path, play)


def test_a_process_that_declines_for_another_reason_is_asked_again(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        at.home._stale = True
        await at.two.must(buy(2))
        assert not at.there.casino.relay._pauses.has(at.here.store.name, now())

    scene(tmp_path, play)


def test_pauses_grow_until_there_is_an_answer() -> None:
    pauses, at, lasted = Pauses(), 100.0, list[float]()
    for _ in range(7):
        pauses.begin("p", at)
        began = at
        while pauses.has("p", at) and at < began + 2 * LONGEST_SECONDS:
            assert not pauses.begin("p", at)  # it was asked before
            at += 0.5
        lasted.append(at - began)
    assert lasted == [1, 2, 4, 8, 16, 30, 30]
    assert max(lasted) == LONGEST_SECONDS
    pauses.end("p")
    assert pauses.begin("p", at)
    assert not pauses.has("p", at + FIRST_SECONDS)


def test_pauses_of_processes_that_are_gone_are_forgotten() -> None:
    pauses = Pauses()
    for number in range(1000):
        pauses.begin(f"p{number}", float(number))
    assert len(pauses._of) <= FORGET_SECONDS + 2


def now() -> float:
    return asyncio.get_running_loop().time()


def count_of(messages: Sequence[str], word: str) -> int:
    return sum(f"\x1e{word} " in message for message in messages)


def write_slowly(store: Store, seconds: float) -> None:
    """Let every commit take so long."""
    write_all = store.write_all

    async def slowly(writes: Sequence[Write]) -> Sequence[Outcome]:
        await asyncio.sleep(seconds)
        return await write_all(writes)

    store.write_all = slowly  # type: ignore[method-assign]
