"""``python -m tools.typescript``: TypeScript types of the service's messages, from its schemas.

Writes ``web/src/protocol.ts``, the messages of the socket, and ``web/src/answers.ts``, the answers
of the routes: an interface for each object, a type for everything else, in the order of their
names. Ranges and patterns are left to the schema.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from casinowar.service.conversation.schema import messages_schema
from casinowar.service.http.app import http_app

Json = dict[str, Any]
PATH = Path(__file__).resolve().parents[1] / "web" / "src" / "protocol.ts"
ANSWERS_PATH = PATH.with_name("answers.ts")
HEADER = "// generated: do not edit. `make goldens` writes this file from `casinowar schema {}`.\n"
WIDTH = 100
_PLAIN = {
    "string": "string", "integer": "number", "number": "number", "boolean": "boolean",
    "null": "null",
}  # fmt: skip
_KNOWN = {
    "type", "const", "enum", "$ref", "anyOf", "oneOf", "items", "prefixItems", "properties",
    "required", "additionalProperties", "description",
}  # fmt: skip
# keywords that a type cannot express
_LEFT_OUT = {
    "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern", "format",
    "not", "propertyNames", "default", "examples", "title", "exclusiveMinimum",
}  # fmt: skip


def typescript(schema: Json) -> str:
    """The definitions of a schema as a module of types."""
    parts = [_declared(name, made) for name, made in sorted(schema["$defs"].items())]
    return HEADER.format("messages") + f"// {schema['title']}.\n\n" + "\n".join(parts)


def answers(openapi: Json, messages: Json) -> str:
    """The answers of the routes as a module of types; types shared with the socket are imported."""
    known: Json = messages["$defs"]
    made: Json = openapi["components"]["schemas"]
    same = {name for name in made.keys() & known.keys() if _same(name, made[name], known[name])}
    wanted, waiting = set[str](), list(_named(list(_answered(openapi))))
    while waiting:
        name = waiting.pop()
        if name not in wanted:
            wanted.add(name)
            waiting += [] if name in same else _named(made[name])
    parts = [_declared(name, made[name]) for name in sorted(wanted - same)]
    used = "".join(f"  {name},\n" for name in sorted(wanted & same))
    head = (
        HEADER.format("openapi") + f"// What the routes of {openapi['info']['title']} answer.\n\n"
    )
    return head + f'import type {{\n{used}}} from "./protocol";\n\n' + "\n".join(parts)


def _same(name: str, one: Json, other: Json) -> bool:
    """Whether two definitions are the same type, apart from their descriptions."""
    texts = (re.sub(r"/\*\*.*?\*/", "", _declared(name, each), flags=re.S) for each in (one, other))
    return len({" ".join(text.split()) for text in texts}) == 1


def _answered(openapi: Json) -> Iterator[Json]:
    """The schemas of all answers except errors."""
    for operations in openapi["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                if status < "300" and "application/json" in answer.get("content", {}):
                    yield answer["content"]["application/json"]["schema"]


def _named(made: object) -> Iterator[str]:
    """The definitions that a schema refers to."""
    if isinstance(made, dict):
        if "$ref" in made:
            yield _name(made["$ref"])
        for value in made.values():
            yield from _named(value)
    elif isinstance(made, list):
        for value in made:
            yield from _named(value)


def _name(ref: str) -> str:
    return ref.rpartition("/")[2]


def _declared(name: str, made: Json) -> str:
    comment = _comment(made, "")
    if "properties" in made:
        return f"{comment}export interface {name} {_body(made)}\n"
    line = f"{comment}export type {name} = {_type(made)};\n"
    if max(map(len, line.splitlines())) <= WIDTH:
        return line
    return f"{comment}export type {name} =\n  | " + "\n  | ".join(_members(made)) + ";\n"


def _body(made: Json) -> str:
    lines = list[str]()
    for field, content in made["properties"].items():
        optional = "" if field in made.get("required", ()) else "?"
        lines.append(_comment(content, "  ") + f"  readonly {field}{optional}: {_type(content)};\n")
    if made.get("additionalProperties", False) is not False:
        lines.append(f"  readonly [field: string]: {_type(made['additionalProperties'])};\n")
    return "{\n" + "".join(lines) + "}"


def _comment(made: Json, indent: str) -> str:
    words = made.get("description", "").split("\n")
    if words == [""]:
        return ""
    if len(words) == 1 and len(indent) + len(words[0]) + 7 <= WIDTH:
        return f"{indent}/** {words[0]} */\n"
    lines = [f"{indent} * {line}\n" for words_of in words for line in _wrapped(words_of, indent)]
    return f"{indent}/**\n{''.join(lines)}{indent} */\n"


def _wrapped(words: str, indent: str) -> Iterable[str]:
    line = ""
    for word in words.split():
        if line and len(indent) + 3 + len(line) + 1 + len(word) > WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    yield line


def _type(made: Json) -> str:
    return " | ".join(_members(made))


def _members(made: Json) -> list[str]:
    """The members of the union that a schema describes; a ValueError for an unknown keyword."""
    unknown = made.keys() - _KNOWN - _LEFT_OUT
    if unknown:
        raise ValueError(f"no type for {', '.join(sorted(unknown))}")
    if "$ref" in made:
        return [_name(made["$ref"])]
    if "const" in made:
        return [json.dumps(made["const"])]
    if "enum" in made:
        return [json.dumps(value) for value in made["enum"]]
    for key in ("anyOf", "oneOf"):
        if key in made:
            members = [member for part in made[key] for member in _members(part)]
            return list(dict.fromkeys(members))
    kinds = made["type"] if isinstance(made["type"], list) else [made["type"]]
    return [_of_kind(kind, made) for kind in kinds]


def _of_kind(kind: str, made: Json) -> str:
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind == "array" and "prefixItems" in made:
        return f"readonly [{', '.join(map(_type, made['prefixItems']))}]"
    if kind == "array":
        return f"ReadonlyArray<{_type(made['items'])}>"
    if kind == "object" and "properties" not in made:
        each = made.get("additionalProperties")
        return f"Readonly<Record<string, {_type(each) if isinstance(each, dict) else 'unknown'}>>"
    raise ValueError(f"no type for {kind}")


def main() -> None:
    """Write both files."""
    messages = messages_schema()
    PATH.write_text(typescript(messages), encoding="utf-8")
    ANSWERS_PATH.write_text(answers(http_app().openapi(), messages), encoding="utf-8")


if __name__ == "__main__":
    main()
