"""Decisions about players: seats, chips, wagers and the choice on a tied hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from casinowar.houses.house import BetsOpen, NoAnswer, Surrender, WagerForm, WarTie
from casinowar.money import show_cents
from casinowar.table import commands as c
from casinowar.table import refuse as check
from casinowar.table import round_events as e
from casinowar.table.event import Event
from casinowar.table.refusals import Code
from casinowar.table.refuse import refuse
from casinowar.table.shoe import Shoe
from casinowar.table.state import Hand, Phase, Status, Table
from casinowar.table.steps import step_in_words

# --- seats and chips ------------------------------------------------------------------------------


def _take_seat(state: Table, command: c.TakeSeat, _: Shoe) -> Iterator[Event]:
    cites = state.house.cites.seats
    if state.phase is Phase.CLOSED:
        refuse(Code.NOT_NOW, "The table is closed.", state.house.cites.open_table)
    seat = check.seat_number(state, command.seat)
    if seat in state.seats:
        refuse(Code.SEAT_TAKEN, f"Seat {seat} is taken.", cites)
    player = check.name(command.player, "A player's name")
    _check_age(state, command.age_years)
    most = state.house.policies.seats_per_player
    if sum(holder.player == player for holder in state.seats.values()) >= most:
        refuse(Code.TOO_MANY_SEATS, f"A player may hold {most} seat(s) here.", cites)
    yield e.SeatTaken(seat=seat, player=player, cites=state.house.cites.entry)


def _check_age(state: Table, age: int | None) -> None:
    entry, least = state.house.cites.entry, state.house.entry_age
    if age is None:
        return
    if check.whole(age, "An age", entry, low=0, high=200) < least:
        refuse(Code.TOO_YOUNG, f"Entry is from the age of {least}.", entry)


def _leave_seat(state: Table, command: c.LeaveSeat, _: Shoe) -> Iterator[Event]:
    holder = check.seated(state, command.seat)
    if command.seat in state.hands:
        refuse(
            Code.WAGERS_IN_PLAY,
            f"Seat {command.seat} has wagers in this round: they stay until it is over.",
            state.house.cites.bets_open,
        )
    if state.phase is Phase.CUT_OFFERED and state.queue[0] == command.seat:
        refuse(
            Code.NOT_NOW,
            "The cut is offered to you: take it or refuse it.",
            state.house.cites.cut_offer,
        )
    yield e.SeatLeft(
        seat=command.seat, chips_cents=holder.chips_cents, cites=state.house.cites.cash_out
    )


def _buy_chips(state: Table, command: c.BuyChips, _: Shoe) -> Iterator[Event]:
    check.seated(state, command.seat)
    house = state.house
    cash = check.whole(command.cash_cents, "A buy-in", house.cites.buy_in)
    if cash % house.limits.smallest_chip_cents:
        chip = show_cents(house.limits.smallest_chip_cents, house.limits.symbol)
        refuse(Code.BAD_STEP, f"The smallest chip is {chip}.", house.cites.half)
    hand = state.hands.get(command.seat)
    if hand and hand.status is Status.ASKED and not house.policies.war_rebuy:
        refuse(Code.NOT_NOW, "No chips are sold during a decision here.", house.cites.short_war)
    yield e.ChipsBought(seat=command.seat, cash_cents=cash, cites=house.cites.buy_in)


# --- wagers ---------------------------------------------------------------------------------------


def _bets_are_open(state: Table) -> None:
    if state.phase is Phase.BETTING:
        return
    if state.hands:
        cites = state.house.cites.no_more_bets
        refuse(Code.BETS_CLOSED, 'Wagers are placed before "no more bets".', cites)
    words, clause = step_in_words(state)
    refuse(Code.BETS_CLOSED, f"No wagers are taken yet. {words}", clause)


def _place_wagers(state: Table, command: c.PlaceWagers, _: Shoe) -> Iterator[Event]:
    holder = check.seated(state, command.seat)
    _bets_are_open(state)
    form: object = command.form
    accepted = isinstance(form, WagerForm) and form in state.house.wagers.forms
    if not accepted or form is WagerForm.COUPON:
        forms = [form for form in state.house.wagers.forms if form is not WagerForm.COUPON]
        refuse(
            Code.FORM_NOT_ACCEPTED,
            f"Wagers are made in {' or '.join(forms)} here.",
            state.house.cites.wager_forms,
        )
    wagers = tuple(_asked_wagers(state, command))
    if not wagers:
        refuse(Code.NO_WAGER, "No wager was named.", state.house.cites.first_wager)
    earlier = state.hands.get(command.seat)
    back = 0
    if earlier is not None and state.house.wagers.bets_open is BetsOpen.CHANGEABLE:
        back = earlier.layout_cents
        yield e.WagersTakenBack(
            seat=command.seat, amount_cents=back, cites=state.house.cites.bets_open
        )
        earlier = None
    _check_first(state, command, earlier)
    need = sum([bet.amount_cents for bet in wagers if bet.form is not WagerForm.COUPON])
    if need > holder.chips_cents + back:
        check.has_chips(state, command.seat, need, state.house.cites.wager_forms)
    yield from wagers


def _asked_wagers(state: Table, command: c.PlaceWagers) -> Iterator[e.WagerPlaced]:
    house, cites = state.house, state.house.cites
    limits = house.limits

    def placed(wager: str, cents: int, clause: str, form: WagerForm) -> e.WagerPlaced:
        return e.WagerPlaced(
            seat=command.seat, wager=wager, amount_cents=cents, form=form, cites=clause
        )

    if command.initial_cents != 0 or type(command.initial_cents) is not int:
        cents = check.within_limits(
            limits, limits.first, command.initial_cents, "The first wager", cites.limits, cites.half
        )
        yield placed("initial", cents, cites.first_wager, command.form)
    if command.tie_cents != 0 or type(command.tie_cents) is not int:
        if not house.tie.offered:
            refuse(Code.NOT_OFFERED, "This house offers no Tie wager.", cites.tie_wager)
        cents = check.within_limits(
            limits, limits.tie, command.tie_cents, "The Tie wager", cites.limits, cites.half
        )
        yield placed("tie", cents, cites.tie_wager, command.form)
    for name, amount in _named_sides(command.sides, cites.side_wager):
        if name not in {bet.name for bet in house.side_bets}:
            refuse(Code.NOT_OFFERED, "This house has no such side bet.", cites.side_wager)
        cents = check.within_limits(
            limits, limits.side, amount, "The side bet", cites.limits, cites.half
        )
        yield placed(name, cents, cites.side_wager, command.form)
    if command.coupon_cents != 0 or type(command.coupon_cents) is not int:
        if WagerForm.COUPON not in house.wagers.forms:
            refuse(
                Code.FORM_NOT_ACCEPTED, "Match play coupons are not taken here.", cites.wager_forms
            )
        cents = check.whole(command.coupon_cents, "A coupon", cites.coupon)
        step = limits.smallest_chip_cents * house.deal.first_odds.stake
        if cents % step:
            refuse(
                Code.BAD_STEP,
                f"A coupon must be a multiple of {show_cents(step, limits.symbol)}, so that its win"
                " can be paid.",
                cites.coupon,
            )
        yield placed("initial", cents, cites.coupon, WagerForm.COUPON)


def _named_sides(sides: object, cites: str) -> Iterator[tuple[str, object]]:
    """The side wagers of a command, each a name and an amount."""
    for side in sides if isinstance(sides, tuple) else (None,):
        if not (isinstance(side, tuple) and len(side) == 2 and isinstance(side[0], str)):
            refuse(Code.BAD_AMOUNT, "A side bet is a name and an amount.", cites)
        yield side


def _check_first(state: Table, command: c.PlaceWagers, earlier: Hand | None) -> None:
    """What may not be placed beside, or on top of, what lies there."""
    house, cites = state.house, state.house.cites
    named = [name for name, _ in command.sides]
    if earlier is not None:
        again = (
            (command.initial_cents and earlier.initial_cents)
            or (command.tie_cents and earlier.tie_cents)
            or (command.coupon_cents and earlier.coupon_cents)
            or any(name in named for name, _ in earlier.sides)
        )
        if again:
            refuse(
                Code.WAGER_FINAL,
                "A placed wager may not be handled, removed or altered until it is decided.",
                cites.bets_open,
            )
    if len(set(named)) != len(named):
        refuse(Code.BAD_AMOUNT, "Name each side bet once.", cites.side_wager)
    first = command.initial_cents or (earlier.initial_cents if earlier else 0)
    if not first and not (house.wagers.tie_alone and (command.tie_cents or earlier)):
        name = house.wagers.first_name
        refuse(
            Code.FIRST_WAGER_NEEDED,
            f"The {name} wager is needed to be dealt in.",
            cites.first_wager,
        )
    if command.coupon_cents and command.coupon_cents > first:
        refuse(
            Code.BAD_AMOUNT,
            "A coupon needs chips of at least its face value beside it.",
            cites.coupon,
        )


def _bet_aloud(state: Table, command: c.BetCashAloud, _: Shoe) -> Iterator[Event]:
    check.seated(state, command.seat)
    refuse(
        Code.FORM_NOT_ACCEPTED,
        "A spoken bet with cash is not accepted: buy chips and place them.",
        state.house.cites.wager_forms,
    )


def _take_back(state: Table, command: c.TakeBackWagers, _: Shoe) -> Iterator[Event]:
    check.seated(state, command.seat)
    hand, cites = state.hands.get(command.seat), state.house.cites.bets_open
    if hand is None:
        refuse(Code.NO_WAGER, f"Seat {command.seat} has no wager down.", cites)
    if state.phase is not Phase.BETTING or state.house.wagers.bets_open is BetsOpen.FINAL:
        refuse(
            Code.WAGER_FINAL,
            "A placed wager may not be handled, removed or altered until it is decided.",
            cites,
        )
    yield e.WagersTakenBack(seat=command.seat, amount_cents=hand.layout_cents, cites=cites)


def _touch_cards(state: Table, command: c.TouchCards, _: Shoe) -> Iterator[Event]:
    check.seated(state, command.seat)
    refuse(
        Code.HANDS_OFF,
        "Players touch no card but the cutting card.",
        state.house.cites.hands_off_cards,
    )


# --- the choice on a tied hand --------------------------------------------------------------------


def _surrender(state: Table, command: c.SurrenderHand, _: Shoe) -> Iterator[Event]:
    check.asked(state, command.seat)
    if state.house.surrender.mode is not Surrender.OFFERED:
        refuse(Code.NOT_OFFERED, "This house offers no surrender.", state.house.cites.surrender)
    yield e.SurrenderChosen(seat=command.seat, cites=state.house.cites.surrender)


def _go_to_war(state: Table, command: c.GoToWar, _: Shoe) -> Iterator[Event]:
    hand = check.asked(state, command.seat)
    house, cites = state.house, state.house.cites
    tie = command.war_tie_cents
    placed = type(tie) is not int or tie != 0
    if placed:
        tie = _war_tie_amount(state, hand, tie)
    check.has_chips(state, command.seat, hand.initial_cents + tie, cites.short_war)
    yield e.WarChosen(seat=command.seat, war_cents=hand.initial_cents, cites=house.cites.war_wager)
    if placed:
        yield e.WarTiePlaced(seat=command.seat, amount_cents=tie, cites=cites.war_tie_wager)


def _war_tie_amount(state: Table, hand: Hand, cents: object) -> int:
    house, cites = state.house, state.house.cites
    if house.tie.war_deal is WarTie.NOT_OFFERED:
        refuse(
            Code.NOT_OFFERED, "This house offers no Tie wager on the war deal.", cites.war_tie_wager
        )
    if house.tie.war_deal is WarTie.EQUAL_TO_FIRST:
        amount = check.whole(cents, "The Tie wager on the war deal", cites.war_tie_wager)
        if amount != hand.initial_cents:
            refuse(
                Code.MUST_EQUAL_FIRST,
                "The Tie wager on the war deal must equal the first wager here.",
                cites.war_tie_wager,
            )
        return amount
    limits = house.limits
    return check.within_limits(
        limits, limits.tie, cents, "The Tie wager on the war deal", cites.limits, cites.half
    )


def _place_war_tie(state: Table, command: c.PlaceWarTie, _: Shoe) -> Iterator[Event]:
    check.seated(state, command.seat)
    cites, hand = state.house.cites, state.hands.get(command.seat)
    if hand is None or hand.status is not Status.AT_WAR:
        refuse(Code.NOT_ASKED, f"Seat {command.seat} is not at war.", cites.war_tie_wager)
    if hand.war_tie_cents:
        refuse(Code.WAGER_FINAL, "That Tie wager is already down.", cites.bets_open)
    dealing = state.phase in {Phase.WAR_DEAL, Phase.WAR_SETTLE, Phase.RACK}
    first_cards = not (state.war_burned or any(war.war_cards for war in state.wars))
    if dealing and not (state.phase is Phase.WAR_DEAL and first_cards):
        refuse(Code.BETS_CLOSED, "The war deal has begun.", cites.war_tie_wager)
    amount = _war_tie_amount(state, hand, command.tie_cents)
    check.has_chips(state, command.seat, amount, cites.war_tie_wager)
    yield e.WarTiePlaced(seat=command.seat, amount_cents=amount, cites=cites.war_tie_wager)


def _call_time(state: Table, command: c.CallTime, _: Shoe) -> Iterator[Event]:
    hand = check.asked(state, command.seat)
    cites, house = state.house.cites.no_answer, state.house
    covered = state.seats[command.seat].chips_cents >= hand.initial_cents
    if house.policies.no_answer is NoAnswer.WAR and covered:
        yield e.WarChosen(seat=command.seat, war_cents=hand.initial_cents, called=True, cites=cites)
    else:
        yield e.SurrenderChosen(seat=command.seat, called=True, cites=cites)


DECISIONS: dict[type[c.Command], Callable[[Table, Any, Shoe], Iterable[Event]]] = {
    c.TakeSeat: _take_seat,
    c.LeaveSeat: _leave_seat,
    c.BuyChips: _buy_chips,
    c.PlaceWagers: _place_wagers,
    c.BetCashAloud: _bet_aloud,
    c.TakeBackWagers: _take_back,
    c.TouchCards: _touch_cards,
    c.SurrenderHand: _surrender,
    c.GoToWar: _go_to_war,
    c.PlaceWarTie: _place_war_tie,
    c.CallTime: _call_time,
}
