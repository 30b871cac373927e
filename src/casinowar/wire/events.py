"""Events as JSON and back: written names and versions, old versions upcast when read.

An event is one flat object: ``{"name": "card_dealt", "version": 1, "cites": "WI g3", …}``. A record
has one on each line.
"""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import msgspec

from casinowar.errors import did_you_mean
from casinowar.table.events import EVENTS, AnyEvent, Event
from casinowar.wire.convert import Json, from_json, to_json
from casinowar.wire.errors import (
    WireCode,
    WireError,
    missing_field,
    shown_json,
    wrong_type,
)
from casinowar.wire.parse import BACKSLASH, decode_json, encode_json
from casinowar.wire.upcasts import UPCASTS

LINE_MAX_BYTES = 1_000_000
_HEADER = {"name": (str, "text"), "version": (int, "a whole number")}


class _Header(msgspec.Struct):
    """The fields that an event of any version has."""

    name: str
    version: int


@cache
def _decoder() -> msgspec.json.Decoder[AnyEvent]:
    return msgspec.json.Decoder(cast("type[AnyEvent]", AnyEvent))


_header = msgspec.json.Decoder(_Header)


def event_bytes(event: Event) -> bytes:
    """The event as one line of JSON: name, version, citation, then all its fields.

    >>> from casinowar.table.events import CardsCut
    >>> event_bytes(CardsCut(seat=1, cards=60, cites="WI e4"))
    b'{"name":"cards_cut","version":1,"cites":"WI e4","seat":1,"cards":60}'
    """
    return encode_json(event)


def event_to_json(event: Event) -> Json:
    """The event as a JSON object."""
    return cast("Json", to_json(event))


def event_from_bytes(raw: bytes) -> Event:
    """Read the event in a line; an InputError says what is wrong.

    A line as ``event_bytes`` writes it takes the fast path. Any other line, such as one with a
    repeated key, an escape in a text or an old version, is read step by step.
    """
    if len(raw) <= LINE_MAX_BYTES and BACKSLASH not in raw:
        try:
            event = _decoder().decode(raw)
        except (ValueError, RecursionError):
            event = None
        if event is not None and encode_json(event) == raw:
            return event
    return event_from_json(decode_json(raw, LINE_MAX_BYTES))


def event_from_json(written: object) -> Event:
    """Read the event in a JSON object; an InputError says what is wrong."""
    if not isinstance(written, dict):
        raise wrong_type("an object", written).under("event")
    lifted: dict[str, Any] = written
    while True:
        for name, (kind, words) in _HEADER.items():
            if name not in lifted:
                raise missing_field(name, words).under("event")
            if type(lifted[name]) is not kind:
                raise wrong_type(words, lifted[name]).under(f"event.{name}")
        name, version = lifted["name"], lifted["version"]
        upcast = UPCASTS.get((name, version))
        if upcast is None:
            break
        lifted = upcast(lifted)
    if name not in EVENTS:
        reason = f"{shown_json(name)} is not a known event{did_you_mean(name, EVENTS)}"
        raise WireError(WireCode.WRONG_VALUE, "event.name", reason)
    try:
        return cast("Event", from_json(lifted, EVENTS[name]))
    except WireError as error:
        if error.field == "version":
            reason = f"{shown_json(version)} is not a known version of {name}"
            raise WireError(WireCode.WRONG_VALUE, "event.version", reason) from None
        raise error.under(name) from None


def event_name(raw: bytes) -> str:
    """The name in the bytes of an event, without reading the rest; empty if it is not an event."""
    try:
        return _header.decode(raw).name
    except (ValueError, RecursionError):
        return ""


def is_current(raw: bytes) -> bool:
    """Whether a stored event has the current version."""
    header = _header.decode(raw)
    return (header.name, header.version) not in UPCASTS
