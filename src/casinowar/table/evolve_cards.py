"""What events do to the cards, the shoe and the staff."""

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
    changed,
)

_UNSEEN = RackedCard(card=None, lies=Lies.FACE_DOWN)


def _opened(state: Table, event: e.TableOpened) -> Table:
    return changed(
        state,
        phase=Phase.RECEIVE,
        day=event.day,
        dealer=event.dealer,
        tray_cents=state.tray_cents + event.tray_cents,
        decks=event.decks,
        shuffling=event.shuffling,
        cut_by=CutBy.FIRST_PLAYER,
    )


def _received(state: Table, event: e.DecksReceived) -> Table:
    batches = (1, 2) if state.shuffling is Shuffling.BATCHES else (1,)
    return changed(
        state,
        phase=Phase.INSPECT,
        backs=event.backs,
        cards_day=state.day,
        batches_out=batches,
        batch_in_play=1,
        batch_ready=False,
    )


def _inspected(state: Table, _: e.DecksInspected) -> Table:
    return changed(state, phase=Phase.VERIFY)


def _verified(state: Table, _: e.InspectionVerified) -> Table:
    return changed(state, phase=Phase.SPREAD, queue=state.batches_out)


def _spread(state: Table, _: e.CardsSpread) -> Table:
    queue = state.queue[1:]
    return changed(state, queue=queue, phase=Phase.SPREAD if queue else Phase.LOOK)


def _shown(state: Table, _: e.CardsShown) -> Table:
    return changed(state, phase=Phase.TURN_DOWN, queue=state.batches_out)


def _turned_up(state: Table, _: e.CardsTurnedUp) -> Table:
    return changed(state, phase=Phase.LOOK, spread_face_down=False)


def _turned_down(state: Table, _: e.CardsTurnedDown) -> Table:
    queue = state.queue[1:]
    if queue:
        return changed(state, queue=queue)
    by_hand = state.shuffling is Shuffling.HAND
    return changed(state, queue=state.batches_out, phase=Phase.WASH if by_hand else Phase.STACK)


def _washed(state: Table, _: e.CardsWashed) -> Table:
    return changed(state, phase=Phase.STACK)


def _stacked(state: Table, _: e.CardsStacked) -> Table:
    queue = state.queue[1:]
    if queue:
        return changed(state, queue=queue)
    # A batch that completed its cycle waits in the shuffler only when an idle table returns.
    waiting = state.shuffling is Shuffling.BATCHES and state.batch_ready
    return changed(state, queue=(), phase=Phase.SWAP if waiting else Phase.SHUFFLE)


def _shuffled(state: Table, event: e.CardsShuffled) -> Table:
    if state.phase is Phase.SWAP:
        return changed(state, batch_ready=True)
    to_cut = event.shuffling is not Shuffling.CONTINUOUS
    return _new_stack(state, Phase.OFFER_CUT if to_cut else Phase.LOAD)


def _new_stack(state: Table, phase: Phase) -> Table:
    shoe = InShoe(number=state.shoe.number, size=state.decks * CARDS_PER_DECK)
    return changed(state, phase=phase, shoe=shoe, cut_refused=(), queue=(), rack=())


def _shuffler_failed(state: Table, _: e.ShufflerFailed) -> Table:
    return changed(state, batch_ready=False)


def _swapped(state: Table, event: e.BatchesSwapped) -> Table:
    stacked = _new_stack(state, Phase.OFFER_CUT)
    return changed(
        stacked,
        batch_in_play=event.batch,
        batch_ready=False,
        batches_out=(event.batch,),
        no_spread_needed=state.no_spread_needed,
    )


def _cut_offered(state: Table, event: e.CutOffered) -> Table:
    return changed(state, phase=Phase.CUT_OFFERED, queue=(event.seat,))


def _cut_refused(state: Table, event: e.CutRefused) -> Table:
    return changed(
        state, phase=Phase.OFFER_CUT, queue=(), cut_refused=(*state.cut_refused, event.seat)
    )


def _cut(state: Table, event: e.CardsCut) -> Table:
    ends_by_card = state.house.cards.reshuffle is Reshuffle.CUTTING_CARD
    return changed(
        state,
        phase=Phase.CUTTING_CARD if ends_by_card else Phase.LOAD,
        queue=(),
        shoe=changed(state.shoe, cut_cards=event.cards),
        no_spread_needed=False,
    )


def _cutting_card_placed(state: Table, event: e.CuttingCardPlaced) -> Table:
    front = state.shoe.size - event.cards_behind
    return changed(state, phase=Phase.LOAD, shoe=changed(state.shoe, front_cards=front))


def _loaded(state: Table, event: e.ShoeLoaded) -> Table:
    return changed(
        state,
        phase=Phase.BETTING,
        shoe=changed(state.shoe, number=event.shoe),
        burns=(Burn.OPENING,) * state.house.cards.opening_burn,
        # the shuffler works on the other batch while this one is dealt (WI b4)
        batch_ready=state.shuffling is Shuffling.BATCHES,
        reshuffle_due=False,
    )


def _burned(state: Table, event: e.CardBurned) -> Table:
    shoe = changed(state.shoe, drawn=state.shoe.drawn + 1, held=False)
    rack = (*state.rack, _UNSEEN)
    if event.burn is Burn.WAR:
        return changed(state, shoe=shoe, rack=rack, war_burned=state.war_burned + 1)
    return changed(state, shoe=shoe, rack=rack, burns=state.burns[1:])


def _cutting_card_reached(state: Table, event: e.CuttingCardReached) -> Table:
    return changed(state, shoe=changed(state.shoe, cutting_card_at=event.seat), reshuffle_due=True)


def _reshuffle_ordered(state: Table, _: e.ReshuffleOrdered) -> Table:
    return changed(state, phase=Phase.COLLECT, cut_by=CutBy.DISCRETION, burns=())


def _collected(state: Table, _: e.CardsCollected) -> Table:
    batches = state.shuffling is Shuffling.BATCHES
    return changed(
        state,
        phase=Phase.SWAP if batches else Phase.SHUFFLE,
        rack=(),
        shoe=InShoe(number=state.shoe.number),
        reshuffle_due=False,
    )


def _idled(state: Table, event: e.CardsIdled) -> Table:
    return changed(
        state,
        phase=Phase.IDLE,
        rack=(),
        burns=(),
        shoe=InShoe(number=state.shoe.number),
        spread_face_down=not event.face_up,
        batches_out=(state.batch_in_play,),
        cut_by=CutBy.FIRST_PLAYER,
        no_spread_needed=state.shuffling is Shuffling.BATCHES,
    )


def _spread_requested(state: Table, _: e.SpreadRequested) -> Table:
    return changed(state, phase=Phase.SPREAD, queue=(state.batch_in_play,), no_spread_needed=False)


def _removed(state: Table, _: e.CardsRemoved) -> Table:
    return changed(
        state, phase=Phase.RECEIVE, rack=(), shoe=InShoe(number=state.shoe.number), queue=()
    )


def _day_started(state: Table, event: e.GamingDayStarted) -> Table:
    return changed(state, day=event.day)


def _dealer_changed(state: Table, event: e.DealerChanged) -> Table:
    burns = state.burns
    if state.phase is Phase.BETTING:
        burns += (Burn.NEW_DEALER,) * state.house.cards.new_dealer_burn
    return changed(state, dealer=event.dealer, burns=burns)


def _closed(state: Table, _: e.TableClosed) -> Table:
    shoe = InShoe(number=state.shoe.number)
    return changed(state, phase=Phase.CLOSED, rack=(), burns=(), shoe=shoe, first_seat=None)


APPLY: dict[type[Event], Callable[[Table, Any], Table]] = {
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
