"""``check`` finds what was done to the rows behind the store's back, and nothing else.

Each line below is one kind of damage; ``check`` must name the place. What rows mean, and whether
they follow from the events, is for the audit (``tests/service/test_audit.py``).
"""

from __future__ import annotations

import pytest

from casinowar.store.backup import check_database
from tests.store.places import Database
from tests.store.test_backup import fill

# otherwise some damage cannot be done
FREE = {
    "sqlite": "PRAGMA foreign_keys = OFF;",
    "postgres": "SET session_replication_role = replica;",
}

# (the damage, what the place of a fault must be)
DAMAGE = {
    "an event is removed": (
        "DELETE FROM events WHERE table_id = 't1' AND version = 2",
        "events t1",
    ),
    "the last event is removed": (
        "DELETE FROM events WHERE table_id = 't1' AND version = 4",
        "events t1",
    ),
    "all events of a table are removed": ("DELETE FROM events WHERE table_id = 't2'", "events t2"),
    "an event is moved to another table": (
        "UPDATE events SET table_id = 't2', version = 2 WHERE table_id = 't1' AND version = 4",
        "events t2",
    ),
    "a table's version is changed": (
        "UPDATE tables SET version = 9 WHERE table_id = 't1'",
        "events t1",
    ),
    "a balance is changed": (
        "UPDATE accounts SET balance_cents = balance_cents + 1 WHERE account = 'player/p_a'",
        "player/p_a",
    ),
    "a posting's amount is changed": (
        "UPDATE postings SET cents = cents + 1 WHERE number = (SELECT max(number) FROM postings)",
        "posting ",
    ),
    "a posting is removed": (
        "DELETE FROM postings WHERE number = (SELECT min(number) FROM postings)",
        "entry ",
    ),
    "an entry is removed": (
        "DELETE FROM postings WHERE entry = (SELECT max(entry) FROM postings)",
        "player/p_a",
    ),
    "postings are put in another order": (
        "UPDATE postings SET number = -number; UPDATE postings SET number = number + 1000000",
        "posting ",
    ),
    "an account is removed": ("DELETE FROM accounts WHERE account = 'player/p_a'", "posting "),
    "a round is removed": ("DELETE FROM rounds WHERE table_id = 't1' AND round = 3", "rounds t1 3"),
    # what is gone without a trace in its own table
    "a seed is removed": ("DELETE FROM seeds WHERE table_id = 't1' AND shoe = 2", "seeds t1"),
    "a player is removed": ("DELETE FROM persons WHERE person = 'p_a'", "persons p_a"),
    "the maker of a table is removed": (
        "UPDATE tables SET owner = 'p_z' WHERE table_id = 't1'",
        "persons p_z",
    ),
    "a person who was only answered is removed": (
        "UPDATE answers SET person = 'p_y'",
        "persons p_y",
    ),
    "a person who was only noted is removed": ("UPDATE notes SET person = 'p_z'", "persons p_z"),
    "the owner of a document is removed": (
        "UPDATE documents SET owner = 'p_z'",
        "persons p_z",
    ),
    "the table of a document is removed": (
        "UPDATE documents SET table_id = 't9'",
        "documents t9",
    ),
    "an answer is removed": ("DELETE FROM answers", "answers p_a c1"),
    "an account's postings are removed": (
        ("UPDATE accounts SET balance_cents = 0;DELETE FROM postings WHERE number > 0"),
        "player/p_a",
    ),
    "a table is removed with its stream": (
        "DELETE FROM events WHERE table_id = 't1'; DELETE FROM tables WHERE table_id = 't1'",
        "rounds t1",
    ),
}


@pytest.mark.parametrize("damage", DAMAGE)
async def test_damage_is_found(database: Database, damage: str) -> None:
    store = await database.open()
    await fill(store)
    assert await store.check() == []
    await store.close()
    sql, where = DAMAGE[damage]
    await database.execute(FREE[database.name] + sql)
    found = await check_database(database.url)
    assert any(fault.where.startswith(where) for fault in found), found
    assert all(fault.what for fault in found)


async def test_an_event_that_loses_its_command_is_found(database: Database) -> None:
    store = await database.open()
    await fill(store)
    await store.close()
    await database.execute(FREE[database.name] + "UPDATE events SET command = ''")
    found = await check_database(database.url)
    assert any(fault.what.startswith("a person without a command") for fault in found), found


async def test_an_account_below_zero_is_found(database: Database) -> None:
    store = await database.open()
    await fill(store)
    moved = "(SELECT number FROM accounts WHERE account = 'player/p_a')"
    await database.execute(f"UPDATE accounts SET balance_cents = -5 WHERE number = {moved}")
    found = await store.check()
    assert any(f.where == "player/p_a" and f.what == "its balance is -5" for f in found)
    await database.execute(f"UPDATE accounts SET balance_cents = 995 WHERE number = {moved}")
    assert await store.check() == []  # the account "grants" may be below zero
    await store.close()


async def test_a_row_that_refers_to_nothing_is_found(database: Database) -> None:
    if database.name != "sqlite":
        pytest.skip("PostgreSQL lets nobody do it")
    store = await database.open()
    await fill(store)
    await store.close()
    await database.execute("PRAGMA foreign_keys = OFF; DELETE FROM rules")
    [first, *_] = await check_database(database.url)
    assert first.what == "it refers to a row that is not in rules"


async def test_a_damaged_file_is_found(database: Database) -> None:
    if database.name != "sqlite":
        pytest.skip("pages are PostgreSQL's own affair")
    store = await database.open()
    await fill(store)
    await store.close()
    await database.execute(
        "PRAGMA writable_schema = ON;DELETE FROM sqlite_master WHERE name = 'hands_person';"
    )
    assert any(fault.where == "file" for fault in await check_database(database.url))
