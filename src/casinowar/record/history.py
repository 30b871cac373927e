"""What a record holds: the rules it was played under, and every event with its line and time.

A record is JSON lines. The first line is a header with the format and the rules; each further line
is an event with ``at``, the time it was recorded. Files of the first version have no header and no
times: their rules are those of the built-in house that they name, or of a house file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from casinowar.errors import InputError, shown
from casinowar.houses import House, digest_of_rules, house_from_rules, house_names, load_house
from casinowar.houses.rules import rules_of
from casinowar.table.engine import advance
from casinowar.table.events import Event, TableOpened
from casinowar.table.sound import IMPOSSIBLE
from casinowar.table.state import Table, copied
from casinowar.wire.errors import WireError
from casinowar.wire.events import LINE_MAX_BYTES, event_from_json, event_to_json
from casinowar.wire.parse import decode_json, encode_json

FORMAT = "casinowar-record/2"
_TIME = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?(Z|[+-][0-9]{2}:[0-9]{2})"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One event of a record."""

    line: int  # in the file, from 1
    at: datetime | None  # when it was recorded; None in the first version
    event: Event


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """A record as read."""

    version: int  # of the format: 1 or 2
    house: House
    rules: str  # the digest of the rules
    entries: tuple[Entry, ...]
    cut_off: bool = False  # it ends in half a line, which was left out
    start: Table | None = None  # the table before the first entry; None: a new one

    @property
    def events(self) -> tuple[Event, ...]:
        """The events alone."""
        return tuple(entry.event for entry in self.entries)

    @property
    def built_in(self) -> bool:
        """Whether its rules are those of the built-in house of that name."""
        name = self.house.name
        return name in house_names() and load_house(name) == self.house


# --- writing --------------------------------------------------------------------------------------


def write_header(house: House) -> bytes:
    """The first line of a record."""
    return encode_json({"format": FORMAT, "rules": rules_of(house)}) + b"\n"


def write_entries(events: Iterable[Event], at: datetime) -> bytes:
    """The lines of events recorded at the same time."""
    time = at.isoformat(timespec="milliseconds")
    return b"".join(encode_json({"at": time, **event_to_json(event)}) + b"\n" for event in events)


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """An entry as its line; without ``at`` if the record has no times."""
    written = event_to_json(entry.event)
    return written if entry.at is None else {"at": entry.at.isoformat("T"), **written}


# --- reading --------------------------------------------------------------------------------------


def read_history(text: str, house: House | None = None) -> History:
    """The history in the text of a record; an InputError names the line that cannot be read.

    A record of the first version needs ``house`` unless its house is built in.
    """
    lines = text.split("\n")  # other line breaks may stand inside text
    last = lines.pop()
    cut_off = bool(last) and not _is_json(last)
    if last and not cut_off:
        lines.append(last)
    if not lines:
        raise InputError("record", "holds no line that can be read")
    first = _decode(lines[0], 1)
    if isinstance(first, dict) and "at" in first and "format" not in first:
        raise InputError("line 1", "the header with format and rules is missing")
    if not isinstance(first, dict) or "format" not in first:
        entries = tuple(_entries(lines, 1, timed=False))
        own = _house_named(entries) if house is None else house
        digest = digest_of_rules(rules_of(own))
        return History(version=1, house=own, rules=digest, entries=entries, cut_off=cut_off)
    own = _house_of(first)
    return History(
        version=2,
        house=own,
        rules=digest_of_rules(first["rules"]),
        entries=tuple(_entries(lines[1:], 2, timed=True)),
        cut_off=cut_off,
    )


def _is_json(line: str) -> bool:
    try:
        decode_json(line, LINE_MAX_BYTES)
    except WireError:
        return False
    return True


def _decode(line: str, number: int) -> Any:
    try:
        return decode_json(line, LINE_MAX_BYTES)
    except WireError as error:
        raise InputError(f"line {number}", error.reason.removeprefix("the message ")) from None


def _house_of(header: dict[str, Any]) -> House:
    if header["format"] != FORMAT:
        reason = f"{shown(header['format'])} is not {FORMAT!r}"
        raise InputError("line 1: format", reason)
    if header.keys() != {"format", "rules"}:
        raise InputError("line 1", "the header has a format and rules, and nothing else")
    try:
        return house_from_rules(header["rules"])
    except InputError as error:
        raise InputError(f"line 1: {error.field}", error.reason, error.cites) from None


def _house_named(entries: tuple[Entry, ...]) -> House:
    opened = entries[0].event
    name = opened.house if isinstance(opened, TableOpened) else ""
    if name not in house_names():
        reason = f"the record's house {name!r} is not built in: name its file with --house"
        raise InputError("house", reason)
    return load_house(name)


def _entries(lines: list[str], first_line: int, *, timed: bool) -> Iterator[Entry]:
    for number, line in enumerate(lines, first_line):
        written = _decode(line, number)
        at = _take_time(written, number) if timed else None
        try:
            event = event_from_json(written)
        except InputError as error:
            raise InputError(f"line {number}: {error.field}", error.reason) from None
        yield Entry(line=number, at=at, event=event)


def _take_time(written: Any, number: int) -> datetime:
    if not isinstance(written, dict) or "at" not in written:
        raise InputError(f"line {number}: at", "is missing; every event has its time")
    time = written.pop("at")
    try:
        if isinstance(time, str) and _TIME.fullmatch(time):
            return datetime.fromisoformat(time)
    except ValueError:
        pass
    reason = f"{shown(time)} is not a time like 2026-01-01T20:15:00+00:00"
    raise InputError(f"line {number}: at", reason)


# --- folding --------------------------------------------------------------------------------------


def check_rules(entry: Entry, house: House, rules: str | None) -> None:
    """Refuse a table that was opened under other rules; without a digest, at another house."""
    event = entry.event
    if not isinstance(event, TableOpened):
        return
    if event.house != house.name:
        reason = f"a table of {event.house!r} opens in a record of {house.name!r}"
        raise InputError(f"line {entry.line}", reason)
    if rules is not None and event.rules != rules:
        reason = f"the table opens under rules {event.rules[:20]!r}, line 1 has {rules[:20]!r}"
        raise InputError(f"line {entry.line}", reason)


def tables(history: History) -> Iterator[tuple[Entry, Table]]:
    """Each entry and the table after it, which is the same object every time.

    An InputError names the line of an event that cannot have happened to the table.
    """
    own = Table(house=history.house) if history.start is None else copied(history.start)
    rules = history.rules if history.version > 1 else None
    for entry in history.entries:
        check_rules(entry, history.house, rules)
        try:
            advance(own, (entry.event,))
        except IMPOSSIBLE:
            what = f"{entry.event.NAME} cannot have happened then"
            raise InputError(f"line {entry.line}", what) from None
        yield entry, own


def fold_history(history: History) -> Table:
    """The table at the end of a record; an InputError if it is not one table's record."""
    opened = history.entries[0].event if history.entries else None
    if not isinstance(opened, TableOpened):
        raise InputError("record", "does not begin with the opening of a table")
    table = Table(house=history.house)
    for _, table in tables(history):  # noqa: B007 - the last one counts
        pass
    return table
