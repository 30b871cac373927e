"""Errors as HTTP answers: always ``{"ok": false, "code": …, "message": …}``, with a status."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from casinowar.errors import InputError, one_line
from casinowar.service.refusals import ServiceCode as Code
from casinowar.service.refusals import ServiceRefused
from casinowar.store.interface import StoreError

# every other code is 400: the request itself cannot be carried out
_STATUS: Mapping[int, tuple[Code, ...]] = {
    401: (Code.NO_SESSION, Code.SESSION_ENDED, Code.WRONG_PASSPHRASE),
    403: (
        Code.NOT_ALLOWED, Code.FOREIGN_ORIGIN, Code.AGE_NEEDED, Code.ON_BREAK, Code.EXCLUDED,
        Code.NOT_OWNER, Code.SUSPENDED, Code.STOOD_UP, Code.SAY_NOT_SEATED, Code.NOT_YOUR_ROUND,
    ),
    404: (
        Code.NO_SUCH_SESSION, Code.NO_SUCH_PERSON, Code.NO_SUCH_TABLE, Code.NO_SUCH_ROUND,
        Code.NO_SUCH_CALL, Code.NO_SUCH_SLIP, Code.NO_SUCH_DISPUTE, Code.NO_SUCH_SHOE,
        Code.NOT_FOUND,
        Code.NO_LESSON, Code.NO_SUCH_EXAM, Code.NO_SUCH_CODE, Code.NO_SUCH_PUPIL,
    ),
    405: (Code.WRONG_METHOD,),
    409: (
        Code.SIGN_IN_TAKEN, Code.ACCOUNT_KEPT, Code.NO_ACCOUNT, Code.PERSON_CHANGED,
        Code.REFILL_NOT_NEEDED, Code.CANNOT_SHORTEN, Code.HELD_ALONE, Code.HAS_CHIPS,
        Code.LAST_ADMINISTRATOR, Code.TABLE_ID_TAKEN, Code.CALLED_ALREADY, Code.CALL_TAKEN,
        Code.TABLES_USED_UP, Code.TABLE_STOPPED, Code.TABLE_LOCKED, Code.TABLE_CLOSED,
        Code.EMPTY_SEAT, Code.NOT_BY_LINK, Code.NOT_PLAYED_HERE, Code.RUNS_ITSELF, Code.FAR_DAY,
        Code.NOT_PHYSICAL, Code.DEALER_ENTERS, Code.OTHER_DEALER, Code.STAND_IN,
        Code.NO_ROUND_FILE, Code.LESSON_MOVED_ON, Code.OWN_CODE, Code.CLASS_FULL, Code.NO_NUMBERS,
        Code.DISPUTE_NOT_NOW, Code.DISPUTE_SIGNED, Code.DISPUTE_CHANGED, Code.DISPUTES_USED_UP,
        Code.SHOE_IN_USE, Code.PREVIEW_CHANGED, Code.TABLE_REFUSED,
        Code.SLIP_NEEDED, Code.SLIP_WAITS, Code.SLIP_ENDED,
    ),
    413: (Code.TOO_LARGE,),
    422: (Code.BAD_REQUEST,),
    429: (Code.TOO_MANY, Code.EXAMS_USED_UP, Code.REFILL_TOO_SOON, Code.SAY_TOO_SOON),
    500: (Code.FAILED,),
    503: (Code.STORE_FAILED, Code.STOPPING),
}  # fmt: skip
STATUS = {code: status for status, codes in _STATUS.items() for code in codes}
BAD = 400
UNAVAILABLE = 503
UNAVAILABLE_SECONDS = 2  # a guess: most outages are shorter


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """An error as an HTTP answer."""

    code: str
    message: str
    status: int
    until_ms: int | None = None
    wait_seconds: int | None = None

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the answer: when to try again, if that is known."""
        return {} if self.wait_seconds is None else {"retry-after": str(self.wait_seconds)}

    def to_json(self) -> dict[str, Any]:
        """The body of the answer."""
        body: dict[str, Any] = {"ok": False, "code": self.code, "message": self.message}
        if self.until_ms is not None:
            body["until_ms"] = self.until_ms
        return body


def status_of(code: Code) -> int:
    return STATUS.get(code, BAD)


def problem(
    code: Code,
    message: str,
    until_ms: int | None = None,
    wait_seconds: int | None = None,
) -> Problem:
    """An error of the service."""
    status = status_of(code)
    if status == UNAVAILABLE and wait_seconds is None:
        wait_seconds = UNAVAILABLE_SECONDS
    return Problem(
        code=code.value,
        message=message,
        status=status,
        until_ms=until_ms,
        wait_seconds=wait_seconds,
    )


def problem_of(error: BaseException) -> Problem:
    """The answer to an exception; an unexpected one reveals nothing about itself."""
    match error:
        case ServiceRefused():
            refusal = error.refusal
            return problem(refusal.code, refusal.sentence, refusal.until_ms, refusal.wait_seconds)
        case RequestValidationError():
            return problem(Code.BAD_REQUEST, _what_is_wrong(error))
        case InputError():
            return problem(Code.BAD_REQUEST, f"{error}.")
        case StoreError():
            return problem(Code.STORE_FAILED, "The database did not answer. Try again.")
        case HTTPException():
            return _of_framework(error)
        case _:
            return problem(
                Code.FAILED, "Something went wrong on our side. The error has been logged."
            )


def _what_is_wrong(error: RequestValidationError) -> str:
    """The first thing that is wrong with a request; values are not repeated."""
    text = one_line(f"{validation_words(error.errors()[0])}.")
    return text.encode("utf-8", "replace").decode("utf-8")


def _of_framework(error: HTTPException) -> Problem:
    match error.status_code:
        case 404:
            return problem(Code.NOT_FOUND, "There is nothing at this address.")
        case 405:
            words = "This address does not support that method."
            return problem(Code.WRONG_METHOD, words)
        case 413:
            return problem(Code.TOO_LARGE, "The request is too large.")
        case _:
            return problem(Code.BAD_REQUEST, "The request cannot be read.")


# --- the words of the validator -------------------------------------------------------------------


Context = Mapping[str, Any]

# by the validator's type of error
_WORDS: Mapping[str, Callable[[Context], str]] = {
    "missing": lambda _: "is missing",
    "extra_forbidden": lambda _: "is not a known field",
    "string_type": lambda _: "must be text",
    "string_unicode": lambda _: "must be text",
    "int_type": lambda _: "must be a whole number",
    "int_parsing": lambda _: "must be a whole number",
    "int_parsing_size": lambda _: "is too large",
    "int_from_float": lambda _: "must be a whole number",
    "finite_number": lambda _: "must be a whole number",
    "bool_type": lambda _: "must be true or false",
    "list_type": lambda _: "must be a list",
    "greater_than_equal": lambda context: f"must be at least {context['ge']}",
    "less_than_equal": lambda context: f"must be at most {context['le']}",
    "string_too_long": lambda context: f"must have at most {context['max_length']} characters",
    "too_long": lambda context: f"must have at most {context['max_length']} entries",
    "literal_error": lambda context: f"must be {_choices(context['expected'])}",
    "enum": lambda context: f"must be {_choices(context['expected'])}",
}
# by field, for text that does not match its pattern
_FORMS: Mapping[str, str] = {
    "table": "is not the id of a table",
    "person": "is not the id of a person",
    "round": "is not the id of a round",
    "exam": "is not the name of an exam",
    "kind": "is not a kind of significant event",
    "prefix": "must be small letters a to z, digits, and . _ @ + -",
    "after": "must be small letters a to z, digits, and . _ @ + -",
}
_OTHERWISE = "is not a valid value"


def validation_words(error: Mapping[str, Any]) -> str:
    """One error of the validator as a sentence without its full stop."""
    kind, place = str(error["type"]), tuple(error["loc"])
    if kind == "json_invalid":
        return "The body is not JSON"
    if place == ("body",):
        return "The body is missing" if kind == "missing" else "The body must be a JSON object"
    where = ".".join(str(part) for part in place[1:]) or str(place[0])
    if kind == "string_pattern_mismatch":
        return f"{where} {_FORMS.get(str(place[-1]), _OTHERWISE)}"
    words = _WORDS.get(kind)
    return f"{where} {_OTHERWISE if words is None else words(error.get('ctx', {}))}"


def _choices(expected: str) -> str:
    return expected.replace("'", "")
