"""Events as JSON and back: written names and versions, old versions upcast when read.

An event is one flat object: ``{"name": "card_dealt", "version": 1, "cites": "WI g3", …}``. A record
has one on each line. ``EventReader`` reads the events of one record in order, because some old
versions left out what earlier events had said. ``to_bytes`` and
``from_bytes`` are the quick way.
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
from casinowar.wire.from_bytes import read_quickly
from casinowar.wire.parse import decode_json
from casinowar.wire.records import record_of
from casinowar.wire.shapes import Json
from casinowar.wire.to_bytes import event_bytes
from casinowar.wire.upcasts import UPCASTS, Players, Upcast

LINE_MAX_BYTES = 1_000_000


def event_to_json(event: Event) -> Json:
    """The event as a JSON object: name, version, citation, then all its fields.

    >>> from casinowar.table.events import CardsCut
    >>> event_to_json(CardsCut(seat=1, cards=60, cites="WI e4"))
    {'name': 'cards_cut', 'version': 1, 'cites': 'WI e4', 'seat': 1, 'cards': 60}
    """
    return {"name": event.NAME, "version": event.VERSION} | record_of(type(event)).write(event)


def event_from_json(written: object) -> Event:
    """The event of a JSON object; an InputError names what is wrong with it.

    An old version that depends on earlier events is read as well as possible without them: see
    ``EventReader``.
    """
    return read_event(written, {})


class EventReader:
    """Reads the events of one record, in order, and remembers who sits where.

    A reader that starts in the middle is given the players of the table so far.
    """

    def __init__(self, players: Players | None = None) -> None:
        self._players: dict[int, str] = dict(players or {})

    def read(self, written: object) -> Event:
        """The next event of the record; an InputError names what is wrong with it."""
        return self._seen(read_event(written, self._players))

    def read_bytes(self, raw: bytes) -> Event:
        """The next event, from its bytes: quickly if ``event_bytes`` wrote it, strictly if not."""
        event = read_quickly(raw) if len(raw) <= LINE_MAX_BYTES else None
        if event is None:
            event = read_event(decode_json(raw, LINE_MAX_BYTES), self._players)
        return self._seen(event)

    def _seen(self, event: Event) -> Event:
        kind = type(event)  # isinstance takes longer than reading: events are an abstract class
        if kind is SeatTaken or kind is SeatLeft:
            self._seated(event)
        return event

    def _seated(self, event: Event) -> None:
        if isinstance(event, SeatTaken):
            self._players[event.seat] = event.player
        elif isinstance(event, SeatLeft):
            self._players.pop(event.seat, None)


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
    return "".join(event_bytes(event).decode() + "\n" for event in events)


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
