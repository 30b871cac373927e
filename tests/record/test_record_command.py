"""``casinowar record``: a record read back, by round, and what is wrong with a bad one."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from random import Random

import pytest

from casinowar.cli.main import main
from casinowar.live import LiveTable
from casinowar.record import write_events
from casinowar.record.file import fold_record, house_of_record, read_record
from casinowar.table import Refusal
from casinowar.table import commands as c


@pytest.fixture
def table() -> LiveTable:
    table = LiveTable("skycity", Random(4).randrange)
    for command in (
        c.OpenTable(day=date(2026, 1, 1), dealer="Ana", tray_cents=10**7),
        c.TakeSeat(seat=2, player="Bo"),
        c.BuyChips(seat=2, cash_cents=500_00),
        c.RefuseCut(seat=2),
        c.PlaceWagers(seat=2, initial_cents=10_00, tie_cents=5_00),
        c.PlaceWagers(seat=2, initial_cents=20_00),
    ):
        answer = table.do(command)
        assert not isinstance(answer, Refusal), answer
    return table


@pytest.fixture
def record(table: LiveTable, tmp_path: Path) -> Path:
    path = tmp_path / "record.jsonl"
    path.write_text(write_events(table.events))
    return path


def test_a_record_folds_to_the_table_it_was_written_at(table: LiveTable, record: Path) -> None:
    events = read_record(record)
    assert fold_record(house_of_record(events), events) == table.state


def test_it_is_printed_by_round_with_every_clause(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["record", str(record)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("table\n")
    assert said.count("\nround ") == 2
    assert "Seat 2 bets $10.00 in chips: Casino War wager" in said
    assert "SC how" in said


def test_one_round_can_be_asked_for(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", str(record), "--round", "2", "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert events[0]["name"] == "wager_placed"
    assert events[0]["amount_cents"] == 20_00
    assert events[-1] == {
        "name": "round_completed",
        "version": 1,
        "cites": events[-1]["cites"],
        "round": 2,
        "reshuffle": False,
    }


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda text: text + "{}\n", "has no name and version"),
        (lambda text: text.replace("skycity", "atlantis"), "is not built in"),
        (lambda text: "".join(text.splitlines(keepends=True)[1:]), "is not built in"),
        (lambda text: text.replace('"seat": 2, "player"', '"seat": 3, "player"'), "cannot have"),
        (lambda text: text[: len(text) // 2], "is not JSON"),
        (lambda _: "", "is not built in"),
    ],
)
def test_a_bad_record_is_one_line_and_exit_code_2(
    record: Path,
    capsys: pytest.CaptureFixture[str],
    spoil: Callable[[str], str],
    said: str,
) -> None:
    record.write_text(spoil(record.read_text()))
    assert main(["record", str(record)]) == 2
    error = capsys.readouterr()
    assert error.out == ""
    assert error.err.count("\n") == 1
    assert said in error.err


def test_a_round_that_is_not_there_is_said_so(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["record", str(record), "--round", "9"]) == 2
    assert capsys.readouterr().err == "casinowar record: --round: 9 is not in this record\n"
