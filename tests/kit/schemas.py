"""Compiled JSON Schema validators: in pure Python the messages of all tests take a minute."""

from __future__ import annotations

from typing import Any

from jsonschema_rs import Draft202012Validator, meta


def validator(schema: dict[str, Any], name: str = "") -> Draft202012Validator:
    """Of a whole document, or of one of its definitions; formats such as ``date`` are checked."""
    if name:
        schema = {"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]}
    return Draft202012Validator(schema, validate_formats=True)


def check_schema(schema: dict[str, Any]) -> None:
    """Raise if this is no JSON Schema."""
    meta.validate(schema)
