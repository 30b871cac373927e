"""Commands that another process carries out, on virtual time.

Planted once and caught: a command that is passed on for ever, one that is not taken back, an answer
that comes before its events, a process that accepts a table that another one writes to, a player
with a limit who is carried out for without it, and a stop that leaves somebody waiting. Whom a
process believes is in ``test_relay_trust.py``, whom it stops asking in ``test_relay_pauses.py``.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from casinowar.fairness import KeyFile
from casinowar.fairness.signing import Signer
from casinowar.service import relay, said
from casinowar.service.host import TableHost
from casinowar.service.relay import ANSWER_SECONDS, Relay
from casinowar.store.port import Outcome, StoreError, Write
from casinowar.table import commands as c
from tests.kit.casino import Client, Rooms, open_casino
from tests.kit.memory_store import MemoryStore
from tests.kit.people import SetClock
from tests.service.test_table import TABLE, bet, seated
from tests.simulation.loop import VirtualLoop, run_virtually

SOON_SECONDS = 0.05  # messages and commits take no time here


class Post(MemoryStore):
    """A store whose messages to one process can be lost; it keeps what was said."""

    def __init__(self, *hall: Any) -> None:
        super().__init__(*hall)
        self.said = list[str]()
        self.loses = self.fails = False

    async def tell(self, *messages: str, to: str = "") -> None:
        if self.fails:
            raise StoreError("not now")
        self.said += [message for message in messages if to]
        if not (self.loses and to):
            await super().tell(*messages, to=to)


@dataclass
class Shared:
    """A table with a player in each of two processes; the first of them is its home."""

    here: Rooms
    there: Rooms
    one: Client
    two: Client

    @property
    def home(self) -> TableHost:
        """The table in its home."""
        return self.one.connection.host

    @property
    def away(self) -> TableHost:
        """The table in the other process."""
        return self.two.connection.host

    def done(self) -> tuple[int, int]:
        """How many commands of people each process has carried out so far."""
        return self.home.counters.done, self.away.counters.done

    @property
    def post(self) -> Post:
        """What the other process says."""
        assert isinstance(self.there.store, Post)
        return self.there.store

    @property
    def home_post(self) -> Post:
        """What the home says."""
        assert isinstance(self.here.store, Post)
        return self.here.store


@asynccontextmanager
async def shared(folder: Path, **parts: Any) -> AsyncIterator[Shared]:
    home = Post()
    away = Post(home.hall)
    if relay._weight(TABLE, home.name) < relay._weight(TABLE, away.name):
        home, away = away, home
    casinos = open_casino(folder, home, **parts), open_casino(folder, away, 2, **parts)
    async with casinos[0] as here, casinos[1] as there:
        [two] = await seated(there, 2)
        one = await here.client(TABLE)
        await one.must({"command": "take_seat", "seat": 1})
        await asyncio.sleep(SOON_SECONDS)
        yield Shared(here, there, one, two)


def scene(folder: Path, play: Callable[[Shared], Coroutine[Any, Any, None]]) -> None:
    async def whole(_: VirtualLoop) -> None:
        async with shared(folder) as found:
            await play(found)

    run_virtually(whole)


def buy(seat: int, cents: int = 100_00) -> c.BuyChips:
    return c.BuyChips(seat=seat, cash_cents=cents)


def test_the_home_of_a_table_carries_it_out(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        home, away = at.done()
        await at.two.must(buy(2))
        await at.two.must(buy(2))
        assert at.done() == (home + 2, away)
        refused = await at.two.give(c.GoToWar(seat=2))
        assert not refused["ok"]
        assert at.done() == (home + 2, away)
        assert at.home.state == at.away.state

    scene(tmp_path, play)


@pytest.mark.parametrize("lost", [False, True])
def test_the_events_come_before_the_answer(tmp_path: Path, *, lost: bool) -> None:
    async def play(at: Shared) -> None:
        if lost:  # then they are read
            at.away.follow = lambda shared: None  # type: ignore[method-assign] # noqa: ARG005
        answer = await at.two.give(buy(2))
        frames = at.two.told.frames
        told = [frame["version"] for frame in frames if frame["type"] == "events"]
        assert told[-1] == answer["version"]
        assert frames[-1] == answer

    scene(tmp_path, play)


def test_commands_of_both_processes_share_a_commit(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        written = list[int]()
        write_all = at.here.store.write_all

        async def slowly(writes: Sequence[Write]) -> Sequence[Outcome]:
            written.append(len(writes))
            await asyncio.sleep(0.1)
            return await write_all(writes)

        at.here.store.write_all = slowly  # type: ignore[method-assign]
        first = asyncio.create_task(at.one.give(buy(1)))
        await asyncio.sleep(SOON_SECONDS)  # it is being written
        again = await at.there.client(TABLE)
        await asyncio.gather(at.two.must(buy(2)), at.two.must(buy(2)), again.say(type="ping"))
        assert (await first)["ok"]
        assert written == [1, 2]
        assert at.home.counters.conflicts == at.away.counters.conflicts == 0

    scene(tmp_path, play)


def test_without_an_answer_it_is_carried_out_here(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        at.post.loses = True
        _, away = at.done()
        began = asyncio.get_running_loop().time()
        await at.two.must(buy(2))
        assert ANSWER_SECONDS <= asyncio.get_running_loop().time() - began < ANSWER_SECONDS + 0.2
        await at.two.must(buy(2))  # nobody waits for it again
        assert asyncio.get_running_loop().time() - began < ANSWER_SECONDS + 0.3
        assert at.done()[1] == away + 2

    scene(tmp_path, play)


def test_a_lost_answer_is_found_and_nothing_is_done_twice(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        chips = at.home.state.seats[2].chips_cents
        at.home_post.loses = True
        answer = await at.two.give(buy(2))
        assert answer["ok"]
        assert at.home.state.seats[2].chips_cents == chips + 100_00
        assert at.home.version == at.away.version == answer["version"]

    scene(tmp_path, play)


def test_messages_that_cannot_be_sent_delay_and_lose_nothing(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        at.post.fails = True
        await at.two.must(buy(2))

    scene(tmp_path, play)


@pytest.mark.parametrize("why", ["nobody is there", "unsure", "not open"])
def test_a_process_declines_what_another_should_carry_out(tmp_path: Path, why: str) -> None:
    async def play(at: Shared) -> None:
        match why:
            case "nobody is there":
                at.home_post.fails = True  # so the other process does not know it
                at.here.casino.disconnect(at.one.connection)
                await asyncio.sleep(SOON_SECONDS)
                at.home_post.fails = False
            case "unsure":
                at.home._stale = True
            case _:
                del at.here.casino.hosts[TABLE]
        began, (home, away) = asyncio.get_running_loop().time(), at.done()
        await at.two.must(buy(2))
        assert asyncio.get_running_loop().time() - began < ANSWER_SECONDS / 2
        assert at.done() == (home, away + 1)

    scene(tmp_path, play)


def test_a_limit_of_ones_own_is_looked_at_where_the_player_is(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        await at.there.casino.persons.set_limit(at.two.person.id, "stake_cents", 5_00)
        await asyncio.sleep(SOON_SECONDS)
        home, _ = at.done()
        refused = await at.two.give(bet(2))
        assert refused["code"] == "limit/stake"
        assert at.home.counters.refused == 0
        await at.two.must(c.SitOut(seat=2))  # no limit ever concerns that
        assert at.done()[0] == home + 1

    scene(tmp_path, play)


def test_nobody_waits_for_a_process_that_stops(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        at.post.loses = True
        going = asyncio.create_task(at.two.give(buy(2)))
        await asyncio.sleep(SOON_SECONDS)
        await at.here.casino.stop()
        answer = await asyncio.wait_for(going, SOON_SECONDS)
        assert answer["ok"]

    scene(tmp_path, play)


def test_a_process_that_stops_leaves_nobody_waiting(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        at.post.loses = True
        going = asyncio.create_task(at.two.give(buy(2)))
        await asyncio.sleep(SOON_SECONDS)
        await asyncio.wait_for(at.there.casino.stop(), SOON_SECONDS)
        assert (await going)["ok"]

    scene(tmp_path, play)


def test_the_same_id_with_another_body_is_refused_wherever_it_is_given(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        far = await at.here.socket(TABLE, at.two.person, at.two.token)
        await far.give(buy(2), identity="x")
        again = await at.there.socket(TABLE, at.two.person, at.two.token)
        answer = await again.give(buy(2, 200_00), identity="x")
        assert answer["code"] == "command/id_used"

    scene(tmp_path, play)


@pytest.mark.parametrize("seconds", [-2 * ANSWER_SECONDS, 2 * ANSWER_SECONDS])
def test_an_old_command_is_not_carried_out(tmp_path: Path, seconds: float) -> None:
    """Its player has long been answered, and may have set a limit since."""

    async def play(at: Shared) -> None:
        at.here.clock.ms += int(seconds * 1000)
        home, away = at.done()
        await at.two.must(buy(2))
        assert at.done() == (home, away + 1)

    scene(tmp_path, play)


def test_a_command_comes_back_to_a_table_that_was_opened_again(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        at.post.loses = True
        going = asyncio.create_task(at.two.give(buy(2)))
        await asyncio.sleep(SOON_SECONDS)
        at.there.casino.hosts.pop(TABLE).retire()
        again = await at.there.client(TABLE)
        assert (await going)["ok"]
        assert again.connection.host is not at.away
        assert again.told.of("events")[-1]["version"] == again.connection.host.version

    scene(tmp_path, play)


def test_a_stop_does_not_wait_for_messages_that_cannot_be_sent(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        async def never(*_: str, to: str = "") -> None:
            await asyncio.sleep(3600 + len(to))

        at.there.store.tell = never  # type: ignore[method-assign]
        await asyncio.wait_for(at.there.casino.stop(), 2 * ANSWER_SECONDS)
        assert at.two.told.of("goodbye")

    scene(tmp_path, play)


def test_nobody_waits_for_a_process_that_has_stopped(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        await at.here.casino.stop()
        await asyncio.sleep(SOON_SECONDS)
        assert list(at.there.casino._elsewhere.processes_at(TABLE)) == []
        await asyncio.wait_for(at.two.must(buy(2)), SOON_SECONDS)

    scene(tmp_path, play)


# --- what others may say --------------------------------------------------------------------------


def test_a_command_that_nobody_signed_is_not_carried_out(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        at.post.loses = True
        going = asyncio.create_task(at.two.give(buy(2)))
        await asyncio.sleep(SOON_SECONDS)
        [message] = at.post.said
        done = at.done()[0]
        for forged in (
            message.replace('"cash_cents":10000', '"cash_cents":90000'),
            message.replace(at.two.person.id, at.one.person.id),
            " ".join([*message.split(" ")[:2], "0" * 64, *message.split(" ")[3:]]),
            "signed",
            "signed x y z",
        ):
            assert forged != message
            at.post.hall.say("nobody", forged, at.here.store.name)
        await asyncio.sleep(SOON_SECONDS)
        assert at.done()[0] == done
        at.post.hall.say("nobody", message, at.here.store.name)
        await asyncio.sleep(SOON_SECONDS)
        assert at.done()[0] == done + 1
        assert (await going)["ok"]

    scene(tmp_path, play)


def test_what_comes_twice_counts_once(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        await at.two.must(buy(2))
        version, frames = at.away.version, len(at.two.told.frames)
        for message in at.home_post.said:
            at.home_post.hall.say(at.here.store.name, message, at.there.store.name)
        for message in at.post.said:
            at.home_post.hall.say(at.there.store.name, message, at.here.store.name)
        await asyncio.sleep(SOON_SECONDS)
        assert at.away.version == at.home.version == version
        assert len(at.two.told.frames) == frames

    scene(tmp_path, play)


def test_nobody_else_can_say_who_is_there(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        names = (f"{number:x}" for number in range(100))
        higher = next(
            n for n in names if relay._weight(TABLE, n) > relay._weight(TABLE, at.here.store.name)
        )
        for message in (f"here {higher} {TABLE} p_x 9", f"gone {at.here.store.name}"):
            at.post.hall.say("nobody", message)
        await asyncio.sleep(SOON_SECONDS)
        home, _ = at.done()
        await asyncio.wait_for(at.two.must(buy(2)), SOON_SECONDS)
        assert at.done()[0] == home + 1

    scene(tmp_path, play)


def test_signed_messages_survive_a_new_key(tmp_path: Path) -> None:
    keys = KeyFile.create(tmp_path / "keys")
    mine, other = Signer(keys, "here"), Signer(KeyFile(keys.path), "here")
    old = mine.sign("one two")
    keys.rotate()
    assert other.text(old) == mine.text(old) == "one two"
    assert other.text(mine.sign("a new one")) == "a new one"
    stranger = Signer(KeyFile.create(tmp_path / "others"), "here")
    assert stranger.text(old) is None
    assert mine.text(stranger.sign("one two")) is None


def test_a_command_that_is_too_long_is_carried_out_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(at: Shared) -> None:
        monkeypatch.setattr(said, "ROOM_BYTES", 100)
        _, away = at.done()
        await at.two.must(buy(2))
        assert at.done()[1] == away + 1

    scene(tmp_path, play)


def test_long_frames_come_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(at: Shared) -> None:
        monkeypatch.setattr(said, "ROOM_BYTES", 200)
        at.there.store.events = None  # type: ignore[assignment, method-assign] # nobody reads
        await at.one.must(buy(1))
        await at.one.must(bet(1))
        await asyncio.sleep(SOON_SECONDS)
        assert len(at.home_post.said) > 4
        assert at.away.version == at.home.version
        assert at.away.state == at.home.state

    scene(tmp_path, play)


def test_what_is_said_at_one_moment_goes_together(tmp_path: Path) -> None:
    async def whole(_: VirtualLoop) -> None:
        store = Post()
        store.hall.ears["process9"] = []
        signer = Signer(KeyFile.create(tmp_path / "keys"), "here")
        sender = Relay(
            store, SetClock(), signer, others=lambda _: (), home=lambda _: None, hear_message=print
        )
        for number in range(3):
            sender._reply("process9", said.Answered(number=number, version=0, body="{}"))
        await sender.finish()
        assert len(store.said) == 1
        assert store.said[0].count("answered") == 3

    run_virtually(whole)


@pytest.mark.parametrize("works", [True, False])
def test_a_link_is_used_where_there_is_one(tmp_path: Path, *, works: bool) -> None:
    async def play(at: Shared) -> None:
        def there(to: str, text: str) -> bool:
            assert to == at.here.store.name
            if works:
                at.here.casino.relay.hear_text(text)
            return works

        at.there.casino.relay.link = there
        before, home = len(at.post.said), at.done()[0]
        await at.two.must(buy(2))
        assert at.done()[0] == home + 1
        assert len(at.post.said) == before + (not works)

    scene(tmp_path, play)


def test_a_message_that_cannot_be_read_harms_nobody(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        reported = list[str]()
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: reported.append(context["message"]))
        about = f"{at.here.store.name} {at.there.store.name}"
        for item in ("given [", "answered [1]", "shown x", "shown t 1 x 1 1 {}"):
            at.here.casino.relay.hear_text(f"{about}\x1e{item}")
        assert len(reported) == 4
        await at.two.must(buy(2))

    scene(tmp_path, play)
