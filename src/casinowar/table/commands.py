"""Everything that anyone at the table can do, in the imperative.

Each command belongs to a role. Dealer and floor steps can be automated (``automation.py``);
what a player does is never done for them, except by the no-answer policy.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import ClassVar

from casinowar.houses.house import Shuffling, WagerForm


class Role(StrEnum):
    """Who may give a command."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOOR = "floor"


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Anything said or done to the table."""

    role: ClassVar[Role]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCommand(Command):
    """What a player does, at their seat."""

    role: ClassVar[Role] = Role.PLAYER
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerCommand(Command):
    """A step of the dealer."""

    role: ClassVar[Role] = Role.DEALER


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorCommand(Command):
    """A step of the floorperson."""

    role: ClassVar[Role] = Role.FLOOR


# --- the floor -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable(FloorCommand):
    """Open the table for a gaming day with decks, a dealer and chips in the tray."""

    day: date
    dealer: str
    tray_cents: int
    decks: int | None = None  # of one shoe; the house's default otherwise
    shuffling: Shuffling | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyInspection(FloorCommand):
    """Verify the dealer's inspection of the cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeDealer(FloorCommand):
    """Send a new dealer to the table."""

    dealer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StartGamingDay(FloorCommand):
    """A new gaming day begins at a table that stays open."""

    day: date


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderReshuffle(FloorCommand):
    """Reshuffle at the casino's discretion."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeCards(FloorCommand):
    """Take the cards off the table; new decks follow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidRound(FloorCommand):
    """Void every hand of a round that cannot be finished."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseTable(FloorCommand):
    """Close the table."""


# --- the dealer: cards ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiveDecks(DealerCommand):
    """Receive the decks; one colour of back for each batch, another for the cutting card."""

    decks: int
    backs: tuple[str, ...]
    cutting_card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InspectDecks(DealerCommand):
    """Sort and inspect the decks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpreadCards(DealerCommand):
    """Spread one batch face up, by suit and in sequence."""

    batch: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowCards(DealerCommand):
    """Give the first player the time to look the cards over."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnCardsUp(DealerCommand):
    """Turn cards that were spread face down face up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnCardsDown(DealerCommand):
    """Turn one batch face down."""

    batch: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class WashCards(DealerCommand):
    """Mix the cards thoroughly on the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StackCards(DealerCommand):
    """Stack one batch."""

    batch: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleCards(DealerCommand):
    """Shuffle into one stack, by hand or by the device."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapBatches(DealerCommand):
    """Take the shuffled batch out of the device and put the other one in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportShufflerFault(DealerCommand):
    """The shuffler jammed, stopped or did not finish its cycle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferCut(DealerCommand):
    """Offer the stack to be cut."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CutCards(DealerCommand):
    """The dealer's own cut, where no player takes it."""

    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceCuttingCard(DealerCommand):
    """Put the cutting card in, so many cards from the back."""

    cards_behind: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadShoe(DealerCommand):
    """Put the stack into the dealing shoe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectCards(DealerCommand):
    """Take the cards of a finished shoe out of shoe and rack."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpreadIdleCards(DealerCommand):
    """No gaming activity: take the cards out and spread them."""

    face_up: bool


# --- the dealer: a round -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnCard(DealerCommand):
    """Put the next card face down into the rack, unseen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnounceNoMoreBets(DealerCommand):
    """Say "no more bets"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCard(DealerCommand):
    """Deal the next card face up to a seat, or to the dealer (seat 0)."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleHand(DealerCommand):
    """Compare one hand of the original deal and settle what is decided."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleSurrender(DealerCommand):
    """Collect what a surrender costs and return the rest."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmWar(DealerCommand):
    """Confirm one war wager and move the first wager as the house does."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleWar(DealerCommand):
    """Compare one hand of the war deal and settle it."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RackCards(DealerCommand):
    """Put the cards that are due into the discard rack, in order."""


# --- the dealer: irregularities ------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAsideFaceUpCard(DealerCommand):
    """The next card lies face up in the shoe: put it into the rack, unused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawInError(DealerCommand):
    """A card left the shoe in error, its face not exposed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportMissedSeat(DealerCommand):
    """A seat with a wager was not dealt a card."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTime(DealerCommand):
    """A player gave no decision in time: the house's policy decides."""

    seat: int


# --- players -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSeat(PlayerCommand):
    """Sit down."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyChips(PlayerCommand):
    """Put cash on the table for chips."""

    cash_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveSeat(PlayerCommand):
    """Stand up with all chips."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceWagers(PlayerCommand):
    """Put wagers on the layout before "no more bets"; zero is none of that kind."""

    initial_cents: int = 0
    tie_cents: int = 0
    coupon_cents: int = 0
    sides: tuple[tuple[str, int], ...] = ()
    form: WagerForm = WagerForm.CHIPS


@dataclass(frozen=True, slots=True, kw_only=True)
class BetCashAloud(PlayerCommand):
    """A spoken bet with cash."""

    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackWagers(PlayerCommand):
    """Take all placed wagers back before the deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchCards(PlayerCommand):
    """Handle a card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeCut(PlayerCommand):
    """Cut the stack, so many cards from the front."""

    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseCut(PlayerCommand):
    """Leave the cut to somebody else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestSpread(PlayerCommand):
    """Ask to see the stored batch spread before it is dealt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SurrenderHand(PlayerCommand):
    """Surrender a tied hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoToWar(PlayerCommand):
    """Put down the war wager, and perhaps a Tie wager on the war deal."""

    war_tie_cents: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceWarTie(PlayerCommand):
    """Put down a Tie wager on the war deal after the war wager."""

    tie_cents: int
