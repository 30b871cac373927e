"""Events as JSON and back: written names and versions, old versions lifted when read.

An event is one flat object: ``{"name": "card_dealt", "version": 1, "cites": "WI g3", …}``.
``UPCASTS`` holds, for a name and a version, the function that turns that version's object into
the next one's; a record of any age is read through as many of them as it needs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, fields
from datetime import date
from enum import StrEnum
from typing import Any, get_args, get_origin, get_type_hints

from casinowar.cards import UNSEEN, Card, parse_card, show_card
from casinowar.errors import InputError, shown
from casinowar.table.events import EVENTS, Event
from casinowar.table.state import Lies, RackedCard

Upcast = Callable[[dict[str, Any]], dict[str, Any]]
UPCASTS: Mapping[tuple[str, int], Upcast] = {}  # every event is still at its first version


def event_to_json(event: Event) -> dict[str, Any]:
    """The event as a JSON object."""
    written: dict[str, Any] = {
        "name": event.NAME,
        "version": event.VERSION,
        "cites": event.cites,
    }
    for name in _field_types(type(event)):
        written[name] = _write(getattr(event, name))
    return written


def _write(value: object) -> Any:
    match value:
        case Card():
            return str(value)
        case RackedCard():
            return {"card": show_card(value.card), "lies": value.lies.value}
        case date():
            return value.isoformat()
        case StrEnum():
            return value.value
        case tuple():
            return [_write(item) for item in value]
        case _:
            return value


def event_from_json(written: object, upcasts: Mapping[tuple[str, int], Upcast] = UPCASTS) -> Event:
    """The event of a JSON object; an InputError names what is wrong with it."""
    if not isinstance(written, dict):
        raise InputError("event", f"{shown(written)} is not an object")
    lifted = _lift(dict(written), upcasts)
    kind = EVENTS[lifted.pop("name")]
    lifted.pop("version")
    types = {"cites": str, **_field_types(kind)}
    unknown = lifted.keys() - types.keys()
    if unknown:
        raise InputError(f"{kind.NAME}.{min(unknown)[:40]}", "is not a known field")
    values = {
        name: _read(lifted[name], hint, f"{kind.NAME}.{name}")
        for name, hint in types.items()
        if name in lifted
    }
    for field in fields(kind):
        if field.name not in values and field.default is MISSING:
            raise InputError(f"{kind.NAME}.{field.name}", "is missing")
    return kind(**values)


def _lift(written: dict[str, Any], upcasts: Mapping[tuple[str, int], Upcast]) -> dict[str, Any]:
    while True:
        name, version = written.get("name"), written.get("version")
        if not isinstance(name, str) or type(version) is not int:
            raise InputError("event", "has no name and version")
        upcast = upcasts.get((name, version))
        if upcast is None:
            break
        written = upcast(written)
    if name not in EVENTS:
        raise InputError("event.name", f"{shown(name)} is not a known event")
    if version != EVENTS[name].VERSION:
        raise InputError("event.version", f"{name} {version} is not a known version")
    return written


_FIELD_TYPES: dict[str, dict[str, Any]] = {}


def _field_types(kind: type[Event]) -> dict[str, Any]:
    """The fields of an event but its citation, with their types; worked out once an event."""
    if kind.NAME not in _FIELD_TYPES:
        hints = get_type_hints(kind)
        names = [field.name for field in fields(kind) if field.name != "cites"]
        _FIELD_TYPES[kind.NAME] = {name: hints[name] for name in names}
    return _FIELD_TYPES[kind.NAME]


def _read(value: Any, hint: Any, where: str) -> Any:
    if get_origin(hint) is tuple:
        if not isinstance(value, list):
            raise InputError(where, f"{shown(value)} is not a list")
        return tuple(_read(item, get_args(hint)[0], where) for item in value)
    if hint is RackedCard:
        if not isinstance(value, dict) or value.keys() != {"card", "lies"}:
            raise InputError(where, f"{shown(value)} is not a card in the rack")
        card = None if value["card"] == UNSEEN else _read(value["card"], Card, where)
        return RackedCard(card=card, lies=_read(value["lies"], Lies, where))
    try:
        if hint is Card:
            return parse_card(value)
        if hint is date:
            return date.fromisoformat(value)
        if issubclass(hint, StrEnum):
            return hint(value)
    except (TypeError, ValueError):
        raise InputError(where, f"{shown(value)} is not a {hint.__name__.lower()}") from None
    if type(value) is not hint:
        raise InputError(where, f"{shown(value)} is not {hint.__name__}")
    return value


def write_events(events: Iterable[Event]) -> str:
    """A record: one JSON object a line."""
    return "".join(json.dumps(event_to_json(event)) + "\n" for event in events)


def read_events(text: str) -> Iterator[Event]:
    """The events of a record; an InputError names the line that cannot be read."""
    for number, line in enumerate(text.splitlines(), 1):
        try:
            yield event_from_json(json.loads(line))
        except InputError as error:
            raise InputError(f"line {number}: {error.field}", error.reason) from None
        except (ValueError, RecursionError) as error:
            raise InputError(f"line {number}", f"is not JSON: {error}") from None
