"""A table's record as a file: ``casinowar record --verify`` accepts it, and finds what was changed.

Planted once and caught here: times that go back with the clock, a page of events left out, the
events of a command under several times.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from casinowar.record import Verified, read_history, verify
from casinowar.service.refusals import ServiceCode, ServiceRefused
from casinowar.service.tables.settings import TableSettings
from casinowar.table import Phase
from tests.kit.memory_store import MemoryStore
from tests.kit.records import Records
from tests.kit.service import played_table
from tests.service.history.conftest import FLOOR, ROUNDS, Played

HOUSES = ("washington", "wisconsin", "skycity", "battle-royal", "eleven-to-one", "no-bonus")


async def whole(records: Records, table: str) -> str:
    pieces = [piece async for piece in await records.record_file(table, FLOOR)]
    return b"".join(pieces).decode()


def holds(text: str) -> Verified:
    return verify(read_history(text))


@pytest.mark.parametrize("house", HOUSES)
async def test_a_record_from_the_service_holds(house: str, tmp_path: Path) -> None:
    store = MemoryStore()
    settings = TableSettings(house=house, speed="relaxed", max_cents=20000)
    players = await played_table(store, tmp_path, settings, 40, table="quiet")
    await players.host.stop()
    found = holds(await whole(Records(store), "quiet"))
    assert found.fault is None
    assert (found.events, found.rounds) == (await store.version("quiet"), 40)


async def test_it_holds_when_the_clock_went_back_and_in_the_middle_of_a_round(
    played: Played,
) -> None:
    players = played.players
    players.clock.ms -= 3_600_000
    await players.play(2)
    while players.host.table.state.phase is not Phase.DECIDE:
        await players.step()
    found = holds(await whole(played.records, "wisconsin"))
    assert found.fault is None
    assert found.rounds == players.host.table.state.round_number - 1
    assert found.open_round == players.host.table.state.round_number


async def test_a_changed_event_is_found(played: Played) -> None:
    text = await whole(played.records, "wisconsin")
    at = text.index('"wager_paid"', len(text) // 2)
    line = text.count("\n", 0, at) + 1
    changed = text[:at] + text[at:].replace('"amount_cents":', '"amount_cents":1', 1)
    fault = holds(changed).fault
    assert fault is not None
    assert fault.line == line


async def test_the_record_has_the_rules_in_force(played: Played) -> None:
    history = read_history(await whole(played.records, "wisconsin"))
    assert history.rules == played.store.data.tables["wisconsin"].rules
    assert history.house == played.players.host.table.state.house


async def test_only_staff_get_it(played: Played) -> None:
    with pytest.raises(ServiceRefused) as refused:
        await played.records.record_file("wisconsin", played.viewer(1))
    assert refused.value.refusal.code is ServiceCode.NOT_ALLOWED
    for table in ("nowhere", "a\x00", ""):
        with pytest.raises(ServiceRefused) as refused:
            await played.records.record_file(table, FLOOR)
        assert refused.value.refusal.code is ServiceCode.NO_SUCH_TABLE


# --- the rack -------------------------------------------------------------------------------------


async def test_the_rack_proves_every_round(played: Played) -> None:
    for number in range(1, ROUNDS + 1):
        shown = await played.records.rack_after(f"wisconsin-{number}", FLOOR)
        assert shown["agrees"] is True
        assert shown["problems"] == []
        assert len(shown["text"]) == len(shown["rounds"])


async def test_a_rack_that_says_something_else_is_named(played: Played) -> None:
    data = played.store.data
    other, row = data.rounds["wisconsin", 9], data.rounds["wisconsin", 10]
    assert other.dealer != row.dealer
    for changed in (replace(row, hands=other.hands), replace(row, dealer=other.dealer)):
        played.store.hall.put_round("wisconsin", changed)
        shown = await played.records.rack_after("wisconsin-10", FLOOR)
        assert shown["agrees"] is False


async def test_the_rack_on_the_table_is_the_one_that_everybody_sees(played: Played) -> None:
    shown = await played.records.rack_now("wisconsin", FLOOR)
    assert shown["rack"] == list(played.players.host.table.view().rack)
    assert shown["version"] == played.players.host.table.version
    for ask in (
        played.records.rack_now("wisconsin", played.viewer(1)),
        played.records.rack_after("wisconsin-3", played.viewer(1)),
    ):
        with pytest.raises(ServiceRefused) as refused:
            await ask
        assert refused.value.refusal.code is ServiceCode.NOT_ALLOWED
