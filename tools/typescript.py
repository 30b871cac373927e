"""``python -m tools.typescript``: the socket's messages as TypeScript types, from their schema.

Writes ``web/src/protocol.ts``: an interface for each object, a type for everything else, in the
order of their names. Ranges and patterns are left to the schema.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from casinowar.service.conversation.schema import messages_schema

Json = dict[str, Any]
PATH = Path(__file__).resolve().parents[1] / "web" / "src" / "protocol.ts"
HEADER = (
    "// generated: do not edit. `make goldens` writes this file from `casinowar schema messages`.\n"
)
WIDTH = 100
_PLAIN = {"string": "string", "integer": "number", "boolean": "boolean", "null": "null"}
_KNOWN = {
    "type", "const", "enum", "$ref", "anyOf", "oneOf", "items", "prefixItems", "properties",
    "required", "additionalProperties", "description",
}  # fmt: skip
# what a type cannot say
_LEFT_OUT = {
    "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern", "format",
    "not", "propertyNames", "default", "examples",
}  # fmt: skip


def typescript(schema: Json) -> str:
    """The definitions of a schema as a module of types."""
    parts = [_declared(name, made) for name, made in sorted(schema["$defs"].items())]
    return HEADER + f"// {schema['title']}.\n\n" + "\n".join(parts)


def _declared(name: str, made: Json) -> str:
    said = _comment(made, "")
    if "properties" in made:
        return f"{said}export interface {name} {_body(made)}\n"
    line = f"{said}export type {name} = {_type(made)};\n"
    if max(map(len, line.splitlines())) <= WIDTH:
        return line
    return f"{said}export type {name} =\n  | " + "\n  | ".join(_members(made)) + ";\n"


def _body(made: Json) -> str:
    lines = list[str]()
    for field, content in made["properties"].items():
        optional = "" if field in made["required"] else "?"
        lines.append(_comment(content, "  ") + f"  readonly {field}{optional}: {_type(content)};\n")
    if made["additionalProperties"] is not False:
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
    """The members of the union that a schema describes; ValueError if it says something new."""
    unknown = made.keys() - _KNOWN - _LEFT_OUT
    if unknown:
        raise ValueError(f"no type for {', '.join(sorted(unknown))}")
    if "$ref" in made:
        return [made["$ref"].removeprefix("#/$defs/")]
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
        return f"Readonly<Record<string, {'unknown' if each is None else _type(each)}>>"
    raise ValueError(f"no type for {kind}")


def main() -> None:
    """Write the file."""
    PATH.parent.mkdir(parents=True, exist_ok=True)
    PATH.write_text(typescript(messages_schema()), encoding="utf-8")


if __name__ == "__main__":
    main()
