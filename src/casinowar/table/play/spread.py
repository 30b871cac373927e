"""Cards spread for players to see: new cards, the idle table, a spread on request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from casinowar.houses.house import Shuffling
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table import guards
from casinowar.table.clauses import look_clause, spread_clause, turning_clause
from casinowar.table.dispatch import Decision, Evolution, decided, evolved, nothing
from casinowar.table.due import between_rounds
from casinowar.table.play.decks import empty_shoe
from casinowar.table.play.fair import ended
from casinowar.table.procedure import BEFORE_THE_SHOE
from casinowar.table.refusals import Code, refuse
from casinowar.table.shoe import Shoe
from casinowar.table.state import CutBy, Phase, Preparing, Table


def decision(command: c.SpreadTopic) -> Decision:
    """What decides a command of this topic."""
    match command:
        case c.SpreadCards():
            return decided(command, _spread)
        case c.ShowCards():
            return decided(command, _show)
        case c.ObjectToCards():
            return decided(command, _object)
        case c.TurnCardsUp():
            return decided(command, _turn_up)
        case c.TurnCardsDown():
            return decided(command, _turn_down)
        case c.WashCards():
            return decided(command, _wash)
        case c.StackCards():
            return decided(command, _stack)
        case c.SpreadIdleCards():
            return decided(command, _spread_idle)
        case c.OrderIdleSpread():
            return decided(command, _order_idle)
        case c.RequestSpread():
            return decided(command, _request)
        case _:
            assert_never(command)


def evolution(event: e.SpreadEvent) -> Evolution:
    """What an event of this topic does to a table."""
    match event:
        case e.CardsSpread():
            return evolved(event, nothing)
        case e.CardsShown():
            return evolved(event, _shown)
        case e.CardsObjected():
            return evolved(event, _no_more_objections)
        case e.CardsTurnedUp():
            return evolved(event, _turned_up)
        case e.CardsTurnedDown():
            return evolved(event, _no_more_objections)
        case e.CardsWashed():
            return evolved(event, nothing)
        case e.CardsStacked():
            return evolved(event, nothing)
        case e.IdleOrdered():
            return evolved(event, _idle_ordered)
        case e.CardsIdled():
            return evolved(event, _idled)
        case e.SpreadRequested():
            return evolved(event, _requested)
        case _:
            assert_never(event)


# --- new cards ------------------------------------------------------------------------------------


def _spread(state: Table, command: c.SpreadCards, _: Shoe) -> Iterator[e.Event]:
    yield e.CardsSpread(batch=command.batch, cites=spread_clause(state))


def _show(state: Table, command: c.ShowCards, _: Shoe) -> Iterator[e.Event]:
    yield e.CardsShown(seat=command.seat, cites=look_clause(state))


def _shown(table: Table, event: e.CardsShown) -> None:
    table.spread_for = None
    table.looked = event.seat


def may_object(state: Table, seat: int) -> bool:
    """Whether a player may object: they were shown the cards, which still lie face up."""
    return state.phase is Phase.TURN_DOWN and state.looked == seat


def _object(state: Table, command: c.ObjectToCards, _: Shoe) -> Iterator[e.Event]:
    guards.seated(state, command.seat)
    if not may_object(state, command.seat):
        words = "Only the player who was shown the cards may object, once, while they lie face up."
        refuse(Code.NOT_NOW, words, state.house.cites.objection)
    yield e.CardsObjected(seat=command.seat, cites=look_clause(state))


def _no_more_objections(table: Table, _: e.CardsObjected | e.CardsTurnedDown) -> None:
    table.looked = None


def _turn_up(state: Table, _: c.TurnCardsUp, __: Shoe) -> Iterator[e.Event]:
    yield e.CardsTurnedUp(cites=state.house.cites.idle)


def _turned_up(table: Table, _: e.CardsTurnedUp) -> None:
    table.spread_face_down = False


def _turn_down(state: Table, command: c.TurnCardsDown, _: Shoe) -> Iterator[e.Event]:
    yield e.CardsTurnedDown(batch=command.batch, cites=turning_clause(state))


def _wash(state: Table, _: c.WashCards, __: Shoe) -> Iterator[e.Event]:
    yield e.CardsWashed(cites=turning_clause(state))


def _stack(state: Table, command: c.StackCards, _: Shoe) -> Iterator[e.Event]:
    yield e.CardsStacked(batch=command.batch, cites=turning_clause(state))


# --- the idle table (WI e7) -----------------------------------------------------------------------


def _spread_idle(state: Table, command: c.SpreadIdleCards, shoe: Shoe) -> Iterator[e.Event]:
    yield e.CardsIdled(face_up=command.face_up, cites=state.house.cites.idle)
    yield from ended(state, shoe)


def _idled(table: Table, event: e.CardsIdled) -> None:
    # if two batches are on the table, both are spread
    if table.shuffling is Shuffling.BATCHES and table.stored is not None:
        table.batches_out = (table.batch_in_play,)
        table.preparing = Preparing.AFTER_IDLE
    elif table.shuffling is not Shuffling.BATCHES:
        table.preparing = Preparing.AFTER_IDLE
    table.spread_face_down = not event.face_up
    table.looked = None
    table.batches_left = ()
    table.burns = ()
    table.batch_unspread = False
    table.spread_for = None
    table.cycle_failed = False
    table.reshuffle_cites = ""
    table.cut_by = CutBy.FIRST_PLAYER
    empty_shoe(table)


def _order_idle(state: Table, _: c.OrderIdleSpread, __: Shoe) -> Iterator[e.Event]:
    cites = state.house.cites.idle
    between_rounds(state, "Spreading the cards", cites)
    yield e.IdleOrdered(cites=cites)


def _idle_ordered(table: Table, _: e.IdleOrdered) -> None:
    for holder in table.seats.values():
        holder.sitting_out = True


# --- the stored batch on request (WI e7ii) --------------------------------------------------------


def may_request_spread(state: Table) -> bool:
    """Whether a stored batch was taken out unseen, and none of its cards has been dealt."""
    undealt = state.phase is Phase.BETTING and not (state.shoe.drawn or state.shoe.held)
    return state.batch_unspread and (undealt or state.phase in BEFORE_THE_SHOE)


def _request(state: Table, command: c.RequestSpread, shoe: Shoe) -> Iterator[e.Event]:
    guards.seated(state, command.seat)
    cites = state.house.cites.idle_spread_request
    if not may_request_spread(state):
        refuse(
            Code.NOT_NOW,
            "Only a stored batch that an idle table took from the shuffler can be spread on"
            " request, until its first card leaves the shoe.",
            cites,
        )
    yield e.SpreadRequested(seat=command.seat, cites=cites)
    yield from ended(state, shoe)


def _requested(table: Table, event: e.SpreadRequested) -> None:
    table.preparing = Preparing.ON_REQUEST
    table.batch_unspread = False
    table.spread_for = event.seat
    table.batches_out = (table.batch_in_play,)
    table.burns = ()
    table.cut_offered_to = None
    empty_shoe(table)
