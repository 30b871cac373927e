"""The rounds of a record: when each was dealt, who sat where, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from casinowar.outcomes import Outcome
from casinowar.record.history import Entry, History, tables
from casinowar.table.events import NoMoreBetsAnnounced, RoundCompleted, RoundVoided
from casinowar.table.state import IN_ROUND, Hand, Phase, Table, copied, sealed

_DEALT = IN_ROUND | {Phase.RACK}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """The result of one seat in a round."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRound:
    """One round of a record."""

    number: int
    at: datetime | None  # the time of "no more bets"
    decks: int
    held: bool  # its first card was drawn in error before the round
    face_up_before: int  # cards found face up that count towards a void
    entries: tuple[Entry, ...]  # from "no more bets" on
    seats: tuple[SeatResult, ...]
    hands: tuple[Hand, ...]
    finished: bool

    @property
    def void(self) -> bool:
        """Whether every hand was void."""
        return any(isinstance(entry.event, RoundVoided) for entry in self.entries)


def rounds_of(history: History) -> list[PastRound]:
    """Every round dealt, in order; the last one may be unfinished."""
    found = list[PastRound]()
    current: _Round | None = None
    for entry, table in tables(history):
        if isinstance(entry.event, NoMoreBetsAnnounced):
            current = _Round(entry, table)
        elif current is not None:
            current.entries.append(entry)
        if current is None:
            continue
        if isinstance(entry.event, RoundCompleted):
            assert table.last_round is not None
            found.append(current.seen(table.last_round.hands, finished=True))
            current = None
        elif entry is history.entries[-1]:
            found.append(current.seen(tuple(sealed(copied(table)).hands.values()), finished=False))
    return found


class _Round:
    """A round while the record is being read."""

    def __init__(self, announced: Entry, table: Table) -> None:
        self.entries = [announced]
        self._number, self._decks = table.round_number, table.decks
        self._held, self._face_up = table.shoe.held, table.shoe.face_up_found
        self._players = {seat: (at.player, at.name) for seat, at in table.seats.items()}

    def seen(self, hands: tuple[Hand, ...], *, finished: bool) -> PastRound:
        """The round with its hands as they are now."""
        return PastRound(
            number=self._number,
            at=self.entries[0].at,
            decks=self._decks,
            held=self._held,
            face_up_before=self._face_up,
            entries=tuple(self.entries),
            seats=tuple(self._result(hand) for hand in hands),
            hands=hands,
            finished=finished,
        )

    def _result(self, hand: Hand) -> SeatResult:
        # a faulty record may deal to an empty seat; it is listed with a warning
        player, name = self._players.get(hand.seat, ("", "nobody"))
        return SeatResult(
            seat=hand.seat,
            player=player,
            name=name,
            outcome=hand.outcome,
            wagered_cents=hand.wagered_cents,
            returned_cents=hand.returned_cents,
        )


def round_to_json(past: PastRound, seats: tuple[SeatResult, ...]) -> dict[str, Any]:
    """A round with the given seats as a JSON object."""
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
    """Each entry with its round number; wagers belong to the next deal; 0: no round."""
    before = (
        False,
        False,
        0,
    )  # whether hands are on the layout, whether cards were dealt, the round number
    for entry, table in tables(history):
        had_hands, dealt, number = before
        before = (bool(table.hands), table.phase in _DEALT, table.round_number)
        if dealt:
            yield number, entry
        elif had_hands or table.hands:
            yield table.round_number + (table.phase not in _DEALT), entry
        else:
            yield 0, entry
