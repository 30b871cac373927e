"""What is wrong with a request, in plain words instead of those of the validator."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Context = Mapping[str, Any]

# by the validator's name of what is wrong
_WORDS: Mapping[str, Callable[[Context], str]] = {
    "missing": lambda _: "is missing",
    "extra_forbidden": lambda _: "is not a known field",
    "string_type": lambda _: "must be text",
    "string_unicode": lambda _: "must be text",
    "int_type": lambda _: "must be a whole number",
    "int_parsing": lambda _: "must be a whole number",
    "int_parsing_size": lambda _: "is too large",
    "int_from_float": lambda _: "must be a whole number",
    "finite_number": lambda _: "must be a whole number",
    "bool_type": lambda _: "must be true or false",
    "list_type": lambda _: "must be a list",
    "greater_than_equal": lambda context: f"must be at least {context['ge']}",
    "less_than_equal": lambda context: f"must be at most {context['le']}",
    "string_too_long": lambda context: f"must have at most {context['max_length']} characters",
    "too_long": lambda context: f"must have at most {context['max_length']} entries",
    "literal_error": lambda context: f"must be {_choices(context['expected'])}",
    "enum": lambda context: f"must be {_choices(context['expected'])}",
}
# by field, where text must have a form
_FORMS: Mapping[str, str] = {
    "table": "is not the id of a table",
    "person": "is not the id of a person",
    "round": "is not the id of a round",
    "kind": "is not a kind of significant event",
    "prefix": "must be small letters a to z, digits, and . _ @ + -",
    "after": "must be small letters a to z, digits, and . _ @ + -",
}
_OTHERWISE = "is not a value that it can have"


def validation_words(error: Mapping[str, Any]) -> str:
    """One error of the validator as a sentence without its full stop."""
    kind, place = str(error["type"]), tuple(error["loc"])
    if kind == "json_invalid":
        return "The body is not JSON"
    if place == ("body",):
        return "The body is missing" if kind == "missing" else "The body must be a JSON object"
    where = ".".join(str(part) for part in place[1:]) or str(place[0])
    if kind == "string_pattern_mismatch":
        return f"{where} {_FORMS.get(str(place[-1]), _OTHERWISE)}"
    words = _WORDS.get(kind)
    return f"{where} {_OTHERWISE if words is None else words(error.get('ctx', {}))}"


def _choices(expected: str) -> str:
    return expected.replace("'", "")
