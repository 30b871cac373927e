"""The record of all tables, as the routes ask for it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from casinowar.service.history import (
    one_round,
    rack,
    returns,
    road,
    search,
    significant_events,
    what_if,
)
from casinowar.service.history.access import Viewer
from casinowar.service.history.exports import games_csv, players_csv, record_file
from casinowar.service.history.reader import Reader, StoredRound
from casinowar.store.interface import NoteQuery, RoundQuery, Store

Json = dict[str, Any]


class Records:
    """Answers questions about the past. ServiceRefused says what is not shown to whom."""

    def __init__(self, store: Store) -> None:
        self.reader = Reader(store)

    async def round_json(self, id_: str, viewer: Viewer) -> Json:
        """A past round with all its events."""
        return await one_round.round_json(self.reader, id_, viewer)

    async def round_text(self, id_: str, viewer: Viewer) -> str:
        """A past round for people to read."""
        return await one_round.round_text(self.reader, id_, viewer)

    async def round_file(self, id_: str, viewer: Viewer) -> str:
        """A past round as a round file (TOML) for ``casinowar replay``."""
        return await one_round.round_as_file(self.reader, id_, viewer)

    async def shown_round(self, id_: str, viewer: Viewer) -> StoredRound:
        """A past round as the viewer may see it, for ``past.steps_json``."""
        return await one_round.shown_round(self.reader, id_, viewer)

    async def what_if(self, id_: str, viewer: Viewer) -> Json:
        """What each choice was worth in a past round of the viewer's own."""
        return await what_if.round_what_if(self.reader, id_, viewer)

    async def road(self, table: str, limit: int, viewer: Viewer) -> Json:
        """The latest rounds of a table, and what they come to."""
        return await road.road(self.reader, table, limit, viewer)

    async def search(self, query: RoundQuery, viewer: Viewer) -> Json:
        """A page of finished rounds; ``read_page_mark`` makes ``before`` of its ``next``."""
        return await search.search(self.reader, query, viewer)

    async def sums(self, query: RoundQuery, viewer: Viewer) -> list[Json]:
        """What all hands that a search finds come to, whatever the page."""
        return await search.sums(self.reader, query, viewer)

    async def rack_now(self, table: str, viewer: Viewer) -> Json:
        """The hands of the shoe on a table, rebuilt from its discard rack."""
        return await rack.rack_now(self.reader, table, viewer)

    async def rack_after(self, id_: str, viewer: Viewer) -> Json:
        """The same at the end of a past round, and whether it agrees with the record."""
        return await rack.rack_after(self.reader, id_, viewer)

    async def record_file(self, table: str, viewer: Viewer) -> AsyncIterator[bytes]:
        """A table's whole record (JSON lines) for ``casinowar record --verify``."""
        return await record_file.record_file(self.reader, table, viewer)

    async def notes(self, query: NoteQuery, viewer: Viewer) -> Json:
        """A page of significant events in plain words."""
        return await significant_events.notes(self.reader, query, viewer)

    async def returns(self, since_ms: int, until_ms: int, viewer: Viewer) -> Json:
        """Theoretical against actual return, per rules, decks and wager."""
        return await returns.returns(self.reader, since_ms, until_ms, viewer)

    async def held(self, viewer: Viewer) -> Json:
        """Wagers in rounds that are not finished."""
        return await returns.held(self.reader, viewer)

    async def games_csv(self, query: RoundQuery, viewer: Viewer) -> AsyncIterator[str]:
        """Every hand of the rounds that fit, as CSV."""
        return await games_csv.games_csv(self.reader, query, viewer)

    async def players_csv(self, viewer: Viewer, now_ms: int) -> AsyncIterator[str]:
        """Every person with their money and play, as CSV."""
        return await players_csv.players_csv(self.reader, viewer, now_ms)
