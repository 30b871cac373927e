"""The examples of the first pages run: doctests, and commands with what they print."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from casinowar.cli.main import main

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def console_blocks() -> list[tuple[str, str]]:
    """Each ``$ casinowar …`` of these pages with the lines shown below it."""
    found = []
    docs = [ROOT / "docs" / f"{name}.md" for name in ("one-round", "records", "school")]
    text = "".join(page.read_text(encoding="utf-8") for page in (README, *docs))
    for block in re.findall(r"^```console\n(.*?)^```", text, re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, shown = part.partition("\n")
            if command.startswith("casinowar "):
                found.append((command, shown))
    return found


@pytest.mark.parametrize(("page", "least"), [(README, 3), (ROOT / "docs" / "library.md", 15)])
def test_python_of_the_first_pages_runs(page: Path, least: int) -> None:
    result = doctest.testfile(str(page), module_relative=False)
    assert result.attempted >= least
    assert result.failed == 0


def test_the_program_in_twenty_lines_plays(capsys: pytest.CaptureFixture[str]) -> None:
    """Planted once and caught: an import that the program lacks."""
    text = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    program = (
        text.partition("## A program in twenty lines")[2].split("```")[1].removeprefix("python")
    )
    assert len([line for line in program.splitlines() if line.strip()]) <= 20
    exec(program, {})
    assert 0 < int(capsys.readouterr().out) < 4_000_00


def test_the_readme_fits_a_screen_and_names_its_commands() -> None:
    text = README.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 60
    for command in ("make play", "make terminal", "make test"):
        assert f"$ {command}" in text


def test_python_of_the_school_page_runs() -> None:
    result = doctest.testfile(str(ROOT / "docs" / "school.md"), module_relative=False)
    assert result.attempted >= 5
    assert result.failed == 0


@pytest.mark.parametrize(("command", "shown"), console_blocks())
def test_commands_print_what_the_page_shows(
    command: str,
    shown: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(ROOT)
    wrong = "Underpaid" in shown or "Overpaid" in shown  # what was checked does not hold
    assert main(shlex.split(command)[1:]) == int(wrong)
    said = capsys.readouterr().out
    assert said.strip()
    if shown.strip():
        assert said.rstrip() == shown.rstrip()


def test_the_round_file_of_the_records_page_plays(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "records.md").read_text()
    [shown] = re.findall(r"^```toml\n(.*?)^```", text, re.M | re.S)
    file = tmp_path / "round.toml"
    file.write_text(shown)
    assert main(["replay", str(file)]) == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_of_the_docs_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if not target.startswith(("http:", "https:", "mailto:")):
            assert (page.parent / target).exists(), f"{page.name} points to {target}"
