"""JSON values as messages: msgspec reads them, and this module explains what it refuses.

msgspec says little about a fault, so a value that it refuses is read again, slowly, to find the
first field that is wrong: its path, the expected type and a known name that is close.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain
from typing import Any

import msgspec
from msgspec import inspect

from casinowar.cards import Card
from casinowar.table.message import INT_MAX
from casinowar.toml import parse_date
from casinowar.wire.errors import (
    SHOWN_MAX,
    WireCode,
    WireError,
    missing_field,
    unknown_field,
    wrong_type,
    wrong_value,
)

Json = dict[str, Any]
_PLAIN = {inspect.AnyType: object, inspect.BoolType: bool, inspect.NoneType: type(None)}
_info: Callable[[Any], inspect.Type] = cache(inspect.type_info)


def from_json(value: object, kind: Any) -> Any:
    """A JSON value as a message or another type; a WireError names the first field that is wrong.

    >>> from casinowar.table.commands import TakeCut
    >>> from_json({"seat": 3, "cards": 120}, TakeCut)
    TakeCut(seat=3, cards=120)
    """
    try:
        return msgspec.convert(value, kind, str_keys=True)
    except (ValueError, RecursionError) as error:
        unexplained = WireError(WireCode.WRONG_VALUE, "", str(error))
        raise next(_faults(_info(kind), value), unexplained) from None


def to_json(value: Any) -> Any:
    """A message, such as a view, as a JSON value."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _faults(info: inspect.Type, value: Any) -> Iterator[WireError]:
    """The faults of a value, in the order of its fields."""
    match info:
        case inspect.Metadata():
            yield from _faults(info.type, value)
        case inspect.UnionType():
            yield from _of_union(info, value)
        case inspect.StructType() if type(value) is dict:
            yield from _of_fields(info, value)
        case inspect.DictType() if type(value) is dict:
            for name, part in value.items():
                own = int(name) if _is_number(info.key_type, name) else name
                found = chain(_faults(info.key_type, own), _faults(info.value_type, part))
                yield from _under(str(name)[:SHOWN_MAX], found)
        case inspect.VarTupleType() if type(value) is list:
            for at, part in enumerate(value):
                yield from _under(f"[{at}]", _faults(info.item_type, part))
        case inspect.TupleType() if type(value) is list and len(value) == len(info.item_types):
            for at, (kind, part) in enumerate(zip(info.item_types, value, strict=True)):
                yield from _under(f"[{at}]", _faults(kind, part))
        case inspect.IntType() if type(value) is int:
            if info.ge is not None and info.le is not None and not info.ge <= value <= info.le:
                allowed = "of 64 bits" if info.le == INT_MAX else f"from {info.ge} to {info.le}"
                yield wrong_value(f"a whole number {allowed}", value)
        case inspect.StrType() if type(value) is str:
            if info.pattern and "\0" in value:
                yield wrong_value("text without U+0000", value)
        case inspect.DateType() if type(value) is str:
            try:
                parse_date(value)
            except ValueError:
                yield wrong_value(words_for(info), value)
        case inspect.EnumType() if type(value) is str:
            if value not in [member.value for member in info.cls]:
                yield wrong_value(words_for(info), value)
        case inspect.LiteralType() if type(value) is not bool and value in info.values:
            return
        case _ if _PLAIN.get(type(info)) not in (type(value), object):
            yield wrong_type(words_for(info), value)
        case _:
            pass


def _of_union(info: inspect.UnionType, value: Any) -> Iterator[WireError]:
    kinds = [kind for kind in info.types if not isinstance(kind, inspect.NoneType)]
    found = [next(_faults(kind, value), None) for kind in kinds]
    if (value is None and len(kinds) < len(info.types)) or None in found:
        return
    nearest = max(
        found, key=lambda fault: len(fault.field) if fault else 0
    )  # the more specific fault
    if nearest and (nearest.field or len(kinds) == 1):
        yield nearest
    else:
        yield wrong_type(words_for(info), value)


def _of_fields(info: inspect.StructType, value: Json) -> Iterator[WireError]:
    known = {field.encode_name: field for field in info.fields}
    for name, part in value.items():
        if name in known:
            yield from _under(name, _faults(known[name].type, part))
        elif name != info.tag_field:
            yield unknown_field(name, known)
    for name, field in known.items():
        if field.required and name not in value:
            yield missing_field(name, words_for(field.type))


def _under(name: str, faults: Iterable[WireError]) -> Iterator[WireError]:
    return (fault.under(name) for fault in faults)


def _is_number(key: inspect.Type, name: str) -> bool:
    """Whether the name of a field is a number in canonical form."""
    return isinstance(key, inspect.IntType) and bool(re.fullmatch("0|-?[1-9][0-9]{0,18}", name))


def words_for(info: inspect.Type) -> str:
    """The words for an expected type, after "must be"."""
    match info:
        case inspect.IntType():
            return "a whole number"
        case inspect.BoolType():
            return "true or false"
        case inspect.DateType():
            return 'a date like "2023-05-01"'
        case inspect.EnumType(cls=cls):
            words = ", ".join(member.value for member in cls)
            return 'a card like "Kh"' if cls is Card else f"one of {words}"
        case inspect.LiteralType(values=values):
            return " or ".join(map(str, values))
        case inspect.VarTupleType(item_type=item):
            return f"a list whose items are each {words_for(item)}"
        case inspect.TupleType(item_types=items):
            return f"a list of {' and '.join(map(words_for, items))}"
        case inspect.DictType(value_type=item):
            return f"an object whose values are each {words_for(item)}"
        case inspect.StructType(fields=fields):
            return f"an object with {', '.join(field.encode_name for field in fields)}"
        case inspect.UnionType(types=kinds):
            return " or ".join(map(words_for, kinds))
        case inspect.NoneType():
            return "null"
        case inspect.Metadata(type=inner):
            return words_for(inner)
        case _:
            return "text"
