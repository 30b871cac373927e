"""Small guards that the decisions share. A guard that fails raises, ``decide`` answers."""

from __future__ import annotations

from typing import NoReturn

from casinowar.houses.house import Limits, WagerLimits
from casinowar.money import AMOUNT_MAX_CENTS, show_cents
from casinowar.table.refusals import Code, Refusal
from casinowar.table.state import Hand, Seat, Status, Table

NAME_MAX = 40


class Refused(Exception):  # noqa: N818 - it is an answer, not an error
    """Carries a refusal from a guard up to ``decide``."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def refuse(code: Code, sentence: str, cites: str) -> NoReturn:
    """Refuse the command."""
    raise Refused(Refusal(code=code, sentence=sentence, cites=cites))


def whole(value: object, what: str, cites: str, low: int = 1, high: int = AMOUNT_MAX_CENTS) -> int:
    """A whole number in its bounds; booleans, floats and text are none."""
    if type(value) is not int:
        refuse(Code.BAD_AMOUNT, f"{what} must be a whole number of minor units.", cites)
    if not low <= value <= high:
        refuse(Code.BAD_AMOUNT, f"{what} must be from {low} to {high}.", cites)
    return value


def name(value: object, what: str) -> str:
    """A name that can be shown: text, not empty, not long."""
    if not isinstance(value, str) or not value.strip() or len(value) > NAME_MAX:
        refuse(Code.BAD_NAME, f"{what} must be 1 to {NAME_MAX} characters.", "policy")
    if not value.isprintable():
        refuse(Code.BAD_NAME, f"{what} must be printable.", "policy")
    return value


def seat_number(state: Table, seat: object) -> int:
    """A seat that this table has."""
    seats = state.house.deal.seats
    if type(seat) is not int or not 1 <= seat <= seats:
        refuse(
            Code.NO_SUCH_SEAT,
            f"Seats are numbered 1 to {seats} from the dealer's left.",
            state.house.cites.seats,
        )
    return seat


def seated(state: Table, seat: object) -> Seat:
    """The player at a seat."""
    holder = state.seats.get(seat_number(state, seat))
    if holder is None:
        refuse(Code.SEAT_EMPTY, f"Nobody sits at seat {seat}.", state.house.cites.seats)
    return holder


def asked(state: Table, seat: object) -> Hand:
    """The tied hand at a seat whose player has the choice."""
    seated(state, seat)
    hand = state.hands.get(seat) if isinstance(seat, int) else None
    if hand is None or hand.status is not Status.ASKED:
        refuse(
            Code.NOT_ASKED,
            f"Seat {seat} has no tied hand to decide: the choice comes when the first cards tie.",
            state.house.cites.choice,
        )
    return hand


def within_limits(
    limits: Limits, wager: WagerLimits, cents: object, what: str, cites_limits: str, cites_half: str
) -> int:
    """A wager that the posted limits and the wager step allow."""
    amount = whole(cents, what, cites_half)
    if amount < wager.min_cents:
        minimum = show_cents(wager.min_cents, limits.symbol)
        refuse(Code.BELOW_MINIMUM, f"{what} is below the minimum of {minimum}.", cites_limits)
    if amount > wager.max_cents:
        maximum = show_cents(wager.max_cents, limits.symbol)
        refuse(Code.ABOVE_MAXIMUM, f"{what} is above the maximum of {maximum}.", cites_limits)
    rest = amount % limits.step_cents
    if rest:
        low, high = amount - rest, amount - rest + limits.step_cents
        refuse(
            Code.BAD_STEP,
            f"{what} of {show_cents(amount, limits.symbol)} is not a multiple of"
            f" {show_cents(limits.step_cents, limits.symbol)}, so its half could not be paid;"
            f" the nearest are {show_cents(low, limits.symbol)}"
            f" and {show_cents(high, limits.symbol)}.",
            cites_half,
        )
    return amount


def has_chips(state: Table, seat: int, cents: int, cites: str) -> None:
    """Enough chips in front of the player."""
    chips = state.seats[seat].chips_cents
    if chips < cents:
        symbol = state.house.limits.symbol
        refuse(
            Code.NOT_ENOUGH_CHIPS,
            f"Seat {seat} has {show_cents(chips, symbol)} and needs {show_cents(cents, symbol)}:"
            " buy chips first.",
            cites,
        )
