"""Files of shoes: one shoe a line, in the order before the cut; ``^Kh`` lies face up."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from casinowar.errors import InputError

if TYPE_CHECKING:
    from casinowar.houses import House
    from casinowar.table.shoe import Stack

SHOES_MAX_BYTES = 50_000_000
CARDS_PER_DECK = 52


def read_shoes(path: Path, decks: int | None = None, house: House | None = None) -> list[Stack]:
    """The shoes of a file, each of ``decks`` whole decks; None: the size of the first shoe."""
    from casinowar.toml import read_text

    try:
        lines = read_text(path, SHOES_MAX_BYTES).splitlines()
    except InputError as error:
        raise InputError(f"--shoes {path}", error.reason) from None
    found: list[Stack] = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            decks = max(1, len(line.split()) // CARDS_PER_DECK) if decks is None else decks
            found.append(_read_shoe(line, number, decks, house))
    if not found:
        raise InputError(f"--shoes {path}", "contains no shoe")
    return found


def _read_shoe(line: str, number: int, decks: int, house: House | None) -> Stack:
    from casinowar.cards import parse_card
    from casinowar.table.shoe import complete_stack

    ranking, counted = ("", "") if house is None else (house.cites.ranking, house.cites.decks)
    words = line.split()
    face_up = [index for index, word in enumerate(words) if word.startswith("^")]
    try:
        cards = [parse_card(word.removeprefix("^")) for word in words]
    except ValueError as error:
        raise InputError(f"--shoes line {number}", str(error), ranking) from None
    try:
        return complete_stack(cards, decks, face_up, counted)
    except InputError as error:
        raise InputError(f"--shoes line {number}", error.reason, error.cites) from None
