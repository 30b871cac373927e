"""The rounds that can begin at a card of the rack, by the order in which a house racks its cards.

A round is: the burn cards of a new shoe or dealer, the hands that did not go to war, the war's
burn cards, the war hands, each whole, and the dealer's hand. Cards found face up lie anywhere
but inside a hand. ``rack.py`` chooses among the readings, ``rack_reasons.py`` explains why there
is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from casinowar.cards import Card
from casinowar.houses import House
from casinowar.houses.house import DealerHandInRack, Order, PayingStyle, Reshuffle
from casinowar.table.state import Lies, RackedCard

Cards = tuple[Card, ...]
DEALER_CHANGES_MAX = 2  # between two rounds; more burn cards are an error
FOUND_MAX = 16  # cards found face up in one round


@dataclass(frozen=True, slots=True, kw_only=True)
class RackRound:
    """One round read from the rack: the cards ``rack[start:end]``."""

    start: int
    end: int
    hands: tuple[Cards, ...]  # from the dealer's left, each with its war cards
    dealer: Cards
    burned: int
    face_up: Cards
    places_known: bool  # False: the order of hands at war and other hands is unknown

    def in_words(self) -> str:
        """The hands and the dealer's: ``5h, 9h Qd against 9d Js``."""
        hands = ", ".join(cards_in_words(hand) for hand in self.hands) or "no hands"
        return f"{hands} against {cards_in_words(self.dealer)}"


@dataclass(slots=True)
class Body:
    """The cards of a round before the dealer's hand, read one by one."""

    cards: list[Card] = field(default_factory=list)  # the cards of hands
    gaps: list[int] = field(default_factory=list)  # the burn cards before each card
    broken: list[bool] = field(default_factory=list)  # whether any card precedes it
    found: list[Card] = field(default_factory=list)
    burns: int = 0  # after the last card of a hand
    burned: int = 0
    _found_before: int = 0

    def add(self, entry: RackedCard) -> None:
        """Read one more card of the rack."""
        if entry.card is None:
            self.burns += 1
            self.burned += 1
        elif entry.lies is Lies.FACE_UP:
            self.found.append(entry.card)
        else:
            self.cards.append(entry.card)
            self.gaps.append(self.burns)
            self.broken.append(self.burns > 0 or len(self.found) > self._found_before)
            self._found_before = len(self.found)
            self.burns = 0


class Readings:
    """Every round that a rack of this house can hold, place by place."""

    def __init__(self, house: House, rack: Sequence[RackedCard], *, new_shoe: bool = True) -> None:
        self.house, self.rack = house, rack
        self.opening_burn = house.cards.opening_burn if new_shoe else 0
        self.crosswise = crosswise(house)
        self.dealer_cards_max = house.ties_max
        rules = house.cards
        self._early_burns_max = rules.opening_burn + rules.new_dealer_burn * DEALER_CHANGES_MAX

    def rounds_at(self, start: int) -> Iterator[RackRound]:
        """Every round that could begin at ``start``."""
        hand_cards_max = self.house.deal.seats * self.dealer_cards_max
        burns_max = self.house.most_cards() + self._early_burns_max
        body = Body()
        for at in range(start, len(self.rack)):
            entry = self.rack[at]
            if entry.lies is Lies.CROSSWISE:
                yield from self._rounds(start, at, body)
                return
            if entry.lies is Lies.HAND and not self.crosswise and body.cards:
                yield from self._rounds(start, at, body)
            body.add(entry)
            if len(body.cards) > hand_cards_max or body.burned > burns_max:
                return
            if len(body.found) > FOUND_MAX:
                return

    def _rounds(self, start: int, first: int, body: Body) -> Iterator[RackRound]:
        """The rounds of ``body`` and a dealer's hand that begins at ``first``."""
        lies = self.rack[first].lies
        most = self.dealer_cards_max
        if lies is Lies.CROSSWISE and not self.crosswise:
            if body.cards:  # if the dealer's hand lies straight, only an empty round ends like this
                return
            most = 1
        dealer: Cards = ()
        for end in range(first + 1, min(first + most, len(self.rack)) + 1):
            entry = self.rack[end - 1]
            if entry.lies is not lies or entry.card is None:
                return
            dealer = (*dealer, entry.card)
            empty_next = end < len(self.rack) and self.rack[end].lies is Lies.CROSSWISE
            for hands, known, early_burns in self._hands(body, dealer):
                changes_max = 1 if empty_next and hands else DEALER_CHANGES_MAX
                if not self._early_burns_fit(early_burns, start, changes_max):
                    continue
                if not hands and start and self.house.cards.reshuffle is Reshuffle.EVERY_ROUND:
                    continue  # no other round can be in the rack
                yield RackRound(
                    start=start,
                    end=end,
                    hands=hands,
                    dealer=dealer,
                    burned=body.burned,
                    face_up=tuple(body.found),
                    places_known=known,
                )

    def _hands(self, body: Body, dealer: Cards) -> Iterator[tuple[tuple[Cards, ...], bool, int]]:
        """The hands of ``body``, whether their order is known, and the burns before them."""
        if not body.cards:
            if len(dealer) == 1:
                yield (), True, body.burns
            return
        if body.burns:
            return
        if len(dealer) == 1:
            if len(body.cards) <= self.house.deal.seats and not any(body.gaps[1:]):
                yield *self._by_seat(body.cards, (), dealer), body.gaps[0]
            return
        burn_free = self.house.war_burns(1) == 0
        for singles, card in enumerate(body.cards):
            if card.rank is dealer[0].rank and (not singles or burn_free or body.gaps[singles]):
                wars = self._wars(body, singles, dealer)
                if wars is not None:
                    hands, early_burns = wars
                    yield *self._by_seat(body.cards[:singles], hands, dealer), early_burns
            if singles and body.gaps[singles]:
                return

    def _wars(
        self, body: Body, singles: int, dealer: Cards
    ) -> tuple[tuple[Cards, ...], int] | None:
        """The war hands after ``singles`` cards, and the burns before the round."""
        hands = war_hands(self.house, body.cards[singles:], dealer)
        if hands is None or singles + len(hands) > self.house.deal.seats:
            return None
        lengths = [len(hand) for hand in hands]
        as_decided = self.house.deal.paying_style is PayingStyle.PICK_AND_PAY
        if as_decided and lengths != sorted(lengths):  # decided later, racked later
            return None
        burns = war_burns(self.house, hands)
        early_burns = body.gaps[0] - (0 if singles else burns[0])
        at = singles
        for hand, due in zip(hands, burns, strict=True):
            if at and body.gaps[at] != due:
                return None
            if any(body.broken[at + 1 : at + len(hand)]):
                return None
            at += len(hand)
        return hands, early_burns

    def _early_burns_fit(self, count: int, start: int, changes_max: int) -> bool:
        """Whether that many burn cards may lie before a round."""
        rules = self.house.cards
        count -= self.opening_burn if start == 0 else 0
        if count == 0:
            return True
        each = rules.new_dealer_burn
        return count > 0 and each > 0 and count % each == 0 and count // each <= changes_max

    def _by_seat(
        self, single_cards: Sequence[Card], wars: tuple[Cards, ...], dealer: Cards
    ) -> tuple[tuple[Cards, ...], bool]:
        """The hands from the dealer's left, as far as the paying style preserves their order."""
        deal = self.house.deal
        singles: tuple[Cards, ...] = tuple((card,) for card in single_cards)
        known = not (singles and wars)
        if deal.paying_style is PayingStyle.PICK_AND_PAY:
            late = [hand for hand in singles if hand[0].rank is dealer[0].rank]
            known = known and not (late and len(singles) > len(late))
            if deal.settlement_order is Order.RIGHT_TO_LEFT:
                singles = singles[::-1]
            if deal.war_settlement_order is Order.RIGHT_TO_LEFT:
                wars = wars[::-1]
            known = known and self.house.war.deals_max == 1
        return singles + wars, known


def crosswise(house: House) -> bool:
    """Whether the dealer's hand lies crosswise and marks the end of each round."""
    return house.policies.dealer_hand_in_rack is DealerHandInRack.CROSSWISE


def cards_in_words(cards: Cards) -> str:
    """Cards in order: ``9h Qd``."""
    return " ".join(str(card) for card in cards)


def war_hands(house: House, cards: Sequence[Card], dealer: Cards) -> tuple[Cards, ...] | None:
    """Split cards into war hands: a tied first card, then war cards until one decides."""
    hands: list[Cards] = []
    at = 0
    while at < len(cards):
        if cards[at].rank is not dealer[0].rank:
            return None
        length = 1
        while True:
            if length >= len(dealer) or at + length >= len(cards):
                return None
            tied = cards[at + length].rank is dealer[length].rank
            length += 1
            if not tied or length > house.war.deals_max:
                break
        hands.append(tuple(cards[at : at + length]))
        at += length
    longest = max((len(hand) for hand in hands), default=1)
    return tuple(hands) if longest == len(dealer) else None


def war_burns(house: House, hands: Sequence[Cards]) -> list[int]:
    """The burn cards that lie before each war hand in the rack.

    Lay and pay: all are before the first hand. Pick and pay: a hand decided by one war deal goes
    to the rack before the burns of the next.
    """
    deals = max(len(hand) for hand in hands) - 1
    each = [
        house.war_burns(sum(len(hand) > deal for hand in hands)) for deal in range(1, deals + 1)
    ]
    if house.deal.paying_style is PayingStyle.LAY_AND_PAY:
        return [sum(each)] + [0] * (len(hands) - 1)
    due, burned = [], 0
    for hand in hands:
        due.append(sum(each[burned : len(hand) - 1]))
        burned = max(burned, len(hand) - 1)
    return due
