"""Wagers before the deal: placing, adding, taking back, "no more bets" (WI f, g2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from casinowar.houses.house import BetsOpen, WagerForm
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table import guards
from casinowar.table.dispatch import Decision, Evolution, decided, evolved
from casinowar.table.due import due_in_words
from casinowar.table.refusals import Code, refuse
from casinowar.table.shoe import Shoe
from casinowar.table.state import IN_ROUND, Hand, HandDraft, Phase, Table, Wager
from casinowar.table.words import money


def decision(command: c.WagersTopic) -> Decision:
    """What decides a command of this topic."""
    match command:
        case c.PlaceWagers():
            return decided(command, _place)
        case c.BetCashAloud():
            return decided(command, _bet_aloud)
        case c.TakeBackWagers():
            return decided(command, _take_back)
        case c.AnnounceNoMoreBets():
            return decided(command, _no_more_bets)
        case _:
            assert_never(command)


def evolution(event: e.WagersEvent) -> Evolution:
    """What an event of this topic does to a table."""
    match event:
        case e.WagerPlaced():
            return evolved(event, _placed)
        case e.WagersTakenBack():
            return evolved(event, _taken_back)
        case e.WagersReturned():
            return evolved(event, _taken_back)
        case e.NoMoreBetsAnnounced():
            return evolved(event, _announced)
        case _:
            assert_never(event)


# --- placing --------------------------------------------------------------------------------------


def _place(state: Table, command: c.PlaceWagers, _: Shoe) -> Iterator[e.Event]:
    holder = guards.seated(state, command.seat)
    _bets_are_open(state)
    house, cites = state.house, state.house.cites
    if holder.sitting_out:
        words = f"Seat {command.seat} is sitting out: return to play first."
        refuse(Code.SITTING_OUT, words, cites.sitting_out)
    _check_form(state, command.form)
    new = _named(state, command)
    if not new:
        refuse(Code.NO_WAGER, "The command names no wager.", cites.first_wager)
    earlier = state.hands.get(command.seat)
    back, down = 0, new
    if earlier is not None and _alters(new, earlier):
        if house.wagers.bets_open is BetsOpen.FINAL:
            words = "A placed wager may not be handled, removed or altered until it is decided."
            refuse(Code.WAGER_FINAL, words, cites.bets_open)
        back = earlier.layout_cents
        down = new + tuple(_kept(state, new, earlier))
        yield e.WagersTakenBack(seat=command.seat, amount_cents=back, cites=cites.bets_open)
        earlier = None
    _check_together(state, down, earlier)
    need = sum([bet.amount_cents for bet in down if bet.form is not WagerForm.COUPON])
    if need > holder.chips_cents + back:
        guards.has_chips(state, command.seat, need, cites.wager_forms)
    yield from down


def _bets_are_open(state: Table) -> None:
    if state.phase is Phase.BETTING:
        return
    if state.phase in IN_ROUND or state.phase is Phase.RACK:
        words = 'Wagers must be placed before "no more bets".'
        refuse(Code.BETS_CLOSED, words, state.house.cites.late_bet)
    words, clause = due_in_words(state)
    refuse(Code.BETS_CLOSED, f"No wagers are taken yet. {words}", clause)


def _check_form(state: Table, form: WagerForm) -> None:
    forms = state.house.wagers.forms
    if form not in forms or form is WagerForm.COUPON:
        accepted = [form for form in forms if form is not WagerForm.COUPON]
        words = f"Wagers are made in {' or '.join(accepted)} here."
        refuse(Code.FORM_NOT_ACCEPTED, words, state.house.cites.wager_forms)


def _named(state: Table, command: c.PlaceWagers) -> tuple[e.WagerPlaced, ...]:
    """The wagers that a command names, each within its limits."""
    house, cites = state.house, state.house.cites
    limits, seat, form = house.limits, command.seat, command.form
    found: list[e.WagerPlaced] = []
    if command.initial_cents:
        cents = guards.within_limits(
            limits, limits.first, command.initial_cents, "The first wager", cites.limits, cites.half
        )
        found.append(
            e.WagerPlaced(
                seat=seat,
                wager=Wager.INITIAL,
                amount_cents=cents,
                form=form,
                cites=cites.first_wager,
            )
        )
    if command.tie_cents:
        if not house.tie.offered:
            refuse(Code.NOT_OFFERED, "This house offers no Tie wager.", cites.tie_wager)
        cents = guards.within_limits(
            limits, limits.tie, command.tie_cents, "The Tie wager", cites.limits, cites.half
        )
        found.append(
            e.WagerPlaced(
                seat=seat, wager=Wager.TIE, amount_cents=cents, form=form, cites=cites.tie_wager
            )
        )
    if command.sides:
        found += _named_sides(state, command)
    if command.coupon_cents:
        found.append(_coupon(state, command))
    return tuple(found)


def _named_sides(state: Table, command: c.PlaceWagers) -> Iterator[e.WagerPlaced]:
    house, cites, limits = state.house, state.house.cites, state.house.limits
    for name, amount in command.sides.items():
        if name not in {bet.name for bet in house.side_bets}:
            refuse(Code.NOT_OFFERED, "This house does not offer that side bet.", cites.side_wager)
        cents = guards.within_limits(
            limits, limits.side, amount, "The side bet", cites.limits, cites.half
        )
        yield e.WagerPlaced(
            seat=command.seat,
            wager=Wager.SIDE,
            side=name,
            amount_cents=cents,
            form=command.form,
            cites=cites.side_wager,
        )


def coupon_step_cents(state: Table) -> int:
    """The amount that a coupon must be a multiple of, so that its win can be paid."""
    return state.house.limits.smallest_chip_cents * state.house.deal.first_odds.stake


def _coupon(state: Table, command: c.PlaceWagers) -> e.WagerPlaced:
    house, cites = state.house, state.house.cites
    if WagerForm.COUPON not in house.wagers.forms:
        words = "This house accepts no match play coupons."
        refuse(Code.FORM_NOT_ACCEPTED, words, cites.wager_forms)
    cents = guards.amount(command.coupon_cents, "A coupon", cites.coupon)
    step = coupon_step_cents(state)
    if cents % step:
        words = f"A coupon must be a multiple of {money(house, step)}, so that its win can be paid."
        refuse(Code.NOT_A_MULTIPLE, words, cites.coupon)
    return e.WagerPlaced(
        seat=command.seat,
        wager=Wager.INITIAL,
        amount_cents=cents,
        form=WagerForm.COUPON,
        cites=cites.coupon,
    )


# --- with wagers already down ---------------------------------------------------------------------


def _alters(new: tuple[e.WagerPlaced, ...], earlier: Hand) -> bool:
    """Whether a wager that is already down would be changed; a coupon changes the first wager."""
    return any(_down(bet, earlier) for bet in new)


def _down(bet: e.WagerPlaced, earlier: Hand) -> bool:
    if bet.wager is Wager.INITIAL:
        return bool(earlier.initial_cents)
    if bet.wager is Wager.TIE:
        return bool(earlier.tie_cents)
    return any(name == bet.side for name, _ in earlier.sides)


def _kept(state: Table, new: tuple[e.WagerPlaced, ...], earlier: Hand) -> Iterator[e.WagerPlaced]:
    """Wagers that are put down again unchanged because another one was changed."""
    cites, seat = state.house.cites, earlier.seat
    first = [bet.form for bet in new if bet.wager is Wager.INITIAL]
    if earlier.initial_cents and not any(form is not WagerForm.COUPON for form in first):
        cents = earlier.initial_cents
        yield e.WagerPlaced(
            seat=seat,
            wager=Wager.INITIAL,
            amount_cents=cents,
            form=earlier.form,
            cites=cites.first_wager,
        )
    if earlier.tie_cents and all(bet.wager is not Wager.TIE for bet in new):
        cents = earlier.tie_cents
        yield e.WagerPlaced(
            seat=seat, wager=Wager.TIE, amount_cents=cents, form=earlier.form, cites=cites.tie_wager
        )
    for name, cents in earlier.sides:
        if all(bet.side != name for bet in new):
            yield e.WagerPlaced(
                seat=seat,
                wager=Wager.SIDE,
                side=name,
                amount_cents=cents,
                form=earlier.form,
                cites=cites.side_wager,
            )
    if earlier.coupon_cents and WagerForm.COUPON not in first:
        yield e.WagerPlaced(
            seat=seat,
            wager=Wager.INITIAL,
            amount_cents=earlier.coupon_cents,
            form=WagerForm.COUPON,
            cites=cites.coupon,
        )


def _check_together(state: Table, down: tuple[e.WagerPlaced, ...], earlier: Hand | None) -> None:
    """Check the first wager where required, and a coupon against its chips and the maximum."""
    if len(down) == 1 and down[0].wager is Wager.INITIAL and down[0].form is not WagerForm.COUPON:
        return  # the other wagers of this seat do not change
    house, cites = state.house, state.house.cites
    first = earlier.initial_cents if earlier else 0
    coupon = 0
    tie = bool(earlier and earlier.tie_cents)
    for bet in down:
        if bet.form is WagerForm.COUPON:
            coupon = bet.amount_cents
        elif bet.wager is Wager.INITIAL:
            first = bet.amount_cents
        tie = tie or bet.wager is Wager.TIE
    if not first and not (house.wagers.tie_alone and tie):
        words = f"A seat needs the {house.wagers.first_name} wager to be dealt in."
        refuse(Code.FIRST_WAGER_NEEDED, words, cites.first_wager)
    if coupon > first:
        words = "A coupon needs a first wager in chips of at least its face value."
        refuse(Code.BAD_AMOUNT, words, cites.coupon)
    if coupon and first + coupon > house.limits.first.max_cents:
        most = money(house, house.limits.first.max_cents)
        words = f"Chips and coupon together exceed the maximum of {most}."
        refuse(Code.ABOVE_MAXIMUM, words, "policy 16")


def _placed(table: Table, event: e.WagerPlaced) -> None:
    hand = table.hands.get(event.seat)
    if hand is None:
        hand = table.hands[event.seat] = HandDraft(seat=event.seat)
    cents = event.amount_cents
    if event.form is WagerForm.COUPON:
        hand.coupon_cents = cents
        return
    if event.wager is Wager.INITIAL:
        hand.initial_cents += cents
    elif event.wager is Wager.TIE:
        hand.tie_cents += cents
    else:
        assert event.side is not None
        hand.sides = (*hand.sides, (event.side, cents))
    hand.form = event.form
    to_layout(table, hand, cents)


def to_layout(table: Table, hand: Hand, cents: int) -> None:
    """A player's chips go onto the layout."""
    table.seats[hand.seat].chips_cents -= cents
    hand.layout_cents += cents
    hand.wagered_cents += cents


# --- spoken bets, taking back, "no more bets" -----------------------------------------------------


def _bet_aloud(state: Table, command: c.BetCashAloud, _: Shoe) -> Iterator[e.Event]:
    guards.seated(state, command.seat)
    refuse(
        Code.FORM_NOT_ACCEPTED,
        "A spoken bet with cash is not accepted: buy chips and place them.",
        state.house.cites.wager_forms,
    )


def may_take_back(state: Table) -> bool:
    """Whether placed wagers may still be taken back."""
    return state.phase is Phase.BETTING and state.house.wagers.bets_open is not BetsOpen.FINAL


def _take_back(state: Table, command: c.TakeBackWagers, _: Shoe) -> Iterator[e.Event]:
    guards.seated(state, command.seat)
    hand, cites = state.hands.get(command.seat), state.house.cites.bets_open
    if hand is None:
        refuse(Code.NO_WAGER, f"Seat {command.seat} has no wager down.", cites)
    if not may_take_back(state):
        words = "A placed wager may not be handled, removed or altered until it is decided."
        refuse(Code.WAGER_FINAL, words, cites)
    yield e.WagersTakenBack(seat=command.seat, amount_cents=hand.layout_cents, cites=cites)


def _taken_back(table: Table, event: e.WagersTakenBack | e.WagersReturned) -> None:
    del table.hands[event.seat]
    table.seats[event.seat].chips_cents += event.amount_cents


def _no_more_bets(state: Table, _: c.AnnounceNoMoreBets, __: Shoe) -> tuple[e.Event, ...]:
    cites = state.house.cites.no_more_bets
    return (e.NoMoreBetsAnnounced(round=state.round_number + 1, cites=cites),)


def _announced(table: Table, event: e.NoMoreBetsAnnounced) -> None:
    table.round_number = event.round
    table.hands = {seat: table.hands[seat] for seat in sorted(table.hands)}
