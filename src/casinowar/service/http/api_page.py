"""``/docs``: the OpenAPI description of the routes as a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Any

Json = dict[str, Any]
METHODS = ("get", "post", "put", "patch", "delete")
STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
h2 { margin-top: 2.5rem; } code { font: .95em ui-monospace, monospace; overflow-wrap: anywhere; }
details { border: 1px solid var(--line); border-radius: .4rem; margin: .4rem 0; padding: .5rem .75rem; }
summary { cursor: pointer; } summary b { display: inline-block; min-width: 4.5rem; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; } :target { background: var(--soft); }
"""  # noqa: E501 - one rule a line


def api_page(description: Json) -> str:
    """The OpenAPI description as one HTML page that loads nothing."""
    tags = [tag for tag in description["tags"] if any(_routes(description, tag["name"]))]
    schemas: Json = description["components"]["schemas"]
    title = escape(f"{description['info']['title']} {description['info']['version']}: API")
    parts = [
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>{STYLE}</style>\n<main>\n<h1>{title}</h1>",
        *(f"<p>{_words(text)}</p>" for text in description["info"]["description"].split("\n\n")),
        '<p>For programs: <a href="/openapi.json">/openapi.json</a>.</p>\n<nav>',
        *(f'<a href="#tag-{escape(tag["name"])}">{escape(tag["name"])}</a>' for tag in tags),
        '<a href="#shapes">shapes</a>\n</nav>',
    ]
    for tag in tags:
        name = escape(tag["name"])
        parts.append(f'<h2 id="tag-{name}">{name}</h2>\n<p>{_words(tag["description"])}</p>')
        parts += (
            _route(method, path, one) for method, path, one in _routes(description, tag["name"])
        )
    parts.append('<h2 id="shapes">shapes</h2>')
    parts += (_shape(name, shape) for name, shape in sorted(schemas.items()))
    return "\n".join([*parts, "</main>\n</html>\n"])


def _routes(description: Json, tag: str) -> Iterator[tuple[str, str, Json]]:
    for path, methods in description["paths"].items():
        for method in METHODS:
            if method in methods and tag in methods[method].get("tags", ()):
                yield method, path, methods[method]


def _route(method: str, path: str, one: Json) -> str:
    summary = f"<summary><b>{method.upper()}</b> <code>{escape(path)}</code> "
    parts = [f'<details id="{escape(one["operationId"])}">{summary}{escape(one["summary"])}']
    parts.append("</summary>")
    paragraphs = one.get("description", "").split("\n\n")
    told = paragraphs[0].rstrip(".") == one["summary"]  # the summary is the first sentence
    parts += (f"<p>{_words(part)}</p>" for part in paragraphs[told:] if part)
    if given := one.get("parameters"):
        parts.append("<table><tr><th>parameter</th><th>type</th><th>what it is</th></tr>")
        parts += (
            f"<tr><td><code>{escape(each['name'])}</code>{_needed(each)}</td>"
            f"<td>{_type(each['schema'])}</td><td>{_words(each.get('description', ''))}</td></tr>"
            for each in given
        )
        parts.append("</table>")
    if body := one.get("requestBody"):
        kinds = ", ".join(_type(media["schema"]) for media in body["content"].values())
        parts.append(f"<p>Request: {kinds}</p>")
    parts.append("<table><tr><th>status</th><th>answer</th><th>when</th></tr>")
    for status, answer in one["responses"].items():
        kinds = ", ".join(
            f"<code>{escape(kind)}</code> {_type(media.get('schema', {}))}"
            for kind, media in answer.get("content", {}).items()
        )
        when = "success" if status.startswith("2") else _words(answer.get("description", ""))
        parts.append(f"<tr><td>{escape(status)}</td><td>{kinds}</td><td>{when}</td></tr>")
    return "".join([*parts, "</table></details>"])


def _shape(name: str, shape: Json) -> str:
    fields, required = shape.get("properties", {}), shape.get("required", ())
    parts = [f'<details id="shape-{escape(name)}"><summary><code>{escape(name)}</code></summary>']
    if text := shape.get("description"):
        parts.append(f"<p>{_words(text)}</p>")
    if not fields:
        return "".join([*parts, f"<p>{_type(shape)}</p></details>"])
    parts.append("<table><tr><th>field</th><th>type</th><th>what it is</th></tr>")
    parts += (
        f"<tr><td><code>{escape(field)}</code>{'' if field in required else ' (optional)'}</td>"
        f"<td>{_type(one)}</td><td>{_words(one.get('description', ''))}</td></tr>"
        for field, one in fields.items()
    )
    return "".join([*parts, "</table></details>"])


def _needed(parameter: Json) -> str:
    return "" if parameter.get("required") else " (optional)"


def _type(schema: Json) -> str:
    """A type in words, with a link to a shape."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#shape-{name}">{name}</a>'
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return " or ".join(_type(one) for one in schema[key])
    if "enum" in schema:
        return ", ".join(f"<code>{escape(str(one))}</code>" for one in schema["enum"])
    if "const" in schema:
        return f"<code>{escape(str(schema['const']))}</code>"
    if schema.get("type") == "array":
        items = schema.get("items")
        return f"list of {_type(items)}" if items else "list"  # a tuple has no items of one kind
    found = schema.get("type", "anything")
    return escape(found if isinstance(found, str) else " or ".join(found))


def _words(text: str) -> str:
    """Text with backquoted parts as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))
