"""The docs' examples run."""

from __future__ import annotations

import doctest
import shlex
from pathlib import Path

import pytest

from casinowar.cli.main import main

from .test_simulate_command import unexpected

DOCS = Path(__file__).parents[2] / "docs"


def test_python_in_the_docs_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = doctest.testfile(str(DOCS / "simulate.md"), module_relative=False)
    assert found.attempted == 15
    assert found.failed == 0
    assert (tmp_path / "course.svg").exists()


def test_commands_in_the_docs_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (DOCS / "simulate.md").read_text(encoding="utf-8")
    commands = [line.removeprefix("$ ") for line in text.splitlines() if line.startswith("$ ")]
    assert len(commands) == 3
    for command in commands:
        assert main(shlex.split(command)[1:]) == 0
    assert unexpected(capsys.readouterr().err) == []
    assert {path.name for path in tmp_path.iterdir()} == {"batches.csv", "course.svg"}
