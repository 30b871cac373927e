"""Dataclasses as JSON objects: fields by name, defaults for fields left out, no other fields.

``Record`` is what the messages build on: an event is a record under a name and a version, a
command one under its name. ``shape_of`` finds the shape of any type hint.

A record's ``write`` is one compiled function that builds the whole object, without a loop over the
fields.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from casinowar.table.state import RackedCard
from casinowar.wire.errors import WireError, missing_field, unknown_field, wrong_type
from casinowar.wire.shapes import (
    AMOUNTS,
    RACKED_CARD,
    SCALARS,
    Json,
    Shape,
    described,
    enum_shape,
    list_shape,
    object_shape,
    optional_shape,
    union_shape,
)

_NO_DEFAULT = object()
NAMED: dict[Any, Shape] = {**SCALARS, tuple[tuple[str, int], ...]: AMOUNTS}
# fields whose shape in JSON does not follow from the dataclass
SPECIAL: dict[tuple[type, str], Shape] = {(RackedCard, "card"): RACKED_CARD}


class Record:
    """How the fields of one dataclass are read, written and described."""

    def __init__(self, kind: type[Any], *, without: str = "", sparse: bool = False) -> None:
        hints = get_type_hints(kind)
        self.kind = kind
        self.shapes: dict[str, Shape] = {}  # by the name in JSON, like everything below
        self.defaults: dict[str, Any] = {}
        self._fields: dict[str, str] = {}
        for each in fields(kind):
            if each.name == without:
                continue
            place = (kind, each.name)
            name = each.name
            self._fields[name] = each.name
            self.shapes[name] = SPECIAL.get(place) or shape_of(hints[each.name], sparse=sparse)
            self.defaults[name] = _default(each)
        self.required = [name for name in self.shapes if self.defaults[name] is _NO_DEFAULT]
        self._readers = {
            name: (self._fields[name], made.read) for name, made in self.shapes.items()
        }
        self._writers = [
            (name, self._fields[name], made.write) for name, made in self.shapes.items()
        ]
        self.write = self._compiled()

    def read(self, written: Json) -> dict[str, Any]:
        """The values of the fields present; a WireError names the field that is wrong."""
        values, readers, name = dict[str, Any](), self._readers, ""
        try:
            for name, value in written.items():
                field, read = readers[name]
                values[field] = read(value)
        except WireError as error:
            raise error.under(name) from None
        except KeyError:
            raise unknown_field(name, self.shapes) from None
        for name in self.required:
            if name not in written:
                raise missing_field(name, self.shapes[name].words)
        return values

    def _compiled(self) -> Callable[[Any], Json]:
        """A function that makes the JSON object of a value, with all its fields."""
        scope: dict[str, Any] = {f"write_{field}": write for _, field, write in self._writers}
        parts = list[str]()
        for name, field, write in self._writers:
            held = f"value.{field}"
            parts.append(f"{name!r}: {held if write is None else f'write_{field}({held})'}")
        source = f"def write(value):\n return {{{', '.join(parts)}}}\n"
        exec(source, scope)  # noqa: S102 - names of our own fields, as dataclasses does it
        return cast("Callable[[Any], Json]", scope["write"])

    def write_sparse(self, value: Any, into: Json) -> Json:
        """The fields that are not at their default, added to an object."""
        for name, field, write in self._writers:
            held = getattr(value, field)
            if held != self.defaults[name]:
                into[name] = held if write is None else write(held)
        return into

    def schema(self, **first: Json) -> Json:
        """The JSON Schema of the object, with more properties before the fields."""
        properties: Json = dict(first)
        for name, shape in self.shapes.items():
            properties[name] = dict(shape.schema)
            default = self.defaults[name]
            if default is not _NO_DEFAULT:
                properties[name]["default"] = shape.written(default)
        return {
            "type": "object",
            "description": described(self.kind),
            "properties": properties,
            "required": [*first, *self.required],
            "additionalProperties": False,
        }

    @property
    def defs(self) -> dict[str, Json]:
        """The definitions that the schema refers to."""
        return {name: made for shape in self.shapes.values() for name, made in shape.defs.items()}


def _default(each: Field[Any]) -> Any:
    if each.default is not MISSING:
        return each.default
    return _NO_DEFAULT if each.default_factory is MISSING else each.default_factory()


_RECORDS: dict[type[Any], Record] = {}


def record_of(kind: type[Any]) -> Record:
    """The record of a dataclass, built once."""
    record = _RECORDS.get(kind)
    if record is None:
        record = _RECORDS[kind] = Record(kind)
    return record


@cache
def shape_of(hint: Any, *, sparse: bool = False) -> Shape:
    """The shape of a type; ``sparse`` leaves out dataclass fields at their defaults."""
    if hint in NAMED:
        return NAMED[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _union(arguments, sparse=sparse)
    if origin is tuple and len(arguments) == 2 and arguments[1] is ...:
        return list_shape(shape_of(arguments[0], sparse=sparse))
    if origin is dict and arguments[0] in (str, int):
        return object_shape(arguments[0], shape_of(arguments[1], sparse=sparse))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return enum_shape(hint)
    if isinstance(hint, type) and is_dataclass(hint):
        return _nested(hint, sparse=sparse)
    raise TypeError(f"no JSON shape for {hint}")


def _union(hints: tuple[Any, ...], *, sparse: bool) -> Shape:
    shapes = {
        get_origin(hint) or hint: shape_of(hint, sparse=sparse)
        for hint in hints
        if hint is not NoneType
    }
    shape = union_shape(shapes) if len(shapes) > 1 else next(iter(shapes.values()))
    return optional_shape(shape) if NoneType in hints else shape


def _nested(kind: type[Any], *, sparse: bool) -> Shape:
    """A dataclass inside another."""
    record = Record(kind, sparse=sparse)
    words = f"an object with {', '.join(record.shapes)}"

    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise wrong_type(words, value)
        return kind(**record.read(value))

    def write_sparse(value: Any) -> Json:
        return record.write_sparse(value, {})

    return Shape(
        words=words,
        read=read,
        write=write_sparse if sparse else record.write,
        schema={"$ref": f"#/$defs/{kind.__name__}"},
        defs={**record.defs, kind.__name__: record.schema()},
    )


def to_json(value: Any) -> Json:
    """A tree of dataclasses, such as a view, as a JSON object with all fields."""
    return record_of(type(value)).write(value)
