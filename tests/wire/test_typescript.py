"""The types of the page: ``protocol.ts`` has the messages, ``answers.ts`` what the routes answer.

Planted once and caught here: a type edited by hand, a field made optional in the schema, a frame
left out by the generator, a keyword of the schema that the generator does not know.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tools.typescript import ANSWERS_PATH, PATH, answers, typescript

from casinowar.service.conversation.schema import messages_schema
from casinowar.service.http.app import http_app

SCHEMA = messages_schema()
DEFS: dict[str, dict[str, Any]] = SCHEMA["$defs"]
TEXT = PATH.read_text(encoding="utf-8")
BUILT_IN = {"Readonly", "ReadonlyArray", "Record"}
CODE = re.sub(r"/\*\*.*?\*/|//[^\n]*", "", TEXT, flags=re.DOTALL)
INTERFACES = dict(re.findall(r"export interface (\w+) \{\n(.*?)\n\}", CODE, re.DOTALL))
TYPES = dict(re.findall(r"export type (\w+) =\s+(.*?);\n", CODE, re.DOTALL))


def test_the_types_are_those_of_the_schema() -> None:
    assert typescript(SCHEMA) == TEXT, "run make goldens and review the difference"
    assert TEXT.startswith("// generated: do not edit")


def test_the_answers_are_those_of_the_routes() -> None:
    """Planted once and caught here: an answer edited by hand, and a field more in a Struct."""
    text = ANSWERS_PATH.read_text(encoding="utf-8")
    assert text == answers(http_app().openapi(), SCHEMA), (
        "run make goldens and review the difference"
    )
    declared = set(re.findall(r"export (?:interface|type) (\w+)", text))
    imported = set(re.findall(r"^  (\w+),$", text, re.MULTILINE))
    assert {"RoundSteps", "OneHouse", "Odds", "Me", "SignificantEvents"} <= declared
    assert {"Event", "View"} <= imported
    assert imported.isdisjoint(declared)
    assert imported < DEFS.keys()


def test_no_route_answers_with_anything_at_all() -> None:
    """Every answer has a shape; only what a significant event holds depends on its kind."""
    unknown = re.findall(r"^  readonly (\w+)\??: .*unknown", ANSWERS_PATH.read_text(), re.MULTILINE)
    assert unknown == ["data"]


def test_every_definition_is_declared_once() -> None:
    names = re.findall(r"export (?:interface|type) (\w+)", CODE)
    assert sorted(names) == sorted(DEFS)
    assert names == sorted(names)


def test_every_name_that_is_used_is_declared() -> None:
    without_texts = re.sub(r'"[^"]*"', "", CODE)
    used = set(re.findall(r"\b[A-Z]\w*", without_texts))
    assert used - BUILT_IN == DEFS.keys()


@pytest.mark.parametrize("name", [name for name in DEFS if "properties" in DEFS[name]])
def test_an_interface_has_the_fields_of_its_definition(name: str) -> None:
    fields = re.findall(r"^  readonly (\w+)(\??): (.*);$", INTERFACES[name], re.MULTILINE)
    made = DEFS[name]
    assert [field for field, _, _ in fields] == list(made["properties"])
    assert {field for field, mark, _ in fields if not mark} == set(made["required"])
    for field, _, written in fields:
        content = made["properties"][field]
        if "const" in content:
            assert written in (f'"{content["const"]}"', str(content["const"]).lower())


@pytest.mark.parametrize("name", [name for name in DEFS if "enum" in DEFS[name]])
def test_a_list_of_words_has_every_word(name: str) -> None:
    assert re.findall(r'"([^"]*)"', TYPES[name]) == DEFS[name]["enum"]


def test_frames_are_unions() -> None:
    for name in ("ClientFrame", "ServerFrame", "Event", "Command"):
        members = [each["$ref"].removeprefix("#/$defs/") for each in DEFS[name]["oneOf"]]
        assert re.findall(r"\w+", TYPES[name]) == members


def test_a_schema_that_is_not_understood_is_refused() -> None:
    made = {"type": "string", "contentEncoding": "base64"}
    with pytest.raises(ValueError, match="contentEncoding"):
        typescript({"title": "x", "$defs": {"X": made}})


# --- the compiler ---------------------------------------------------------------------------------

GOOD = """
import type { ClientFrame, ServerFrame } from "./protocol";
export const hello: ClientFrame = { type: "hello", last: 41 };
export const sit: ClientFrame = {
  type: "command", id: "c1", command: { command: "take_seat", seat: 1 },
};
export function seen(frame: ServerFrame): number {
  switch (frame.type) {
    case "events":
      return frame.events.filter((one) => one.name === "card_dealt" && one.card > "2c").length;
    case "answer":
      return frame.ok ? frame.version : frame.code.length;
    case "offers":
      return frame.offers.length;
    default:
      return 0;
  }
}
"""
BAD = {
    "an unknown frame": 'export const x: ClientFrame = { type: "hullo" };',
    "a player": (
        'export const x: ClientFrame = { type: "command", id: "c1",'
        ' command: { command: "take_seat", seat: 1, player: "p_b" } };'
    ),
    "no id": 'export const x: ClientFrame = { type: "ask", ask: "view" };',
    "an unknown code": 'export const x: ServiceCode = "service/tired";',
}
BESIDE = PATH.parents[1] / "node_modules" / ".bin" / "tsc"
TSC = shutil.which("tsc") or (str(BESIDE) if BESIDE.exists() else None)


def refused_files(folder: Path, programs: dict[str, str]) -> set[str]:
    """The files in which one run of the compiler finds an error."""
    assert TSC is not None
    shutil.copy(PATH, folder / "protocol.ts")
    for name, program in programs.items():
        (folder / name).write_text(program, encoding="utf-8")
    options = ["--strict", "--noEmit", "--target", "es2022", "--module", "esnext"]
    options += ["--moduleResolution", "bundler"]
    found = subprocess.run(
        [TSC, *options, *programs], cwd=folder, capture_output=True, text=True, check=False
    )
    assert (found.returncode == 0) == (not found.stdout), found.stdout + found.stderr
    return set(re.findall(r"^(\S+)\(\d+,\d+\): error", found.stdout, re.MULTILINE))


@pytest.mark.skipif(TSC is None, reason="no TypeScript compiler here")
def test_the_compiler_accepts_a_client_and_refuses_each_mistake(tmp_path: Path) -> None:
    head = 'import type { ClientFrame, ServiceCode } from "./protocol";\n'
    bad = {f"{name.replace(' ', '-')}.ts": head + program for name, program in BAD.items()}
    assert refused_files(tmp_path, {"client.ts": GOOD, **bad}) == bad.keys()
