"""``casinowar replay``: exit codes, several files, recorded results that disagree.

Planted once and caught here: a difference that still exits with 0, a bad file that keeps the
others from playing, an error line on standard output.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from casinowar.cli.main import main
from casinowar.houses.read import HOUSES_DIR
from tests.contracts.result import check_result
from tests.kit import Round, replay, seat

ROUNDS = sorted((Path(__file__).parent.parent / "rounds").glob("*.toml"))
Capture = pytest.CaptureFixture[str]
WIN = Round(house="washington", cards="Ah Ks", seats=(seat(1, initial=500),))


def casinowar(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "casinowar", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=os.environ | environment,
    )


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_the_example_round_agrees_with_what_was_recorded(path: Path, capsys: Capture) -> None:
    played = replay(capsys, path)
    assert (played.code, played.errors) == (0, [])
    [result] = played.results
    check_result(result)


def test_all_example_rounds_at_once_answer_in_the_order_of_the_files(capsys: Capture) -> None:
    assert len(ROUNDS) >= 18
    played = replay(capsys, *reversed(ROUNDS))
    assert played.code == 0
    names = {"wa": "washington", "sc": "skycity", "wi": "wisconsin", "lw": "ladder-war"}
    assert [result["house"] for result in played.results] == [
        names[path.stem[:2]] for path in reversed(ROUNDS)
    ]


def test_as_a_program_it_prints_json_alone_and_exits_with_zero() -> None:
    done = casinowar("replay", "--json", *ROUNDS)
    assert (done.returncode, done.stderr) == (0, "")
    for line in done.stdout.splitlines():
        check_result(json.loads(line))


def test_without_json_every_clause_that_moved_chips_is_in_the_text(capsys: Capture) -> None:
    path = next(path for path in ROUNDS if path.stem == "wi-war-tied-with-war-tie")
    assert main(["replay", str(path)]) == 0
    text = capsys.readouterr().out
    for clause in ("WI g3", "WI i1ii", "WI h5", "WI h6", "WI i1iii"):
        assert clause in text


# --- a recorded result that disagrees -------------------------------------------------------------


@pytest.mark.parametrize(
    ("recorded", "difference"),
    [
        ('outcome = "lose"', "seat 1 outcome: recorded lose, played win"),
        ("wagered = 501", "seat 1 wagered: recorded $5.01, played $5.00"),
        ("returned = 0", "seat 1 returned: recorded $0.00, played $10.00"),
        ("net = -500", "seat 1 net: recorded -$5.00, played $5.00"),
    ],
)
def test_a_difference_is_exit_code_1_and_named(
    recorded: str, difference: str, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "round.toml"
    path.write_text(WIN.text() + f"[[results]]\nseat = 1\n{recorded}\n", encoding="utf-8")
    played = replay(capsys, path)
    assert played.code == 1
    assert len(played.results) == 1, "the round is still shown as it was played"
    [line] = played.errors
    assert line.endswith(difference)
    assert "round.toml" in line


def test_only_what_was_recorded_is_compared(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "round.toml"
    path.write_text(WIN.text() + "[[results]]\nseat = 1\n", encoding="utf-8")
    assert replay(capsys, path).code == 0


def test_every_difference_is_named(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "round.toml"
    path.write_text(
        WIN.text()
        + '[[results]]\nseat = 1\noutcome = "void"\nwagered = 1\nreturned = 2\nnet = 3\n',
        encoding="utf-8",
    )
    assert len(replay(capsys, path).errors) == 4


# --- several files --------------------------------------------------------------------------------


def test_a_bad_file_is_reported_and_the_others_still_play(tmp_path: Path, capsys: Capture) -> None:
    good = WIN.write(tmp_path / "good.toml")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(WIN.text() + "[[results]]\nseat = 1\nnet = 0\n", encoding="utf-8")
    bad = tmp_path / "bad.toml"
    bad.write_text("nonsense", encoding="utf-8")
    played = replay(capsys, good, bad, wrong, good)
    assert played.code == 2
    assert len(played.results) == 3
    assert ["bad.toml" in line for line in played.errors] == [True, False]
    assert replay(capsys, good, wrong).code == 1
    assert replay(capsys, wrong, bad).code == 2
    assert replay(capsys, bad, wrong).code == 2


def test_as_a_program_a_bad_file_is_exit_code_2_and_one_line(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("nonsense", encoding="utf-8")
    done = casinowar("replay", "--json", bad)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_no_file_and_unknown_options_are_exit_code_2_and_one_line(capsys: Capture) -> None:
    assert main(["replay"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    for arguments in (["replay", "--jsn", "x"], ["replya"], ["replay", "--js", "x"]):
        with pytest.raises(SystemExit) as stopped:
            main(arguments)
        assert stopped.value.code == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err.count("\n") == 1


def test_a_usage_error_stays_on_one_line_whatever_was_typed(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main(["replay", "--a\nb", "x"])
    assert capsys.readouterr().err.count("\n") == 1


def test_a_terminal_without_the_letters_still_gets_the_round() -> None:
    done = casinowar("replay", *ROUNDS, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_one_line_and_no_traceback() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "casinowar", "replay", str(ROUNDS[0])],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=60,
        )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "cannot write" in done.stderr


# --- houses by path -------------------------------------------------------------------------------


def test_a_house_file_beside_the_round_file_works_where_a_name_does(
    tmp_path: Path, capsys: Capture
) -> None:
    text = (HOUSES_DIR / "skycity.toml").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(
        text.replace('name = "skycity"', 'name = "mine"').replace('odds = "10:1"', 'odds = "11:1"'),
        encoding="utf-8",
    )
    for house in ("mine.toml", str(tmp_path / "mine.toml")):
        round_ = Round(house=house, cards="7h 7s", seats=(seat(1, tie=500),))
        [result] = replay(capsys, round_.write(tmp_path / "round.toml")).results
        check_result(result)
        assert (result["house"], result["seats"][0]["returned"]) == ("mine", 6000)


def test_decks_default_to_the_house_and_may_be_any_count_that_it_plays_with(
    tmp_path: Path, capsys: Capture
) -> None:
    """By hand 6 to 8; with a shuffler and two batches, six or more in each (WI b1, b4)."""
    for decks, shown in ((None, 6), (7, 7), (8, 8), (9, 9), (100, 100)):
        round_ = Round(house="wisconsin", cards="Ah Ks", seats=(seat(1, initial=2),), decks=decks)
        [result] = replay(capsys, round_.write(tmp_path / "round.toml")).results
        assert result["decks"] == shown


@pytest.mark.parametrize("cards", ["10h 10s", "tH ts", "10♥ 10♠", "T♡ t♤", "10\u2665\ufe0f TS"])
def test_cards_as_people_write_them_come_out_as_two_characters(
    cards: str, tmp_path: Path, capsys: Capture
) -> None:
    round_ = Round(house="skycity", cards=cards, seats=(seat(1, initial=1000, on_tie="surrender"),))
    [result] = replay(capsys, round_.write(tmp_path / "round.toml")).results
    check_result(result)
    assert (result["seats"][0]["card"], result["dealer"]["card"]) == ("Th", "Ts")


def test_amounts_may_be_written_as_text_with_their_cents(tmp_path: Path, capsys: Capture) -> None:
    round_ = Round(
        house="washington",
        cards="Kh 2s",
        seats=(seat(1, initial="25.00", tie="5.50"),),
        results=(seat(1, wagered="30.50", net="19.50", returned=5000),),
    )
    played = replay(capsys, round_.write(tmp_path / "round.toml"))
    assert (played.code, played.errors) == (0, [])
    [result] = played.results
    assert (result["seats"][0]["wagered"], result["seats"][0]["net"]) == (3050, 1950)


def test_a_seat_that_goes_to_war_without_a_war_tie_declines_the_offer(
    tmp_path: Path, capsys: Capture
) -> None:
    round_ = Round(
        house="wisconsin",
        cards="7h 7s ?? ?? ?? Qh ?? ?? ?? Js",
        seats=(seat(1, initial=1000, on_tie="war"),),
    )
    [result] = replay(capsys, round_.write(tmp_path / "round.toml")).results
    names = [event["name"] for event in result["events"]]
    assert "war_tie_declined" in names
    assert "war_tie_offered" not in names
    assert result["seats"][0]["outcome"] == "war_won"


def test_amounts_up_to_a_million_million_are_played_exactly(
    tmp_path: Path, capsys: Capture
) -> None:
    most = 10**12
    round_ = Round(
        house="wisconsin",
        cards="7h 7s ?? ?? ?? Qh ?? ?? ?? Qs",
        seats=(seat(1, initial=most, tie=most, on_tie="war", war_tie=most),),
    )
    [result] = replay(capsys, round_.write(tmp_path / "round.toml")).results
    check_result(result)
    assert result["seats"][0]["net"] == most * (10 + 2 + 10)


def test_a_record_and_a_round_file_name_the_command_for_each(capsys: Capture) -> None:
    rounds = Path(__file__).parents[1] / "rounds"
    record, file = rounds / "record.jsonl", rounds / "wa-win.toml"
    assert main(["replay", str(record)]) == 2
    error = capsys.readouterr().err
    assert error.endswith(f"is a record, not a round file: casinowar record {record}\n")
    assert main(["record", str(file)]) == 2
    error = capsys.readouterr().err
    assert error.endswith(f"is a round file, not a record: casinowar replay {file}\n")


def test_too_few_cards_are_said_to_be_too_few(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "round.toml"
    path.write_text(Round(house="washington", cards="Kh", seats=(seat(1, initial=100),)).text())
    [error] = replay(capsys, path).errors
    assert error.endswith("cards[1]: the round needs more cards than the file has (policy 10)")


@pytest.mark.parametrize(("typed", "hint"), [("plya", "; did you mean play?"), ("xyzzy", "")])
def test_an_unknown_command_is_one_line_with_the_nearest(
    typed: str, hint: str, capsys: Capture
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main([typed])
    line = f"casinowar: there is no command {typed!r}{hint} (see casinowar --help)\n"
    assert capsys.readouterr().err == line
