"""A house: everything that differs between casinos, as one frozen value.

No field holds code. The engine, the odds and the simulator read these fields and nothing else,
so a new casino is a new TOML file. ``read.py`` makes a House from a file, ``check.py`` finds
contradictions; every loaded House has passed both.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from fractions import Fraction
from math import ceil, lcm

from casinowar.cards import CARDS_PER_DECK, Rank
from casinowar.houses.cites import Cites
from casinowar.money import Odds

DECKS_MAX = 100  # in one shoe
SEATS_MAX = 9
WAR_NAME, CHOICE_NAME = "war", "go to war"  # if a document has no term for it


class Shuffling(StrEnum):
    """How the cards of a shoe are mixed."""

    HAND = "hand"
    BATCHES = "batches"  # an automated shuffler and two alternating batches (WI b4)
    CONTINUOUS = "continuous"  # every card goes back into the device after its round


class Reshuffle(StrEnum):
    """When a shoe ends."""

    CUTTING_CARD = "cutting_card"
    EVERY_ROUND = "every_round"


class Order(StrEnum):
    """The order in which seats are settled; seat 1 is at the dealer's left (policy 9)."""

    LEFT_TO_RIGHT = "left_to_right"
    RIGHT_TO_LEFT = "right_to_left"


class PayingStyle(StrEnum):
    """Pick and pay racks each hand's cards as it is settled; lay and pay racks all at the end."""

    PICK_AND_PAY = "pick_and_pay"
    LAY_AND_PAY = "lay_and_pay"


class BetsOpen(StrEnum):
    """What a player may do with a placed wager until "no more bets"."""

    CHANGEABLE = "changeable"
    FINAL = "final"


class WagerForm(StrEnum):
    """What may be placed on a betting area."""

    CHIPS = "chips"
    PLAQUES = "plaques"
    COUPON = "coupon"


class Surrender(StrEnum):
    """The choice on a tied original deal."""

    OFFERED = "offered"
    NOT_OFFERED = "not_offered"  # every tie goes to war
    FORCED = "forced"  # every tie is surrendered; there is no war


class BurnPattern(StrEnum):
    """When cards are burned in a war deal."""

    EVERY_CARD = "every_card"
    ONCE = "once"
    NONE = "none"


class FirstWager(StrEnum):
    """What happens to the first wager when its player goes to war."""

    COLLECTED = "collected"  # taken before the war deal, win or lose (WI h5)
    STANDS_OFF = "stands_off"  # returned if the war is not lost (SC war)
    MATCHED = "matched"  # the dealer posts a unit: three units in action (WA 4cii)


class PaidOn(StrEnum):
    """Which stake the war odds multiply."""

    WAR_WAGER = "war_wager"
    BOTH_WAGERS = "both_wagers"


class WarTie(StrEnum):
    """The Tie wager on the war deal."""

    NOT_OFFERED = "not_offered"
    OFFERED = "offered"
    EQUAL_TO_FIRST = "equal_to_first"


class NoAnswer(StrEnum):
    """What happens to a tied hand when its player does not decide in time."""

    SURRENDER = "surrender"
    WAR = "war"


class FaceUpScope(StrEnum):
    """How long a card found face up counts: a second one in that time voids the round."""

    SHOE = "shoe"
    ROUND = "round"


class DealerHandInRack(StrEnum):
    """How the dealer's hand is laid in the rack. Crosswise, it marks the end of each round."""

    CROSSWISE = "crosswise"
    STRAIGHT = "straight"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRules:
    """Decks, shuffle, cut, cutting card and single burns."""

    decks: int
    decks_allowed: tuple[int, ...]
    shuffling: tuple[Shuffling, ...]  # the first is the default
    batch_decks_min: int  # for two batches together
    reshuffle: Reshuffle
    cut_min_cards: int
    cutting_card_from_back: Fraction  # the dealer's usual depth
    cutting_card_from_back_min: Fraction  # the smallest depth the house allows
    opening_burn: int
    new_dealer_burn: int
    last_card_hidden: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerRules:
    """Which wagers and forms are accepted, and which are required to be dealt in."""

    first_name: str
    war_name: str
    tie_alone: bool
    bets_open: BetsOpen
    forms: tuple[WagerForm, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRules:
    """Orders of settlement. Cards are dealt from seat 1 upwards, then to the dealer."""

    seats: int
    settlement_order: Order
    war_settlement_order: Order
    paying_style: PayingStyle
    first_odds: Odds


@dataclass(frozen=True, slots=True, kw_only=True)
class SurrenderRules:
    """Surrender, and the share of the first wager that it costs."""

    mode: Surrender
    lost: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class WarRules:
    """The war: burns, wagers and what each result pays."""

    choice_name: str  # the house's term for the decision
    burn_pattern: BurnPattern
    burn_count: int
    first_wager: FirstWager
    paid_on: PaidOn
    won_odds: Odds
    tied_odds: Odds
    deals_max: int  # a tied war is dealt again until this many war deals were made


@dataclass(frozen=True, slots=True, kw_only=True)
class TieRules:
    """The Tie wager. A ladder pays by the number of ties in a row, up to its last rung."""

    offered: bool
    ladder: tuple[Odds, ...]  # one rung: decided by the original deal
    war_deal: WarTie
    war_deal_odds: Odds

    @property
    def climbs(self) -> bool:
        """Whether more ties in a row pay differently, so that the war deals decide the wager."""
        return len(self.ladder) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SideRow:
    """One line of a side bet's paytable, which pays if all its conditions hold."""

    ties: int  # at least this many ties in a row
    ranks: frozenset[Rank] | None  # of the first tie; None: any
    suited: bool  # the two cards of the first tie have the same suit
    odds: Odds


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBet:
    """A side bet: the first matching row pays; with no match the bet loses."""

    name: str
    title: str
    rows: tuple[SideRow, ...]

    @property
    def climbs(self) -> bool:
        """Whether a line needs several ties in a row, so that the war deals decide the bet."""
        return any(row.ties > 1 for row in self.rows)

    def row_for(self, rank: Rank, *, suited: bool, ties: int) -> SideRow | None:
        """The line that pays ``ties`` ties in a row, the first of them of ``rank``; or None."""
        for row in self.rows:
            ranked = row.ranks is None or rank in row.ranks
            if row.ties <= ties and ranked and (suited or not row.suited):
                return row
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerLimits:
    """The posted minimum and maximum of one kind of wager."""

    min_cents: int
    max_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorisedLimit:
    """The most that the regulator allows on one wager: the operator's data, with its source."""

    max_cents: int
    source: str
    as_of: str  # the date of the source


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Currency, chips, posted limits and the regulator's limit."""

    currency: str
    symbol: str
    smallest_chip_cents: int
    step_cents: int
    first: WagerLimits
    tie: WagerLimits
    side: WagerLimits
    authorised: AuthorisedLimit | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Policies:
    """What the documents leave open and the house decides."""

    no_answer: NoAnswer
    decision_seconds: int  # for the answer to a tie
    betting_seconds: int  # for wagers, before "no more bets"
    cut_seconds: int  # for the answer to an offered cut
    war_tie_seconds: int  # for a Tie wager on the war deal
    step_seconds: int  # for a step of the dealer or the floorperson
    war_rebuy: bool
    seats_per_player: int
    face_up_scope: FaceUpScope
    gaming_day_hour: int
    dealer_hand_in_rack: DealerHandInRack


@dataclass(frozen=True, slots=True, kw_only=True)
class Posted:
    """House advantages posted at the table, in percent and with the posted digits."""

    first_percent: str | None
    tie_percent: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The rules of Casino War at one casino."""

    name: str
    title: str
    document: str
    notices: tuple[str, ...]
    cards: CardRules
    wagers: WagerRules
    deal: DealRules
    surrender: SurrenderRules
    war: WarRules
    tie: TieRules
    side_bets: tuple[SideBet, ...]
    limits: Limits
    policies: Policies
    posted: Posted
    cites: Cites
    entry_age: int = 0  # the minimum age of a player; 0: the house names none

    @property
    def war_net_won(self) -> Fraction:
        """The net result of a one-unit first wager after a war that was won."""
        return self._war_net(self.war.won_odds)

    @property
    def war_net_tied(self) -> Fraction:
        """The net result of a one-unit first wager after a war that stayed tied."""
        return self._war_net(self.war.tied_odds)

    def _war_net(self, odds: Odds) -> Fraction:
        base = 2 if self.war.paid_on is PaidOn.BOTH_WAGERS else 1
        cost = 1 if self.war.first_wager is FirstWager.COLLECTED else 0
        return odds.ratio * base - cost

    @property
    def war_possible(self) -> bool:
        """Whether a tied hand can go to war at all."""
        return self.surrender.mode is not Surrender.FORCED

    @property
    def ties_max(self) -> int:
        """The most ties in a row that one hand can have."""
        return self.war.deals_max + 1 if self.war_possible else 1

    def war_burns(self, wars: int) -> int:
        """Cards burned in one war deal of ``wars`` players and the dealer."""
        match self.war.burn_pattern:
            case BurnPattern.EVERY_CARD:
                return self.war.burn_count * (wars + 1)
            case BurnPattern.ONCE:
                return self.war.burn_count
            case BurnPattern.NONE:
                return 0

    def most_cards(self, seats: int | None = None) -> int:
        """The most cards a round can use: all seats at war, not counting cards found face up."""
        hands = (self.deal.seats if seats is None else seats) + 1
        war = self.war_burns(hands - 1) + hands
        return hands + (war * self.war.deals_max if self.war_possible else 0)

    def cards_behind(self, decks: int) -> int:
        """The number of cards behind the cutting card at the dealer's usual depth."""
        return ceil(decks * CARDS_PER_DECK * self.cards.cutting_card_from_back)

    def cutting_card_range(self, decks: int) -> tuple[int, int]:
        """The fewest and the most cards that may be behind the cutting card."""
        size = decks * CARDS_PER_DECK
        least = max(1, ceil(self.cards.cutting_card_from_back_min * size), self.most_cards())
        return least, size - self.cards.opening_burn - 1

    def gaming_day(self, moment: datetime) -> date:
        """The gaming day at a local time; it starts at the house's hour (policy 14)."""
        return (moment - timedelta(hours=self.policies.gaming_day_hour)).date()

    @property
    def first_step(self) -> int:
        """The smallest first wager for which every half and every payment is whole."""
        # even if surrender is not offered: a player without chips has no other choice
        parts = [self.deal.first_odds.stake, self.surrender.lost.denominator]
        if self.war_possible:
            base = 2 if self.war.paid_on is PaidOn.BOTH_WAGERS else 1
            parts += [
                (odds.ratio * base).denominator for odds in (self.war.won_odds, self.war.tied_odds)
            ]
        return lcm(*parts)
