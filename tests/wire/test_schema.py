"""The schemas describe exactly what is written and read.

The one difference: JSON Schema counts 1.0 as a whole number, and the reader does not.

Planted once and caught here: a schema without the range of numbers, an optional field that was
required, a record whose schema let unknown fields pass.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import fields

from casinowar.cards import DECK, Card
from casinowar.schema import PARTS, views_schema, whole_schema
from casinowar.table.commands import COMMANDS
from casinowar.table.events import EVENTS
from casinowar.table.message import Message, Text, Whole
from casinowar.table.refusals import Code, Refusal
from casinowar.table.state import Phase, RackedCard
from casinowar.wire import (
    WireCode,
    WireError,
    WireRefusal,
    command_to_json,
    event_from_json,
    event_to_json,
    from_json,
    refusal_to_json,
    request_from_json,
    to_json,
)
from tests.kit.profile import checked
from tests.kit.schemas import check_schema, validator
from tests.wire.test_requests import ASKS, REFUSED
from tests.wire.values import ANY_COMMAND, ANY_EVENT, ANY_JSON, COMMAND_OF, EVENT_OF, made_of

SCHEMAS = {name: make() for name, make in PARTS.items()}
WHOLE = validator(SCHEMAS["events"])
EVENT = {n: validator(SCHEMAS["events"], kind.__name__) for n, kind in EVENTS.items()}
COMMAND = {n: validator(SCHEMAS["commands"], kind.__name__) for n, kind in COMMANDS.items()}


@pytest.mark.parametrize("schema", [*SCHEMAS.values(), whole_schema()])
def test_each_document_is_a_schema_and_every_reference_leads_somewhere(
    schema: dict[str, Any],
) -> None:
    check_schema(schema)
    assert schema["$schema"].endswith("2020-12/schema")
    for reference in references(schema):
        assert reference.removeprefix("#/$defs/") in schema["$defs"]


def references(schema: object) -> list[str]:
    if isinstance(schema, list):
        return [found for part in schema for found in references(part)]
    if not isinstance(schema, dict):
        return []
    own = [schema["$ref"]] if "$ref" in schema else []
    return own + references(list(schema.values()))


def test_every_object_is_described_and_closed() -> None:
    for name, made in whole_schema()["$defs"].items():
        if made.get("type") == "object":
            assert made["additionalProperties"] is False, name
        assert made.get("description") or made.get("title"), name


def test_every_command_event_and_code_is_there() -> None:
    defs = whole_schema()["$defs"]
    for command in COMMANDS.values():
        assert defs[command.__name__]["properties"]["command"] == {"const": command.NAME}
    for event in EVENTS.values():
        assert defs[event.__name__]["properties"]["version"] == {"const": 1}
    codes = defs["Refusal"]["properties"]["code"]["enum"]
    assert codes == [*Code, *WireCode]


# --- what is written validates --------------------------------------------------------------------


@pytest.mark.parametrize("name", EVENTS)
@given(data=st.data())
@checked(4)
def test_each_event_that_is_written_validates(name: str, data: st.DataObject) -> None:
    EVENT[name].validate(event_to_json(data.draw(EVENT_OF[name])))


@pytest.mark.parametrize("name", COMMANDS)
@given(data=st.data())
@checked(4)
def test_each_command_that_is_written_validates(name: str, data: st.DataObject) -> None:
    written = command_to_json(data.draw(COMMAND_OF[name]))
    COMMAND[name].validate(written)
    COMMAND[name].validate(written | {"id": data.draw(st.integers(0, 9) | st.just("x"))})


@given(event=ANY_EVENT)
@checked(15)
def test_an_event_is_one_of_all(event: Any) -> None:
    WHOLE.validate(event_to_json(event))


@pytest.mark.parametrize("line", ASKS)
def test_a_question_validates(line: str) -> None:
    validator(SCHEMAS["asks"]).validate(json.loads(line))


@pytest.mark.parametrize("name", [name for name in REFUSED if "question" in name or "who" in name])
def test_a_refused_question_does_not_validate(name: str) -> None:
    assert not validator(SCHEMAS["asks"]).is_valid(json.loads(REFUSED[name][0]))


@pytest.mark.parametrize("code", [*Code, *WireCode])
def test_a_refusal_validates(code: Code | WireCode) -> None:
    if isinstance(code, Code):
        refusal: Refusal | WireRefusal = Refusal(code=code, sentence="No.", cites="WI a1")
    else:
        refusal = WireRefusal(code=code, sentence="No.")
    checker = validator(SCHEMAS["refusals"])
    checker.validate(refusal_to_json(refusal))
    assert not checker.is_valid(refusal_to_json(refusal) | {"ok": True})


# --- reader and schema give one verdict -----------------------------------------------------------


def has_whole_float(value: object) -> bool:
    if isinstance(value, float):
        return value.is_integer()
    if isinstance(value, dict):
        value = list(value.values())
    return isinstance(value, list) and any(map(has_whole_float, value))


def is_event(written: object) -> bool:
    try:
        event_from_json(written)
    except WireError:
        return False
    return True


NONSENSE = ANY_JSON | st.text(max_size=3).map(lambda text: text + "\n")


@given(event=ANY_EVENT, data=st.data(), value=NONSENSE)
@checked(400, always=True)
def test_a_changed_event_is_read_exactly_if_it_validates(
    event: Any, data: st.DataObject, value: object
) -> None:
    assume(not has_whole_float(value))
    written = event_to_json(event)
    change(written, data, value)
    assert EVENT[event.NAME].is_valid(written) == (
        is_event(written) and written["name"] == event.NAME
    )


@given(command=ANY_COMMAND, data=st.data(), value=NONSENSE)
@checked(400)
def test_a_changed_command_is_read_exactly_if_it_validates(
    command: Any, data: st.DataObject, value: object
) -> None:
    assume(not has_whole_float(value))
    written = command_to_json(command)
    change(written, data, value)
    read = request_from_json(written).content
    same = not isinstance(read, WireRefusal) and written["command"] == command.NAME
    assert COMMAND[command.NAME].is_valid(written) == same


# of each JSON type, and near each kind of value
TRIED: list[Any] = [
    None, True, 0, 1, 2**63 - 1, 2**63, -(2**63) - 1, 1.5, "", "x", "\0", "Kh", "??",
    "Kh\n", "KH", "10s", "K♥",
    "2024-02-29", "2024-02-30", "2024-02-29\n", "chips", "tie", [], ["x"], [1], [["x", 1]],
    [["x"]], [["x", 1, 2]],
    [{"card": "Kh", "lies": "hand"}], {}, {"x": 1}, {"x": "1"}, {"x": 2**63},
]  # fmt: skip


@pytest.mark.parametrize("name", EVENTS)
@given(data=st.data())
@checked(1)
def test_every_field_of_an_event_is_read_exactly_if_it_validates(
    name: str, data: st.DataObject
) -> None:
    written = event_to_json(data.draw(EVENT_OF[name]))
    for field in written.keys() - {"name", "version"}:
        for value in TRIED:
            changed = written | {field: value}
            assert EVENT[name].is_valid(changed) == is_event(changed), (field, value)


@pytest.mark.parametrize("name", COMMANDS)
@given(data=st.data())
@checked(1)
def test_every_field_of_a_command_is_read_exactly_if_it_validates(
    name: str, data: st.DataObject
) -> None:
    written = command_to_json(data.draw(COMMAND_OF[name]))
    for field in {each.name for each in fields(COMMANDS[name])} | {"id"}:
        for value in TRIED:
            answer = request_from_json(written | {field: value}).content
            refused = isinstance(answer, WireRefusal)
            assert COMMAND[name].is_valid(written | {field: value}) != refused, (field, value)
            if isinstance(answer, WireRefusal):
                assert answer.code in (WireCode.WRONG_TYPE, WireCode.WRONG_VALUE)
                assert field in answer.sentence


def change(written: dict[str, Any], data: st.DataObject, value: object) -> None:
    """One field with another value, one field less, or one field more."""
    name = data.draw(st.sampled_from([*written, "id", "sides", "extra"]))
    if data.draw(st.booleans()) or name not in written:
        written[name] = value
    else:
        del written[name]


# --- views ----------------------------------------------------------------------------------------


class Chips(Message):
    """Chips of one kind."""

    cents: Whole


class Look(Message):
    """What somebody sees, for this test."""

    phase: Phase
    card: Card | None
    rack: tuple[RackedCard, ...]
    chips: dict[Text, Chips]
    best: Chips | Whole | None
    sides: tuple[tuple[Text, Whole], ...] = ()
    open: bool = False


LOOK = Look(
    phase=Phase.DEAL, card=DECK[0], rack=(), chips={"red": Chips(cents=500)}, best=Chips(cents=5)
)


def test_a_view_is_written_with_all_its_fields() -> None:
    assert to_json(LOOK) == {
        "phase": "deal",
        "card": "2c",
        "rack": [],
        "chips": {"red": {"cents": 500}},
        "best": {"cents": 5},
        "sides": [],
        "open": False,
    }


@given(look=made_of(Look))
@checked(60)
def test_a_view_validates_and_reads_back(look: Look) -> None:
    written = to_json(look)
    validator(views_schema(Look)).validate(written)
    assert from_json(json.loads(json.dumps(written)), Look) == look


@given(look=made_of(Look), data=st.data(), value=NONSENSE)
@checked(150)
def test_a_changed_view_is_read_exactly_if_it_validates(
    look: Look, data: st.DataObject, value: object
) -> None:
    assume(not has_whole_float(value))
    written = to_json(look)
    change(written, data, value)
    try:
        from_json(written, Look)
        read = True
    except WireError:
        read = False
    assert validator(views_schema(Look)).is_valid(written) == read


def test_views_are_part_of_the_whole() -> None:
    schema = whole_schema(Look)
    check_schema(schema)
    assert schema["$defs"]["views"]["oneOf"] == [{"$ref": "#/$defs/Look"}]
