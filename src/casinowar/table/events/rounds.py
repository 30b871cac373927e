"""Events of a round, from the first card to the last one in the rack.

A union at the end of each part names the topic whose module evolves its events (``play/``).
"""

from __future__ import annotations

from casinowar.cards import Card
from casinowar.houses.house import House, PaidOn
from casinowar.outcomes import Outcome
from casinowar.table.events.base import Event
from casinowar.table.message import Text, Whole
from casinowar.table.state import Action, RackedCard, Result, Wager
from casinowar.table.words import money, place, rack_text, sentence_case, wager_words

# --- deal -----------------------------------------------------------------------------------------


class CardDealt(Event, name="card_dealt"):
    """A card was dealt face up in the original deal; seat 0 is the dealer."""

    seat: Whole
    card: Card

    def text(self, house: House) -> str:
        return f"{sentence_case(place(self.seat))} gets {self.card}"


class CardCorrected(Event, name="card_corrected"):
    """The dealer corrected the last real card that was entered; nothing depended on it yet."""

    seat: Whole
    told: Card
    card: Card

    def text(self, house: House) -> str:
        return f"{sentence_case(place(self.seat))} has {self.card}, not {self.told}"


class HandCompared(Event, name="hand_compared"):
    """A hand was compared with the dealer's."""

    seat: Whole
    result: Result

    def text(self, house: House) -> str:
        match self.result:
            case Result.LOWER:
                says = "is lower than the dealer's card"
            case Result.HIGHER:
                says = "is higher than the dealer's card"
            case Result.EQUAL:
                says = "ties the dealer's card"
        return f"Seat {self.seat} {says}"


class HandRacked(Event, name="hand_racked"):
    """The cards of a hand went into the rack; seat 0 is the dealer."""

    seat: Whole
    cards: tuple[RackedCard, ...]

    def text(self, house: House) -> str:
        owner = sentence_case(place(self.seat))
        return f"{owner}'s cards go to the rack: {rack_text(self.cards)}"


class RoundCompleted(Event, name="round_completed"):
    """The round is over."""

    round: Whole
    reshuffle: bool

    def text(self, house: House) -> str:
        return f"Round {self.round} is over" + (
            ", the cards are reshuffled" if self.reshuffle else ""
        )


DealEvent = CardDealt | CardCorrected | HandCompared | HandRacked | RoundCompleted


# --- settlement -----------------------------------------------------------------------------------


class WagerCollected(Event, name="wager_collected"):
    """A wager went into the tray."""

    seat: Whole
    wager: Wager
    side: str | None = None
    amount_cents: Whole

    def text(self, house: House) -> str:
        wager = wager_words(house, self.wager, self.side)
        return f"Seat {self.seat}: {wager} collected, {money(house, self.amount_cents)}"


class WagerReturned(Event, name="wager_returned"):
    """A wager went back to its player."""

    seat: Whole
    wager: Wager
    side: str | None = None
    amount_cents: Whole

    def text(self, house: House) -> str:
        wager = wager_words(house, self.wager, self.side)
        return f"Seat {self.seat}: {wager} returned, {money(house, self.amount_cents)}"


class WagerPaid(Event, name="wager_paid"):
    """A wager was paid; ``from_match_cents`` of that came from the dealer's matching unit."""

    seat: Whole
    wager: Wager
    side: str | None = None
    amount_cents: Whole
    odds: str
    from_match_cents: Whole = 0

    def text(self, house: House) -> str:
        amount = money(house, self.amount_cents)
        if self.wager is not Wager.WAR or house.war.paid_on is PaidOn.WAR_WAGER:
            wager = wager_words(house, self.wager, self.side)
            return f"Seat {self.seat}: {wager} paid {amount} at {self.odds}"
        unit = "dealer's unit"
        if self.amount_cents > self.from_match_cents:
            unit = f"{money(house, self.from_match_cents)} {unit}"
        matched = f" ({unit})" if self.from_match_cents else ""
        return f"Seat {self.seat}: {amount} paid at {self.odds} on both wagers{matched}"


class CouponTaken(Event, name="coupon_taken"):
    """A match play coupon was decided and collected."""

    seat: Whole
    amount_cents: Whole

    def text(self, house: House) -> str:
        return f"Seat {self.seat}: match play coupon of {money(house, self.amount_cents)} taken"


class CouponReturned(Event, name="coupon_returned"):
    """A match play coupon went back to its player."""

    seat: Whole
    amount_cents: Whole

    def text(self, house: House) -> str:
        return f"Seat {self.seat}: match play coupon of {money(house, self.amount_cents)} returned"


class HandDecided(Event, name="hand_decided"):
    """Every wager of a hand is decided."""

    seat: Whole
    outcome: Outcome

    def text(self, house: House) -> str:
        return f"Seat {self.seat} is settled: {self.outcome.replace('_', ' ')}"


class MovementReversed(Event, name="movement_reversed"):
    """A payment went back to the tray, or a collected wager back to the layout."""

    seat: Whole
    wager: Wager
    side: str | None = None
    action: Action
    amount_cents: Whole

    def text(self, house: House) -> str:
        what = "payment" if self.action is Action.PAY else "collection"
        wager = wager_words(house, self.wager, self.side)
        amount = money(house, self.amount_cents)
        return f"Seat {self.seat}: {what} of {amount} on the {wager} is undone"


SettleEvent = (
    WagerCollected
    | WagerReturned
    | WagerPaid
    | CouponTaken
    | CouponReturned
    | HandDecided
    | MovementReversed
)


# --- war ------------------------------------------------------------------------------------------


def _called(words: str, *, called: bool) -> str:
    return words + (" (no answer in time: house policy)" if called else "")


class ChoiceOffered(Event, name="choice_offered"):
    """The player of a tied hand was offered the choices of the house: surrender or war."""

    seat: Whole
    surrender: bool
    war: bool

    def text(self, house: House) -> str:
        options = (("surrender", self.surrender), ("war", self.war))
        words = " or ".join(word for word, offered in options if offered)
        return f"Seat {self.seat} is asked: {words}?"


class TieContinued(Event, name="tie_continued"):
    """A tied hand without a first wager stays for the war deal, as more ties may pay more."""

    seat: Whole

    def text(self, house: House) -> str:
        return f"Seat {self.seat} has no {house.wagers.first_name} wager and stays for the war deal"


class SurrenderChosen(Event, name="surrender_chosen"):
    """A player surrendered; ``called``: the house's policy chose for the player."""

    seat: Whole
    called: bool = False

    def text(self, house: House) -> str:
        return _called(f"Seat {self.seat} surrenders", called=self.called)


class WarChosen(Event, name="war_chosen"):
    """A player put down the war wager; ``called``: the house's policy chose for the player."""

    seat: Whole
    war_cents: Whole
    called: bool = False

    def text(self, house: House) -> str:
        words = f"Seat {self.seat} goes to war with {money(house, self.war_cents)}"
        return _called(words, called=self.called)


class WarConfirmed(Event, name="war_confirmed"):
    """The dealer confirmed a war wager."""

    seat: Whole

    def text(self, house: House) -> str:
        return f"Seat {self.seat}'s {house.wagers.war_name} wager is confirmed"


class WarMatched(Event, name="war_matched"):
    """The dealer posted a unit beside the player's two."""

    seat: Whole
    amount_cents: Whole

    def text(self, house: House) -> str:
        unit = money(house, self.amount_cents)
        return f"Seat {self.seat}: dealer posts {unit}, three units in action"


class MatchTakenBack(Event, name="match_taken_back"):
    """The dealer's unit went back into the tray."""

    seat: Whole
    amount_cents: Whole

    def text(self, house: House) -> str:
        return f"Seat {self.seat}: dealer takes the {money(house, self.amount_cents)} back"


class WarTieOffered(Event, name="war_tie_offered"):
    """A player at war may put a Tie wager on the war deal."""

    seat: Whole

    def text(self, house: House) -> str:
        return f"Seat {self.seat} may bet Tie on the war deal"


class WarTiePlaced(Event, name="war_tie_placed"):
    """A Tie wager on the war deal was put on its betting area."""

    seat: Whole
    amount_cents: Whole

    def text(self, house: House) -> str:
        amount = money(house, self.amount_cents)
        return f"Seat {self.seat} bets {amount}: Tie wager on the war deal"


class WarTieDeclined(Event, name="war_tie_declined"):
    """A player declined a Tie wager on the war deal; ``called``: the house's policy answered."""

    seat: Whole
    called: bool = False

    def text(self, house: House) -> str:
        return _called(f"Seat {self.seat} bets no Tie on the war deal", called=self.called)


class WarCardDealt(Event, name="war_card_dealt"):
    """A card was dealt face up in the war deal; seat 0 is the dealer."""

    seat: Whole
    card: Card

    def text(self, house: House) -> str:
        return f"{sentence_case(place(self.seat))} gets war card {self.card}"


class WarCompared(Event, name="war_compared"):
    """A war hand was compared; ``again``: it tied and is dealt again."""

    seat: Whole
    result: Result
    again: bool = False

    def text(self, house: House) -> str:
        match self.result:
            case Result.LOWER:
                says = "loses the war"
            case Result.HIGHER:
                says = "wins the war"
            case Result.EQUAL:
                says = "ties the war"
        return f"Seat {self.seat} {says}" + (": it is dealt again" if self.again else "")


WarEvent = (
    ChoiceOffered
    | TieContinued
    | SurrenderChosen
    | WarChosen
    | WarConfirmed
    | WarMatched
    | MatchTakenBack
    | WarTieOffered
    | WarTiePlaced
    | WarTieDeclined
    | WarCardDealt
    | WarCompared
)


# --- irregularities -------------------------------------------------------------------------------


class FaceUpCardFound(Event, name="face_up_card_found"):
    """A card was found face up in the shoe and went into the rack unused."""

    card: Card
    found: Whole

    def text(self, house: House) -> str:
        return f"{self.card} lies face up in the shoe: it goes to the rack unused"


class CardDrawnInError(Event, name="card_drawn_in_error"):
    """A card was drawn in error without being exposed; it is the next card."""

    def text(self, house: House) -> str:
        return "A card is drawn in error, unexposed: it is the next card"


class SeatMissed(Event, name="seat_missed"):
    """A seat was not dealt a card in the original deal; its wagers are void."""

    seat: Whole

    def text(self, house: House) -> str:
        return f"Seat {self.seat} was not dealt a card: its wagers are void"


class RoundVoided(Event, name="round_voided"):
    """Every hand of the round is void."""

    reason: Text

    def text(self, house: House) -> str:
        return f"Every hand is void: {self.reason}"


IrregularEvent = FaceUpCardFound | CardDrawnInError | SeatMissed | RoundVoided
