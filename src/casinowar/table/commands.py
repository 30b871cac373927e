"""Everything that anyone at the table can do, in the imperative.

Each command belongs to a role. Dealer and floor steps can be automated (``automation.py``);
what a player does is never done for them, except by the no-answer policy.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import ClassVar

from casinowar.houses.house import Shuffling, WagerForm
from casinowar.table.message import message


class Role(StrEnum):
    """Who may give a command."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOOR = "floor"


@message
class Command:
    """Anything said or done to the table."""

    role: ClassVar[Role]


@message
class PlayerCommand(Command):
    """What a player does, at their seat."""

    role: ClassVar[Role] = Role.PLAYER
    seat: int


@message
class DealerCommand(Command):
    """A step of the dealer."""

    role: ClassVar[Role] = Role.DEALER


@message
class FloorCommand(Command):
    """A step of the floorperson."""

    role: ClassVar[Role] = Role.FLOOR


# --- the floor -----------------------------------------------------------------------------------


@message
class OpenTable(FloorCommand):
    """Open the table for a gaming day with decks, a dealer and chips in the tray."""

    day: date
    dealer: str
    tray_cents: int
    decks: int | None = None  # of one shoe; the house's default otherwise
    shuffling: Shuffling | None = None


@message
class VerifyInspection(FloorCommand):
    """Verify the dealer's inspection of the cards."""


@message
class ChangeDealer(FloorCommand):
    """Send a new dealer to the table."""

    dealer: str


@message
class StartGamingDay(FloorCommand):
    """A new gaming day begins at a table that stays open."""

    day: date


@message
class OrderReshuffle(FloorCommand):
    """Reshuffle at the casino's discretion."""


@message
class ChangeCards(FloorCommand):
    """Take the cards off the table; new decks follow."""


@message
class VoidRound(FloorCommand):
    """Void every hand of a round that cannot be finished."""

    reason: str


@message
class CloseTable(FloorCommand):
    """Close the table."""


# --- the dealer: cards ---------------------------------------------------------------------------


@message
class ReceiveDecks(DealerCommand):
    """Receive the decks; one colour of back for each batch, another for the cutting card."""

    decks: int
    backs: tuple[str, ...]
    cutting_card: str


@message
class InspectDecks(DealerCommand):
    """Sort and inspect the decks."""


@message
class SpreadCards(DealerCommand):
    """Spread one batch face up, by suit and in sequence."""

    batch: int = 1


@message
class ShowCards(DealerCommand):
    """Give the first player the time to look the cards over."""

    seat: int


@message
class TurnCardsUp(DealerCommand):
    """Turn cards that were spread face down face up."""


@message
class TurnCardsDown(DealerCommand):
    """Turn one batch face down."""

    batch: int = 1


@message
class WashCards(DealerCommand):
    """Mix the cards thoroughly on the table."""


@message
class StackCards(DealerCommand):
    """Stack one batch."""

    batch: int = 1


@message
class ShuffleCards(DealerCommand):
    """Shuffle into one stack, by hand or by the device."""


@message
class SwapBatches(DealerCommand):
    """Take the shuffled batch out of the device and put the other one in."""


@message
class ReportShufflerFault(DealerCommand):
    """The shuffler jammed, stopped or did not finish its cycle."""


@message
class OfferCut(DealerCommand):
    """Offer the stack to be cut."""

    seat: int


@message
class CutCards(DealerCommand):
    """The dealer's own cut, where no player takes it."""

    cards: int


@message
class PlaceCuttingCard(DealerCommand):
    """Put the cutting card in, so many cards from the back."""

    cards_behind: int


@message
class LoadShoe(DealerCommand):
    """Put the stack into the dealing shoe."""


@message
class CollectCards(DealerCommand):
    """Take the cards of a finished shoe out of shoe and rack."""


@message
class SpreadIdleCards(DealerCommand):
    """No gaming activity: take the cards out and spread them."""

    face_up: bool


# --- the dealer: a round -------------------------------------------------------------------------


@message
class BurnCard(DealerCommand):
    """Put the next card face down into the rack, unseen."""


@message
class AnnounceNoMoreBets(DealerCommand):
    """Say "no more bets"."""


@message
class DealCard(DealerCommand):
    """Deal the next card face up to a seat, or to the dealer (seat 0)."""

    seat: int


@message
class SettleHand(DealerCommand):
    """Compare one hand of the original deal and settle what is decided."""

    seat: int


@message
class SettleSurrender(DealerCommand):
    """Collect what a surrender costs and return the rest."""

    seat: int


@message
class ConfirmWar(DealerCommand):
    """Confirm one war wager and move the first wager as the house does."""

    seat: int


@message
class SettleWar(DealerCommand):
    """Compare one hand of the war deal and settle it."""

    seat: int


@message
class RackCards(DealerCommand):
    """Put the cards that are due into the discard rack, in order."""


# --- the dealer: irregularities ------------------------------------------------------------------


@message
class SetAsideFaceUpCard(DealerCommand):
    """The next card lies face up in the shoe: put it into the rack, unused."""


@message
class DrawInError(DealerCommand):
    """A card left the shoe in error, its face not exposed."""


@message
class ReportMissedSeat(DealerCommand):
    """A seat with a wager was not dealt a card."""

    seat: int


@message
class CallTime(DealerCommand):
    """A player gave no decision in time: the house's policy decides."""

    seat: int


# --- players -------------------------------------------------------------------------------------


@message
class TakeSeat(PlayerCommand):
    """Sit down; an age is given where somebody asked for it."""

    player: str
    age_years: int | None = None


@message
class BuyChips(PlayerCommand):
    """Put cash on the table for chips."""

    cash_cents: int


@message
class LeaveSeat(PlayerCommand):
    """Stand up with all chips."""


@message
class PlaceWagers(PlayerCommand):
    """Put wagers on the layout before "no more bets"; zero is none of that kind."""

    initial_cents: int = 0
    tie_cents: int = 0
    coupon_cents: int = 0
    sides: tuple[tuple[str, int], ...] = ()
    form: WagerForm = WagerForm.CHIPS


@message
class BetCashAloud(PlayerCommand):
    """A spoken bet with cash."""

    amount_cents: int


@message
class TakeBackWagers(PlayerCommand):
    """Take all placed wagers back before the deal."""


@message
class TouchCards(PlayerCommand):
    """Handle a card."""


@message
class TakeCut(PlayerCommand):
    """Cut the stack, so many cards from the front."""

    cards: int


@message
class RefuseCut(PlayerCommand):
    """Leave the cut to somebody else."""


@message
class RequestSpread(PlayerCommand):
    """Ask to see the stored batch spread before it is dealt."""


@message
class SurrenderHand(PlayerCommand):
    """Surrender a tied hand."""


@message
class GoToWar(PlayerCommand):
    """Put down the war wager, and perhaps a Tie wager on the war deal."""

    war_tie_cents: int = 0


@message
class PlaceWarTie(PlayerCommand):
    """Put down a Tie wager on the war deal after the war wager."""

    tie_cents: int
