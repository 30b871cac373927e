"""Errors of a database as StoreErrors, with a reason that is safe to log."""

from __future__ import annotations

import sqlite3

import asyncpg

from casinowar.errors import InputError
from casinowar.store.interface import StoreError

# Classes of PostgreSQL's errors whose message is about the server, never about a value: connection,
# read-only, sign-in, no such database, resources, operator, system.
ABOUT_THE_SERVER = ("08", "25", "28", "3D", "53", "57", "58")


def failure(what: str, error: Exception) -> StoreError:
    """A StoreError "the database ``what``", with the cause; a StoreError is returned as it is."""
    if isinstance(error, StoreError):
        return error
    failed = StoreError(f"the database {what}: {words_of(error)}", reason_of(error))
    failed.__cause__ = error
    return failed


def is_damage(error: BaseException) -> bool:
    """Whether the database reports that it is damaged."""
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0)  # with details in the upper bytes
        return code & 0xFF == sqlite3.SQLITE_CORRUPT
    return isinstance(error, asyncpg.DataCorruptedError | asyncpg.IndexCorruptedError)


def words_of(error: BaseException) -> str:
    """The message of an error, or its type if it has none."""
    return str(error) or type(error).__name__


def reason_of(error: BaseException) -> str:
    """Why a database failed, without any value from a query or a write."""
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    if isinstance(error, sqlite3.Error | InputError):  # its message names only columns and files
        return words_of(error)
    if isinstance(error, asyncpg.PostgresError):
        state = str(getattr(error, "sqlstate", "") or "")
        if state.startswith(ABOUT_THE_SERVER):
            return str(error.args[0]) if error.args else type(error).__name__
    return type(error).__name__
