"""A live table as text, and back: what the table shows, and the cards in its shoe.

Whoever reads the text learns the cards to come, so keep it as secret as the shoe. A record
(``record/``) is the other way to keep a table: it tells how everything came about, and holds no
card that nobody has seen.

>>> load_table(save_table(LiveTable("skycity")))
<LiveTable skycity: closed, round 0>
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from casinowar.cards import parse_card
from casinowar.errors import InputError, expect, shown
from casinowar.houses import house_from_rules, rules_of
from casinowar.live import LiveTable
from casinowar.table import Shoe, Stack, complete_stack
from casinowar.table.commands import COMMANDS
from casinowar.wire import decode_json, encode_json, snapshot_of, table_from_snapshot

FORMAT = "casinowar-saved/1"
SAVED_MAX_BYTES = 1_000_000
_PARTS = {"rules": dict, "automatic": list, "version": int, "snapshot": dict, "shoe": list}


def save_table(table: LiveTable) -> str:
    """The table as JSON text; a ValueError if its shoe cannot be written down."""
    expect("table", table, LiveTable, "a LiveTable")
    state = table.state
    saved = {
        "format": FORMAT,
        "rules": rules_of(state.house),
        "automatic": sorted(kind.NAME for kind in table.automations),
        "version": table.version,
        "snapshot": snapshot_of(state),
        "shoe": _written(table.shoe) if state.shoe.number else [],
    }
    return encode_json(saved).decode("utf-8")


def load_table(text: str, random_below: Callable[[int], int] = secrets.randbelow) -> LiveTable:
    """The table in such a text; its later shoes are shuffled with ``random_below``.

    An InputError names the part that cannot be read.
    """
    expect("text", text, str, "the text that save_table returned")
    saved = _parts(decode_json(text, SAVED_MAX_BYTES))
    house = house_from_rules(saved["rules"])
    state = table_from_snapshot(saved["snapshot"], house)
    for name in saved["automatic"]:
        if name not in COMMANDS:
            raise InputError("automatic", f"{shown(name)} is not the name of a command")
    automations = frozenset(COMMANDS[name] for name in saved["automatic"])
    table = LiveTable(house, random_below, automations)
    shoe = _read(saved["shoe"], state.decks) if state.shoe.number else None
    table.restore(state, saved["version"], shoe)
    return table


def _parts(saved: Any) -> dict[str, Any]:
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise InputError("format", f"this is not a table saved as {FORMAT}")
    for name, kind in _PARTS.items():
        if type(saved.get(name)) is not kind:
            raise InputError(name, "is missing or of the wrong type")
    return saved


def _written(shoe: Shoe) -> list[str]:
    """The cards of a stack; ``^`` is before one that lies face up."""
    if not isinstance(shoe, Stack):
        raise ValueError("only a shoe that is a Stack of cards can be saved with its table")
    return [f"{'^' * shoe.lies_face_up(at)}{card}" for at, card in enumerate(shoe.cards)]


def _read(words: list[Any], decks: int) -> Stack:
    try:
        cards = [parse_card(word.removeprefix("^")) for word in words]
    except (ValueError, AttributeError) as error:
        raise InputError("shoe", str(error)) from None
    face_up = [at for at, word in enumerate(words) if word.startswith("^")]
    return complete_stack(cards, decks, face_up)
