"""Compiled JSON Schema validators: pure Python would take a minute for all messages."""

from __future__ import annotations

from typing import Any

from jsonschema_rs import Draft202012Validator, meta


def validator(schema: dict[str, Any], name: str = "") -> Draft202012Validator:
    """The validator of a document or one of its definitions; checks formats such as ``date``."""
    if name:
        schema = {"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]}
    return Draft202012Validator(schema, validate_formats=True)


def check_schema(schema: dict[str, Any]) -> None:
    """Raise if this is no JSON Schema."""
    meta.validate(schema)
