"""Commands as JSON and back, and a code and a sentence for everything that is none.

Planted once and caught here: a default that was written, an unknown field that was ignored, a float
read as a number, an exception for a name that is a list.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.table import commands as c
from casinowar.table.commands import COMMANDS
from casinowar.table.commands.base import Command
from casinowar.table.refusals import Code, Refusal
from casinowar.wire import (
    WireCode,
    WireError,
    WireRefusal,
    command_to_json,
    encode_json,
    read_command,
    refusal_to_json,
)
from casinowar.wire.errors import as_refusal
from tests.kit.profile import checked
from tests.wire.values import ANY_COMMAND, ANY_JSON, COMMAND_OF


def command_from_json(written: object) -> Command | WireRefusal:
    """The command, or the answer if there is none."""
    try:
        return read_command(written)
    except WireError as error:
        return as_refusal(error)


@pytest.mark.parametrize("name", COMMANDS)
@given(data=st.data())
@checked(8)
def test_each_command_survives_the_way_through_json(name: str, data: st.DataObject) -> None:
    command = data.draw(COMMAND_OF[name])
    written = command_to_json(command)
    assert next(iter(written.items())) == ("command", name)
    for again in (json.loads(json.dumps(written)), json.loads(encode_json(written))):
        read = command_from_json(again)
        assert read == command
        assert type(read) is type(command)
        assert isinstance(read, Command)
        assert command_to_json(read) == written


def test_fields_at_their_default_are_left_out() -> None:
    placed = c.PlaceWagers(seat=1, initial_cents=1000)
    assert command_to_json(placed) == {"command": "place_wagers", "seat": 1, "initial_cents": 1000}


def test_side_bets_are_an_object() -> None:
    placed = c.PlaceWagers(seat=1, sides={"b": 500, "a": 200})
    written = {"command": "place_wagers", "seat": 1, "sides": {"b": 500, "a": 200}}
    assert command_to_json(placed) == written
    assert command_from_json(written) == placed


# --- refused --------------------------------------------------------------------------------------

WAGERS: dict[str, Any] = {"command": "place_wagers", "seat": 1}
OPEN = {"command": "open_table", "day": "2024-05-01", "dealer": "Kim", "tray_cents": 1}
REFUSED: dict[str, tuple[object, WireCode, str]] = {
    "null": (None, WireCode.NOT_AN_OBJECT, "A command must be an object, not null."),
    "a list": ([], WireCode.NOT_AN_OBJECT, "A command must be an object, not []."),
    "nothing": (
        {},
        WireCode.MISSING_FIELD,
        "command is missing; it must be the name of a command.",
    ),
    "no name": (
        {"command": ["x"]},
        WireCode.WRONG_TYPE,
        'command must be the name of a command, not ["x"].',
    ),
    "unknown": (
        {"command": "place_wager"},
        WireCode.UNKNOWN_COMMAND,
        'There is no command "place_wager"; did you mean place_wagers?',
    ),
    "nonsense": ({"command": "¿"}, WireCode.UNKNOWN_COMMAND, 'There is no command "¿".'),
    "two lines": ({"command": "a\nb"}, WireCode.UNKNOWN_COMMAND, 'There is no command "a\\nb".'),
    "long": (
        {"command": "x" * 9999},
        WireCode.UNKNOWN_COMMAND,
        f'There is no command "{"x" * 36}....',
    ),
    "seat missing": (
        {"command": "place_wagers"},
        WireCode.MISSING_FIELD,
        "place_wagers.seat is missing; it must be a whole number.",
    ),
    "misspelt": (
        WAGERS | {"inital_cents": 5},
        WireCode.UNKNOWN_FIELD,
        "place_wagers.inital_cents is not a known field; did you mean initial_cents?",
    ),
    "id": (WAGERS | {"id": 5}, WireCode.UNKNOWN_FIELD, "place_wagers.id is not a known field."),
    "seat text": (
        WAGERS | {"seat": "1"},
        WireCode.WRONG_TYPE,
        'place_wagers.seat must be a whole number, not "1".',
    ),
    "seat true": (
        WAGERS | {"seat": True},
        WireCode.WRONG_TYPE,
        "place_wagers.seat must be a whole number, not true.",
    ),
    "seat null": (
        WAGERS | {"seat": None},
        WireCode.WRONG_TYPE,
        "place_wagers.seat must be a whole number, not null.",
    ),
    "amount a float": (
        WAGERS | {"tie_cents": 1.0},
        WireCode.WRONG_TYPE,
        "place_wagers.tie_cents must be a whole number, not 1.0.",
    ),
    "amount of 65 bits": (
        WAGERS | {"tie_cents": 2**63},
        WireCode.WRONG_VALUE,
        "place_wagers.tie_cents must be a whole number of 64 bits, not 9223372036854775808.",
    ),
    "amount of many digits": (
        WAGERS | {"tie_cents": -(10**5000)},
        WireCode.WRONG_VALUE,
        "place_wagers.tie_cents must be a whole number of 64 bits, not this int.",
    ),
    "form unknown": (
        WAGERS | {"form": "gold"},
        WireCode.WRONG_VALUE,
        'place_wagers.form must be one of chips, plaques, coupon, not "gold".',
    ),
    "form a number": (
        WAGERS | {"form": 1},
        WireCode.WRONG_TYPE,
        "place_wagers.form must be one of chips, plaques, coupon, not 1.",
    ),
    "sides text": (
        WAGERS | {"sides": "a"},
        WireCode.WRONG_TYPE,
        'place_wagers.sides must be an object whose values are each a whole number, not "a".',
    ),
    "side a float": (
        WAGERS | {"sides": {"a": 0.5}},
        WireCode.WRONG_TYPE,
        "place_wagers.sides.a must be a whole number, not 0.5.",
    ),
    "date in words": (
        OPEN | {"day": "today"},
        WireCode.WRONG_VALUE,
        'open_table.day must be a date like "2023-05-01", not "today".',
    ),
    "decks text": (
        OPEN | {"decks": "6"},
        WireCode.WRONG_TYPE,
        'open_table.decks must be a whole number, not "6".',
    ),
    "backs text": (
        {"command": "receive_decks", "decks": 6, "backs": "red", "cutting_card": "white"},
        WireCode.WRONG_TYPE,
        'receive_decks.backs must be a list whose items are each text, not "red".',
    ),
    "backs of numbers": (
        {"command": "receive_decks", "decks": 6, "backs": ["a", 5], "cutting_card": "white"},
        WireCode.WRONG_TYPE,
        "receive_decks.backs[1] must be text, not 5.",
    ),
    "a zero byte": (
        {"command": "change_dealer", "dealer": "a\0"},
        WireCode.WRONG_VALUE,
        'change_dealer.dealer must be text without U+0000, not "a\\u0000".',
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_command_is_answered(name: str) -> None:
    written, code, sentence = REFUSED[name]
    answer = command_from_json(written)
    assert isinstance(answer, WireRefusal)
    assert (answer.code, answer.sentence) == (code, sentence)
    assert refusal_to_json(answer) == {"ok": False, "code": code, "message": answer.sentence}


def test_what_may_be_null_is_optional() -> None:
    opened = command_from_json(OPEN | {"decks": None, "shuffling": None})
    assert opened == command_from_json(OPEN)
    assert command_from_json({"command": "go_to_war", "seat": 1, "war_tie_cents": None}) == (
        c.GoToWar(seat=1)
    )


def test_a_refusal_of_the_engine_cites() -> None:
    refusal = Refusal(code=Code.BELOW_MINIMUM, sentence="Too little.", cites="WI f1")
    assert refusal_to_json(refusal) == {
        "ok": False, "code": "wager/below_minimum", "message": "Too little.", "cites": "WI f1",
    }  # fmt: skip


def test_no_code_of_a_message_is_one_of_the_engine() -> None:
    assert not {code.value for code in WireCode} & {code.value for code in Code}
    others = [code for code in WireCode if not code.value.startswith("message/")]
    assert others == [WireCode.NOT_RECORDED]  # the message was read, and could not be kept


@given(written=ANY_JSON)
@checked(100)
def test_any_json_is_answered(written: object) -> None:
    assert isinstance(command_from_json(written), WireRefusal)


@given(command=ANY_COMMAND, data=st.data(), value=ANY_JSON)
@checked(200)
def test_one_field_replaced_by_any_json_reads_or_is_answered(
    command: Command, data: st.DataObject, value: object
) -> None:
    written = command_to_json(command)
    field = data.draw(st.sampled_from(sorted(written)))
    written[field] = value
    answer = command_from_json(written)
    if isinstance(answer, WireRefusal):
        assert answer.sentence.isprintable()
        assert field in answer.sentence or "command" in answer.sentence
        assert answer.code is not WireCode.UNKNOWN_FIELD
    else:
        assert type(command_from_json(command_to_json(answer))) is type(answer)
