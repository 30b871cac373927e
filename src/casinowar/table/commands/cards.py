"""Commands for the table and its cards, from opening to the loaded shoe."""

from __future__ import annotations

from datetime import date

from casinowar.houses.house import Shuffling
from casinowar.table.clauses import (
    SEALED_SHOE,
    collect_clause,
    cut_clause,
    decks_clause,
    look_clause,
    shuffle_clause,
    spread_clause,
    store_clause,
    turning_clause,
)
from casinowar.table.commands.base import (
    DealerCommand,
    DealerStep,
    FloorCommand,
    FloorStep,
    PlayerCommand,
)
from casinowar.table.message import Text, Whole
from casinowar.table.state import Phase, Table
from casinowar.table.words import batch_words, decks_words

# --- floor: the table, its staff and its tray -----------------------------------------------------


class OpenTable(FloorCommand, name="open_table"):
    """Open the table for a gaming day with decks, a dealer and chips in the tray."""

    day: date
    dealer: Text
    tray_cents: Whole
    decks: Whole | None = None  # in one shoe; None: the house's default
    shuffling: Shuffling | None = None
    sealed: bool = False  # players contribute to each shoe, and can verify it afterwards
    physical: bool = False  # real cards: the dealer enters each card that leaves the shoe


class ChangeDealer(FloorCommand, name="change_dealer"):
    """Send a new dealer to the table."""

    dealer: Text


class TakeOver(DealerCommand, name="take_over"):
    """Take the table over from the dealer who leaves, with the chips in the tray counted."""

    dealer: Text
    counted_cents: Whole


class StartGamingDay(FloorCommand, name="start_gaming_day"):
    """Start a new gaming day at a table that stays open."""

    day: date


class FillTray(FloorCommand, name="fill_tray"):
    """Bring chips from the cage to the tray."""

    amount_cents: Whole


class CreditTray(FloorCommand, name="credit_tray"):
    """Send chips from the tray back to the cage."""

    amount_cents: Whole


class CloseTable(FloorCommand, name="close_table"):
    """Close the table; players leave with their chips."""


FloorTopic = (
    OpenTable | ChangeDealer | TakeOver | StartGamingDay | FillTray | CreditTray | CloseTable
)


# --- decks: new cards -----------------------------------------------------------------------------


class ReceiveDecks(DealerStep, name="receive_decks"):
    """Receive the decks; one colour of back for each batch, another for the cutting card."""

    decks: Whole
    backs: tuple[Text, ...]
    cutting_card: Text

    def words(self, state: Table) -> tuple[str, str]:
        return f"receive {decks_words(self.decks)}", decks_clause(state)


class InspectDecks(DealerStep, name="inspect_decks"):
    """Sort and inspect the decks."""

    def words(self, state: Table) -> tuple[str, str]:
        return "sort and inspect the decks", state.house.cites.inspect


class VerifyInspection(FloorStep, name="verify_inspection"):
    """Verify the dealer's inspection of the decks."""

    def words(self, state: Table) -> tuple[str, str]:
        if state.phase is Phase.OBJECTION:
            words = "have the floorperson look into the objection and verify the cards again"
            return words, state.house.cites.verify
        return "have the floorperson verify the inspection", state.house.cites.verify


class ReportBadDecks(DealerCommand, name="report_bad_decks"):
    """Report decks that fail the inspection; others replace them."""

    reason: Text


class RejectDecks(FloorCommand, name="reject_decks"):
    """Fail an inspection, or uphold an objection: other decks replace these."""

    reason: Text


class ChangeCards(FloorStep, name="change_cards"):
    """Take the cards off the table; new decks follow."""

    def words(self, state: Table) -> tuple[str, str]:
        words = "change the cards: they are from an earlier gaming day"
        return words, state.house.cites.card_change


DecksTopic = (
    ReceiveDecks | InspectDecks | VerifyInspection | ReportBadDecks | RejectDecks | ChangeCards
)


# --- spread: cards on the table for players to see, and the idle table ----------------------------


class SpreadCards(DealerStep, name="spread_cards"):
    """Spread one batch face up, by suit and in sequence."""

    batch: Whole = 1

    def words(self, state: Table) -> tuple[str, str]:
        batch = batch_words(state, self.batch)
        return f"spread {batch} face up by suit and in sequence", spread_clause(state)


class ShowCards(DealerStep, name="show_cards"):
    """Give a player time to inspect the cards."""

    seat: Whole

    def words(self, state: Table) -> tuple[str, str]:
        return f"let seat {self.seat} look at the cards", look_clause(state)


class ObjectToCards(PlayerCommand, name="object_to_cards"):
    """Object to the cards that were shown, before they are turned face down."""


class TurnCardsUp(DealerStep, name="turn_cards_up"):
    """Turn up cards that were spread face down."""

    def words(self, state: Table) -> tuple[str, str]:
        return "turn the spread cards face up", state.house.cites.idle


class TurnCardsDown(DealerStep, name="turn_cards_down"):
    """Turn one batch face down."""

    batch: Whole = 1

    def words(self, state: Table) -> tuple[str, str]:
        return f"turn {batch_words(state, self.batch)} face down", turning_clause(state)


class WashCards(DealerStep, name="wash_cards"):
    """Mix the cards thoroughly on the table."""

    def words(self, state: Table) -> tuple[str, str]:
        return "wash the cards", turning_clause(state)


class StackCards(DealerStep, name="stack_cards"):
    """Stack one batch."""

    batch: Whole = 1

    def words(self, state: Table) -> tuple[str, str]:
        return f"stack {batch_words(state, self.batch)}", turning_clause(state)


class SpreadIdleCards(DealerStep, name="spread_idle_cards"):
    """Nobody is playing: take the cards out of the shoe and the rack and spread them."""

    face_up: bool = True

    def words(self, state: Table) -> tuple[str, str]:
        words = "take the cards out of the shoe and the rack and spread them"
        return words, state.house.cites.idle


class OrderIdleSpread(FloorCommand, name="order_idle_spread"):
    """Have the cards spread because the seated players are not betting."""


class RequestSpread(PlayerCommand, name="request_spread"):
    """Ask to see the stored batch before it is dealt."""


SpreadTopic = (
    SpreadCards
    | ShowCards
    | ObjectToCards
    | TurnCardsUp
    | TurnCardsDown
    | WashCards
    | StackCards
    | SpreadIdleCards
    | OrderIdleSpread
    | RequestSpread
)


# --- shuffle --------------------------------------------------------------------------------------


class ShuffleCards(DealerStep, name="shuffle_cards"):
    """Shuffle into one stack, by hand or with the device."""

    def words(self, state: Table) -> tuple[str, str]:
        return "shuffle the cards", shuffle_clause(state)


class ShuffleStoredBatch(DealerStep, name="shuffle_stored_batch"):
    """Have the device shuffle and store the batch that is not in play."""

    def words(self, state: Table) -> tuple[str, str]:
        other = 3 - state.batch_in_play
        return f"shuffle and store batch {other} in the device", store_clause(state)


class SwapBatches(DealerStep, name="swap_batches"):
    """Take the shuffled batch out of the device and put the other one in."""

    def words(self, state: Table) -> tuple[str, str]:
        return "swap the batches of the shuffler", state.house.cites.batches


class ReportShufflerFault(DealerCommand, name="report_shuffler_fault"):
    """Report that the shuffler jammed, stopped or did not complete its cycle."""


class CollectCards(DealerStep, name="collect_cards"):
    """Take the cards of a finished shoe out of the shoe and the rack."""

    def words(self, state: Table) -> tuple[str, str]:
        return "take the cards out of the shoe and the rack", collect_clause(state)


class OrderReshuffle(FloorCommand, name="order_reshuffle"):
    """Reshuffle at the casino's discretion."""


ShuffleTopic = (
    ShuffleCards
    | ShuffleStoredBatch
    | SwapBatches
    | ReportShufflerFault
    | CollectCards
    | OrderReshuffle
)


# --- fair: contributions of players to a sealed shoe ----------------------------------------------


class SealContribution(PlayerCommand, name="seal_contribution"):
    """Contribute to the shuffle: the commitment to a secret value, in 64 hexadecimal digits."""

    commitment: Text


class CloseContributions(DealerStep, name="close_contributions"):
    """Close the contributions: from now on the stack is fixed, and nobody can read it."""

    def words(self, state: Table) -> tuple[str, str]:  # noqa: ARG002 - the same at every table
        return "close the contributions to the shuffle", SEALED_SHOE


class OpenContribution(PlayerCommand, name="open_contribution"):
    """Reveal the value that was sealed, in 64 hexadecimal digits."""

    value: Text


FairTopic = SealContribution | CloseContributions | OpenContribution


# --- cut: from the shuffled stack to the loaded shoe ----------------------------------------------


class OfferCut(DealerStep, name="offer_cut"):
    """Offer the stack to a player to cut."""

    seat: Whole

    def words(self, state: Table) -> tuple[str, str]:
        return f"offer the cut to seat {self.seat}", cut_clause(state)


class TakeCut(PlayerCommand, name="take_cut"):
    """Cut the stack; ``cards`` counts from the front."""

    cards: Whole


class RefuseCut(PlayerCommand, name="refuse_cut"):
    """Decline the cut; it is offered to the next player."""


class CutCards(DealerStep, name="cut_cards"):
    """Cut the stack as the dealer, if no player does: in the middle, unless ``cards`` is given.

    In a sealed shoe the position is derived, and ``cards`` must be omitted.
    """

    cards: Whole | None = None

    def words(self, state: Table) -> tuple[str, str]:
        return "cut the cards yourself, as no player does", state.house.cites.cut_passed


class PlaceCuttingCard(DealerStep, name="place_cutting_card"):
    """Insert the cutting card; ``cards_behind`` counts from the back (default: the house's depth).

    In a sealed shoe the depth is derived, and ``cards_behind`` must be omitted.
    """

    cards_behind: Whole | None = None

    def words(self, state: Table) -> tuple[str, str]:
        return "put the cutting card in", state.house.cites.cutting_card


class LoadShoe(DealerStep, name="load_shoe"):
    """Put the stack into the dealing shoe."""

    def words(self, state: Table) -> tuple[str, str]:
        return "put the stack into the shoe", state.house.cites.shoe


CutTopic = OfferCut | TakeCut | RefuseCut | CutCards | PlaceCuttingCard | LoadShoe
