"""Messages as they come in: bytes, an id, a command or a question; every fault is an answer.

Planted once and caught here: a key twice behind an escape, escaped marks that made up for a lost
key, an id lost where its command was wrong, a text without an end that took half a minute to read.
"""

from __future__ import annotations

import json
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.table import commands as c
from casinowar.table.commands.base import Command, Role
from casinowar.table.roles import Who
from casinowar.wire import (
    Ask,
    Question,
    Request,
    WireCode,
    WireError,
    WireRefusal,
    decode_json,
    read_request,
    request_from_json,
)
from tests.kit.profile import checked
from tests.wire.values import ANY_JSON

TAKE = b'{"id": 7, "command": "take_cut", "seat": 3, "cards": 120}'


def test_a_command_with_its_id() -> None:
    assert read_request(TAKE) == Request(id=7, content=c.TakeCut(seat=3, cards=120))
    assert read_request(TAKE.decode()) == read_request(TAKE)


@pytest.mark.parametrize("identity", [0, -1, 2**63 - 1, "", "a-1", None])
def test_an_id_is_a_number_or_text(identity: object) -> None:
    assert request_from_json({"id": identity, "command": "close_table"}).id == identity


@pytest.mark.parametrize("identity", [True, 1.5, [], {}, 2**63])
def test_another_id_is_refused_and_not_repeated(identity: object) -> None:
    request = request_from_json({"id": identity, "command": "close_table"})
    assert request.id is None
    assert isinstance(request.content, WireRefusal)
    assert request.content.sentence.startswith("id must be ")


def test_the_id_is_kept_where_the_rest_is_wrong() -> None:
    request = read_request(b'{"id": "x", "command": "take_cuts"}')
    assert request.id == "x"
    assert isinstance(request.content, WireRefusal)
    assert request.content.code is WireCode.UNKNOWN_COMMAND


ASKS: dict[str, Ask] = {
    '{"ask": "view"}': Ask(question=Question.VIEW),
    '{"ask": "view", "who": null}': Ask(question=Question.VIEW),
    '{"ask": "view", "who": "dealer"}': Ask(question=Question.VIEW, who=Who(role=Role.DEALER)),
    '{"ask": "legal", "who": "seat 1"}': Ask(
        question=Question.LEGAL, who=Who(role=Role.PLAYER, seat=1)
    ),
    '{"ask": "legal", "who": "floor"}': Ask(question=Question.LEGAL, who=Who(role=Role.FLOOR)),
    '{"ask": "due"}': Ask(question=Question.DUE),
    '{"ask": "snapshot"}': Ask(question=Question.SNAPSHOT),
}


@pytest.mark.parametrize("line", ASKS)
def test_a_question(line: str) -> None:
    assert read_request(line) == Request(id=None, content=ASKS[line])


REFUSED: dict[str, tuple[str | bytes, WireCode, str]] = {
    "empty": ("", WireCode.NOT_JSON, "The message is not JSON"),
    "broken": ("{", WireCode.NOT_JSON, "The message is not JSON"),
    "two values": ("{} {}", WireCode.NOT_JSON, "The message is not JSON"),
    "not a number": ('{"a": NaN}', WireCode.NOT_JSON, "The message is not JSON"),
    "infinity": ('{"a": -Infinity}', WireCode.NOT_JSON, "The message is not JSON"),
    "1e400": ('{"a": 1e400}', WireCode.NOT_JSON, "The message is not JSON"),
    "many digits": ('{"a": ' + "9" * 6000 + "}", WireCode.NOT_JSON, "The message is not JSON"),
    "not UTF-8": (b'{"a": "\xff"}', WireCode.NOT_JSON, "The message is not JSON"),
    "half a character": ('{"a": "\\ud800"}', WireCode.NOT_JSON, "The message is not JSON"),
    "half a character, raw": ('{"a": "\ud800"}', WireCode.NOT_JSON, "The message is not JSON"),
    "a mark before": (b"\xef\xbb\xbf{}", WireCode.NOT_JSON, "The message is not JSON"),
    "deep": ("[" * 20_000, WireCode.TOO_DEEP, "The message is nested too deeply."),
    "deep objects": ('{"a":' * 13_000, WireCode.TOO_DEEP, "The message is nested too deeply."),
    "large": (b" " * 65_537, WireCode.TOO_LARGE, "The message is longer than 65,536 bytes."),
    "a key twice": (
        '{"command": "close_table", "command": "take_cut"}',
        WireCode.DUPLICATE_KEY,
        "The message has the key 'command' twice.",
    ),
    "a key twice, escaped": (
        '{"ask": "due", "\\u0061sk": "due"}',
        WireCode.DUPLICATE_KEY,
        "The message has the key 'ask' twice.",
    ),
    "a key twice, further in": (
        '{"command": "place_wagers", "sides": {"a": 1, "a": 1}}',
        WireCode.DUPLICATE_KEY,
        "The message has the key 'a' twice.",
    ),
    "a key twice, with colons about": (
        '{"command": "x:y", "a:b": 1, "a:b": "::"}',
        WireCode.DUPLICATE_KEY,
        "The message has the key 'a:b' twice.",
    ),
    "a key twice, with escaped marks": (
        '{"a": 1, "a": 2, "b": "\\u0022\\u0022"}',
        WireCode.DUPLICATE_KEY,
        "The message has the key 'a' twice.",
    ),
    "a number": ("5", WireCode.NOT_AN_OBJECT, "A message must be an object, not 5."),
    "no command": (
        '{"id": 1}',
        WireCode.MISSING_FIELD,
        "command is missing; it must be the name of a command, or ask",
    ),
    "a command and a question": (
        '{"ask": "due", "command": "close_table"}',
        WireCode.UNKNOWN_FIELD,
        "ask.command is not a known field",
    ),
    "unknown question": (
        '{"ask": "views"}',
        WireCode.UNKNOWN_ASK,
        'There is no question "views"; did you mean view?',
    ),
    "no question": (
        '{"ask": "¿"}',
        WireCode.UNKNOWN_ASK,
        'There is no question "¿"; ask view, legal, due, snapshot.',
    ),
    "question a number": ('{"ask": 5}', WireCode.WRONG_TYPE, "ask must be the name of a question"),
    "who is missing": ('{"ask": "legal"}', WireCode.MISSING_FIELD, "legal.who is missing"),
    "who is null": ('{"ask": "legal", "who": null}', WireCode.MISSING_FIELD, "legal.who is miss"),
    "who is nobody": ('{"ask": "view", "who": "seat 0"}', WireCode.WRONG_VALUE, "view.who must be"),
    "who is a number": ('{"ask": "view", "who": 1}', WireCode.WRONG_TYPE, "view.who must be"),
    "who where none is": ('{"ask": "due", "who": "floor"}', WireCode.UNKNOWN_FIELD, "due.who is"),
    "another field": ('{"ask": "view", "seat": 1}', WireCode.UNKNOWN_FIELD, "view.seat is not"),
}


@pytest.mark.parametrize("end", [b"", b"\\", b"\\\n"])
def test_a_text_without_an_end_is_refused_at_once(end: bytes) -> None:
    """Each escaped mark in it could be the beginning of another text."""
    message = b"[" * 201 + b'"' + b'\\"' * 32_000 + end
    began = process_time()
    with pytest.raises(WireError) as refused:
        decode_json(message)
    assert refused.value.code is WireCode.TOO_DEEP
    assert process_time() - began < 1


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_request_is_answered(name: str) -> None:
    raw, code, begins = REFUSED[name]
    answer = read_request(raw).content
    assert isinstance(answer, WireRefusal)
    assert answer.code is code
    assert answer.sentence.startswith(begins)
    assert answer.sentence.isprintable()
    assert len(answer.sentence) <= 420


@given(raw=st.binary(max_size=60) | st.text(max_size=60))
@checked(200, always=True)
def test_any_bytes_are_answered(raw: bytes | str) -> None:
    assert isinstance(read_request(raw).content, WireRefusal)


@given(written=ANY_JSON)
@checked(200)
def test_any_json_is_read_as_it_is(written: Any) -> None:
    assert decode_json(json.dumps(written)) == written
    assert decode_json(json.dumps(written, ensure_ascii=False)) == written


@given(written=ANY_JSON, identity=st.integers(-5, 5) | st.text(max_size=3))
@checked(100)
def test_any_object_is_answered_under_its_id(written: object, identity: int | str) -> None:
    fields = written if isinstance(written, dict) else {"command": written}
    request = request_from_json({**fields, "id": identity})
    assert isinstance(request.content, WireRefusal | Command | Ask)
    assert request.id in (identity, None)
