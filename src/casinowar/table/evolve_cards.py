"""What events do to the cards, the shoe and the staff: each function writes to its own copy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from casinowar.cards import CARDS_PER_DECK
from casinowar.houses.house import Reshuffle, Shuffling
from casinowar.table import card_events as e
from casinowar.table.event import Event
from casinowar.table.state import (
    Burn,
    CutBy,
    InShoe,
    Lies,
    Phase,
    RackedCard,
    Table,
)

_UNSEEN = (RackedCard(card=None, lies=Lies.FACE_DOWN),)


def _opened(table: Table, event: e.TableOpened) -> None:
    table.phase = Phase.RECEIVE
    table.day = event.day
    table.dealer = event.dealer
    table.tray_cents += event.tray_cents
    table.decks = event.decks
    table.shuffling = event.shuffling
    table.cut_by = CutBy.FIRST_PLAYER
    table.new_dealer = False


def _received(table: Table, event: e.DecksReceived) -> None:
    batches = (1, 2) if table.shuffling is Shuffling.BATCHES else (1,)
    table.phase = Phase.INSPECT
    table.backs = event.backs
    table.cards_day = table.day
    table.batches_out = batches
    table.batch_in_play = 1
    table.batch_ready = False


def _inspected(table: Table, _: e.DecksInspected) -> None:
    table.phase = Phase.VERIFY


def _verified(table: Table, _: e.InspectionVerified) -> None:
    table.phase = Phase.SPREAD
    table.queue = table.batches_out


def _spread(table: Table, _: e.CardsSpread) -> None:
    table.queue = table.queue[1:]
    if not table.queue:
        table.phase = Phase.LOOK


def _shown(table: Table, _: e.CardsShown) -> None:
    table.phase = Phase.TURN_DOWN
    table.queue = table.batches_out


def _turned_up(table: Table, _: e.CardsTurnedUp) -> None:
    table.phase = Phase.LOOK
    table.spread_face_down = False


def _turned_down(table: Table, _: e.CardsTurnedDown) -> None:
    table.queue = table.queue[1:]
    if not table.queue:
        by_hand = table.shuffling is Shuffling.HAND
        table.phase = Phase.WASH if by_hand else Phase.STACK
        table.queue = table.batches_out


def _washed(table: Table, _: e.CardsWashed) -> None:
    table.phase = Phase.STACK


def _stacked(table: Table, _: e.CardsStacked) -> None:
    table.queue = table.queue[1:]
    if not table.queue:
        # when an idle table returns, the other batch waits in the shuffler (WI e7ii)
        table.phase = Phase.SWAP if table.no_spread_needed else Phase.SHUFFLE


def _shuffled(table: Table, event: e.CardsShuffled) -> None:
    table.shuffler_failed = False
    if table.phase is Phase.SWAP:
        table.batch_ready = True
        return
    to_cut = event.shuffling is not Shuffling.CONTINUOUS
    _new_stack(table, Phase.OFFER_CUT if to_cut else Phase.LOAD)
    table.no_spread_needed = False


def _new_stack(table: Table, phase: Phase) -> None:
    table.phase = phase
    _empty_shoe(table)
    table.shoe.size = table.decks * CARDS_PER_DECK
    table.cut_refused = ()
    table.queue = ()


def _empty_shoe(table: Table) -> None:
    """No card in shoe or rack; the shoes are counted on."""
    table.shoe = InShoe(number=table.shoe.number)
    table.rack_before = table.rack_now = ()


def _shuffler_failed(table: Table, _: e.ShufflerFailed) -> None:
    if table.shuffling is Shuffling.CONTINUOUS:  # the stack itself did not complete its cycle
        if table.phase is Phase.LOAD:
            table.phase = Phase.SHUFFLE
        elif table.phase is Phase.BETTING and not table.hands:
            table.phase = Phase.COLLECT
    table.batch_ready = False
    table.shuffler_failed = True


def _swapped(table: Table, event: e.BatchesSwapped) -> None:
    _new_stack(table, Phase.OFFER_CUT)
    table.batch_in_play = event.batch
    table.batch_ready = False
    table.batches_out = (event.batch,)


def _cut_offered(table: Table, event: e.CutOffered) -> None:
    table.phase = Phase.CUT_OFFERED
    table.queue = (event.seat,)


def _cut_refused(table: Table, event: e.CutRefused) -> None:
    table.phase = Phase.OFFER_CUT
    table.queue = ()
    table.cut_refused = (*table.cut_refused, event.seat)


def _cut(table: Table, event: e.CardsCut) -> None:
    ends_by_card = table.house.cards.reshuffle is Reshuffle.CUTTING_CARD
    table.phase = Phase.CUTTING_CARD if ends_by_card else Phase.LOAD
    table.queue = ()
    table.shoe.cut_cards = event.cards
    table.no_spread_needed = False


def _cutting_card_placed(table: Table, event: e.CuttingCardPlaced) -> None:
    table.phase = Phase.LOAD
    table.shoe.front_cards = table.shoe.size - event.cards_behind


def _last_card_hidden(_: Table, __: e.LastCardHidden) -> None:
    """Nothing to remember: the shoe ends at the first cutting card, before the last card."""


def _loaded(table: Table, event: e.ShoeLoaded) -> None:
    table.phase = Phase.BETTING
    table.shoe.number = event.shoe
    table.burns = (Burn.OPENING,) * table.house.cards.opening_burn
    if table.new_dealer:
        _owe_new_dealers_burn(table)
    table.reshuffle_cites = ""
    table.from_idle = False


def _burned(table: Table, event: e.CardBurned) -> None:
    card_left(table)
    table.rack_now += _UNSEEN
    if event.burn is Burn.WAR:
        table.war_burned += 1
    else:
        table.burns = table.burns[1:]
        if event.burn is Burn.NEW_DEALER:
            table.new_dealer = Burn.NEW_DEALER in table.burns


def card_left(table: Table) -> None:
    """One card is out of the shoe, the one that was drawn in error if there was one."""
    table.shoe.drawn += 1
    table.shoe.held = False


def _cutting_card_reached(table: Table, event: e.CuttingCardReached) -> None:
    table.shoe.cutting_card_at = event.seat
    table.reshuffle_cites = table.house.cites.reshuffle


def _reshuffle_ordered(table: Table, event: e.ReshuffleOrdered) -> None:
    table.phase = Phase.COLLECT
    table.reshuffle_cites = event.cites
    table.cut_by = CutBy.DISCRETION
    table.burns = ()


def _collected(table: Table, _: e.CardsCollected) -> None:
    batches = table.shuffling is Shuffling.BATCHES
    table.phase = Phase.SWAP if batches else Phase.SHUFFLE
    table.reshuffle_cites = ""
    _empty_shoe(table)


def _idled(table: Table, event: e.CardsIdled) -> None:
    table.phase = Phase.IDLE
    table.burns = ()
    table.spread_face_down = not event.face_up
    table.batches_out = (table.batch_in_play,)
    table.cut_by = CutBy.FIRST_PLAYER
    table.no_spread_needed = table.shuffling is Shuffling.BATCHES
    table.from_idle = True
    _empty_shoe(table)


def _spread_requested(table: Table, _: e.SpreadRequested) -> None:
    table.phase = Phase.SPREAD
    table.queue = (table.batch_in_play,)
    table.no_spread_needed = False


def _removed(table: Table, _: e.CardsRemoved) -> None:
    if table.phase is Phase.BETTING:  # no cutting card asked for this shuffle
        table.cut_by = CutBy.DISCRETION
    table.phase = Phase.RECEIVE
    table.from_idle = False
    table.burns = ()
    table.queue = ()
    table.spread_face_down = False
    table.no_spread_needed = False
    _empty_shoe(table)


def _day_started(table: Table, event: e.GamingDayStarted) -> None:
    table.day = event.day


def _dealer_changed(table: Table, event: e.DealerChanged) -> None:
    table.dealer = event.dealer
    table.new_dealer = table.house.cards.new_dealer_burn > 0
    if table.phase is Phase.BETTING:
        _owe_new_dealers_burn(table)


def _owe_new_dealers_burn(table: Table) -> None:
    """One burn by the dealer who is about to deal, however many came and went before."""
    earlier = tuple(burn for burn in table.burns if burn is not Burn.NEW_DEALER)
    table.burns = earlier + (Burn.NEW_DEALER,) * table.house.cards.new_dealer_burn


def _closed(table: Table, _: e.TableClosed) -> None:
    table.phase = Phase.CLOSED
    table.burns = ()
    table.queue = ()
    table.first_seat = None
    _empty_shoe(table)


APPLY: dict[type[Event], Callable[[Table, Any], None]] = {
    e.TableOpened: _opened,
    e.DecksReceived: _received,
    e.DecksInspected: _inspected,
    e.InspectionVerified: _verified,
    e.CardsSpread: _spread,
    e.CardsShown: _shown,
    e.CardsTurnedUp: _turned_up,
    e.CardsTurnedDown: _turned_down,
    e.CardsWashed: _washed,
    e.CardsStacked: _stacked,
    e.CardsShuffled: _shuffled,
    e.ShufflerFailed: _shuffler_failed,
    e.BatchesSwapped: _swapped,
    e.CutOffered: _cut_offered,
    e.CutRefused: _cut_refused,
    e.CardsCut: _cut,
    e.CuttingCardPlaced: _cutting_card_placed,
    e.LastCardHidden: _last_card_hidden,
    e.ShoeLoaded: _loaded,
    e.CardBurned: _burned,
    e.CuttingCardReached: _cutting_card_reached,
    e.ReshuffleOrdered: _reshuffle_ordered,
    e.CardsCollected: _collected,
    e.CardsIdled: _idled,
    e.SpreadRequested: _spread_requested,
    e.CardsRemoved: _removed,
    e.GamingDayStarted: _day_started,
    e.DealerChanged: _dealer_changed,
    e.TableClosed: _closed,
}
