"""News of a table, told to all processes on a database with the commit of its events.

It says how far the table has come. It can come late, twice, out of order or not at all: the numbers
of the events tell.
"""

from __future__ import annotations

from dataclasses import dataclass

MISSED = "missed"  # messages may have been lost: look at the database again
TABLE = "table"  # the first word of news of a table
DIGITS_MAX = 18  # of an event's number
NEWS_MAX_BYTES = 7900  # of any message: PostgreSQL refuses 8000


@dataclass(frozen=True, slots=True)
class TableNews:
    """A table has new events up to ``version``."""

    table: str
    version: int

    def message(self) -> str:
        """The news as it is sent, in one line."""
        return f"{TABLE} {self.table} {self.version}"


def read_table_news(message: str) -> TableNews | None:
    """The news in a message, if it is about a table."""
    match message.split(" ", 3):
        case [kind, table, version] if (
            kind == TABLE and version.isdecimal() and len(version) < DIGITS_MAX
        ):
            return TableNews(table, int(version))
        case _:
            return None
