"""PostgreSQL: ``store`` is the store, ``writer`` writes, ``listener`` receives messages."""

from casinowar.store.postgres.store import PostgresStore

__all__ = ["PostgresStore"]
