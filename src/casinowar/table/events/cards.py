"""Events of the table and its cards, from opening to closing.

A union at the end of each part names the topic whose module evolves its events (``play/``).
"""

from __future__ import annotations

from datetime import date

from casinowar.houses.house import House, Shuffling
from casinowar.table.events.base import Event
from casinowar.table.message import Text, Whole
from casinowar.table.state import Burn
from casinowar.table.words import decks_words, money, place, sentence_case, shuffling_words

# --- floor ----------------------------------------------------------------------------------------


class TableOpened(Event, name="table_opened"):
    """The floor opened the table."""

    house: Text
    rules: Text  # the digest of the house rules in force
    day: date
    dealer: Text
    tray_cents: Whole
    decks: Whole
    shuffling: Shuffling

    def text(self, house: House) -> str:
        return (
            f"The table opens on {self.day}: {decks_words(self.decks)} in a shoe,"
            f" shuffled {shuffling_words(self.shuffling)}, dealer {self.dealer},"
            f" {money(house, self.tray_cents)} in the tray"
        )


class RealCardsAnnounced(Event, name="real_cards_announced"):
    """Real cards are dealt at this table: the dealer enters each card."""

    def text(self, house: House) -> str:
        return "Real cards are dealt: the dealer enters each card, and no shoe can be proved"


class DealerChanged(Event, name="dealer_changed"):
    """A new dealer came to the table."""

    dealer: Text

    def text(self, house: House) -> str:
        return f"Dealer {self.dealer} comes to the table"


class GamingDayStarted(Event, name="gaming_day_started"):
    """A new gaming day began."""

    day: date

    def text(self, house: House) -> str:
        return f"Gaming day {self.day} begins"


class TrayFilled(Event, name="tray_filled"):
    """Chips came from the cage to the tray."""

    amount_cents: Whole

    def text(self, house: House) -> str:
        return f"A fill of {money(house, self.amount_cents)} comes to the tray"


class TrayCredited(Event, name="tray_credited"):
    """Chips went from the tray to the cage."""

    amount_cents: Whole

    def text(self, house: House) -> str:
        return f"A credit of {money(house, self.amount_cents)} goes to the cage"


class TableClosed(Event, name="table_closed"):
    """The table was closed; its tray went to the cage."""

    def text(self, house: House) -> str:
        return "The table is closed"


FloorEvent = (
    TableOpened
    | RealCardsAnnounced
    | DealerChanged
    | GamingDayStarted
    | TrayFilled
    | TrayCredited
    | TableClosed
)


# --- decks ----------------------------------------------------------------------------------------


class DecksReceived(Event, name="decks_received"):
    """Decks came to the table."""

    decks: Whole
    backs: tuple[Text, ...]
    cutting_card: Text

    def text(self, house: House) -> str:
        backs = " and ".join(self.backs)
        decks = "1 deck arrives" if self.decks == 1 else f"{self.decks} decks arrive"
        return f"{decks}, backs {backs}, cutting card {self.cutting_card}"


class DecksInspected(Event, name="decks_inspected"):
    """The dealer sorted and inspected the decks."""

    def text(self, house: House) -> str:
        return "The dealer sorts and inspects the decks"


class InspectionVerified(Event, name="inspection_verified"):
    """The floorperson verified the inspection."""

    def text(self, house: House) -> str:
        return "The floorperson verifies the inspection"


class DecksRejected(Event, name="decks_rejected"):
    """Decks failed the inspection, or an objection was upheld; other decks replace them."""

    by_dealer: bool  # otherwise the floorperson did not verify them
    reason: Text

    def text(self, house: House) -> str:
        who = "The dealer reports bad" if self.by_dealer else "The floorperson rejects the"
        return f"{who} decks, and others replace them: {self.reason}"


class CardsRemoved(Event, name="cards_removed"):
    """The cards were taken off the table for good."""

    def text(self, house: House) -> str:
        return "The cards are taken off the table"


DecksEvent = DecksReceived | DecksInspected | InspectionVerified | DecksRejected | CardsRemoved


# --- spread ---------------------------------------------------------------------------------------


class CardsSpread(Event, name="cards_spread"):
    """A batch was spread face up, by suit and in sequence."""

    batch: Whole

    def text(self, house: House) -> str:
        return f"Batch {self.batch} is spread face up by suit and in sequence"


class CardsShown(Event, name="cards_shown"):
    """A player was given time to look at the cards."""

    seat: Whole

    def text(self, house: House) -> str:
        return f"Seat {self.seat} looks at the cards"


class CardsObjected(Event, name="cards_objected"):
    """The player who was shown the cards objected to them; the floorperson decides."""

    seat: Whole

    def text(self, house: House) -> str:
        return f"Seat {self.seat} objects to the cards"


class CardsTurnedUp(Event, name="cards_turned_up"):
    """Cards that were spread face down were turned face up."""

    def text(self, house: House) -> str:
        return "The spread cards are turned face up"


class CardsTurnedDown(Event, name="cards_turned_down"):
    """A batch was turned face down."""

    batch: Whole

    def text(self, house: House) -> str:
        return f"Batch {self.batch} is turned face down"


class CardsWashed(Event, name="cards_washed"):
    """The cards were mixed on the table."""

    def text(self, house: House) -> str:
        return "The dealer washes the cards"


class CardsStacked(Event, name="cards_stacked"):
    """A batch was stacked."""

    batch: Whole

    def text(self, house: House) -> str:
        return f"Batch {self.batch} is stacked"


class IdleOrdered(Event, name="idle_ordered"):
    """The floor had the cards spread; seated players sit out until they return to play."""

    def text(self, house: House) -> str:
        return "Nobody bets: the floor has the cards spread"


class CardsIdled(Event, name="cards_idled"):
    """Nobody was playing: the cards were taken out of the shoe and the rack and spread."""

    face_up: bool

    def text(self, house: House) -> str:
        return f"No gaming activity: the cards are spread face {'up' if self.face_up else 'down'}"


class SpreadRequested(Event, name="spread_requested"):
    """A player asked to see the stored batch."""

    seat: Whole

    def text(self, house: House) -> str:
        return f"Seat {self.seat} asks to see the stored batch"


SpreadEvent = (
    CardsSpread
    | CardsShown
    | CardsObjected
    | CardsTurnedUp
    | CardsTurnedDown
    | CardsWashed
    | CardsStacked
    | IdleOrdered
    | CardsIdled
    | SpreadRequested
)


# --- shuffle --------------------------------------------------------------------------------------


class CardsShuffled(Event, name="cards_shuffled"):
    """The cards were shuffled into one stack."""

    shuffling: Shuffling

    def text(self, house: House) -> str:
        return f"The cards are shuffled {shuffling_words(self.shuffling)}"


class BatchStored(Event, name="batch_stored"):
    """The device shuffled and stored the batch that is not in play."""

    batch: Whole

    def text(self, house: House) -> str:
        return f"The shuffler shuffles and stores batch {self.batch}"


class BatchesSwapped(Event, name="batches_swapped"):
    """The stored batch came into play; the other went into the shuffler."""

    batch: Whole

    def text(self, house: House) -> str:
        return f"Batch {self.batch} comes into play, the other goes into the shuffler"


class ShufflerFailed(Event, name="shuffler_failed"):
    """The shuffler did not complete its cycle."""

    def text(self, house: House) -> str:
        return "The shuffler does not complete its cycle: its cards are reshuffled"


class CardsCollected(Event, name="cards_collected"):
    """The cards were taken out of the shoe and the rack."""

    def text(self, house: House) -> str:
        return "The cards are taken out of the shoe and the rack"


class ReshuffleOrdered(Event, name="reshuffle_ordered"):
    """The casino chose to reshuffle."""

    def text(self, house: House) -> str:
        return "The casino orders a reshuffle"


ShuffleEvent = (
    CardsShuffled
    | BatchStored
    | BatchesSwapped
    | ShufflerFailed
    | CardsCollected
    | ReshuffleOrdered
)


# --- fair -----------------------------------------------------------------------------------------


class ShoeCommitted(Event, name="shoe_committed"):
    """The house committed to the seed of the next shoe."""

    shoe: Whole
    commitment: Text

    def text(self, house: House) -> str:
        return f"The seed of shoe {self.shoe} is sealed: {self.commitment}"


class ContributionSealed(Event, name="contribution_sealed"):
    """A player committed to a value that is mixed into the shuffle."""

    seat: Whole
    commitment: Text

    def text(self, house: House) -> str:
        return f"Seat {self.seat} contributes to the shuffle: {self.commitment}"


class ContributionsClosed(Event, name="contributions_closed"):
    """The contributions to this shoe were closed.

    The dealer's cut and the depth of the cutting card are derived within these bounds.
    """

    cards: Whole  # of the stack
    cut_least: Whole  # the fewest cards between a cut and either end; 0: there is no cut
    depth_least: Whole  # the fewest cards behind the cutting card; 0: there is none
    depth_most: Whole

    def text(self, house: House) -> str:
        return "Contributions are closed: the order of the cards is fixed, and nobody can read it"


class ContributionOpened(Event, name="contribution_opened"):
    """A player revealed the value that they had sealed."""

    seat: Whole
    value: Text

    def text(self, house: House) -> str:
        return f"Seat {self.seat} opens its contribution: {self.value}"


class SeedRevealed(Event, name="seed_revealed"):
    """The shoe ended, and its seed was revealed."""

    shoe: Whole
    seed: Text

    def text(self, house: House) -> str:
        return f"The seed of shoe {self.shoe} was {self.seed}"


FairEvent = (
    ShoeCommitted | ContributionSealed | ContributionsClosed | ContributionOpened | SeedRevealed
)


# --- cut ------------------------------------------------------------------------------------------


class CutOffered(Event, name="cut_offered"):
    """The stack was offered to a player."""

    seat: Whole

    def text(self, house: House) -> str:
        return f"The cut is offered to seat {self.seat}"


class CutRefused(Event, name="cut_refused"):
    """A player declined the cut; ``called``: the player gave no answer in time."""

    seat: Whole
    called: bool = False

    def text(self, house: House) -> str:
        if self.called:
            return f"Seat {self.seat} gives no answer in time: the cut passes on (house policy)"
        return f"Seat {self.seat} declines the cut"


class CardsCut(Event, name="cards_cut"):
    """The cards in front of the cut went to the back; seat 0 is the dealer."""

    seat: Whole
    cards: Whole

    def text(self, house: House) -> str:
        return f"{sentence_case(place(self.seat))} cuts {self.cards} cards"


class CuttingCardPlaced(Event, name="cutting_card_placed"):
    """The cutting card was inserted; ``cards_behind`` counts from the back."""

    cards_behind: Whole

    def text(self, house: House) -> str:
        return f"The cutting card goes in {self.cards_behind} cards from the back"


class LastCardHidden(Event, name="last_card_hidden"):
    """A second cutting card hides the last card of the stack."""

    def text(self, house: House) -> str:
        return "A second cutting card hides the last card of the stack"


class ShoeLoaded(Event, name="shoe_loaded"):
    """A stack went into the dealing shoe."""

    shoe: Whole
    cards: Whole

    def text(self, house: House) -> str:
        return f"Shoe {self.shoe} is loaded with {self.cards} cards"


class CuttingCardReached(Event, name="cutting_card_reached"):
    """The cutting card appeared before this seat's card; 0 is the dealer."""

    seat: Whole

    def text(self, house: House) -> str:
        return f"The cutting card appears at {place(self.seat)}"


class CardBurned(Event, name="card_burned"):
    """A card went face down into the rack; its rank was revealed to nobody."""

    burn: Burn

    def text(self, house: House) -> str:
        match self.burn:
            case Burn.OPENING:
                why = "before the first round of the shoe"
            case Burn.NEW_DEALER:
                why = "as the new dealer"
            case Burn.WAR:
                why = "in the war deal"
        return f"The dealer burns a card {why}: ??"


CutEvent = CutOffered | CutRefused | CardsCut | CuttingCardPlaced | LastCardHidden | ShoeLoaded
BurnEvent = CuttingCardReached | CardBurned
