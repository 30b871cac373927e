"""Errors in a message before it reaches the engine: stable codes, one line each.

Records and snapshots raise the error, which names its field like every other input error.
Commands are answered instead: ``WireRefusal`` has the code and the sentence of that error.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from casinowar.errors import InputError, did_you_mean, one_line
from casinowar.table.message import Message
from casinowar.table.refusals import Refusal

SHOWN_MAX = 40


class WireCode(StrEnum):
    """Why a message did not reach the table. The codes are part of the protocol."""

    NOT_JSON = "message/not_json"
    DUPLICATE_KEY = "message/duplicate_key"
    TOO_LARGE = "message/too_large"
    TOO_DEEP = "message/too_deep"
    NOT_AN_OBJECT = "message/not_an_object"
    UNKNOWN_COMMAND = "message/unknown_command"
    UNKNOWN_ASK = "message/unknown_ask"
    UNKNOWN_FIELD = "message/unknown_field"
    MISSING_FIELD = "message/missing_field"
    WRONG_TYPE = "message/wrong_type"
    WRONG_VALUE = "message/wrong_value"
    NOT_RECORDED = "record/cannot_write"


class WireError(InputError):
    """JSON that cannot be read: a code, the field and the expected value."""

    def __init__(self, code: WireCode, field: str, reason: str) -> None:
        super().__init__(field, reason)
        self.code = code

    def under(self, name: str) -> WireError:
        """The same error with the path of its field starting at ``name``."""
        joint = "." if self.field and not self.field.startswith("[") else ""
        return WireError(self.code, f"{name}{joint}{self.field}", self.reason)


class WireRefusal(Message):
    """The answer to a message that did not reach the table."""

    code: WireCode
    sentence: str

    def __str__(self) -> str:
        return self.sentence


def as_refusal(error: WireError) -> WireRefusal:
    """An error as an answer: one line with the field and the expected value."""
    if error.field:
        words = f"{error.field} {error.reason}"
    else:
        words = error.reason[:1].upper() + error.reason[1:]
    return WireRefusal(
        code=error.code, sentence=one_line(words if words[-1] == "?" else f"{words}.")
    )


def refusal_to_json(refusal: Refusal | WireRefusal) -> dict[str, Any]:
    """A refusal as a JSON answer; ``cites`` is omitted if nothing is cited."""
    answer = {"ok": False, "code": refusal.code.value, "message": refusal.sentence}
    if isinstance(refusal, Refusal):
        answer["cites"] = refusal.cites
    return answer


# --- the usual errors -----------------------------------------------------------------------------


def wrong_type(words: str, value: object) -> WireError:
    """A value of the wrong JSON type for the field."""
    return WireError(WireCode.WRONG_TYPE, "", f"must be {words}, not {shown_json(value)}")


def wrong_value(words: str, value: object) -> WireError:
    """A value of the right JSON type that the field cannot have."""
    return WireError(WireCode.WRONG_VALUE, "", f"must be {words}, not {shown_json(value)}")


def not_an_object(what: str, value: object) -> WireError:
    """A message that is a JSON value other than an object."""
    reason = f"{what} must be an object, not {shown_json(value)}"
    return WireError(WireCode.NOT_AN_OBJECT, "", reason)


def missing_field(name: str, words: str) -> WireError:
    """A required field is missing."""
    return WireError(WireCode.MISSING_FIELD, name, f"is missing; it must be {words}")


def unknown_field(name: object, known: Iterable[str]) -> WireError:
    """A field that does not exist."""
    reason = f"is not a known field{did_you_mean(name, known)}"
    return WireError(WireCode.UNKNOWN_FIELD, str(name)[:SHOWN_MAX], reason)


def shown_json(value: object) -> str:
    """A value as JSON for an error message, shortened if it is long."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=repr)
    except (RecursionError, ValueError, TypeError):  # too deep, too many digits, keys of any kind
        return f"this {type(value).__name__}"
    return text if len(text) <= SHOWN_MAX else text[: SHOWN_MAX - 3] + "..."
