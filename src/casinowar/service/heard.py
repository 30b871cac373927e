"""News of a table that has not been taken in yet: what other processes wrote."""

from __future__ import annotations

from casinowar.store.news import TableNews, following
from casinowar.store.port import StoredEvent


class Heard:
    """Events of whole commits, and parts of one that is not complete: a table shows whole ones."""

    __slots__ = ("_events", "_parts")

    def __init__(self) -> None:
        self._events, self._parts = list[StoredEvent](), list[StoredEvent]()

    def __bool__(self) -> bool:
        return bool(self._events)

    def part(self, news: TableNews) -> None:
        """Keep a part until the rest has come."""
        self._parts += news.events

    def rest(self, news: TableNews) -> None:
        """The rest of a commit has come, or all of it."""
        self._events += [*self._parts, *news.events]
        self._parts = []

    def take(self, version: int) -> list[StoredEvent]:
        """The events that come right after ``version``; nothing is left."""
        events, self._events = following(self._events, version), []
        return events

    def forget(self, version: int) -> None:
        """Forget what is not newer than ``version``."""
        self._events = [row for row in self._events if row.version > version]
        self._parts = [row for row in self._parts if row.version > version]
