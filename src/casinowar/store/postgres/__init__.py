"""PostgreSQL: ``store`` is the store, ``writer`` writes, ``listener`` hears other processes."""

from casinowar.store.postgres.store import PostgresStore

__all__ = ["PostgresStore"]
