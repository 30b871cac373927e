"""The choice on a tied hand, and the war: wagers, Tie on the war deal, settlement (WI h3 to h8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from casinowar.cards import Card
from casinowar.houses.house import FirstWager, House, NoAnswer, PaidOn, Surrender, WarTie
from casinowar.money import Odds
from casinowar.outcomes import Outcome
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table import guards
from casinowar.table.dispatch import Decision, Evolution, decided, evolved, nothing
from casinowar.table.due import due_in_words
from casinowar.table.play.cut import is_offered_to
from casinowar.table.play.deal import card_left
from casinowar.table.play.settle import (
    collect,
    compare,
    coupon_taken,
    decided_as,
    give_back,
    settled,
    surrendered,
    tie_run_over,
    win,
)
from casinowar.table.play.wagers import to_layout
from casinowar.table.refusals import Code, refuse
from casinowar.table.shoe import Shoe
from casinowar.table.state import DEALER, Hand, Phase, Result, Status, Table, Wager


def decision(command: c.WarTopic) -> Decision:
    """What decides a command of this topic."""
    match command:
        case c.SurrenderHand():
            return decided(command, _surrender)
        case c.GoToWar():
            return decided(command, _go_to_war)
        case c.PlaceWarTie():
            return decided(command, _place_war_tie)
        case c.DeclineWarTie():
            return decided(command, _decline_war_tie)
        case c.SettleSurrender():
            return decided(command, _settle_surrender)
        case c.ConfirmWar():
            return decided(command, _confirm)
        case c.SettleWar():
            return decided(command, _settle_war)
        case c.CallTime():
            return decided(command, _call_time)
        case _:
            assert_never(command)


def evolution(event: e.WarEvent) -> Evolution:
    """What an event of this topic does to a table."""
    match event:
        case e.ChoiceOffered():
            return evolved(event, _choice_offered)
        case e.TieContinued():
            return evolved(event, _tie_continued)
        case e.SurrenderChosen():
            return evolved(event, _surrender_chosen)
        case e.WarChosen():
            return evolved(event, _war_chosen)
        case e.WarConfirmed():
            return evolved(event, nothing)
        case e.WarMatched():
            return evolved(event, _matched)
        case e.MatchTakenBack():
            return evolved(event, _match_taken_back)
        case e.WarTieOffered():
            return evolved(event, _war_tie_offered)
        case e.WarTiePlaced():
            return evolved(event, _war_tie_placed)
        case e.WarTieDeclined():
            return evolved(event, _war_tie_declined)
        case e.WarCardDealt():
            return evolved(event, _war_card_dealt)
        case e.WarCompared():
            return evolved(event, _war_compared)
        case _:
            assert_never(event)


# --- the choice -----------------------------------------------------------------------------------


def _choice_offered(table: Table, event: e.ChoiceOffered) -> None:
    table.hands[event.seat].status = Status.ASKED


def _tie_continued(table: Table, event: e.TieContinued) -> None:
    table.hands[event.seat].status = Status.AT_WAR


def _surrender(state: Table, command: c.SurrenderHand, _: Shoe) -> Iterator[e.Event]:
    guards.undecided_hand(state, command.seat)
    cites = state.house.cites.surrender
    if state.house.surrender.mode is not Surrender.OFFERED:
        refuse(Code.SURRENDER_NOT_OFFERED, "This house offers no surrender.", cites)
    yield e.SurrenderChosen(seat=command.seat, cites=cites)


def _surrender_chosen(table: Table, event: e.SurrenderChosen) -> None:
    table.hands[event.seat].status = Status.SURRENDERING


def _go_to_war(state: Table, command: c.GoToWar, _: Shoe) -> Iterator[e.Event]:
    hand = guards.undecided_hand(state, command.seat)
    cites, tie = state.house.cites, command.war_tie_cents
    if tie:
        _check_war_tie(state, hand, tie)
    guards.has_chips(state, command.seat, hand.initial_cents + (tie or 0), cites.short_war)
    yield e.WarChosen(seat=command.seat, war_cents=hand.initial_cents, cites=cites.war_wager)
    if tie:
        yield e.WarTiePlaced(seat=command.seat, amount_cents=tie, cites=cites.war_tie_wager)
    elif tie == 0 and state.house.tie.war_deal is not WarTie.NOT_OFFERED:
        yield e.WarTieDeclined(seat=command.seat, cites=cites.war_tie_wager)


def _war_chosen(table: Table, event: e.WarChosen) -> None:
    hand = table.hands[event.seat]
    hand.status = Status.AT_WAR
    hand.war_cents = event.war_cents
    to_layout(table, hand, event.war_cents)


# --- Tie on the war deal (WI h5) ------------------------------------------------------------------


def _check_war_tie(state: Table, hand: Hand, cents: int) -> None:
    house, cites = state.house, state.house.cites
    what = "The Tie wager on the war deal"
    if house.tie.war_deal is WarTie.NOT_OFFERED:
        refuse(Code.NOT_OFFERED, f"This house offers no {what[4:]}.", cites.war_tie_wager)
    if house.tie.war_deal is WarTie.EQUAL_TO_FIRST:
        if cents != hand.initial_cents:
            words = f"{what} must equal the first wager here."
            refuse(Code.MUST_EQUAL_FIRST, words, cites.war_tie_wager)
        return
    limits = house.limits
    guards.within_limits(limits, limits.tie, cents, what, cites.limits, cites.half)


def war_tie_open(state: Table, hand: Hand) -> bool:
    """Whether a hand at war may still get a Tie wager on the war deal."""
    at_war = hand.status is Status.AT_WAR and hand.war_cents
    if not at_war or hand.war_cards or hand.war_tie_cents:
        return False
    begun = state.war_burned or any(war.war_cards for war in state.wars)
    return not (state.phase in {Phase.WAR_DEAL, Phase.WAR_SETTLE, Phase.RACK} and begun)


def _place_war_tie(state: Table, command: c.PlaceWarTie, _: Shoe) -> Iterator[e.Event]:
    guards.seated(state, command.seat)
    cites, hand = state.house.cites, state.hands.get(command.seat)
    if hand is None or hand.status is not Status.AT_WAR or not hand.war_cents:
        refuse(Code.NOT_ASKED, f"Seat {command.seat} is not at war.", cites.war_tie_wager)
    if hand.war_tie_cents:
        refuse(Code.WAGER_FINAL, "That Tie wager is already down.", cites.bets_open)
    if not war_tie_open(state, hand):
        refuse(Code.BETS_CLOSED, "The war deal has already begun.", cites.war_tie_wager)
    _check_war_tie(state, hand, command.tie_cents)
    guards.has_chips(state, command.seat, command.tie_cents, cites.war_tie_wager)
    yield e.WarTiePlaced(
        seat=command.seat, amount_cents=command.tie_cents, cites=cites.war_tie_wager
    )


def _war_tie_offered(table: Table, event: e.WarTieOffered) -> None:
    table.hands[event.seat].war_tie_asked = True


def _war_tie_placed(table: Table, event: e.WarTiePlaced) -> None:
    hand = table.hands[event.seat]
    _answered(hand)
    hand.war_tie_cents = event.amount_cents
    to_layout(table, hand, event.amount_cents)


def _answered(hand: Hand) -> None:
    hand.war_tie_asked = False
    hand.war_tie_answered = True


def _decline_war_tie(state: Table, command: c.DeclineWarTie, _: Shoe) -> Iterator[e.Event]:
    guards.seated(state, command.seat)
    cites, hand = state.house.cites.war_tie_wager, state.hands.get(command.seat)
    if hand is None or not hand.war_tie_asked:
        words = f"Seat {command.seat} is not offered a Tie wager on the war deal."
        refuse(Code.NOT_ASKED, words, cites)
    yield e.WarTieDeclined(seat=command.seat, cites=cites)


def _war_tie_declined(table: Table, event: e.WarTieDeclined) -> None:
    _answered(table.hands[event.seat])


# --- no answer (policy 3) -------------------------------------------------------------------------


def is_awaited(state: Table, seat: int) -> bool:
    """Whether the table waits for a player's answer, which policy can give instead."""
    hand = state.hands.get(seat)
    asked = hand is not None and (hand.status is Status.ASKED or hand.war_tie_asked)
    return asked or is_offered_to(state, seat)


def _call_time(state: Table, command: c.CallTime, _: Shoe) -> Iterator[e.Event]:
    seat, cites, house = command.seat, state.house.cites.no_answer, state.house
    holder = guards.seated(state, seat)
    hand = state.hands.get(seat)
    if is_offered_to(state, seat):
        yield e.CutRefused(seat=seat, called=True, cites=cites)
    elif guards.is_undecided(hand):
        covered = holder.chips_cents >= hand.initial_cents
        if house.policies.no_answer is NoAnswer.WAR and covered:
            yield e.WarChosen(seat=seat, war_cents=hand.initial_cents, called=True, cites=cites)
        else:
            yield e.SurrenderChosen(seat=seat, called=True, cites=cites)
    elif hand is not None and hand.war_tie_asked:
        yield e.WarTieDeclined(seat=seat, called=True, cites=cites)
    else:
        words, _clause = due_in_words(state)
        refuse(Code.NOT_ASKED, f"The table is not waiting for seat {seat}. {words}", cites)


# --- settlement -----------------------------------------------------------------------------------


def _settle_surrender(state: Table, command: c.SettleSurrender, _: Shoe) -> tuple[e.Event, ...]:
    hand = state.hands[command.seat]
    assert state.dealer_card is not None
    return settled(state, hand, surrendered(state.house, hand, state.dealer_card))


def _confirm(state: Table, command: c.ConfirmWar, _: Shoe) -> tuple[e.Event, ...]:
    events = tuple(confirm_war(state.house, state.hands[command.seat]))
    guards.tray_covers(state, events)
    return events


def _settle_war(state: Table, command: c.SettleWar, _: Shoe) -> tuple[e.Event, ...]:
    hand = state.hands[command.seat]
    assert state.dealer_card is not None
    settle = war_deal if hand.initial_cents else tie_deal
    events = settle(state.house, hand, state.dealer_card, state.dealer_war_cards[-1])
    return settled(state, hand, events)


def confirm_war(house: House, hand: Hand) -> Iterator[e.Event]:
    """Confirm the war wager, move the first wager as the house does, offer Tie on the war deal."""
    cites = house.cites
    yield e.WarConfirmed(seat=hand.seat, cites=cites.war_confirmed)
    match house.war.first_wager:
        case FirstWager.COLLECTED:
            yield collect(hand, Wager.INITIAL, hand.initial_cents, cites.war_first)
            yield from coupon_taken(house, hand)
        case FirstWager.MATCHED:
            yield e.WarMatched(seat=hand.seat, amount_cents=hand.war_cents, cites=cites.war_match)
        case FirstWager.STANDS_OFF:
            pass
    if house.tie.war_deal is not WarTie.NOT_OFFERED and not hand.war_tie_answered:
        yield e.WarTieOffered(seat=hand.seat, cites=cites.war_tie_wager)


def war_deal(
    house: House, hand: Hand, dealer_card: Card, dealer_war_card: Card
) -> Iterator[e.Event]:
    """Compare the last war cards and settle, or say that a tied war is dealt again."""
    cites, seat = house.cites, hand.seat
    result = compare(hand.war_cards[-1], dealer_war_card)
    tied = result is Result.EQUAL
    again = tied and len(hand.war_cards) < house.war.deals_max
    why = {
        Result.LOWER: cites.war_lost,
        Result.HIGHER: cites.war_higher,
        Result.EQUAL: cites.war_again if again else cites.war_equal,
    }[result]
    # if the war is dealt again, the comparison comes last and ends the settlement of this seat
    if again:
        yield from _war_tie(house, hand, result)
        yield e.WarCompared(seat=seat, result=result, again=True, cites=why)
        return
    yield e.WarCompared(seat=seat, result=result, cites=why)
    outcome = {
        Result.LOWER: Outcome.WAR_LOST,
        Result.HIGHER: Outcome.WAR_WON,
        Result.EQUAL: Outcome.WAR_TIED,
    }[result]
    if result is Result.LOWER:
        yield from _war_lost(house, hand)
    else:
        odds = house.war.tied_odds if tied else house.war.won_odds
        paid = cites.war_tied if tied else cites.war_won
        yield from _war_won(house, hand, odds, paid)
    yield from _war_tie(house, hand, result)
    if house.war.first_wager is not FirstWager.COLLECTED:
        yield from coupon_taken(house, hand)
    yield from tie_run_over(house, hand, dealer_card, hand.ties + tied)
    yield decided_as(hand, outcome, why)


def tie_deal(
    house: House, hand: Hand, dealer_card: Card, dealer_war_card: Card
) -> Iterator[e.Event]:
    """Compare the last war cards of a hand without a first wager (policy 5).

    The hand stays as long as it ties and a war would be dealt again; then its ties are paid.
    """
    cites, result = house.cites.tie_alone, compare(hand.war_cards[-1], dealer_war_card)
    tied = result is Result.EQUAL
    yield e.HandCompared(seat=hand.seat, result=result, cites=cites)
    if tied and len(hand.war_cards) < house.war.deals_max:
        yield e.TieContinued(seat=hand.seat, cites=cites)
        return
    yield from tie_run_over(house, hand, dealer_card, hand.ties + tied)
    yield decided_as(hand, Outcome.NONE, cites)


def _war_tie(house: House, hand: Hand, result: Result) -> Iterator[e.Event]:
    cents = hand.war_tie_cents
    if not cents or len(hand.war_cards) > 1:  # decided by the first war deal
        return
    if result is Result.EQUAL:
        yield from win(
            hand, Wager.WAR_TIE, cents, house.tie.war_deal_odds, house.cites.war_tie_paid
        )
    else:
        lower = result is Result.LOWER
        cites = house.cites.war_tie_lost if lower else house.cites.war_tie_lost_higher
        yield collect(hand, Wager.WAR_TIE, cents, cites)


def _war_lost(house: House, hand: Hand) -> Iterator[e.Event]:
    cites = house.cites.war_lost
    if house.war.first_wager is not FirstWager.COLLECTED:
        yield collect(hand, Wager.INITIAL, hand.initial_cents, cites)
    yield collect(hand, Wager.WAR, hand.war_cents, cites)
    if hand.match_cents:
        yield e.MatchTakenBack(seat=hand.seat, amount_cents=hand.match_cents, cites=cites)


def _war_won(house: House, hand: Hand, odds: Odds, cites: str) -> Iterator[e.Event]:
    both = house.war.paid_on is PaidOn.BOTH_WAGERS
    stake = hand.war_cents + (hand.initial_cents if both else 0)
    payment = odds.payment(stake)
    from_match = min(hand.match_cents, payment)
    yield e.WagerPaid(
        seat=hand.seat,
        wager=Wager.WAR,
        amount_cents=payment,
        odds=str(odds),
        from_match_cents=from_match,
        cites=cites,
    )
    yield give_back(hand, Wager.WAR, hand.war_cents, cites)
    if house.war.first_wager is not FirstWager.COLLECTED:
        yield give_back(hand, Wager.INITIAL, hand.initial_cents, cites)
    if hand.match_cents > from_match:
        rest = hand.match_cents - from_match
        yield e.MatchTakenBack(seat=hand.seat, amount_cents=rest, cites=cites)


def _matched(table: Table, event: e.WarMatched) -> None:
    table.hands[event.seat].match_cents += event.amount_cents
    table.tray_cents -= event.amount_cents


def _match_taken_back(table: Table, event: e.MatchTakenBack) -> None:
    table.hands[event.seat].match_cents -= event.amount_cents
    table.tray_cents += event.amount_cents


def _war_card_dealt(table: Table, event: e.WarCardDealt) -> None:
    card_left(table)
    table.war_burned = 0
    if event.seat == DEALER:
        table.dealer_war_cards = (*table.dealer_war_cards, event.card)
    else:
        hand = table.hands[event.seat]
        hand.war_cards = (*hand.war_cards, event.card)


def _war_compared(table: Table, event: e.WarCompared) -> None:
    if event.result is Result.EQUAL:
        table.hands[event.seat].ties += 1
