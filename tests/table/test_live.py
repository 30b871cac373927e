"""A live table and what it saves: if saving fails, nothing has happened, not even to the shoe.

Planted once and caught: a state that changed before it was saved, a shoe in play that was shuffled
again because the next one had been shuffled for a command that was not saved.
"""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from casinowar.live import LiveTable
from casinowar.table import Done, Event, Phase, Refusal, events_of
from casinowar.table import commands as c
from casinowar.table import events as e


class Disk:
    """Somewhere to save events that can be full."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.full = False

    def save(self, done: tuple[Done, ...]) -> None:
        if self.full:
            raise OSError("no space left")
        self.events += events_of(done)


def ready(disk: Disk) -> LiveTable:
    """One player at a house that reshuffles after every round."""
    table = LiveTable("battle-royal", Random(3).randrange, save=disk.save)
    for command in (
        c.OpenTable(day=date(2026, 1, 1), dealer="Ana", tray_cents=10**7),
        c.TakeSeat(seat=1, player="Bo"),
        c.BuyChips(seat=1, cash_cents=1_000_00),
    ):
        assert not isinstance(table.do(command), Refusal)
    if table.state.phase is Phase.CUT_OFFERED:
        table.do(c.RefuseCut(seat=1))
    return table


def test_a_command_whose_events_cannot_be_saved_has_not_happened() -> None:
    disk = Disk()
    table = ready(disk)
    state, version = table.state, table.version
    disk.full = True
    with pytest.raises(OSError, match="no space"):
        table.do(c.PlaceWagers(seat=1, initial_cents=table.state.house.limits.first.min_cents))
    assert table.state is state
    assert table.version == version == len(disk.events)


def test_the_same_cards_come_when_a_command_is_repeated_after_a_failed_save() -> None:
    """The round of the failed command runs into the next shoe; the shoe in play stays as it is."""
    bet = c.PlaceWagers(seat=1, initial_cents=10_00)
    dealt: list[list[str]] = []
    for failures in (0, 1, 3):
        disk = Disk()
        table = ready(disk)
        for _ in range(failures):
            disk.full = True
            with pytest.raises(OSError, match="no space"):
                table.do(bet)
        disk.full = False
        table.do(bet)
        dealt.append([str(ev.card) for ev in disk.events if isinstance(ev, e.CardDealt)])
    assert dealt[0]
    assert dealt[0] == dealt[1] == dealt[2]


def test_a_table_counts_its_events_and_keeps_none() -> None:
    disk = Disk()
    table = ready(disk)
    assert table.version == len(disk.events) > 0
    assert not hasattr(table, "events")


def test_a_table_that_was_never_opened_has_nothing_on_it() -> None:
    seen = LiveTable("wisconsin").view()
    assert (seen.phase, seen.round, seen.seats, seen.rack) == (Phase.CLOSED, 0, (), ())
    shoe = seen.shoe
    assert (shoe.number, shoe.decks, shoe.size, shoe.drawn) == (0, 0, 0, 0)
    assert (shoe.cutting_card_out, shoe.card_held, shoe.burns_due) == (False, False, ())
    assert (seen.dealer.name, seen.tray_cents, seen.last_round) == ("", 0, None)
