"""A round as strangers see it: seats instead of names.

Every finished round has an address that can be shared. Whoever neither played in it nor oversees
the tables sees all of it but who the people were: names are replaced before anything is shown, so
no form of the round can have one.
"""

from __future__ import annotations

from dataclasses import replace

from casinowar.service.record.reader import StoredRound
from casinowar.store.port import HandRow
from casinowar.table.events import DealerChanged, Event, SeatTaken, TableOpened
from casinowar.table.state import Table

DEALER = ""  # a dealer without a name


def seat_name(seat: int) -> str:
    """What strangers call the player of a seat."""
    return f"Seat {seat}"


def without_names(found: StoredRound) -> StoredRound:
    """The round with seats for names, under the house's title: a table's own may name somebody."""
    hands = tuple(_hand(hand) for hand in found.row.hands)
    return replace(
        found,
        row=replace(found.row, hands=hands),
        title=found.house.title,
        start=_table(found.start),
        events=tuple(map(_event, found.events)),
    )


def _hand(hand: HandRow) -> HandRow:
    return replace(hand, detail={**hand.detail, "name": seat_name(hand.seat)})


def _table(state: Table) -> Table:
    seats = {seat: replace(held, name=seat_name(seat)) for seat, held in state.seats.items()}
    return replace(state, dealer=DEALER, seats=seats)


def _event(event: Event) -> Event:
    match event:
        case SeatTaken():
            return replace(event, player_name=seat_name(event.seat))
        case DealerChanged() | TableOpened():
            return replace(event, dealer=DEALER)
        case _:
            return event
