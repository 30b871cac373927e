"""Events as bytes: what is stored and sent, written by one compiled function for each kind.

The function fills the values into a template of bytes, so that no object is built first. Texts of
the house, such as citations and the words of enumerations, recur: their JSON is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, cast, get_args, get_origin, get_type_hints

from casinowar.cards import Card
from casinowar.table.events import EVENTS
from casinowar.table.events.base import Event
from casinowar.wire.parse import encode_json
from casinowar.wire.records import NAMED, record_of
from casinowar.wire.shapes import CARD, CARD_NAMES, RACKED_CARD, Shape

Written = Callable[[Any], bytes]
TEXTS_MAX = 2000
TEXT_MAX = 40  # characters


class _Texts(dict[str, bytes]):
    """Texts as JSON; the first short ones are kept."""

    def __missing__(self, text: str) -> bytes:
        written = encode_json(text)
        if len(self) < TEXTS_MAX and len(text) <= TEXT_MAX:
            self[text] = written
        return written


class _Writers(dict[type[Event], Written]):
    """The writer of each kind of event, compiled when it is first needed."""

    def __missing__(self, kind: type[Event]) -> Written:
        head = f'"name":"{kind.NAME}","version":{kind.VERSION},'
        writer = self[kind] = _compiled(kind, head)
        return writer


_TEXTS = _Texts()
_WRITERS = _Writers()
_CARDS = {at: encode_json(name) for at, name in CARD_NAMES.items()}


def event_bytes(event: Event) -> bytes:
    """The event as one line of JSON, in UTF-8.

    >>> from casinowar.table.events import CardsCut
    >>> event_bytes(CardsCut(seat=1, cards=60, cites="WI e4"))
    b'{"name":"cards_cut","version":1,"cites":"WI e4","seat":1,"cards":60}'
    """
    return _WRITERS[type(event)](event)


def is_current(raw: bytes) -> bool:
    """Whether these bytes begin like an event of a version that is written today."""
    return raw[: raw.find(b",", raw.find(b",") + 1)] in _heads()


@cache
def _heads() -> frozenset[bytes]:
    return frozenset(
        f'{{"name":"{kind.NAME}","version":{kind.VERSION}'.encode() for kind in EVENTS.values()
    )


def _compiled(kind: type[Any], head: str = "") -> Written:
    """A function that writes a message: the head, then all fields."""
    hints = get_type_hints(kind)
    scope: dict[str, Any] = {"encode": encode_json, "texts": _TEXTS, "cards": _CARDS}
    parts, values = list[str](), list[str]()
    for name, shape in record_of(kind).shapes.items():
        place, value = _field(name, hints[name], shape, scope)
        parts.append(f'"{name}":{place}')
        values.append(value)
    template = f"{{{head}{','.join(parts)}}}".encode()
    source = f"def write(value):\n return {template!r} % ({', '.join(values)},)\n"
    exec(source, scope)  # noqa: S102 - names of our own fields, as dataclasses does it
    return cast("Written", scope["write"])


def _field(name: str, hint: Any, shape: Shape, scope: dict[str, Any]) -> tuple[str, str]:
    """A field's place in the template, and the expression that is filled in there."""
    held, write = f"value.{name}", f"write_{name}"
    arguments = get_args(hint)
    if hint is int:
        return "%d", held
    if hint is bool:
        return "%b", f"b'true' if {held} else b'false'"
    if hint is str:
        return "%b", f"texts[{held}]"
    if hint == str | None:
        return "%b", f"b'null' if {held} is None else texts[{held}]"
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return "%b", f"texts[{held}._value_]"
    scope[write] = shape.written
    if shape in (CARD, RACKED_CARD):
        return "%b", f"cards.get(id({held})) or encode({write}({held}))"
    if get_origin(hint) is tuple and _is_message(arguments[0]):
        scope[write] = _compiled(arguments[0])
        return "[%b]", f"b','.join([{write}(part) for part in {held}])"
    return "%b", f"encode({write}({held}))"


def _is_message(hint: Any) -> bool:
    return isinstance(hint, type) and is_dataclass(hint) and hint is not Card and hint not in NAMED
