"""Irregularities: cards found face up, drawn in error, missed seats, and voids (WI j)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from casinowar.table import commands as c
from casinowar.table import refuse as check
from casinowar.table import round_events as e
from casinowar.table import settle
from casinowar.table.decide_round import leaves_shoe
from casinowar.table.event import Event
from casinowar.table.refusals import Code
from casinowar.table.refuse import refuse
from casinowar.table.shoe import Shoe
from casinowar.table.state import DEALER, Phase, Status, Table
from casinowar.table.steps import war_burn_due

FACE_UP_THAT_VOIDS = 2  # "more than one card" (WI j1)
_IN_PLAY = {
    Phase.BETTING,
    Phase.DEAL,
    Phase.SETTLE,
    Phase.DECIDE,
    Phase.SURRENDERS,
    Phase.RACK_ORIGINAL,
    Phase.WAR_WAGERS,
    Phase.WAR_DEAL,
    Phase.WAR_SETTLE,
}


def _in_play(state: Table, cites: str) -> None:
    if state.phase not in _IN_PLAY:
        refuse(Code.NOT_NOW, "No shoe is being dealt.", cites)


def _set_aside(state: Table, _: c.SetAsideFaceUpCard, shoe: Shoe) -> Iterator[Event]:
    cites = state.house.cites
    _in_play(state, cites.face_up)
    yield from leaves_shoe(state, shoe, _meant_for(state))
    index = state.shoe.next_index
    if not shoe.lies_face_up(index):
        refuse(Code.CARD_NOT_FACE_UP, "The next card lies face down: use it.", cites.face_up)
    card = shoe.card(index)
    if card is None:
        refuse(Code.CARD_UNSEEN, "A card that lies face up has a face.", cites.face_up)
    found = state.shoe.face_up_found + 1
    yield e.FaceUpCardFound(card=card, found=found, cites=cites.face_up)
    if found >= FACE_UP_THAT_VOIDS:
        yield e.RoundVoided(reason=f"{found} cards lay face up in the shoe", cites=cites.face_up)
        yield from _all_hands_back(state)


def _meant_for(state: Table) -> int:
    """The place of the next card; a burn counts as the dealer's (policy 13)."""
    if state.phase is Phase.WAR_DEAL:
        return DEALER if war_burn_due(state) else state.queue[0]
    return state.queue[0] if state.phase is Phase.DEAL else DEALER


def _all_hands_back(state: Table) -> Iterator[Event]:
    for hand in state.hands.values():
        if hand.status is not Status.VOID:
            yield from settle.void_hand(state.house, hand)


def _draw_in_error(state: Table, _: c.DrawInError, shoe: Shoe) -> Iterator[Event]:
    cites = state.house.cites.drawn_in_error
    _in_play(state, cites)
    if state.shoe.held:
        refuse(Code.ALREADY_DRAWN, "A card drawn in error is already waiting.", cites)
    if state.shoe.drawn >= state.shoe.size or not shoe.has(state.shoe.next_index):
        refuse(Code.SHOE_EMPTY, "No card is left in the shoe.", cites)
    if shoe.lies_face_up(state.shoe.next_index):
        refuse(Code.CARD_FACE_UP, "That card lies face up in the shoe.", state.house.cites.face_up)
    yield e.CardDrawnInError(cites=cites)


def _missed(state: Table, command: c.ReportMissedSeat, _: Shoe) -> Iterator[Event]:
    cites = state.house.cites.missed
    check.seat_number(state, command.seat)
    if state.phase is not Phase.DEAL or command.seat not in state.queue:
        refuse(
            Code.NOT_NOW,
            f"Seat {command.seat} is not waiting for a card of the original deal.",
            cites,
        )
    yield e.SeatMissed(seat=command.seat, cites=cites)
    yield from settle.void_hand(state.house, state.hands[command.seat])


def _void(state: Table, command: c.VoidRound, _: Shoe) -> Iterator[Event]:
    cites = state.house.cites.void
    if state.phase not in _IN_PLAY - {Phase.BETTING}:
        refuse(Code.NOT_NOW, "No round is under way.", cites)
    reason = check.name(command.reason, "The reason")
    yield e.RoundVoided(reason=reason, cites=cites)
    yield from _all_hands_back(state)


DECISIONS: dict[type[c.Command], Callable[[Table, Any, Shoe], Iterable[Event]]] = {
    c.SetAsideFaceUpCard: _set_aside,
    c.DrawInError: _draw_in_error,
    c.ReportMissedSeat: _missed,
    c.VoidRound: _void,
}
