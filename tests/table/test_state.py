"""A table that somebody holds cannot be changed, whichever way they got it.

Planted once and caught: a draft handed out unsealed by ``fold`` and by ``carry_out``, hands left as
drafts.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from datetime import date
from random import Random
from typing import Any

import pytest

from casinowar.houses import load_house
from casinowar.live import LiveTable
from casinowar.table import Phase, Table, carry_out, decide, evolve, fold
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.state import Hand, InShoe, Seat, copied, sealed
from casinowar.wire import snapshot_of, table_from_snapshot


def played(rounds: int = 3) -> LiveTable:
    """A table with two players after some rounds and in the middle of one more."""
    table = LiveTable("wisconsin", Random(5).randrange)
    table.must(c.OpenTable(day=date(2026, 1, 1), dealer="Ana", tray_cents=10**8))
    for seat in (1, 2):
        table.must(c.TakeSeat(seat=seat, player=f"player {seat}"))
        table.must(c.BuyChips(seat=seat, cash_cents=10**6))
    table.must(c.RefuseCut(seat=1))
    table.must(c.RefuseCut(seat=2))
    while table.state.round_number < rounds:
        for seat in (1, 2):
            table.must(c.PlaceWagers(seat=seat, initial_cents=1000))
    table.must(c.PlaceWagers(seat=1, initial_cents=1000, tie_cents=500))
    return table


def after_one_event() -> Table:
    """What ``evolve`` gives."""
    state = played().state
    return evolve(state, e.PlayerSatOut(seat=2, cites="policy"))


def folded() -> Table:
    """What ``fold`` gives to somebody who decides for themselves."""
    state = played().state
    answer = decide(state, c.TakeSeat(seat=3, player="Cy"), played().shoe)
    assert answer
    return fold(state, answer)


def carried() -> Table:
    """What ``carry_out`` gives."""
    table = played()
    found = carry_out(table.state, c.BuyChips(seat=1, cash_cents=100), lambda _: table.shoe)
    assert found
    return found.state


def read() -> Table:
    """What a snapshot gives."""
    state = played().state
    return table_from_snapshot(snapshot_of(state), state.house)


WAYS: list[Callable[[], Table]] = [lambda: played().state, after_one_event, folded, carried, read]


def parts(table: Table) -> Iterator[Table | Seat | Hand | InShoe]:
    """The table and everything in it that evolutions write to."""
    yield table
    yield table.shoe
    yield from table.seats.values()
    yield from table.hands.values()
    if table.last_round is not None:
        yield from table.last_round.hands


@pytest.mark.parametrize("way", WAYS)
def test_no_field_can_be_written_or_deleted(way: Callable[[], Table]) -> None:
    table = way()
    found = list(parts(table))
    assert len(found) >= 5
    for part in found:
        assert type(part) in {Table, Seat, Hand, InShoe}
        for name in part.__struct_fields__:
            with pytest.raises(AttributeError, match=f"immutable type: '{type(part).__name__}'"):
                setattr(part, name, getattr(part, name))
            with pytest.raises(AttributeError):
                delattr(part, name)


WRITES: list[Callable[[Any], object]] = [
    lambda seats: seats.__setitem__(1, None),
    lambda seats: seats.__delitem__(1),
    lambda seats: seats.clear(),
    lambda seats: seats.pop(1),
    lambda seats: seats.popitem(),
    lambda seats: seats.setdefault(3, None),
    lambda seats: seats.update({1: None}),
    lambda seats: seats.__ior__({1: None}),
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("write", WRITES)
def test_no_seat_and_no_hand_can_be_put_in_or_taken_out(
    way: Callable[[], Table], write: Callable[[Any], object]
) -> None:
    table = way()
    for places in (table.seats, table.hands):
        with pytest.raises(TypeError, match="are read-only: give the table a command"):
            write(places)


def test_a_dictionary_that_was_given_is_not_shared() -> None:
    seats = {1: Seat(player="p", name="P", chips_cents=0)}
    table = Table(house=load_house("wisconsin"), seats=seats)
    seats.clear()
    assert list(table.seats) == [1]


def test_a_draft_can_be_written_to_and_leaves_the_table_alone() -> None:
    table = played().state
    before, draft = sealed(copied(table)), copied(table)
    draft.phase, draft.shoe.drawn = Phase.CLOSED, 0
    draft.seats[1].chips_cents = draft.hands[1].tie_cents = 0
    del draft.seats[2]
    assert table == before
    assert sealed(draft) != table


@pytest.mark.parametrize("way", WAYS)
def test_a_table_can_be_copied_and_pickled(way: Callable[[], Table]) -> None:
    table = way()
    for twin in (copy.copy(table), copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert twin == table
        assert twin is not table
        with pytest.raises(AttributeError):
            twin.tray_cents = 1


def test_a_live_table_has_a_state_and_a_version_that_only_commands_change() -> None:
    table: Any = played()
    for name in ("state", "version"):
        with pytest.raises(AttributeError):
            setattr(table, name, getattr(table, name))
