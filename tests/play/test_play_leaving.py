"""Leaving at any time: the record is whole, and says what was open.

Planted once and caught here: a failed write that leaves the table changed, one that leaves half
a line in the record, a resumed game that deals on from a shoe it does not have.
"""

from __future__ import annotations

import errno
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from casinowar.record.codec import write_events

from casinowar.errors import InputError
from casinowar.game import PlayOptions, resume_game, start_game
from casinowar.houses import House, load_house
from casinowar.houses.house import NoAnswer
from casinowar.record.file import (
    create_record,
    create_record_in,
    read_record,
    records_folder,
)
from casinowar.table import Phase, Refusal, Table
from casinowar.table import commands as c
from casinowar.table.events import (
    CardsCut,
    ReshuffleOrdered,
    RoundVoided,
    SeatLeft,
    SurrenderChosen,
    TableClosed,
)
from casinowar.table.state import Status
from casinowar.table.waits import Awaited
from casinowar.tui.app import farewell_lines
from tests.play.kit import NOON, app_for, fold_of, options_for, press, shoes_with, text_of

TIE = "Kh Kd"


@pytest.mark.parametrize("keys", ["q enter", "ctrl+c"])
async def test_policy_3_leaving_with_a_tie_open_surrenders_it_and_closes_the_table(
    tmp_path: Path, keys: str
) -> None:
    path = tmp_path / "record.jsonl"
    app, game = app_for(options_for("wisconsin", TIE, path))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter enter")
        assert game.asked is Awaited.CHOICE
        await press(pilot, keys)
    events = read_record(path).events
    called = next(event for event in events if isinstance(event, SurrenderChosen))
    assert (called.called, called.cites) == (True, "policy 3")
    left = next(event for event in events if isinstance(event, SeatLeft))
    assert left.chips_cents == 500_00 - 2_50
    assert isinstance(events[-1], TableClosed)
    assert fold_of(path) == game.state
    said = farewell_lines(game)
    assert "$497.50" in said[0]
    assert "$2.50 behind" in said[0]
    assert said[1] == f"Record: {path}"


async def test_escape_stays_at_the_table(tmp_path: Path) -> None:
    app, game = app_for(options_for("wisconsin", TIE, tmp_path / "record.jsonl"))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter enter q escape")
        assert game.asked is Awaited.CHOICE
        await press(pilot, "s")
        assert "Surrendered" in text_of(app, "#felt")


@pytest.mark.parametrize("keys", ["", "enter", "enter enter"], ids=["cut", "betting", "played"])
async def test_leaving_between_rounds_takes_all_chips_along(tmp_path: Path, keys: str) -> None:
    path = tmp_path / "record.jsonl"
    app, game = app_for(options_for("washington", "Kh 9d", path))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, f"{keys} q")
    assert game.farewell is not None
    assert game.farewell.chips_cents == (505_00 if keys == "enter enter" else 500_00)
    assert isinstance(read_record(path).events[-1], TableClosed)
    assert fold_of(path) == game.state


def cut_off_game(path: Path, house: House) -> None:
    """A game whose terminal went away while a tie was open: nothing is said to the record."""
    options = replace(options_for("wisconsin", TIE, path), house=house)
    game = start_game(options, house)
    game.do(c.RefuseCut(seat=1))
    game.bet(5_00, 0)
    assert game.asked is Awaited.CHOICE


def test_the_record_of_a_cut_off_game_says_what_was_open(tmp_path: Path) -> None:
    path, house = tmp_path / "record.jsonl", load_house("wisconsin")
    cut_off_game(path, house)
    state = fold_of(path)
    assert state.phase is Phase.DECIDE
    assert state.hands[1].status is Status.ASKED
    assert state.hands[1].layout_cents == 5_00
    assert state.seats[1].chips_cents == 495_00


def test_resuming_decides_the_open_tie_by_policy_3_and_reshuffles(tmp_path: Path) -> None:
    path, house = tmp_path / "20260314-120000-wisconsin.jsonl", load_house("wisconsin")
    cut_off_game(path, house)
    before = path.read_bytes()
    game = resume_game(PlayOptions(seed=1, clock=lambda: NOON), path)
    assert path.read_bytes().startswith(before)
    assert game.state.seats[1].chips_cents == 497_50
    assert game.asked is Awaited.CUT
    new = game.events[len(before.splitlines()) :]
    assert any(isinstance(event, SurrenderChosen) and event.called for event in new)
    assert any(isinstance(event, ReshuffleOrdered) for event in new)
    assert not any(isinstance(event, RoundVoided) for event in new)
    game.do(c.RefuseCut(seat=1))
    assert not isinstance(game.bet(5_00, 0), Refusal)
    game.leave()
    assert fold_of(path) == game.state
    with pytest.raises(InputError, match="that game is over"):
        resume_game(PlayOptions(), path)


def test_policy_7_a_round_that_would_need_the_lost_shoe_is_void(tmp_path: Path) -> None:
    house = load_house("wisconsin")
    house = replace(house, policies=replace(house.policies, no_answer=NoAnswer.WAR))
    path = tmp_path / "record.jsonl"
    cut_off_game(path, house)
    game = resume_game(PlayOptions(house=house, seed=1, clock=lambda: NOON), path)
    assert any(isinstance(event, RoundVoided) for event in game.events)
    assert game.state.seats[1].chips_cents == 500_00
    assert game.asked is Awaited.CUT
    assert fold_of(path) == game.state


@pytest.mark.parametrize("events_kept", range(1, 40, 3))
def test_a_record_cut_off_anywhere_can_be_gone_on_with(tmp_path: Path, events_kept: int) -> None:
    """Even where a crash kept only some of a command's events."""
    whole, house = tmp_path / "whole.jsonl", load_house("wisconsin")
    options = replace(options_for("wisconsin", "Kh 9d Kd Kc", whole), neighbours=2, house=house)
    game = start_game(options, house)
    game.do(c.RefuseCut(seat=1))
    game.bet(5_00, 0)
    path = tmp_path / "cut-off.jsonl"
    path.write_text(write_events(game.events[:events_kept]))
    resumed = resume_game(PlayOptions(house=house, seed=1, clock=lambda: NOON), path)
    if resumed.asked is Awaited.CUT:
        resumed.do(c.RefuseCut(seat=1))
    assert resumed.state.phase is Phase.BETTING
    assert not resumed.state.hands
    resumed.do(c.BuyChips(seat=1, cash_cents=5_00))
    assert not isinstance(resumed.bet(5_00, 0), Refusal)
    total = resumed.state.chips_total_cents
    resumed.leave()
    assert resumed.state.chips_total_cents == total
    assert fold_of(path) == resumed.state


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "holds no game"),
        ("not json\n", "line 1"),
        (
            '{"name": "card_dealt", "version": 1, "cites": "WI g3", "seat": 1, "card": "Kh"}\n',
            "not",
        ),
        ('{"name": "nothing", "version": 1}\n', "is not a known event"),
    ],
)
def test_a_file_that_is_no_record_is_refused_and_left_alone(
    tmp_path: Path, text: str, reason: str
) -> None:
    path = tmp_path / "x-y-wisconsin.jsonl"
    path.write_text(text)
    with pytest.raises(InputError, match=reason):
        resume_game(PlayOptions(), path)
    assert path.read_text() == text


def test_a_record_never_overwrites_a_file(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    path.write_text("mine")
    with pytest.raises(InputError, match="exists already"):
        create_record(path)
    assert path.read_text() == "mine"


def test_two_records_of_one_second_have_two_names(tmp_path: Path) -> None:
    house = load_house("skycity")
    first, second = (create_record_in(tmp_path, house, NOON) for _ in range(2))
    assert first.path != second.path
    assert "skycity" in first.path.name


async def test_what_cannot_be_recorded_has_not_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "record.jsonl"
    app, game = app_for(options_for("wisconsin", "Kh 9d", path))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter")
        before, written = game.state, path.read_bytes()

        def full(_: int) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(os, "fsync", full)
        await press(pilot, "enter")
    error = app.return_value
    assert isinstance(error, InputError)
    assert "No space left on device" in str(error)
    assert game.state == before
    assert path.read_bytes() == written
    assert fold_of(path) == before


def test_a_record_that_somebody_else_wrote_to_is_not_gone_on_with(tmp_path: Path) -> None:
    path, house = tmp_path / "x-y-wisconsin.jsonl", load_house("wisconsin")
    cut_off_game(path, house)
    first = resume_game(PlayOptions(seed=1, clock=lambda: NOON), path)
    with path.open("ab") as other:
        other.write(b"\n")
    before = first.state
    with pytest.raises(InputError, match="changed by somebody else"):
        first.do(c.RefuseCut(seat=1))
    assert first.state == before


@pytest.mark.parametrize(
    ("environment", "platform", "folder"),
    [
        ({"XDG_DATA_HOME": "/data"}, "linux", "/data/casinowar/records"),
        ({"APPDATA": "/roaming"}, "win32", "/roaming/casinowar/records"),
    ],
)
def test_records_go_to_the_users_data_folder(
    environment: dict[str, str], platform: str, folder: str
) -> None:
    assert records_folder(environment, platform) == Path(folder)


def test_the_gaming_day_changes_at_the_set_hour_and_the_cards_with_it(tmp_path: Path) -> None:
    house = load_house("wisconsin")
    moments = [NOON]
    options = replace(
        options_for("wisconsin", "", tmp_path / "r.jsonl"),
        clock=lambda: moments[-1],
        shoes=shoes_with(house, "Kh 9d Qh 8d"),
    )
    game = start_game(options, house)
    game.do(c.RefuseCut(seat=1))
    game.bet(5_00, 0)
    assert game.state.day == NOON.date()
    moments.append(NOON.replace(day=15, hour=5))
    game.bet(5_00, 0)
    assert game.state.day == NOON.date()
    moments.append(NOON.replace(day=15, hour=6))
    game.bet(5_00, 0)
    assert game.state.day == NOON.replace(day=15).date()
    assert sum(isinstance(event, CardsCut) for event in game.events) == 1


def test_the_documented_way_to_read_a_record_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "play.md").read_text()
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    cut_off_game(tmp_path / "20260314-120000-wisconsin.jsonl", load_house("wisconsin"))
    found: dict[str, Table] = {}
    exec(code, found)
    assert found["table"].hands[1].status is Status.ASKED
