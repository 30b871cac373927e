"""What a person may do now, as JSON: a command with its fixed fields and the ranges of the others.

``{"command": "buy_chips", "seat": 1, "cash_cents": {"min": 50, "max": 1000000, "step": 50}}``
"""

from __future__ import annotations

from enum import StrEnum

from casinowar.table.legal import Allowed, Days, Offer, Range, Text
from casinowar.wire.shapes import Json


def offer_to_json(offer: Offer) -> Json:
    """The offer as an object; replace each range with a value and it is the command itself."""
    written: Json = {"command": offer.command.NAME}
    for name, allowed in offer.fields.items():
        written[name] = _sides(allowed) if name == "sides" else _allowed(allowed)
    return written


def _sides(allowed: object) -> Json:
    assert isinstance(allowed, tuple)
    return {name: _allowed(amounts) for name, amounts in allowed}


def _allowed(allowed: Allowed) -> object:
    match allowed:
        case Range():
            return {"min": allowed.min, "max": allowed.max, "step": allowed.step}
        case Text():
            return {
                "min_length": 1,
                "max_length": allowed.max_length,
                "not": list(allowed.other_than),
            }
        case Days():
            first, last = allowed.min, allowed.max
            return {
                "min": None if first is None else first.isoformat(),
                "max": None if last is None else last.isoformat(),
            }
        case StrEnum():
            return allowed.value
        case tuple():
            return list(allowed)
        case _:
            return allowed
