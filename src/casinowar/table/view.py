"""What each person sees of a table: the stable projection that clients show.

A view holds only what can be seen on the table: no undealt card, no burned face. Its shape is
versioned; ``wire`` writes it as JSON.
"""

from __future__ import annotations

from datetime import date

from casinowar.cards import Card
from casinowar.errors import expect
from casinowar.houses.house import House, Shuffling, WagerLimits
from casinowar.outcomes import Outcome
from casinowar.table.due import Due, due_now
from casinowar.table.message import Message
from casinowar.table.roles import WHO_WORDS, Who
from casinowar.table.shoe import NO_SHOE, Shoe
from casinowar.table.state import Action, Burn, Hand, Mix, Phase, Seat, Status, Table
from casinowar.table.waits import Awaited, waits_for
from casinowar.table.words import rack_text, wager_words

VERSION = 1


class MovementView(Message):
    """One movement of chips."""

    wager: str
    words: str  # the wager as this house calls it
    action: Action
    amount_cents: int
    odds: str | None
    cites: str


class HandView(Message):
    """The wagers and cards of a seat in a round."""

    status: Status
    outcome: Outcome | None
    initial_cents: int
    coupon_cents: int
    tie_cents: int
    sides: dict[str, int]
    war_cents: int
    war_tie_cents: int
    match_cents: int
    layout_cents: int
    wagered_cents: int
    returned_cents: int
    card: Card | None
    war_cards: tuple[Card, ...]
    racked: bool
    movements: tuple[MovementView, ...]


class SeatView(Message):
    """An occupied seat."""

    seat: int
    player: str
    name: str
    chips_cents: int
    sitting_out: bool
    you: bool
    hand: HandView | None


class DealerView(Message):
    """The dealer and the dealer's cards."""

    name: str
    card: Card | None
    war_cards: tuple[Card, ...]


class ContributionView(Message):
    """A seat's contribution to the shuffle."""

    seat: int
    commitment: str
    value: str | None  # None: not opened


class SealedView(Message):
    """The sealed shoe: the house's commitment and the players' contributions."""

    shoe: int
    commitment: str
    contributions: tuple[ContributionView, ...]
    closed: bool


class ShoeView(Message):
    """The shoe as everybody sees it."""

    number: int
    decks: int
    size: int
    drawn: int
    cutting_card_out: bool
    card_held: bool  # drawn in error, waiting face down
    burns_due: tuple[Burn, ...]
    sealed: SealedView | None  # None: the shoes of this table are not sealed
    physical: bool  # real cards, entered by the dealer: nothing is proved about them


class RoundSeatView(Message):
    """The result of a finished round for one seat."""

    seat: int
    hand: HandView


class RoundView(Message):
    """The last finished round."""

    round: int
    dealer: tuple[Card, ...]
    seats: tuple[RoundSeatView, ...]


class WaitView(Message):
    """One thing that the table is waiting for."""

    who: str | None
    what: Awaited
    seconds: int | None
    otherwise: str | None  # the command that continues without the person
    message: str
    cites: str


class RangeView(Message):
    """The posted minimum and maximum of one kind of wager."""

    min_cents: int
    max_cents: int


class LimitsView(Message):
    """Currency, chips and posted limits."""

    currency: str
    symbol: str
    smallest_chip_cents: int
    step_cents: int
    first: RangeView
    tie: RangeView | None
    side: RangeView | None


class View(Message):
    """A table as one person sees it."""

    version: int
    you: str
    house: str
    title: str
    phase: Phase
    day: date | None
    shuffling: Shuffling
    round: int
    dealer: DealerView
    seats: tuple[SeatView, ...]
    turn: tuple[int, ...]  # seats that the table is waiting for
    shoe: ShoeView
    rack: tuple[str, ...]
    tray_cents: int
    due: Due | None
    waits: tuple[WaitView, ...]
    last_round: RoundView | None
    limits: LimitsView


VIEWS: tuple[type, ...] = (View,)  # described by the schema of views


def view(state: Table, who: Who | None = None, shoe: Shoe = NO_SHOE) -> View:
    """The table as ``who`` sees it; None is a spectator.

    Everybody sees whether the next card in the shoe lies face up.
    """
    expect("who", who, (Who, type(None)), f"{WHO_WORDS}, or None")
    waits = waits_for(state, shoe)
    return View(
        version=VERSION,
        you="" if who is None else str(who),
        house=state.house.name,
        title=state.house.title,
        phase=state.phase,
        day=state.day,
        shuffling=state.shuffling,
        round=state.round_number,
        dealer=DealerView(
            name=state.dealer, card=state.dealer_card, war_cards=state.dealer_war_cards
        ),
        seats=tuple(
            _seat(state, seat, holder, who) for seat, holder in sorted(state.seats.items())
        ),
        turn=tuple(wait.who.seat for wait in waits if wait.who is not None and wait.who.seat),
        shoe=_shoe(state),
        rack=tuple(rack_text([card]) for card in state.rack),
        tray_cents=state.tray_cents,
        due=due_now(state, shoe),
        waits=tuple(
            WaitView(
                who=None if wait.who is None else str(wait.who),
                what=wait.what,
                seconds=wait.seconds,
                otherwise=None if wait.otherwise is None else wait.otherwise.NAME,
                message=wait.message,
                cites=wait.cites,
            )
            for wait in waits
        ),
        last_round=_last_round(state),
        limits=limits_of(state.house),
    )


def _seat(state: Table, seat: int, holder: Seat, who: Who | None) -> SeatView:
    hand = state.hands.get(seat)
    return SeatView(
        seat=seat,
        player=holder.player,
        name=holder.name,
        chips_cents=holder.chips_cents,
        sitting_out=holder.sitting_out,
        you=who is not None and who.seat == seat,
        hand=None if hand is None else _hand(state.house, hand),
    )


def _hand(house: House, hand: Hand) -> HandView:
    return HandView(
        status=hand.status,
        outcome=hand.outcome,
        initial_cents=hand.initial_cents,
        coupon_cents=hand.coupon_cents,
        tie_cents=hand.tie_cents,
        sides=dict(hand.sides),
        war_cents=hand.war_cents,
        war_tie_cents=hand.war_tie_cents,
        match_cents=hand.match_cents,
        layout_cents=hand.layout_cents,
        wagered_cents=hand.wagered_cents,
        returned_cents=hand.returned_cents,
        card=hand.card,
        war_cards=hand.war_cards,
        racked=bool(hand.racked),
        movements=tuple(
            MovementView(
                wager=move.name,
                words=wager_words(house, move.wager, move.side),
                action=move.action,
                amount_cents=move.amount_cents,
                odds=move.odds,
                cites=move.cites,
            )
            for move in hand.movements
        ),
    )


def _shoe(state: Table) -> ShoeView:
    shoe = state.shoe
    return ShoeView(
        number=shoe.number,
        decks=state.decks,
        size=shoe.size,
        drawn=shoe.drawn,
        cutting_card_out=shoe.cutting_card_at is not None,
        card_held=shoe.held,
        burns_due=state.burns,
        sealed=None if state.mix is None else _sealed(state.mix),
        physical=state.physical,
    )


def _sealed(mix: Mix) -> SealedView:
    return SealedView(
        shoe=mix.number,
        commitment=mix.commitment,
        contributions=tuple(
            ContributionView(seat=each.seat, commitment=each.commitment, value=each.value)
            for each in mix.contributions
        ),
        closed=mix.closed,
    )


def _last_round(state: Table) -> RoundView | None:
    last = state.last_round
    if last is None:
        return None
    return RoundView(
        round=last.number,
        dealer=last.dealer,
        seats=tuple(
            RoundSeatView(seat=hand.seat, hand=_hand(state.house, hand)) for hand in last.hands
        ),
    )


def limits_of(house: House) -> LimitsView:
    """The currency, the chips and the posted limits of a house."""
    limits = house.limits
    return LimitsView(
        currency=limits.currency,
        symbol=limits.symbol,
        smallest_chip_cents=limits.smallest_chip_cents,
        step_cents=limits.step_cents,
        first=_range(limits.first),
        tie=_range(limits.tie) if house.tie.offered else None,
        side=_range(limits.side) if house.side_bets else None,
    )


def _range(limits: WagerLimits) -> RangeView:
    return RangeView(min_cents=limits.min_cents, max_cents=limits.max_cents)
