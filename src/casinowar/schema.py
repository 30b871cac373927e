"""JSON Schema (2020-12) of all messages, generated from their classes.

Each part is a separate document: one definition for each message, with ``oneOf`` at the top.
``whole_schema`` has all parts in one document. A schema cannot express two rules: a whole number is
written without a decimal point, and no key occurs twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from typing import Any

from msgspec import Struct, inspect
from msgspec.inspect import multi_type_info
from msgspec.json import schema_components

from casinowar.cards import RANK_LETTERS, Card
from casinowar.table.bets import Bets
from casinowar.table.commands import COMMANDS
from casinowar.table.events import EVENTS
from casinowar.table.message import INT_MAX, INT_MIN
from casinowar.table.refusals import Code, Refusal
from casinowar.wire.convert import Json
from casinowar.wire.errors import WireCode
from casinowar.wire.requests import ANYBODY, WHO_ASKS, Ask, Question
from casinowar.wire.snapshot import FORMAT, Snapshot

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TEXT: Json = {"type": "string", "pattern": "^[^\\u0000]*$"}
_WHOLE: Json = {"type": "integer", "minimum": INT_MIN, "maximum": INT_MAX}
_ID = {"anyOf": [_WHOLE, TEXT, {"type": "null"}], "description": "Repeated in the answer."}
_CARD: Json = {
    "type": "string",
    "minLength": 2,
    "maxLength": 2,
    "pattern": f"^[{RANK_LETTERS}][cdhs]$",
    "description": "A card: its rank, then its suit.",
    "examples": ["Kh"],
}
_WHO: Json = {"enum": list(ANYBODY)}


def commands_schema() -> Json:
    """Every command, as a message to a table."""
    defs = defined(*COMMANDS.values())
    for kind in COMMANDS.values():
        whose: Json = {"who": _WHO | {"description": "Who gives the command."}, "id": _ID}
        defs[kind.__name__]["properties"] |= whose
    return document("Commands of a Casino War table", _names(COMMANDS.values()), defs)


def asks_schema() -> Json:
    """Every question, as a message to a table."""
    defs = dict[str, Json]()
    for question in Question:
        made = closed(described(Ask), {"ask": {"const": question.value}}, id=_ID)
        if question in WHO_ASKS:
            needed = WHO_ASKS[question]
            made["properties"]["who"] = _WHO if needed else {"anyOf": [_WHO, {"type": "null"}]}
            made["required"] += ["who"] * needed
        defs[f"Ask{question.value.title()}"] = made
    return document("Questions to a Casino War table", list(defs), defs)


def events_schema() -> Json:
    """Every event in its current version."""
    defs = defined(*EVENTS.values())
    for kind in EVENTS.values():
        made = defs[kind.__name__]
        made["required"].insert(1, "version")
        made["properties"]["version"] = {"const": made["properties"]["version"]["default"]}
    return document("Events of a Casino War table", _names(EVENTS.values()), defs)


def refusals_schema() -> Json:
    """The answer to a message that the table refused or that could not be read."""
    codes = [code.value for each in (Code, WireCode) for code in each]
    made = closed(
        f"{described(Refusal)} A refused command changes nothing.",
        {"ok": {"const": False}, "code": {"enum": codes}, "message": TEXT},
        cites=TEXT | {"description": "The clause or policy, if there is one."},
        id=_ID,
    )
    return document("Refusals of a Casino War table", ["Refusal"], {"Refusal": made})


def views_schema(*kinds: type[Struct]) -> Json:
    """The views defined by these messages."""
    return document("Views of a Casino War table", _names(kinds), defined(*kinds))


def answers_schema(*views: type[Struct]) -> Json:
    """Every answer of a table; ``view`` may hold any of these messages."""
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
    bets: Json = {"type": "array", "items": ref("Bets"), "description": "While bets are open."}
    for name, (field, content) in kinds.items():
        defs[name] = closed(
            f"The answer to a message that was accepted: its {field}.",
            {"ok": {"const": True}, "version": EVENTS_SO_FAR, field: content},
            **({"bets": bets} if field == "legal" else {}),
            id=_ID,
        )
    return document("Answers of a Casino War table", [*kinds, "Refusal"], defs)


# --- definitions ----------------------------------------------------------------------------------


EVENT_NAMES = tuple(kind.__name__ for kind in EVENTS.values())


def defined(*kinds: type, ref_template: str = "#/$defs/{name}") -> dict[str, Json]:
    """The definitions of messages and of all types in them, by name."""
    _, found = schema_components(kinds, ref_template=ref_template)
    words = {kind.__name__: kind for kind in _enumerations(multi_type_info(kinds))}
    defs = {name: _tidy(made, words.get(name)) for name, made in found.items()}
    return defs | ({Card.__name__: _CARD} if Card.__name__ in defs else {})


def _tidy(made: Json, words: type[Enum] | None) -> Json:
    """A definition from msgspec, with ordered keys and a description on one line."""
    del made["title"]
    if "properties" in made:
        made["additionalProperties"] = False
    made["description"] = _on_one_line(made.get("description", ""))
    if words is not None:
        made["enum"] = [word.value for word in words]
    for name, each in made.get("properties", {}).items():
        if each.keys() == {"enum"} and len(each["enum"]) == 1:
            made["properties"][name] = {"const": each["enum"][0]}  # a tag
    return made


def _enumerations(infos: Iterable[Any]) -> Iterator[type[Enum]]:
    """The enumerations in messages."""
    for info in infos:
        match info:
            case inspect.EnumType():
                yield info.cls
            case inspect.Metadata():
                yield from _enumerations([info.type])
            case inspect.StructType():
                yield from _enumerations(field.type for field in info.fields)
            case inspect.UnionType():
                yield from _enumerations(info.types)
            case inspect.VarTupleType():
                yield from _enumerations([info.item_type])
            case inspect.DictType():
                yield from _enumerations([info.value_type])
            case _:
                pass


def described(kind: type) -> str:
    """The docstring of a class, each paragraph on one line."""
    return _on_one_line(kind.__doc__ or "")


def _on_one_line(text: str) -> str:
    return "\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def _names(kinds: Iterable[type]) -> list[str]:
    return [kind.__name__ for kind in kinds]


EVENTS_SO_FAR: Json = {
    "type": "integer",
    "minimum": 0,
    "description": "The number of events so far.",
}


def offer_defs() -> dict[str, Json]:
    """The definitions for ``legal`` and ``snapshot``."""
    whole: Json = {"type": "integer"}
    day: Json = {"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]}
    free = [ref("Amounts"), ref("Texts"), ref("Days"), ref("Digits")]
    fixed: list[Json] = [
        {"type": ["integer", "string", "boolean"]},
        {"type": "array", "items": {"type": "string"}},
    ]
    return defined(Bets) | {
        "Amounts": closed(
            "A free number: min, or min plus steps, up to max.",
            {"min": whole, "max": whole, "step": {"type": "integer", "minimum": 1}},
        ),
        "Texts": closed(
            "A free text within this length, other than those named.",
            {
                "min_length": whole,
                "max_length": whole,
                "not": {"type": "array", "items": {"type": "string"}},
            },
        ),
        "Days": closed("A free day; null is no bound.", {"min": day, "max": day}),
        "Digits": closed("A fixed number of hexadecimal digits, in lower case.", {"digits": whole}),
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
            described(Snapshot),
            {"format": {"const": FORMAT}, "rules": TEXT, "table": {"type": "object"}},
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


def whole_schema(*views: type[Struct]) -> Json:
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
    """A complete schema document: one of these kinds."""
    of = [ref(kind) for kind in kinds]
    return {"$schema": DIALECT, "title": title, "oneOf": of, "$defs": defs}


def define(defs: dict[str, Json], more: Mapping[str, Json]) -> None:
    """Add definitions; two with the same name are a bug."""
    for name, made in more.items():
        assert defs.get(name, made) == made, f"two definitions of {name}"
        defs[name] = made
