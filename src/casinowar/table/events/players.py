"""What players do before the deal: seats, chips and wagers.

A union at the end of each part names the topic whose module evolves its events (``play/``).
"""

from __future__ import annotations

from casinowar.houses.house import House, WagerForm
from casinowar.table.events.base import Event
from casinowar.table.message import message
from casinowar.table.state import Wager
from casinowar.table.words import money, wager_words

# --- seats ----------------------------------------------------------------------------------------


@message
class SeatTaken(Event, name="seat_taken", version=2):
    """A player sat down."""

    seat: int
    player: str  # the id
    player_name: str

    def text(self, house: House) -> str:
        return f"{self.player_name} takes seat {self.seat}"


@message
class SeatLeft(Event, name="seat_left", version=2):
    """A player stood up with all chips."""

    seat: int
    player: str  # the id
    chips_cents: int

    def text(self, house: House) -> str:
        return f"Seat {self.seat} leaves with {money(house, self.chips_cents)}"


@message
class ChipsBought(Event, name="chips_bought"):
    """Cash went into the drop box, chips to the player."""

    seat: int
    cash_cents: int

    def text(self, house: House) -> str:
        return f"Seat {self.seat} buys chips for {money(house, self.cash_cents)}"


@message
class PlayerSatOut(Event, name="player_sat_out"):
    """A player keeps the seat without betting; the table does not wait."""

    seat: int

    def text(self, house: House) -> str:
        return f"Seat {self.seat} sits out"


@message
class PlayerReturned(Event, name="player_returned"):
    """A player who sat out plays again."""

    seat: int

    def text(self, house: House) -> str:
        return f"Seat {self.seat} returns to play"


SeatsEvent = SeatTaken | SeatLeft | ChipsBought | PlayerSatOut | PlayerReturned


# --- wagers ---------------------------------------------------------------------------------------


@message
class WagerPlaced(Event, name="wager_placed", version=2):
    """A wager was put on its betting area."""

    seat: int
    wager: Wager
    side: str | None = None
    amount_cents: int
    form: WagerForm

    def text(self, house: House) -> str:
        wager = wager_words(house, self.wager, self.side)
        return f"Seat {self.seat} bets {money(house, self.amount_cents)} in {self.form}: {wager}"


@message
class WagersTakenBack(Event, name="wagers_taken_back"):
    """A player took back all wagers before the deal."""

    seat: int
    amount_cents: int

    def text(self, house: House) -> str:
        return f"Seat {self.seat} takes {money(house, self.amount_cents)} back"


@message
class WagersReturned(Event, name="wagers_returned"):
    """The wagers of a round that was not dealt, including any coupon, went back to the player."""

    seat: int
    amount_cents: int
    coupon_cents: int = 0
    reason: str

    def text(self, house: House) -> str:
        back = money(house, self.amount_cents)
        if self.coupon_cents:
            back += f" and a coupon of {money(house, self.coupon_cents)}"
        return f"Seat {self.seat} gets {back} back before the deal: {self.reason}"


@message
class NoMoreBetsAnnounced(Event, name="no_more_bets"):
    """The dealer said "no more bets"."""

    round: int

    def text(self, house: House) -> str:
        return f"Round {self.round}: “No more bets”"


WagersEvent = WagerPlaced | WagersTakenBack | WagersReturned | NoMoreBetsAnnounced
