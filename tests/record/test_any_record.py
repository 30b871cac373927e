"""Records with anything in them are read or refused, verified and listed; never a traceback."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from casinowar.errors import InputError
from casinowar.record import fold_history, read_history, rounds_of, verify
from casinowar.record.rounds import numbered
from tests.kit.profile import tried
from tests.record.games import game, houses, record_of

ANYTHING: tuple[Any, ...] = (
    0, 1, -1, 3, 99, 10**12, 2**62, 2**70, 0.5, True, False, None, "", "x", "win", "initial",
    "side", "Kh", "KH", [], [1], {"a": 1},
)  # fmt: skip
TRIED = tried(120)


def spoiled(lines: list[dict[str, Any]], random: Random) -> list[dict[str, Any]]:
    """The same lines with one removed, repeated, moved or changed."""
    lines = [dict(line) for line in lines]
    at, other = random.randrange(1, len(lines)), random.randrange(1, len(lines))
    match random.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, dict(lines[other]))
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case _:
            name = random.choice(list(lines[at]))
            value = lines[at][name]
            near = value + random.choice((-1, 1, 100)) if type(value) is int else value
            lines[at][name] = random.choice((near, random.choice(ANYTHING)))
    return lines


@pytest.mark.parametrize("name", sorted(houses()))
def test_no_record_leads_to_a_traceback(name: str) -> None:
    random = Random(name)
    house = houses()[name]
    lines = [json.loads(line) for line in record_of(house, game(house, 3, 150, 0.95)).splitlines()]
    ends = Counter[str]()
    for _ in range(TRIED):
        text = "".join(json.dumps(line) + "\n" for line in spoiled(lines, random))
        try:
            history = read_history(text)
        except InputError as error:
            ends[error.field.split()[0]] += 1
            continue
        ends["holds" if verify(history).fault is None else "caught"] += 1
        try:
            fold_history(history)
            rounds_of(history)
            list(numbered(history))
        except InputError as error:
            ends[f"cannot be folded: {error.field.split()[0]}"] += 1
    assert ends["line"], "unreadable"
    assert ends["line"] + ends["caught"] + ends["holds"] == TRIED, "a line is always named"
    assert ends["caught"] > ends["holds"]
