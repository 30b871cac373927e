"""``python -m tests.docs.messages`` writes docs/messages.md: commands, events and refusals.

Fields come from the Structs; each example is the first of its kind in the playthroughs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from casinowar.houses import house_names, load_house
from casinowar.live import LiveTable
from casinowar.table import Done, Refusal
from casinowar.table.commands import AnyCommand
from casinowar.table.events import AnyEvent
from casinowar.table.refusals import Code
from casinowar.wire.commands import command_to_json
from casinowar.wire.errors import refusal_to_json
from casinowar.wire.events import event_to_json
from casinowar.wire.parse import encode_in_order
from tests.clauses.scene import Scene
from tests.playthroughs.stories import stories

PAGE = Path(__file__).parents[2] / "docs" / "messages.md"
PLAIN = {
    "NoneType": "null",
    "bool": "true or false",
    "int": "whole number",
    "str": "text",
}
BESIDE = {"version", "cites"}  # every event has them


def examples() -> dict[str, str]:
    """The JSON of the first command, event and refusal of each name in the playthroughs."""
    found: dict[str, str] = {}
    keep, do = Scene._keep, LiveTable.do

    def kept(self: Scene, done: tuple[Done, ...]) -> None:
        for one in done:
            found.setdefault(one.command.NAME, _json(command_to_json(one.command)))
            for event in one.events:
                found.setdefault(event.NAME, _json(event_to_json(event)))
        keep(self, done)

    def tried(self: LiveTable, *args: Any, **options: Any) -> Any:
        answer = do(self, *args, **options)
        if isinstance(answer, Refusal):
            found.setdefault(answer.code, _json(refusal_to_json(answer)))
        return answer

    Scene._keep, LiveTable.do = kept, tried  # type: ignore[method-assign]
    try:
        for house in map(load_house, house_names()):
            for story in stories(house).values():
                story(house)
    finally:
        Scene._keep, LiveTable.do = keep, do  # type: ignore[method-assign]
    return found


def page() -> str:
    """The whole page."""
    return "\n".join(_lines(examples())) + "\n"


def _lines(found: dict[str, str]) -> Iterator[str]:
    yield "# Commands, events and refusals"
    yield ""
    yield "This page is for programmers. It lists every command that a table accepts, every event"
    yield "that can happen, and every refusal, with fields and an example. `casinowar schema`"
    yield "prints the same as JSON Schema. Amounts are whole cents."
    for title, union in (("Commands", AnyCommand), ("Events", AnyEvent)):
        yield from ("", f"## {title}")
        if title == "Events":
            yield from (
                "",
                "Every event also has `version` and `cites`, the clause that it rests on.",
            )
        for kind in get_args(union):
            yield from _message(kind, found.get(kind.NAME))
    yield from (
        "",
        "## Refusals",
        "",
        "A refused command changes nothing. Codes are never renamed.",
    )
    yield from ("", "| code | what it says, for example |", "| --- | --- |")
    for code in Code:
        sentence = re.search(r'"(?:reason|text|message)":"((?:[^"\\]|\\.)*)"', found.get(code, ""))
        yield f"| `{code}` | {sentence[1] if sentence else ''} |"


def _message(kind: Any, example: str | None) -> Iterator[str]:
    yield from ("", f"### `{kind.NAME}`", "", _first_sentence(kind.__doc__ or ""))
    fields = [field for field in msgspec.structs.fields(kind) if field.name not in BESIDE]
    if fields:
        yield from ("", "| field | type | needed |", "| --- | --- | --- |")
        for field in fields:
            needed = "yes" if field.required else "no"
            yield f"| `{field.encode_name}` | {_type(field.type)} | {needed} |"
    if example is not None:
        yield from ("", "```json", example, "```")


def _first_sentence(text: str) -> str:
    return " ".join(text.split("\n\n")[0].split())


def _type(kind: Any) -> str:
    if get_origin(kind) is Annotated:
        return _type(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return " or ".join(map(_type, get_args(kind)))
    if get_origin(kind) is Literal:
        return " or ".join(f"`{value}`" for value in get_args(kind))
    if get_origin(kind) is tuple:
        parts = [part for part in get_args(kind) if part is not Ellipsis]
        return f"list of {_type(parts[0])}" if len(parts) == 1 else f"list ({_all(parts)})"
    if get_origin(kind) is not None:
        return f"object ({_all(get_args(kind))})"
    name = getattr(kind, "__name__", str(kind))
    return PLAIN.get(name, name)


def _all(kinds: Iterable[Any]) -> str:
    return ", ".join(map(_type, kinds))


def _json(value: Any) -> str:
    return encode_in_order(value).decode()


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
