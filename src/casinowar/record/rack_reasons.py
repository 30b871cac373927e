"""Why cards of a rack prove no round, in words that continue "cards 57 to 61 …"."""

from __future__ import annotations

from collections.abc import Sequence

from casinowar.houses import House
from casinowar.record.rack_readings import (
    DEALER_CHANGES_MAX,
    Body,
    Cards,
    RackRound,
    cards_in_words,
    crosswise,
    war_burns,
    war_hands,
)
from casinowar.table.state import Lies, RackedCard

READINGS_SHOWN = 2  # one reading is a proof, two are a doubt


def several_readings(rounds: Sequence[RackRound]) -> str:
    """Several readings are possible; ``rounds`` are the rounds that can come first."""
    words = ", or with ".join(one.in_words() for one in rounds[:READINGS_SHOWN])
    return f"can be read in more than one way, beginning with {words}"


def unreadable_somewhere() -> str:
    """Some of the cards cannot be read, and it is not certain which."""
    return (
        "cannot all be read as rounds: a card is missing, misplaced or extra, or a round is void"
        " or unfinished, and the rack does not show which cards are right"
    )


def place(start: int, end: int) -> str:
    """The cards ``rack[start:end]``, counted from 1."""
    return f"card {end}" if end == start + 1 else f"cards {start + 1} to {end}"


def beside_unreadable(start: int, end: int, why: str) -> str:
    """The unreadable cards ``rack[start:end]`` leave the neighbouring rounds in doubt."""
    return (
        f"are in doubt: {place(start, end)} {why}; a single misplaced card can explain that and"
        " change the round next to it"
    )


def unreadable(house: House, rack: Sequence[RackedCard], start: int, end: int) -> str:
    """Why ``rack[start:end]`` cannot be a round of this house."""
    body, first = Body(), start
    while first < end and rack[first].lies is not Lies.CROSSWISE:
        body.add(rack[first])
        first += 1
    dealer = tuple(entry.card for entry in rack[first:end] if entry.card is not None)
    opening = house.cards.opening_burn if start == 0 else 0
    early_burns = body.gaps[0] if body.cards else body.burns
    if early_burns < opening:
        why = f"the shoe begins with {_count(opening, 'burn card')} (??), here with {early_burns}"
    elif not crosswise(house):
        why = "no round of this house leaves these cards in this order"
    elif not dealer:
        why = (
            "there is no dealer's hand at the end; the round is unfinished or void, or the"
            " dealer's hand does not lie crosswise"
        )
    else:
        why = _against_a_round(house, body, dealer, opening)
    return f"cannot be a round: {why}"


def _against_a_round(house: House, body: Body, dealer: Cards, opening: int) -> str:
    if not body.cards:
        return _early_burns(house, body.burns, opening, f"the dealer's {_laid(dealer)}")
    between = [at for at, gap in enumerate(body.gaps) if gap and at]
    if body.burns:
        return (
            f"{_count(body.burns, 'burn card')} between {body.cards[-1]} and the dealer's hand"
            f" {_laid(dealer)}"
        )
    if between and (len(dealer) == 1 or not house.war_possible):
        at = between[0]
        return (
            f"{_count(body.gaps[at], 'burn card')} between {body.cards[at - 1]} and"
            f" {body.cards[at]}, as before a war, but the dealer's hand {_laid(dealer)} has no"
            " war card"
        )
    tied = [at for at, card in enumerate(body.cards) if card.rank is dealer[0].rank]
    if len(dealer) > 1 and (between or tied) and house.war_possible:
        return _against_a_war(house, body, dealer, opening, between)
    if len(body.cards) > house.deal.seats:
        return (
            f"{_count(len(body.cards), 'hand')} against the dealer's {_laid(dealer)}, and this"
            f" house has {_count(house.deal.seats, 'seat')}"
        )
    return _early_burns(house, body.gaps[0], opening, str(body.cards[0]))


def _against_a_war(
    house: House, body: Body, dealer: Cards, opening: int, between: list[int]
) -> str:
    singles = between[0] if between else 0
    dealer = dealer[: house.war.deals_max + 1]
    cards = body.cards[singles:]
    if cards[0].rank is not dealer[0].rank:
        where = "after the war's burn cards " if between else ""
        return f"{cards[0]} lies {where}as a hand at war, but does not tie the dealer's {dealer[0]}"
    hands = war_hands(house, cards, dealer)
    if hands is None:
        return (
            f"{cards_in_words(tuple(cards))} cannot be the hands of a war against the dealer's"
            f" {_laid(dealer)}"
        )
    if singles + len(hands) > house.deal.seats:
        return (
            f"{_count(singles + len(hands), 'hand')} against the dealer's {_laid(dealer)}, and"
            f" this house has {_count(house.deal.seats, 'seat')}"
        )
    due = war_burns(house, hands)
    count = body.gaps[singles] - (0 if singles else opening)
    if len(between) <= bool(singles) and count != due[0]:
        return (
            f"{_count(count, 'burn card')} before {cards[0]}, and a war of"
            f" {_count(len(hands), 'hand')} burns {due[0]}"
        )
    if any(body.gaps[singles + 1 :]):
        return f"burn cards among the hands at war {cards_in_words(tuple(cards))}"
    if any(body.broken[singles + 1 :]):
        return f"a card found face up inside a hand of {cards_in_words(tuple(cards))}"
    return _early_burns(house, body.gaps[0], opening, str(body.cards[0]))


def _early_burns(house: House, count: int, opening: int, before: str) -> str:
    each = house.cards.new_dealer_burn
    allowed = f"{opening} of a new shoe" if opening else ""
    if each:
        dealers = f"{each} for each of at most {DEALER_CHANGES_MAX} new dealers"
        allowed = f"{allowed} and {dealers}" if allowed else dealers
    return f"{_count(count, 'burn card')} before {before}, where only {allowed or 'none'} can be"


def _count(number: int, word: str) -> str:
    return f"{number} {word}" + ("" if number == 1 else "s")


def _laid(cards: Cards) -> str:
    return " ".join(f"[{card}]" for card in cards)
