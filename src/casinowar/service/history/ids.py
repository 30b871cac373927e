"""How rounds, pages and times are written: ``washington-12``, an opaque mark, ISO 8601 in UTC."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NoReturn

from casinowar.service.ports import SHARE_BYTES, SHARED
from casinowar.service.refusals import ServiceCode, refuse

_NUMBER = re.compile(r"[1-9][0-9]{0,17}")
_MARK = re.compile(r"([0-9]{1,18})\.([1-9][0-9]{0,17})\.(.{1,100})")
_SHARE_ID = re.compile(rf"{SHARED}[0-9a-f]{{{2 * SHARE_BYTES}}}")
TEXT_MAX = 100
TIME_MAX_MS = 253_402_300_799_999  # the end of the year 9999
CENTS_MAX = 10**15


@dataclass(frozen=True, slots=True)
class RoundId:
    """The id of a round: its table and its number, ``washington-12``."""

    table: str
    number: int

    def __str__(self) -> str:
        return f"{self.table}-{self.number}"

    def address(self, name: str) -> str:
        """The public id; ``name`` is ``TableRow.rounds_name``."""
        return f"{name}-{self.number}"

    @staticmethod
    def parse(text: str) -> RoundId:
        """Read an id; other text is refused as a round that does not exist."""
        table, _, number = text.rpartition("-")
        if not (table and sound(table) and _NUMBER.fullmatch(number)):
            no_such_round(text)
        return RoundId(table, int(number))


def is_share_id(name: str) -> bool:
    """Whether a name is the share id of a private table."""
    return _SHARE_ID.fullmatch(name) is not None


def no_such_round(text: str) -> NoReturn:
    """Refuse a round that does not exist or is not finished."""
    shown = text if sound(text) else "with that id"
    refuse(ServiceCode.NO_SUCH_ROUND, f"There is no finished round {shown}.")


def page_mark(at_ms: int, table: str, number: int) -> str:
    """The mark of the page after this round."""
    return f"{at_ms}.{number}.{table}"


def read_page_mark(mark: str) -> tuple[int, str, int]:
    """The time, table and number of the last round shown, from a mark."""
    found = _MARK.fullmatch(mark)
    if found is None or not sound(found[3]):
        refuse(
            ServiceCode.BAD_SEARCH, "That is not a page mark. Use the one from the previous page."
        )
    return int(found[1]), found[3], int(found[2])


# --- arguments of a search ------------------------------------------------------------------------


def sound(text: str) -> bool:
    """Whether a text is a possible id in every database."""
    return len(text) <= TEXT_MAX and text.isprintable()


def check_texts(*texts: str | None) -> None:
    """Refuse texts that are neither an id nor a kind."""
    if not all(text is None or sound(text) for text in texts):
        refuse(ServiceCode.BAD_SEARCH, "Ids and kinds must be short printable text.")


def check_amounts(*amounts: int | None) -> None:
    """Refuse amounts that no wager or payment can have."""
    if not all(cents is None or 0 <= cents <= CENTS_MAX for cents in amounts):
        refuse(ServiceCode.BAD_SEARCH, "An amount must be a whole number of cents, zero or more.")


def check_range(since_ms: int | None, until_ms: int | None) -> None:
    """Refuse a range of time that is empty or out of bounds."""
    first = 0 if since_ms is None else since_ms
    last = TIME_MAX_MS if until_ms is None else until_ms
    if not 0 <= first < last <= TIME_MAX_MS:
        words = "A time range must begin before it ends, between 1970 and 9999."
        refuse(ServiceCode.BAD_SEARCH, words)
