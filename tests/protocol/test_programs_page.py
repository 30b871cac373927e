"""The page for programs is true: its sessions are spoken to a real table, its program is run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from casinowar.table.automation import ALL_STEPS
from casinowar.table.commands import OpenTable
from casinowar.table.waits import Awaited

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "programs.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"```jsonl\n(.*?)```", PAGE, re.DOTALL)
# the page says of each session how its table is set up
OPTIONS = (["wisconsin", "--seed", "58"], ["wisconsin"], ["wisconsin", "--automatic", "none"])


def spoken(options: list[str], lines: list[str]) -> list[str]:
    """What a table of its own process answers."""
    done = subprocess.run(
        [sys.executable, "-m", "casinowar", "table", *options],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def fits(shown: str, answer: str) -> bool:
    """Whether an answer is the one shown, ``…`` standing for anything."""
    return re.fullmatch(".*".join(map(re.escape, shown.split("…"))), answer) is not None


def test_every_session_has_its_table() -> None:
    assert len(SESSIONS) == len(OPTIONS)


@pytest.mark.parametrize(("session", "options"), list(zip(SESSIONS, OPTIONS, strict=False)))
def test_a_session_is_answered_as_the_page_shows(session: str, options: list[str]) -> None:
    said = [line[2:] for line in session.splitlines() if line.startswith("> ")]
    shown = [line[2:] for line in session.splitlines() if line.startswith("< ")]
    answers = spoken(options, said)
    assert len(answers) == len(shown) == len(said)
    for expected, answer in zip(shown, answers, strict=True):
        assert fits(expected, answer), answer


def test_the_comparison_can_fail() -> None:
    assert fits('{"ok":true,…}', '{"ok":true,"version":3}')
    assert not fits('{"ok":true,…}', '{"ok":false,"version":3}')


def test_the_program_of_the_page_plays_twenty_rounds(tmp_path: Path) -> None:
    [program] = re.findall(r"```python\n(import json.*?)```", PAGE, re.DOTALL)
    program = program.replace('["casinowar", ', f'[{sys.executable!r}, "-m", "casinowar", ')
    script = tmp_path / "program.py"
    script.write_text(program, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stderr == ""
    assert int(done.stdout) % 250 == 0  # bets of $5.00, halves of them after a surrender


def test_the_page_names_every_automatic_step() -> None:
    section = PAGE.partition("### Automatic steps")[2].partition("An automatic")[0]
    named = set(re.findall(r"`([a-z_]+)`", section))
    assert named == {kind.NAME for kind in ALL_STEPS | {OpenTable}}


def test_the_page_names_everything_that_a_table_can_wait_for() -> None:
    table = PAGE.partition("| `view.waits[].what` |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == {
        what.value for what in Awaited
    }
