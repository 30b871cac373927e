"""The JSON shape of each type: how it is read, how it is written, and its JSON Schema.

The three are defined together, and the shape of a list, an object or a dataclass is built from
those of its parts, so reader, writer and schema cannot disagree. ``records.shape_of`` finds the
shape of a type hint.

Scalars are 64-bit ``int``, ``bool``, ``str``, enumerations of words, ``date`` as ISO text and
``Card`` as two characters. Compound shapes are ``X | None`` and other unions, ``tuple[X, ...]``,
``dict[str, X]``, ``dict[int, X]``, dataclasses, and ``tuple[tuple[str, int], ...]``, which is
amounts by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from operator import attrgetter
from typing import Any

from casinowar.cards import BY_NAME, RANK_LETTERS, UNSEEN, Card, show_card
from casinowar.toml import parse_date
from casinowar.wire.errors import WireError, wrong_type, wrong_value

Json = dict[str, Any]
NUMBER_NAME = "0|-?[1-9][0-9]{0,17}"
# nearly all cards in use are the objects of one deck: the name of each by its id
CARD_NAMES = {id(card): name for name, card in BY_NAME.items()}
INT_MIN, INT_MAX = -(2**63), 2**63 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """The JSON form of one type."""

    words: str  # "a whole number"
    read: Callable[[Any], Any]  # the value of a JSON value; WireError if there is none
    write: Callable[[Any], Any] | None = None  # None: the value is its own JSON value
    schema: Json
    defs: Mapping[str, Json] = field(default_factory=dict[str, Json])  # what ``schema`` refers to

    def written(self, value: Any) -> Any:
        """A value as JSON."""
        return value if self.write is None else self.write(value)


# --- scalars --------------------------------------------------------------------------------------


def _read_int(value: Any) -> int:
    if type(value) is not int:
        raise wrong_type(WHOLE.words, value)
    if not INT_MIN <= value <= INT_MAX:
        raise wrong_value("a whole number of 64 bits", value)
    return value


def _read_bool(value: Any) -> bool:
    if type(value) is not bool:
        raise wrong_type(FLAG.words, value)
    return value


def _read_text(value: Any) -> str:
    if type(value) is not str:
        raise wrong_type(TEXT.words, value)
    if "\0" in value or not (value.isascii() or _is_unicode(value)):
        raise wrong_value("text without U+0000", value)  # no database could store it
    return value


def _is_unicode(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _read_card(value: Any) -> Card:
    if type(value) is not str:
        raise wrong_type(CARD.words, value)
    card = BY_NAME.get(value)  # one way to write it: what people write is for files and prompts
    if card is None:
        raise wrong_value(CARD.words, value)
    return card


def _write_card(card: Card | None) -> str:
    return CARD_NAMES.get(id(card)) or show_card(card)


def _read_racked_card(value: Any) -> Card | None:
    return None if value == UNSEEN else _read_card(value)


def _read_date(value: Any) -> date:
    if type(value) is not str:
        raise wrong_type(DAY.words, value)
    try:
        return parse_date(value)
    except ValueError:
        raise wrong_value(DAY.words, value) from None


def _pattern(pattern: str, length: int, **more: str) -> Json:
    """Text of that length; ``$`` alone would allow a trailing line break in some dialects."""
    return {
        "type": "string", "minLength": length, "maxLength": length, "pattern": pattern, **more,
    }  # fmt: skip


WHOLE = Shape(
    words="a whole number",
    read=_read_int,
    schema={"type": "integer", "minimum": INT_MIN, "maximum": INT_MAX},
)
FLAG = Shape(words="true or false", read=_read_bool, schema={"type": "boolean"})
TEXT = Shape(words="text", read=_read_text, schema={"type": "string", "pattern": "^[^\\u0000]*$"})
CARD = Shape(
    words='a card like "Kh"',
    read=_read_card,
    write=_write_card,
    schema={"$ref": "#/$defs/Card"},
    defs={
        "Card": _pattern(
            f"^[{RANK_LETTERS}][cdhs]$", 2, description="A card: its rank, then its suit."
        )
    },
)
RACKED_CARD = Shape(  # None is a face that nobody saw
    words='a card like "Kh", or "??"',
    read=_read_racked_card,
    write=_write_card,
    schema={"anyOf": [{"$ref": "#/$defs/Card"}, {"const": UNSEEN}]},
    defs=CARD.defs,
)
DAY = Shape(
    words='a date like "2023-05-01"',
    read=_read_date,
    write=date.isoformat,
    schema=_pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", 10, format="date"),
)


SCALARS: dict[Any, Shape] = {
    int: WHOLE, bool: FLAG, str: TEXT, Card: CARD, date: DAY,
}  # fmt: skip


def enum_shape(kind: type[StrEnum]) -> Shape:
    """The words of an enumeration."""
    members = {member.value: member for member in kind}
    words = f"one of {', '.join(members)}"

    def read(value: Any) -> StrEnum:
        if type(value) is not str:
            raise wrong_type(words, value)
        member = members.get(value)
        if member is None:
            raise wrong_value(words, value)
        return member

    schema = {"enum": list(members), "description": described(kind)}
    return Shape(
        words=words,
        read=read,
        write=attrgetter("_value_"),
        schema={"$ref": f"#/$defs/{kind.__name__}"},
        defs={kind.__name__: schema},
    )


def described(kind: type) -> str:
    """The docstring of a class, each paragraph on one line."""
    paragraphs = (kind.__doc__ or "").split("\n\n")
    return "\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


# --- compound -------------------------------------------------------------------------------------


def list_shape(item: Shape) -> Shape:
    """A list of one shape; a tuple in Python."""
    words, read_item, write_item = f"a list, each {item.words}", item.read, item.write

    def read(value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise wrong_type(words, value)
        found = list[Any]()
        try:
            for part in value:
                found.append(read_item(part))  # its length says where a fault is
        except WireError as error:
            raise error.under(f"[{len(found)}]") from None
        return tuple(found)

    def write(value: tuple[Any, ...]) -> list[Any]:
        return list(value) if write_item is None else [write_item(part) for part in value]

    schema = {"type": "array", "items": item.schema}
    return Shape(words=words, read=read, write=write, schema=schema, defs=item.defs)


def object_shape(key: type[str | int], item: Shape) -> Shape:
    """An object with free names; numbers as names are written in decimal digits."""
    words = f"an object, each value {item.words}"
    name = _read_number_name if key is int else _read_text

    def read(value: Any) -> dict[Any, Any]:
        if type(value) is not dict:
            raise wrong_type(words, value)
        at: object = ""
        try:
            found = dict[Any, Any]()
            for at, part in value.items():
                own_name = name(at)
                found[own_name] = item.read(part)
        except WireError as error:
            raise error.under(str(at)[:40]) from None
        return found

    def write(value: Mapping[Any, Any]) -> Json:
        return {str(at): item.written(part) for at, part in value.items()}

    names = {"pattern": f"^(?:{NUMBER_NAME})$"} if key is int else TEXT.schema
    schema = {"type": "object", "propertyNames": names, "additionalProperties": item.schema}
    return Shape(words=words, read=read, write=write, schema=schema, defs=item.defs)


def _read_number_name(name: Any) -> int:
    if type(name) is str and re.fullmatch(NUMBER_NAME, name):
        return int(name)
    raise wrong_value("named by a whole number", name)


def optional_shape(item: Shape) -> Shape:
    """A shape, or null."""
    read_item, write_item = item.read, item.write

    def read(value: Any) -> Any:
        return None if value is None else read_item(value)

    def write(value: Any) -> Any:
        return None if value is None or write_item is None else write_item(value)

    schema = {"anyOf": [item.schema, {"type": "null"}]}
    return Shape(
        words=f"{item.words}, or null",
        read=read,
        write=None if write_item is None else write,
        schema=schema,
        defs=item.defs,
    )


def union_shape(shapes: Mapping[type, Shape]) -> Shape:
    """One of several shapes; which one is written follows from the value's class."""
    words = " or ".join(shape.words for shape in shapes.values())
    writers = {kind: shape.written for kind, shape in shapes.items()}

    def read(value: Any) -> Any:
        inner = None
        for shape in shapes.values():
            try:
                return shape.read(value)
            except WireError as error:
                inner = error if error.field else inner  # the deeper error says more
        raise inner or wrong_type(words, value)

    def write(value: Any) -> Any:
        return writers[type(value)](value)

    schema = {"anyOf": [shape.schema for shape in shapes.values()]}
    defs = {name: made for shape in shapes.values() for name, made in shape.defs.items()}
    return Shape(words=words, read=read, write=write, schema=schema, defs=defs)


# --- amounts by name ------------------------------------------------------------------------------


def _read_amounts(value: Any) -> tuple[tuple[str, int], ...]:
    if type(value) is dict:
        return tuple(_BY_NAME.read(value).items())
    if type(value) is not list:
        raise wrong_type(AMOUNTS.words, value)
    found = list[tuple[str, int]]()
    for index, pair in enumerate(value):
        if type(pair) is not list or len(pair) != 2:
            raise wrong_type("a pair of a name and an amount", pair).under(f"[{index}]")
        try:
            found.append((_read_text(pair[0]), _read_int(pair[1])))
        except WireError as error:
            raise error.under(f"[{index}]") from None
    return tuple(found)


def _write_amounts(value: tuple[tuple[str, int], ...]) -> Json | list[list[Any]]:
    """An object, or pairs if a name occurs twice: the engine then says what is wrong."""
    named = dict(value)
    return named if len(named) == len(value) else [list(pair) for pair in value]


_BY_NAME = object_shape(str, WHOLE)
_PAIRS = {
    "type": "array",
    "items": {
        "type": "array",
        "prefixItems": [TEXT.schema, WHOLE.schema],
        "minItems": 2,
        "maxItems": 2,
    },
}
AMOUNTS = Shape(
    words='amounts by name like {"suited-tie": 500}',
    read=_read_amounts,
    write=_write_amounts,
    schema={"anyOf": [_BY_NAME.schema, _PAIRS]},
)
