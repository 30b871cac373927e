"""What a hand was owed comes from the engine, what came back from the ledger; they are compared.

Planted in a played table and found here: a posting of a payment that is too small, one that is
gone, and an event that says a smaller payment while the ledger has the right one.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from casinowar.service.history.reader import Reader
from casinowar.service.tables.settings import TableSettings
from casinowar.service.watch.shapes import DisputeSheet
from casinowar.service.watch.sheet import sheet_of
from casinowar.store.interface import RoundQuery
from tests.kit.memory_store import MemoryStore
from tests.kit.profile import few
from tests.kit.service import played_table

ROUNDS = 60


@pytest_asyncio.fixture(params=few(["wisconsin", "ladder-war", "washington", "skycity"], 2))
async def store(tmp_path: Path, request: object) -> AsyncIterator[MemoryStore]:
    house: str = getattr(request, "param")  # noqa: B009 - pytest's own type is private
    store = MemoryStore()
    players = await played_table(store, tmp_path, TableSettings(house=house), ROUNDS)
    yield store
    await players.host.stop()


async def sheets(store: MemoryStore) -> dict[tuple[int, int], DisputeSheet]:
    """The sheet of every hand, by round and seat."""
    reader, found = Reader(store), dict[tuple[int, int], DisputeSheet]()
    for one in await store.rounds(RoundQuery(limit=200)):
        round_ = await reader.round(f"{one.table.table}-{one.round.round}")
        for hand in one.round.hands:
            found[one.round.round, hand.seat] = await sheet_of(reader, round_, hand.seat)
    return found


def damage(store: MemoryStore, sql: str) -> None:
    """Change what is stored, as nobody may."""
    store.hall.committer.connection.execute(sql)


async def test_what_was_played_is_owed_and_came_back(store: MemoryStore) -> None:
    found = await sheets(store)
    rows = {
        (one.round.round, hand.seat): hand
        for one in await store.rounds(RoundQuery(limit=200))
        for hand in one.round.hands
    }
    assert found.keys() == rows.keys()
    for key, sheet in found.items():
        row = rows[key]
        assert sheet.fault is None
        assert sheet.outcome == row.outcome
        assert len(sheet.dealer) == len(sheet.cards)  # not the war cards of another hand
        assert sheet.owed_cents == sheet.paid_cents == row.returned_cents
        assert {line.wager: line.owed_cents for line in sheet.lines} == {
            name: sums["returned"] for name, sums in row.detail["wagers"].items()
        }
        assert all(line.cites and line.difference_cents == 0 for line in sheet.lines)
        assert sheet.words.endswith("nothing is missing.")
    assert {sheet.outcome for sheet in found.values()} >= {"win", "lose", "war_won", "war_lost"}


async def test_money_that_did_not_come_is_missing(store: MemoryStore) -> None:
    before = await sheets(store)
    seat = next(key for key, one in before.items() if one.outcome == "war_won")
    reader = Reader(store)
    [table] = await store.tables()
    row = await store.round(table.table, seat[0])
    assert row is not None
    damage(
        store,
        "UPDATE postings SET cents = cents - 100 WHERE kind = 'paid' AND cents > 0"
        f" AND version BETWEEN {row.first_version} AND {row.last_version}",
    )
    after = await sheet_of(reader, await reader.round(f"{table.table}-{seat[0]}"), seat[1])
    short = [line for line in after.lines if line.difference_cents]
    assert "war" in {line.wager for line in short}  # and the Tie wager, if it was paid
    assert after.owed_cents == before[seat].owed_cents
    assert after.difference_cents == after.owed_cents - after.paid_cents > 0
    assert after.fault is None  # the events are what they were
    assert after.words.endswith("is missing.")


async def test_an_event_that_says_another_payment_is_a_fault(store: MemoryStore) -> None:
    before = await sheets(store)
    seat = next(key for key, one in before.items() if one.outcome == "win")
    [table] = await store.tables()
    row = await store.round(table.table, seat[0])
    assert row is not None
    reader = Reader(store)
    damage(
        store,
        "UPDATE events SET body = CAST(replace(body, 'amount_cents\":', 'amount_cents\":1')"
        f" AS BLOB) WHERE instr(CAST(body AS TEXT), 'wager_paid') AND version BETWEEN"
        f" {row.first_version} AND {row.last_version}",
    )
    after = await sheet_of(reader, await reader.round(f"{table.table}-{seat[0]}"), seat[1])
    assert after.owed_cents == before[seat].owed_cents
    assert after.difference_cents == 0
    assert after.fault is not None
    assert "amount_cents is 1" in after.fault


async def test_what_the_player_saw_is_compared_too(store: MemoryStore) -> None:
    [table] = await store.tables()
    reader = Reader(store)
    found = await reader.round(f"{table.table}-1")
    owed = (await sheet_of(reader, found, 1)).owed_cents
    sheet = await sheet_of(reader, found, 1, says_paid_cents=owed + 500)
    assert sheet.difference_cents == 0
    assert sheet.words.endswith("5.00 too much.")


async def test_a_round_whose_commands_cannot_be_read_owes_nothing_by_guess(
    store: MemoryStore,
) -> None:
    [table] = await store.tables()
    row = await store.round(table.table, 2)
    assert row is not None
    damage(
        store,
        'UPDATE events SET given = CAST(\'{"command":"deal"}\' AS BLOB) WHERE length(given) > 0'
        f" AND version BETWEEN {row.first_version} AND {row.last_version}",
    )
    reader = Reader(store)
    sheet = await sheet_of(reader, await reader.round(f"{table.table}-2"), row.hands[0].seat)
    assert sheet.fault is not None
    assert sheet.owed_cents == 0
    assert "cannot be replayed" in sheet.words
