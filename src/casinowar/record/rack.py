"""Rebuilding rounds from the ordered discard rack and the house alone (WI h4, h8).

What the rack can tell: burn cards lie face down (``??``), a card found face up in the shoe is
marked (``^5d``), and where the house lays the dealer's hand crosswise (``[2c]``) it closes each
round. Hands that did not go to war come first, then the war's burn cards, then the war hands,
then the dealer's. What it cannot tell is said: two readings that both fit, or the places of hands
that went to war between those that did not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from casinowar.cards import UNSEEN, Card, parse_card
from casinowar.errors import InputError
from casinowar.houses import House
from casinowar.houses.house import DealerHandInRack, Order, PayingStyle
from casinowar.table.state import Lies, RackedCard

Cards = tuple[Card, ...]
READINGS_MAX = 2  # one is proof, two are doubt
STRAY_CARDS_MAX = 16  # burns before a round and found cards, beyond the cards that a round needs


@dataclass(frozen=True, slots=True, kw_only=True)
class RackRound:
    """One round read from the rack."""

    start: int  # index of its first card in the rack
    hands: tuple[Cards, ...]  # from the dealer's left, each with its war cards
    dealer: Cards
    burned: int
    face_up: Cards
    places_known: bool  # False: hands at war and others may have sat between each other


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    """The rounds that the rack proves, and where and why it stops proving."""

    rounds: tuple[RackRound, ...]
    stops_at: int | None = None
    reason: str = ""


def parse_rack(text: str) -> tuple[RackedCard, ...]:
    """A rack written down, its first card first: ``?? Kh 5d [2c] ^9s``."""
    found = []
    for at, word in enumerate(text.split()):
        lies, name = Lies.HAND, word
        if word == UNSEEN:
            found.append(RackedCard(card=None, lies=Lies.FACE_DOWN))
            continue
        if word.startswith("[") and word.endswith("]"):
            lies, name = Lies.CROSSWISE, word[1:-1]
        elif word.startswith("^"):
            lies, name = Lies.FACE_UP, word[1:]
        try:
            found.append(RackedCard(card=parse_card(name), lies=lies))
        except ValueError as error:
            raise InputError(f"card {at + 1}", str(error)) from None
    return tuple(found)


def rebuild(house: House, rack: Sequence[RackedCard]) -> Rebuilt:
    """The rounds of a rack, as far as exactly one reading fits the house's procedure."""
    readings = _Readings(house, rack)
    rounds: list[RackRound] = []
    at = 0
    while at < len(rack):
        fits = [option for option in readings.rounds_at(at) if readings.ends(option[1])]
        if len(fits) != 1:
            return Rebuilt(rounds=tuple(rounds), stops_at=at, reason=_why(readings, at, fits))
        one, at = fits[0]
        rounds.append(one)
    return Rebuilt(rounds=tuple(rounds))


def _why(readings: _Readings, at: int, fits: list[tuple[RackRound, int]]) -> str:
    if len(fits) >= READINGS_MAX:
        words = " or ".join(_in_words(option) for option, _ in fits[:READINGS_MAX])
        return f"more than one reading fits: {words}"
    if not any(True for _ in readings.rounds_at(at)):
        burn = readings.house.cards.opening_burn
        first = f" (a shoe here begins with {burn} burn card: ??)" if not at and burn else ""
        return (
            "no round of this house leaves these cards; it was void, unfinished or disturbed"
            + first
        )
    return "what follows cannot be read as rounds of this house"


def _in_words(one: RackRound) -> str:
    hands = f"{len(one.hands)} hand" + ("s" if len(one.hands) != 1 else "")
    dealer = " ".join(str(card) for card in one.dealer)
    return f"{hands} against {dealer}"


class _Readings:
    """All ways to cut a rack into rounds, each place worked out once."""

    def __init__(self, house: House, rack: Sequence[RackedCard]) -> None:
        self.house, self.rack = house, rack
        self._ends: dict[int, bool] = {}

    def ends(self, at: int) -> bool:
        """Whether the cards from ``at`` on can be read as whole rounds, and perhaps an open one.

        Worked out from the back, so that a long rack needs no deep recursion. Where the dealer's
        hand lies crosswise, cards after the last one are a round that was not finished.
        """
        if not self._ends:
            self._ends[len(self.rack)] = True
            crosswise = self.house.policies.dealer_hand_in_rack is DealerHandInRack.CROSSWISE
            open_round = crosswise
            for start in reversed(range(len(self.rack))):
                open_round = open_round and self.rack[start].lies is not Lies.CROSSWISE
                self._ends[start] = open_round or any(
                    self._ends[end] for _, end in self.rounds_at(start)
                )
        return self._ends[at]

    def rounds_at(self, start: int) -> Iterator[tuple[RackRound, int]]:
        """Every round that could begin at ``start``, with the place after it."""
        for first, end in self._dealer_hands(start):
            body = self.rack[start:first]
            dealer = tuple(entry.card for entry in self.rack[first:end] if entry.card is not None)
            for hands, known in self._bodies(body, dealer, opening=start == 0):
                yield (
                    RackRound(
                        start=start,
                        hands=hands,
                        dealer=dealer,
                        burned=sum(entry.lies is Lies.FACE_DOWN for entry in body),
                        face_up=tuple(
                            entry.card
                            for entry in body
                            if entry.lies is Lies.FACE_UP and entry.card is not None
                        ),
                        places_known=known,
                    ),
                    end,
                )

    def _dealer_hands(self, start: int) -> Iterator[tuple[int, int]]:
        """Where the dealer's hand of a round beginning at ``start`` can lie."""
        most = self.house.war.deals_max + 1 if self.house.war_possible else 1
        crosswise = self.house.policies.dealer_hand_in_rack is DealerHandInRack.CROSSWISE
        lies = Lies.CROSSWISE if crosswise else Lies.HAND
        limit = min(len(self.rack), start + self.house.most_cards() + STRAY_CARDS_MAX)
        for first in range(start, limit):
            if self.rack[first].lies is not lies:
                continue
            for count in range(1, most + 1):
                end = first + count
                if end > len(self.rack) or self.rack[end - 1].lies is not lies:
                    break
                yield first, end
            if crosswise:
                return

    def _bodies(
        self, body: Sequence[RackedCard], dealer: Cards, *, opening: bool
    ) -> Iterator[tuple[tuple[Cards, ...], bool]]:
        """The hands that ``body`` can hold against ``dealer``."""
        kept = [entry for entry in body if entry.lies is not Lies.FACE_UP]
        if any(entry.lies is Lies.CROSSWISE for entry in kept):
            return
        ups = [at for at, entry in enumerate(kept) if entry.lies is Lies.HAND]
        cards = [entry.card for entry in kept if entry.lies is Lies.HAND and entry.card is not None]
        if not cards:
            return
        wars = range(len(cards)) if len(dealer) > 1 else (len(cards),)
        for single_count in wars:
            war_hands = _war_hands(self.house, cards[single_count:], dealer)
            if war_hands is None or single_count + len(war_hands) > self.house.deal.seats:
                continue
            before = ups[0]
            last_single = ups[single_count - 1] if single_count else -1
            downs = [at for at, entry in enumerate(kept) if entry.lies is Lies.FACE_DOWN]
            war_burns = sum(at > last_single for at in downs)
            early = sum(at < before for at in downs)
            if single_count and len(downs) != early + war_burns:
                continue
            need = _burns(self.house, war_hands, len(dealer) - 1)
            extra = (
                (early if single_count else len(downs) - need) if need or single_count else early
            )
            if single_count and war_burns != need:
                continue
            if not self._pre_burns(extra, opening=opening):
                continue
            singles = tuple((card,) for card in cards[:single_count])
            yield self._by_seat(singles, tuple(war_hands), dealer)

    def _pre_burns(self, count: int, *, opening: bool) -> bool:
        """Whether that many burn cards may lie before a round."""
        rules = self.house.cards
        count -= rules.opening_burn if opening else 0
        if count < 0:
            return False
        return count == 0 or (rules.new_dealer_burn > 0 and count % rules.new_dealer_burn == 0)

    def _by_seat(
        self, singles: tuple[Cards, ...], wars: tuple[Cards, ...], dealer: Cards
    ) -> tuple[tuple[Cards, ...], bool]:
        """Hands from the dealer's left as far as the paying style keeps their order."""
        deal = self.house.deal
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


def _war_hands(house: House, cards: list[Card], dealer: Cards) -> list[Cards] | None:
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
    return hands if longest == len(dealer) else None


def _burns(house: House, wars: list[Cards], deals: int) -> int:
    """Burn cards of all war deals, given how long each hand stayed in."""
    return sum(
        house.war_burns(sum(len(hand) > deal for hand in wars)) for deal in range(1, deals + 1)
    )
