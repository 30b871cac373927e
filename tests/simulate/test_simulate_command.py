"""``casinowar simulate`` as the contract fixes it, its files, its refusals, and Ctrl-C."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import numba
import pytest

from casinowar.cli.main import main
from casinowar.report import progress

COMMAND = (sys.executable, "-m", "casinowar", "simulate")


def unexpected(err: str) -> list[str]:
    """Lines on standard error, but not those that tell of a long run or of the first one."""
    told = ("casinowar simulate: compiling the kernel (once", "casinowar simulate: skycity, ")
    return [line for line in err.splitlines() if not line.startswith(told)]


def simulated(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["simulate", "--json", *arguments]) == 0
    out, err = capsys.readouterr()
    assert unexpected(err) == []
    found: dict[str, Any] = json.loads(out)
    return found


def test_the_json_is_that_of_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    found = simulated(capsys, "--house", "skycity", "--rounds", "1000000", "--seed", "7")
    kinds = {
        "house": str,
        "decks": int,
        "seats": int,
        "rounds": int,
        "seed": int,
        "initial": dict,
        "tie": dict,
        "war_tie": type(None),
        "exact": dict,
        "outcomes": dict,
        "shoes": int,
        "seconds": float,
        "rounds_per_second": int,
    }
    assert {name: type(value) for name, value in found.items()} == kinds
    assert (found["house"], found["decks"], found["seats"], found["seed"]) == ("skycity", 6, 1, 7)
    assert list(found["outcomes"]) == [
        *("win", "lose", "surrender", "war_won", "war_tied", "war_lost")
    ]
    assert sum(found["outcomes"].values()) == found["rounds"]
    assert 1_000_000 <= found["rounds"] < 1_000_200
    for wager, edge in (("initial", 2.3301), ("tie", 18.6495)):
        assert set(found[wager]) == {"house_edge_percent", "standard_error_percent"}
        error = found[wager]["standard_error_percent"]
        assert abs(found[wager]["house_edge_percent"] - edge) < 4 * error < 1.3
        exact = found["exact"][wager]
        assert round(exact["house_edge_percent"], 4) == edge
        apart = found[wager]["house_edge_percent"] - exact["house_edge_percent"]
        assert exact["z"] == pytest.approx(apart / error, abs=1e-4)
    assert found["exact"]["war_tie"] is None


def test_the_exact_edge_stands_beside_the_dealt_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--house", "skycity", "--rounds", "100000", "--seed", "7"]) == 0
    [first] = [line for line in capsys.readouterr().out.splitlines() if "first wager" in line]
    assert "2.3301 %" in first
    waits = ("--tie", "by-composition")
    found = simulated(
        capsys, "--house", "skycity", "--rounds", "100000", "--seed", "7", "--strategy", "mix:0.5"
    )
    assert 2.3301 < found["exact"]["initial"]["house_edge_percent"] < 3.7
    found = simulated(capsys, "--house", "skycity", "--rounds", "100000", "--seed", "7", *waits)
    assert found["exact"]["tie"] is None  # no formula for a player who waits for good cards


def test_the_same_seed_gives_the_same_counts(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--house", "wisconsin", "--decks", "8", "--seats", "7", "--rounds", "300000")
    one, two = (
        simulated(capsys, *arguments, "--seed", "5", "--workers", workers) for workers in "12"
    )
    for timed in ("seconds", "rounds_per_second"):
        del one[timed], two[timed]
    assert one == two


def test_a_house_without_tie_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulated(capsys, "--house", "battle-royal", "--rounds", "1000")["tie"] is None


def test_one_shoe_has_no_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    found = simulated(capsys, "--house", "skycity", "--rounds", "1", "--seed", "1")
    assert found["shoes"] == 1
    assert found["initial"]["standard_error_percent"] is None


def test_another_strategy_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    found = simulated(capsys, "--house", "skycity", "--rounds", "1000", "--strategy", "surrender")
    assert found["war_share"] == 0
    assert found["outcomes"]["war_won"] == 0 < found["outcomes"]["surrender"]


def test_a_person_reads_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--house", "wisconsin", "--rounds", "100000", "--seed", "3"]) == 0
    out = capsys.readouterr().out
    for words in ("Wisconsin", "war tied", "first wager", "Tie on the war deal", "±", "95 %"):
        assert words in out
    assert "  6 decks, 1 seat, war on a tie\n" in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--decks", "1"], "  1 deck, 1 seat, war on a tie\n"),
        (["--seats", "7"], "  6 decks, 7 seats, war on a tie\n"),
        (["--strategy", "surrender"], "surrender on a tie\n"),
        (["--strategy", "mix:0.25"], "war on 25 % of ties\n"),
        (["--house", "battle-royal"], "  1 deck, 1 seat, war on a tie\n"),
    ],
)
def test_what_was_played_is_told_in_words(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert main(["simulate", "--rounds", "1000", "--seed", "3", *arguments]) == 0
    assert words in capsys.readouterr().out


def test_tie_by_composition_tells_how_often_it_was_bet(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ("--tie", "by-composition", "--rounds", "1000", "--seed", "3")
    found = simulated(capsys, *arguments)
    assert (found["house"], found["tie_bets"], found["tie"]) == ("washington", 0, None)
    assert main(["simulate", *arguments]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "Tie wagers made 0 (0.0000 %)" in lines
    assert "Tie never bet" in lines
    house = ("--house", "eleven-to-one", "--decks", "6")
    deep = simulated(capsys, *arguments, *house, "--rounds", "1000000")
    assert 0 < deep["tie_bets"] < deep["rounds"] / 1000
    assert deep["tie"] is not None


def test_tie_cannot_be_asked_for_where_there_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    for when in ("always", "by-composition"):
        given = ["simulate", "--house", "battle-royal", "--rounds", "10", "--tie", when]
        assert main(given) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("casinowar simulate: --tie: battle-royal has no Tie wager")
        assert err.count("\n") == 1


def test_help_gives_every_default(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["simulate", "--help"])
    text = " ".join(capsys.readouterr().out.split())
    for option in ("house", "decks", "seats", "seed", "strategy", "tie", "workers", "on"):
        told = text.split(f" --{option} ")[-1].split(" --")[0]
        assert "(default: " in told, option


def test_long_runs_tell_where_they_are_without_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "LINE_SECONDS", 1e-6)
    assert main(["simulate", "--rounds", "3000000", "--seed", "1", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["rounds"] >= 3_000_000
    news = [line for line in err.splitlines() if "compiling" not in line]
    line = r"casinowar simulate: washington, \d+ %: rounds [\d.]+ M, [\d.,]+ M/s, edge .* \(95 %\)"
    assert len(news) > 5
    for told in news:
        assert re.fullmatch(line, told)


def test_a_terminal_has_a_live_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "REFRESH_SECONDS", 1e-6)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["simulate", "--rounds", "3000000", "--seed", "1", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["rounds"] >= 3_000_000
    assert "starting" in err
    assert "(95 %)" in err


def test_compiling_is_told_once_and_only_when_it_happens() -> None:
    doubled: Any = numba.njit(lambda value: 2 * value)
    said: list[str] = []
    with progress._when_compiling(lambda: said.append("compiling")):
        assert doubled(2) == 4
        assert doubled(2.5) == 5
    assert said == ["compiling"]
    with progress._when_compiling(lambda: said.append("again")):
        assert doubled(3) == 6
    assert said == ["compiling"]


@pytest.mark.parametrize("as_json", [True, False])
def test_control_c_before_the_first_block_is_a_report_too(
    as_json: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("casinowar.simulate.run._add_blocks", interrupted)
    files = ["--csv", str(tmp_path / "a.csv"), "--chart", str(tmp_path / "a.svg")]
    assert main(["simulate", "--rounds", "1000", *files, *["--json"] * as_json]) == 0
    out = capsys.readouterr().out
    if as_json:
        found = json.loads(out)
        assert (found["interrupted"], found["rounds"], found["shoes"]) == (True, 0, 0)
    else:
        assert "Interrupted: these are the rounds dealt so far." in out
    assert {path.name for path in tmp_path.iterdir()} == {"a.csv", "a.svg"}


def test_batches_are_written_and_add_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "batches.csv"
    found = simulated(
        capsys, "--house", "skycity", "--rounds", "3000000", "--seed", "2", "--csv", str(target)
    )
    with target.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) > 10
    assert [int(row["batch"]) for row in rows] == list(range(1, len(rows) + 1))
    for name in ("rounds", "shoes"):
        assert sum(int(row[name]) for row in rows) == found[name]
    assert sum(int(row["war_tied"]) for row in rows) == found["outcomes"]["war_tied"]
    last = rows[-1]
    assert float(last["total_house_edge_percent"]) == found["initial"]["house_edge_percent"]


@pytest.mark.parametrize(("ending", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG")])
def test_a_convergence_chart_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ending: str, start: bytes
) -> None:
    target = tmp_path / f"course.{ending}"
    simulated(capsys, "--house", "skycity", "--rounds", "2000000", "--chart", str(target))
    content = target.read_bytes()
    assert content.startswith(start)
    if ending == "svg":
        assert b"fresh shoe, exact" in content


BAD = {
    "rounds 0": (["--rounds", "0"], "--rounds: "),
    "rounds 10^20": (["--rounds", str(10**20)], "--rounds: "),
    "rounds below 0": (["--rounds", "-5"], "--rounds: "),
    "rounds that are no number": (["--rounds", "many"], "--rounds"),
    "no seats": (["--seats", "0"], "--seats: "),
    "eight seats": (["--seats", "8"], "policy 9"),
    "no decks": (["--decks", "0"], "--decks: "),
    "a million decks": (["--decks", "1000000"], "--decks: "),
    "a seed below 0": (["--seed", "-1"], "--seed: "),
    "no workers": (["--workers", "0"], "--workers: "),
    "an unknown house": (["--house", "monaco"], "monaco"),
    "an unknown strategy": (["--strategy", "hope"], "--strategy: "),
    "a mix beyond 1": (["--strategy", "mix:1.5"], "--strategy: "),
    "an unknown tie bet": (["--tie", "often"], "--tie: "),
    "nobody at the address": (["--on", "tcp://127.0.0.1:1"], "no scheduler"),
    "no address": (["--on", "the cluster"], "tcp://host:8786"),
    "a chart of no format": (["--chart", "course.pdf"], ".svg or .png"),
    "a chart in no folder": (["--chart", "no/such/folder/a.svg"], "--chart: "),
    "a chart that is a folder": (["--chart", "folder.svg"], "--chart: "),
    "batches as another format": (["--csv", "a.xlsx"], "--csv: a.xlsx does not end in .csv"),
    "batches in no folder": (["--csv", "no/such/folder/a.csv"], "--csv: "),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_line_and_exit_code_2(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.svg").mkdir()
    arguments, words = BAD[case]
    given = ["simulate", "--house", "skycity", "--rounds", str(10**12), *arguments]
    try:
        code = main(given)
    except SystemExit as stop:
        code = int(str(stop.code))
    out, err = capsys.readouterr()
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert words in err
    assert [path.name for path in tmp_path.iterdir()] == ["folder.svg"], "nothing is written"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="watches the threads of Linux")
def test_control_c_reports_what_was_dealt(tmp_path: Path) -> None:
    target = tmp_path / "batches.csv"
    arguments = ("--house", "skycity", "--rounds", str(10**14), "--json", "--csv", str(target))
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        _wait_until_it_deals(running.pid)
        while running.poll() is None:  # impatient: again and again until the program has ended
            running.send_signal(signal.SIGINT)
            sleep(0.01)
        out, err = running.communicate(timeout=60)
    assert running.returncode == 0, "the report that was asked for is there, and says so"
    assert unexpected(err) == []
    found = json.loads(out)
    assert found["interrupted"] is True
    assert 0 < found["rounds"] == sum(found["outcomes"].values())
    rows = list(csv.DictReader(target.read_text(encoding="utf-8").splitlines()))
    assert sum(int(row["rounds"]) for row in rows) == found["rounds"]
    assert len(rows) > 50, "not one batch of the rounds that were asked for"


def test_what_is_not_dealt_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--house", "eleven-to-one", "--rounds", "1000", "--seed", "1")
    assert simulated(capsys, *arguments)["not_simulated"] == ["suited-tie"]
    assert main(["simulate", *arguments]) == 0
    assert "Not dealt: Suited tie." in capsys.readouterr().out


def test_tie_on_the_war_deal_is_in_the_json_and_the_batches(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "batches.csv"
    arguments = ("--house", "wisconsin", "--rounds", "2000000", "--seed", "3")
    found = simulated(capsys, *arguments, "--csv", str(target))
    edge = found["war_tie"]["house_edge_percent"]
    assert abs(edge - 18.6282) < 4 * found["war_tie"]["standard_error_percent"] < 20
    last = list(csv.DictReader(target.read_text(encoding="utf-8").splitlines()))[-1]
    assert float(last["total_war_tie_house_edge_percent"]) == edge
    assert float(last["total_tie_house_edge_percent"]) == found["tie"]["house_edge_percent"]


def _wait_until_it_deals(pid: int) -> None:
    """Until the process has worked far longer than its start takes, compiled or not."""
    ticks = os.sysconf("SC_CLK_TCK")
    end = monotonic() + 120
    dealers = 0
    while monotonic() < end and dealers < 20:
        names = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/comm")]
        busy = [
            int(path.read_text().rsplit(")", 1)[1].split()[11]) / ticks
            for path in Path(f"/proc/{pid}/task").glob("*/stat")
        ]
        dealers += len(names) > 1 and sorted(busy)[-2] > 0.5
        sleep(0.1)
