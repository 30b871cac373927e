"""Commands as JSON and back: ``{"command": "place_wagers", "seat": 1, "initial_cents": 1000}``."""

from __future__ import annotations

from typing import cast

from casinowar.errors import did_you_mean
from casinowar.table.commands import COMMANDS, Command
from casinowar.table.legal import Offer
from casinowar.wire.convert import Json, from_json, to_json
from casinowar.wire.errors import (
    WireCode,
    WireError,
    missing_field,
    not_an_object,
    shown_json,
    wrong_type,
)


def command_to_json(command: Command) -> Json:
    """The command as a JSON object, without fields at their defaults.

    >>> from casinowar.table.commands import TakeCut
    >>> command_to_json(TakeCut(seat=3, cards=120))
    {'command': 'take_cut', 'seat': 3, 'cards': 120}
    """
    return cast("Json", to_json(command))


def offer_to_json(offer: Offer) -> Json:
    """An offer as a JSON object: the command, its fixed fields and the ranges of the others.

    ``{"command": "buy_chips", "seat": 1, "cash_cents": {"min": 50, "max": 1000000, "step": 50}}``
    """
    return cast("Json", to_json({"command": offer.command.NAME, **offer.fields}))


def read_command(written: object) -> Command:
    """Read a command from a JSON object; a WireError says what is wrong.

    The engine decides whether an amount, a seat or a name is valid.
    """
    if not isinstance(written, dict):
        raise not_an_object("a command", written)
    if "command" not in written:
        raise missing_field("command", "the name of a command")
    name = written["command"]
    if type(name) is not str:
        raise wrong_type("the name of a command", name).under("command")
    kind = COMMANDS.get(name)
    if kind is None:
        reason = f"there is no command {shown_json(name)}{did_you_mean(name, COMMANDS)}"
        raise WireError(WireCode.UNKNOWN_COMMAND, "", reason)
    try:
        return cast("Command", from_json(written, kind))
    except WireError as error:
        raise error.under(name) from None
