"""The formats on the records page are those of the files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from casinowar.cli.main import main

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "tests" / "rounds" / "record.jsonl"


def shown() -> list[dict[str, Any]]:
    """The JSON objects of the page: a header, a command, an event and a verification."""
    text = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    return [json.loads(block) for block in re.findall(r"^```json\n(.*?)^```", text, re.M | re.S)]


def test_header_command_and_event_are_those_of_the_example() -> None:
    header, command, event, _ = shown()
    lines = [json.loads(line) for line in RECORD.read_text(encoding="utf-8").splitlines()]
    assert header["format"] == lines[0]["format"]
    assert header["digest"] == lines[0]["digest"]
    assert header["rules"].items() <= lines[0]["rules"].items()
    assert event == lines[lines.index(command) + 1]


def test_the_verification_shown_is_that_of_the_first_payment_doubled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [json.loads(line) for line in RECORD.read_text(encoding="utf-8").splitlines()]
    paid = next(line for line in lines if line.get("name") == "wager_paid")
    paid["amount_cents"] *= 2
    path = tmp_path / "record.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert main(["record", str(path), "--verify", "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == shown()[3]
