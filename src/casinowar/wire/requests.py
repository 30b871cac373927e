"""One message to a table: a command or a question, with an id that the answer repeats.

``{"id": 7, "command": "place_wagers", "seat": 1, "initial_cents": 1000}``
``{"id": 8, "ask": "legal", "who": "seat 1"}``
"""

from __future__ import annotations

from enum import StrEnum
from typing import cast

from casinowar.errors import did_you_mean
from casinowar.houses.house import SEATS_MAX
from casinowar.table.commands import Command
from casinowar.table.message import Message, Text, Whole
from casinowar.table.roles import DEALER_ROLE, FLOOR_ROLE, Who, player_at
from casinowar.wire.commands import read_command
from casinowar.wire.convert import Json, from_json
from casinowar.wire.errors import (
    WireCode,
    WireError,
    WireRefusal,
    as_refusal,
    missing_field,
    not_an_object,
    shown_json,
    unknown_field,
    wrong_type,
    wrong_value,
)
from casinowar.wire.parse import MESSAGE_MAX_BYTES, decode_json

WHO_WORDS = '"seat 1", "dealer" or "floor"'


class Question(StrEnum):
    """The questions that a table answers."""

    VIEW = "view"
    LEGAL = "legal"
    DUE = "due"
    SNAPSHOT = "snapshot"


# the questions that take ``who``, and whether it is required
WHO_ASKS: dict[Question, bool] = {Question.VIEW: False, Question.LEGAL: True}
_PLAYERS = map(player_at, range(1, SEATS_MAX + 1))
ANYBODY: dict[str, Who] = {str(who): who for who in (*_PLAYERS, DEALER_ROLE, FLOOR_ROLE)}


class Ask(Message):
    """A question about the table; without ``who``, the view shows what everybody sees."""

    question: Question
    who: Who | None = None


class Request(Message):
    """A message to a table, with the id that its answer repeats."""

    id: int | str | None
    content: Command | Ask | WireRefusal
    who: Who | None = None  # who gives the command, if stated


def read_request(raw: bytes | str, most_bytes: int = MESSAGE_MAX_BYTES) -> Request:
    """Read the request in the bytes of a message; never raises."""
    try:
        return request_from_json(decode_json(raw, most_bytes))
    except WireError as error:
        return Request(id=None, content=as_refusal(error))


def request_from_json(written: object) -> Request:
    """Read the request in a JSON value; never raises."""
    identity: int | str | None = None
    try:
        if type(written) is not dict:
            raise not_an_object("a message", written)
        fields: Json = dict(written)
        if fields.get("id") is not None:
            identity = _identity(fields["id"])
        fields.pop("id", None)
        if "ask" in fields:
            return Request(id=identity, content=_read_ask(fields))
        if "command" not in fields:
            raise missing_field("command", "the name of a command, or ask with a question")
        who = _somebody(fields.pop("who"), "who") if "who" in fields else None
        return Request(id=identity, content=read_command(fields), who=who)
    except WireError as error:
        return Request(id=identity, content=as_refusal(error))


def _identity(value: object) -> int | str:
    try:
        return cast("int | str", from_json(value, Whole | Text))
    except WireError as error:
        raise error.under("id") from None


def _read_ask(fields: Json) -> Ask:
    asked = fields.pop("ask")
    if "command" in fields:
        raise unknown_field("command", ()).under("ask")
    if type(asked) is not str:
        raise wrong_type("the name of a question", asked).under("ask")
    words = [question.value for question in Question]
    if asked not in words:
        hint = did_you_mean(asked, words) or f"; ask {', '.join(words)}"
        raise WireError(WireCode.UNKNOWN_ASK, "", f"there is no question {shown_json(asked)}{hint}")
    question, who = Question(asked), None
    if question in WHO_ASKS:
        written = fields.pop("who", None)
        if written is not None:
            who = _somebody(written, f"{question}.who")
        elif WHO_ASKS[question]:
            raise missing_field("who", WHO_WORDS).under(asked)
    if fields:
        raise unknown_field(min(fields), ["who"] if question in WHO_ASKS else ()).under(asked)
    return Ask(question=question, who=who)


def _somebody(who: object, field: str) -> Who:
    if type(who) is not str:
        raise wrong_type(WHO_WORDS, who).under(field)
    if who not in ANYBODY:
        raise wrong_value(WHO_WORDS, who).under(field)
    return ANYBODY[who]
