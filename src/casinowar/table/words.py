"""Phrases that events, refusals and due steps share."""

from __future__ import annotations

from collections.abc import Iterable

from casinowar.cards import UNSEEN, parse_card, show_card
from casinowar.houses.house import House, Shuffling
from casinowar.money import show_cents
from casinowar.table.state import DEALER, Lies, RackedCard, Table, Wager


def place(seat: int) -> str:
    """A seat in words; 0 is the dealer."""
    return "the dealer" if seat == DEALER else f"seat {seat}"


def sentence_case(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def money(house: House, cents: int) -> str:
    """An amount in the house's currency."""
    return show_cents(cents, house.limits.symbol)


def wager_words(house: House, wager: Wager, side: str | None = None) -> str:
    """A wager as this house calls it."""
    match wager:
        case Wager.INITIAL:
            return f"{house.wagers.first_name} wager"
        case Wager.TIE:
            return "Tie wager"
        case Wager.WAR:
            return f"{house.wagers.war_name} wager"
        case Wager.WAR_TIE:
            return "Tie wager on the war deal"
        case Wager.SIDE:
            return next((bet.title for bet in house.side_bets if bet.name == side), "side bet")


_MARKS = {Lies.CROSSWISE: "[{}]", Lies.FACE_UP: "^{}"}


def rack_text(cards: Iterable[RackedCard]) -> str:
    """Cards as they lie in the rack: ``??`` burned, ``[2c]`` crosswise, ``^5d`` found face up."""
    return " ".join(_MARKS.get(entry.lies, "{}").format(show_card(entry.card)) for entry in cards)


def parse_racked(text: str) -> RackedCard:
    """Read one card of ``rack_text``; a ``ValueError`` says what is wrong with other text."""
    if text == UNSEEN:
        return RackedCard(card=None, lies=Lies.FACE_DOWN)
    lies, name = Lies.HAND, text
    if text.startswith("[") and text.endswith("]"):
        lies, name = Lies.CROSSWISE, text[1:-1]
    elif text.startswith("^"):
        lies, name = Lies.FACE_UP, text[1:]
    return RackedCard(card=parse_card(name), lies=lies)


def decks_words(decks: int) -> str:
    """A number of decks, as "6 decks"."""
    return "1 deck" if decks == 1 else f"{decks} decks"


def decks_held(decks: int) -> str:
    """A number of decks with its verb: "6 decks hold", as in "more than 6 decks hold"."""
    return f"{decks_words(decks)} {'holds' if decks == 1 else 'hold'}"


_SHUFFLED = {
    Shuffling.HAND: "by hand",
    Shuffling.BATCHES: "by a shuffler with two batches",
    Shuffling.CONTINUOUS: "by a continuous shuffler",
}


def shuffling_words(shuffling: Shuffling) -> str:
    """How the cards are shuffled."""
    return _SHUFFLED[shuffling]


def batch_words(state: Table, batch: int) -> str:
    """A batch in words; "the cards" if there is only one batch."""
    return f"batch {batch}" if state.shuffling is Shuffling.BATCHES else "the cards"
