"""What a restore does to the tables: nobody plays on with cards that were seen after the backup.

Planted once and caught here: a restore as it was before (all cards were repeated), one that keeps
the seeds of the shoes to come, and one that leaves the loaded shoe on the table.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from casinowar.cards import DECK, parse_card
from casinowar.houses import load_house
from casinowar.record.export import verify_export
from casinowar.service.audit import audit
from casinowar.service.casino import Casino, CasinoParts
from casinowar.service.ports import Ids
from casinowar.service.tables.decide import Deciding, has_known_cards
from casinowar.service.tables.settings import TableSettings
from casinowar.service.tables.shoes import Origin, TableShoes
from casinowar.store import Store
from casinowar.store.backup import backup, open_view, restore
from casinowar.store.interface import NoteQuery
from casinowar.store.open import open_store
from casinowar.store.sqlite import SqliteStore
from casinowar.table import commands as c
from casinowar.table.automation import Carried, carry_out
from casinowar.table.procedure import due
from casinowar.table.shoe import NO_SHOE, Stack
from casinowar.table.state import Phase, Table
from casinowar.table.waits import waits_for
from tests.kit.casino import Client, Rooms, open_casino
from tests.kit.fair import signer_at
from tests.kit.memory_store import MemoryStore
from tests.kit.people import FakeHasher, SetClock
from tests.kit.service import seeded_vault
from tests.kit.writes import as_it_was
from tests.service.test_sealed_tables import Contributor, exported, follow
from tests.service.test_sealed_tables import play as play_sealed
from tests.service.test_sealed_tables import sit as sit_sealed

TABLES = ("wisconsin", "skycity", "washington")
ROUNDS = 40
WISHES = (
    *("go_to_war", "decline_war_tie", "refuse_cut", "return_to_play", "place_wagers", "buy_chips"),
)
Prepare = Callable[[Store], Awaitable[None]]


@asynccontextmanager
async def rooms_on(file: Path, folder: Path) -> AsyncIterator[Rooms]:
    """A casino on a SQLite file."""
    store = SqliteStore(file)
    try:
        async with open_casino(folder, store) as rooms:
            yield rooms
    finally:
        await store.close()


async def play(client: Client, rounds: int) -> list[str]:
    """Play some rounds with what is offered; the faces of all cards that were dealt."""
    host = client.connection.host
    first, last = len(client.told.frames), host.table.state.round_number + rounds
    while host.table.state.round_number < last or host.table.state.hands:
        offers = client.told.of("offers")[-1]["offers"]
        offered = {offer["command"]: offer for offer in reversed(offers)}
        wish = next(wish for wish in WISHES if wish in offered)
        command = {
            name: value["min"] if isinstance(value, dict) else value
            for name, value in offered[wish].items()
        }
        if wish == "buy_chips":
            command["cash_cents"] = 10_000
        await client.must(command)
    events = [event for frame in client.told.frames[first:] for event in frame.get("events", ())]
    return [event["card"] for event in events if event["name"] == "card_dealt"]


def bet(seat: int) -> dict[str, Any]:
    return {"command": "place_wagers", "seat": seat, "initial_cents": 1000}


async def sit(rooms: Rooms, table: str, seat: int) -> Client:
    """Somebody with chips at a table."""
    client = await rooms.client(table)
    await client.must({"command": "take_seat", "seat": seat})
    await client.must({"command": "buy_chips", "seat": seat, "cash_cents": 50_000})
    return client


async def two_histories(folder: Path, prepare: Prepare) -> tuple[list[str], list[str], Path]:
    """The cards after a backup, and those after it was restored; the restored file."""
    known, now = list[str](), list[str]()
    async with rooms_on(folder / "a.db", folder) as rooms:
        clients = {table: await sit(rooms, table, 1) for table in TABLES}
        for client in clients.values():
            await play(client, 3)
        people = {table: (client.person, client.token) for table, client in clients.items()}
        await backup(f"sqlite:///{folder / 'a.db'}", folder / "backup.db")
        for client in clients.values():
            known += await play(client, ROUNDS)
    await restore(folder / "backup.db", f"sqlite:///{folder / 'b.db'}", prepare)
    async with rooms_on(folder / "b.db", folder) as rooms:
        for table, (person, token) in people.items():
            client = await rooms.socket(table, person, token)
            now += await play(client, ROUNDS)
    return known, now, folder / "b.db"


def repeated(known: list[str], now: list[str]) -> float:
    """Which part of the cards somebody who remembers the lost history could have foretold."""
    pairs = list(zip(known, now, strict=False))
    return sum(one == other for one, other in pairs) / len(pairs)


def begins_again(folder: Path) -> Prepare:
    async def prepare(store: Store) -> None:
        parts = CasinoParts(
            store=store,
            clock=SetClock(),
            ids=Ids(Random(2)),
            vault=seeded_vault(folder, seed=2),
            signer=signer_at(folder),
            hasher=FakeHasher(),
            installation="test",
            local_time=lambda ms: datetime.fromtimestamp(ms / 1000, UTC),
        )
        await Casino(parts).begin_again()

    return prepare


async def test_after_a_restore_no_card_is_known(tmp_path: Path) -> None:
    known, now, file = await two_histories(tmp_path, begins_again(tmp_path))
    assert len(now) >= 2 * ROUNDS * len(TABLES)
    assert repeated(known, now) < 0.06  # one in 52 by chance
    async with open_view(f"sqlite:///{file}") as view:
        assert await audit(view, installation="test") == []


async def test_a_restore_as_it_was_repeats_every_card(tmp_path: Path) -> None:
    """So the test above can fail."""
    known, now, _ = await two_histories(tmp_path, as_it_was)
    assert known == now


async def test_wagers_go_back_and_it_is_noted(tmp_path: Path) -> None:
    async with rooms_on(tmp_path / "a.db", tmp_path) as rooms:
        one, two = await sit(rooms, "skycity", 1), await sit(rooms, "skycity", 2)
        for seat, client in ((1, one), (2, two)):
            await client.must({"command": "refuse_cut", "seat": seat})
        await one.must(bet(1))
        assert two.connection.host.table.state.seats[1].chips_cents == 49_000
        old, last = rooms.store.stream, one.connection.host.table.version
        person, token = one.person, one.token
        await backup(f"sqlite:///{tmp_path / 'a.db'}", tmp_path / "backup.db")
    url = f"sqlite:///{tmp_path / 'b.db'}"
    await restore(tmp_path / "backup.db", url, begins_again(tmp_path))
    async with rooms_on(tmp_path / "b.db", tmp_path) as rooms:
        back = await rooms.socket("skycity", person, token, last=last, stream=old)
        welcome, notice = back.told.frames[:2]
        assert welcome["stream"] == rooms.store.stream != old
        assert "view" in welcome  # never the events of another history
        assert (notice["type"], notice["notice"]) == ("notice", "restored")
        state = back.connection.host.table.state
        assert (state.seats[1].chips_cents, state.hands) == (50_000, {})
        [found] = await rooms.store.notes(NoteQuery(kind="restored"))
        assert found.note.data == {"stream": rooms.store.stream, "tables": 7, "collected": 1}
        again = await rooms.socket("skycity", person, token, last=welcome["version"])
        assert [frame["type"] for frame in again.told.frames][:2] == ["welcome", "offers"]
        assert "view" not in again.told.frames[0]


@pytest.mark.parametrize("house", TABLES)
def test_cards_leave_in_whichever_moment_a_dealer_was_interrupted(
    tmp_path: Path, house: str
) -> None:
    settings = TableSettings(house=house, runs_itself=False)
    shoe = Stack([parse_card("Kh")] * len(DECK) * 6)  # wherever it is cut, everybody ties
    shoes = TableShoes(Origin("test", "stream", house), seeded_vault(tmp_path), (shoe, shoe))
    deciding, state = Deciding(settings, shoes), Table(house=load_house(house))
    seen = set[Phase]()

    def give(command: c.Command) -> None:
        nonlocal state
        carried = carry_out(state, command, partial(shoes.shoe, decks=6), frozenset({c.FillTray}))
        assert isinstance(carried, Carried), (command, carried)
        state = carried.state

    give(c.OpenTable(day=date(2026, 1, 1), dealer="Dee", tray_cents=1_000_000))
    give(c.TakeSeat(seat=1, player="p", name="Ana", age_years=40))
    give(c.BuyChips(seat=1, cash_cents=50_000))
    while state.round_number < 2:
        seen.add(state.phase)
        if has_known_cards(state):
            cleared = deciding.clear(state, "restored")
            assert isinstance(cleared, Carried)
            after = cleared.state
            assert not has_known_cards(after)
            assert not after.hands
        [wait, *_] = waits_for(state, NO_SHOE)
        if state.phase is Phase.BETTING and not state.hands and not due(state):
            give(c.PlaceWagers(seat=1, initial_cents=1000))
        else:
            step = due(state) or wait.otherwise
            assert step is not None
            give(step)
    assert {Phase.DEAL, Phase.SETTLE, Phase.DECIDE, Phase.RACK} <= seen


async def test_a_restored_database_can_be_opened_and_old_seeds_stay(tmp_path: Path) -> None:
    """Finished shoes keep their seeds, sealed under the name of the history they were dealt in."""
    async with rooms_on(tmp_path / "a.db", tmp_path) as rooms:
        await play(await sit(rooms, "skycity", 1), 3)
        before = await rooms.store.seeds("skycity", 1, 9)
        await backup(f"sqlite:///{tmp_path / 'a.db'}", tmp_path / "backup.db")
    url = f"sqlite:///{tmp_path / 'b.db'}"
    await restore(tmp_path / "backup.db", url, begins_again(tmp_path))
    store = await open_store(url)
    after = await store.seeds("skycity", 1, 9)
    await store.close()
    assert after[0] == before[0]  # the shoe that was on the table
    assert all(
        new.stream == store.stream != old.stream
        for old, new in zip(before[1:], after[1:], strict=True)
    )


async def test_after_a_restore_open_shoes_have_ended_and_the_log_begins_again(
    tmp_path: Path,
) -> None:
    """Old shoes stay provable under their own origin; the new log has a new one."""
    async with rooms_on(tmp_path / "a.db", tmp_path) as rooms:
        one = await sit(rooms, "skycity", 1)
        await play(one, 5)
        old, person, token = one.told.of("welcome")[0], one.person, one.token
        newer = one.connection.host.table.version
        await backup(f"sqlite:///{tmp_path / 'a.db'}", tmp_path / "backup.db")
    url = f"sqlite:///{tmp_path / 'b.db'}"
    await restore(tmp_path / "backup.db", url, begins_again(tmp_path))
    async with rooms_on(tmp_path / "b.db", tmp_path) as rooms:
        back = await rooms.socket("skycity", person, token)
        fair = back.told.of("welcome")[0]["fair"]
        assert fair["origin"] != old["fair"]["origin"]
        await play(back, 5)
        follow(back)
        first = verify_export(await exported(rooms, tmp_path, "skycity", shoe=1))
        assert (first.fault, first.report.origin) == (None, old["fair"]["origin"])
        [shoe, *_] = first.report.shoes
        assert shoe.ended  # its seed is shown: nobody plays on with it
        now = verify_export(await exported(rooms, tmp_path, "skycity"))
        assert (now.fault, now.report.origin) == (None, fair["origin"])
        assert min(now.report.heads) > newer  # it begins after the events of the backup
        assert [each.number for each in now.report.shoes] == [2]


@pytest.mark.parametrize("commands", range(1, 13))
async def test_after_a_crash_between_any_two_steps_the_same_shoe_goes_on(
    tmp_path: Path, commands: int
) -> None:
    """The process ends after so many commands; the next one goes on with the same log."""
    store, random = MemoryStore(), Random(commands)
    values = dict[int, bytes]()
    async with open_casino(tmp_path, store) as rooms:
        client = await sit_sealed(rooms, 2, contributes=True)
        person, token = client.person, client.token
        await play_sealed(
            client, Contributor(client, 2, random, values=values), rounds=9, commands=commands
        )
        head, size = follow(client)
    async with open_casino(tmp_path, await store.restarted(), seed=2) as rooms:
        client = await rooms.socket("skycity", person, token, contributes=True)
        fair = client.told.of("welcome")[0]["fair"]
        assert (b64decode(fair["head"]["hash"]), fair["head"]["size"]) == (head, size)
        await play_sealed(client, Contributor(client, 2, random, values=values), rounds=3)
        follow(client)
        found = verify_export(await exported(rooms, tmp_path))
        assert found.fault is None
        assert [shoe.opened for shoe in found.report.shoes] == [(2,)]
