"""Leaving at any time: the record is whole, and what cannot be recorded has not happened.

Planted once and caught here: a failed write that leaves the table changed, one that leaves half
a line in the record.
"""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Static

from casinowar.errors import InputError
from casinowar.game import start_game
from casinowar.houses import load_house
from casinowar.record.file import (
    read_record,
)
from casinowar.table import Phase
from casinowar.table import commands as c
from casinowar.table.events import (
    CardsCut,
    SeatLeft,
    SurrenderChosen,
    TableClosed,
    WarTieDeclined,
)
from casinowar.table.waits import Awaited
from casinowar.tui.app import farewell_lines
from casinowar.tui.terminal import is_gone
from tests.play.kit import NOON, app_for, fold_of, options_for, press, shoes_with, text_of

TIE = "Kh Kd"


def test_a_terminal_is_gone_when_its_other_end_is_closed() -> None:
    """On macOS ``poll`` says of every terminal what Linux says of a closed file."""
    other, terminal = os.openpty()
    assert not is_gone(terminal)
    os.close(other)
    assert is_gone(terminal)
    os.close(terminal)
    assert not is_gone(terminal)  # POLLNVAL


@pytest.mark.parametrize("keys", ["q enter", "Q Y", "ctrl+c ctrl+c"])
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
    assert said[0] == (
        "Your open hand was finished by the house's policy (policy 3): surrender, $2.50 lost."
    )
    assert "$497.50" in said[1]
    assert "$2.50 behind" in said[1]
    assert said[2] == f"Record: {path}"


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


async def test_leaving_when_a_war_tie_is_offered_finishes_the_war_without_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "record.jsonl"
    cards = "Kh Kd 2c 3c 4c 9s 5c 6c 7c 8h"
    app, game = app_for(options_for("wisconsin", cards, path))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter enter w q")
        said = app.screen_stack[-1].query_one("#dialog Static", Static).content
        assert "the war is dealt without a Tie wager" in str(said)
        await press(pilot, "enter")
    events = read_record(path).events
    declined = next(event for event in events if isinstance(event, WarTieDeclined))
    assert declined.called
    assert game.farewell is not None
    assert game.farewell.chips_cents == 505_00
    assert isinstance(events[-1], TableClosed)


def test_wi_e7_the_last_one_to_leave_leaves_an_idle_table_which_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    options = options_for("wisconsin", "Kh 9d", path)
    assert options.house is not None
    game = start_game(options, options.house)
    told = [event.NAME for event in game.leave()]
    assert told == ["seat_left", "cards_idled", "table_closed"]
    assert game.leave() == ()


def test_neighbours_do_not_play_on_without_the_person(tmp_path: Path) -> None:
    options = replace(options_for("wisconsin", "Kh 9d", tmp_path / "r.jsonl"), neighbours=2)
    assert options.house is not None
    game = start_game(options, options.house)
    game.leave()
    assert game.state.round_number == 0
    assert game.state.phase is Phase.CLOSED


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
