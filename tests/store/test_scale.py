"""Questions about one person or one account read what they answer with, however much there is.

Planted once and caught here: accounts without an index of their holders; refills found by reading
the whole account; the last event of a table found by reading all of them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from casinowar.ledger import Posting
from casinowar.store import Store
from casinowar.store.interface import Write
from casinowar.store.row_layout import Cell, Row
from casinowar.store.sqlite.statements import run_one
from casinowar.store.sqlite.store import SqliteStore
from tests.kit.writes import add_table, events, grant, transfer, written

MANY = 2_000
STEPS_MAX = 1_000  # of SQLite's virtual machine; reading 2,000 rows takes many times as many


class CountedStore(SqliteStore):
    """Counts the steps of every question."""

    steps = 0

    def count(self) -> int:
        """Count a few steps."""
        self.steps += 10
        return 0

    async def ask(self, sql: str, *parameters: Cell) -> Sequence[Row]:
        with closing(sqlite3.connect(self.path)) as connection:
            connection.set_progress_handler(self.count, 10)
            return run_one(connection, sql, parameters).fetchall()


async def filled(store: Store) -> None:
    """One account with a long history, and many others."""
    refill = (Posting("grants", -5, "refill"), Posting("player/p_a", 5, "refill"))
    await written(store, Write(at_ms=1, postings=refill), grant("p_a", MANY))
    legs = [
        Posting(account, cents, "moved")
        for number in range(MANY)
        for account, cents in (("player/p_a", -1), (f"chips/t/p_{number}", 1))
    ]
    await written(store, Write(at_ms=2, postings=tuple(legs)))
    await written(store, transfer("player/p_a", "chips/t/p_a", 1))


async def test_long_histories_are_not_read(tmp_path: Path) -> None:
    store = CountedStore(tmp_path / "tables.db")
    await filled(store)
    assert [row.account for row in await store.accounts_of("p_a")] == ["chips/t/p_a", "player/p_a"]
    refill = await store.last_refill("player/p_a")
    assert refill is not None
    assert refill.cents == 5
    assert 0 < store.steps < STEPS_MAX
    await store.close()


async def test_the_last_event_is_found_without_those_before(tmp_path: Path) -> None:
    store = CountedStore(tmp_path / "tables.db")
    for table in ("a", "b"):
        await add_table(store, table)
        await written(store, events(0, MANY, table=table))
    assert set(await store.last_events(["a", "b"])) == {"a", "b"}
    assert 0 < store.steps < STEPS_MAX
    await store.close()
