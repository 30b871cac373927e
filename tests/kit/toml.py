"""Values as TOML text, for round and house files made by tests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date


def toml_value(value: object) -> str:
    """A value as it is written after an equals sign."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return json.dumps(value)
        case list() | tuple():
            return "[" + ", ".join(toml_value(item) for item in value) + "]"
        case Mapping():
            pairs = (f"{json.dumps(key)} = {toml_value(item)}" for key, item in value.items())
            return "{" + ", ".join(pairs) + "}"
        case date():
            return value.isoformat()
        case _:
            return repr(value)


def toml_text(values: Mapping[str, object]) -> str:
    """A file with these values."""
    return "".join(f"{json.dumps(key)} = {toml_value(item)}\n" for key, item in values.items())
