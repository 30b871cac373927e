"""The clauses for showing, mixing, shuffling, collecting and racking cards, by situation."""

from __future__ import annotations

from casinowar.houses.house import Shuffling
from casinowar.table.state import Preparing, Stored, Table

SEALED_SHOE = "policy 27"  # the same at every house
REAL_CARDS = "policy 28"  # the same at every house


def decks_clause(state: Table) -> str:
    """The clause by which decks come to the table."""
    cites = state.house.cites
    return cites.batches if state.shuffling is Shuffling.BATCHES else cites.decks


def cut_clause(state: Table) -> str:
    """The clause by which the cut is offered: the first offer, or after a refusal."""
    cites = state.house.cites
    return cites.cut_passed if state.cut_refused else cites.cut_offer


def look_clause(state: Table) -> str:
    """The clause by which a player may look at the cards."""
    cites = state.house.cites
    match state.preparing:
        case Preparing.OPENING:
            return cites.look
        case Preparing.AFTER_IDLE:
            return cites.idle
        case Preparing.ON_REQUEST:
            return cites.idle_spread_request


def spread_clause(state: Table) -> str:
    """The clause by which cards are spread."""
    cites = state.house.cites
    if state.preparing is Preparing.ON_REQUEST:
        return cites.idle_spread_request
    return cites.batch_spread if len(state.batches_out) > 1 else cites.spread


def turning_clause(state: Table) -> str:
    """The clause by which cards are turned face down, washed and stacked."""
    cites = state.house.cites
    if state.preparing is not Preparing.OPENING:
        return look_clause(state)
    return cites.wash if state.shuffling is Shuffling.HAND else cites.batch_spread


def shuffle_clause(state: Table) -> str:
    """The clause by which the stack on the table is shuffled."""
    return state.house.cites.shuffler_fault if state.cycle_failed else state.house.cites.shuffle


def store_clause(state: Table) -> str:
    """The clause by which the device shuffles the batch that is not in play."""
    cites = state.house.cites
    return cites.shuffler_fault if state.stored is Stored.FAILED else cites.stored_batch


def collect_clause(state: Table) -> str:
    """The clause by which the cards of a shoe are taken out for a shuffle."""
    cites = state.house.cites
    return state.reshuffle_cites or (
        cites.shuffler_fault if state.cycle_failed else cites.reshuffle
    )


def rack_clause(state: Table) -> str:
    """The clause by which the cards go into the rack."""
    for hand in state.hands.values():
        if hand.war_cards:
            return state.house.cites.rack_war
    return state.house.cites.rack_original
