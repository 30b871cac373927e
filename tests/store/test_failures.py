"""The reason of a failure can be logged: it says what is the matter with the server or the file.

Planted once and caught here: a reason with the value that PostgreSQL did not take, and one that
does not come back from the process that writes.
"""

from __future__ import annotations

import socket
import sqlite3

import asyncpg
import pytest

from casinowar.store.failures import failure, reason_of
from casinowar.store.interface import Note, StoreError, Write
from tests.store.places import Database

SECRET = "the link of a private table"


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (TimeoutError(), "no answer in time"),
        (ConnectionRefusedError(111, "Connection refused"), "Connection refused"),
        (OSError("Multiple exceptions: …"), "OSError"),
        (socket.gaierror(-2, "Name or service not known"), "Name or service not known"),
        (sqlite3.OperationalError("database or disk is full"), "database or disk is full"),
        (asyncpg.DiskFullError("could not extend file: No space left"), "could not extend file"),
        (asyncpg.CannotConnectNowError("the database system is starting up"), "is starting up"),
        (asyncpg.InvalidPasswordError("password authentication failed"), "authentication failed"),
        (asyncpg.ReadOnlySQLTransactionError("cannot execute INSERT"), "cannot execute INSERT"),
        (asyncpg.InvalidTextRepresentationError(SECRET), "InvalidTextRepresentationError"),
        (asyncpg.DataError(SECRET), "DataError"),
        (ValueError(SECRET), "ValueError"),
    ],
)
def test_a_reason_says_nothing_of_what_was_written(error: Exception, reason: str) -> None:
    assert reason in reason_of(error)
    assert SECRET not in reason_of(error)
    assert failure("was lost", error).reason == reason_of(error)


def test_the_words_of_a_failure_are_never_empty() -> None:
    assert str(failure("was lost", TimeoutError())) == "the database was lost: TimeoutError"
    ours = StoreError("there is no table", "")
    assert failure("was lost", ours) is ours


async def fails(database: Database) -> StoreError:
    """The failure of a write whose table is gone."""
    store = await database.open()
    await database.execute("ALTER TABLE notes RENAME TO gone")
    note = Note(at_ms=1, kind=SECRET)
    with pytest.raises(StoreError) as caught:
        await store.write(Write(at_ms=1, notes=(note,)))
    await store.close()
    return caught.value


async def test_a_failed_write_has_a_reason(database: Database) -> None:
    reason = (await fails(database)).reason
    assert reason in {"no such table: notes", "no such table: main.notes", "UndefinedTableError"}
