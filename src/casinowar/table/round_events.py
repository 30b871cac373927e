"""What players do and what happens in a round, from the first wager to the last racked card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from casinowar.cards import Card
from casinowar.houses.house import WagerForm
from casinowar.table.event import Event
from casinowar.table.state import Action, Outcome, RackedCard, Result

# --- players and wagers ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken(Event):
    """A player sat down."""

    NAME: ClassVar[str] = "seat_taken"
    seat: int
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft(Event):
    """A player stood up with all chips."""

    NAME: ClassVar[str] = "seat_left"
    seat: int
    chips_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsBought(Event):
    """Cash went into the drop box, chips to the player."""

    NAME: ClassVar[str] = "chips_bought"
    seat: int
    cash_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerPlaced(Event):
    """A wager lies on its betting area."""

    NAME: ClassVar[str] = "wager_placed"
    seat: int
    wager: str
    amount_cents: int
    form: WagerForm


@dataclass(frozen=True, slots=True, kw_only=True)
class WagersTakenBack(Event):
    """A player took all wagers back before the deal."""

    NAME: ClassVar[str] = "wagers_taken_back"
    seat: int
    amount_cents: int


# --- a round -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class NoMoreBetsAnnounced(Event):
    """The dealer said "no more bets"."""

    NAME: ClassVar[str] = "no_more_bets"
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDealt(Event):
    """A card was dealt face up in the original deal; seat 0 is the dealer."""

    NAME: ClassVar[str] = "card_dealt"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class HandCompared(Event):
    """A hand was compared with the dealer's."""

    NAME: ClassVar[str] = "hand_compared"
    seat: int
    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceOffered(Event):
    """A tied hand may surrender or go to war, as far as the house offers it."""

    NAME: ClassVar[str] = "choice_offered"
    seat: int
    surrender: bool
    war: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SurrenderChosen(Event):
    """A player surrenders; called: the house's policy chose."""

    NAME: ClassVar[str] = "surrender_chosen"
    seat: int
    called: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WarChosen(Event):
    """A player put down the war wager; called: the house's policy chose."""

    NAME: ClassVar[str] = "war_chosen"
    seat: int
    war_cents: int
    called: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WarTiePlaced(Event):
    """A Tie wager on the war deal lies on its betting area."""

    NAME: ClassVar[str] = "war_tie_placed"
    seat: int
    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WarConfirmed(Event):
    """The dealer confirmed a war wager."""

    NAME: ClassVar[str] = "war_confirmed"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WarMatched(Event):
    """The dealer posted a unit beside the player's two."""

    NAME: ClassVar[str] = "war_matched"
    seat: int
    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTakenBack(Event):
    """The dealer's unit went back into the tray."""

    NAME: ClassVar[str] = "match_taken_back"
    seat: int
    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WarCardDealt(Event):
    """A card was dealt face up in the war deal; seat 0 is the dealer."""

    NAME: ClassVar[str] = "war_card_dealt"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class WarCompared(Event):
    """A war hand was compared; again: tied, and dealt once more."""

    NAME: ClassVar[str] = "war_compared"
    seat: int
    result: Result
    again: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerCollected(Event):
    """A wager went into the tray."""

    NAME: ClassVar[str] = "wager_collected"
    seat: int
    wager: str
    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerReturned(Event):
    """A wager went back to its player."""

    NAME: ClassVar[str] = "wager_returned"
    seat: int
    wager: str
    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerPaid(Event):
    """A wager was paid; from_match_cents of it lay beside the wager."""

    NAME: ClassVar[str] = "wager_paid"
    seat: int
    wager: str
    amount_cents: int
    odds: str
    from_match_cents: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CouponTaken(Event):
    """A match play coupon was decided and taken."""

    NAME: ClassVar[str] = "coupon_taken"
    seat: int
    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CouponReturned(Event):
    """A match play coupon went back to its player."""

    NAME: ClassVar[str] = "coupon_returned"
    seat: int
    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDecided(Event):
    """Every wager of a hand is decided."""

    NAME: ClassVar[str] = "hand_decided"
    seat: int
    outcome: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRacked(Event):
    """The cards of a hand went into the rack; seat 0 is the dealer."""

    NAME: ClassVar[str] = "hand_racked"
    seat: int
    cards: tuple[RackedCard, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundCompleted(Event):
    """The round is over."""

    NAME: ClassVar[str] = "round_completed"
    round: int
    reshuffle: bool


# --- irregularities ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceUpCardFound(Event):
    """A card lay face up in the shoe and went into the rack, unused."""

    NAME: ClassVar[str] = "face_up_card_found"
    card: Card
    found: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawnInError(Event):
    """A card left the shoe in error, unexposed; it is the next card."""

    NAME: ClassVar[str] = "card_drawn_in_error"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatMissed(Event):
    """A wager was not dealt a card in the original deal and is void."""

    NAME: ClassVar[str] = "seat_missed"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundVoided(Event):
    """Every hand of the round is void."""

    NAME: ClassVar[str] = "round_voided"
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementReversed(Event):
    """What was paid came back to the table, or what was collected to the layout."""

    NAME: ClassVar[str] = "movement_reversed"
    seat: int
    wager: str
    action: Action
    amount_cents: int
