"""The store that the service uses: its queries, and its changes in SQL for both databases."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import AsyncIterator, Sequence

from casinowar.store import row_layout
from casinowar.store.interface import (
    Document,
    Fault,
    Json,
    Outcome,
    Seed,
    SessionRow,
    TableRow,
    Write,
)
from casinowar.store.queries import Questions
from casinowar.store.row_layout import SHAPES, Cell

SESSIONS_KEPT_MS = 400 * 24 * 3600 * 1000  # after they have expired
ENDED_SESSION = "ended_session"  # the kind of document that says why staff ended a session
RESEAL = "UPDATE seeds SET stream = $1, sealed = $2 WHERE table_id = $3 AND shoe = $4"
CHANGE_DOCUMENT = (
    "UPDATE documents SET at_ms = $3, table_id = $4, owner = $5, state = $6, version = $7,"
    " body = $8 WHERE kind = $1 AND id = $2 AND version = $7 - 1"
)

Statement = tuple[str, *tuple[Cell, ...]]  # its parameters are $1, $2, …


class Store(Questions):
    """A database. Methods raise StoreError if it fails."""

    @property
    def hears(self) -> bool:
        """Whether messages reach this process, as far as is known."""
        return True

    # --- writing

    async def write(self, write: Write) -> Outcome:
        """Write in one durable transaction. Writes of different tables share commits.

        Checked in this order: the answer's command id, the home, the expected version, the versions
        of persons, ``once`` and the sign-in name, the balances of accounts that start with
        ``player/``.
        """
        return (await self.write_all((write,)))[0]

    @abstractmethod
    async def write_all(self, writes: Sequence[Write]) -> Sequence[Outcome]:
        """Write several in one transaction; after a refused write, all later ones are conflicts."""

    @abstractmethod
    async def change(self, *statements: Statement) -> list[int]:
        """Run statements in one durable transaction; how many rows each of them changed."""

    async def add_table(self, row: TableRow, rules: Json, seeds: Sequence[Seed]) -> bool:
        """Add a table and the rules it is played under; False if the id is taken.

        If it is taken, nothing changes: an existing table keeps its seeds.
        """
        _, added, *_ = await self.change(
            _new("rules", row.rules, row_layout.json_text(rules)),
            _new("tables", *row_layout.table_cells(row)),
            *(_new("seeds", row.table, *row_layout.cells(seed)) for seed in seeds),
        )
        return added == 1

    async def add_session(self, row: SessionRow) -> None:
        """Store a session of an existing person, and delete sessions that expired long ago.

        Others are kept, so that a clock that is wrong for a while signs nobody out.
        """
        long_ago_ms = row.created_ms - SESSIONS_KEPT_MS
        await self.change(
            ("DELETE FROM sessions WHERE expires_ms <= $1", long_ago_ms),
            ("DELETE FROM documents WHERE kind = $1 AND at_ms <= $2", ENDED_SESSION, long_ago_ms),
            _new("sessions", *row_layout.cells(row)),
        )

    async def extend_session(self, digest: bytes, expires_ms: int) -> bool:
        """Extend a session; False, and nothing changes, if it has ended."""
        sql = "UPDATE sessions SET expires_ms = $1 WHERE digest = $2"
        return await self.change((sql, expires_ms, digest)) == [1]

    async def end_sessions(self, person: str, digest: bytes | None = None) -> None:
        sql = "DELETE FROM sessions WHERE person = $1"
        await self.change(
            (sql, person) if digest is None else (f"{sql} AND digest = $2", person, digest)
        )

    async def keep_document(self, row: Document) -> bool:
        """Store a new or changed document.

        False, and nothing changes, if somebody else wrote first: the stored version is not the
        previous one, or the id of a new document is taken.
        """
        cells = row_layout.cells(row)
        statement = _new("documents", *cells) if row.version == 1 else (CHANGE_DOCUMENT, *cells)
        return await self.change(statement) == [1]

    async def probe(self) -> None:
        """Commit an update without effect, to see whether the database can be written."""
        await self.change(("UPDATE schema_version SET version = version",))

    async def reseal(self, table: str, seeds: Sequence[Seed]) -> None:
        """Replace sealed seeds: by the same seeds under another key, or by new seeds."""
        await self.change(*((RESEAL, seed.stream, seed.sealed, table, seed.shoe) for seed in seeds))

    # --- homes

    @abstractmethod
    async def take_home(self, table: str) -> str:
        """Make this process the home of a table, and return the previous one; empty: none.

        Later writes of the previous process are refused as ``Moved``.
        """

    async def leave(self, tables: Sequence[str]) -> None:
        """Clear the home of tables that this process has closed; other homes are kept."""
        sql = "UPDATE tables SET home = '' WHERE table_id = $1 AND home = $2"
        await self.change(*((sql, table, self.name) for table in tables))

    @abstractmethod
    async def orphans(self) -> Sequence[str]:
        """Tables whose home is a process that no longer runs; only one process is told of them."""

    # --- the whole database

    @abstractmethod
    async def check(self) -> Sequence[Fault]:
        """Search for faults that the rows alone reveal."""

    @abstractmethod
    def news(self) -> AsyncIterator[str]:
        """Messages from other processes on this database; ends with the store.

        They come from ``tell``, or are ``MISSED``: the connection was lost and messages may have
        been. Anybody with access to the database can send them, so they are only a reason to read
        the database.
        """

    @abstractmethod
    async def tell(self, message: str) -> None:
        """Send a short line to the other processes; a process that does not listen misses it."""

    @abstractmethod
    async def close(self) -> None:
        """Finish the queued work and close."""


def _new(name: str, *cells: Cell) -> Statement:
    """A statement that inserts a row unless it exists."""
    places = ", ".join(f"${place}" for place in range(1, len(SHAPES[name].columns) + 1))
    columns = row_layout.columns(name)
    return f"INSERT INTO {name} ({columns}) VALUES ({places}) ON CONFLICT DO NOTHING", *cells
