"""SQLite: ``store`` is the store, ``writer`` its writing thread, ``database_file`` opens it."""

from casinowar.store.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
