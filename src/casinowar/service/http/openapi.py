"""The OpenAPI description: texts, and the errors of each route with an example."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any

from fastapi import Response
from msgspec import Struct
from msgspec.json import encode
from pydantic import BaseModel, ConfigDict, Field

from casinowar.schema import EVENT_NAMES, defined
from casinowar.service.conversation.schema import messages_schema
from casinowar.service.http.errors import status_of
from casinowar.service.http.requests.caller import COOKIE
from casinowar.service.refusals import ServiceCode as Code

Json = dict[str, Any]
JSON = "application/json"
PLAIN = {"string": "text", "integer": 1, "number": 0.5, "boolean": False}
TITLE = "Casino War"
VERSION = version("casinowar")
DESCRIPTION = (
    "Casino War tables for many people. All chips are play chips: they cost nothing and"
    " are worth nothing. Amounts are whole cents. Times are in UTC: milliseconds since 1970 in"
    " fields that end in `_ms`, ISO 8601 texts in `at`, `since` and `until` of past rounds,"
    " significant events and returns, and in CSV files.\n\n"
    "A table itself is played over a WebSocket at `/api/tables/{table}/socket`; `casinowar schema"
    " messages` describes its messages. Sign in with the cookie that `POST /api/guest` sets, or"
    " send its token as `Authorization: Bearer …`. With the cookie, requests that change something"
    " need an `Origin` of this service.\n\n"
    'Every error is `{"ok": false, "code": …, "message": …}`; codes never change. A parameter or a'
    " field that is not described here is refused."
)
TAGS: list[dict[str, Any]] = [
    {"name": "persons", "description": "Guests, accounts and sessions."},
    {"name": "tables", "description": "The lobby."},
    {"name": "floor", "description": "Calls for the floor, and the floor's desk."},
    {"name": "houses", "description": "Rules, odds and PAR sheets."},
    {"name": "money", "description": "Play chips: balance, statement, refill."},
    {"name": "limits", "description": "A player's own limits, breaks and exclusion."},
    {"name": "record", "description": "Past rounds, significant events, returns, exports."},
    {"name": "school", "description": "The dealer school: lessons, exams, a class."},
    {"name": "lab", "description": "Edited houses, comparisons, simulations."},
    {"name": "administration", "description": "Persons and their roles."},
    {"name": "operation", "description": "Health and metrics."},
]


class ErrorBody(BaseModel):
    """The reason for a refusal. Nothing was changed."""

    model_config = ConfigDict(title="Error")

    ok: bool = Field(default=False, json_schema_extra={"const": False})
    code: str = Field(description="A stable code.", examples=["session/none"])
    message: str = Field(description="One sentence.", examples=["You are not signed in."])
    until_ms: int | None = Field(default=None, description="When to try again, if known.")


WORDS: dict[Code, str] = {
    Code.NO_SESSION: "You are not signed in.",
    Code.SESSION_ENDED: "Your session has ended: sign in again.",
    Code.FOREIGN_ORIGIN: "A page of another site cannot do this here.",
    Code.BAD_REQUEST: "name is missing.",
    Code.TOO_LARGE: "The request is too large.",
    Code.TOO_MANY: "Too many requests from your address. Try again in 3 seconds.",
    Code.STORE_FAILED: "The database did not answer. Try again.",
}


def _media(kind: str, example: str) -> dict[str, Any]:
    content = {kind: {"schema": {"type": "string"}, "example": example}}
    return {"description": "The file.", "content": content}


CSV = _media("text/csv", "number,time,what,table,play_chips,balance\r\n")
TEXT = _media("text/plain", "washington-12: Washington State, 6 decks, play chips\n")
TOML = _media("application/toml", 'format = "casinowar-round/1"\nhouse = "washington"\n')
HTML = _media("text/html", "<!doctype html>\n")
JSON_LINES = _media(
    "application/x-ndjson", '{"format": "casinowar-record/1", "digest": "sha256:…", "rules": {}}\n'
)
ZIP = {
    "description": "The file.",
    "content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}},
}
EVERYWHERE = (Code.BAD_REQUEST, Code.TOO_LARGE, Code.TOO_MANY, Code.STORE_FAILED)
SIGNED_IN = (Code.NO_SESSION, Code.SESSION_ENDED)


def errors(*codes: Code, signed_in: bool = False, changes: bool = False) -> dict[int | str, Any]:
    """The errors of a route, by status, with an example for each code."""
    every = [*EVERYWHERE, *(SIGNED_IN if signed_in else ()), *codes]
    if changes:
        every.append(Code.FOREIGN_ORIGIN)
    found = dict[int | str, Any]()
    for code in every:
        answer = found.setdefault(status_of(code), _answer())
        example = {"ok": False, "code": code.value, "message": WORDS.get(code, _sentence(code))}
        answer["content"][JSON]["examples"][code.name.lower()] = {"value": example}
        named = ", ".join(
            shown["value"]["code"] for shown in answer["content"][JSON]["examples"].values()
        )
        answer["description"] = named
    return found


def _answer() -> dict[str, Any]:
    """Without ``model``: FastAPI would describe it in the media type of the route."""
    return {"content": {JSON: {"schema": {"$ref": "#/components/schemas/Error"}, "examples": {}}}}


def _sentence(code: Code) -> str:
    return code.name.replace("_", " ").capitalize() + "."


# --- answers that are Structs ---------------------------------------------------------------------

_shapes = dict[str, type[Struct]]()


def answers(
    shape: type[Struct], *codes: Code, signed_in: bool = False, changes: bool = False
) -> dict[int | str, Any]:
    """A route that answers with a Struct, or with these errors."""
    _shapes[shape.__name__] = shape
    good = {"content": {JSON: {"schema": {"$ref": f"#/components/schemas/{shape.__name__}"}}}}
    return {200: good, **errors(*codes, signed_in=signed_in, changes=changes)}


def written(answer: Struct, headers: dict[str, str] | None = None) -> Response:
    return Response(encode(answer), headers=headers, media_type=JSON)


def _defined(*shapes: type[Struct]) -> Json:
    """The schemas of Structs and of everything in them; answers have all their fields."""
    found = defined(*shapes, ref_template="#/components/schemas/{name}")
    for made in found.values():
        fields: Json = made.get("properties", {})
        made.get("required", []).extend(name for name, each in fields.items() if "default" in each)
        for name, each in fields.items():
            fields[name] = _event_or(each)
    events = [{"$ref": f"#/components/schemas/{name}"} for name in EVENT_NAMES]
    return found | {"Event": {"description": "Any event of a table.", "oneOf": events}}


def said_at_table(name: str) -> Any:
    """A field whose schema is that of a table's socket under this name, such as ``View``."""
    return Field(json_schema_extra={"said_at_table": name})


def _with_messages(schemas: Json) -> None:
    """Replace ``said_at_table`` by the definitions of the socket's messages."""
    definitions: Json = messages_schema()["$defs"]
    waiting = list[str]()
    for made in tuple(schemas.values()):
        for name, field in made.get("properties", {}).items():
            if "said_at_table" in field:
                waiting.append(field["said_at_table"])
                made["properties"][name] = {"$ref": f"#/$defs/{waiting[-1]}"}
    found: Json = {}
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = definitions[name]
            waiting += re.findall(r'"#/\$defs/(\w+)"', json.dumps(definitions[name]))
    text = json.dumps(schemas | found)
    schemas.update(json.loads(text.replace("#/$defs/", "#/components/schemas/")))


def _event_or(made: Json) -> Json:
    """The schema of a field; a union of all events becomes ``Event``."""
    if "items" in made:
        return made | {"items": _event_or(made["items"])}
    return {"$ref": "#/components/schemas/Event"} if "discriminator" in made else made


# --- the whole document ---------------------------------------------------------------------------

SECURITY = {
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
    "bearer": {"type": "http", "scheme": "bearer"},
}


def completed(make: Callable[[], Json]) -> Callable[[], Json]:
    """FastAPI's document, completed with how to sign in and an example of each body and answer."""
    made: list[Json] = []

    def whole() -> Json:
        if not made:
            made.append(_complete(make()))
        return made[0]

    return whole


def _complete(document: Json) -> Json:
    document["components"]["securitySchemes"] = SECURITY
    _with_messages(document["components"]["schemas"])
    document["components"]["schemas"] |= _defined(*_shapes.values())
    document["components"]["schemas"]["Error"] = ErrorBody.model_json_schema()
    for path in document["paths"].values():
        for operation in path.values():
            first, *_ = operation["description"].split("\n\n")
            operation["summary"] = " ".join(first.split()).removesuffix(".")
            if "401" in operation["responses"]:
                operation["security"] = [{name: []} for name in SECURITY]
            for part in _bodies(operation):
                part["example"] = example_of(part["schema"], document)
    return document


def _bodies(operation: Json) -> Iterator[Json]:
    """The JSON of a request and of its answers, except errors."""
    holders = [operation.get("requestBody", {})]
    holders += [answer for status, answer in operation["responses"].items() if status < "300"]
    for holder in holders:
        part = holder.get("content", {}).get(JSON)
        if part is not None:
            yield part


def example_of(schema: Json, document: Json) -> Any:
    """An example of a schema, made of the examples of its fields."""
    if "$ref" in schema:
        found = document
        for name in schema["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        return example_of(found, document)
    if "examples" in schema:
        return schema["examples"][0]
    if "default" in schema:
        return schema["default"]
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return example_of(schema[several][0], document)
    if "const" in schema or "enum" in schema:
        return schema["const"] if "const" in schema else schema["enum"][0]
    if "prefixItems" in schema:
        return [example_of(item, document) for item in schema["prefixItems"]]
    if schema.get("type") == "array":
        return [example_of(schema["items"], document)]
    if schema.get("type") == "object":
        fields: Json = schema.get("properties", {})
        return {name: example_of(field, document) for name, field in fields.items()}
    if schema.get("format") == "date":
        return "2026-01-01"
    if schema.get("type") in PLAIN:
        return PLAIN[schema["type"]]
    raise AssertionError(f"no example: {schema}")
