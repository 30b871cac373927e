"""The exercise of CONTRIBUTING.md: its side bet is sound, and its round and clause play.

Planted once and caught: ranks as a list, odds that return less than 75 %.
"""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest

from casinowar.cli.main import main
from casinowar.service.conversation import messages
from casinowar.service.conversation.connection import Connection
from casinowar.service.history import shapes
from casinowar.store import interface
from casinowar.store.row_layout import SHAPES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
CITES = '\n[cites]\nside_wager = "MY 7"\n'


@pytest.fixture(autouse=True)
def _exercise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The house and the round that the exercise describes."""
    monkeypatch.chdir(tmp_path)
    house = (ROOT / "src/casinowar/houses/no-bonus.toml").read_text(encoding="utf-8")
    [bet] = re.findall(r"^   ```toml\n(.*?)^   ```", PAGE, re.M | re.S)
    house = house.replace('"no-bonus"', '"my-house"', 1) + "\n" + dedent(bet) + CITES
    Path("my-house.toml").write_text(house, encoding="utf-8")
    [cards] = re.findall(r'`(\["Kh".*\])`', PAGE)
    [side] = re.findall(r"`(side = \{.*\})`", PAGE)
    lines = ['format = "casinowar-round/1"', 'house = "my-house.toml"', f"cards = {cards}"]
    lines += ["[[seats]]", "seat = 1", "initial = 1000", 'on_tie = "war"', side]
    Path("my-round.toml").write_text("\n".join(lines), encoding="utf-8")


def test_its_house_is_sound(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["house", "check", "my-house.toml"]) == 0
    assert "sound" in capsys.readouterr().out
    assert main(["house", "show", "my-house.toml"]) == 0
    assert "tie of K or A, 75:1" in capsys.readouterr().out


def test_its_round_pays_the_side_bet_and_cites_the_clause(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["replay", "my-round.toml"]) == 0
    said = capsys.readouterr().out
    assert re.search(r"bets \$5.00 in chips: Royal Tie +MY 7\n", said)
    assert "Royal Tie paid $375.00 at 75:1" in said


def test_the_files_that_it_names_are_there() -> None:
    new = {"tests/table/test_announced.py"}
    named = set(re.findall(r"`((?:src|tests)/[a-z_./]+\.(?:py|txt|toml|sql))`", PAGE))
    assert len(named) > 16
    assert [path for path in sorted(named - new) if not (ROOT / path).exists()] == []


def test_the_names_that_the_exercise_of_the_service_uses_are_there() -> None:
    """Planted once and caught here: a renamed Struct, and a column that exists already."""
    assert "RoundRow" in vars(interface)
    assert "RoundSummary" in vars(shapes)
    assert "dealer_name" not in SHAPES["rounds"].columns
    assert hasattr(Connection, "_welcome")
    assert not hasattr(messages, "GreetingFrame")
