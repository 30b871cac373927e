"""The pieces of which bad round files are made, and how they must be refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit import replay

Capture = pytest.CaptureFixture[str]

HEAD = 'format = "casinowar-round/1"\n'
SKY, WASH, WISC = ('house = "skycity"\n', 'house = "washington"\n', 'house = "wisconsin"\n')
WIN = 'cards = ["Ah", "Ks"]\n'
TIE = 'cards = ["7h", "7s"]\n'
ONE = "[[seats]]\nseat = 1\ninitial = 1000\n"
WAR = ONE + 'on_tie = "war"\n'


def one(**fields: str) -> str:
    """One seat with fields replaced, left out (empty) or added, as TOML text."""
    values = {"seat": "1", "initial": "1000"} | fields
    return "[[seats]]\n" + "".join(f"{name} = {value}\n" for name, value in values.items() if value)


def odd(kind: str, **fields: object) -> str:
    """An irregularity."""
    return f'[[irregularities]]\nkind = "{kind}"\n' + "".join(
        f"{name} = {value}\n" for name, value in fields.items()
    )


def cards(card: str, count: int) -> str:
    """One card so many times."""
    return f"cards = [{', '.join([repr(card)] * count)}]\n"


def refused(capture: Capture, path: Path | str) -> str:
    """The one line that a bad file leaves on standard error."""
    played = replay(capture, path)
    assert (played.code, played.results) == (2, [])
    assert len(played.errors) == 1, played.errors
    [line] = played.errors
    assert line.isprintable()
    assert len(line) < 500
    return line


def check_refused(bad: tuple[str, str, str], folder: Path, capture: Capture) -> None:
    """A file, what its line must hold, and the clause with which it must end."""
    text, field, cites = bad
    path = folder / "bad.toml"
    path.write_text(text, encoding="utf-8")
    line = refused(capture, path)
    assert line.startswith(f"casinowar replay: {path}: ")
    assert field in line
    if cites:
        assert line.endswith(f"({cites})")
