"""Finds a table by link again by the name of its rounds, which does not give the table away.

Tables are read once, and after that only those that are new.
"""

from __future__ import annotations

import re

from casinowar.service.tables.settings import ROUNDS_DIGITS, KeptSettings, rounds_name
from casinowar.store.interface import Store, TableQuery

_NAME = re.compile(rf"link-[0-9a-f]{{{ROUNDS_DIGITS}}}")
PAGE = 200
SKEW_MS = 60_000  # processes may disagree so far about the time at which a table was made


def is_shared_name(name: str) -> bool:
    """Whether a name is one under which rounds of a table by link are shared."""
    return _NAME.fullmatch(name) is not None


class Links:
    """Finds tables by link again by their shared names."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tables = dict[str, str]()  # by the shared name
        self._after = ""  # all tables up to this one have been read

    async def table(self, name: str) -> str:
        """The id of the table with this shared name; any other text is an id itself."""
        if is_shared_name(name) and name not in self._tables:
            await self._read_new()
        return self._tables.get(name, name)

    async def _read_new(self) -> None:
        after, seen = self._after, list[tuple[int, str]]()
        while True:
            rows = await self._store.find_tables(
                TableQuery(private_of=None, after=after, limit=PAGE)
            )
            for row in rows:
                seen.append((row.created_ms, row.table))
                kept = KeptSettings.from_json(row.settings)
                if not kept.shown.public:
                    self._tables[rounds_name(row.table, kept)] = row.table
            if len(rows) < PAGE:
                break
            after = rows[-1].table
        settled = [table for at_ms, table in seen if at_ms < seen[-1][0] - SKEW_MS]
        if settled:
            self._after = settled[-1]
