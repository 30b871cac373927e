"""The rounds of a record: when each was dealt, who sat where, and what became of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from casinowar.record.history import Entry, History, tables
from casinowar.table.events import NoMoreBetsAnnounced, RoundCompleted, RoundVoided
from casinowar.table.state import IN_ROUND, Hand, Outcome, Phase, Table

_DEALT = IN_ROUND | {Phase.RACK}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """What one seat came to in a round."""

    seat: int
    player: str  # the id
    name: str
    outcome: Outcome | None  # None: not decided yet
    wagered_cents: int
    returned_cents: int

    @property
    def net_cents(self) -> int:
        """What the seat won, or lost if negative."""
        return self.returned_cents - self.wagered_cents


@dataclass(slots=True, kw_only=True)
class PastRound:
    """One round of a record."""

    number: int
    at: datetime | None  # of "no more bets"
    decks: int
    held: bool  # its first card was drawn in error before
    face_up_before: int  # cards found face up that count towards a void
    entries: list[Entry] = field(default_factory=list[Entry])  # from "no more bets" on
    seats: tuple[SeatResult, ...] = ()
    hands: tuple[Hand, ...] = ()
    finished: bool = False
    void: bool = False


def rounds_of(history: History) -> list[PastRound]:
    """Every round that was dealt, in order; the last one may be unfinished."""
    found = list[PastRound]()
    current: PastRound | None = None
    players = dict[int, tuple[str, str]]()
    for entry, table in tables(history):
        event = entry.event
        if isinstance(event, NoMoreBetsAnnounced):
            current = _begun(event, entry, table)
            found.append(current)
            players = {seat: (at.player, at.name) for seat, at in table.seats.items()}
        if current is None:
            continue
        current.entries.append(entry)
        if isinstance(event, RoundVoided):
            current.void = True
        if isinstance(event, RoundCompleted):
            assert table.last_round is not None
            _note(current, table.last_round.hands, players)
            current.finished, current = True, None
        elif entry is history.entries[-1]:
            _note(current, tuple(table.hands.values()), players)
    return found


def _begun(event: NoMoreBetsAnnounced, entry: Entry, table: Table) -> PastRound:
    return PastRound(
        number=event.round,
        at=entry.at,
        decks=table.decks,
        held=table.shoe.held,
        face_up_before=table.shoe.face_up_found,
    )


def _note(current: PastRound, hands: tuple[Hand, ...], players: dict[int, tuple[str, str]]) -> None:
    current.hands = hands
    current.seats = tuple(
        SeatResult(
            seat=hand.seat,
            player=players[hand.seat][0],
            name=players[hand.seat][1],
            outcome=hand.outcome,
            wagered_cents=hand.wagered_cents,
            returned_cents=hand.returned_cents,
        )
        for hand in hands
    )


def round_to_json(past: PastRound, seats: tuple[SeatResult, ...]) -> dict[str, Any]:
    """A round with these seats as one JSON object."""
    return {
        "round": past.number,
        "at": None if past.at is None else past.at.isoformat(),
        "finished": past.finished,
        "void": past.void,
        "seats": [
            {
                "seat": result.seat,
                "player": result.player,
                "name": result.name,
                "outcome": result.outcome,
                "wagered": result.wagered_cents,
                "returned": result.returned_cents,
                "net": result.net_cents,
            }
            for result in seats
        ],
    }


def numbered(history: History) -> Iterator[tuple[int, Entry]]:
    """Each entry with its round: wagers belong to the round that they are bet on; 0 is none."""
    before = (False, False, 0)  # hands on the layout, dealt, and the number of the round
    for entry, table in tables(history):
        had_hands, dealt, number = before
        before = (bool(table.hands), table.phase in _DEALT, table.round_number)
        if dealt:
            yield number, entry
        elif had_hands or table.hands:
            yield table.round_number + (table.phase not in _DEALT), entry
        else:
            yield 0, entry
