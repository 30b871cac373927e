"""Whom a process believes, and what it lets another one carry out, on virtual time.

Planted once and caught: a command that is passed on though its role may not give it, a seat that is
taken where nobody looks at the player, an answer that is taken from anybody or dropped when it
failed, a text for another process that is taken, a process that speaks for another, and a text that
counts when it is said again.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from casinowar.service.asked import Asked
from casinowar.service.frames import Give
from casinowar.service.limits import NO_LIMITS, Exclusion, Limits, Pending, Protection
from casinowar.service.presence import CROSSING_SECONDS
from casinowar.service.said import Answered, answered_item, texts_of
from casinowar.store.port import StoreError
from casinowar.table import commands as c
from tests.kit.casino import Client, open_casino, sit
from tests.service.test_relay import SOON_SECONDS, Shared, buy, scene, shared
from tests.service.test_table import TABLE, bet
from tests.simulation.loop import VirtualLoop, run_virtually

FORGED = '{"type":"answer","id":"forged","ok":true}'

# --- what another process may carry out -----------------------------------------------------------


def test_what_a_role_may_not_do_is_not_passed_on(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        tray = at.home.state.tray_cents
        refused = await at.two.give(c.FillTray(amount_cents=5_00), reason="for me")
        assert refused["code"].startswith("role/"), refused
        assert at.home.state.tray_cents == tray
        assert not at.post.said

    scene(tmp_path, play)


def test_a_seat_is_taken_where_it_is_asked_for(tmp_path: Path) -> None:
    """Only that process has looked at the player."""

    async def play(at: Shared) -> None:
        home, away = at.done()
        young = await at.there.client(TABLE, age=None)
        refused = await young.give(sit(3))
        assert refused["code"].startswith("person/"), refused
        grown_up = await at.there.client(TABLE)
        await grown_up.must(sit(4))
        assert at.done() == (home, away + 1)

    scene(tmp_path, play)


OWN: dict[str, Protection] = {
    "a limit": Protection(limits=Limits(stake_cents=5_00)),
    "a limit to come": Protection(
        pending=(Pending(limit="stake_cents", value=5_00, from_ms=10**15),)
    ),
    "a break": Protection(break_until_ms=10**15),
    "an exclusion": Protection(exclusion=Exclusion(from_ms=1, until_ms=10**15)),
    "an exclusion for good": Protection(exclusion=Exclusion(from_ms=1, until_ms=None)),
    "nothing": Protection(),
}


@pytest.mark.parametrize("what", [*OWN, "the operator's limits"])
def test_new_play_that_something_stands_against_is_not_free(tmp_path: Path, what: str) -> None:
    operator = NO_LIMITS if what in OWN else Limits(session_minutes=600)

    async def whole(_: VirtualLoop) -> None:
        async with open_casino(tmp_path, operator=operator) as rooms:
            visitor = (await rooms.client(TABLE)).connection.visitor
            own = OWN.get(what, Protection())
            visitor.person = replace(visitor.person, protection=own)
            for new_play in (bet(1), buy(1), c.ReturnToPlay(seat=1)):
                assert visitor.is_free(_give(new_play)) == (what == "nothing")
            assert visitor.is_free(_give(c.SitOut(seat=1)))
            assert not visitor.is_free(_give(c.TakeSeat(seat=1, player=visitor.person.id)))

    run_virtually(whole)


def test_new_play_under_the_operators_limits_is_carried_out_where_it_is(tmp_path: Path) -> None:
    async def whole(_: VirtualLoop) -> None:
        async with shared(tmp_path, operator=Limits(stake_cents=1_000_00)) as at:
            home, away = at.done()
            await at.two.must(bet(2))
            assert at.done() == (home, away + 1)

    run_virtually(whole)


def _give(command: c.Command) -> Give:
    return Give(id="x", command=command, reason="", digest=b"")


# --- answers --------------------------------------------------------------------------------------


def forged(at: Shared, to: str, sender: str) -> str:
    """An answer to the last command that was passed on."""
    number = at.there.casino.relay._number
    item = answered_item(Answered(number=number, version=0, body=FORGED))
    assert item is not None
    [text] = texts_of(to, sender, [item])
    return text


@pytest.mark.parametrize("who", ["another answers", "it is for another"])
def test_only_the_answer_of_the_process_that_was_asked_is_taken(tmp_path: Path, who: str) -> None:
    async def play(at: Shared) -> None:
        at.post.loses = True
        going = asyncio.create_task(at.two.give(buy(2)))
        await asyncio.sleep(SOON_SECONDS)
        asked, asking = at.here.store.name, at.there.store.name
        to, sender = (asking, "a-third") if who == "another answers" else ("a-third", asked)
        relay = at.there.casino.relay
        relay.hear_text(forged(at, to, sender))
        relay.hear(relay._signed([forged(at, to, sender)])[0])
        assert relay.waits == 1
        relay.hear_text(forged(at, asking, asked))  # so it would have been taken
        assert relay.waits == 0
        with pytest.raises(IndexError):  # it has another id
            await going

    scene(tmp_path, play)


@pytest.mark.parametrize("how", ["error", "cancelled"])
def test_a_command_that_failed_elsewhere_is_carried_out_here(tmp_path: Path, how: str) -> None:
    async def play(at: Shared) -> None:
        def ask_for_another(asked: Asked) -> bool:
            if how == "error":
                asked.answer.set_exception(StoreError("not now"))
            else:
                asked.answer.cancel()
            return True

        at.home.ask_for_another = ask_for_another  # type: ignore[method-assign]
        _, away = at.done()
        await asyncio.wait_for(at.two.must(buy(2)), SOON_SECONDS)
        assert at.done()[1] == away + 1

    scene(tmp_path, play)


# --- who is there ---------------------------------------------------------------------------------


def knows(at: Shared, who: Client) -> bool:
    """Whether the process of the second player knows that somebody is at the table elsewhere."""
    return at.there.casino._elsewhere.has((TABLE, who.person.id))


@pytest.mark.parametrize("word", ["gone", "left", "here"])
def test_a_process_speaks_for_itself_only(tmp_path: Path, word: str) -> None:
    async def play(at: Shared) -> None:
        process, person = at.here.store.name, at.one.person.id
        message = {
            "gone": f"gone {process}",
            "left": f"left {process} {TABLE} {person}",
            "here": f"here {process} {TABLE} p_nobody 1",
        }[word]
        relay = at.there.casino.relay
        assert knows(at, at.one)
        for sender, believed in (("a-third", False), (process, True)):
            [text] = texts_of("all", sender, [message])
            relay.hear_text(text)
            elsewhere = at.there.casino._elsewhere
            changed = (
                elsewhere.has((TABLE, "p_nobody")) if word == "here" else not knows(at, at.one)
            )
            assert changed == believed

    scene(tmp_path, play)


def test_nobody_can_say_again_that_somebody_came_or_left(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        tape = list[str]()
        tell = at.here.store.tell

        async def taped(*messages: str, to: str = "") -> None:
            tape.extend(messages)
            await tell(*messages, to=to)

        at.here.store.tell = taped  # type: ignore[method-assign]
        visit = await at.here.socket(TABLE, at.two.person, at.two.token)  # comes to the home
        await asyncio.sleep(SOON_SECONDS)
        at.here.casino.disconnect(visit.connection)
        at.here.casino.disconnect(at.one.connection)
        await asyncio.sleep(SOON_SECONDS)
        recorded = tuple(tape)
        assert sum(one.count("\x1ecame ") for one in recorded) == 1
        assert sum(one.count("\x1eleft ") for one in recorded) == 2
        back = await at.there.socket(TABLE, at.two.person, at.two.token)
        one = await at.here.socket(TABLE, at.one.person, at.one.token)
        await asyncio.sleep(CROSSING_SECONDS + 1)
        assert knows(at, one)
        for message in recorded:
            at.post.hall.say("nobody", message)
            await asyncio.sleep(SOON_SECONDS)
            assert back.told.closed is None
            assert knows(at, one)
            assert not knows(at, back)

    scene(tmp_path, play)


def test_nobody_can_send_back_what_a_process_said_itself(tmp_path: Path) -> None:
    async def play(at: Shared) -> None:
        relay, heard = at.there.casino.relay, list[str]()
        relay._hear_message = heard.append
        name = at.there.store.name
        [question] = relay._signed(texts_of("all", name, [f"who {name}"]))
        relay.hear(question)
        assert not heard

    scene(tmp_path, play)


def test_messages_to_all_keep_their_order(tmp_path: Path) -> None:
    """One that is overtaken would be taken for an old one."""

    async def play(at: Shared) -> None:
        relay, heard = at.here.casino.relay, list[str]()
        at.there.casino.relay._hear_message = heard.append
        name = at.here.store.name
        relay.say(f"one {name}")
        asking = asyncio.create_task(relay.say_now(f"two {name}"))
        await asyncio.sleep(SOON_SECONDS)
        relay.say(f"three {name}")
        relay._send()
        await relay.say_now(f"four {name}")
        await asking
        await asyncio.sleep(SOON_SECONDS)
        assert sorted(heard) == sorted(f"{word} {name}" for word in ("one", "two", "three", "four"))

    scene(tmp_path, play)
