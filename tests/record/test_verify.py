"""Verification: every true record holds, and every planted fault is caught with its line."""

from __future__ import annotations

import json
from functools import cache
from itertools import product
from random import Random

import pytest

from casinowar.errors import InputError
from casinowar.record.history import read_history
from casinowar.record.verify import verify
from casinowar.table.events import EVENTS
from tests.record.faults import EXACT, LATER, Fault, a_burn_removed
from tests.record.games import game, houses, record_of

NAMES = sorted(houses())
SEEDS = (1, 2, 3)
PLANTED = 4  # places a fault, a house and a seed


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
    assert found.commands <= 350  # two commands can look like one
    assert found.whole_lines == len(history.entries) + 1


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
        if seen == set(EVENTS):
            break
    assert seen == set(EVENTS)


@pytest.mark.parametrize("fault", [*EXACT, *LATER], ids=lambda fault: fault.__name__)
@pytest.mark.parametrize("name", NAMES)
def test_a_planted_fault_is_caught_with_its_line(name: str, fault: Fault) -> None:
    caught = 0
    for seed in SEEDS[:2]:
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
    lines[first + 1]["card"] = lines[first]["card"]
    assert lines[first + 1]["name"] == "card_dealt"
    found = verify(read_history("".join(json.dumps(line) + "\n" for line in lines))).fault
    assert found is not None
    assert found.line == first + 2
    assert "more often than 1 deck holds" in found.reason


def test_a_record_of_the_first_version_cannot_be_verified() -> None:
    opened = {
        "name": "table_opened", "version": 1, "cites": "policy", "house": "skycity",
        "rules": "", "day": "2026-01-01", "dealer": "Ana", "tray_cents": 0, "decks": 6,
        "shuffling": "hand",
    }  # fmt: skip
    history = read_history(json.dumps(opened) + "\n")
    assert (history.version, history.house.name) == (1, "skycity")
    with pytest.raises(InputError, match="first version cannot be verified"):
        verify(history)
