"""What events do to seats, wagers, hands and chips.

Chips are only moved, never made: ``Table.chips_total_cents`` is the same before and after each
event but for the chips that come with an opening tray.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from casinowar.houses.house import FaceUpScope, Order, WagerForm
from casinowar.table import round_events as e
from casinowar.table.event import Event
from casinowar.table.state import (
    DEALER,
    NOTHING,
    Action,
    Changes,
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
    changed,
    to,
)

Hands = Mapping[int, Hand]


def _pay_seat(state: Table, seat: int, cents: int) -> dict[int, Seat]:
    holder = state.seats[seat]
    return {**state.seats, seat: changed(holder, chips_cents=holder.chips_cents + cents)}


def _with_hand(state: Table, hand: Hand) -> dict[int, Hand]:
    return {**state.hands, hand.seat: hand}


# --- seats and wagers -----------------------------------------------------------------------------


def _seat_taken(state: Table, event: e.SeatTaken) -> Changes:
    phase = state.phase
    if phase is Phase.IDLE:
        phase = Phase.TURN_UP if state.spread_face_down else Phase.LOOK
    return to(
        phase=phase,
        seats={**state.seats, event.seat: Seat(player=event.player, chips_cents=0)},
        first_seat=event.seat if state.first_seat is None else state.first_seat,
    )


def _seat_left(state: Table, event: e.SeatLeft) -> Changes:
    seats = {seat: holder for seat, holder in state.seats.items() if seat != event.seat}
    first = state.first_seat
    if first == event.seat:
        first = min(seats, default=None)
    return to(
        seats=seats,
        first_seat=first,
        carried_cents=state.carried_cents + event.chips_cents,
    )


def _chips_bought(state: Table, event: e.ChipsBought) -> Changes:
    return to(
        seats=_pay_seat(state, event.seat, event.cash_cents),
        tray_cents=state.tray_cents - event.cash_cents,
        drop_cents=state.drop_cents + event.cash_cents,
    )


def _wager_placed(state: Table, event: e.WagerPlaced) -> Changes:
    hand = state.hands.get(event.seat) or Hand(seat=event.seat)
    cents = event.amount_cents
    if event.form is WagerForm.COUPON:
        return to(hands=_with_hand(state, changed(hand, coupon_cents=cents)))
    if event.wager == "initial":
        what: dict[str, object] = {"initial_cents": hand.initial_cents + cents}
    elif event.wager == "tie":
        what = {"tie_cents": hand.tie_cents + cents}
    else:
        what = {"sides": (*hand.sides, (event.wager, cents))}
    hand = changed(
        hand,
        layout_cents=hand.layout_cents + cents,
        wagered_cents=hand.wagered_cents + cents,
        **what,
    )
    return to(hands=_with_hand(state, hand), seats=_pay_seat(state, event.seat, -cents))


def _taken_back(state: Table, event: e.WagersTakenBack) -> Changes:
    hands = {seat: hand for seat, hand in state.hands.items() if seat != event.seat}
    return to(hands=hands, seats=_pay_seat(state, event.seat, event.amount_cents))


# --- the original deal ----------------------------------------------------------------------------


def _no_more_bets(state: Table, event: e.NoMoreBetsAnnounced) -> Changes:
    hands = state.hands
    order = sorted(hands)
    return to(
        phase=Phase.DEAL,
        round_number=event.round,
        hands={seat: hands[seat] for seat in order},
        queue=(*order, DEALER),
    )


def _card_dealt(state: Table, event: e.CardDealt) -> Changes:
    shoe = changed(state.shoe, drawn=state.shoe.drawn + 1, held=False)
    if event.seat != DEALER:
        hand = changed(state.hands[event.seat], card=event.card)
        return to(shoe=shoe, hands=_with_hand(state, hand), queue=state.queue[1:])
    queue = _in_order(state.hands, state.house.deal.settlement_order, Status.LIVE)
    return to(
        shoe=shoe,
        dealer_card=event.card,
        queue=queue,
        phase=Phase.SETTLE if queue else Phase.RACK,
    )


def _in_order(hands: Hands, order: Order, status: Status) -> tuple[int, ...]:
    seats = tuple(seat for seat, hand in hands.items() if hand.status is status)
    return seats if order is Order.LEFT_TO_RIGHT else seats[::-1]


def _compared(state: Table, event: e.HandCompared) -> Changes:
    if event.result is not Result.EQUAL:
        return NOTHING
    return to(hands=_with_hand(state, changed(state.hands[event.seat], ties=1)))


def _choice_offered(state: Table, event: e.ChoiceOffered) -> Changes:
    return _served(state, changed(state.hands[event.seat], status=Status.ASKED))


def _decided(state: Table, event: e.HandDecided) -> Changes:
    hand = state.hands[event.seat]
    return _served(state, changed(hand, status=Status.SETTLED, outcome=event.outcome))


def _served(state: Table, hand: Hand) -> Changes:
    """The first of the queue is done; after the last, the phase that follows."""
    hands = _with_hand(state, hand)
    queue = state.queue[1:]
    if queue:
        return to(hands=hands, queue=queue)
    if state.phase is Phase.SETTLE:
        return to(hands=hands, **_after_settlement(state, hands))
    if state.phase is Phase.SURRENDERS:
        return to(hands=hands, **_before_war(hands))
    if any(hand.status is Status.AT_WAR for hand in hands.values()):  # tied: dealt once more
        return to(hands=hands, **_war_deal(hands))
    return to(hands=hands, phase=Phase.RACK, queue=())


def _after_settlement(state: Table, hands: Hands) -> Changes:
    if any(hand.status is Status.ASKED for hand in hands.values()):
        return {"phase": Phase.DECIDE, "queue": ()}
    order = state.house.deal.settlement_order
    queue = _in_order(hands, order, Status.SURRENDERING)
    return {"phase": Phase.SURRENDERS, "queue": queue} if queue else _before_war(hands)


def _before_war(hands: Hands) -> Changes:
    wars = _wars(hands)
    if not wars:
        return {"phase": Phase.RACK, "queue": ()}
    for hand in hands.values():
        if hand.card is not None and hand.status is not Status.AT_WAR and not hand.racked:
            return {"phase": Phase.RACK_ORIGINAL, "queue": ()}
    return {"phase": Phase.WAR_WAGERS, "queue": wars}


def _war_deal(hands: Hands) -> Changes:
    return {"phase": Phase.WAR_DEAL, "queue": (*_wars(hands), DEALER), "war_burned": 0}


def _wars(hands: Hands) -> tuple[int, ...]:
    return tuple(seat for seat, hand in hands.items() if hand.status is Status.AT_WAR)


# --- decisions and war ----------------------------------------------------------------------------


def _surrender_chosen(state: Table, event: e.SurrenderChosen) -> Changes:
    hand = changed(state.hands[event.seat], status=Status.SURRENDERING)
    return _answered(state, _with_hand(state, hand), state.seats)


def _war_chosen(state: Table, event: e.WarChosen) -> Changes:
    hand = state.hands[event.seat]
    hand = changed(
        hand,
        status=Status.AT_WAR,
        war_cents=event.war_cents,
        layout_cents=hand.layout_cents + event.war_cents,
        wagered_cents=hand.wagered_cents + event.war_cents,
    )
    seats = _pay_seat(state, event.seat, -event.war_cents)
    return _answered(state, _with_hand(state, hand), seats)


def _answered(state: Table, hands: Hands, seats: Mapping[int, Seat]) -> Changes:
    after = _after_settlement(state, hands) if state.phase is Phase.DECIDE else {}
    return to(hands=hands, seats=seats, **after)


def _war_tie_offered(_: Table, __: e.WarTieOffered) -> Changes:
    return NOTHING


def _war_tie_placed(state: Table, event: e.WarTiePlaced) -> Changes:
    hand = state.hands[event.seat]
    hand = changed(
        hand,
        war_tie_cents=event.amount_cents,
        layout_cents=hand.layout_cents + event.amount_cents,
        wagered_cents=hand.wagered_cents + event.amount_cents,
    )
    seats = _pay_seat(state, event.seat, -event.amount_cents)
    return to(hands=_with_hand(state, hand), seats=seats)


def _war_confirmed(state: Table, _: e.WarConfirmed) -> Changes:
    queue = state.queue[1:]
    if queue:
        return to(queue=queue)
    return to(**_war_deal(state.hands))


def _war_card_dealt(state: Table, event: e.WarCardDealt) -> Changes:
    shoe = changed(state.shoe, drawn=state.shoe.drawn + 1, held=False)
    if event.seat != DEALER:
        hand = state.hands[event.seat]
        hand = changed(hand, war_cards=(*hand.war_cards, event.card))
        return to(
            shoe=shoe,
            hands=_with_hand(state, hand),
            queue=state.queue[1:],
            war_burned=0,
        )
    order = state.house.deal.war_settlement_order
    return to(
        shoe=shoe,
        dealer_war_cards=(*state.dealer_war_cards, event.card),
        queue=_in_order(state.hands, order, Status.AT_WAR),
        phase=Phase.WAR_SETTLE,
        war_burned=0,
    )


def _war_compared(state: Table, event: e.WarCompared) -> Changes:
    if event.result is not Result.EQUAL:
        return NOTHING
    hand = state.hands[event.seat]
    hand = changed(hand, ties=hand.ties + 1)
    if event.again:
        return _served(state, hand)
    return to(hands=_with_hand(state, hand))


# --- chips ----------------------------------------------------------------------------------------


def _move(
    state: Table, event: e.WagerCollected | e.WagerReturned | e.WagerPaid, action: Action
) -> tuple[Hand, int]:
    hand = state.hands[event.seat]
    odds = event.odds if isinstance(event, e.WagerPaid) else None
    movement = Movement(
        wager=event.wager,
        action=action,
        amount_cents=event.amount_cents,
        odds=odds,
        cites=event.cites,
    )
    return changed(hand, movements=(*hand.movements, movement)), event.amount_cents


def _collected(state: Table, event: e.WagerCollected) -> Changes:
    hand, cents = _move(state, event, Action.COLLECT)
    hand = changed(hand, layout_cents=hand.layout_cents - cents)
    return to(hands=_with_hand(state, hand), tray_cents=state.tray_cents + cents)


def _returned(state: Table, event: e.WagerReturned) -> Changes:
    hand, cents = _move(state, event, Action.RETURN)
    hand = changed(hand, layout_cents=hand.layout_cents - cents)
    return to(hands=_with_hand(state, hand), seats=_pay_seat(state, event.seat, cents))


def _paid(state: Table, event: e.WagerPaid) -> Changes:
    hand, cents = _move(state, event, Action.PAY)
    if event.from_match_cents:
        hand = changed(hand, match_cents=hand.match_cents - event.from_match_cents)
    return to(
        hands=_with_hand(state, hand),
        seats=_pay_seat(state, event.seat, cents),
        tray_cents=state.tray_cents - cents + event.from_match_cents,
    )


def _matched(state: Table, event: e.WarMatched) -> Changes:
    return _shift_match(state, event.seat, event.amount_cents)


def _match_taken_back(state: Table, event: e.MatchTakenBack) -> Changes:
    return _shift_match(state, event.seat, -event.amount_cents)


def _shift_match(state: Table, seat: int, cents: int) -> Changes:
    hand = state.hands[seat]
    hand = changed(hand, match_cents=hand.match_cents + cents)
    return to(hands=_with_hand(state, hand), tray_cents=state.tray_cents - cents)


def _reversed(state: Table, event: e.MovementReversed) -> Changes:
    hand, cents = state.hands[event.seat], event.amount_cents
    movement = Movement(
        wager=event.wager,
        action=event.action,
        amount_cents=-cents,
        odds=None,
        cites=event.cites,
    )
    hand = changed(hand, movements=(*hand.movements, movement))
    if event.action is Action.PAY:
        seats = _pay_seat(state, event.seat, -cents)
        tray = state.tray_cents + cents
        return to(hands=_with_hand(state, hand), seats=seats, tray_cents=tray)
    hand = changed(hand, layout_cents=hand.layout_cents + cents)
    return to(hands=_with_hand(state, hand), tray_cents=state.tray_cents - cents)


def _coupon(_: Table, __: e.CouponTaken | e.CouponReturned) -> Changes:
    return NOTHING  # a coupon is worth no chips; the hand keeps its face value for the record


# --- the rack, the end of a round, irregularities -------------------------------------------------


def _racked(state: Table, event: e.HandRacked) -> Changes:
    rack = state.rack + event.cards
    count = len(event.cards)
    if event.seat == DEALER:
        return to(rack=rack, dealer_racked=state.dealer_racked + count)
    hand = state.hands[event.seat]
    hands = _with_hand(state, changed(hand, racked=hand.racked + count))
    after = _before_war(hands) if state.phase is Phase.RACK_ORIGINAL else {}
    return to(rack=rack, hands=hands, **after)


def _completed(state: Table, event: e.RoundCompleted) -> Changes:
    at = state.shoe.cutting_card_at
    if at is None:
        cut_by = CutBy.DISCRETION if event.reshuffle else state.cut_by
    else:
        cut_by = CutBy.CUTTING_CARD_AT_SEAT if at else CutBy.CUTTING_CARD_AT_DEALER
    shoe = state.shoe
    if shoe.face_up_found and state.house.policies.face_up_scope is FaceUpScope.ROUND:
        shoe = changed(shoe, face_up_found=0)
    return to(
        phase=Phase.COLLECT if event.reshuffle else Phase.BETTING,
        shoe=shoe,
        hands={},
        queue=(),
        dealer_card=None,
        dealer_war_cards=(),
        dealer_racked=0,
        war_burned=0,
        cut_by=cut_by,
        cut_seat=at or 0,
        burns=() if event.reshuffle else state.burns,
    )


def _face_up(state: Table, event: e.FaceUpCardFound) -> Changes:
    shoe = changed(state.shoe, drawn=state.shoe.drawn + 1, face_up_found=event.found, held=False)
    entry = RackedCard(card=event.card, lies=Lies.FACE_UP)
    return to(shoe=shoe, rack=(*state.rack, entry))


def _drawn_in_error(state: Table, _: e.CardDrawnInError) -> Changes:
    return to(shoe=changed(state.shoe, held=True))


def _missed(state: Table, event: e.SeatMissed) -> Changes:
    hand = changed(state.hands[event.seat], status=Status.VOID, outcome=Outcome.VOID)
    queue = tuple(seat for seat in state.queue if seat != event.seat)
    return to(hands=_with_hand(state, hand), queue=queue)


def _voided(state: Table, _: e.RoundVoided) -> Changes:
    hands = {
        seat: changed(hand, status=Status.VOID, outcome=Outcome.VOID)
        for seat, hand in state.hands.items()
    }
    return to(phase=Phase.RACK, hands=hands, queue=(), reshuffle_due=True)


APPLY: dict[type[Event], Callable[[Table, Any], Changes]] = {
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
