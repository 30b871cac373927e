"""Answers about past rounds, as the JSON that clients get."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from casinowar.service.history import one_round, rack, returns, search, significant_events
from casinowar.service.history.access import Viewer
from casinowar.service.history.exports.games_csv import games_csv
from casinowar.service.history.exports.players_csv import players_csv
from casinowar.service.history.exports.record_file import record_file
from casinowar.service.history.reader import Reader
from casinowar.store import Store
from casinowar.store.interface import NoteQuery, RoundQuery
from casinowar.wire import to_json


class Records:
    """The record in a store."""

    def __init__(self, store: Store) -> None:
        self.reader = Reader(store)

    async def round_json(self, id_: str, viewer: Viewer) -> Any:
        return to_json(await one_round.past_round(self.reader, id_, viewer))["found"]

    async def steps(self, id_: str, viewer: Viewer) -> Any:
        found = await one_round.shown_round(self.reader, id_, viewer)
        return to_json(one_round.round_steps(found, viewer))["found"]

    async def round_text(self, id_: str, viewer: Viewer) -> str:
        return await one_round.round_text(self.reader, id_, viewer)

    async def round_file(self, id_: str, viewer: Viewer) -> str:
        return await one_round.round_as_file(self.reader, id_, viewer)

    async def search(self, query: RoundQuery, viewer: Viewer) -> Any:
        return to_json(await search.search(self.reader, query, viewer))

    async def sums(self, query: RoundQuery, viewer: Viewer) -> Any:
        return to_json(await search.totals(self.reader, query, viewer))["sums"]

    async def rack_now(self, table: str, viewer: Viewer) -> Any:
        return to_json(await rack.rack_now(self.reader, table, viewer))["found"]

    async def rack_after(self, id_: str, viewer: Viewer) -> Any:
        return to_json(await rack.rack_after(self.reader, id_, viewer))["found"]

    async def notes(self, query: NoteQuery, viewer: Viewer) -> Any:
        return to_json(await significant_events.notes(self.reader, query, viewer))

    async def returns(self, since_ms: int, until_ms: int, viewer: Viewer) -> Any:
        return to_json(await returns.returns(self.reader, since_ms, until_ms, viewer))["found"]

    async def held(self, viewer: Viewer) -> Any:
        return to_json(await returns.held(self.reader, viewer))["found"]

    async def record_file(self, table: str, viewer: Viewer) -> AsyncIterator[bytes]:
        return await record_file(self.reader, table, viewer)

    async def games_csv(self, query: RoundQuery, viewer: Viewer) -> AsyncIterator[str]:
        return await games_csv(self.reader, query, viewer)

    async def players_csv(self, viewer: Viewer, now_ms: int) -> AsyncIterator[str]:
        return await players_csv(self.reader, viewer, now_ms)
