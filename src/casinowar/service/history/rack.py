"""The hands of a shoe, rebuilt from its discard rack alone and compared with the record."""

from __future__ import annotations

from msgspec.structs import asdict

from casinowar.record.rack import rebuild
from casinowar.record.rack_words import rebuilt_lines
from casinowar.service.history.access import Viewer
from casinowar.service.history.ids import RoundId
from casinowar.service.history.reader import Reader
from casinowar.service.history.shapes import (
    FoundRack,
    FoundRackAfter,
    Rack,
    RackAfter,
    RackProblem,
    RackRound,
)
from casinowar.service.roles import Action
from casinowar.store.interface import RoundRow
from casinowar.table.state import Table
from casinowar.table.words import rack_text


async def rack_now(reader: Reader, table: str, viewer: Viewer) -> FoundRack:
    viewer.need(Action.SEE_ALL_ROUNDS)
    state, version = await reader.state_at(await reader.table(table))
    return FoundRack(found=_rebuilt(state, table, version))


async def rack_after(reader: Reader, id_text: str, viewer: Viewer) -> FoundRackAfter:
    """The rack at the end of a round, and whether the last round in it is this one."""
    viewer.need(Action.SEE_ALL_ROUNDS)
    table, row = await reader.round_row(id_text)
    state, version = await reader.state_at(table, row.last_version)
    rebuilt = _rebuilt(state, table.table, version)
    id_ = RoundId(table.table, row.round)
    return FoundRackAfter(
        found=RackAfter(**asdict(rebuilt), id=str(id_), agrees=_agrees(rebuilt, row))
    )


def _rebuilt(state: Table, table: str, version: int) -> Rack:
    found = rebuild(state.house, state.rack)
    return Rack(
        table=table,
        version=version,
        shoe=state.shoe.number,
        rack=tuple(rack_text([card]) for card in state.rack),
        rounds=tuple(
            RackRound(
                start=one.start,
                end=one.end,
                hands=tuple(tuple(map(str, hand)) for hand in one.hands),
                dealer=tuple(map(str, one.dealer)),
                burned=one.burned,
                face_up=tuple(map(str, one.face_up)),
                places_known=one.places_known,
            )
            for one in found.rounds
        ),
        problems=tuple(
            RackProblem(start=one.start, end=one.end, reason=one.reason) for one in found.problems
        ),
        text=tuple(rebuilt_lines(found)),
    )


def _agrees(rebuilt: Rack, row: RoundRow) -> bool | None:
    """Whether the last round in the rack is the recorded one; None: the rack cannot prove it.

    Hands at war go to the rack after the others, so the order of the seats is not compared.
    """
    if not rebuilt.rounds or rebuilt.rounds[-1].end != len(rebuilt.rack):
        return None
    hands = [tuple(hand.detail["cards"].split()) for hand in row.hands if hand.detail["cards"]]
    last = rebuilt.rounds[-1]
    return sorted(last.hands) == sorted(hands) and last.dealer == tuple(row.dealer.split())
