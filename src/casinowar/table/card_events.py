"""What happens to the table and its cards, from opening to closing."""

from __future__ import annotations

from datetime import date
from typing import ClassVar

from casinowar.houses.house import Shuffling
from casinowar.table.event import Event
from casinowar.table.message import message
from casinowar.table.state import Burn


@message
class TableOpened(Event):
    """The floor opened the table."""

    NAME: ClassVar[str] = "table_opened"
    house: str  # whose rules the record was played by
    day: date
    dealer: str
    tray_cents: int
    decks: int
    shuffling: Shuffling


@message
class DecksReceived(Event):
    """Decks came to the table."""

    NAME: ClassVar[str] = "decks_received"
    decks: int
    backs: tuple[str, ...]
    cutting_card: str


@message
class DecksInspected(Event):
    """The dealer sorted and inspected the decks."""

    NAME: ClassVar[str] = "decks_inspected"


@message
class InspectionVerified(Event):
    """The floorperson verified the inspection."""

    NAME: ClassVar[str] = "inspection_verified"


@message
class CardsSpread(Event):
    """A batch lies face up, by suit and in sequence."""

    NAME: ClassVar[str] = "cards_spread"
    batch: int


@message
class CardsShown(Event):
    """A player was given the time to look the cards over."""

    NAME: ClassVar[str] = "cards_shown"
    seat: int


@message
class CardsTurnedUp(Event):
    """Cards that were spread face down lie face up."""

    NAME: ClassVar[str] = "cards_turned_up"


@message
class CardsTurnedDown(Event):
    """A batch lies face down."""

    NAME: ClassVar[str] = "cards_turned_down"
    batch: int


@message
class CardsWashed(Event):
    """The cards were mixed on the table."""

    NAME: ClassVar[str] = "cards_washed"


@message
class CardsStacked(Event):
    """A batch was stacked."""

    NAME: ClassVar[str] = "cards_stacked"
    batch: int


@message
class CardsShuffled(Event):
    """The cards were shuffled into one stack."""

    NAME: ClassVar[str] = "cards_shuffled"
    shuffling: Shuffling


@message
class ShufflerFailed(Event):
    """The shuffler did not complete its cycle."""

    NAME: ClassVar[str] = "shuffler_failed"


@message
class BatchesSwapped(Event):
    """The shuffled batch came into play, the other went into the shuffler."""

    NAME: ClassVar[str] = "batches_swapped"
    batch: int


@message
class CutOffered(Event):
    """The stack was offered to a player."""

    NAME: ClassVar[str] = "cut_offered"
    seat: int


@message
class CutRefused(Event):
    """A player left the cut to somebody else."""

    NAME: ClassVar[str] = "cut_refused"
    seat: int


@message
class CardsCut(Event):
    """Cards in front of the cut went to the back; seat 0 is the dealer."""

    NAME: ClassVar[str] = "cards_cut"
    seat: int
    cards: int


@message
class CuttingCardPlaced(Event):
    """The cutting card went in, so many cards from the back."""

    NAME: ClassVar[str] = "cutting_card_placed"
    cards_behind: int


@message
class LastCardHidden(Event):
    """A second cutting card hides the last card of the stack."""

    NAME: ClassVar[str] = "last_card_hidden"


@message
class ShoeLoaded(Event):
    """A stack went into the dealing shoe."""

    NAME: ClassVar[str] = "shoe_loaded"
    shoe: int
    cards: int


@message
class CardBurned(Event):
    """A card went face down into the rack, its rank revealed to nobody."""

    NAME: ClassVar[str] = "card_burned"
    burn: Burn


@message
class CuttingCardReached(Event):
    """The cutting card appeared before this seat's card; 0 is the dealer."""

    NAME: ClassVar[str] = "cutting_card_reached"
    seat: int


@message
class CardsCollected(Event):
    """The cards of a shoe left shoe and rack."""

    NAME: ClassVar[str] = "cards_collected"


@message
class ReshuffleOrdered(Event):
    """The casino chose to reshuffle."""

    NAME: ClassVar[str] = "reshuffle_ordered"


@message
class CardsIdled(Event):
    """No gaming activity: the cards were taken out and spread."""

    NAME: ClassVar[str] = "cards_idled"
    face_up: bool


@message
class SpreadRequested(Event):
    """A player asked to see the stored batch."""

    NAME: ClassVar[str] = "spread_requested"
    seat: int


@message
class CardsRemoved(Event):
    """The cards were taken off the table for good."""

    NAME: ClassVar[str] = "cards_removed"


@message
class GamingDayStarted(Event):
    """A new gaming day began."""

    NAME: ClassVar[str] = "gaming_day_started"
    day: date


@message
class DealerChanged(Event):
    """A new dealer came to the table."""

    NAME: ClassVar[str] = "dealer_changed"
    dealer: str


@message
class TableClosed(Event):
    """The table was closed."""

    NAME: ClassVar[str] = "table_closed"
