"""``python -m tests.docs.messages`` writes docs/messages.md: commands, events and refusals.

Fields come from the Structs; each example is the first of its kind in the playthroughs, or else in
the tests of the clauses, in a game with sealed shoes or real cards, or at tables set up here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from random import Random
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from casinowar.cards import Card
from casinowar.houses import house_names, load_house
from casinowar.houses.house import Surrender, WarTie
from casinowar.live import LiveTable
from casinowar.table import Done, Refusal
from casinowar.table import commands as c
from casinowar.table.commands import AnyCommand
from casinowar.table.events import AnyEvent
from casinowar.table.refusals import Code
from casinowar.wire.commands import command_to_json
from casinowar.wire.errors import refusal_to_json
from casinowar.wire.events import event_to_json
from casinowar.wire.parse import encode_in_order
from tests.clauses.collect import heard
from tests.clauses.scene import Scene, ready
from tests.kit import real_cards
from tests.kit.fair import FairTable
from tests.playthroughs.stories import stories

PAGE = Path(__file__).parents[2] / "docs" / "messages.md"
PLAIN = {
    "NoneType": "null",
    "bool": "true or false",
    "int": "whole number",
    "str": "text",
}
BESIDE = {"version", "cites"}  # every event has them


class Met:
    """The first command and event of each name, as JSON, and the first refusal of each code."""

    def __init__(self) -> None:
        self.examples = dict[str, str]()
        self.refusals = dict[Code, tuple[c.Command, Refusal]]()
        with _listening(self):
            _tell_stories()
            heard()
            _refuse_the_rest()
        for game in (FairTable(Random(1)).shoes(1), real_cards.game()):  # sealed shoes, real cards
            self.keep(game.done)
        for command, _ in self.refusals.values():  # one is never accepted: a bet of cash, aloud
            self.examples.setdefault(command.NAME, _json(command_to_json(command)))

    def keep(self, done: Iterable[Done]) -> None:
        """Keep what was done, if it is the first of its name."""
        for one in done:
            self.examples.setdefault(one.command.NAME, _json(command_to_json(one.command)))
            for event in one.events:
                self.examples.setdefault(event.NAME, _json(event_to_json(event)))


@contextmanager
def _listening(met: Met) -> Iterator[None]:
    """Hear what scenes do, and what any table refuses."""
    keep, do = Scene._keep, LiveTable.do

    def kept(self: Scene, done: tuple[Done, ...]) -> None:
        met.keep(done)
        keep(self, done)

    def tried(self: LiveTable, command: c.Command, *args: Any, **options: Any) -> Any:
        answer = do(self, command, *args, **options)
        if isinstance(answer, Refusal):
            met.refusals.setdefault(answer.code, (command, answer))
        return answer

    Scene._keep = kept  # type: ignore[method-assign]
    LiveTable.do = tried  # type: ignore[method-assign]
    try:
        yield
    finally:
        Scene._keep = keep  # type: ignore[method-assign]
        LiveTable.do = do  # type: ignore[method-assign]


def _tell_stories() -> None:
    for house in map(load_house, house_names()):
        for story in stories(house).values():
            story(house)


def _refuse_the_rest() -> None:
    """Refusals that no playthrough and no test of a clause meets."""
    ready("washington").refuses(c.BuyChips(seat=1, cash_cents=10_25), Code.NOT_IN_CHIPS)
    house = load_house("wisconsin")
    at_war = replace(house.surrender, mode=Surrender.NOT_OFFERED)
    equal = replace(house.tie, war_deal=WarTie.EQUAL_TO_FIRST)
    for changed, command, code in (
        (replace(house, surrender=at_war), c.SurrenderHand(seat=1), Code.SURRENDER_NOT_OFFERED),
        (replace(house, tie=equal), c.GoToWar(seat=1, war_tie_cents=100), Code.MUST_EQUAL_FIRST),
    ):
        scene = ready(changed, "Kh Kd")
        scene.bets(1, 10_00)
        scene.refuses(command, code)


def page() -> str:
    """The whole page."""
    return "\n".join(_lines(Met())) + "\n"


def _lines(met: Met) -> Iterator[str]:
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
                "Every event also has `version` and `cites`, the clause or policy behind it.",
            )
        for kind in get_args(union):
            yield from _message(kind, met.examples[kind.NAME])
    yield from (
        "",
        "## Refusals",
        "",
        "A refused command changes nothing. Codes are never renamed.",
    )
    yield "Each row below shows one command that the engine refused, with its answer:"
    _, example = met.refusals[Code.BELOW_MINIMUM]
    yield from ("", "```json", _json(refusal_to_json(example)), "```")
    yield from ("", "| field | type | needed |", "| --- | --- | --- |")
    yield "| `ok` | `false` | yes |"
    yield "| `code` | one of the codes below | yes |"
    yield "| `message` | text: one or two sentences for a person | yes |"
    yield "| `cites` | text: the clause or policy behind the refusal | yes |"
    yield from (
        "",
        "| `code` | refused command | `message` | `cites` |",
        "| --- | --- | --- | --- |",
    )
    for code in Code:
        command, refusal = met.refusals[code]
        sentence = refusal.sentence.replace("|", "\\|")
        yield f"| `{code}` | `{command.NAME}` | {sentence} | {refusal.cites} |"
    yield from _values()


def _values() -> Iterator[str]:
    """The types of fields that have a name of their own."""
    yield from ("", "## Values", "", "Types with a name in the tables above.", "")
    yield from ("| type | values |", "| --- | --- |")
    named = dict[str, Any]()
    for union in (AnyCommand, AnyEvent):
        for kind in get_args(union):
            for field in msgspec.structs.fields(kind):
                _named(field.type, named)
    for name in sorted(named):
        yield f"| {_anchor(name)} | {_written(named[name])} |"


def _named(kind: Any, found: dict[str, Any]) -> None:
    """Collect the types with a name of their own, also those inside other types."""
    inside = get_args(kind)
    if isinstance(kind, type) and issubclass(kind, (StrEnum, msgspec.Struct)):
        found[kind.__name__] = kind
        if issubclass(kind, msgspec.Struct):
            inside = tuple(field.type for field in msgspec.structs.fields(kind))
    for one in inside:
        _named(one, found)


def _written(kind: Any) -> str:
    if issubclass(kind, Card):
        return (
            "text: a rank of `23456789TJQKA` and a suit of `cdhs`, like `Kh`; `K?` is a real card"
            " whose suit was not entered"
        )
    if issubclass(kind, StrEnum):
        return ", ".join(f"`{value}`" for value in kind)
    fields = msgspec.structs.fields(kind)
    return "object: " + ", ".join(f"`{one.encode_name}` ({_type(one.type)})" for one in fields)


def _anchor(name: str) -> str:
    return f'<span id="type-{name.lower()}">{name}</span>'


def _message(kind: Any, example: str) -> Iterator[str]:
    yield from ("", f"### `{kind.NAME}`", "", _first_sentence(kind.__doc__ or ""))
    fields = [field for field in msgspec.structs.fields(kind) if field.name not in BESIDE]
    if fields:
        yield from ("", "| field | type | needed |", "| --- | --- | --- |")
        for field in fields:
            needed = "yes" if field.required else "no"
            yield f"| `{field.encode_name}` | {_type(field.type)} | {needed} |"
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
    return PLAIN.get(name) or (name if name == "date" else f"[{name}](#type-{name.lower()})")


def _all(kinds: Iterable[Any]) -> str:
    return ", ".join(map(_type, kinds))


def _json(value: Any) -> str:
    return encode_in_order(value).decode()


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
