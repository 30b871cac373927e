"""Events from the bytes that ``to_bytes`` made of them, quickly.

msgspec builds a struct of the event's own types, and the event is made from it. That alone would
be too lenient: a key could occur twice. So the event is written again, and it counts only if that
gives the same bytes. Whatever was written in any other way, old versions included, is left to the
strict reader (``events``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import is_dataclass
from datetime import date
from enum import StrEnum
from functools import cache, partial
from types import NoneType
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin, get_type_hints

import msgspec

from casinowar.table.events import EVENTS
from casinowar.table.events.base import Event
from casinowar.wire.errors import WireError
from casinowar.wire.parse import BACKSLASH
from casinowar.wire.records import NAMED, SPECIAL, record_of, shape_of
from casinowar.wire.shapes import INT_MAX, INT_MIN, Shape
from casinowar.wire.to_bytes import event_bytes

Reader = Callable[[Any], Any]

# the types that msgspec checks as strictly as the shapes do; escapes in text are not read here
_CHECKED: dict[Any, Any] = {
    int: Annotated[int, msgspec.Meta(ge=INT_MIN, le=INT_MAX)],
    bool: bool,
    str: str,
    date: date,
    NoneType: None,
}


def read_quickly(raw: bytes) -> Event | None:
    """The event whose ``event_bytes`` these are; None if they are anything else.

    Text with an escape in it is left to the strict reader, which knows what may be escaped.
    """
    if BACKSLASH in raw:
        return None
    decode, makers = _reader()
    try:
        struct = decode(raw)
        event: Event = makers[type(struct)](struct)
    except (ValueError, RecursionError, WireError):
        return None
    return event if event_bytes(event) == raw else None


class _Named(msgspec.Struct):
    """What an event of every version has."""

    name: str


_named = msgspec.json.Decoder(_Named)


def event_name(raw: bytes) -> str:
    """The name in an event's bytes, without reading the rest; empty if they are no event."""
    try:
        return _named.decode(raw).name
    except (ValueError, RecursionError):
        return ""


@cache
def _reader() -> tuple[Callable[[bytes], Any], dict[type, Reader]]:
    """What decodes any event to its struct, and what makes the event of each struct."""
    makers: dict[type, Reader] = {}
    for kind in EVENTS.values():
        header = [("version", Literal[kind.VERSION])]
        struct, maker = _struct_of(kind, header, tag=kind.NAME)
        makers[struct] = maker
    return msgspec.json.Decoder(Union[tuple(makers)]).decode, makers  # noqa: UP007 - of a list


def _struct_of(
    kind: type[Any], header: list[tuple[str, Any]], tag: str | None = None
) -> tuple[type[msgspec.Struct], Reader]:
    """A struct with the fields of a message, and the function that makes the message of one.

    The message is filled through its slots, as its own initialiser does it.
    """
    hints, shapes = get_type_hints(kind), record_of(kind).shapes
    columns = list(header)
    scope: dict[str, Any] = {"kind": kind, "new": kind.__new__}
    source = "def make(struct):\n made = new(kind)\n"
    for name, shape in shapes.items():
        special = (kind, name) in SPECIAL
        column, read = (Any, shape.read) if special else _column(hints[name], shape)
        columns.append((name, column))
        scope |= {f"set_{name}": getattr(kind, name).__set__, f"read_{name}": read}
        value = f"struct.{name}"
        source += f" set_{name}(made, {value if read is None else f'read_{name}({value})'})\n"
    tag_field = None if tag is None else "name"
    struct = msgspec.defstruct(
        f"Stored{kind.__name__}", columns, tag=tag, tag_field=tag_field, gc=False
    )
    exec(source + " return made\n", scope)  # noqa: S102 - names of our own fields
    return struct, cast("Reader", scope["make"])


def _column(hint: Any, shape: Shape) -> tuple[Any, Reader | None]:
    """What msgspec checks of a field, and what is still to be done to read it."""
    if hint in _CHECKED:
        return _CHECKED[hint], None
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return hint, None
    if isinstance(hint, type) and is_dataclass(hint) and hint not in NAMED:
        return _struct_of(hint, [])
    origin, arguments = get_origin(hint), get_args(hint)
    if NoneType in arguments and all(each in _CHECKED for each in arguments):
        return Union[tuple(_CHECKED[each] for each in arguments)], None  # noqa: UP007 - of a list
    if origin is tuple and len(arguments) == 2 and hint not in NAMED:
        item, read = _column(arguments[0], shape_of(arguments[0]))
        return tuple[item, ...], None if read is None else partial(_read_each, read)  # type: ignore[valid-type]
    return Any, shape.read


def _read_each(read: Reader, values: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple([read(value) for value in values])
