"""Who may see what of the record.

Staff with the right to see all rounds see all stored data. A player sees the rounds they
played in as the table showed them, except the ids of other players. Everybody else who has the
address of a round, a stranger, sees its cards, wagers and payments: seats instead of names, and no
balances. Names, and what the floor wrote about a void round, are replaced first, so that no form of
the round can show them. Chips of seats and tray are left out, with the events from which they could
be worked out.

A person's id is no secret and no key: the socket of a table names players by it. The record leaves
it out as unnecessary.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import cast

from msgspec import structs

from casinowar.service.history.reader import StoredRound
from casinowar.service.history.shapes import PastSeat, PastView
from casinowar.service.people.person import Person
from casinowar.service.refusals import ServiceCode, ServiceRefused, refuse
from casinowar.service.roles import Action, Role, may_do, not_allowed_to_do
from casinowar.store.interface import HandRow, RoundRow
from casinowar.table.events import (
    AnyEvent,
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
from casinowar.table.view import SeatView, View

NO_NAME = ""  # of the dealer
VOID = "the players were told why"


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """The person who reads, and their roles; ``STRANGER`` if nobody is signed in."""

    person: str
    roles: Collection[Role]

    @staticmethod
    def of(person: Person) -> Viewer:
        return Viewer(person=person.id, roles=person.roles)

    @property
    def sees_all(self) -> bool:
        """Whether the viewer may see all rounds, and everybody's id."""
        return may_do(self.roles, Action.SEE_ALL_ROUNDS)

    def need(self, action: Action) -> None:
        """Refuse unless the viewer may do this."""
        refusal = not_allowed_to_do(self.roles, action)
        if refusal is not None:
            raise ServiceRefused(refusal)

    def sees_names(self, row: RoundRow) -> bool:
        """Whether the viewer sees names: staff do, and players of the round."""
        return self.sees_all or any(hand.person == self.person for hand in row.hands)

    def only(self, person: str | None) -> str | None:
        """The person whose rounds are searched: the player; for staff any person."""
        if self.sees_all:
            return person
        self.need(Action.SEE_OWN_ROUNDS)
        if person not in {None, self.person}:
            refuse(ServiceCode.NOT_ALLOWED, "You can search only your own rounds.")
        return self.person

    def shown_id(self, person: str) -> str | None:
        """A person's id, if the viewer may see it."""
        return person if self.sees_all or person == self.person else None

    def event(self, event: Event) -> AnyEvent:
        """An event as the viewer may see it: without the ids of other players."""
        if isinstance(event, SeatTaken | SeatLeft) and self.shown_id(event.player) is None:
            event = structs.replace(event, player="")
        return cast("AnyEvent", event)

    def view(self, shown: View, title: str, *, balances: bool) -> PastView:
        """A view as the viewer may see it, at a table with this title."""
        seats = tuple(self._seat(seat, balances=balances) for seat in shown.seats)
        tray_cents = shown.tray_cents if balances else None
        fields = structs.asdict(shown) | {"title": title, "seats": seats, "tray_cents": tray_cents}
        return PastView(**fields)

    def _seat(self, seat: SeatView, *, balances: bool) -> PastSeat:
        chips_cents = seat.chips_cents if balances else None
        player = self.shown_id(seat.player) or ""
        fields = structs.asdict(seat) | {"player": player, "chips_cents": chips_cents}
        return PastSeat(**fields)


STRANGER = Viewer(person="", roles=())


# --- for strangers --------------------------------------------------------------------------------


def seat_name(seat: int) -> str:
    """The name of a seat's player for strangers."""
    return f"Seat {seat}"


def for_strangers(found: StoredRound) -> StoredRound:
    """The round without names, balances and the table's title, which may hold a name."""
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
    """Whether an event shows chips brought to the table or taken away; no card or wager moves."""
    return isinstance(event, ChipsBought | SeatLeft | TrayFilled | TrayCredited)


def _hand(hand: HandRow) -> HandRow:
    return replace(hand, detail={**hand.detail, "name": seat_name(hand.seat)})


def _table(state: Table) -> Table:
    seats = {
        seat: structs.replace(held, name=seat_name(seat)) for seat, held in state.seats.items()
    }
    return structs.replace(state, dealer=NO_NAME, seats=seats)


def _event(event: Event) -> Event:
    match event:
        case SeatTaken():
            return structs.replace(event, player_name=seat_name(event.seat))
        case DealerChanged() | TableOpened():
            return structs.replace(event, dealer=NO_NAME)
        case RoundVoided():
            return structs.replace(event, reason=VOID)
        case _:
            return event
