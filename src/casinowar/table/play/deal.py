"""Cards that leave the shoe, and the discard rack they end in (WI g, h4, h6, h8)."""

from __future__ import annotations

from typing import NoReturn, assert_never

from casinowar.cards import Card
from casinowar.houses.house import DealerHandInRack, FaceUpScope, Reshuffle
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.clauses import rack_clause
from casinowar.table.dispatch import Decision, Evolution, decided, evolved
from casinowar.table.play import settle
from casinowar.table.refusals import Code, refuse
from casinowar.table.shoe import Shoe
from casinowar.table.state import (
    DEALER,
    Burn,
    CutBy,
    LastRound,
    Lies,
    Phase,
    RackedCard,
    Result,
    Status,
    Table,
    sealed_hands,
)

_UNSEEN = (RackedCard(card=None, lies=Lies.FACE_DOWN),)


def decision(command: c.DealTopic) -> Decision:
    """What decides a command of this topic."""
    match command:
        case c.BurnCard():
            return decided(command, _burn)
        case c.DealCard():
            return decided(command, _deal)
        case c.SettleHand():
            return decided(command, settle.settle_hand)
        case c.RackCards():
            return decided(command, _rack)
        case _:
            assert_never(command)


def evolution(event: e.DealEvent | e.BurnEvent) -> Evolution:
    """What an event of this topic does to a table."""
    match event:
        case e.CuttingCardReached():
            return evolved(event, _cutting_card_reached)
        case e.CardBurned():
            return evolved(event, _burned)
        case e.CardDealt():
            return evolved(event, _dealt)
        case e.HandCompared():
            return evolved(event, _compared)
        case e.HandRacked():
            return evolved(event, _racked)
        case e.RoundCompleted():
            return evolved(event, _completed)
        case _:
            assert_never(event)


# --- cards from the shoe --------------------------------------------------------------------------


def card_left_for(state: Table, shoe: Shoe) -> bool:
    """Whether there is a card in the shoe for the next step."""
    in_shoe = state.shoe
    return in_shoe.drawn < in_shoe.size and shoe.has(in_shoe.next_index)


def leaves_shoe(state: Table, shoe: Shoe, seat: int) -> tuple[e.Event, ...]:
    """Check that a card can leave the shoe; the cutting card comes out before it if it is due."""
    in_shoe = state.shoe
    drawn, front = in_shoe.drawn, in_shoe.front_cards
    if drawn >= in_shoe.size or not shoe.has(in_shoe.next_index):  # card_left_for, but quicker
        refuse(Code.SHOE_EMPTY, "No card is left for this step.", state.house.cites.running_out)
    if front is None or drawn < front or in_shoe.cutting_card_at is not None:
        return ()
    return (e.CuttingCardReached(seat=seat, cites=state.house.cites.cutting_card_reached),)


def card_left(table: Table) -> None:
    """One more card is out of the shoe: the one drawn in error, if there was one."""
    table.shoe.drawn += 1
    table.shoe.held = False


def _cutting_card_reached(table: Table, event: e.CuttingCardReached) -> None:
    seat = event.seat
    table.shoe.cutting_card_at = seat
    table.reshuffle_cites = table.house.cites.reshuffle
    table.cut_by = CutBy.CUTTING_CARD_AT_SEAT if seat else CutBy.CUTTING_CARD_AT_DEALER
    table.cut_seat = seat
    table.cut_player = table.seats[seat].player if seat else ""


def _face_up_card_first(state: Table, words: str) -> NoReturn:
    refuse(
        Code.CARD_FACE_UP,
        f"The next card lies face up in the shoe and {words}: put it into the rack.",
        state.house.cites.face_up,
    )


def _next_card(state: Table, shoe: Shoe) -> Card:
    index = state.shoe.next_index
    if shoe.lies_face_up(index):
        _face_up_card_first(state, "is not used")
    card = shoe.card(index)
    if card is None:
        words = "A card that nobody saw cannot be dealt face up."
        refuse(Code.CARD_UNSEEN, words, state.house.cites.ranking)
    return card


def _burn(state: Table, _: c.BurnCard, shoe: Shoe) -> tuple[e.Event, ...]:
    # a cutting card that appears while burning counts as the dealer's (policy 13)
    before = leaves_shoe(state, shoe, DEALER)
    if shoe.lies_face_up(state.shoe.next_index):
        _face_up_card_first(state, "is not a burn card")
    cites = state.house.cites
    if state.phase is Phase.WAR_DEAL:
        return (*before, e.CardBurned(burn=Burn.WAR, cites=cites.war_burn))
    burn = state.burns[0]
    clause = cites.opening_burn if burn is Burn.OPENING else cites.new_dealer_burn
    return (*before, e.CardBurned(burn=burn, cites=clause))


def _burned(table: Table, event: e.CardBurned) -> None:
    card_left(table)
    table.rack_now += _UNSEEN
    if event.burn is Burn.WAR:
        table.war_burned += 1
        return
    table.burns = table.burns[1:]
    if event.burn is Burn.NEW_DEALER:
        table.new_dealer = Burn.NEW_DEALER in table.burns


def _deal(state: Table, command: c.DealCard, shoe: Shoe) -> tuple[e.Event, ...]:
    before = leaves_shoe(state, shoe, command.seat)
    card = _next_card(state, shoe)
    cites = state.house.cites
    dealt: e.Event
    if state.phase is Phase.WAR_DEAL:
        dealt = e.WarCardDealt(seat=command.seat, card=card, cites=cites.war_deal)
    else:
        dealt = e.CardDealt(seat=command.seat, card=card, cites=cites.original_deal)
    return (*before, dealt) if before else (dealt,)


def _dealt(table: Table, event: e.CardDealt) -> None:
    card_left(table)
    if event.seat == DEALER:
        table.dealer_card = event.card
    else:
        table.hands[event.seat].card = event.card


def _compared(table: Table, event: e.HandCompared) -> None:
    if event.result is Result.EQUAL:
        table.hands[event.seat].ties += 1


# --- the rack -------------------------------------------------------------------------------------


def _rack(state: Table, _: c.RackCards, __: Shoe) -> list[e.Event]:
    cites, clause = state.house.cites, rack_clause(state)
    first_cards_only = state.phase is Phase.RACK_ORIGINAL
    events: list[e.Event] = []
    alone = True  # no hand of the round holds a card
    for hand in state.hands.values():
        if hand.card is None:
            continue
        alone = False
        if not (hand.racked or (first_cards_only and hand.status is Status.AT_WAR)):
            events.append(settle.hand_racked(hand, clause))
    if first_cards_only:
        return events
    if state.dealer_card is not None:
        events.append(_dealer_racked(state, clause, alone=alone))
    every_round = state.house.cards.reshuffle is Reshuffle.EVERY_ROUND
    why = state.reshuffle_cites or (cites.reshuffle if every_round else "")
    events.append(
        e.RoundCompleted(round=state.round_number, reshuffle=bool(why), cites=why or clause)
    )
    return events


def _dealer_racked(state: Table, cites: str, *, alone: bool) -> e.HandRacked:
    # only a card laid crosswise shows a round without hands in the rack (WI h4)
    crosswise = state.house.policies.dealer_hand_in_rack is DealerHandInRack.CROSSWISE
    lies = Lies.CROSSWISE if crosswise or alone else Lies.HAND
    assert state.dealer_card is not None
    cards = [RackedCard(card=state.dealer_card, lies=lies)]
    cards += [RackedCard(card=card, lies=lies) for card in state.dealer_war_cards]
    return e.HandRacked(seat=DEALER, cards=tuple(cards), cites=cites)


def _racked(table: Table, event: e.HandRacked) -> None:
    table.rack_now += event.cards
    if event.seat != DEALER:
        table.hands[event.seat].racked += len(event.cards)


def _completed(table: Table, event: e.RoundCompleted) -> None:
    if event.reshuffle and table.shoe.cutting_card_at is None:
        table.cut_by = CutBy.DISCRETION
    if table.house.policies.face_up_scope is FaceUpScope.ROUND:
        table.shoe.face_up_found = 0
    dealer = () if table.dealer_card is None else (table.dealer_card, *table.dealer_war_cards)
    table.last_round = LastRound(number=event.round, dealer=dealer, hands=sealed_hands(table))
    table.hands = {}
    table.dealer_card = None
    table.dealer_war_cards = ()
    table.war_burned = 0
    table.rack_before += table.rack_now
    table.rack_now = ()
