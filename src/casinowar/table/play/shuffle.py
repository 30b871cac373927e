"""The shuffle: by hand, by a device with two batches, or continuously (WI b4, e1, j4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from casinowar.cards import CARDS_PER_DECK
from casinowar.houses.house import Shuffling
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table import guards
from casinowar.table.clauses import collect_clause, shuffle_clause, store_clause
from casinowar.table.dispatch import Decision, Evolution, decided, evolved
from casinowar.table.due import between_rounds
from casinowar.table.play.decks import empty_shoe
from casinowar.table.play.fair import ended
from casinowar.table.procedure import BEFORE_THE_SHOE
from casinowar.table.refusals import Code, refuse
from casinowar.table.shoe import Shoe
from casinowar.table.state import CutBy, Phase, Preparing, Stored, Table


def decision(command: c.ShuffleTopic) -> Decision:
    """What decides a command of this topic."""
    match command:
        case c.ShuffleCards():
            return decided(command, _shuffle)
        case c.ShuffleStoredBatch():
            return decided(command, _store)
        case c.SwapBatches():
            return decided(command, _swap)
        case c.ReportShufflerFault():
            return decided(command, _report_fault)
        case c.CollectCards():
            return decided(command, _collect)
        case c.OrderReshuffle():
            return decided(command, _order_reshuffle)
        case _:
            assert_never(command)


def evolution(event: e.ShuffleEvent) -> Evolution:
    """What an event of this topic does to a table."""
    match event:
        case e.CardsShuffled():
            return evolved(event, _shuffled)
        case e.BatchStored():
            return evolved(event, _stored)
        case e.BatchesSwapped():
            return evolved(event, _swapped)
        case e.ShufflerFailed():
            return evolved(event, _failed)
        case e.CardsCollected():
            return evolved(event, _collected)
        case e.ReshuffleOrdered():
            return evolved(event, _reshuffle_ordered)
        case _:
            assert_never(event)


def _shuffle(state: Table, _: c.ShuffleCards, __: Shoe) -> Iterator[e.Event]:
    yield e.CardsShuffled(shuffling=state.shuffling, cites=shuffle_clause(state))


def _shuffled(table: Table, _: e.CardsShuffled) -> None:
    if (
        table.phase is Phase.SWAP
    ):  # in records of the first version, this event shuffled the stored batch
        table.stored = Stored.SHUFFLED
        return
    _new_stack(table)


def _new_stack(table: Table) -> None:
    empty_shoe(table)
    table.shoe.size = table.decks * CARDS_PER_DECK
    table.cycle_failed = False
    table.cut_offered_to = None
    table.cut_refused = ()
    table.cut_refused_at = 0


def _store(state: Table, _: c.ShuffleStoredBatch, __: Shoe) -> Iterator[e.Event]:
    yield e.BatchStored(batch=3 - state.batch_in_play, cites=store_clause(state))


def _stored(table: Table, _: e.BatchStored) -> None:
    table.stored = Stored.SHUFFLED


def _swap(state: Table, _: c.SwapBatches, __: Shoe) -> Iterator[e.Event]:
    yield e.BatchesSwapped(batch=3 - state.batch_in_play, cites=state.house.cites.batches)


def _swapped(table: Table, event: e.BatchesSwapped) -> None:
    _new_stack(table)
    table.batch_in_play = event.batch
    table.batches_out = (event.batch,)
    table.stored = Stored.UNSHUFFLED
    table.batch_unspread = table.preparing is Preparing.AFTER_IDLE


# --- faults of the device (WI j4) -----------------------------------------------------------------


def in_shuffler(state: Table) -> bool:
    """Whether there are cards in the shuffler."""
    if state.shuffling is Shuffling.HAND or state.phase is Phase.CLOSED:
        return False
    in_device = state.phase in BEFORE_THE_SHOE or state.stored is not None
    return in_device or (state.shuffling is Shuffling.CONTINUOUS and state.shoe.size > 0)


def _report_fault(state: Table, _: c.ReportShufflerFault, shoe: Shoe) -> Iterator[e.Event]:
    cites = state.house.cites.shuffler_fault
    guards.is_open(state)
    if state.shuffling is Shuffling.HAND:
        refuse(Code.NO_SHUFFLER, "No shuffler is in use at this table.", cites)
    if not in_shuffler(state):
        refuse(Code.SHUFFLER_EMPTY, "The shuffler is still empty.", cites)
    yield e.ShufflerFailed(cites=cites)
    if state.phase in BEFORE_THE_SHOE:
        yield from ended(state, shoe)


def _failed(table: Table, _: e.ShufflerFailed) -> None:
    # before the cut the stack itself is reshuffled; during a shoe, the batch in the device
    if table.phase in BEFORE_THE_SHOE or table.shuffling is Shuffling.CONTINUOUS:
        table.cycle_failed = True
        table.cut_offered_to = None
    else:
        table.stored = Stored.FAILED


# --- the end of a shoe ----------------------------------------------------------------------------


def _collect(state: Table, _: c.CollectCards, shoe: Shoe) -> Iterator[e.Event]:
    yield e.CardsCollected(cites=collect_clause(state))
    yield from ended(state, shoe)


def _collected(table: Table, _: e.CardsCollected) -> None:
    table.reshuffle_cites = ""
    empty_shoe(table)


def _order_reshuffle(state: Table, _: c.OrderReshuffle, __: Shoe) -> Iterator[e.Event]:
    cites = state.house.cites.reshuffle_ordered
    between_rounds(state, "A reshuffle", cites)
    yield e.ReshuffleOrdered(cites=cites)


def _reshuffle_ordered(table: Table, event: e.ReshuffleOrdered) -> None:
    table.reshuffle_cites = event.cites
    table.cut_by = CutBy.DISCRETION
