"""Reading TOML files field by field: every error names its field and says what is expected.

``Fields`` wraps one TOML table. Each reader takes out a field; ``done`` refuses whatever is left,
so a misspelt field is never ignored.
"""

from __future__ import annotations

import re
import tomllib
from datetime import date
from difflib import get_close_matches
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from casinowar.errors import InputError, did_you_mean, shown
from casinowar.money import Odds, parse_odds

Choice = TypeVar("Choice", bound=StrEnum)
_MISSING = object()
_PART = re.compile(r"([0-9]{1,6})/([1-9][0-9]{0,5})")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
FILE_MAX_BYTES = 1_000_000


class Fields:
    """One TOML table, read field by field."""

    def __init__(self, values: dict[str, Any], path: str = "") -> None:
        self._values, self._path = dict(values), path
        self._known: list[str] = []

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def where(self, name: str) -> str:
        """The full name of a field, for errors."""
        return f"{self._path}.{name}" if self._path else name

    def fault(self, name: str, reason: str, cites: str = "") -> InputError:
        """An error about one field of this table."""
        return InputError(self.where(name), reason, cites)

    def take(self, name: str, default: object = _MISSING) -> Any:
        """The raw value of a field."""
        self._known.append(name)
        value = self._values.pop(name, default)
        if value is _MISSING:
            near = get_close_matches(name, self._values, n=1)
            raise self.fault(
                name, "is missing" + (f"; is {near[0][:40]} a misspelling of it?" if near else "")
            )
        return value

    def text(self, name: str, default: object = _MISSING) -> str:
        """A string that is not empty."""
        value = self.take(name, default)
        if not isinstance(value, str) or not value.strip():
            raise self.fault(name, f"{shown(value)} is not text")
        return value

    def flag(self, name: str, default: object = _MISSING) -> bool:
        """True or false."""
        value = self.take(name, default)
        if not isinstance(value, bool):
            raise self.fault(name, f"{shown(value)} is not true or false")
        return value

    def whole(
        self, name: str, low: int, high: int, default: object = _MISSING, cites: str = ""
    ) -> int:
        """A whole number from ``low`` to ``high``; booleans and floats are refused."""
        return self._within(name, self.take(name, default), low, high, cites)

    def _within(self, name: str, value: object, low: int, high: int, cites: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.fault(name, f"{shown(value)} is not a whole number", cites)
        if not low <= value <= high:
            raise self.fault(name, f"{shown(value)} is not from {low} to {high}", cites)
        return value

    def cents(
        self, name: str, low: int, high: int, default: object = _MISSING, cites: str = ""
    ) -> int:
        """An amount from ``low`` to ``high`` cents: a whole number of cents, or ``"25.00"``."""
        value = self.take(name, default)
        if isinstance(value, float):
            raise self.fault(name, f"{shown(value)} is not exact: {_exact_form(value)}", cites)
        if isinstance(value, str):
            cents = _written_cents(value)
            if cents is None:
                reason = f'{shown(value)} is not an amount: write cents, like 2500, or "25.00"'
                raise self.fault(name, reason, cites)
            value = cents
        return self._within(name, value, low, high, cites)

    def choice(self, name: str, kind: type[Choice], default: object = _MISSING) -> Choice:
        """One of the words of an enumeration."""
        return self._one(name, self.take(name, default), kind)

    def choices(
        self, name: str, kind: type[Choice], default: object = _MISSING
    ) -> tuple[Choice, ...]:
        """A list of one or more different words of an enumeration."""
        values = self.array(name, default)
        found = tuple(self._one(name, value, kind) for value in values)
        if not found or len(set(found)) != len(found):
            raise self.fault(name, "must list at least one, each only once")
        return found

    def _one(self, name: str, value: object, kind: type[Choice]) -> Choice:
        words = [member.value for member in kind]
        if not isinstance(value, str) or value not in words:
            raise self.fault(name, f"{shown(value)} is not one of {', '.join(words)}")
        return kind(value)

    def odds(self, name: str, default: object = _MISSING) -> Odds:
        """Odds like ``"10:1"``."""
        return self.as_odds(name, self.take(name, default))

    def as_odds(self, name: str, value: object) -> Odds:
        """A value of this table as odds."""
        try:
            return parse_odds(value)
        except ValueError as error:
            raise self.fault(name, str(error)) from None

    def fraction(self, name: str, default: object = _MISSING) -> Fraction:
        """A fraction between 0 and 1, written ``"1/4"``."""
        value = self.take(name, default)
        match = _PART.fullmatch(value) if isinstance(value, str) else None
        found = Fraction(int(match[1]), int(match[2])) if match else Fraction(0)
        if not 0 < found < 1:
            raise self.fault(name, f"{shown(value)} is not a fraction like '1/4'")
        return found

    def array(self, name: str, default: object = _MISSING) -> list[Any]:
        """A list."""
        value = self.take(name, default)
        if not isinstance(value, list):
            raise self.fault(name, f"{shown(value)} is not a list")
        return value

    def table(self, name: str, default: object = _MISSING) -> Fields:
        """A table inside this one."""
        value = self.take(name, default)
        if not isinstance(value, dict):
            raise self.fault(name, f"{shown(value)} is not a table")
        return Fields(value, self.where(name))

    def tables(self, name: str) -> list[Fields]:
        """A list of tables, possibly empty."""
        found = []
        for index, value in enumerate(self.array(name, [])):
            if not isinstance(value, dict):
                raise self.fault(f"{name}[{index}]", f"{shown(value)} is not a table")
            found.append(Fields(value, self.where(f"{name}[{index}]")))
        return found

    def rest(self) -> dict[str, Any]:
        """All fields not yet taken, for tables with arbitrary names."""
        values, self._values = self._values, {}
        return values

    def done(self) -> None:
        """Refuse fields that were not read."""
        for name in self._values:
            hint = did_you_mean(name, self._known)
            raise self.fault(name[:40], "is not a known field" + hint)


_CURRENCY = r"(?P<currency>[A-Z]{0,3}[$€£¥])?"
_WHOLE = r"(?P<whole>[0-9]{1,20}|[0-9]{1,3}(?:,[0-9]{3}){1,6})"
_WRITTEN_CENTS = re.compile(rf"(?P<minus>-?){_CURRENCY}{_WHOLE}(?:\.(?P<cents>[0-9]{{2}}))?")


def _written_cents(text: str) -> int | None:
    """The cents in ``"25.00"``, ``"1,200.00"`` or ``"$25"``.

    Without a currency both decimals are required, as ``"25"`` could mean 25 cents.
    """
    match = _WRITTEN_CENTS.fullmatch(text.strip())
    if match is None or not (match["currency"] or match["cents"]):
        return None
    cents = int(match["whole"].replace(",", "")) * 100 + int(match["cents"] or 0)
    return -cents if match["minus"] else cents


def _exact_form(amount: float) -> str:
    """The exact spelling of an amount that was given as a decimal number."""
    if not abs(amount) < 10**13:
        return 'write cents, like 2500, or "25.00"'
    cents = round(amount * 100)
    sign = "-" if cents < 0 else ""
    whole, part = divmod(abs(cents), 100)
    return f'write cents, {cents}, or "{sign}{whole}.{part:02}"'


def parse_date(text: object) -> date:
    """A date written ``"2023-05-01"``; ``ValueError`` for anything else."""
    if not isinstance(text, str) or not _DATE.fullmatch(text):
        raise ValueError(f"{shown(text)} is not a date like 2023-05-01")
    return date.fromisoformat(text)


def is_there(path: Path) -> bool:
    """Whether a path exists; false for a name that no file can have."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def read_text(path: Path, most_bytes: int = FILE_MAX_BYTES) -> str:
    """The text of a file; any failure raises an InputError without a field."""
    try:
        with path.open(
            "rb"
        ) as file:  # read without asking for the size: a pipe or a device has none
            content = file.read(most_bytes + 1)
    except OSError as error:
        raise InputError("", f"cannot be read: {error.strerror or error}") from None
    except ValueError:  # a zero byte, or half a character
        raise InputError("", "cannot be read: no file can have this name") from None
    if len(content) > most_bytes:
        raise InputError("", f"the file is larger than {most_bytes:,} bytes")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError("", "is not UTF-8 text") from None


def beginning(path: Path) -> str:
    """The first characters of a file, to say what it may be; empty if it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(4096).decode("utf-8", errors="replace").lstrip()
    except (OSError, ValueError):
        return ""


def read_toml(path: Path) -> Fields:
    """The table of a TOML file; any failure raises a one-line InputError."""
    text = read_text(path)
    try:
        return Fields(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        detail = " ".join(str(error).split())[:120] or type(error).__name__
        raise InputError("", f"is not valid TOML: {detail}") from None
