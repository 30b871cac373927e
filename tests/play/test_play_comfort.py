"""Keys with Caps Lock, wagers by key, speed, the start screen, the session, and refusals to you."""

from __future__ import annotations

import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Input

from casinowar.game import PlayOptions, last_game, resume_game, start_game
from casinowar.houses import load_house
from casinowar.record import Record
from casinowar.table import Code, Refusal
from casinowar.table.waits import Awaited
from casinowar.tui.app import CasinoWarApp, farewell_lines
from casinowar.tui.boxes import BettingBox
from casinowar.tui.keys import to_you
from casinowar.tui.sheets import LeaveQuestion, Sheet
from casinowar.tui.speed import Speed
from tests.play.kit import NOON, app_for, options_for, press, resize, table_of, text_of

TIE = "Kh Kd 2c 3c 4c As 5c 6c 7c 9h"
WIN_LOSE = "Kh 2d 3c Qd 5h 5d"


@pytest.mark.parametrize(("small", "large"), [("w", "W"), ("s", "S")])
async def test_keys_work_with_caps_lock(tmp_path: Path, small: str, large: str) -> None:
    ends = list[object]()
    for number, key in enumerate((small, large)):
        app, game = app_for(options_for("skycity", TIE, tmp_path / f"{number}.jsonl"))
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, f"enter enter {key}")
            ends.append(game.state)
            assert game.asked is Awaited.BET
    assert ends[0] == ends[1]


async def test_sheets_open_and_close_with_caps_lock(tmp_path: Path) -> None:
    app, _ = app_for(options_for("skycity", TIE, tmp_path / "record.jsonl"))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter")
        for key in ("P", "R", "L", "question_mark"):
            await press(pilot, key)
            assert isinstance(app.screen_stack[-1], Sheet), key
            await press(pilot, key)
            assert not isinstance(app.screen_stack[-1], Sheet), key


async def test_double_most_and_chips_by_key(tmp_path: Path) -> None:
    """Each line starts from a wager of $5."""
    app, _ = app_for(options_for("wisconsin", TIE, tmp_path / "record.jsonl"))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter")
        for keys, cents in {
            "d": 10_00,
            "D D": 20_00,
            "m": 500_00,
            "M d": 500_00,
            "f1": 6_00,
            "f2 f2": 15_00,
            "f3 f4": 130_00,
            "f5": 500_00,
            "m left": 495_00,
            "0 d": 100_00,
            "delete d": 5_00,
        }.items():
            await press(pilot, f"delete 5 {keys}")
            assert app.screen.query_one(BettingBox).rows[0].cents == cents, keys


async def test_what_the_box_offers_is_what_works(tmp_path: Path) -> None:
    app, _ = app_for(options_for("wisconsin", TIE, tmp_path / "record.jsonl"))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter")
        first = text_of(app, "#betting").splitlines()[0].rstrip()
        for key in ("Enter", "↑↓", "←→", "D double", "M most", "F1–F5 chips"):
            assert key in first
        assert len(first) <= 77


async def test_the_speed_key_goes_round(tmp_path: Path) -> None:
    app, _ = app_for(options_for("wisconsin", TIE, tmp_path / "record.jsonl"))
    async with app.run_test(size=(80, 24)) as pilot:
        seen = [table_of(app).speed]
        for key in ("v", "V", "v"):
            await press(pilot, key)
            seen.append(table_of(app).speed)
        assert seen == [Speed.QUICK, Speed.SLOW, Speed.USUAL, Speed.QUICK]
        assert text_of(app, "#message") == "Speed: quick. V changes it."


async def test_last_results_and_the_session_are_in_view(tmp_path: Path) -> None:
    app, _ = app_for(options_for("skycity", WIN_LOSE, tmp_path / "record.jsonl"))
    async with app.run_test(size=(80, 24)) as pilot:
        assert text_of(app, "#session").startswith("No round yet")
        await press(pilot, "enter d enter enter")
        assert text_of(app, "#session").split() == ["2", "rounds,", "$0.00", "Last", "−$10", "+$10"]
        await resize(pilot, (60, 20))
        assert "2 rounds" in text_of(app, "#session-line")


async def test_a_wide_screen_is_for_the_table(tmp_path: Path) -> None:
    app, _ = app_for(options_for("wisconsin", TIE, tmp_path / "record.jsonl"))
    async with app.run_test(size=(100, 40)) as pilot:
        await press(pilot, "enter enter")
        for width in (100, 120, 200):
            await resize(pilot, (width, 40))
            felt = app.screen.query_one("#felt-scroll").size.width
            side = app.screen.query_one("#side").size.width
            assert felt > side


# --- leaving --------------------------------------------------------------------------------------


async def test_ctrl_c_asks_too_and_a_second_time_leaves(tmp_path: Path) -> None:
    app, game = app_for(options_for("wisconsin", TIE, tmp_path / "record.jsonl"))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter enter ctrl+c")
        assert isinstance(app.screen_stack[-1], LeaveQuestion)
        assert game.farewell is None
        await press(pilot, "escape ctrl+c ctrl+c")
    assert farewell_lines(game)[0] == (
        "Your open hand was finished by the house's policy (policy 3): surrender, $2.50 lost."
    )


async def test_without_an_open_hand_nothing_is_asked_or_said_of_one(tmp_path: Path) -> None:
    app, game = app_for(options_for("wisconsin", TIE, tmp_path / "record.jsonl"))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter Q")
    assert farewell_lines(game)[0].startswith("You leave with $500.00")


# --- the start screen -----------------------------------------------------------------------------


async def test_neighbours_decks_and_speed_are_chosen_before_sitting_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    app = CasinoWarApp(PlayOptions(seed=5, clock=lambda: NOON))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "down down N n d v")
        assert text_of(app, "#options") == "N neighbours 2   D decks 7   V speed quick"
        await press(pilot, "enter")
        game, table = table_of(app).game, table_of(app)
        assert (game.house.name, game.state.decks, len(game.neighbours)) == ("wisconsin", 7, 2)
        assert table.speed is Speed.QUICK


async def test_decks_that_a_house_does_not_allow_are_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    app = CasinoWarApp(PlayOptions(seed=5, clock=lambda: NOON))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "down down d d up up")
        assert "decks 6" in text_of(app, "#options")


async def test_letters_in_the_name_are_letters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    app = CasinoWarApp(PlayOptions(seed=5, clock=lambda: NOON))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "tab D a n")
        assert app.screen.query_one("#name", Input).value == "Dan"
        assert "neighbours 0" in text_of(app, "#options")


def begun(folder: Path) -> Record:
    """A game in the records folder that is being played; once closed, it is interrupted."""
    options = PlayOptions(seed=5, clock=lambda: NOON)
    game = start_game(options, load_house("skycity"))
    assert game.record is not None
    assert game.record.path.parent == folder
    return game.record


def interrupted(folder: Path) -> Path:
    """A game in the records folder that was never left."""
    record = begun(folder)
    record.close()
    return record.path


async def test_an_interrupted_game_is_offered_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = interrupted(tmp_path / "casinowar" / "records")
    app = CasinoWarApp(PlayOptions(seed=5, clock=lambda: NOON))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "continues your last game" in text_of(app, "#message")
        await press(pilot, "G")
        game = table_of(app).game
        assert game.record is not None
        assert game.record.path == path
        await press(pilot, "enter q")
    assert last_game(path.parent) is None, "it was left, so it is over"


async def test_a_game_that_is_open_in_another_window_is_not_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    record = begun(tmp_path / "casinowar" / "records")
    app = CasinoWarApp(PlayOptions(seed=5, clock=lambda: NOON))
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        assert "Your game at skycity is open in another window" in text_of(app, "#message")
        assert "Last game" not in text_of(app, "#keys")
        await press(pilot, "g")
        assert app.game is None
        assert "This game is open in another window; continue there" in text_of(app, "#message")
    record.close()
    found = last_game(record.path.parent)
    assert found is not None
    assert not found.elsewhere


def test_a_killed_game_is_interrupted_and_older_ones_are_found_behind_open_ones(
    tmp_path: Path,
) -> None:
    """The lock goes with the process, however it ends."""
    code = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from casinowar.game import PlayOptions, start_game\n"
        "from casinowar.houses import load_house\n"
        "game = start_game(PlayOptions(record=Path(sys.argv[1])), load_house('skycity'))\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    path = tmp_path / "killed.jsonl"
    done = subprocess.run([sys.executable, "-c", code, str(path)], check=False)
    assert done.returncode == -signal.SIGKILL
    newer = start_game(PlayOptions(record=tmp_path / "newer.jsonl"), load_house("skycity"))
    found = last_game(tmp_path)
    assert found is not None
    assert (found.path, found.elsewhere) == (path, False)
    assert resume_game(PlayOptions(), path).chips_cents == newer.chips_cents


async def test_without_an_interrupted_game_none_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    app = CasinoWarApp(PlayOptions(seed=5, clock=lambda: NOON))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert text_of(app, "#message") == ""
        assert "Last game" not in text_of(app, "#keys")
        await press(pilot, "g")
        assert app.game is None


@pytest.mark.parametrize("content", [b"", b"{}\n", b"\xff\n\n", b'{"rules": {}}\n{"at": 1'])
def test_a_file_that_is_no_record_is_no_last_game(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_bytes(content)
    assert last_game(tmp_path) is None
    assert last_game(tmp_path / "nothing") is None


# --- refusals to you ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "sentence", "said"),
    [
        (
            Code.NOT_ENOUGH_CHIPS, "Seat 1 has $3.00 and needs $5.00: buy chips first.",
            "You have $3.00 and need $5.00: B buys chips. (WI f1)",
        ),
        (
            Code.BELOW_MINIMUM, "The first wager is below the minimum of $5.00.",
            "Your initial wager is below the minimum of $5.00: → bets the minimum. (WI f1)",
        ),
        (
            Code.ABOVE_MAXIMUM, "The Tie wager is above the maximum of $100.00.",
            "Your Tie wager is above the maximum of $100.00: M bets the most. (WI f1)",
        ),
        (
            Code.SITTING_OUT, "Seat 1 is sitting out: return to play first.",
            "You are sitting out: return to play first. (WI f1)",
        ),
        (Code.NOT_DUE, "Seat 11 is another seat.", "Seat 11 is another seat. (WI f1)"),
    ],
)  # fmt: skip
def test_a_refusal_speaks_to_the_person_and_names_the_key(
    code: Code, sentence: str, said: str
) -> None:
    refusal = Refusal(code=code, sentence=sentence, cites="WI f1")
    assert to_you(refusal, load_house("wisconsin"), 1) == said


async def test_surrender_is_offered_with_its_amount(tmp_path: Path) -> None:
    options = replace(options_for("wisconsin", TIE, tmp_path / "record.jsonl"))
    app, _ = app_for(options)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter 2 5 enter")
        assert "surrender: lose $12.50 of your $25.00" in text_of(app, "#choice")
