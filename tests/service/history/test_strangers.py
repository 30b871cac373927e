"""What a shared round does not give away: the secret of a table by link, and balances.

Planted once and caught here: the table's id in the address and in ``table``, chips and tray in the
views, chips bought during a round, the floor's reason, a table that was made after the first look.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from casinowar.service.history.access import STRANGER as NOBODY
from casinowar.service.history.access import VOID, Viewer
from casinowar.service.refusals import ServiceRefused
from casinowar.service.tables.settings import TableSettings
from casinowar.store.interface import RoundQuery
from casinowar.table import commands as c
from tests.kit.memory_store import MemoryStore
from tests.kit.records import Records
from tests.kit.service import played_table, share_id_of
from tests.service.history.conftest import FLOOR, STRANGER, Played, steps_of
from tests.service.history.test_past_rounds import newcomer, shown_to, void

SECRET = "kK3nTz0Qw-secret_link9"
BALANCES = {"chips_cents", "tray_cents", "cash_cents"}


def amounts(written: Any) -> Iterator[Any]:
    """Everything that is said under the name of a balance, at any depth."""
    if isinstance(written, dict):
        for name, value in written.items():
            if name in BALANCES:
                yield value
            yield from amounts(value)
    if isinstance(written, list | tuple):
        for part in written:
            yield from amounts(part)


async def by_link(folder: Path, store: MemoryStore, table: str = SECRET) -> Played:
    """A table by link at which two rounds were played."""
    settings = TableSettings(house="washington", public=False)
    players = await played_table(store, folder, settings, 2, table=table)
    await players.host.stop()
    return Played(store, players, Records(store))


async def test_a_shared_round_says_nothing_of_its_table_by_link(tmp_path: Path) -> None:
    played = await by_link(tmp_path, MemoryStore())
    me = played.viewer(1)
    [newest, _] = (await played.records.search(RoundQuery(), me))["rounds"]
    assert (newest["id"], newest["table"]) == (f"{share_id_of(SECRET)}-2", SECRET)
    for viewer in (NOBODY, STRANGER):
        text = await shown_to(viewer, newest["id"], played.records)
        assert "secret" not in text
        assert (await played.records.round_json(newest["id"], viewer))["table"] is None
    with pytest.raises(ServiceRefused) as refused:
        await played.records.round_json(f"{share_id_of(SECRET)}-3", NOBODY)
    assert "secret" not in str(refused.value)


async def test_those_who_know_the_table_find_its_rounds_by_either_name(tmp_path: Path) -> None:
    played = await by_link(tmp_path, MemoryStore())
    for viewer in (played.viewer(2), FLOOR):
        own = await played.records.round_json(f"{SECRET}-1", viewer)
        assert own == await played.records.round_json(f"{share_id_of(SECRET)}-1", viewer)
        assert (own["id"], own["table"]) == (f"{share_id_of(SECRET)}-1", SECRET)


async def test_a_table_that_is_made_later_is_found_too(tmp_path: Path) -> None:
    played = await by_link(tmp_path, MemoryStore())
    for table in (SECRET, "a-second-one", "the-third-one"):
        if table != SECRET:
            await by_link(tmp_path, played.store, table)
        found = await played.records.round_json(f"{share_id_of(table)}-1", NOBODY)
        assert found["id"] == f"{share_id_of(table)}-1"


async def test_a_public_table_keeps_its_plain_address(played: Played) -> None:
    shown = await played.records.round_json("wisconsin-5", NOBODY)
    assert (shown["id"], shown["table"]) == ("wisconsin-5", "wisconsin")


async def test_strangers_see_no_balance(played: Played) -> None:
    players = played.players
    await newcomer(players, 2)
    while not players.host.table.state.hands:
        await players.step()
    await players.do(c.BuyChips(seat=1, cash_cents=12_300), players.actor(1))
    await players.play(1)
    last = players.host.table.state.round_number
    for number in (5, last - 1, last):
        id_ = f"wisconsin-{number}"
        own = await steps_of(played.records, id_, played.viewer(1))
        assert any(amounts(own))
        assert "chips_cents" in own["start"]["seats"][0]
        for viewer in (NOBODY, STRANGER):
            for shown in (
                await steps_of(played.records, id_, viewer),
                await played.records.round_json(id_, viewer),
            ):
                assert not any(amounts(shown))
            text = await played.records.round_text(id_, viewer)
            assert "buys chips" not in text
            assert "leaves with" not in text
    assert "buys chips" in await played.records.round_text(f"wisconsin-{last}", FLOOR)


async def test_what_the_floor_said_of_a_void_round_stays_at_the_table(played: Played) -> None:
    id_ = f"wisconsin-{await void(played)}"
    for form in (Records.round_json, steps_of, Records.round_text):
        assert "spilled" in str(await form(played.records, id_, played.viewer(1)))
        told = str(await form(played.records, id_, NOBODY))
        assert "spilled" not in told
        assert VOID in told


async def test_a_player_s_own_file_can_be_passed_on(tmp_path: Path) -> None:
    """Planted once: the id of the table in the columns Round and Table."""
    played = await by_link(tmp_path, MemoryStore())

    async def file(viewer: Viewer) -> str:
        pieces = await played.records.games_csv(RoundQuery(), viewer)
        return "".join([piece async for piece in pieces])

    mine, all_hands = await file(played.viewer(1)), await file(FLOOR)
    assert SECRET not in mine
    assert f",{SECRET}," in all_hands
    for one in (mine, all_hands):  # the round has one name, whoever reads it
        assert f"{share_id_of(SECRET)}-1," in one
