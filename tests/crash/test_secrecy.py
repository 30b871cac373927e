"""No undealt card, no seed and no key leaves the service, for any role.

That the search can find something is part of it: a stack in the log and seeds that are stored in
plain are planted, and found.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from casinowar.cards import Card, full_decks
from tests.crash.leaks import NUMBERS, Secrets
from tests.crash.secrecy import Found, look_for_secrets
from tests.kit.profile import EVERYTHING, IN_DRILL


async def test_nobody_sees_what_is_not_dealt(tmp_path: Path) -> None:
    report = await look_for_secrets(tmp_path, 8 if EVERYTHING else 2)
    assert report["pieces"] > 200
    assert report["tables"] >= 2  # the table with people as staff is slow


@IN_DRILL
@pytest.mark.parametrize(
    ("plant", "where"),
    [("log_the_stack", "the log: undealt cards")],
)
async def test_a_planted_leak_is_found(plant: str, where: str, tmp_path: Path) -> None:
    with pytest.raises(Found, match=where):
        await look_for_secrets(tmp_path, 3, plants=[f"tests.crash.plants:{plant}"])


def shuffled() -> list[Card]:
    cards = list(full_decks(6))
    Random(1).shuffle(cards)
    return cards


@pytest.mark.parametrize(
    "written",
    [
        lambda cards: " ".join(map(str, cards)),
        lambda cards: json.dumps([str(card) for card in cards], indent=1),
        lambda cards: json.dumps([{"card": str(card), "face": "up"} for card in cards]),
        lambda cards: "".join(map(str, cards)).upper(),
        lambda cards: "-".join(str(card).replace("h", "♥").replace("T", "10") for card in cards),
        lambda cards: json.dumps([NUMBERS[card] for card in cards]),
        lambda cards: repr([NUMBERS[card] + 1 for card in cards]),
        lambda cards: bytes(NUMBERS[card] for card in cards).decode("latin-1"),
    ],
)
def test_a_run_of_undealt_cards_is_found_however_it_is_written(
    written: Callable[[list[Card]], str],
) -> None:
    cards, secrets = shuffled(), Secrets()
    secrets.add_order("t", 3, cards)
    shown = f'{{"x": {written(cards[100:108])} }}'.encode()
    assert secrets.find(shown, {"t": (3, 100)})
    assert secrets.find(shown, {"t": (2, 300)})
    assert secrets.find(shown, {})
    assert secrets.find(shown, {"t": (3, 108)}) is None  # they have been dealt
    assert secrets.find(shown, {"t": (4, 0)}) is None
    assert secrets.find(b"nothing: Kh 5d 9s 2c 3d 4h, 1, 2, 3, 4, 5, 6, 7, 8, 9", {}) is None


def test_a_seed_is_found_however_it_is_written() -> None:
    secrets, seed = Secrets(), Random(2).randbytes(32)
    secrets.add_bytes(seed, "the seed")
    for written in (seed, seed.hex().encode(), repr(list(seed)).encode()):
        assert secrets.find(b"..." + written + b"...", {}) == "the seed"
