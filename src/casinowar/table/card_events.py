"""What happens to the table and its cards, from opening to closing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from casinowar.houses.house import Shuffling
from casinowar.table.event import Event
from casinowar.table.state import Burn


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened(Event):
    """The floor opened the table."""

    NAME: ClassVar[str] = "table_opened"
    day: date
    dealer: str
    tray_cents: int
    decks: int
    shuffling: Shuffling


@dataclass(frozen=True, slots=True, kw_only=True)
class DecksReceived(Event):
    """Decks came to the table."""

    NAME: ClassVar[str] = "decks_received"
    decks: int
    backs: tuple[str, ...]
    cutting_card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecksInspected(Event):
    """The dealer sorted and inspected the decks."""

    NAME: ClassVar[str] = "decks_inspected"


@dataclass(frozen=True, slots=True, kw_only=True)
class InspectionVerified(Event):
    """The floorperson verified the inspection."""

    NAME: ClassVar[str] = "inspection_verified"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsSpread(Event):
    """A batch lies face up, by suit and in sequence."""

    NAME: ClassVar[str] = "cards_spread"
    batch: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsShown(Event):
    """A player was given the time to look the cards over."""

    NAME: ClassVar[str] = "cards_shown"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsTurnedUp(Event):
    """Cards that were spread face down lie face up."""

    NAME: ClassVar[str] = "cards_turned_up"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsTurnedDown(Event):
    """A batch lies face down."""

    NAME: ClassVar[str] = "cards_turned_down"
    batch: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsWashed(Event):
    """The cards were mixed on the table."""

    NAME: ClassVar[str] = "cards_washed"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsStacked(Event):
    """A batch was stacked."""

    NAME: ClassVar[str] = "cards_stacked"
    batch: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsShuffled(Event):
    """The cards were shuffled into one stack."""

    NAME: ClassVar[str] = "cards_shuffled"
    shuffling: Shuffling


@dataclass(frozen=True, slots=True, kw_only=True)
class ShufflerFailed(Event):
    """The shuffler did not complete its cycle."""

    NAME: ClassVar[str] = "shuffler_failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchesSwapped(Event):
    """The shuffled batch came into play, the other went into the shuffler."""

    NAME: ClassVar[str] = "batches_swapped"
    batch: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CutOffered(Event):
    """The stack was offered to a player."""

    NAME: ClassVar[str] = "cut_offered"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CutRefused(Event):
    """A player left the cut to somebody else."""

    NAME: ClassVar[str] = "cut_refused"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsCut(Event):
    """Cards in front of the cut went to the back; seat 0 is the dealer."""

    NAME: ClassVar[str] = "cards_cut"
    seat: int
    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CuttingCardPlaced(Event):
    """The cutting card went in, so many cards from the back."""

    NAME: ClassVar[str] = "cutting_card_placed"
    cards_behind: int
    last_card_hidden: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeLoaded(Event):
    """A stack went into the dealing shoe."""

    NAME: ClassVar[str] = "shoe_loaded"
    shoe: int
    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardBurned(Event):
    """A card went face down into the rack, its rank revealed to nobody."""

    NAME: ClassVar[str] = "card_burned"
    burn: Burn


@dataclass(frozen=True, slots=True, kw_only=True)
class CuttingCardReached(Event):
    """The cutting card appeared before this seat's card; 0 is the dealer."""

    NAME: ClassVar[str] = "cutting_card_reached"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsCollected(Event):
    """The cards of a shoe left shoe and rack."""

    NAME: ClassVar[str] = "cards_collected"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReshuffleOrdered(Event):
    """The casino chose to reshuffle."""

    NAME: ClassVar[str] = "reshuffle_ordered"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsIdled(Event):
    """No gaming activity: the cards were taken out and spread."""

    NAME: ClassVar[str] = "cards_idled"
    face_up: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SpreadRequested(Event):
    """A player asked to see the stored batch."""

    NAME: ClassVar[str] = "spread_requested"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsRemoved(Event):
    """The cards were taken off the table for good."""

    NAME: ClassVar[str] = "cards_removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class GamingDayStarted(Event):
    """A new gaming day began."""

    NAME: ClassVar[str] = "gaming_day_started"
    day: date


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerChanged(Event):
    """A new dealer came to the table."""

    NAME: ClassVar[str] = "dealer_changed"
    dealer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClosed(Event):
    """The table was closed."""

    NAME: ClassVar[str] = "table_closed"
