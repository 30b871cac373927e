"""What a person may do now, as JSON: a command with its fixed fields and the ranges of the others.

``{"command": "buy_chips", "seat": 1, "cash_cents": {"min": 50, "max": 1000000, "step": 50}}``
"""

from __future__ import annotations

from typing import cast

from casinowar.table.legal import Offer
from casinowar.wire.convert import Json, to_json


def offer_to_json(offer: Offer) -> Json:
    """The offer as an object; replace each range with a value and it is the command itself."""
    return cast("Json", to_json({"command": offer.command.NAME, **offer.fields}))
