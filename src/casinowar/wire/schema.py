"""JSON Schema (2020-12) of everything on the wire, made from the code that reads and writes it.

Each part is a document of its own: one definition for each message, with ``oneOf`` at the top.
``whole_schema`` is all parts in one document. Two things a schema cannot express: a whole number
is written without a decimal point, and no key occurs twice.
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
from casinowar.wire.snapshot import FORMAT

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_ID = {
    "anyOf": [ID_SHAPE.schema, {"type": "null"}],
    "description": "Repeated in the answer.",
}
_WHO: Json = {"enum": list(ANYBODY)}


def commands_schema() -> Json:
    """Every command, as a message to a table."""
    kinds, defs = list[str](), dict[str, Json]()
    for kind in COMMANDS.values():
        record = record_of(kind)
        made = record.schema(command={"const": kind.NAME})
        made["properties"] |= {"who": _WHO | {"description": "Who gives it."}, "id": _ID}
        define(defs, {**record.defs, kind.__name__: made})
        kinds.append(kind.__name__)
    return document("Commands of a Casino War table", kinds, defs)


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
            needed = WHO_ASKS[question]
            made["properties"]["who"] = _WHO if needed else {"anyOf": [_WHO, {"type": "null"}]}
            made["required"] += ["who"] * needed
        defs[f"Ask{question.value.title()}"] = made
    return document("Questions to a Casino War table", list(defs), defs)


def events_schema() -> Json:
    """Every event in its present version."""
    kinds, defs = list[str](), dict[str, Json]()
    for kind in EVENTS.values():
        record = record_of(kind)
        made = record.schema(name={"const": kind.NAME}, version={"const": kind.VERSION})
        define(defs, {**record.defs, kind.__name__: made})
        kinds.append(kind.__name__)
    return document("Events of a Casino War table", kinds, defs)


def refusals_schema() -> Json:
    """The answer to a refused message, whether the table or its reader refused it."""
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
    return document("Refusals of a Casino War table", ["Refusal"], {"Refusal": made})


def views_schema(*kinds: type) -> Json:
    """The views defined by these dataclasses."""
    defs = dict[str, Json]()
    for kind in kinds:
        define(defs, shape_of(kind).defs)
    return document("Views of a Casino War table", [kind.__name__ for kind in kinds], defs)


def answers_schema(*views: type) -> Json:
    """Every answer of a table; ``view`` may hold any of these dataclasses."""
    events, refusals, seen = events_schema(), refusals_schema(), views_schema(*views)
    kinds: dict[str, tuple[str, Json]] = {
        "Happened": ("events", {"type": "array", "items": {"oneOf": events["oneOf"]}}),
        "AnswerView": ("view", {"oneOf": seen["oneOf"]}),
        "AnswerLegal": ("legal", {"type": "array", "items": ref("Offer")}),
        "AnswerDue": ("due", {"anyOf": [ref("Due"), {"type": "null"}]}),
        "AnswerSnapshot": ("snapshot", ref("Snapshot")),
    }
    defs = dict[str, Json]()
    for part in (events, refusals, seen):
        define(defs, part["$defs"])
    define(defs, offer_defs())
    for name, (field, content) in kinds.items():
        defs[name] = closed(
            f"The answer to a message that was accepted: its {field}.",
            {"ok": {"const": True}, "version": EVENTS_SO_FAR, field: content},
            id=_ID,
        )
    return document("Answers of a Casino War table", [*kinds, "Refusal"], defs)


EVENTS_SO_FAR: Json = {
    "type": "integer",
    "minimum": 0,
    "description": "The number of events so far.",
}


def offer_defs() -> dict[str, Json]:
    """What ``legal`` and ``snapshot`` hold."""
    whole: Json = {"type": "integer"}
    day: Json = {"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]}
    free = [ref("Amounts"), ref("Texts"), ref("Days")]
    fixed: list[Json] = [
        {"type": ["integer", "string", "boolean"]},
        {"type": "array", "items": {"type": "string"}},
    ]
    return {
        "Amounts": closed(
            "A free number: min, or min plus steps, up to max.",
            {"min": whole, "max": whole, "step": {"type": "integer", "minimum": 1}},
        ),
        "Texts": closed(
            "A free text of that length that is none of those named.",
            {
                "min_length": whole,
                "max_length": whole,
                "not": {"type": "array", "items": {"type": "string"}},
            },
        ),
        "Days": closed("A free day; null is no bound.", {"min": day, "max": day}),
        "SideAmounts": {
            "description": "Side bets by name.",
            "type": "object",
            "propertyNames": {"not": {"enum": ["min", "max", "step", "min_length", "max_length"]}},
            "additionalProperties": ref("Amounts"),
        },
        "Offer": {
            "description": "A command that would be accepted, with its fixed and free fields.",
            "type": "object",
            "properties": {"command": {"enum": list(COMMANDS)}},
            "required": ["command"],
            "additionalProperties": {"anyOf": [*free, ref("SideAmounts"), *fixed]},
        },
        "Snapshot": closed(
            "The whole table; fields at their defaults are left out.",
            {"format": {"const": FORMAT}, "rules": TEXT.schema, "table": {"type": "object"}},
        ),
    }


def closed(description: str, required: Json, **optional: Json) -> Json:
    """An object with these fields and no others."""
    return {
        "type": "object",
        "description": description,
        "properties": {**required, **optional},
        "required": list(required),
        "additionalProperties": False,
    }


def ref(name: str) -> Json:
    """A reference to a definition of the same document."""
    return {"$ref": f"#/$defs/{name}"}


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
        parts["answers"] = answers_schema(*views)
    defs = dict[str, Json]()
    for name, part in parts.items():
        define(defs, part["$defs"])
        define(defs, {name: {"title": part["title"], "oneOf": part["oneOf"]}})
    top = [ref(name) for name in parts]
    return {"$schema": DIALECT, "title": "A Casino War table", "anyOf": top, "$defs": defs}


def document(title: str, kinds: Iterable[str], defs: Json) -> Json:
    """A schema of its own: one of these kinds."""
    of = [ref(kind) for kind in kinds]
    return {"$schema": DIALECT, "title": title, "oneOf": of, "$defs": defs}


def define(defs: dict[str, Json], more: Mapping[str, Json]) -> None:
    """Add definitions; two with the same name are a bug."""
    for name, made in more.items():
        assert defs.get(name, made) == made, f"two definitions of {name}"
        defs[name] = made
