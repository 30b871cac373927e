"""Events as JSON and back: written names and versions, old versions upcast when read.

An event is one flat object: ``{"name": "card_dealt", "version": 1, "cites": "WI g3", …}``. A record
has one on each line. ``EventReader`` reads the events of one record in order, because some old
versions left out what earlier events had said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from casinowar.errors import InputError
from casinowar.table.events import EVENTS, SeatLeft, SeatTaken
from casinowar.table.events.base import Event
from casinowar.wire.errors import (
    WireCode,
    WireError,
    did_you_mean,
    missing_field,
    shown_json,
    wrong_type,
)
from casinowar.wire.parse import decode_json, encode_json
from casinowar.wire.records import record_of
from casinowar.wire.shapes import Json
from casinowar.wire.upcasts import UPCASTS, Players, Upcast

LINE_MAX_BYTES = 1_000_000


def event_to_json(event: Event) -> Json:
    """The event as a JSON object: name, version, citation, then all its fields.

    >>> from casinowar.table.events import CardsCut
    >>> event_to_json(CardsCut(seat=1, cards=60, cites="WI e4"))
    {'name': 'cards_cut', 'version': 1, 'cites': 'WI e4', 'seat': 1, 'cards': 60}
    """
    header = {"name": event.NAME, "version": event.VERSION, "cites": event.cites}
    return record_of(type(event)).write(event, header)


def event_from_json(written: object) -> Event:
    """The event of a JSON object; an InputError names what is wrong with it.

    An old version that depends on earlier events is read as well as possible without them: see
    ``EventReader``.
    """
    return read_event(written, {})


class EventReader:
    """Reads the events of one record, in order, and remembers who sits where."""

    def __init__(self) -> None:
        self._players: dict[int, str] = {}

    def read(self, written: object) -> Event:
        """The next event of the record; an InputError names what is wrong with it."""
        event = read_event(written, self._players)
        match event:
            case SeatTaken():
                self._players[event.seat] = event.player
            case SeatLeft():
                self._players.pop(event.seat, None)
            case _:
                pass
        return event


def read_event(
    written: object, players: Players, upcasts: Mapping[tuple[str, int], Upcast] = UPCASTS
) -> Event:
    """The event of a JSON object, upcast with what is known of the players."""
    if type(written) is not dict:
        raise wrong_type("an object", written).under("event")
    lifted: dict[str, Any] = written
    while True:
        name, version = lifted.get("name"), lifted.get("version")
        if type(name) is not str or type(version) is not int:
            raise _no_header(lifted)
        upcast = upcasts.get((name, version))
        if upcast is None:
            break
        lifted = upcast(lifted, players)
    kind = EVENTS.get(name)
    if kind is None:
        reason = f"{shown_json(name)} is not a known event{did_you_mean(name, EVENTS)}"
        raise WireError(WireCode.WRONG_VALUE, "event.name", reason)
    if version != kind.VERSION:
        reason = f"{shown_json(version)} is not a known version of {name}"
        raise WireError(WireCode.WRONG_VALUE, "event.version", reason)
    fields = dict(lifted)
    del fields["name"], fields["version"]
    try:
        return kind(**record_of(kind).read(fields))
    except WireError as error:
        raise error.under(name) from None


def _no_header(written: Json) -> WireError:
    """What is wrong with an object that does not name its event."""
    for name, kind, words in (("name", str, "text"), ("version", int, "a whole number")):
        if name not in written:
            return missing_field(name, words).under("event")
        if type(written[name]) is not kind:
            return wrong_type(words, written[name]).under(f"event.{name}")
    raise AssertionError("the header is whole")


def write_events(events: Iterable[Event]) -> str:
    """A record: one JSON object per line."""
    return "".join(encode_json(event_to_json(event)).decode() + "\n" for event in events)


def read_events(text: str) -> Iterator[Event]:
    """The events of a record; an InputError names the line that cannot be read."""
    reader = EventReader()
    lines = text.split("\n")  # other line breaks may stand inside text
    if not lines[-1]:
        lines.pop()
    for number, line in enumerate(lines, 1):
        try:
            yield reader.read(decode_json(line, LINE_MAX_BYTES))
        except WireError as error:
            where = f"line {number}: {error.field}" if error.field else f"line {number}"
            raise InputError(where, error.reason.removeprefix("the message ")) from None
