"""What can be done with the table and its cards, from opening to the loaded shoe."""

from __future__ import annotations

from datetime import date

from casinowar.houses.house import Shuffling
from casinowar.table.commands.base import DealerCommand, FloorCommand, PlayerCommand
from casinowar.table.message import message

# --- floor: the table, its staff and its tray -----------------------------------------------------


@message
class OpenTable(FloorCommand, name="open_table"):
    """Open the table for a gaming day with decks, a dealer and chips in the tray."""

    day: date
    dealer: str
    tray_cents: int
    decks: int | None = None  # in one shoe; the house's default otherwise
    shuffling: Shuffling | None = None


@message
class ChangeDealer(FloorCommand, name="change_dealer"):
    """Send a new dealer to the table."""

    dealer: str


@message
class StartGamingDay(FloorCommand, name="start_gaming_day"):
    """Start a new gaming day at a table that stays open."""

    day: date


@message
class FillTray(FloorCommand, name="fill_tray"):
    """Bring chips from the cage to the tray."""

    amount_cents: int


@message
class CreditTray(FloorCommand, name="credit_tray"):
    """Send chips from the tray back to the cage."""

    amount_cents: int


@message
class CloseTable(FloorCommand, name="close_table"):
    """Close the table; players leave with their chips."""


FloorTopic = OpenTable | ChangeDealer | StartGamingDay | FillTray | CreditTray | CloseTable


# --- decks: new cards -----------------------------------------------------------------------------


@message
class ReceiveDecks(DealerCommand, name="receive_decks"):
    """Receive the decks; one colour of back for each batch, another for the cutting card."""

    decks: int
    backs: tuple[str, ...]
    cutting_card: str


@message
class InspectDecks(DealerCommand, name="inspect_decks"):
    """Sort and inspect the decks."""


@message
class VerifyInspection(FloorCommand, name="verify_inspection"):
    """Verify the dealer's inspection of the decks."""


@message
class ChangeCards(FloorCommand, name="change_cards"):
    """Take the cards off the table; new decks follow."""


DecksTopic = ReceiveDecks | InspectDecks | VerifyInspection | ChangeCards


# --- spread: cards on the table for players to see, and the idle table ----------------------------


@message
class SpreadCards(DealerCommand, name="spread_cards"):
    """Spread one batch face up, by suit and in sequence."""

    batch: int = 1


@message
class ShowCards(DealerCommand, name="show_cards"):
    """Give a player time to look at the cards."""

    seat: int


@message
class TurnCardsUp(DealerCommand, name="turn_cards_up"):
    """Turn cards that were spread face down face up."""


@message
class TurnCardsDown(DealerCommand, name="turn_cards_down"):
    """Turn one batch face down."""

    batch: int = 1


@message
class WashCards(DealerCommand, name="wash_cards"):
    """Mix the cards thoroughly on the table."""


@message
class StackCards(DealerCommand, name="stack_cards"):
    """Stack one batch."""

    batch: int = 1


@message
class SpreadIdleCards(DealerCommand, name="spread_idle_cards"):
    """Nobody is playing: take the cards out of shoe and rack and spread them."""

    face_up: bool = True


@message
class OrderIdleSpread(FloorCommand, name="order_idle_spread"):
    """Have the cards spread while the seated players do not bet."""


@message
class RequestSpread(PlayerCommand, name="request_spread"):
    """Ask to see the stored batch before it is dealt."""


SpreadTopic = (
    SpreadCards
    | ShowCards
    | TurnCardsUp
    | TurnCardsDown
    | WashCards
    | StackCards
    | SpreadIdleCards
    | OrderIdleSpread
    | RequestSpread
)


# --- shuffle --------------------------------------------------------------------------------------


@message
class ShuffleCards(DealerCommand, name="shuffle_cards"):
    """Shuffle into one stack, by hand or with the device."""


@message
class ShuffleStoredBatch(DealerCommand, name="shuffle_stored_batch"):
    """Have the device shuffle and store the batch that is not in play."""


@message
class SwapBatches(DealerCommand, name="swap_batches"):
    """Take the shuffled batch out of the device and put the other one in."""


@message
class ReportShufflerFault(DealerCommand, name="report_shuffler_fault"):
    """Report that the shuffler jammed, stopped or did not complete its cycle."""


@message
class CollectCards(DealerCommand, name="collect_cards"):
    """Take the cards of a finished shoe out of shoe and rack."""


@message
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


# --- cut: from the shuffled stack to the loaded shoe ----------------------------------------------


@message
class OfferCut(DealerCommand, name="offer_cut"):
    """Offer the stack to a player to be cut."""

    seat: int


@message
class TakeCut(PlayerCommand, name="take_cut"):
    """Cut the stack, so many cards from the front."""

    cards: int


@message
class RefuseCut(PlayerCommand, name="refuse_cut"):
    """Leave the cut to somebody else."""


@message
class CutCards(DealerCommand, name="cut_cards"):
    """Cut the stack as the dealer, because no player does."""

    cards: int


@message
class PlaceCuttingCard(DealerCommand, name="place_cutting_card"):
    """Put the cutting card in, so many cards from the back."""

    cards_behind: int


@message
class LoadShoe(DealerCommand, name="load_shoe"):
    """Put the stack into the dealing shoe."""


CutTopic = OfferCut | TakeCut | RefuseCut | CutCards | PlaceCuttingCard | LoadShoe
