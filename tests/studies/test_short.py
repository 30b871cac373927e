"""The studies in short: the commands, the figures that are known exactly, and bad input.

Planted once and caught: a counter's kernel that forgets the Tie wager, a cutting card that stays
where the house puts it, a study whose options are not read.
"""

from __future__ import annotations

import doctest
import json
from fractions import Fraction
from math import inf
from pathlib import Path

import pytest

from casinowar.cli.main import main
from casinowar.odds import odds_of
from casinowar.studies import Step, count_study, cutting_card_effect

DOCS = Path(__file__).parents[2] / "docs"


def test_python_on_the_page_of_counting_runs() -> None:
    found = doctest.testfile(str(DOCS / "counting.md"), module_relative=False)
    assert (found.attempted, found.failed) == (5, 0)


def test_a_flat_bet_loses_the_edge() -> None:
    found = count_study("wisconsin", {}, [Step(-inf, 1.0, 1.0)], 200_000, seed=3, workers=1)
    exact = odds_of("wisconsin", 6)
    assert exact.tie is not None
    edge = float(exact.initial.house_edge + exact.tie.house_edge)
    assert abs(found.per_round.mean + edge) < 4 * found.per_round.standard_error
    assert found.bet_per_round == pytest.approx(2.074, abs=0.02)


def test_the_first_round_after_a_shuffle_has_the_edge_of_a_fresh_shoe() -> None:
    half = Fraction(1, 2)
    found = cutting_card_effect("skycity", decks=1, behind=half, rounds=500_000, workers=1)
    fresh = float(odds_of("skycity", 1).initial.house_edge)
    assert found.fresh == pytest.approx(fresh)
    assert found.behind == half


def test_the_commands_print_what_they_found(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["study", "count", "--weights", "A:1", "--spread", "1", "--rounds", "20000", "--json"]
    assert main([*given, "--decks", "2", "--seed", "5"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["steps"][0]["from"] is None
    assert (found["decks"], found["seed"]) == (2, 5)
    assert 20_000 <= found["rounds"] < 1_000_000  # whole blocks of shoes
    given = ["study", "cutting-card", "--decks", "1", "--behind", "1/2", "--rounds", "20000"]
    assert main([*given, "--house", "skycity", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["fresh_house_edge"]["percent"] == 2.06483


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "casinowar study: the following arguments are required: STUDY"),
        (["nosuch"], "invalid choice: 'nosuch'"),
        (["count", "--weights", "A:1", "--spread", "x"], "--spread: "),
        (["cutting-card", "--behind", "x"], "--behind: 'x' is not a fraction like 1/8"),
        (["cutting-card", "--house", "battle-royal"], "battle-royal"),
    ],
)
def test_bad_input_is_one_line(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code: object = main(["study", *arguments])
    except SystemExit as ended:
        code = ended.code
    assert code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert reason in err
    assert err.count("\n") == 1


def test_simulate_moves_the_cutting_card(capsys: pytest.CaptureFixture[str]) -> None:
    per_shoe = []
    for behind in ("1/2", "1/8"):
        given = ["simulate", "--rounds", "100000", "--seed", "1", "--behind", behind, "--json"]
        assert main(given) == 0
        found = json.loads(capsys.readouterr().out)
        per_shoe.append(found["rounds"] / found["shoes"])
    assert per_shoe[1] > 1.6 * per_shoe[0]
