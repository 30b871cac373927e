"""The rounds of a table by link have an address that does not give the table away.

The id of such a table is a secret: whoever has it can sit down. Its rounds are therefore shared
under a random name, which is stored with the table. A name made from the id would give it away: an
id of words is short enough to try them all. Only older tables, whose ids are 128 random bits, share
their rounds under a digest of the id. Tables are read once, and after that only those that are new.
"""

from __future__ import annotations

import re
from hashlib import sha256

from casinowar.service.settings import Hidden
from casinowar.store.port import Store, TableQuery, TableRow

_DIGITS = 32  # 128 bits
_NAME = re.compile(rf"link-[0-9a-f]{{{_DIGITS}}}")
PAGE = 200
SKEW_MS = 60_000  # processes may disagree so far about the time at which a table was made


def rounds_name(row: TableRow) -> str:
    """The name under which the rounds of a table are shared: at a public one its id."""
    if row.settings["public"]:
        return row.table
    given = Hidden.from_json(row.settings).rounds
    digest = sha256(b"casinowar/shared-rounds/" + row.table.encode()).hexdigest()
    return f"link-{given or digest[:_DIGITS]}"


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
                if not row.settings["public"]:
                    self._tables[rounds_name(row)] = row.table
            if len(rows) < PAGE:
                break
            after = rows[-1].table
        settled = [table for at_ms, table in seen if at_ms < seen[-1][0] - SKEW_MS]
        if settled:
            self._after = settled[-1]
