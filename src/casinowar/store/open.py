"""A store by its URL: ``sqlite:///file`` or ``postgresql://…``."""

from __future__ import annotations

from pathlib import Path

from casinowar.errors import InputError, shown
from casinowar.store import Store
from casinowar.store.postgres import PostgresStore
from casinowar.store.postgres.connect import SCHEMES, Server
from casinowar.store.sqlite import SqliteStore

SQLITE = "sqlite:///"


async def open_store(url: str) -> Store:
    """The store at this URL, brought to the newest schema and ready to write.

    Raises InputError if the URL or the database cannot be used.
    """
    if is_postgres(url):
        return await PostgresStore.open(url)
    return SqliteStore(sqlite_path(url))


def check_url(url: str) -> None:
    """Raise InputError for a URL that names no database; nothing is opened."""
    if is_postgres(url):
        Server.at(url)
    else:
        sqlite_path(url)


def is_postgres(url: str) -> bool:
    return url.partition("://")[0] in SCHEMES


def sqlite_path(url: str) -> Path:
    """The file of a SQLite URL: three slashes and a relative path, or four and an absolute one.

    Raises InputError for other URLs, without repeating a password that may be in them.
    """
    if not url.startswith(SQLITE):
        scheme = shown(url.partition(":")[0])
        raise InputError(
            "database", f"{scheme} is not a database: use sqlite:///… or postgresql://…"
        )
    name = url.removeprefix(SQLITE)
    if not name:
        raise InputError("database", f"{SQLITE} needs the path of a file")
    return Path(name)
