"""games.csv: every hand once, numbers that add up, and nothing that a spreadsheet would run.

Planted once and caught here: a piece left out at a page's end, a name that is a formula, another
player's line in a player's file, chips before the round without the net.
"""

from __future__ import annotations

import csv
from dataclasses import replace
from decimal import Decimal
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest

from casinowar.service.csv_text import plain
from casinowar.service.history.access import Viewer
from casinowar.service.history.exports.games_csv import COLUMNS
from casinowar.service.tables.settings import TableSettings
from casinowar.store.interface import RoundQuery
from tests.kit.memory_store import MemoryStore
from tests.kit.records import Records
from tests.kit.service import played_table
from tests.service.history.conftest import FLOOR, ROUNDS, STRANGER, Played


async def lines(records: Records, viewer: Viewer, query: RoundQuery | None = None) -> list[str]:
    pieces = await records.games_csv(query or RoundQuery(), viewer)
    return "".join([piece async for piece in pieces]).split("\r\n")


async def table_of(
    records: Records, viewer: Viewer, query: RoundQuery | None = None
) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO("\r\n".join(await lines(records, viewer, query)))))


async def test_every_hand_has_one_line_whose_numbers_add_up(played: Played) -> None:
    rows = await table_of(played.records, FLOOR)
    hands = [
        (f"wisconsin-{row.round}", str(hand.seat), hand.person)
        for row in reversed(played.store.data.rounds.values())
        for hand in row.hands
    ]
    assert [(row["Round"], row["Seat"], row["Player id"]) for row in rows] == hands
    assert len(hands) == 3 * ROUNDS
    for row in rows:
        assert tuple(row) == COLUMNS
        net = Decimal(row["Returned"]) - Decimal(row["Wagered"])
        assert Decimal(row["Net"]) == net
        assert Decimal(row["Chips after"]) - Decimal(row["Chips before"]) == net
        assert row["Status"] == "complete"
        assert row["Money"] == "play chips"


async def test_chips_of_one_round_are_those_before_the_next(played: Played) -> None:
    rows = [row for row in await table_of(played.records, FLOOR) if row["Seat"] == "1"]
    for later, earlier in pairwise(rows):
        assert later["Chips before"] == earlier["Chips after"]


async def test_phases_and_choices_of_wars_are_told(played: Played) -> None:
    rows = await table_of(played.records, FLOOR, RoundQuery(outcome="war_lost"))
    lost = [row for row in rows if row["Outcome"] == "war lost"]
    assert lost
    for row in lost:
        assert row["Intermediate results"] == "first card tied; war card lower"
        assert (row["Choice on a tie"], row["Chosen by"]) == ("war", "player")
        assert "war " in row["Wagers"]


async def test_many_pieces_make_one_file(tmp_path: Path) -> None:
    store = MemoryStore()
    settings = TableSettings(house="no-bonus")
    players = await played_table(store, tmp_path, settings, 405, names=("Ana",))
    await players.host.stop()
    for _ in range(2):
        rows = await table_of(Records(store), FLOOR)
        numbers = [row["Round"] for row in rows]
        assert numbers == [f"no-bonus-{number}" for number in range(405, 0, -1)]
        for key, row in store.data.rounds.items():  # and if they all ended at the same time
            store.hall.put_round(key[0], replace(row, at_ms=5))


async def test_a_player_gets_their_own_lines(played: Played) -> None:
    me = played.viewer(2)
    rows = await table_of(played.records, me)
    assert {row["Player id"] for row in rows} == {me.person}
    assert len(rows) == ROUNDS
    assert await lines(played.records, STRANGER) == [",".join(COLUMNS), ""]


@pytest.mark.parametrize(
    "name", ['=HYPERLINK("x")', "+1", "-2", "@SUM(A1)", 'a"b, c', "\uff1d1+1", "a;=1+1", "a; @x"]
)
async def test_a_name_is_never_a_formula(name: str, tmp_path: Path) -> None:
    store = MemoryStore()
    settings = TableSettings(house="no-bonus")
    players = await played_table(store, tmp_path, settings, 1, names=(name,))
    await players.host.stop()
    (row,) = await table_of(Records(store), FLOOR)
    first, *rest = row["Player"].split(";")
    formulas = ("=", "+", "-", "@", "\uff1d")
    assert not any(cell.lstrip().startswith(formulas) for cell in (first, *rest))
    assert row["Player"].replace("'", "") == name


def test_controls_that_begin_a_formula_are_quoted() -> None:
    assert plain("\t=1") == "'\t=1"
    assert plain("Ana-Bo") == "Ana-Bo"
