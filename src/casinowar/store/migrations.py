"""Schemas: numbered SQL files for each database, each run once, in order, forward only."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from casinowar.errors import InputError
from casinowar.store.interface import StoreError


def scripts(database: str) -> dict[int, str]:
    """The SQL of each schema version of a database, ``sqlite`` or ``postgres``, by its number."""
    folder = files("casinowar.store") / database / "migrations"
    found = {
        int(file.name.removesuffix(".sql")): file.read_text(encoding="utf-8")
        for file in folder.iterdir()
        if file.name.endswith(".sql")
    }
    assert sorted(found) == list(range(1, len(found) + 1)), "migrations are numbered from 1"
    return dict(sorted(found.items()))


def missing(database: str, version: int, where: str) -> dict[int, str]:
    """The scripts that a database of this schema version still needs; version 0 is an empty one.

    Raises InputError if the database has a newer schema than this program knows.
    """
    known = scripts(database)
    if version > len(known):
        raise InputError(
            "database",
            f"{where} has schema {version}; this version of casinowar knows schema"
            f" {len(known)} at most. Use a newer casinowar",
        )
    return {number: sql for number, sql in known.items() if number > version}


@cache
def newest(database: str) -> int:
    """The number of the schema that this program writes."""
    return len(scripts(database))


def require_own(database: str, found: int) -> None:
    """Raise StoreError, in a transaction that writes, if a newer program has changed the schema."""
    if found != newest(database):
        words = f"the database has schema {found} now; this program writes {newest(database)}"
        raise StoreError(words, words)


def require_newest(database: str, found: int, where: str) -> None:
    """Raise InputError if a database that is only read does not have the newest schema."""
    known = len(scripts(database))
    if found > known:
        missing(database, found, where)  # raises, and names the schema that is known
    if found != known:
        raise InputError(
            "database", f"{where} has schema {found}, not {known}: start the service on it once"
        )
