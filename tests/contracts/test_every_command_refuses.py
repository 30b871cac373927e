"""Every command that takes a house or a file refuses what is none: exit code 2, one line, no more.

Planted once and caught here: a file name that broke the error line in two.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from casinowar.cli.main import main

HERE = "…"  # where the bad name goes
COMMANDS = [
    ["replay", HERE],
    ["replay", "--json", HERE],
    ["record", HERE],
    ["dispute", HERE, "bet 5, Kh 2d"],
    ["house", "show", HERE],
    ["house", "show", "--json", HERE],
    ["house", "check", HERE],
    ["rack", HERE],
    ["rack", "wisconsin", HERE],
    ["odds", "--house", HERE],
    ["odds", "--json", "--house", HERE],
    ["compare", "--house", HERE],
    ["par", HERE, "-o", "never-written.html"],
    ["session", "--bet", "100", "--rounds", "10", "--house", HERE],
    ["simulate", "--rounds", "10", "--house", HERE],
]
NAMES = {
    "empty": "",
    "a blank": " ",
    "unknown": "nevada",
    "unknown file": "nevada.toml",
    "two lines": "a\nb",
    "two lines, a file": "a\nb.toml",
    "a bell": "\a",
    "very long": "x" * 5000,
    "very long, a file": "x" * 5000 + ".toml",
    "a zero byte": "\0",
    "a zero byte, a file": "\0.toml",
    "half a character": "\ud800",
    "a folder": "/",
}
FILES = {
    "not UTF-8": b'format = "\xff"',
    "nonsense": b"][",
    "empty file": b"",
    "deep": b"format" + b".a" * 3000 + b" = 1",
    "a huge number": b'format = "casinowar-house/1"\nname = 0x' + b"f" * 9000,
    "too large": b"# " + b"x" * 1_000_000,
}


def refuse(command: list[str], name: str, capture: pytest.CaptureFixture[str]) -> None:
    """Run a command with a bad name in it; it must say one line and do nothing."""
    arguments = [name if word == HERE else word for word in command]
    try:
        code = main(arguments)
    except SystemExit as stopped:  # a name that looks like an option
        code = int(stopped.code or 0)
    printed = capture.readouterr()
    assert code == 2
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert printed.err.endswith("\n")
    assert printed.err[:-1].isprintable()
    assert len(printed.err) < 700


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_leads_nowhere(
    command: list[str], name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    refuse(command, NAMES[name], capsys)
    assert list(tmp_path.iterdir()) == [], "nothing is written anywhere"


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_none_of_ours(
    command: list[str], name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "bad.toml"
    path.write_bytes(FILES[name])
    refuse(command, str(path), capsys)
    assert list(tmp_path.iterdir()) == [path], "nothing is written anywhere"
