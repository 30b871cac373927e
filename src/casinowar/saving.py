"""A live table as text, and back: the state of the table and the cards in its shoe.

The text contains the cards to come, so keep it secret. A record (``record/``) is the other way to
keep a table: it contains everything that happened, and no card that nobody has seen.

>>> load_table(save_table(LiveTable("skycity")))
<LiveTable skycity: closed, round 0>
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from casinowar.cards import CARDS_PER_DECK, parse_card
from casinowar.errors import InputError, expect, shown
from casinowar.houses import House, house_from_rules, rules_of
from casinowar.live import LiveTable
from casinowar.table import Shoe, Stack, complete_stack
from casinowar.table.automation import ALL_STEPS, Automations
from casinowar.table.legal import Digits
from casinowar.table.play.fair import DIGITS
from casinowar.table.shoe import SealedShoe
from casinowar.table.state import Table
from casinowar.wire import decode_json, encode_json, snapshot_of, table_from_snapshot

FORMAT = "casinowar-saved/1"
SAVED_MAX_BYTES = 1_000_000
_PARTS = {"rules": dict, "automatic": list, "version": int, "snapshot": dict, "shoe": list}


def save_table(table: LiveTable) -> str:
    """The table as JSON text; raises a ValueError if its shoe cannot be saved."""
    expect("table", table, LiveTable, "a LiveTable")
    state = table.state
    sealed = _sealed(table)
    saved = {
        "format": FORMAT,
        "rules": rules_of(state.house),
        "automatic": sorted(kind.NAME for kind in table.automations),
        "version": table.version,
        "snapshot": snapshot_of(state),
        "shoe": _written(table.shoe, state.decks) if state.shoe.size and not sealed else [],
        **({"sealed": sealed} if sealed else {}),
    }
    return encode_json(saved).decode("utf-8")


def load_table(text: str, random_below: Callable[[int], int] = secrets.randbelow) -> LiveTable:
    """The table in a saved text; later shoes are shuffled with ``random_below``.

    An InputError names the part that cannot be read.
    """
    expect("text", text, str, "the text that save_table returned")
    saved = _fields(decode_json(text, SAVED_MAX_BYTES))
    house = house_from_rules(saved["rules"])
    state = table_from_snapshot(saved["snapshot"], house)
    steps = {kind.NAME: kind for kind in ALL_STEPS}
    for name in saved["automatic"]:
        if not isinstance(name, str) or name not in steps:
            raise InputError("automatic", f"{shown(name)} is not a step that can be automatic")
    automations = frozenset(steps[name] for name in saved["automatic"])
    if saved["version"] < 0:
        raise InputError("version", "is negative")
    if "sealed" in saved:
        return _with_sealed_shoes(house, random_below, automations, state, saved)
    table = LiveTable(house, random_below, automations)
    shoe = _read(saved["shoe"], state.decks) if state.shoe.size else None
    table.restore(state, saved["version"], shoe)
    return table


def _fields(saved: Any) -> dict[str, Any]:
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise InputError("format", f"this is not a table saved as {FORMAT}")
    for name, kind in _PARTS.items():
        if type(saved.get(name)) is not kind:
            raise InputError(name, "is missing or has the wrong type")
    for name in saved:
        if name not in _PARTS and name not in {"format", "sealed"}:
            raise InputError(shown(name), "is not a field of a saved table")
    return saved


# --- sealed shoes ---------------------------------------------------------------------------------


def _sealed(table: LiveTable) -> dict[str, str] | None:
    """The origin of a table with sealed shoes, and the seed of the current shoe."""
    mix = table.state.mix
    if mix is None:
        return None
    shoe = table.shoe
    if not isinstance(shoe, SealedShoe):
        raise ValueError("only a sealed shoe can be saved with a table whose shoes are sealed")
    return {"origin": shoe.origin, "seed": shoe.seed(mix.number)}


def _with_sealed_shoes(
    house: House,
    random_below: Callable[[int], int],
    automations: Automations,
    state: Table,
    saved: dict[str, Any],
) -> LiveTable:
    """The table with its committed seed; later seeds come from ``random_below``."""
    from casinowar.fairness import FairShoe, Secret

    sealed, mix = saved["sealed"], state.mix
    if mix is None or not isinstance(sealed, dict) or set(sealed) != {"origin", "seed"}:
        raise InputError("sealed", "must be the origin and the seed of an open shoe")
    if not isinstance(sealed["origin"], str) or sealed["seed"] not in Digits(DIGITS):
        raise InputError("sealed", "must be the origin and the seed of an open shoe")
    seeds = {mix.number: Secret(bytes.fromhex(sealed["seed"]))}

    def seed(number: int) -> Secret:
        if number not in seeds:
            seeds[number] = Secret(bytes(random_below(256) for _ in range(DIGITS // 2)))
        return seeds[number]

    fair = FairShoe(sealed["origin"], seed)
    if fair.commitment(mix.number) != mix.commitment:
        raise InputError("sealed.seed", "does not match the house's commitment")
    table = LiveTable(house, random_below, automations, shoes=lambda _: fair)
    table.restore(state, saved["version"])
    return table


def _written(shoe: Shoe, decks: int) -> list[str]:
    """The cards of a stack; ``^`` marks a card that lies face up."""
    if not isinstance(shoe, Stack):
        raise ValueError("only a shoe that is a Stack of cards can be saved with its table")
    if len(shoe.cards) != decks * CARDS_PER_DECK:
        raise ValueError("only a shoe of whole decks can be saved with its table")
    return [f"{'^' * shoe.lies_face_up(at)}{card}" for at, card in enumerate(shoe.cards)]


def _read(words: list[Any], decks: int) -> Stack:
    if not all(isinstance(word, str) for word in words):
        raise InputError("shoe", "each card must be text")
    try:
        cards = [parse_card(word.removeprefix("^")) for word in words]
    except ValueError as error:
        raise InputError("shoe", str(error)) from None
    face_up = [at for at, word in enumerate(words) if word.startswith("^")]
    return complete_stack(cards, decks, face_up)
