"""Keys that also work with Caps Lock, and refusals addressed to the player."""

from __future__ import annotations

import re

from textual.binding import Binding

from casinowar.houses import House
from casinowar.table import Code, Refusal

_HELPS: dict[Code, str] = {
    Code.NOT_ENOUGH_CHIPS: "B buys chips",
    Code.BELOW_MINIMUM: "→ bets the minimum",
    Code.ABOVE_MAXIMUM: "M bets the most",
    Code.BAD_DEPTH: "Enter alone lets the dealer cut",
    Code.FIRST_WAGER_NEEDED: "↑ selects it",
    Code.NO_WAGER: "→ bets the minimum",
}


def letter(key: str, action: str, words: str, *, show: bool = True) -> Binding:
    """A letter key, in upper and lower case."""
    return Binding(f"{key},{key.upper()}", action, words, key_display=key.upper(), show=show)


def to_you(refusal: Refusal, house: House, seat: int) -> str:
    """A refusal addressed to the player of a seat, with the key to press."""
    said = refusal.sentence
    for pattern, words in (
        (rf"\bSeat {seat} has\b(.*?)\band needs\b", r"You have\1and need"),
        (rf"\bSeat {seat} has\b", "You have"),
        (rf"\bSeat {seat} is\b", "You are"),
        (r": buy chips first\.$", "."),
        (r"^The first wager\b", f"Your {house.wagers.first_name} wager"),
        (r"^The (Tie wager|side bet)\b", r"Your \1"),
    ):
        said = re.sub(pattern, words, said)
    helps = _HELPS.get(refusal.code)
    if helps:
        said = f"{said.removesuffix('.')}: {helps}."
    return f"{said} ({refusal.cites})"
