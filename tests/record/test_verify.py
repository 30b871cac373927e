"""Verification: every true record holds, and every planted fault is caught with its line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import product
from random import Random
from typing import Any, get_args

import pytest

from casinowar.cards import DECK, parse_card
from casinowar.errors import InputError
from casinowar.record.history import read_history
from casinowar.record.verify import verify
from casinowar.table import commands as c
from casinowar.table.events import EVENTS, FairEvent
from casinowar.table.roles import AUTOMATIC
from tests.kit import real_cards
from tests.kit.fair import FairTable
from tests.kit.profile import EVERYTHING, HOUSES
from tests.record.faults import EXACT, LATER, Fault, a_burn_removed
from tests.record.games import game, houses, record_of

NAMES = sorted({*HOUSES, "odd"})
SEEDS = (1, 2, 3)
PLANTED = 4  # places a fault, a house and a seed
SEALED = {kind.NAME for kind in get_args(FairEvent)}
REAL_CARDS = {"real_cards_announced", "card_corrected"}


@cache
def a_record(name: str, seed: int) -> str:
    return record_of(
        houses()[name], game(houses()[name], seed, 350, calm=(0.98, 0.95, 0.8)[seed % 3])
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_true_record_holds(name: str, seed: int) -> None:
    history = read_history(a_record(name, seed))
    found = verify(history)
    assert found.fault is None, str(found.fault)
    assert found.commands == 350
    assert found.whole_lines == 1 + 350 + len(history.entries)


# games with rare events, tried first; if they no longer have them all, others are searched
RARE = [
    ("wisconsin", 103), ("washington", 112), ("wisconsin", 129), ("wisconsin", 108),
    ("washington", 144),
]  # fmt: skip


def test_every_kind_of_event_occurs_in_a_record_that_holds() -> None:
    seen = set[str]()
    for name, seed in (*RARE, *product(NAMES, range(100, 140))):
        history = read_history(record_of(houses()[name], game(houses()[name], seed, 250, 0.93)))
        found = verify(history)
        assert found.fault is None, f"{name} {seed}: {found.fault}"
        seen |= {event.NAME for event in history.events}
        if seen >= set(EVENTS) - SEALED - REAL_CARDS:
            break
    real = real_cards.game()
    history = read_history(record_of(real.house, real.done))
    assert verify(history).fault is None
    seen |= {event.NAME for event in history.events}
    sealed = FairTable(Random(1)).shoes(1)
    history = read_history(record_of(sealed.house, sealed.done))
    assert verify(history).fault is None
    assert seen | {event.NAME for event in history.events} == set(EVENTS)


@pytest.mark.parametrize("fault", [*EXACT, *LATER], ids=lambda fault: fault.__name__)
@pytest.mark.parametrize("name", NAMES)
def test_a_planted_fault_is_caught_with_its_line(name: str, fault: Fault) -> None:
    caught = 0
    for seed in SEEDS[: 2 if EVERYTHING else 1]:
        for number in range(PLANTED):
            lines = [json.loads(line) for line in a_record(name, seed).splitlines()]
            at = fault(Random(f"{name} {seed} {number}"), lines)
            if at is None:
                continue
            found = verify(read_history("".join(json.dumps(line) + "\n" for line in lines))).fault
            assert found is not None, f"line {at + 1}: {lines[at]}"
            assert not found.cut_off
            if fault in EXACT:
                assert found.line == at + 1, str(found)
            else:
                assert found.line >= at + 1, str(found)
            caught += 1
    assert caught or (fault is a_burn_removed and name == "battle-royal"), "it burns no card"


@pytest.mark.parametrize("name", NAMES)
def test_a_record_cut_anywhere_holds_or_is_said_to_be_cut_off(name: str) -> None:
    text = a_record(name, 2)
    whole = text.encode()
    random = Random(name)
    cut_off = 0
    for _ in range(12):
        part = whole[: random.randrange(len(text) // 2, len(whole))].decode(errors="ignore")
        found = verify(read_history(part))
        assert found.fault is None or found.fault.cut_off
        cut_off += found.fault is not None
        kept = "".join(part.splitlines(keepends=True)[: found.whole_lines])
        assert verify(read_history(kept)).fault is None, "the whole commands stand by themselves"
    assert cut_off


def test_a_card_that_comes_too_often_is_caught() -> None:
    """Every card of a one-deck shoe is dealt once: a second one cannot have happened."""
    house = houses()["battle-royal"]
    lines = [json.loads(line) for line in record_of(house, game(house, 5, 300, 0.99)).splitlines()]
    first, *_ = (at for at, line in enumerate(lines) if line.get("name") == "card_dealt")
    assert lines[first + 2]["name"] == "card_dealt"  # after its command
    lines[first + 2]["card"] = lines[first]["card"]
    found = verify(read_history("".join(json.dumps(line) + "\n" for line in lines))).fault
    assert found is not None
    assert found.line == first + 3
    assert "more often than 1 deck holds" in found.reason


# --- line by line ---------------------------------------------------------------------------------

# what nothing else in a record depends on: who carried out a step, the number of a command, and
# the time, as long as none goes back
FREE = {"at", "by", "id"}
TRIED = 15  # lines of a record


def _others(value: Any) -> Iterator[Any]:
    """Other values that can be read in the place of one."""
    if type(value) is int:
        yield from (value + 1, value - 1, 2 * value + 100)
    elif type(value) is bool:
        yield not value
    elif isinstance(value, str):
        with suppress(ValueError):
            yield str(next(card for card in DECK if card is not parse_card(value)))
        yield value + "x"
    elif isinstance(value, list) and value:
        yield value[:-1]


def _spoiled(lines: list[str], random: Random) -> Iterator[tuple[str, list[str]]]:
    """A record with one line removed, doubled, exchanged with the next, or with another value."""
    for at in random.sample(range(1, len(lines)), TRIED):
        yield f"{at + 1} removed", lines[:at] + lines[at + 1 :]
        yield f"{at + 1} doubled", lines[: at + 1] + lines[at:]
        if at + 1 < len(lines):
            swapped = [lines[at + 1], lines[at]]
            yield f"{at + 1} exchanged", lines[:at] + swapped + lines[at + 2 :]
        line = json.loads(lines[at])
        name = random.choice([name for name in line if name not in FREE])
        for value in _others(line[name]):
            changed = json.dumps({**line, name: value})
            yield f"{at + 1}: {name} is {value}", [*lines[:at], changed, *lines[at + 1 :]]


@pytest.mark.parametrize("name", NAMES)
def test_no_line_can_be_removed_doubled_exchanged_or_changed(name: str) -> None:
    """Caught when planted: a verifier that overlooks events after those of a command."""
    done = game(houses()[name], 7, 90, 0.97)
    while not isinstance(done[-1].command, c.RackCards):
        done.pop()  # the cards of a round that is not over could have been others
    lines = record_of(houses()[name], done).splitlines()
    assert verify(read_history("\n".join(lines))).fault is None
    for what, spoiled in _spoiled(lines, Random(name)):
        try:
            history = read_history("\n".join(spoiled))
        except InputError:
            continue
        assert verify(history).fault is not None, what


def test_who_carried_out_a_step_is_free_but_nobody_bets_for_a_player() -> None:
    """A step may have been the dealer's or automatic; a bet is its player's."""
    lines = [json.loads(line) for line in a_record("wisconsin", 1).splitlines()]
    for line in lines:
        if line.get("by") == "dealer":
            line["by"] = AUTOMATIC
    assert verify(read_history("".join(json.dumps(line) + "\n" for line in lines))).fault is None
    at = next(at for at, line in enumerate(lines) if line.get("command") == "place_wagers")
    must = lines[at]["by"]
    lines[at]["by"] = AUTOMATIC
    found = verify(read_history("".join(json.dumps(line) + "\n" for line in lines))).fault
    assert found is not None
    assert found.line == at + 1
    assert found.reason == f"place_wagers is given by 'automatic' and must be given by {must!r}"


def test_a_command_without_its_events_is_cut_off_only_at_the_end() -> None:
    lines = a_record("wisconsin", 1).splitlines()
    dealt = next(at for at, line in enumerate(lines) if '"command":"deal_card"' in line)
    found = verify(read_history("\n".join(lines[: dealt + 1])))
    assert found.fault is not None
    assert found.fault.cut_off
    assert found.fault.reason == (
        "the record is cut off: deal_card turns up a card, which must follow"
    )
    assert found.whole_lines == dealt
    del lines[dealt + 1]
    later = verify(read_history("\n".join(lines))).fault
    assert later is not None
    assert not later.cut_off
    assert (later.line, later.reason) == (
        dealt + 2, "deal_card turns up a card, which must follow"
    )  # fmt: skip
