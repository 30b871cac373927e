"""What the table can see, as one value.

A Table is the fold of its events and holds nothing else: no undealt card, no clock, no chance.
A Table never changes, and neither do its parts: they are frozen, and their dictionaries are
read-only. Evolutions write to a draft: ``copied`` makes a private copy that can be written to,
``sealed`` turns it into a Table. One draft serves a command with all its events.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Any, NoReturn, TypeVar

from msgspec import Struct, StructMeta, field
from msgspec.structs import astuple, force_setattr

from casinowar.cards import Card
from casinowar.errors import expect
from casinowar.houses.house import House, Shuffling, WagerForm
from casinowar.outcomes import Outcome
from casinowar.table.message import Message, Text, Whole

DEALER = 0  # the dealer's place, where a seat number is expected


class Phase(StrEnum):
    """Where the table is in its procedure."""

    CLOSED = "closed"
    RECEIVE = "receive"
    INSPECT = "inspect"
    VERIFY = "verify"
    SPREAD = "spread"
    LOOK = "look"
    OBJECTION = "objection"
    TURN_DOWN = "turn_down"
    WASH = "wash"
    STACK = "stack"
    SHUFFLE = "shuffle"
    SWAP = "swap"
    OFFER_CUT = "offer_cut"
    CUT_OFFERED = "cut_offered"
    CUTTING_CARD = "cutting_card"
    LOAD = "load"
    BETTING = "betting"
    DEAL = "deal"
    SETTLE = "settle"
    DECIDE = "decide"
    SURRENDERS = "surrenders"
    RACK_ORIGINAL = "rack_original"
    WAR_WAGERS = "war_wagers"
    WAR_TIES = "war_ties"
    WAR_DEAL = "war_deal"
    WAR_SETTLE = "war_settle"
    RACK = "rack"
    COLLECT = "collect"
    GOING_IDLE = "going_idle"
    IDLE = "idle"
    TURN_UP = "turn_up"


IN_ROUND = frozenset(
    {
        Phase.DEAL,
        Phase.SETTLE,
        Phase.DECIDE,
        Phase.SURRENDERS,
        Phase.RACK_ORIGINAL,
        Phase.WAR_WAGERS,
        Phase.WAR_TIES,
        Phase.WAR_DEAL,
        Phase.WAR_SETTLE,
    }
)  # from "no more bets" until every hand is decided
SHOE_IN_USE = IN_ROUND | {Phase.BETTING}


class Status(StrEnum):
    """Where one hand is in its round."""

    LIVE = "live"  # not compared yet
    ASKED = "asked"
    SURRENDERING = "surrendering"
    AT_WAR = "at_war"  # or in the war deal without a first wager, for more ties in a row
    SETTLED = "settled"
    VOID = "void"


class Wager(StrEnum):
    """The kinds of wager; a side bet also has a name."""

    INITIAL = "initial"
    TIE = "tie"
    SIDE = "side"
    WAR = "war"
    WAR_TIE = "war_tie"


class Result(StrEnum):
    """A player's card against the dealer's."""

    LOWER = "lower"
    HIGHER = "higher"
    EQUAL = "equal"


class Action(StrEnum):
    """What happens to chips on a betting area."""

    COLLECT = "collect"
    RETURN = "return"
    PAY = "pay"


class Burn(StrEnum):
    """Why a card is burned."""

    OPENING = "opening"
    NEW_DEALER = "new_dealer"
    WAR = "war"


class Lies(StrEnum):
    """How a card lies in the discard rack, so that rounds can be read from the rack."""

    FACE_DOWN = "face_down"  # a burn card, whose face nobody saw
    HAND = "hand"
    CROSSWISE = "crosswise"  # the dealer's hand, which closes a round
    FACE_UP = "face_up"  # found face up in the shoe, not used


class Stored(StrEnum):
    """The batch in the automated shuffler (WI b4iv)."""

    UNSHUFFLED = "unshuffled"
    SHUFFLED = "shuffled"
    FAILED = "failed"  # its cycle was not completed (WI j4)


class Preparing(StrEnum):
    """Why the cards are shown and washed."""

    OPENING = "opening"  # new decks (WI d2, d3)
    AFTER_IDLE = "after_idle"  # a player arrives at an idle table (WI e7)
    ON_REQUEST = "on_request"  # a player asked to see the stored batch (WI e7ii)


class CutBy(StrEnum):
    """What decides who is offered the cut first (WI e2)."""

    FIRST_PLAYER = "first_player"
    CUTTING_CARD_AT_SEAT = "cutting_card_at_seat"
    CUTTING_CARD_AT_DEALER = "cutting_card_at_dealer"
    DISCRETION = "discretion"


class _PartMeta(StructMeta):
    """The metaclass of the parts of a table, which are frozen unless they are drafts.

    Type checkers see no frozen class, so that evolutions can write to their drafts.
    """

    def __new__(
        mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **config: Any
    ) -> Any:
        """A frozen class, unless the class says otherwise."""
        settings: dict[str, Any] = {"frozen": True} | config
        return super().__new__(mcls, name, bases, namespace, **settings)


class Part(Struct, metaclass=_PartMeta, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A part of a table that evolutions write to."""


Held = TypeVar("Held")


def _cannot_be_written(*_: object, **__: object) -> NoReturn:
    raise TypeError("seats and hands of a table are read-only: give the table a command")


_NO: Any = _cannot_be_written


class ReadOnly(dict[int, Held]):
    """A dictionary that can be read, copied and saved, but not written to."""

    __setitem__ = __delitem__ = __ior__ = _NO
    clear = pop = popitem = setdefault = update = _NO

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self),)


class RackedCard(Message):
    """One card in the discard rack; None is a face that nobody saw."""

    card: Card | None
    lies: Lies


class Movement(Message):
    """Chips that moved on one wager. A negative amount undoes an earlier movement."""

    wager: Wager
    side: str | None  # the name of a side bet
    action: Action
    amount_cents: Whole
    odds: str | None
    cites: str

    @property
    def name(self) -> str:
        """The wager as one name; for a side bet, its own name."""
        return self.side or self.wager.value


class Seat(Part):
    """A player and their chips. Two players may have the same name."""

    player: Text  # the player's id
    name: Text
    chips_cents: Whole
    sitting_out: bool = False


class Hand(Part):
    """The wagers and cards of a seat in the current round."""

    seat: Whole
    status: Status = Status.LIVE
    form: WagerForm = WagerForm.CHIPS
    initial_cents: Whole = 0  # without a coupon
    coupon_cents: Whole = 0
    tie_cents: Whole = 0
    sides: tuple[tuple[Text, Whole], ...] = ()
    war_cents: Whole = 0
    war_tie_cents: Whole = 0
    war_tie_asked: bool = False  # a Tie wager on the war deal is offered and not yet answered
    war_tie_answered: bool = False
    match_cents: Whole = 0  # the dealer's matching unit (WA 4cii)
    layout_cents: Whole = 0  # the player's chips still on the layout
    wagered_cents: Whole = 0
    card: Card | None = None
    war_cards: tuple[Card, ...] = ()
    ties: Whole = 0
    outcome: Outcome | None = None
    movements: tuple[Movement, ...] = ()
    racked: Whole = 0  # the number of its cards in the rack

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order in which they were dealt."""
        return () if self.card is None else (self.card, *self.war_cards)

    @property
    def returned_cents(self) -> int:
        """All chips that came back so far, stakes included."""
        return sum(
            move.amount_cents for move in self.movements if move.action is not Action.COLLECT
        )


class Contribution(Message):
    """A seat's contribution to the shuffle: sealed first, opened after the cut."""

    seat: Whole
    player: Text
    commitment: Text
    value: Text | None = None  # None: not opened

    @property
    def is_opened(self) -> bool:
        """Whether the value is known."""
        return self.value is not None


class Mix(Message):
    """A sealed shoe: the house's commitment and what the players contribute, by seat."""

    number: Whole  # of the shoe
    commitment: Text
    contributions: tuple[Contribution, ...] = ()
    closed: bool = False  # contributions are closed
    cards: Whole = 0  # in the stack, once contributions are closed
    cut_least: Whole = 0  # the fewest cards between the cut and either end; 0: there is no cut
    depth_least: Whole = 0  # the fewest cards behind the cutting card; 0: there is none
    depth_most: Whole = 0

    def of_seat(self, seat: int) -> Contribution | None:
        """The contribution of a seat, if any."""
        return next((each for each in self.contributions if each.seat == seat), None)


class LastRound(Message):
    """The last finished round; its hands are never written to again."""

    number: Whole
    dealer: tuple[Card, ...]
    hands: tuple[Hand, ...]


class InShoe(Part):
    """The shoe as the table sees it: its cards, how many are out, where the cutting card is."""

    number: Whole = 0
    size: Whole = 0
    cut_cards: Whole = 0  # cards that the cut moved from the front to the back
    front_cards: Whole | None = None  # cards in front of the cutting card; None: there is none
    drawn: Whole = 0
    held: bool = False  # the next card was drawn in error and lies face down (WI j2)
    face_up_found: Whole = 0
    cutting_card_at: Whole | None = None  # the seat, or DEALER, where it appeared

    @property
    def next_index(self) -> int:
        """The index of the next card in the shuffled stack."""
        return (self.cut_cards + self.drawn) % self.size


class Table(Part):
    """Everything that a table shows: seats, wagers, cards, rack and tray. It cannot be changed."""

    house: House
    phase: Phase = Phase.CLOSED
    decks: Whole = 0  # of one shoe
    shuffling: Shuffling = Shuffling.HAND
    day: date | None = None
    cards_day: date | None = None  # the gaming day on which the cards were opened
    backs: tuple[Text, ...] = ()
    dealer: Text = ""
    seats: dict[Whole, Seat] = field(default_factory=dict)
    arrivals: tuple[Whole, ...] = ()  # occupied seats, the earliest arrival first
    queue: tuple[Whole, ...] = ()  # seats still to be served in this phase; 0 is the dealer
    hands: dict[Whole, Hand] = field(default_factory=dict)  # by seat
    dealer_card: Card | None = None
    dealer_war_cards: tuple[Card, ...] = ()
    shoe: InShoe = field(default_factory=InShoe)
    batches_out: tuple[Whole, ...] = (1,)  # the batches being prepared on the table
    batches_left: tuple[Whole, ...] = ()  # batches still to be handled in this phase
    batch_in_play: Whole = 1
    stored: Stored | None = None  # the batch in the shuffler; None: it is empty
    cycle_failed: bool = False  # the shuffler failed on the stack on the table (WI j4)
    preparing: Preparing = Preparing.OPENING  # why the cards are being prepared
    batch_unspread: bool = False  # a stored batch that was not spread after a pause (WI e7ii)
    spread_for: Whole | None = None  # the seat that asked to see the stored batch
    spread_face_down: bool = False  # how the cards of an idle table lie
    looked: Whole | None = None  # the seat that has seen the cards and may object to them (WI d2)
    cut_by: CutBy = CutBy.FIRST_PLAYER
    cut_seat: Whole = 0  # where the cutting card last appeared
    cut_player: Text = ""  # the player at that seat
    cut_offered_to: Whole | None = None
    cut_refused: tuple[Text, ...] = ()  # the players, by id, who declined this cut
    cut_refused_at: Whole = 0  # the seat of the last refusal, from which the cut passes on (WI e3)
    new_dealer: bool = False  # the dealer has not dealt yet and must burn a card first (WI g1)
    burns: tuple[Burn, ...] = ()  # burns due before the next card
    rack_before: tuple[RackedCard, ...] = ()  # from the earlier rounds of this shoe
    rack_now: tuple[RackedCard, ...] = ()
    tray_cents: Whole = 0  # the table inventory container
    away_cents: Whole = 0  # chips away from the table: with players who left, or in the cage
    drop_cents: Whole = 0  # cash in the drop box
    round_number: Whole = 0
    last_round: LastRound | None = None
    war_burned: Whole = 0  # burns since the last card of the war deal
    mix: Mix | None = None  # the sealed shoe; None: the shoes of this table are not sealed
    physical: bool = False  # real cards: the dealer enters each card that leaves the shoe
    reshuffle_cites: Text = ""  # the clause for a reshuffle after this round; empty: none is due

    def __post_init__(self) -> None:
        """Copy and freeze the dictionaries, so that nobody else can write to them."""
        expect("house", self.house, House, "a House, such as load_house('wisconsin')")
        seats = {seat: Seat(*astuple(holder)) for seat, holder in self.seats.items()}
        hands = {seat: Hand(*astuple(hand)) for seat, hand in self.hands.items()}
        force_setattr(self, "shoe", InShoe(*astuple(self.shoe)))
        force_setattr(self, "seats", ReadOnly(seats))
        force_setattr(self, "hands", ReadOnly(hands))

    @property
    def rack(self) -> tuple[RackedCard, ...]:
        """The discard rack, its first card first."""
        return self.rack_before + self.rack_now

    @property
    def wars(self) -> tuple[Hand, ...]:
        """The hands at war, by seat."""
        return tuple(hand for hand in self.hands.values() if hand.status is Status.AT_WAR)

    @property
    def playing(self) -> tuple[int, ...]:
        """Seats whose players are not sitting out, in order."""
        return tuple(seat for seat in sorted(self.seats) if not self.seats[seat].sitting_out)

    @property
    def first_player(self) -> int | None:
        """The seat of the earliest arrival who is still playing."""
        for seat in self.arrivals:
            if not self.seats[seat].sitting_out:
                return seat
        return None

    @property
    def chips_total_cents(self) -> int:
        """The sum of all chips: always zero, because every chip comes from the cage."""
        on_layout = sum(hand.layout_cents + hand.match_cents for hand in self.hands.values())
        held = sum(seat.chips_cents for seat in self.seats.values())
        return self.tray_cents + self.away_cents + on_layout + held


# --- drafts ---------------------------------------------------------------------------------------


class SeatDraft(Seat, frozen=False):
    """A seat that evolutions write to."""


class HandDraft(Hand, frozen=False):
    """A hand that evolutions write to."""


class ShoeDraft(InShoe, frozen=False):
    """A shoe that evolutions write to."""


class TableDraft(Table, frozen=False):
    """A table that evolutions write to, with its parts."""

    def __post_init__(self) -> None:
        """A draft freezes nothing."""


def copied(table: Table) -> Table:
    """A draft of the table that shares nothing writable with it."""
    own = TableDraft(*astuple(table))
    own.shoe = ShoeDraft(*astuple(table.shoe))
    own.seats = {seat: SeatDraft(*astuple(holder)) for seat, holder in table.seats.items()}
    own.hands = {seat: HandDraft(*astuple(hand)) for seat, hand in table.hands.items()}
    return own


def sealed(own: Table) -> Table:
    """The finished draft as a frozen table."""
    return Table(*astuple(own))


def sealed_hands(own: Table) -> tuple[Hand, ...]:
    """The hands of a draft, frozen."""
    return tuple([Hand(*astuple(hand)) for hand in own.hands.values()])
