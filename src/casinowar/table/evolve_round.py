"""What events do to seats, wagers, hands and chips: each function writes to its own copy.

Chips are only moved, never made: ``Table.chips_total_cents`` is the same before and after each
event but for the chips that come with an opening tray.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from casinowar.houses.house import FaceUpScope, Order, WagerForm
from casinowar.table import round_events as e
from casinowar.table.event import Event
from casinowar.table.evolve_cards import card_left
from casinowar.table.state import (
    DEALER,
    Action,
    CutBy,
    Hand,
    Lies,
    Movement,
    Outcome,
    Phase,
    RackedCard,
    Result,
    Seat,
    Status,
    Table,
)

# --- seats and wagers -----------------------------------------------------------------------------


def _seat_taken(table: Table, event: e.SeatTaken) -> None:
    table.seats[event.seat] = Seat(player=event.player, chips_cents=0)
    if table.first_seat is None:
        table.first_seat = event.seat
    if table.phase is Phase.IDLE:
        table.phase = Phase.TURN_UP if table.spread_face_down else Phase.LOOK


def _seat_left(table: Table, event: e.SeatLeft) -> None:
    del table.seats[event.seat]
    table.carried_cents += event.chips_cents
    if table.first_seat == event.seat:
        table.first_seat = min(table.seats, default=None)


def _chips_bought(table: Table, event: e.ChipsBought) -> None:
    table.seats[event.seat].chips_cents += event.cash_cents
    table.tray_cents -= event.cash_cents
    table.drop_cents += event.cash_cents


def _wager_placed(table: Table, event: e.WagerPlaced) -> None:
    hand = table.hands.get(event.seat)
    if hand is None:
        hand = table.hands[event.seat] = Hand(seat=event.seat)
    cents = event.amount_cents
    if event.form is WagerForm.COUPON:
        hand.coupon_cents = cents
        return
    if event.wager == "initial":
        hand.initial_cents += cents
    elif event.wager == "tie":
        hand.tie_cents += cents
    else:
        hand.sides = (*hand.sides, (event.wager, cents))
    _to_layout(table, hand, cents)


def _to_layout(table: Table, hand: Hand, cents: int) -> None:
    """A player's chips go onto the layout."""
    table.seats[hand.seat].chips_cents -= cents
    hand.layout_cents += cents
    hand.wagered_cents += cents


def _taken_back(table: Table, event: e.WagersTakenBack) -> None:
    del table.hands[event.seat]
    table.seats[event.seat].chips_cents += event.amount_cents


# --- the original deal ----------------------------------------------------------------------------


def _no_more_bets(table: Table, event: e.NoMoreBetsAnnounced) -> None:
    order = sorted(table.hands)
    table.phase = Phase.DEAL
    table.round_number = event.round
    table.hands = {seat: table.hands[seat] for seat in order}
    table.queue = (*order, DEALER)


def _card_dealt(table: Table, event: e.CardDealt) -> None:
    card_left(table)
    if event.seat != DEALER:
        table.hands[event.seat].card = event.card
        table.queue = table.queue[1:]
        return
    table.dealer_card = event.card
    table.queue = _in_order(table, table.house.deal.settlement_order, Status.LIVE)
    table.phase = Phase.SETTLE if table.queue else Phase.RACK


def _in_order(table: Table, order: Order, status: Status) -> tuple[int, ...]:
    seats = tuple([seat for seat, hand in table.hands.items() if hand.status is status])
    return seats if order is Order.LEFT_TO_RIGHT else seats[::-1]


def _compared(table: Table, event: e.HandCompared) -> None:
    if event.result is Result.EQUAL:
        table.hands[event.seat].ties = 1


def _choice_offered(table: Table, event: e.ChoiceOffered) -> None:
    table.hands[event.seat].status = Status.ASKED
    _served(table)


def _decided(table: Table, event: e.HandDecided) -> None:
    hand = table.hands[event.seat]
    hand.status = Status.SETTLED
    hand.outcome = event.outcome
    _served(table)


def _served(table: Table) -> None:
    """The first of the queue is done; after the last, the phase that follows."""
    table.queue = table.queue[1:]
    if table.queue:
        return
    if table.phase is Phase.SETTLE:
        _after_settlement(table)
    elif table.phase is Phase.SURRENDERS:
        _before_war(table)
    elif _wars(table):  # tied: dealt once more
        _war_deal(table)
    else:
        table.phase = Phase.RACK


def _after_settlement(table: Table) -> None:
    for hand in table.hands.values():
        if hand.status is Status.ASKED:
            table.phase = Phase.DECIDE
            return
    table.queue = _in_order(table, table.house.deal.settlement_order, Status.SURRENDERING)
    if table.queue:
        table.phase = Phase.SURRENDERS
    else:
        _before_war(table)


def _before_war(table: Table) -> None:
    wars = _wars(table)
    if not wars:
        table.phase = Phase.RACK
        return
    for hand in table.hands.values():
        if hand.card is not None and hand.status is not Status.AT_WAR and not hand.racked:
            table.phase = Phase.RACK_ORIGINAL
            return
    table.phase = Phase.WAR_WAGERS
    table.queue = wars


def _war_deal(table: Table) -> None:
    table.phase = Phase.WAR_DEAL
    table.queue = (*_wars(table), DEALER)
    table.war_burned = 0


def _wars(table: Table) -> tuple[int, ...]:
    return _in_order(table, Order.LEFT_TO_RIGHT, Status.AT_WAR)


# --- decisions and war ----------------------------------------------------------------------------


def _surrender_chosen(table: Table, event: e.SurrenderChosen) -> None:
    table.hands[event.seat].status = Status.SURRENDERING
    _answered(table)


def _war_chosen(table: Table, event: e.WarChosen) -> None:
    hand = table.hands[event.seat]
    hand.status = Status.AT_WAR
    hand.war_cents = event.war_cents
    _to_layout(table, hand, event.war_cents)
    _answered(table)


def _answered(table: Table) -> None:
    if table.phase is Phase.DECIDE:
        _after_settlement(table)


def _war_tie_offered(_: Table, __: e.WarTieOffered) -> None:
    """Nothing to remember: the offer ends with the first card of the war deal."""


def _war_tie_placed(table: Table, event: e.WarTiePlaced) -> None:
    hand = table.hands[event.seat]
    hand.war_tie_cents = event.amount_cents
    _to_layout(table, hand, event.amount_cents)


def _war_confirmed(table: Table, _: e.WarConfirmed) -> None:
    table.queue = table.queue[1:]
    if not table.queue:
        _war_deal(table)


def _war_card_dealt(table: Table, event: e.WarCardDealt) -> None:
    card_left(table)
    table.war_burned = 0
    if event.seat != DEALER:
        hand = table.hands[event.seat]
        hand.war_cards = (*hand.war_cards, event.card)
        table.queue = table.queue[1:]
        return
    table.dealer_war_cards = (*table.dealer_war_cards, event.card)
    order = table.house.deal.war_settlement_order
    table.queue = _in_order(table, order, Status.AT_WAR)
    table.phase = Phase.WAR_SETTLE


def _war_compared(table: Table, event: e.WarCompared) -> None:
    if event.result is Result.EQUAL:
        table.hands[event.seat].ties += 1
    if event.again:
        _served(table)


# --- chips ----------------------------------------------------------------------------------------


def _collected(table: Table, event: e.WagerCollected) -> None:
    hand = table.hands[event.seat]
    _note(hand, event.wager, Action.COLLECT, event.amount_cents, event.cites)
    hand.layout_cents -= event.amount_cents
    table.tray_cents += event.amount_cents


def _returned(table: Table, event: e.WagerReturned) -> None:
    hand = table.hands[event.seat]
    _note(hand, event.wager, Action.RETURN, event.amount_cents, event.cites)
    hand.layout_cents -= event.amount_cents
    table.seats[event.seat].chips_cents += event.amount_cents


def _paid(table: Table, event: e.WagerPaid) -> None:
    hand = table.hands[event.seat]
    _note(hand, event.wager, Action.PAY, event.amount_cents, event.cites, event.odds)
    hand.match_cents -= event.from_match_cents
    table.tray_cents -= event.amount_cents - event.from_match_cents
    table.seats[event.seat].chips_cents += event.amount_cents


def _note(
    hand: Hand, wager: str, action: Action, cents: int, cites: str, odds: str | None = None
) -> None:
    movement = Movement(wager=wager, action=action, amount_cents=cents, odds=odds, cites=cites)
    hand.movements = (*hand.movements, movement)


def _matched(table: Table, event: e.WarMatched) -> None:
    table.hands[event.seat].match_cents += event.amount_cents
    table.tray_cents -= event.amount_cents


def _match_taken_back(table: Table, event: e.MatchTakenBack) -> None:
    table.hands[event.seat].match_cents -= event.amount_cents
    table.tray_cents += event.amount_cents


def _reversed(table: Table, event: e.MovementReversed) -> None:
    hand, cents = table.hands[event.seat], event.amount_cents
    _note(hand, event.wager, event.action, -cents, event.cites)
    if event.action is Action.PAY:
        table.seats[event.seat].chips_cents -= cents
        table.tray_cents += cents
    else:
        hand.layout_cents += cents
        table.tray_cents -= cents


def _coupon(_: Table, __: e.CouponTaken | e.CouponReturned) -> None:
    """A coupon is worth no chips; the hand keeps its face value for the record."""


# --- the rack, the end of a round, irregularities -------------------------------------------------


def _racked(table: Table, event: e.HandRacked) -> None:
    table.rack_now += event.cards
    if event.seat == DEALER:
        table.dealer_racked += len(event.cards)
        return
    table.hands[event.seat].racked += len(event.cards)
    if table.phase is Phase.RACK_ORIGINAL:
        _before_war(table)


def _completed(table: Table, event: e.RoundCompleted) -> None:
    shoe = table.shoe
    at = shoe.cutting_card_at
    if at is not None:
        table.cut_by = CutBy.CUTTING_CARD_AT_SEAT if at else CutBy.CUTTING_CARD_AT_DEALER
    elif event.reshuffle:
        table.cut_by = CutBy.DISCRETION
    table.cut_seat = at or 0
    if table.house.policies.face_up_scope is FaceUpScope.ROUND:
        shoe.face_up_found = 0
    table.phase = Phase.BETTING
    if event.reshuffle:
        table.phase = Phase.COLLECT
        table.burns = ()
    table.hands = {}
    table.queue = ()
    table.dealer_card = None
    table.dealer_war_cards = ()
    table.dealer_racked = 0
    table.war_burned = 0
    table.rack_before += table.rack_now
    table.rack_now = ()


def _face_up(table: Table, event: e.FaceUpCardFound) -> None:
    card_left(table)
    table.shoe.face_up_found = event.found
    table.rack_now += (RackedCard(card=event.card, lies=Lies.FACE_UP),)


def _drawn_in_error(table: Table, _: e.CardDrawnInError) -> None:
    table.shoe.held = True


def _missed(table: Table, event: e.SeatMissed) -> None:
    _void(table.hands[event.seat])
    table.queue = tuple(seat for seat in table.queue if seat != event.seat)


def _void(hand: Hand) -> None:
    hand.status = Status.VOID
    hand.outcome = Outcome.VOID


def _voided(table: Table, event: e.RoundVoided) -> None:
    for hand in table.hands.values():
        _void(hand)
    table.phase = Phase.RACK
    table.queue = ()
    table.reshuffle_cites = event.cites


APPLY: dict[type[Event], Callable[[Table, Any], None]] = {
    e.SeatTaken: _seat_taken,
    e.SeatLeft: _seat_left,
    e.ChipsBought: _chips_bought,
    e.WagerPlaced: _wager_placed,
    e.WagersTakenBack: _taken_back,
    e.NoMoreBetsAnnounced: _no_more_bets,
    e.CardDealt: _card_dealt,
    e.HandCompared: _compared,
    e.ChoiceOffered: _choice_offered,
    e.HandDecided: _decided,
    e.SurrenderChosen: _surrender_chosen,
    e.WarChosen: _war_chosen,
    e.WarTieOffered: _war_tie_offered,
    e.WarTiePlaced: _war_tie_placed,
    e.WarConfirmed: _war_confirmed,
    e.WarMatched: _matched,
    e.MatchTakenBack: _match_taken_back,
    e.WarCardDealt: _war_card_dealt,
    e.WarCompared: _war_compared,
    e.WagerCollected: _collected,
    e.WagerReturned: _returned,
    e.WagerPaid: _paid,
    e.CouponTaken: _coupon,
    e.CouponReturned: _coupon,
    e.HandRacked: _racked,
    e.RoundCompleted: _completed,
    e.FaceUpCardFound: _face_up,
    e.CardDrawnInError: _drawn_in_error,
    e.SeatMissed: _missed,
    e.RoundVoided: _voided,
    e.MovementReversed: _reversed,
}
