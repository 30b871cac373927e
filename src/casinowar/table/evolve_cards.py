"""What events do to the cards, the shoe and the staff."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from casinowar.cards import CARDS_PER_DECK
from casinowar.houses.house import Reshuffle, Shuffling
from casinowar.table import card_events as e
from casinowar.table.event import Event
from casinowar.table.state import (
    NOTHING,
    Burn,
    Changes,
    CutBy,
    InShoe,
    Lies,
    Phase,
    RackedCard,
    Table,
    changed,
    to,
)

_UNSEEN = RackedCard(card=None, lies=Lies.FACE_DOWN)


def _opened(state: Table, event: e.TableOpened) -> Changes:
    return to(
        phase=Phase.RECEIVE,
        day=event.day,
        dealer=event.dealer,
        tray_cents=state.tray_cents + event.tray_cents,
        decks=event.decks,
        shuffling=event.shuffling,
        cut_by=CutBy.FIRST_PLAYER,
    )


def _received(state: Table, event: e.DecksReceived) -> Changes:
    batches = (1, 2) if state.shuffling is Shuffling.BATCHES else (1,)
    return to(
        phase=Phase.INSPECT,
        backs=event.backs,
        cards_day=state.day,
        batches_out=batches,
        batch_in_play=1,
        batch_ready=False,
    )


def _inspected(_: Table, __: e.DecksInspected) -> Changes:
    return to(phase=Phase.VERIFY)


def _verified(state: Table, _: e.InspectionVerified) -> Changes:
    return to(phase=Phase.SPREAD, queue=state.batches_out)


def _spread(state: Table, _: e.CardsSpread) -> Changes:
    queue = state.queue[1:]
    return to(queue=queue, phase=Phase.SPREAD if queue else Phase.LOOK)


def _shown(state: Table, _: e.CardsShown) -> Changes:
    return to(phase=Phase.TURN_DOWN, queue=state.batches_out)


def _turned_up(_: Table, __: e.CardsTurnedUp) -> Changes:
    return to(phase=Phase.LOOK, spread_face_down=False)


def _turned_down(state: Table, _: e.CardsTurnedDown) -> Changes:
    queue = state.queue[1:]
    if queue:
        return to(queue=queue)
    by_hand = state.shuffling is Shuffling.HAND
    return to(queue=state.batches_out, phase=Phase.WASH if by_hand else Phase.STACK)


def _washed(_: Table, __: e.CardsWashed) -> Changes:
    return to(phase=Phase.STACK)


def _stacked(state: Table, _: e.CardsStacked) -> Changes:
    queue = state.queue[1:]
    if queue:
        return to(queue=queue)
    # A batch that completed its cycle waits in the shuffler only when an idle table returns.
    waiting = state.shuffling is Shuffling.BATCHES and state.batch_ready
    return to(queue=(), phase=Phase.SWAP if waiting else Phase.SHUFFLE)


def _shuffled(state: Table, event: e.CardsShuffled) -> Changes:
    if state.phase is Phase.SWAP:
        return to(batch_ready=True, shuffler_failed=False)
    to_cut = event.shuffling is not Shuffling.CONTINUOUS
    stack = _new_stack(state, Phase.OFFER_CUT if to_cut else Phase.LOAD)
    return stack | to(shuffler_failed=False, no_spread_needed=False)


def _new_stack(state: Table, phase: Phase) -> Changes:
    shoe = InShoe(number=state.shoe.number, size=state.decks * CARDS_PER_DECK)
    return to(phase=phase, shoe=shoe, cut_refused=(), queue=(), rack=())


def _shuffler_failed(state: Table, _: e.ShufflerFailed) -> Changes:
    phase = state.phase
    if state.shuffling is Shuffling.CONTINUOUS:  # the stack itself did not complete its cycle
        if phase is Phase.LOAD:
            phase = Phase.SHUFFLE
        elif phase is Phase.BETTING and not state.hands:
            phase = Phase.COLLECT
    return to(phase=phase, batch_ready=False, shuffler_failed=True)


def _swapped(state: Table, event: e.BatchesSwapped) -> Changes:
    return _new_stack(state, Phase.OFFER_CUT) | to(
        batch_in_play=event.batch, batch_ready=False, batches_out=(event.batch,)
    )


def _cut_offered(_: Table, event: e.CutOffered) -> Changes:
    return to(phase=Phase.CUT_OFFERED, queue=(event.seat,))


def _cut_refused(state: Table, event: e.CutRefused) -> Changes:
    return to(phase=Phase.OFFER_CUT, queue=(), cut_refused=(*state.cut_refused, event.seat))


def _cut(state: Table, event: e.CardsCut) -> Changes:
    ends_by_card = state.house.cards.reshuffle is Reshuffle.CUTTING_CARD
    return to(
        phase=Phase.CUTTING_CARD if ends_by_card else Phase.LOAD,
        queue=(),
        shoe=changed(state.shoe, cut_cards=event.cards),
        no_spread_needed=False,
    )


def _cutting_card_placed(state: Table, event: e.CuttingCardPlaced) -> Changes:
    front = state.shoe.size - event.cards_behind
    return to(phase=Phase.LOAD, shoe=changed(state.shoe, front_cards=front))


def _last_card_hidden(_: Table, __: e.LastCardHidden) -> Changes:
    return NOTHING  # the shoe ends at the first cutting card: the last card is never dealt


def _loaded(state: Table, event: e.ShoeLoaded) -> Changes:
    return to(
        phase=Phase.BETTING,
        shoe=changed(state.shoe, number=event.shoe),
        burns=(Burn.OPENING,) * state.house.cards.opening_burn,
        # the shuffler works on the other batch while this one is dealt (WI b4)
        batch_ready=state.shuffling is Shuffling.BATCHES and not state.shuffler_failed,
        reshuffle_due=False,
    )


def _burned(state: Table, event: e.CardBurned) -> Changes:
    shoe = changed(state.shoe, drawn=state.shoe.drawn + 1, held=False)
    rack = (*state.rack, _UNSEEN)
    if event.burn is Burn.WAR:
        return to(shoe=shoe, rack=rack, war_burned=state.war_burned + 1)
    return to(shoe=shoe, rack=rack, burns=state.burns[1:])


def _cutting_card_reached(state: Table, event: e.CuttingCardReached) -> Changes:
    return to(shoe=changed(state.shoe, cutting_card_at=event.seat), reshuffle_due=True)


def _reshuffle_ordered(_: Table, __: e.ReshuffleOrdered) -> Changes:
    return to(phase=Phase.COLLECT, cut_by=CutBy.DISCRETION, burns=())


def _collected(state: Table, _: e.CardsCollected) -> Changes:
    batches = state.shuffling is Shuffling.BATCHES
    return to(
        phase=Phase.SWAP if batches else Phase.SHUFFLE,
        rack=(),
        shoe=InShoe(number=state.shoe.number),
        reshuffle_due=False,
    )


def _idled(state: Table, event: e.CardsIdled) -> Changes:
    return to(
        phase=Phase.IDLE,
        rack=(),
        burns=(),
        shoe=InShoe(number=state.shoe.number),
        spread_face_down=not event.face_up,
        batches_out=(state.batch_in_play,),
        cut_by=CutBy.FIRST_PLAYER,
        no_spread_needed=state.shuffling is Shuffling.BATCHES,
    )


def _spread_requested(state: Table, _: e.SpreadRequested) -> Changes:
    return to(phase=Phase.SPREAD, queue=(state.batch_in_play,), no_spread_needed=False)


def _removed(state: Table, _: e.CardsRemoved) -> Changes:
    at_discretion = state.phase is Phase.BETTING  # no cutting card asked for this shuffle
    return to(
        cut_by=CutBy.DISCRETION if at_discretion else state.cut_by,
        phase=Phase.RECEIVE,
        rack=(),
        burns=(),
        shoe=InShoe(number=state.shoe.number),
        queue=(),
        spread_face_down=False,
        no_spread_needed=False,
    )


def _day_started(_: Table, event: e.GamingDayStarted) -> Changes:
    return to(day=event.day)


def _dealer_changed(state: Table, event: e.DealerChanged) -> Changes:
    burns = state.burns
    if state.phase is Phase.BETTING:
        burns += (Burn.NEW_DEALER,) * state.house.cards.new_dealer_burn
    return to(dealer=event.dealer, burns=burns)


def _closed(state: Table, _: e.TableClosed) -> Changes:
    shoe = InShoe(number=state.shoe.number)
    return to(phase=Phase.CLOSED, rack=(), burns=(), shoe=shoe, first_seat=None, queue=())


APPLY: dict[type[Event], Callable[[Table, Any], Changes]] = {
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
