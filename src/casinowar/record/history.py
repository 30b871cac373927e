"""The content of a record: the rules of the game, and every command with its events.

A record is JSON lines. The first line is a header with the format, the rules and their digest.
Each command is one line, with its time and its giver; its events follow, one per line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from msgspec import structs

from casinowar.errors import InputError, shown
from casinowar.houses import House, digest_of_rules, house_from_rules, house_names, load_house
from casinowar.houses.rules import rules_of
from casinowar.table.automation import Done
from casinowar.table.engine import advance
from casinowar.table.events import Event, TableOpened
from casinowar.table.sound import IMPOSSIBLE
from casinowar.table.state import Table, copied, sealed
from casinowar.wire import command_to_json, event_bytes, event_from_json, event_to_json
from casinowar.wire.commands import read_command
from casinowar.wire.errors import WireError
from casinowar.wire.events import LINE_MAX_BYTES
from casinowar.wire.parse import decode_json, encode_json

FORMAT = "casinowar-record/1"
_HEADER = {"format", "digest", "rules"}
_TIME = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?(Z|[+-][0-9]{2}:[0-9]{2})"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One event of a record."""

    line: int  # in the file, from 1
    at: datetime | None  # the time of its command; None: no command precedes it
    event: Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """One command of a record; its events are on the lines after it."""

    line: int  # in the file, from 1
    at: datetime  # when it was recorded
    done: Done


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """A record as read."""

    house: House
    rules: str  # the digest of the rules
    entries: tuple[Entry, ...]
    commands: tuple[Recorded, ...] = ()  # empty if only the rounds are listed
    digest: str | None = None  # as in the header; None: there is no header
    cut_off: bool = False  # it ends in half a line, which was ignored
    start: Table | None = None  # the table before the first entry; None: a new table

    @property
    def events(self) -> tuple[Event, ...]:
        """The events alone."""
        return tuple(entry.event for entry in self.entries)

    @property
    def built_in(self) -> bool:
        """Whether the rules are those of the built-in house of the same name."""
        name = self.house.name
        return name in house_names() and load_house(name) == self.house


# --- writing --------------------------------------------------------------------------------------


def write_header(house: House) -> bytes:
    """The first line of a record."""
    return header_line(rules_of(house))


def header_line(rules: dict[str, Any]) -> bytes:
    """The first line of a record that was played under these rules."""
    header = {"format": FORMAT, "digest": digest_of_rules(rules), "rules": rules}
    return encode_json(header) + b"\n"


def write_commands(commands: Iterable[Done], at: datetime) -> bytes:
    """The lines of commands recorded at the same time, each with its events."""
    time = at.isoformat(timespec="milliseconds")
    lines = list[bytes]()
    for done in commands:
        lines.append(encode_json({"at": time, **command_line(done)}))
        lines += map(event_bytes, done.events)
    return b"".join(line + b"\n" for line in lines)


def command_line(done: Done) -> dict[str, Any]:
    """A command as in its line, without the time."""
    written = command_to_json(done.command)
    line = {"command": written.pop("command"), "by": done.by}
    if done.id is not None:
        line["id"] = done.id
    return line | written


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """An event with the time of its command."""
    written = event_to_json(entry.event)
    return written if entry.at is None else {"at": entry.at.isoformat("T"), **written}


# --- reading --------------------------------------------------------------------------------------


def read_history(text: str) -> History:
    """The history in the text of a record; an InputError names the line that cannot be read."""
    lines = text.split("\n")  # other line breaks may stand inside text
    last = lines.pop()
    cut_off = bool(last) and not _is_json(last)
    if last and not cut_off:
        lines.append(last)
    if not lines:
        raise InputError("record", "contains no readable line")
    header = _decode(lines[0], 1)
    house = _house_of(header)
    entries, commands = read_lines(enumerate(lines[1:], 2))
    return History(
        house=house,
        rules=digest_of_rules(header["rules"]),
        entries=entries,
        commands=commands,
        digest=header["digest"],
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


def _house_of(header: Any) -> House:
    if not isinstance(header, dict) or "format" not in header:
        raise InputError("line 1", "the header with format, digest and rules is missing")
    if header["format"] != FORMAT:
        reason = f"{shown(header['format'])} is not {FORMAT!r}"
        raise InputError("line 1: format", reason)
    if header.keys() != _HEADER or not isinstance(header["digest"], str):
        raise InputError(
            "line 1", "the header must have a format, a digest and rules, and nothing else"
        )
    try:
        return house_from_rules(header["rules"])
    except InputError as error:
        raise InputError(f"line 1: {error.field}", error.reason, error.cites) from None


def read_lines(
    lines: Iterable[tuple[int, str]],
) -> tuple[tuple[Entry, ...], tuple[Recorded, ...]]:
    """The events and the commands in numbered lines."""
    entries, commands = list[Entry](), list[Recorded]()
    given, events = None, list[Event]()  # the current command and its events
    for number, line in lines:
        written = _decode(line, number)
        try:
            if isinstance(written, dict) and "command" in written:
                if given is not None:
                    commands.append(_with_events(given, events))
                given, events = _read_command(written, number), []
            else:
                event = event_from_json(written)
                events.append(event)
                at = None if given is None else given.at
                entries.append(Entry(line=number, at=at, event=event))
        except InputError as error:
            where = f"line {number}: {error.field}" if error.field else f"line {number}"
            raise InputError(where, error.reason) from None
    if given is not None:
        commands.append(_with_events(given, events))
    return tuple(entries), tuple(commands)


def _with_events(given: Recorded, events: list[Event]) -> Recorded:
    return replace(given, done=structs.replace(given.done, events=tuple(events)))


def _read_command(written: dict[str, Any], line: int) -> Recorded:
    """A command without its events."""
    at = _time(written.pop("at", None))
    return Recorded(line=line, at=at, done=read_command_line(written))


def read_command_line(written: dict[str, Any]) -> Done:
    """Read the command in a line, without its events; an InputError says what is wrong."""
    by, command_id = written.pop("by", None), written.pop("id", None)
    if not isinstance(by, str):
        raise InputError("by", f"{shown(by)} is not the id of a player, dealer, floor or automatic")
    if not (command_id is None or isinstance(command_id, str) or type(command_id) is int):
        raise InputError("id", f"{shown(command_id)} is not a number or text")
    return Done(read_command(written), by, (), command_id)


def _time(written: Any) -> datetime:
    if written is None:
        raise InputError("at", "is missing; every command needs its time")
    try:
        if isinstance(written, str) and _TIME.fullmatch(written):
            return datetime.fromisoformat(written)
    except ValueError:
        pass
    raise InputError("at", f"{shown(written)} is not a time like 2026-01-01T20:15:00+00:00")


# --- folding --------------------------------------------------------------------------------------


def other_rules(event: Event, house: House, rules: str) -> str | None:
    """The fault of a table that was opened under other rules, or at another house."""
    if not isinstance(event, TableOpened):
        return None
    if event.house != house.name:
        return f"the table of {event.house!r} cannot open in a record of {house.name!r}"
    if event.rules != rules:
        return f"the table opens under rules {event.rules[:20]!r}, line 1 has {rules[:20]!r}"
    return None


def other_digest(history: History) -> str | None:
    """The fault of a header with the digest of other rules."""
    if history.digest in {None, history.rules}:
        return None
    return f"the digest is {shown(history.digest)}, and that of the rules is {history.rules!r}"


def tables(history: History) -> Iterator[tuple[Entry, Table]]:
    """Each entry with the table after it, which is the same object every time.

    An InputError names the line of an event that is impossible at the table.
    """
    own = copied(history.start or Table(house=history.house))
    wrong = other_digest(history)
    if wrong is not None:
        raise InputError("line 1: digest", wrong)
    for entry in history.entries:
        wrong = other_rules(entry.event, history.house, history.rules)
        if wrong is not None:
            raise InputError(f"line {entry.line}", wrong)
        try:
            advance(own, (entry.event,))
        except IMPOSSIBLE:
            what = f"{entry.event.NAME} cannot have happened then"
            raise InputError(f"line {entry.line}", what) from None
        yield entry, own


def fold_history(history: History) -> Table:
    """The table at the end of a record; raises an InputError if the record is not of one table."""
    opened = history.entries[0].event if history.entries else None
    if not isinstance(opened, TableOpened):
        raise InputError("record", "must begin with the opening of a table")
    table = Table(house=history.house)
    for _, table in tables(history):  # noqa: B007 - the last one counts
        pass
    return sealed(table)
