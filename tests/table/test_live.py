"""A live table and what it saves: if saving fails, nothing has happened, not even to the shoe.

Planted once and caught: a state that changed before it was saved, a shoe in play that was shuffled
again because the next one had been shuffled for a command that was not saved.
"""

from __future__ import annotations

import json
from datetime import date
from random import Random
from typing import Any

import pytest

from casinowar import InputError, Refused, load_table, save_table
from casinowar.houses import house_names
from casinowar.live import LiveTable
from casinowar.table import ALL_STEPS, Code, Done, Event, Phase, Refusal, events_of, stack_of
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.shoe import Stack, shuffled_stack


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


# --- refusals -------------------------------------------------------------------------------------


def test_a_refusal_is_false_and_events_are_true() -> None:
    table = ready(Disk())
    assert not table.do(c.SurrenderHand(seat=1))
    assert table.do(c.PlaceWagers(seat=1, initial_cents=10_00))


def test_a_command_that_must_succeed_raises_its_refusal() -> None:
    table = ready(Disk())
    before = table.state
    with pytest.raises(Refused) as caught:
        table.must(c.SurrenderHand(seat=1))
    refusal = table.do(c.SurrenderHand(seat=1))
    assert caught.value.refusal == refusal
    assert str(caught.value) == str(refusal)
    assert caught.value.refusal.code is Code.NOT_ASKED
    assert table.state is before
    assert table.must(c.PlaceWagers(seat=1, initial_cents=10_00))


# --- save, load, copy -----------------------------------------------------------------------------


def in_a_shoe(house: str, seed: int) -> LiveTable:
    """A table after a round, with most cards of its shoe to come."""
    table = LiveTable(house, Random(seed).randrange, ALL_STEPS - {c.CollectCards})
    table.must(c.OpenTable(day=date(2026, 1, 1), dealer="Ana", tray_cents=10**8))
    table.must(c.TakeSeat(seat=1, player="Bo"))
    table.must(c.BuyChips(seat=1, cash_cents=10**6))
    if table.state.phase is Phase.CUT_OFFERED:
        table.must(c.TakeCut(seat=1, cards=20))
    return table


def told(table: LiveTable, rounds: int) -> list[Event]:
    """What happens in the next rounds of a player who goes to war on every tie."""
    events: list[Event] = []
    for _ in range(rounds):
        events += table.do(c.PlaceWagers(seat=1, initial_cents=10_00)) or ()
        if table.state.phase is Phase.DECIDE:
            events += table.must(c.GoToWar(seat=1, war_tie_cents=0))
    return events


@pytest.mark.parametrize("house", house_names())
def test_a_loaded_table_and_a_copy_continue_with_the_same_cards(house: str) -> None:
    table = in_a_shoe(house, 11)
    text = save_table(table)
    twins = [table.copy(), load_table(text)]
    for twin in twins:
        assert (twin.state, twin.version) == (table.state, table.version)
        assert twin.automations == table.automations
    before = table.state
    expected = told(twins[0], 5)
    assert expected
    assert table.state is before  # what a copy does changes nothing here
    assert told(table, 5) == told(twins[1], 5) == expected
    assert save_table(table) == save_table(twins[0]) == save_table(twins[1]) != text


def test_a_card_that_lies_face_up_does_so_in_a_loaded_table() -> None:
    table = in_a_shoe("wisconsin", 11)
    shoe = table.shoe
    at = table.state.shoe.next_index
    cards = [shoe.card(index) for index in range(table.state.shoe.size)]
    table.restore(table.state, table.version, stack_of(cards, [at]))
    assert [ev for ev in told(table.copy(), 1) if isinstance(ev, e.FaceUpCardFound)]
    assert told(load_table(save_table(table)), 1) == told(table, 1)


def test_a_closed_table_is_saved_too() -> None:
    assert load_table(save_table(LiveTable("skycity"))).state == LiveTable("skycity").state


def test_a_copy_saves_no_events() -> None:
    disk = Disk()
    table = ready(disk)
    count = len(disk.events)
    assert told(table.copy(), 1)
    assert len(disk.events) == count


SAVED = save_table(in_a_shoe("wisconsin", 11))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON"),
        ("[]", "format: this is not a table saved as casinowar-saved/1"),
        ("{}", "format: this is not a table saved as casinowar-saved/1"),
        (SAVED.replace('"version"', '"versions"'), "version: is missing or has the wrong type"),
        (SAVED.replace('"deal_card"', '"deal_cards"'), "automatic: 'deal_cards' is not a step"),
        (SAVED.replace('"shoe":["', '"shoe":["x'), "shoe: "),
        (SAVED.replace('"shoe":["', '"shoe":["2c","'), "shoe: 313 cards are not 6 decks"),
        (SAVED.replace('"tray_cents":', '"tray_cents":1'), "the chips add up to"),
        (SAVED.replace('"decks_allowed":', '"decks":'), "decks"),
    ],
    ids=lambda value: value[:20],
)
def test_a_text_that_is_no_saved_table_is_refused(text: str, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        load_table(text)
    assert reason in str(caught.value)


def test_a_shoe_that_is_no_stack_cannot_be_saved() -> None:
    table = LiveTable("skycity", shoes=lambda _: HiddenShoe())
    table.must(c.OpenTable(day=date(2026, 1, 1), dealer="Ana", tray_cents=0))
    table.must(c.TakeSeat(seat=1, player="Bo", age_years=30))
    table.must(c.TakeCut(seat=1, cards=20))
    with pytest.raises(ValueError, match="only a shoe that is a Stack of cards can be saved"):
        save_table(table)


class HiddenShoe:
    """A shoe that shows its cards one at a time."""

    def has(self, index: int) -> bool:
        return index >= 0

    def card(self, index: int) -> None:
        raise AssertionError(index)

    def lies_face_up(self, index: int) -> bool:
        return index < 0


@pytest.mark.parametrize("identity", [1.5, [1], True, 2**63, "a\0b", "\ud800"])
def test_an_id_that_no_record_can_hold_is_a_type_error(identity: Any) -> None:
    """Before: it was written, and the whole record could not be read any more."""
    table = LiveTable("skycity")
    opening = c.OpenTable(day=date(2026, 1, 1), dealer="Ana", tray_cents=10_000_000)
    with pytest.raises(TypeError, match="command_id must be a whole number of 64 bits or text"):
        table.do(opening, command_id=identity)
    assert table.version == 0
    assert table.do(opening, command_id=7)
    assert table.do(c.TakeSeat(seat=1, player="Bo"), command_id="a line\nand another")


def test_a_table_is_saved_whatever_its_shoe_was() -> None:
    """Before: a closed table whose shoes were given was saved and could not be loaded."""
    table = LiveTable("wisconsin", Random(1).randrange)
    table.give_shoes([shuffled_stack(6, Random(2).randrange)])
    table.must(c.OpenTable(day=date(2026, 1, 1), dealer="Ana", tray_cents=10_000_000))
    table.must(c.TakeSeat(seat=1, player="Bo"))
    table.must(c.RefuseCut(seat=1))
    assert load_table(save_table(table)).state == table.state
    table.must(c.LeaveSeat(seat=1))
    table.must(c.CloseTable())
    assert load_table(save_table(table)).state == table.state


def test_a_shoe_that_is_not_whole_decks_is_not_saved() -> None:
    table = LiveTable("wisconsin", Random(1).randrange)
    table.give_shoes([Stack(shuffled_stack(6, Random(2).randrange).cards[:200])])
    table.must(c.OpenTable(day=date(2026, 1, 1), dealer="Ana", tray_cents=10_000_000))
    table.must(c.TakeSeat(seat=1, player="Bo"))
    table.must(c.RefuseCut(seat=1))
    with pytest.raises(ValueError, match="whole decks"):
        save_table(table)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("automatic", [[]]),
        ("automatic", ["place_wagers"]),
        ("version", -5),
        ("shoe", [5]),
        ("more", 1),
    ],
)
def test_a_saved_table_with_a_bad_part_is_refused_by_its_name(part: str, value: Any) -> None:
    table = LiveTable("wisconsin", Random(1).randrange)
    table.must(c.OpenTable(day=date(2026, 1, 1), dealer="Ana", tray_cents=10_000_000))
    table.must(c.TakeSeat(seat=1, player="Bo"))
    table.must(c.RefuseCut(seat=1))
    saved = json.loads(save_table(table)) | {part: value}
    with pytest.raises(InputError) as caught:
        load_table(json.dumps(saved))
    assert part in str(caught.value)
