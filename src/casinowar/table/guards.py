"""Guards that the decisions share. A guard that fails raises; ``decide`` returns the refusal.

The first part is for programs that use the engine: a value of the wrong type is not a
move at the table but a mistake in the program, and raises a TypeError.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeGuard

from casinowar.errors import expect, shown
from casinowar.houses.house import Limits, WagerLimits
from casinowar.money import AMOUNT_MAX_CENTS, show_cents
from casinowar.table import events as e
from casinowar.table.clauses import SEALED_SHOE
from casinowar.table.refusals import Code, refuse
from casinowar.table.shoe import SealedShoe, Shoe
from casinowar.table.state import Action, Hand, Phase, Seat, Status, Table
from casinowar.table.words import money

NAME_MAX = 40

# --- the right types ------------------------------------------------------------------------------


def a_table(value: Table) -> None:
    """Raise a TypeError unless ``state`` is the state of a table."""
    expect("state", value, Table, "a Table, such as the state of a LiveTable")


def a_shoe(value: Shoe) -> None:
    """Raise a TypeError unless ``value`` is a Shoe."""
    if not hasattr(value, "lies_face_up"):
        words = "a Shoe, such as the shoe of a LiveTable"
        raise TypeError(f"shoe must be {words}, not {shown(value)}")


# --- amounts, names and seats ---------------------------------------------------------------------


def amount(cents: int, what: str, cites: str, low: int = 1, high: int = AMOUNT_MAX_CENTS) -> int:
    """The amount, if it is within its bounds."""
    if not low <= cents <= high:
        bounds = f"from {show_cents(low)} to {show_cents(high)}"
        refuse(Code.BAD_AMOUNT, f"{what} must be {bounds}.", cites)
    return cents


def name(value: str, what: str) -> str:
    """The name, if it can be shown: printable, not empty, not too long."""
    if not value.strip() or len(value) > NAME_MAX:
        refuse(Code.BAD_NAME, f"{what} must be 1 to {NAME_MAX} characters.", "policy")
    if not value.isprintable():
        refuse(Code.BAD_NAME, f"{what} must be printable.", "policy")
    return value


def sealed_shoe(shoe: Shoe) -> SealedShoe:
    """The shoe, if the house is committed to its seed."""
    if not isinstance(shoe, SealedShoe):
        words = "The shoes of this table are not sealed: nothing can be proved about them."
        refuse(Code.NOT_SEALED, words, SEALED_SHOE)
    return shoe


def is_open(state: Table) -> None:
    """Refuse unless the table is open."""
    if state.phase is Phase.CLOSED:
        refuse(Code.TABLE_CLOSED, "The table is closed.", state.house.cites.open_table)


def seat_number(state: Table, seat: int) -> int:
    """The seat, if this table has it."""
    seats = state.house.deal.seats
    if not 1 <= seat <= seats:
        refuse(
            Code.NO_SUCH_SEAT,
            f"Seats are numbered 1 to {seats} from the dealer's left.",
            state.house.cites.seats,
        )
    return seat


def seated(state: Table, seat: int) -> Seat:
    """The player at a seat."""
    holder = state.seats.get(seat_number(state, seat))
    if holder is None:
        refuse(Code.SEAT_EMPTY, f"Nobody sits in seat {seat}.", state.house.cites.seats)
    return holder


def is_undecided(hand: Hand | None) -> TypeGuard[Hand]:
    """Whether the player of a tied hand has to decide now."""
    return hand is not None and hand.status is Status.ASKED


def undecided_hand(state: Table, seat: int) -> Hand:
    """The tied hand at a seat whose player has to decide now."""
    seated(state, seat)
    hand = state.hands.get(seat)
    if not is_undecided(hand):
        refuse(
            Code.NOT_ASKED,
            f"Seat {seat} has no tied hand to decide: the choice comes when the first cards tie.",
            state.house.cites.choice,
        )
    return hand


def within_limits(
    limits: Limits, wager: WagerLimits, cents: int, what: str, cites_limits: str, cites_half: str
) -> int:
    """Refuse a wager outside the posted limits, or not a multiple of the wager step."""
    amount(cents, what, cites_half)
    if cents < wager.min_cents:
        minimum = show_cents(wager.min_cents, limits.symbol)
        refuse(Code.BELOW_MINIMUM, f"{what} is below the minimum of {minimum}.", cites_limits)
    if cents > wager.max_cents:
        maximum = show_cents(wager.max_cents, limits.symbol)
        refuse(Code.ABOVE_MAXIMUM, f"{what} is above the maximum of {maximum}.", cites_limits)
    rest = cents % limits.step_cents
    if rest:
        low, high = cents - rest, cents - rest + limits.step_cents
        refuse(
            Code.NOT_A_MULTIPLE,
            f"{what} of {show_cents(cents, limits.symbol)} is not a multiple of"
            f" {show_cents(limits.step_cents, limits.symbol)}, so its half could not be paid;"
            f" the nearest are {show_cents(low, limits.symbol)}"
            f" and {show_cents(high, limits.symbol)}.",
            cites_half,
        )
    return cents


def has_chips(state: Table, seat: int, cents: int, cites: str) -> None:
    """Refuse unless the player has enough chips."""
    chips = state.seats[seat].chips_cents
    if chips < cents:
        house = state.house
        refuse(
            Code.NOT_ENOUGH_CHIPS,
            f"Seat {seat} has {money(house, chips)} and needs {money(house, cents)}:"
            " buy chips first.",
            cites,
        )


def tray_holds(state: Table, cents: int) -> None:
    """Refuse unless the tray has enough chips: it never goes below zero."""
    if cents > state.tray_cents:
        house = state.house
        refuse(
            Code.TRAY_SHORT,
            f"The tray holds {money(house, state.tray_cents)} and needs {money(house, cents)}:"
            " the floor must bring a fill first.",
            house.cites.tray,
            cents - state.tray_cents,
        )


def tray_covers(state: Table, events: tuple[e.Event, ...]) -> None:
    """Refuse unless the tray can pay every movement, in order."""
    tray = state.tray_cents
    for event in events:
        change = _TRAY.get(type(event))
        if change is not None:
            tray += change(event)
            if tray < 0:
                tray_holds(state, state.tray_cents - tray)


def _reversed(event: e.MovementReversed) -> int:
    return event.amount_cents if event.action is Action.PAY else -event.amount_cents


_TRAY: dict[type[e.Event], Callable[[Any], int]] = {
    e.WagerPaid: lambda event: event.from_match_cents - event.amount_cents,
    e.WagerCollected: lambda event: event.amount_cents,
    e.WarMatched: lambda event: -event.amount_cents,
    e.MatchTakenBack: lambda event: event.amount_cents,
    e.MovementReversed: _reversed,
}
