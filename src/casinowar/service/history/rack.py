"""The hands of a shoe, rebuilt from its discard rack alone, beside what the record says of them."""

from __future__ import annotations

from typing import Any

from casinowar.record.rack import rebuild
from casinowar.record.rack_words import rebuilt_lines, rebuilt_to_json
from casinowar.service.history.access import Viewer
from casinowar.service.history.ids import RoundId
from casinowar.service.history.reader import Reader
from casinowar.service.roles import Action
from casinowar.store.interface import RoundRow
from casinowar.table.state import Table
from casinowar.table.words import rack_text

Json = dict[str, Any]


async def rack_now(reader: Reader, table: str, viewer: Viewer) -> Json:
    """What the rack on a table proves now."""
    viewer.need(Action.SEE_ALL_ROUNDS)
    state, version = await reader.state_at(await reader.table(table))
    return {"table": table, "version": version, **_rebuilt(state)}


async def rack_after(reader: Reader, id_text: str, viewer: Viewer) -> Json:
    """What the rack proved at the end of a round, and whether its last round is this one."""
    viewer.need(Action.SEE_ALL_ROUNDS)
    table, row = await reader.round_row(id_text)
    state, version = await reader.state_at(table, row.last_version)
    rebuilt = _rebuilt(state)
    return {
        "table": table.table,
        "version": version,
        "id": str(RoundId(table.table, row.round)),
        **rebuilt,
        "agrees": _agrees(rebuilt, row),
    }


def _rebuilt(state: Table) -> Json:
    found = rebuild(state.house, state.rack)
    return {
        "shoe": state.shoe.number,
        "rack": [rack_text([card]) for card in state.rack],
        **rebuilt_to_json(found),
        "text": rebuilt_lines(found),
    }


def _agrees(rebuilt: Json, row: RoundRow) -> bool | None:
    """Whether the last round that the rack proves is the recorded one; None: it proves none there.

    Hands at war go to the rack after the others, so the order of the seats is not compared.
    """
    rounds = rebuilt["rounds"]
    if not rounds or rounds[-1]["end"] != len(rebuilt["rack"]):
        return None
    hands = sorted(hand.detail["cards"].split() for hand in row.hands if hand.detail["cards"])
    last = rounds[-1]
    return bool(sorted(last["hands"]) == hands and last["dealer"] == row.dealer.split())
