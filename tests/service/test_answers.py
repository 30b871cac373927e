"""Which answers are kept, and limits that two processes must share, on virtual time.

Planted once and caught: a refusal that is told instead of the stored answer; a loss limit that two
tables use up at the same time.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from casinowar.service.conversation import messages
from casinowar.service.conversation.signed_in import TRUSTED_SECONDS
from casinowar.service.roles import Role
from casinowar.store.interface import Outcome, SessionRow, StoreError, Write
from casinowar.table import commands as c
from tests.kit.casino import Rooms, open_casino, sit
from tests.kit.memory_store import MemoryStore
from tests.service.test_people_at_tables import OTHER, TABLE, bet, seated, virtually


def kept(rooms: Rooms) -> int:
    """How many answers are stored."""
    assert isinstance(rooms.store, MemoryStore)
    return len(rooms.store.data.answers)


async def scene_of_refusals_by_the_service(rooms: Rooms) -> None:
    (one,) = await seated(rooms, 1)
    before = kept(rooms)
    refused = [
        (await one.give({"command": "announce_no_more_bets"}, identity="role"))["code"],
        (await one.give(c.CloseTable(), identity="also the role"))["code"],
        (await one.give(c.BuyChips(seat=1, cash_cents=900_00), identity="money"))["code"],
    ]
    await rooms.casino.persons.set_limit(one.person.id, "stake_cents", 0)
    refused += [(await one.give(bet(1), identity="limit"))["code"]]
    assert refused == ["role/not_allowed", "role/not_allowed", "money/not_enough", "limit/stake"]
    assert kept(rooms) == before
    await rooms.casino.persons.set_limit(one.person.id, "stake_cents", None)
    rooms.clock.ms += 25 * 3_600_000  # the limit is gone: the same id is decided again
    again = await one.give(bet(1), identity="limit")
    assert again["ok"]
    assert await one.give(bet(1), identity="limit") == again
    assert kept(rooms) == before + 1


def test_refusals_are_not_kept_and_are_decided_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_casino(tmp_path) as rooms:
            await scene_of_refusals_by_the_service(rooms)

    virtually(scene())


def test_what_was_carried_out_is_not_refused_afterwards(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_casino(tmp_path) as rooms:
            one = await rooms.client(TABLE)
            first = await one.give(sit(1), identity="mine")
            assert first["ok"]
            await rooms._with_roles(one.person, frozenset({Role.DEALER}))
            await asyncio.sleep(1)
            assert await one.give(sit(1), identity="mine") == first
            other = await one.give(sit(2), identity="mine")
            assert other["code"] == "command/id_used"
            assert (await one.give(sit(2), identity="new"))["code"] == "role/not_allowed"

    virtually(scene())


def test_a_limit_does_not_hide_what_was_carried_out(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_casino(tmp_path) as rooms:
            one, _ = await seated(rooms, 1, 2)
            first = await one.give(bet(1), identity="mine")
            await rooms.casino.persons.exclude(one.person.id, None)
            assert await one.give(bet(1), identity="mine") == first

    virtually(scene())


class Slow(MemoryStore):
    """Lets others in between a decision and its write."""

    async def write(self, write: Write) -> Outcome:
        await asyncio.sleep(0.1)
        return await super().write(write)


def test_two_processes_do_not_use_up_the_same_loss_limit(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Slow()
        async with (
            open_casino(tmp_path, store) as here,
            open_casino(tmp_path, Slow(store.hall)) as there,
        ):
            one, two = await seated(here, 1, 2)
            other = await there.socket(OTHER, one.person, one.token)
            neighbour = await there.socket(OTHER, two.person, two.token)
            for client, seat in ((other, 1), (neighbour, 2)):
                await client.must(sit(seat))
                await client.must(c.BuyChips(seat=seat, cash_cents=100_00))
            host = other.connection.host
            while host.table.state.cut_offered_to is not None:
                seat = host.table.state.cut_offered_to
                await (other if seat == 1 else neighbour).must(c.RefuseCut(seat=seat))
            await here.casino.persons.set_limit(one.person.id, "day_loss_cents", 15_00)
            await asyncio.sleep(1)
            answers: tuple[dict[str, Any], ...] = await asyncio.gather(
                one.give(bet(1)), other.give(bet(1))
            )
            assert sorted(answer.get("code", "done") for answer in answers) == [
                "done",
                "limit/loss",
            ]
            # and one after the other, as far as the limit allows
            half = c.PlaceWagers(seat=1, initial_cents=15_00)
            winner = one if answers[0]["ok"] else other
            assert (await winner.give(half))["ok"]

    virtually(scene())


# --- what cannot be answered now keeps its id -----------------------------------------------------


class Unreadable(MemoryStore):
    """A store that cannot be read any more."""

    broken = False

    async def session(self, digest: bytes) -> SessionRow | None:
        if self.broken:
            raise StoreError("the disk could not be read")
        return await super().session(digest)


def test_a_client_knows_what_was_not_read_or_came_too_fast(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Unreadable()
        async with open_casino(tmp_path, store) as rooms:
            one = await rooms.client(TABLE)
            store.broken = True
            await asyncio.sleep(TRUSTED_SECONDS + 1)  # nobody is trusted for longer
            unread = await one.give(sit(1), identity="unread")
            assert unread["code"] == "service/store_failed"
            store.broken = False
            assert (await one.give(sit(1), identity="unread"))["ok"]
            one.connection._allowance.left = 0.0
            await one.connection.receive('{"type":"ask","id":"fast","ask":"view"}')
            last = one.told.frames[-1]
            assert (last["id"], last["code"]) == ("fast", "service/too_many")

    virtually(scene())


@pytest.mark.parametrize(
    ("message", "identity"),
    [
        ('{"type":"dance","id":"q"}', "q"),
        ('{"id":"q"}', "q"),
        ('{"type":7,"id":"q"}', "q"),
        ('{"type":"hello","id":"q"}', "q"),
        ('{"type":"ask","id":"q","ask":"?"}', "q"),
        ('{"type":"ask","id":"q","ask":"view","more":1}', "q"),
        ('{"type":"dance"}', None),
        ('{"type":"ask","ask":"view"}', None),
        ('{"type":"dance","id":7}', None),
        ('{"type":"dance","id":""}', None),
        (f'{{"type":"dance","id":"{"q" * 65}"}}', None),
        ('{"type":"dance","id":"é"}', None),
        ('["q"]', None),
        ('{"id":"q"', None),
    ],
)
def test_what_cannot_be_read_is_answered_with_its_id_if_it_has_one(
    message: str, identity: str | None
) -> None:
    read = messages.read_frame(message)
    assert isinstance(read, messages.Unreadable)
    assert read.id == identity
