"""SQLite: ``store`` is the store, ``writer`` its writing thread, ``files`` opens the database."""

from casinowar.store.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
