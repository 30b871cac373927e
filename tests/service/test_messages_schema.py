"""The schema of the socket's messages is what ``frames`` reads and writes.

Planted once and caught here: a frame without a schema, a frame with a field more, a code that the
schema does not have, a command that still asked for the player, an example that was left out, a
reader that took an id with a line break.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec import Struct

from casinowar.cli.main import main
from casinowar.service.conversation import messages
from casinowar.service.conversation.messages import (
    AnyRefusal,
    ChangeSeat,
    Goodbye,
    Hello,
    Kind,
    Unreadable,
    goodbye_frame,
    read_frame,
    refused_body,
)
from casinowar.service.conversation.schema import messages_schema
from casinowar.service.ports import Frame
from casinowar.service.refusals import ServiceCode, ServiceRefusal
from casinowar.table.commands import COMMANDS
from casinowar.table.events import EVENTS
from casinowar.table.refusals import Code, Refusal
from casinowar.wire import WireCode, WireRefusal, command_to_json
from tests.kit.profile import checked
from tests.kit.schemas import check_schema, validator
from tests.simulation.network import Socket
from tests.simulation.run import simulate
from tests.wire.test_schema import NONSENSE, TRIED, has_whole_float, references
from tests.wire.values import ANY_COMMAND, COMMAND_OF

Json = dict[str, Any]
SCHEMA = messages_schema()
DEFS: dict[str, Json] = SCHEMA["$defs"]
SEEDS = (1, 2)
MOST = 150  # of each kind of frame: a view takes a while to check


def frames_of(direction: str) -> list[str]:
    return [each["$ref"].removeprefix("#/$defs/") for each in DEFS[direction]["oneOf"]]


CLIENT, SERVER = frames_of("ClientFrame"), frames_of("ServerFrame")
VALIDATORS = {name: validator(SCHEMA, name) for name in (*CLIENT, *SERVER)}
OF_CLIENT = validator(SCHEMA, "ClientFrame")


def type_of(name: str) -> str:
    word: str = DEFS[name]["properties"]["type"]["const"]
    return word


KINDS = [kind.value for kind in Kind]
BY_TYPE = {type_of(name): VALIDATORS[name] for name in CLIENT}


def sent_as(frame: Json) -> list[str]:
    """The definitions that a frame of the server is valid by."""
    kinds = [name for name in SERVER if type_of(name) == frame["type"]]
    return [name for name in kinds if VALIDATORS[name].is_valid(frame)]


# --- the document ---------------------------------------------------------------------------------


def test_it_is_a_schema_and_every_reference_leads_somewhere() -> None:
    check_schema(SCHEMA)
    found = {each.removeprefix("#/$defs/") for each in references(SCHEMA)}
    assert found | {"ClientFrame", "ServerFrame"} == DEFS.keys(), "each is there and each is used"


def test_everything_is_described_and_objects_are_closed() -> None:
    for name, made in DEFS.items():
        assert made.get("description"), name
        if "properties" in made and name != "Offer":
            assert made["additionalProperties"] is False, name


def test_every_frame_that_the_code_can_send_or_read_has_a_schema() -> None:
    assert {type_of(name) for name in CLIENT} == {kind.value for kind in Kind}
    assert {type_of(name) for name in SERVER} == set(types_in_source())


def types_in_source() -> Iterator[str]:
    """The types of all frames that are sent."""
    for kind in vars(messages).values():
        if not isinstance(kind, type) or not issubclass(kind, Struct) or kind is Hello:
            continue
        if kind.__struct_config__.tag_field == "type":
            yield str(kind.__struct_config__.tag)


def test_every_command_event_and_code_is_there() -> None:
    commands = {COMMANDS[name].__name__ for name in COMMANDS} | {ChangeSeat.__name__}
    assert {each["$ref"][8:] for each in DEFS["Command"]["oneOf"]} == commands
    events = {kind.__name__ for kind in EVENTS.values()}
    assert {each["$ref"][8:] for each in DEFS["Event"]["oneOf"]} == events
    assert DEFS["Code"]["enum"] == list(Code)
    assert DEFS["WireCode"]["enum"] == list(WireCode)
    assert DEFS["ServiceCode"]["enum"] == list(ServiceCode)


@pytest.mark.parametrize("name", [*CLIENT, *SERVER])
def test_every_frame_has_an_example_that_is_valid_as_nothing_else(name: str) -> None:
    examples = DEFS[name]["examples"]
    assert examples
    for example in examples:
        VALIDATORS[name].validate(example)
        assert [each for each in VALIDATORS if VALIDATORS[each].is_valid(example)] == [name]
        if name in CLIENT:
            assert not isinstance(read_frame(json.dumps(example)), Unreadable)
        else:
            more = example | {"more": 1}
            assert not VALIDATORS[name].is_valid(more)
            for field in example.keys() - {"view", "id", "until_ms"}:
                less = {key: value for key, value in example.items() if key != field}
                assert not VALIDATORS[name].is_valid(less), f"{field} is always there"


def test_it_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "messages"]) == 0
    assert json.loads(capsys.readouterr().out) == SCHEMA


# --- what is sent ---------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [*Code, *WireCode, *ServiceCode])
def test_every_refusal_is_valid(code: Code | WireCode | ServiceCode) -> None:
    match code:
        case Code():
            refusal: AnyRefusal = Refusal(code=code, sentence="No.", cites="WI a1")
            expected = "TableRefusedFrame"
        case WireCode():
            refusal = WireRefusal(code=code, sentence="No.")
            expected = "MessageRefusedFrame"
        case ServiceCode():
            refusal = ServiceRefusal(code=code, sentence="No.", until_ms=5)
            expected = "ServiceRefusedFrame"
    assert sent_as(json.loads(refused_body("c1", refusal))) == [expected]


@pytest.mark.parametrize("reason", Goodbye)
def test_every_goodbye_is_valid(reason: Goodbye) -> None:
    assert sent_as(json.loads(goodbye_frame(reason).payload)) == ["GoodbyeFrame"]


# a process that is killed in a simulation leaves its generators unfinished
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_frame_of_a_simulated_day_is_valid(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, said = dict[bytes, None](), dict[str, None]()
    make, say = Frame.__init__, Socket.send

    def made_frame(frame: Frame, payload: bytes) -> None:
        made[payload] = None
        make(frame, payload)

    def said_message(socket: Socket, message: str) -> None:
        said[message] = None
        say(socket, message)

    monkeypatch.setattr(Frame, "__init__", made_frame)
    monkeypatch.setattr(Socket, "send", said_message)
    assert not simulate(seed).failure
    checked_frames = dict[str, int]()
    for payload in made:
        frame = json.loads(payload)
        kind = frame["type"] + ("" if frame.get("ok", True) else " refused")
        checked_frames[kind] = checked_frames.get(kind, 0) + 1
        if checked_frames[kind] <= MOST:
            assert len(sent_as(frame)) == 1, payload.decode()[:400]
    assert {"welcome", "events", "offers", "answer", "answer refused"} <= checked_frames.keys()
    for message in list(said)[: 3 * MOST]:
        agree(message)


def agree(message: str) -> None:
    """The reader takes a message exactly if it is valid."""
    try:
        written = json.loads(message)
        kind = written.get("type") if isinstance(written, dict) else None
        valid = (BY_TYPE[kind] if kind in KINDS else OF_CLIENT).is_valid(written)
    except ValueError:
        valid = False
    assert valid != isinstance(read_frame(message), Unreadable), message


# --- what is read ---------------------------------------------------------------------------------


def as_given(written: Json) -> Json:
    """A command as a client gives it."""
    if written["command"] == "take_seat":
        written = {key: written[key] for key in ("command", "seat")}
    return {"type": "command", "id": "c1", "command": written}


@pytest.mark.parametrize("name", COMMANDS)
@given(data=st.data())
@checked(4)
def test_each_command_is_valid_and_read(name: str, data: st.DataObject) -> None:
    frame = as_given(command_to_json(data.draw(COMMAND_OF[name])))
    VALIDATORS["CommandFrame"].validate(frame)
    assert not isinstance(read_frame(json.dumps(frame)), Unreadable)


@given(
    command=ANY_COMMAND.map(command_to_json)
    | st.just({"command": "change_seat", "seat": 1, "to": 2}),
    data=st.data(),
    value=NONSENSE | st.sampled_from(TRIED),
)
@checked(150)
def test_a_changed_command_is_read_exactly_if_it_is_valid(
    command: Json, data: st.DataObject, value: object
) -> None:
    assume(not has_whole_float(value))
    frame = as_given(command)
    part = data.draw(st.sampled_from([frame, frame["command"]]))
    name = data.draw(st.sampled_from([*part, "player", "name", "reason", "who", "extra"]))
    if data.draw(st.booleans()) or name not in part:
        part[name] = value
    else:
        del part[name]
    agree(json.dumps(frame))


FIELDS = {
    "hello": ("last", "stream", "views", "offers", "people", "id"),
    "command": ("id", "command", "reason"),
    "ask": ("id", "ask", "who"),
    "say": ("id", "phrase", "who"),
    "ping": ("id", "x"),
}
IDS = ["c1", "", "x" * 64, "x" * 65, "a b", "é", "c1\n", "\t", "\x7f", "~"]
WORDS = [
    "well_played",
    "rude words",
    "view",
    "legal",
    "due",
    "snapshot",
    "shoe",
    "x" * 200,
    "x" * 201,
]


@pytest.mark.parametrize("name", CLIENT)
def test_every_field_of_a_frame_is_read_exactly_if_it_is_valid(name: str) -> None:
    example = DEFS[name]["examples"][0]
    for field in (*FIELDS[example["type"]], "type"):
        for value in (*TRIED, *IDS, *WORDS, 2**53 - 1, 2**53, -1):
            agree(json.dumps(example | {field: value}))
        agree(json.dumps({key: example[key] for key in example if key != field}))
