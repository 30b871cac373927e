"""What players do and what happens in a round, from the first wager to the last racked card."""

from __future__ import annotations

from typing import ClassVar

from casinowar.cards import Card
from casinowar.houses.house import WagerForm
from casinowar.table.event import Event
from casinowar.table.message import message
from casinowar.table.state import Action, Outcome, RackedCard, Result

# --- players and wagers ---------------------------------------------------------------------------


@message
class SeatTaken(Event):
    """A player sat down."""

    NAME: ClassVar[str] = "seat_taken"
    seat: int
    player: str


@message
class SeatLeft(Event):
    """A player stood up with all chips."""

    NAME: ClassVar[str] = "seat_left"
    seat: int
    chips_cents: int


@message
class ChipsBought(Event):
    """Cash went into the drop box, chips to the player."""

    NAME: ClassVar[str] = "chips_bought"
    seat: int
    cash_cents: int


@message
class WagerPlaced(Event):
    """A wager lies on its betting area."""

    NAME: ClassVar[str] = "wager_placed"
    seat: int
    wager: str
    amount_cents: int
    form: WagerForm


@message
class WagersTakenBack(Event):
    """A player took all wagers back before the deal."""

    NAME: ClassVar[str] = "wagers_taken_back"
    seat: int
    amount_cents: int


# --- a round -----------------------------------------------------------------------------------


@message
class NoMoreBetsAnnounced(Event):
    """The dealer said "no more bets"."""

    NAME: ClassVar[str] = "no_more_bets"
    round: int


@message
class CardDealt(Event):
    """A card was dealt face up in the original deal; seat 0 is the dealer."""

    NAME: ClassVar[str] = "card_dealt"
    seat: int
    card: Card


@message
class HandCompared(Event):
    """A hand was compared with the dealer's."""

    NAME: ClassVar[str] = "hand_compared"
    seat: int
    result: Result


@message
class ChoiceOffered(Event):
    """A tied hand may surrender or go to war, as far as the house offers it."""

    NAME: ClassVar[str] = "choice_offered"
    seat: int
    surrender: bool
    war: bool


@message
class SurrenderChosen(Event):
    """A player surrenders; called: the house's policy chose."""

    NAME: ClassVar[str] = "surrender_chosen"
    seat: int
    called: bool = False


@message
class WarChosen(Event):
    """A player put down the war wager; called: the house's policy chose."""

    NAME: ClassVar[str] = "war_chosen"
    seat: int
    war_cents: int
    called: bool = False


@message
class WarTieOffered(Event):
    """A player at war may put a Tie wager on the war deal until it begins."""

    NAME: ClassVar[str] = "war_tie_offered"
    seat: int


@message
class WarTiePlaced(Event):
    """A Tie wager on the war deal lies on its betting area."""

    NAME: ClassVar[str] = "war_tie_placed"
    seat: int
    amount_cents: int


@message
class WarConfirmed(Event):
    """The dealer confirmed a war wager."""

    NAME: ClassVar[str] = "war_confirmed"
    seat: int


@message
class WarMatched(Event):
    """The dealer posted a unit beside the player's two."""

    NAME: ClassVar[str] = "war_matched"
    seat: int
    amount_cents: int


@message
class MatchTakenBack(Event):
    """The dealer's unit went back into the tray."""

    NAME: ClassVar[str] = "match_taken_back"
    seat: int
    amount_cents: int


@message
class WarCardDealt(Event):
    """A card was dealt face up in the war deal; seat 0 is the dealer."""

    NAME: ClassVar[str] = "war_card_dealt"
    seat: int
    card: Card


@message
class WarCompared(Event):
    """A war hand was compared; again: tied, and dealt once more."""

    NAME: ClassVar[str] = "war_compared"
    seat: int
    result: Result
    again: bool = False


@message
class WagerCollected(Event):
    """A wager went into the tray."""

    NAME: ClassVar[str] = "wager_collected"
    seat: int
    wager: str
    amount_cents: int


@message
class WagerReturned(Event):
    """A wager went back to its player."""

    NAME: ClassVar[str] = "wager_returned"
    seat: int
    wager: str
    amount_cents: int


@message
class WagerPaid(Event):
    """A wager was paid; from_match_cents of it lay beside the wager."""

    NAME: ClassVar[str] = "wager_paid"
    seat: int
    wager: str
    amount_cents: int
    odds: str
    from_match_cents: int = 0


@message
class CouponTaken(Event):
    """A match play coupon was decided and taken."""

    NAME: ClassVar[str] = "coupon_taken"
    seat: int
    amount_cents: int


@message
class CouponReturned(Event):
    """A match play coupon went back to its player."""

    NAME: ClassVar[str] = "coupon_returned"
    seat: int
    amount_cents: int


@message
class HandDecided(Event):
    """Every wager of a hand is decided."""

    NAME: ClassVar[str] = "hand_decided"
    seat: int
    outcome: Outcome


@message
class HandRacked(Event):
    """The cards of a hand went into the rack; seat 0 is the dealer."""

    NAME: ClassVar[str] = "hand_racked"
    seat: int
    cards: tuple[RackedCard, ...]


@message
class RoundCompleted(Event):
    """The round is over."""

    NAME: ClassVar[str] = "round_completed"
    round: int
    reshuffle: bool


# --- irregularities ----------------------------------------------------------------------------


@message
class FaceUpCardFound(Event):
    """A card lay face up in the shoe and went into the rack, unused."""

    NAME: ClassVar[str] = "face_up_card_found"
    card: Card
    found: int


@message
class CardDrawnInError(Event):
    """A card left the shoe in error, unexposed; it is the next card."""

    NAME: ClassVar[str] = "card_drawn_in_error"


@message
class SeatMissed(Event):
    """A wager was not dealt a card in the original deal and is void."""

    NAME: ClassVar[str] = "seat_missed"
    seat: int


@message
class RoundVoided(Event):
    """Every hand of the round is void."""

    NAME: ClassVar[str] = "round_voided"
    reason: str


@message
class MovementReversed(Event):
    """What was paid came back to the table, or what was collected to the layout."""

    NAME: ClassVar[str] = "movement_reversed"
    seat: int
    wager: str
    action: Action
    amount_cents: int
