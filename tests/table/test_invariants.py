"""A fault in the engine stops at the command that makes it: nothing of it is kept or shown.

Each row plants one: in the state, where ``check`` must see it, and in an evolution, where a command
at a live table must fail and change nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from random import Random
from typing import Any

import pytest

from casinowar.live import LiveTable
from casinowar.table import Hand, Phase, Table, engine
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.automation import ALL_STEPS, Automations
from casinowar.table.invariants import check
from casinowar.table.state import Lies, RackedCard, Status, copied

BURNED = RackedCard(card=None, lies=Lies.FACE_DOWN)


def at_a_table(
    automations: Automations = ALL_STEPS - {c.SettleHand}, house: str = "washington"
) -> LiveTable:
    """Seats 2 and 4 with chips, ready to bet."""
    table = LiveTable(house, Random(4).randrange, automations)
    table.must(c.OpenTable(day=date(2026, 1, 1), dealer="Ana", tray_cents=10**7))
    for seat in (2, 4):
        table.must(c.TakeSeat(seat=seat, player=f"player {seat}"))
        table.must(c.BuyChips(seat=seat, cash_cents=200_00))
    table.must(c.TakeCut(seat=2, cards=60))
    return table


def dealt() -> Table:
    """The first cards of a round lie on the felt, nothing is settled."""
    table = at_a_table()
    for seat in (2, 4):
        table.must(c.PlaceWagers(seat=seat, initial_cents=10_00))
    assert table.state.phase is Phase.SETTLE
    return table.state


def _change(name: str, by: int, part: Callable[[Table], Any] = lambda table: table) -> Any:
    def fault(table: Table) -> None:
        setattr(part(table), name, getattr(part(table), name) + by)

    return fault


def _hand(table: Table) -> Hand:
    return table.hands[2]


def _over(table: Table) -> None:
    table.hands[2].status = Status.SETTLED


def _empty_seat(table: Table) -> None:
    table.away_cents += table.seats.pop(2).chips_cents


def _one_more_in_the_rack(table: Table) -> None:
    table.rack_now += (BURNED,)


def _one_less_on_the_felt(table: Table) -> None:
    table.dealer_card = None


def _no_round(table: Table) -> None:
    table.phase = Phase.BETTING


def _poor(table: Table) -> None:
    table.away_cents += table.seats[2].chips_cents + 1
    table.seats[2].chips_cents = -1


def _short(table: Table) -> None:
    table.away_cents += table.tray_cents + 1
    table.tray_cents = -1


FAULTS: dict[str, tuple[Callable[[Table], None], str]] = {
    "a chip in the tray": (_change("tray_cents", 1), "add up to 1 cents"),
    "a chip less in front of a player": (
        _change("chips_cents", -1, lambda table: table.seats[2]),
        "add up to -1 cents",
    ),
    "a chip on the layout": (_change("layout_cents", 1, _hand), "add up to 1 cents"),
    "a chip beside the wagers": (_change("match_cents", 5, _hand), "add up to 5 cents"),
    "a tray below zero": (_short, "the tray is below zero"),
    "a player below zero": (_poor, "a player's chips are below zero"),
    "wagers below zero": (_change("match_cents", -5, _hand), "wagers are below zero"),
    "chips on a hand that is over": (_over, "chips are left on a hand that is over"),
    "a hand of nobody": (_empty_seat, "a hand belongs to nobody"),
    "a card more in the rack": (_one_more_in_the_rack, "3 are on the felt and 2 in the rack"),
    "a card less on the felt": (_one_less_on_the_felt, "2 are on the felt and 1 in the rack"),
    "a card racked twice": (_change("racked", 1, _hand), "2 are on the felt and 1 in the rack"),
    "a card drawn and gone": (
        _change("drawn", 1, lambda table: table.shoe),
        "5 cards are drawn, 3 are on the felt",
    ),
    "more cards than the shoe has": (
        _change("drawn", 999, lambda table: table.shoe),
        "more cards are drawn than the shoe had",
    ),
    "a shoe of half a deck": (
        _change("size", -26, lambda table: table.shoe),
        "the shoe does not hold whole decks",
    ),
    "cards on the felt without a round": (_no_round, "has a card outside a round"),
}


def test_a_table_without_a_fault_passes() -> None:
    check(dealt())
    check(at_a_table().state)


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_seen(name: str) -> None:
    fault, words = FAULTS[name]
    table = copied(dealt())
    fault(table)
    with pytest.raises(AssertionError, match=words):
        check(table)


# --- in the middle of play ------------------------------------------------------------------------

PLANTED: dict[str, tuple[type[e.Event], Callable[[Table], None]]] = {
    "a settlement that makes chips": (e.HandCompared, _change("tray_cents", 10_00)),
    "a bet that costs nothing": (
        e.WagerPlaced,
        _change("chips_cents", 10_00, lambda table: table.seats[2]),
    ),
    "a burned card that is gone": (
        e.CardDealt,
        lambda table: setattr(table, "rack_now", table.rack_now[1:]),
    ),
    "two cards drawn as one": (e.CardDealt, _change("drawn", 1, lambda table: table.shoe)),
    "cash that makes no chips": (e.ChipsBought, _change("tray_cents", 1_00)),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_faulty_evolution_stops_its_command(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, fault = PLANTED[name]
    table = at_a_table(ALL_STEPS)
    table.must(c.PlaceWagers(seat=4, initial_cents=10_00))
    rehearsal = table.copy()  # evolutions are looked up when they are first needed
    rehearsal.must(c.PlaceWagers(seat=2, initial_cents=10_00))
    found = engine._CHANGES | {kind: (*engine._CHANGES[kind], lambda own, _: fault(own))}
    monkeypatch.setattr(engine, "_CHANGES", found)
    before, version = table.state, table.version
    command = (
        c.BuyChips(seat=2, cash_cents=1_00)
        if kind is e.ChipsBought
        else c.PlaceWagers(seat=2, initial_cents=10_00)
    )
    with pytest.raises(AssertionError):
        table.do(command)
    assert table.state is before
    assert table.version == version
