"""A round as strangers see it: seats instead of names, wagers but no balances.

Every finished round has an address that can be shared. Whoever neither played in it nor oversees
the tables sees its cards, wagers and payments. Names, and what the floor wrote about a void round,
are replaced before anything is shown, so no form of the round can have them. What the seats hold is
left out, with the tray and the events from which it could be worked out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from msgspec import structs

from casinowar.service.history.reader import StoredRound
from casinowar.store.interface import HandRow
from casinowar.table.events import (
    ChipsBought,
    DealerChanged,
    Event,
    RoundVoided,
    SeatLeft,
    SeatTaken,
    TableOpened,
    TrayCredited,
    TrayFilled,
)
from casinowar.table.state import Table

DEALER = ""  # a dealer without a name
VOID = "the players were told why"


def seat_name(seat: int) -> str:
    """What strangers call the player of a seat."""
    return f"Seat {seat}"


def for_strangers(found: StoredRound) -> StoredRound:
    """The round without names and balances; a table's own title may name somebody."""
    hands = tuple(_hand(hand) for hand in found.row.hands)
    return replace(
        found,
        row=replace(found.row, hands=hands),
        title=found.house.title,
        start=_table(found.start),
        events=tuple(map(_event, found.events)),
        withheld=True,
    )


def moves_balances(event: Event) -> bool:
    """Whether an event tells what somebody brought or took along; no card and no wager moves."""
    return isinstance(event, ChipsBought | SeatLeft | TrayFilled | TrayCredited)


def without_balances(shown: dict[str, Any]) -> dict[str, Any]:
    """A view, as JSON, without what the seats and the tray hold."""
    seats = [{**seat, "chips_cents": None} for seat in shown["seats"]]
    return {**shown, "seats": seats, "tray_cents": None}


def _hand(hand: HandRow) -> HandRow:
    return replace(hand, detail={**hand.detail, "name": seat_name(hand.seat)})


def _table(state: Table) -> Table:
    seats = {
        seat: structs.replace(held, name=seat_name(seat)) for seat, held in state.seats.items()
    }
    return structs.replace(state, dealer=DEALER, seats=seats)


def _event(event: Event) -> Event:
    match event:
        case SeatTaken():
            return structs.replace(event, player_name=seat_name(event.seat))
        case DealerChanged() | TableOpened():
            return structs.replace(event, dealer=DEALER)
        case RoundVoided():
            return structs.replace(event, reason=VOID)
        case _:
            return event
