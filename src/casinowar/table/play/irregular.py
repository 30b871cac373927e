"""Irregularities: cards found face up, drawn in error, missed seats, and voids (WI j)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from casinowar.outcomes import Outcome
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table import guards
from casinowar.table.dispatch import Decision, Evolution, decided, evolved
from casinowar.table.play.deal import (
    card_left,
    card_left_for,
    check_told,
    leaves_shoe,
    meant_for,
)
from casinowar.table.play.settle import give_back
from casinowar.table.refusals import Code, refuse
from casinowar.table.shoe import Shoe
from casinowar.table.state import (
    IN_ROUND,
    SHOE_IN_USE,
    Action,
    CutBy,
    Hand,
    Lies,
    Phase,
    RackedCard,
    Status,
    Table,
    Wager,
)

FACE_UP_THAT_VOIDS = 2  # "more than one card" (WI j1)


def decision(command: c.IrregularTopic) -> Decision:
    """What decides a command of this topic."""
    match command:
        case c.SetAsideFaceUpCard():
            return decided(command, _set_aside)
        case c.DrawInError():
            return decided(command, _draw_in_error)
        case c.ReportMissedSeat():
            return decided(command, _report_missed)
        case c.VoidRound():
            return decided(command, _void_round)
        case c.TouchCards():
            return decided(command, _touch_cards)
        case _:
            assert_never(command)


def evolution(event: e.IrregularEvent) -> Evolution:
    """What an event of this topic does to a table."""
    match event:
        case e.FaceUpCardFound():
            return evolved(event, _found)
        case e.CardDrawnInError():
            return evolved(event, _drawn_in_error)
        case e.SeatMissed():
            return evolved(event, _missed)
        case e.RoundVoided():
            return evolved(event, _voided)
        case _:
            assert_never(event)


def may_be_drawn_in_error(state: Table, shoe: Shoe) -> bool:
    """Whether the next card could be drawn in error, face down."""
    in_shoe = state.shoe
    return (
        state.phase in SHOE_IN_USE
        and not in_shoe.held
        and card_left_for(state, shoe)
        and not shoe.lies_face_up(in_shoe.next_index)
    )


def may_lie_face_up(state: Table, shoe: Shoe) -> bool:
    """Whether a shoe is being dealt whose next card lies face up."""
    in_use = state.phase in SHOE_IN_USE and card_left_for(state, shoe)
    return in_use and shoe.lies_face_up(state.shoe.next_index)


def may_be_missed(state: Table, seat: int) -> bool:
    """Whether a seat with a wager still waits for its card of the original deal."""
    return state.phase is Phase.DEAL and seat in state.queue


def may_be_voided(state: Table) -> bool:
    """Whether wagers are down that can be returned."""
    return bool(state.hands) and state.phase is not Phase.RACK


def _shoe_is_dealt(state: Table, cites: str) -> None:
    if state.phase not in SHOE_IN_USE:
        refuse(Code.NOT_NOW, "No shoe is being dealt.", cites)


# --- face-up cards (WI j1) ------------------------------------------------------------------------


def _set_aside(state: Table, _: c.SetAsideFaceUpCard, shoe: Shoe) -> Iterator[e.Event]:
    cites = state.house.cites
    _shoe_is_dealt(state, cites.face_up)
    yield from leaves_shoe(state, shoe, meant_for(state))
    index = state.shoe.next_index
    if not shoe.lies_face_up(index):
        refuse(
            Code.CARD_NOT_FACE_UP, "The next card lies face down: it must be used.", cites.face_up
        )
    card = shoe.card(index)
    if card is None:
        words = "Name the card that lies face up."
        refuse(Code.CARD_UNSEEN, words, cites.face_up)
    if state.physical:
        check_told(state, card)
    found = state.shoe.face_up_found + 1
    yield e.FaceUpCardFound(card=card, found=found, cites=cites.face_up)
    if found >= FACE_UP_THAT_VOIDS:
        yield from _all_void(state, f"{found} cards lay face up in the shoe", cites.face_up)


def _found(table: Table, event: e.FaceUpCardFound) -> None:
    card_left(table)
    table.shoe.face_up_found = event.found
    table.rack_now += (RackedCard(card=event.card, lies=Lies.FACE_UP),)


# --- cards drawn in error and missed seats (WI j2, j3) --------------------------------------------


def _draw_in_error(state: Table, _: c.DrawInError, shoe: Shoe) -> Iterator[e.Event]:
    cites = state.house.cites.drawn_in_error
    _shoe_is_dealt(state, cites)
    if state.shoe.held:
        refuse(Code.ALREADY_DRAWN, "A card drawn in error is already waiting.", cites)
    before = leaves_shoe(state, shoe, meant_for(state))
    if shoe.lies_face_up(state.shoe.next_index):
        refuse(Code.CARD_FACE_UP, "That card lies face up in the shoe.", state.house.cites.face_up)
    yield from before
    yield e.CardDrawnInError(cites=cites)


def _drawn_in_error(table: Table, _: e.CardDrawnInError) -> None:
    table.shoe.held = True


def _report_missed(state: Table, command: c.ReportMissedSeat, _: Shoe) -> Iterator[e.Event]:
    cites = state.house.cites.missed
    seat = guards.seat_number(state, command.seat)
    if not may_be_missed(state, seat):
        words = f"Seat {seat} is not waiting for a card of the original deal."
        refuse(Code.NOT_NOW, words, cites)
    yield e.SeatMissed(seat=seat, cites=cites)
    yield from _wagers_back(state, [state.hands[seat]])


def _missed(table: Table, event: e.SeatMissed) -> None:
    _void(table.hands[event.seat])


def _void(hand: Hand) -> None:
    hand.status = Status.VOID
    hand.outcome = Outcome.VOID
    hand.war_tie_asked = False


# --- voids (policies 7 and 8) ---------------------------------------------------------------------


def _void_round(state: Table, command: c.VoidRound, _: Shoe) -> Iterator[e.Event]:
    cites = state.house.cites.void
    reason = guards.name(command.reason, "The reason")
    if not may_be_voided(state):
        refuse(Code.NO_WAGER, "No wager is down.", cites)
    if state.phase in IN_ROUND:
        yield from _all_void(state, reason, cites)
    else:
        yield from _undealt_back(state, reason)


def _all_void(state: Table, reason: str, cites: str) -> Iterator[e.Event]:
    """Return every wager that is down, and undo every settlement."""
    if state.phase not in IN_ROUND:
        yield e.RoundVoided(reason=reason, cites=cites)
        yield from _undealt_back(state, reason)
        return
    hands = [hand for hand in state.hands.values() if hand.status is not Status.VOID]
    back = tuple(_wagers_back(state, hands))
    guards.tray_covers(state, back)
    yield e.RoundVoided(reason=reason, cites=cites)
    yield from back


def _voided(table: Table, event: e.RoundVoided) -> None:
    if table.phase in IN_ROUND:
        for hand in table.hands.values():
            _void(hand)
    elif table.shoe.cutting_card_at is None:  # the cutting card does not decide who cuts next
        table.cut_by = CutBy.DISCRETION
    table.reshuffle_cites = event.cites


def _undealt_back(state: Table, reason: str) -> Iterator[e.Event]:
    cites = state.house.cites.void
    for hand in state.hands.values():
        yield e.WagersReturned(
            seat=hand.seat,
            amount_cents=hand.layout_cents,
            coupon_cents=hand.coupon_cents,
            reason=reason,
            cites=cites,
        )


def _wagers_back(state: Table, hands: Sequence[Hand]) -> Iterator[e.Event]:
    """First the wagers on the layout, then payments, then collected wagers.

    In this order neither a player nor the tray ever goes below zero.
    """
    cites = state.house.cites
    for hand in hands:
        for wager, side, stake in stakes(hand):
            gone = _moved(hand, wager, side, Action.COLLECT, Action.RETURN)
            if stake > gone:
                yield give_back(hand, wager, stake - gone, cites.void, side)
    for hand in hands:
        for wager, side, _ in stakes(hand):
            paid = _moved(hand, wager, side, Action.PAY)
            if paid:
                yield _undo(hand, wager, side, Action.PAY, paid, cites.void_settled)
        if hand.match_cents:
            yield e.MatchTakenBack(seat=hand.seat, amount_cents=hand.match_cents, cites=cites.void)
    for hand in hands:
        for wager, side, _ in stakes(hand):
            collected = _moved(hand, wager, side, Action.COLLECT)
            if collected:
                yield _undo(hand, wager, side, Action.COLLECT, collected, cites.void_settled)
                yield give_back(hand, wager, collected, cites.void, side)
        if hand.coupon_cents:
            yield e.CouponReturned(seat=hand.seat, amount_cents=hand.coupon_cents, cites=cites.void)


def stakes(hand: Hand) -> Iterator[tuple[Wager, str | None, int]]:
    """The wagers of a hand: the kind, a side bet's name, and the amount."""
    sides = tuple((Wager.SIDE, name, cents) for name, cents in hand.sides)
    for wager, side, cents in (
        (Wager.INITIAL, None, hand.initial_cents),
        (Wager.TIE, None, hand.tie_cents),
        *sides,
        (Wager.WAR, None, hand.war_cents),
        (Wager.WAR_TIE, None, hand.war_tie_cents),
    ):
        if cents:
            yield wager, side, cents


def _moved(hand: Hand, wager: Wager, side: str | None, *actions: Action) -> int:
    return sum(
        move.amount_cents
        for move in hand.movements
        if move.wager is wager and move.side == side and move.action in actions
    )


def _undo(
    hand: Hand, wager: Wager, side: str | None, action: Action, cents: int, cites: str
) -> e.Event:
    return e.MovementReversed(
        seat=hand.seat, wager=wager, side=side, action=action, amount_cents=cents, cites=cites
    )


# --- hands off (WI g5) ----------------------------------------------------------------------------


def _touch_cards(state: Table, command: c.TouchCards, _: Shoe) -> Iterator[e.Event]:
    guards.seated(state, command.seat)
    words = "Players may touch no card but the cutting card."
    refuse(Code.HANDS_OFF, words, state.house.cites.hands_off_cards)
