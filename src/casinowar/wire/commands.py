"""Commands as JSON and back: ``{"command": "place_wagers", "seat": 1, "initial_cents": 1000}``.

Reading never raises: anything that is not a command is answered with a code and a sentence.
Whether an amount, a seat or a name makes sense is for the engine to decide.
"""

from __future__ import annotations

from typing import cast

from casinowar.table.commands import COMMANDS, Command
from casinowar.wire.convert import Json, from_json, to_json
from casinowar.wire.errors import (
    WireCode,
    WireError,
    WireRefusal,
    as_refusal,
    did_you_mean,
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


def command_from_json(written: object) -> Command | WireRefusal:
    """The command in a JSON object, or the answer if there is none.

    >>> print(command_from_json({"command": "take_cut", "seat": 3, "card": 120}))
    take_cut.card is not a known field; did you mean cards?
    """
    try:
        return read_command(written)
    except WireError as error:
        return as_refusal(error)


def read_command(written: object) -> Command:
    """The command in a JSON object; a WireError says what is wrong."""
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
