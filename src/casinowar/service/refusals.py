"""Refusals of the service itself, before or apart from the table: stable codes, one sentence each.

The codes are part of the protocol and are never renamed. A code has one meaning in the engine, on
the wire and here, and no two of the three share one.
"""

from __future__ import annotations

from enum import StrEnum
from math import ceil
from typing import NoReturn

from casinowar.table.message import Message


class ServiceCode(StrEnum):
    """Why the service refused."""

    NO_SUCH_PERSON = "person/no_such_person"
    BAD_NAME = "person/bad_name"
    BAD_SIGN_IN = "person/bad_sign_in"
    SIGN_IN_TAKEN = "person/sign_in_taken"
    PASSPHRASE_TOO_SHORT = "person/passphrase_too_short"  # noqa: S105 - a code
    PASSPHRASE_TOO_LONG = "person/passphrase_too_long"  # noqa: S105 - a code
    PASSPHRASE_EASY = "person/passphrase_easy"  # noqa: S105 - a code
    WRONG_PASSPHRASE = "person/wrong_passphrase"  # noqa: S105 - a code
    ACCOUNT_KEPT = "person/account_kept"
    NO_ACCOUNT = "person/no_account"
    AGE_NEEDED = "person/age_needed"
    BAD_AGE = "person/bad_age"
    PERSON_CHANGED = "person/changed"
    SUSPENDED = "person/suspended"
    NO_SUCH_SESSION = "person/not_signed_in_there"

    NO_SESSION = "session/none"
    SESSION_ENDED = "session/ended"

    NOT_ENOUGH_MONEY = "money/not_enough"
    BAD_AMOUNT = "money/bad_amount"
    NO_COUPONS = "money/no_coupons"
    REFILL_NOT_NEEDED = "money/refill_not_needed"
    REFILL_TOO_SOON = "money/refill_too_soon"

    STAKE_LIMIT = "limit/stake"
    LOSS_LIMIT = "limit/loss"
    DAY_TIME_LIMIT = "limit/time_per_day"
    SESSION_TIME_LIMIT = "limit/time_per_session"
    ON_BREAK = "limit/break"
    EXCLUDED = "limit/excluded"
    BAD_LIMIT = "limit/bad_value"
    CANNOT_SHORTEN = "limit/cannot_shorten"

    NOT_ALLOWED = "role/not_allowed"
    HELD_ALONE = "role/held_alone"
    HAS_CHIPS = "role/has_chips"
    BAD_END = "role/bad_end"
    LAST_ADMINISTRATOR = "role/last_administrator"
    REASON_NEEDED = "role/reason_needed"

    NO_SUCH_TABLE = "table/no_such_table"
    TABLE_ID_TAKEN = "table/id_taken"
    TABLE_SETTINGS = "table/bad_settings"
    TABLES_USED_UP = "table/used_up"
    TABLE_STOPPED = "table/stopped"
    NOT_OWNER = "table/not_owner"
    TABLE_LOCKED = "table/locked"
    TABLE_CLOSED = "table/closed_by_owner"
    STOOD_UP = "table/stood_up"
    EMPTY_SEAT = "table/empty_seat"
    NOT_BY_LINK = "table/not_by_link"
    NOT_PLAYED_HERE = "table/not_played_here"
    RUNS_ITSELF = "table/runs_itself"
    NOT_PHYSICAL = "table/not_physical"
    DEALER_ENTERS = "table/dealer_enters"
    OTHER_DEALER = "table/other_dealer"
    STAND_IN = "table/stand_in"
    FAR_DAY = "table/far_day"

    NO_SUCH_ROUND = "record/no_such_round"
    NO_ROUND_FILE = "record/no_round_file"
    BAD_SEARCH = "record/bad_search"
    NOT_YOUR_ROUND = "record/not_your_round"

    BAD_CALL = "call/bad_words"
    CALLED_ALREADY = "call/called_already"
    CALL_TAKEN = "call/taken"
    NO_SUCH_CALL = "call/no_such_call"
    NO_LESSON = "school/no_lesson"
    LESSON_MOVED_ON = "school/moved_on"
    NO_SUCH_EXAM = "school/no_such_exam"
    EXAMS_USED_UP = "school/exams_used_up"
    NO_SUCH_CODE = "school/no_such_code"
    OWN_CODE = "school/own_code"
    CLASS_FULL = "school/class_full"
    NO_SUCH_PUPIL = "school/no_such_pupil"

    NO_SUCH_DISPUTE = "dispute/no_such_dispute"
    DISPUTE_NOT_NOW = "dispute/not_now"
    DISPUTE_SIGNED = "dispute/another_has_to_sign"
    DISPUTE_CHANGED = "dispute/changed"
    DISPUTES_USED_UP = "dispute/used_up"
    NO_SUCH_SHOE = "shoe/no_such_shoe"
    SHOE_IN_USE = "shoe/in_use"

    PREVIEW_CHANGED = "floor/preview_changed"
    BAD_COUNT = "floor/bad_count"
    TABLE_REFUSED = "floor/table_refused"
    SLIP_NEEDED = "floor/slip_needed"
    SLIP_WAITS = "floor/slip_waits"
    SLIP_ENDED = "floor/slip_ended"
    NO_SUCH_SLIP = "floor/no_such_slip"

    NO_NUMBERS = "lab/no_numbers"

    ID_USED = "command/id_used"
    KEY_USED = "service/key_used"

    SAY_TOO_SOON = "say/too_soon"
    SAY_NOT_SEATED = "say/not_seated"

    NO_HELLO = "service/no_hello"
    HELLO_TWICE = "service/hello_twice"
    TOO_MANY = "service/too_many"
    STORE_FAILED = "service/store_failed"
    STOPPING = "service/stopping"
    FOREIGN_ORIGIN = "service/foreign_origin"
    BAD_REQUEST = "service/bad_request"
    NOT_FOUND = "service/not_found"
    WRONG_METHOD = "service/wrong_method"
    TOO_LARGE = "service/too_large"
    FAILED = "service/failed"


class ServiceRefusal(Message):
    """What was refused, and why; nothing was changed."""

    code: ServiceCode
    sentence: str
    until_ms: int | None = None  # when it can be tried again, if that is known
    wait_seconds: int | None = None  # the same, as a duration

    def __str__(self) -> str:
        return self.sentence


NOT_ENOUGH = ServiceRefusal(
    code=ServiceCode.NOT_ENOUGH_MONEY, sentence="You do not have that much in your account."
)


class ServiceRefused(Exception):  # noqa: N818 - it is an answer, not an error
    """Carries a refusal up to the code that answers the client."""

    def __init__(self, refusal: ServiceRefusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def refused(code: ServiceCode, sentence: str, until_ms: int | None = None) -> ServiceRefused:
    return ServiceRefused(ServiceRefusal(code=code, sentence=sentence, until_ms=until_ms))


def too_many(what: str, wait_seconds: float) -> ServiceRefused:
    """The refusal of too many of something; ``what`` is a plural, for example "requests"."""
    wait = ceil(wait_seconds)
    words = f"Too many {what}. Try again in {wait} {'second' if wait == 1 else 'seconds'}."
    return ServiceRefused(
        ServiceRefusal(code=ServiceCode.TOO_MANY, sentence=words, wait_seconds=wait)
    )


def refuse(code: ServiceCode, sentence: str, until_ms: int | None = None) -> NoReturn:
    raise refused(code, sentence, until_ms)


def unavailable(words: str) -> ServiceRefusal:
    """The refusal of something that may work later."""
    return ServiceRefusal(code=ServiceCode.STORE_FAILED, sentence=words)
