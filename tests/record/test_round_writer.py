"""Every finished round of any record, written as a round file, replays to what was recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from casinowar.cli.main import main
from casinowar.errors import InputError
from casinowar.houses import house_names
from casinowar.record import History, PastRound, read_history, round_file, rounds_of
from tests.record.games import game, houses, record_of

REASONS = (
    "bet a coupon",
    "the floor voided the round",
    "was surrendered by policy",
    "found face up earlier in the shoe",
    "is not finished",
)


def written(history: History, past: PastRound) -> str:
    """The round file, or nothing if it was refused with one of the known reasons."""
    try:
        return round_file(history, past)
    except InputError as error:
        if any(reason in error.reason for reason in REASONS):
            return ""
        raise


@pytest.mark.parametrize("name", house_names())
@pytest.mark.parametrize("seed", range(4))
def test_a_written_round_replays_with_exit_code_0(
    name: str, seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = houses()[name]
    history = read_history(record_of(house, game(house, seed, 250, 0.97)))
    files = list[str]()
    for past in rounds_of(history):
        text = written(history, past)
        if not text:
            continue
        file = tmp_path / f"{past.number}.toml"
        file.write_text(text, encoding="utf-8")
        files.append(str(file))
    assert files
    assert main(["replay", "--json", *files]) == 0
    assert capsys.readouterr().err == ""


def test_a_round_under_other_rules_needs_a_house_file_with_them() -> None:
    house = houses()["odd"]
    history = read_history(record_of(house, game(house, 1, 250, 0.98)))
    with pytest.raises(InputError, match="not the rules of a built-in house"):
        round_file(history, rounds_of(history)[0])
