"""Decisions of the dealer in a round: burns, deals, settlements, the rack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from casinowar.cards import Card
from casinowar.houses.house import DealerHandInRack, PayingStyle, Reshuffle
from casinowar.table import card_events, settle
from casinowar.table import commands as c
from casinowar.table import round_events as e
from casinowar.table.event import Event
from casinowar.table.refusals import Code
from casinowar.table.refuse import refuse
from casinowar.table.shoe import Shoe
from casinowar.table.state import (
    DEALER,
    Burn,
    Hand,
    Lies,
    Phase,
    RackedCard,
    Status,
    Table,
)

# --- cards from the shoe --------------------------------------------------------------------------


def leaves_shoe(state: Table, shoe: Shoe, seat: int) -> tuple[Event, ...]:
    """Check that a card can leave the shoe; the cutting card comes out before it if it is due."""
    in_shoe = state.shoe
    drawn, front = in_shoe.drawn, in_shoe.front_cards
    if drawn >= in_shoe.size or not shoe.has(in_shoe.next_index):
        cites = state.house.cites.running_out
        refuse(Code.SHOE_EMPTY, "No card is left for this step.", cites)
    if front is None or drawn < front or in_shoe.cutting_card_at is not None:
        return ()
    cites = state.house.cites.cutting_card_reached
    return (card_events.CuttingCardReached(seat=seat, cites=cites),)


def _next_card(state: Table, shoe: Shoe) -> Card:
    index, cites = state.shoe.next_index, state.house.cites
    if shoe.lies_face_up(index):
        refuse(
            Code.CARD_FACE_UP,
            "The next card lies face up in the shoe: it is not used, put it into the rack.",
            cites.face_up,
        )
    card = shoe.card(index)
    if card is None:
        refuse(Code.CARD_UNSEEN, "A card that nobody saw cannot be dealt face up.", cites.ranking)
    return card


def _burn(state: Table, _: c.BurnCard, shoe: Shoe) -> tuple[Event, ...]:
    # a cutting card that appears while burning counts as the dealer's (policy 13)
    before = leaves_shoe(state, shoe, DEALER)
    cites = state.house.cites
    if shoe.lies_face_up(state.shoe.next_index):
        refuse(
            Code.CARD_FACE_UP,
            "The next card lies face up in the shoe: it is no burn card, put it into the rack.",
            cites.face_up,
        )
    if state.phase is Phase.WAR_DEAL:
        return (*before, card_events.CardBurned(burn=Burn.WAR, cites=cites.war_burn))
    burn = state.burns[0]
    clause = cites.opening_burn if burn is Burn.OPENING else cites.new_dealer_burn
    return (*before, card_events.CardBurned(burn=burn, cites=clause))


def _no_more_bets(state: Table, _: c.AnnounceNoMoreBets, __: Shoe) -> tuple[Event, ...]:
    cites = state.house.cites.no_more_bets
    return (e.NoMoreBetsAnnounced(round=state.round_number + 1, cites=cites),)


def _deal(state: Table, command: c.DealCard, shoe: Shoe) -> tuple[Event, ...]:
    before = leaves_shoe(state, shoe, command.seat)
    card = _next_card(state, shoe)
    cites = state.house.cites
    if state.phase is Phase.WAR_DEAL:
        return (*before, e.WarCardDealt(seat=command.seat, card=card, cites=cites.war_deal))
    return (*before, e.CardDealt(seat=command.seat, card=card, cites=cites.original_deal))


# --- settlement -----------------------------------------------------------------------------------


def _settle_hand(state: Table, command: c.SettleHand, _: Shoe) -> Iterator[Event]:
    hand = state.hands[command.seat]
    assert state.dealer_card is not None
    return _picked_up(state, hand, settle.original_deal(state.house, hand, state.dealer_card))


def _settle_surrender(state: Table, command: c.SettleSurrender, _: Shoe) -> Iterator[Event]:
    hand = state.hands[command.seat]
    assert state.dealer_card is not None
    return _picked_up(state, hand, settle.surrender(state.house, hand, state.dealer_card))


def _confirm_war(state: Table, command: c.ConfirmWar, _: Shoe) -> Iterator[Event]:
    return settle.confirm_war(state.house, state.hands[command.seat])


def _settle_war(state: Table, command: c.SettleWar, _: Shoe) -> Iterator[Event]:
    hand = state.hands[command.seat]
    assert state.dealer_card is not None
    events = settle.war_deal(state.house, hand, state.dealer_card, state.dealer_war_cards[-1])
    return _picked_up(state, hand, events)


def _picked_up(state: Table, hand: Hand, events: Iterator[Event]) -> Iterator[Event]:
    """With pick and pay a hand's cards go to the rack as soon as it is decided."""
    if state.house.deal.paying_style is PayingStyle.PICK_AND_PAY:
        return _and_racked(hand, events, state.house.cites.paying_style)
    return events


def _and_racked(hand: Hand, events: Iterator[Event], cites: str) -> Iterator[Event]:
    for event in events:
        yield event
        if isinstance(event, e.HandDecided):
            yield _hand_racked(hand, cites)


# --- the rack -------------------------------------------------------------------------------------


def _hand_racked(hand: Hand, cites: str) -> e.HandRacked:
    cards = [RackedCard(card=card, lies=Lies.HAND) for card in hand.cards]
    return e.HandRacked(seat=hand.seat, cards=tuple(cards), cites=cites)


def _rack(state: Table, _: c.RackCards, __: Shoe) -> Iterator[Event]:
    cites = state.house.cites
    if state.phase is Phase.RACK_ORIGINAL:
        for hand in state.hands.values():
            if hand.status is not Status.AT_WAR and hand.card and not hand.racked:
                yield _hand_racked(hand, cites.rack_original)
        return
    at_war = any(hand.war_cards for hand in state.hands.values())
    clause = cites.rack_war if at_war else cites.rack_original
    for hand in state.hands.values():
        if hand.card and not hand.racked:
            yield _hand_racked(hand, clause)
    if state.dealer_card is not None:
        yield _dealer_racked(state, clause)
    every_round = state.house.cards.reshuffle is Reshuffle.EVERY_ROUND
    why = state.reshuffle_cites or (cites.reshuffle if every_round else "")
    yield e.RoundCompleted(round=state.round_number, reshuffle=bool(why), cites=why or clause)


def _dealer_racked(state: Table, cites: str) -> e.HandRacked:
    crosswise = state.house.policies.dealer_hand_in_rack is DealerHandInRack.CROSSWISE
    lies = Lies.CROSSWISE if crosswise else Lies.HAND
    assert state.dealer_card is not None
    cards = (state.dealer_card, *state.dealer_war_cards)
    racked = [RackedCard(card=card, lies=lies) for card in cards]
    return e.HandRacked(seat=DEALER, cards=tuple(racked), cites=cites)


STEPS: dict[type[c.Command], Callable[[Table, Any, Shoe], Iterable[Event]]] = {
    c.BurnCard: _burn,
    c.AnnounceNoMoreBets: _no_more_bets,
    c.DealCard: _deal,
    c.SettleHand: _settle_hand,
    c.SettleSurrender: _settle_surrender,
    c.ConfirmWar: _confirm_war,
    c.SettleWar: _settle_war,
    c.RackCards: _rack,
}
