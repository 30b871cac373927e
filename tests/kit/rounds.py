"""Round files made by tests, and their results in ``casinowar replay --json``."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from casinowar.cli.main import main


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round file as a value; ``text`` is its content."""

    house: str
    cards: str  # "Kh Kd ?? 2c"
    seats: tuple[str, ...]  # each a TOML table's lines
    decks: int | None = None
    irregularities: tuple[str, ...] = ()
    results: tuple[str, ...] = ()

    def text(self) -> str:
        """The file."""
        cards = ", ".join(f'"{card}"' for card in self.cards.split())
        lines = ['format = "casinowar-round/1"', f'house = "{self.house}"', f"cards = [{cards}]"]
        if self.decks is not None:
            lines.append(f"decks = {self.decks}")
        for name, tables in (
            ("seats", self.seats),
            ("irregularities", self.irregularities),
            ("results", self.results),
        ):
            for table in tables:
                lines += [f"[[{name}]]", table]
        return "\n".join(lines) + "\n"

    def write(self, path: Path) -> Path:
        """Write the file and give its path."""
        path.write_text(self.text(), encoding="utf-8")
        return path


def seat(number: int, **fields: object) -> str:
    """The lines of a seat: ``seat(1, initial=1000, on_tie="war")``."""
    lines = [f"seat = {number}"]
    for name, value in fields.items():
        lines.append(f"{name} = {json.dumps(value)}")
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Replayed:
    """Exit code, results and error lines of one command."""

    code: int
    results: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    errors: list[str] = field(default_factory=list[str])


def replay(capture: pytest.CaptureFixture[str], *files: Path | str) -> Replayed:
    """Run ``casinowar replay --json`` in this process."""
    capture.readouterr()
    code = main(["replay", "--json", *(str(file) for file in files)])
    printed = capture.readouterr()
    results = [json.loads(line) for line in printed.out.splitlines()]
    return Replayed(code, results, printed.err.splitlines())
