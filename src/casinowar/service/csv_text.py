"""Tables, amounts and times in files: CSV, whole units, ISO 8601 in UTC."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from io import StringIO

# Where a spreadsheet may see the beginning of a cell, and what makes it a formula there. Commas and
# tabs are quoted by the writer; in many countries, spreadsheets split lines at semicolons.
_FORMULA = re.compile(r"(^|;)(\s*)(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])")

Cell = str | int


def csv_lines(rows: Sequence[Sequence[Cell]]) -> str:
    written = StringIO()
    csv.writer(written, lineterminator="\r\n").writerows(rows)
    return written.getvalue()


def plain(text: str) -> str:
    """A person's text, escaped so that no spreadsheet takes it for a formula."""
    return _FORMULA.sub(r"\1'\2", text)


def money(cents: int) -> str:
    """An amount in whole units with two digits, without thousands separators."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}"


def moment(at_ms: int) -> datetime:
    """A stored time as a datetime in UTC."""
    return datetime.fromtimestamp(at_ms // 1000, UTC).replace(microsecond=at_ms % 1000 * 1000)


def iso(at_ms: int) -> str:
    """A stored time as text.

    >>> iso(1_767_297_600_250)
    '2026-01-01T20:00:00.250+00:00'
    """
    return moment(at_ms).isoformat(timespec="milliseconds")
