"""JSON Schema (2020-12) of all that goes over the wire, made from what reads and writes it.

Each part is a document of its own: one definition for each message, ``oneOf`` them at the top.
``whole_schema`` is all parts in one document. Two things a schema cannot say: a whole number is
written without a decimal point, and no key occurs twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from casinowar.table.commands import COMMANDS
from casinowar.table.events import EVENTS
from casinowar.table.refusals import Code, Refusal
from casinowar.wire.errors import WireCode
from casinowar.wire.records import record_of, shape_of
from casinowar.wire.requests import ANYBODY, ID_SHAPE, WHO_ASKS, Ask, Question
from casinowar.wire.shapes import TEXT, Json, described

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_ID = {
    "anyOf": [ID_SHAPE.schema, {"type": "null"}],
    "description": "Repeated in the answer.",
}


def commands_schema() -> Json:
    """Every command, as a message to a table."""
    kinds, defs = list[str](), dict[str, Json]()
    for kind in COMMANDS.values():
        record = record_of(kind)
        made = record.schema(command={"const": kind.NAME})
        made["properties"]["id"] = _ID
        _define(defs, {**record.defs, kind.__name__: made})
        kinds.append(kind.__name__)
    return _document("Commands of a Casino War table", kinds, defs)


def asks_schema() -> Json:
    """Every question, as a message to a table."""
    defs = dict[str, Json]()
    for question in Question:
        made: Json = {
            "type": "object",
            "description": described(Ask),
            "properties": {"ask": {"const": question.value}, "id": _ID},
            "required": ["ask"],
            "additionalProperties": False,
        }
        if question in WHO_ASKS:
            who: Json = {"enum": list(ANYBODY)}
            needed = WHO_ASKS[question]
            made["properties"]["who"] = who if needed else {"anyOf": [who, {"type": "null"}]}
            made["required"] += ["who"] * needed
        defs[f"Ask{question.value.title()}"] = made
    return _document("Questions to a Casino War table", list(defs), defs)


def events_schema() -> Json:
    """Every event in its present version."""
    kinds, defs = list[str](), dict[str, Json]()
    for kind in EVENTS.values():
        record = record_of(kind)
        made = record.schema(name={"const": kind.NAME}, version={"const": kind.VERSION})
        _define(defs, {**record.defs, kind.__name__: made})
        kinds.append(kind.__name__)
    return _document("Events of a Casino War table", kinds, defs)


def refusals_schema() -> Json:
    """The answer to what was refused, by the table or before it."""
    codes = [code.value for each in (Code, WireCode) for code in each]
    made = {
        "type": "object",
        "description": f"{described(Refusal)} A refused command changes nothing.",
        "properties": {
            "ok": {"const": False},
            "code": {"enum": codes},
            "message": TEXT.schema,
            "cites": TEXT.schema | {"description": "The clause or policy, where there is one."},
            "id": _ID,
        },
        "required": ["ok", "code", "message"],
        "additionalProperties": False,
    }
    return _document("Refusals of a Casino War table", ["Refusal"], {"Refusal": made})


def views_schema(*kinds: type) -> Json:
    """The views that these dataclasses are."""
    defs = dict[str, Json]()
    for kind in kinds:
        _define(defs, shape_of(kind).defs)
    return _document("Views of a Casino War table", [kind.__name__ for kind in kinds], defs)


PARTS: Mapping[str, Callable[[], Json]] = {
    "commands": commands_schema,
    "asks": asks_schema,
    "events": events_schema,
    "refusals": refusals_schema,
}


def whole_schema(*views: type) -> Json:
    """One document with every part; ``$defs`` has each part under its name."""
    parts = {name: make() for name, make in PARTS.items()}
    if views:
        parts["views"] = views_schema(*views)
    defs = dict[str, Json]()
    for name, part in parts.items():
        _define(defs, part["$defs"])
        _define(defs, {name: {"title": part["title"], "oneOf": part["oneOf"]}})
    top = [{"$ref": f"#/$defs/{name}"} for name in parts]
    return {"$schema": DIALECT, "title": "A Casino War table", "anyOf": top, "$defs": defs}


def _document(title: str, kinds: Iterable[str], defs: Json) -> Json:
    of = [{"$ref": f"#/$defs/{kind}"} for kind in kinds]
    return {"$schema": DIALECT, "title": title, "oneOf": of, "$defs": defs}


def _define(defs: dict[str, Json], more: Mapping[str, Json]) -> None:
    """Add definitions; two things of one name would be a fault of ours."""
    for name, made in more.items():
        assert defs.get(name, made) == made, f"two definitions of {name}"
        defs[name] = made
