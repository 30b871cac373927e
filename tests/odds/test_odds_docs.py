"""The docs' examples run, and their tables say what the odds say."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from casinowar.cli.main import main
from casinowar.houses.read import HOUSES_DIR
from casinowar.odds import first_favour, tie_favour

from .test_odds_figures import PUBLISHED

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("odds.md", "par.md")


@pytest.mark.parametrize("page", PAGES)
def test_python_in_the_docs_runs(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = doctest.testfile(str(DOCS / page), module_relative=False)
    assert found.attempted > 3
    assert found.failed == 0


@pytest.mark.parametrize("page", PAGES)
def test_commands_in_the_docs_run(
    page: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-casino.toml").write_bytes((HOUSES_DIR / "no-bonus.toml").read_bytes())
    text = (DOCS / page).read_text(encoding="utf-8")
    commands = re.findall(r"^\$ casinowar (.*)$", text, re.MULTILINE)
    assert len(commands) > 3
    for command in commands:
        given = shlex.split(command)
        if given[0] == "par":
            given += ["--check-rounds", "1000"]  # the last one counts
        assert main(given) == 0, command
    assert capsys.readouterr().out


def test_the_published_table_in_the_docs_is_the_one_that_is_tested() -> None:
    text = (DOCS / "figures.md").read_text(encoding="utf-8")
    for decks, cells in PUBLISHED.items():
        assert f"| {decks} | {' | '.join(cells)} |" in text


@pytest.mark.parametrize("left", [5, 10, 20, 52, 104])
def test_how_often_wagers_favour_the_player_is_what_the_docs_say(left: int) -> None:
    text = (DOCS / "figures.md").read_text(encoding="utf-8")
    first, tie = first_favour("washington", 6, left), tie_favour("washington", 6, left)
    cells = [f"{float(100 * part):.4g} %" for part in (tie.chance, first.chance, first.gain)]
    assert f"  | {left} | {' | '.join(cells)} |\n" in text
