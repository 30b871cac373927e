"""A client's own accounts of a table: from its events, and from what the documents pay.

A hand's result is worked out from its cards and bets, never read from the table's movements of
chips; :meth:`Books.compare` holds the result against what the table shows.
"""

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

RANKS = "23456789TJQKA"


class WrongError(AssertionError):
    """The table did something that its documentation rules out."""


def check(holds: bool, *what: object) -> None:
    """Raise :class:`WrongError` with what was seen, unless something holds."""
    if not holds:
        raise WrongError(*what)


@dataclass(frozen=True)
class Rules:
    """What one house pays, to one unit of a first wager, and how it deals a war."""

    tie_odds: int = 10
    more_ties: tuple[int, ...] = ()  # what Tie pays for two ties in a row, three, …
    war_tied: int = 2
    suited_odds: int = 0
    burn_every: int = 3
    burn_once: int = 0


RULES = {
    "washington": Rules(),
    "skycity": Rules(burn_every=0, burn_once=3),
    "wisconsin": Rules(),
    "battle-royal": Rules(tie_odds=0, war_tied=3, burn_every=0),
    "eleven-to-one": Rules(tie_odds=11, suited_odds=50),
    "ladder-war": Rules(more_ties=(25, 50, 200), war_tied=1, burn_every=0, burn_once=3),
    "no-bonus": Rules(war_tied=1, burn_every=0, burn_once=3),
}


@dataclass
class Hand:
    """One seat in one round, as the client saw it."""

    bets: Counter[str] = field(default_factory=Counter)
    card: str = ""
    war_cards: list[str] = field(default_factory=list)
    surrendered: bool = False
    void: bool = False

    def net_cents(self, rules: Rules, dealer_card: str, dealer_war_cards: list[str]) -> Fraction:
        """What the player won or lost, by the documents."""
        if self.void:
            return Fraction(0)
        tied = self.card[0] == dealer_card[0]
        wars = list(zip(self.war_cards, dealer_war_cards, strict=False))
        more = sum(mine[0] == theirs[0] for mine, theirs in wars)
        if tied and rules.more_ties and not self.bets["initial"]:
            check(bool(wars), "Tie alone stays for the war deal", self)
        paid = (rules.tie_odds, *rules.more_ties)[min(more, len(rules.more_ties))]
        net = Fraction(self.bets["tie"] * (paid if tied else -1))
        suited = self.card == dealer_card
        net += self.bets["side"] * (rules.suited_odds if suited else -1)
        first = self.bets["initial"]
        if not tied:
            won = RANKS.index(self.card[0]) > RANKS.index(dealer_card[0])
            # A coupon wins even money, and costs nothing when it loses.
            return net + (first + self.bets["coupon"] if won else -first)
        if not first:
            return net
        if self.surrendered:
            return net - Fraction(first, 2)
        mine, theirs = (RANKS.index(card[0]) for card in wars[-1])
        war_tied = mine == theirs
        net += self.bets["war_tie"] * (10 if war_tied else -1)
        return net + first * (rules.war_tied if war_tied else 1 if mine > theirs else -2)


class Books:
    """The client's own accounts, from the events and the documents alone."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.version = 0
        self.chips_cents: dict[int, Fraction] = {}
        self.tray_cents = Fraction(0)
        self.hands: dict[int, Hand] = {}
        self.dealer_card = ""
        self.dealer_war_cards: list[str] = []
        self.war_burns = 0
        self.drawn = 0
        self.seen: Counter[str] = Counter()
        self.cards: Counter[str] = Counter()
        self.rounds = 0
        self.shoes = 0
        self.whole_shoes = 0
        self.cutting_card_out = False

    def hand(self, seat: int) -> Hand:
        """A seat's hand in this round."""
        return self.hands.setdefault(seat, Hand())

    def note(self, event: dict[str, Any]) -> None:
        """Take one event into the accounts."""
        name, seat = event["name"], event.get("seat", 0)
        self.seen[name] += 1
        if "card" in event:
            self.cards[event["card"]] += 1
            self.drawn += 1
        if entry := getattr(self, f"on_{name}", None):
            entry(seat, event)

    def on_table_opened(self, _: int, event: dict[str, Any]) -> None:
        self.tray_cents = Fraction(event["tray_cents"])

    def on_table_closed(self, _: int, __: dict[str, Any]) -> None:
        self.tray_cents = Fraction(0)

    def on_tray_filled(self, _: int, event: dict[str, Any]) -> None:
        self.tray_cents += event["amount_cents"]

    def on_tray_credited(self, _: int, event: dict[str, Any]) -> None:
        self.tray_cents -= event["amount_cents"]

    def on_seat_taken(self, seat: int, _: dict[str, Any]) -> None:
        check(seat not in self.chips_cents, "taken twice", seat)
        self.chips_cents[seat] = Fraction(0)

    def on_seat_left(self, seat: int, event: dict[str, Any]) -> None:
        check(self.chips_cents.pop(seat) == event["chips_cents"], "left with", event)

    def on_chips_bought(self, seat: int, event: dict[str, Any]) -> None:
        self.chips_cents[seat] += event["cash_cents"]
        self.tray_cents -= event["cash_cents"]

    def on_wager_placed(self, seat: int, event: dict[str, Any]) -> None:
        kind = "coupon" if event["form"] == "coupon" else event["wager"]
        self.hand(seat).bets[kind] = event["amount_cents"]

    def on_wagers_taken_back(self, seat: int, _: dict[str, Any]) -> None:
        del self.hands[seat]

    on_wagers_returned = on_wagers_taken_back

    def on_war_tie_placed(self, seat: int, event: dict[str, Any]) -> None:
        self.hand(seat).bets["war_tie"] = event["amount_cents"]

    def on_surrender_chosen(self, seat: int, _: dict[str, Any]) -> None:
        self.hand(seat).surrendered = True

    def on_seat_missed(self, seat: int, _: dict[str, Any]) -> None:
        self.hand(seat).void = True

    def on_round_voided(self, _: int, __: dict[str, Any]) -> None:
        for hand in self.hands.values():
            hand.void = True

    def on_shoe_loaded(self, _: int, __: dict[str, Any]) -> None:
        self.drawn = 0
        self.cards.clear()
        self.shoes += 1
        self.whole_shoes += self.cutting_card_out
        self.cutting_card_out = False

    def on_cutting_card_reached(self, _: int, __: dict[str, Any]) -> None:
        self.cutting_card_out = True

    def on_card_burned(self, _: int, event: dict[str, Any]) -> None:
        self.drawn += 1
        self.war_burns += event["burn"] == "war"

    def on_card_dealt(self, seat: int, event: dict[str, Any]) -> None:
        if seat:
            self.hand(seat).card = event["card"]
        else:
            self.dealer_card = event["card"]

    def on_war_card_dealt(self, seat: int, event: dict[str, Any]) -> None:
        if seat:
            self.hand(seat).war_cards.append(event["card"])
        else:
            self.dealer_war_cards.append(event["card"])

    def on_round_completed(self, _: int, event: dict[str, Any]) -> None:
        self.rounds += 1
        check(event["round"] == self.seen["no_more_bets"], "round", event)
        if not any(hand.void for hand in self.hands.values()):
            deals = len(self.dealer_war_cards)
            cards = deals + sum(len(hand.war_cards) for hand in self.hands.values())
            burns = self.rules.burn_every * cards + self.rules.burn_once * deals
            check(self.war_burns == burns, "burns in the war deal", self.war_burns, burns)
        for seat, hand in self.hands.items():
            net_cents = hand.net_cents(self.rules, self.dealer_card, self.dealer_war_cards)
            self.chips_cents[seat] += net_cents
            self.tray_cents -= net_cents
        self.hands.clear()
        self.dealer_card = ""
        self.dealer_war_cards.clear()
        self.war_burns = 0

    def compare(self, view: dict[str, Any]) -> None:
        """Hold a view against the accounts; money only while no wager is down."""
        check(view["round"] == self.seen["no_more_bets"], "round", view["round"])
        if view["phase"] == "betting":
            shoe = view["shoe"]
            check(shoe["drawn"] == self.drawn, "drawn", shoe, self.drawn)
            check(shoe["cutting_card_out"] == self.cutting_card_out, "cutting card", shoe)
            most = max(self.cards.values(), default=0)
            check(most <= shoe["decks"], "more of a card than decks", self.cards)
        if self.hands:
            return
        chips = {seat["seat"]: seat["chips_cents"] for seat in view["seats"]}
        check(chips == self.chips_cents, "chips", chips, self.chips_cents)
        check(view["tray_cents"] == self.tray_cents, "tray", view["tray_cents"], self.tray_cents)
