"""Events of players before the deal: seats, chips and wagers.

A union at the end of each part names the topic whose module evolves its events (``play/``).
"""

from __future__ import annotations

from casinowar.houses.house import House, WagerForm
from casinowar.table.events.base import Event
from casinowar.table.message import Text, Whole
from casinowar.table.state import Wager
from casinowar.table.words import money, wager_words

# --- seats ----------------------------------------------------------------------------------------


class SeatTaken(Event, name="seat_taken"):
    """A player sat down."""

    seat: Whole
    player: Text  # the id
    player_name: Text

    def text(self, house: House) -> str:
        return f"{self.player_name} takes seat {self.seat}"


class SeatLeft(Event, name="seat_left"):
    """A player stood up with all chips."""

    seat: Whole
    player: Text  # the id
    chips_cents: Whole

    def text(self, house: House) -> str:
        return f"Seat {self.seat} leaves with {money(house, self.chips_cents)}"


class ChipsBought(Event, name="chips_bought"):
    """Cash went into the drop box, chips to the player."""

    seat: Whole
    cash_cents: Whole

    def text(self, house: House) -> str:
        return f"Seat {self.seat} buys chips for {money(house, self.cash_cents)}"


class PlayerSatOut(Event, name="player_sat_out"):
    """A player keeps the seat without betting; the table does not wait."""

    seat: Whole

    def text(self, house: House) -> str:
        return f"Seat {self.seat} sits out"


class PlayerReturned(Event, name="player_returned"):
    """A player who sat out plays again."""

    seat: Whole

    def text(self, house: House) -> str:
        return f"Seat {self.seat} returns to play"


SeatsEvent = SeatTaken | SeatLeft | ChipsBought | PlayerSatOut | PlayerReturned


# --- wagers ---------------------------------------------------------------------------------------


class WagerPlaced(Event, name="wager_placed"):
    """A wager was put on its betting area."""

    seat: Whole
    wager: Wager
    side: str | None = None
    amount_cents: Whole
    form: WagerForm

    def text(self, house: House) -> str:
        wager = wager_words(house, self.wager, self.side)
        amount = money(house, self.amount_cents)
        if self.form is WagerForm.COUPON:
            return f"Seat {self.seat} bets a coupon of {amount}: {wager}"
        return f"Seat {self.seat} bets {amount} in {self.form}: {wager}"


class WagersTakenBack(Event, name="wagers_taken_back"):
    """A player took back all wagers before the deal."""

    seat: Whole
    amount_cents: Whole

    def text(self, house: House) -> str:
        return f"Seat {self.seat} takes {money(house, self.amount_cents)} back"


class WagersReturned(Event, name="wagers_returned"):
    """The wagers of a round that was not dealt, including any coupon, went back to the player."""

    seat: Whole
    amount_cents: Whole
    coupon_cents: Whole = 0
    reason: Text

    def text(self, house: House) -> str:
        back = money(house, self.amount_cents)
        if self.coupon_cents:
            back += f" and a coupon of {money(house, self.coupon_cents)}"
        return f"Seat {self.seat} gets {back} back before the deal: {self.reason}"


class NoMoreBetsAnnounced(Event, name="no_more_bets"):
    """The dealer said "no more bets"."""

    round: Whole

    def text(self, house: House) -> str:
        return f"Round {self.round}: “No more bets”"


WagersEvent = WagerPlaced | WagersTakenBack | WagersReturned | NoMoreBetsAnnounced
