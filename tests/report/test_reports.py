"""Compare, PAR sheets, sessions and charts: files whole or not at all, one line for errors."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from casinowar import odds, report
from casinowar.cli.main import main
from casinowar.errors import InputError
from casinowar.houses import House, house_names
from casinowar.houses.house import Surrender
from casinowar.houses.read import HOUSES_DIR
from casinowar.report.files import write_whole
from tests.kit.profile import HOUSES
from tests.odds.brute_force import house_without_burns

Capture = pytest.CaptureFixture[str]
VOID = {"meta", "rect", "line", "polygon"}


def run(*arguments: str) -> int:
    try:
        return main(list(arguments))
    except SystemExit as stop:
        return int(stop.code or 0)


# compare


def test_compare_puts_all_houses_and_decks_side_by_side(capsys: Capture) -> None:
    assert run("compare") == 0
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    for name in house_names():
        assert name in text
    line = next(line for line in text.splitlines() if line.strip().startswith("wisconsin"))
    assert line.split()[1:] == ["2.0648", "2.2403", "2.3096", "2.3301*", "2.3356*", "2.3398*"]


def test_compare_json_has_the_form_of_odds(capsys: Capture) -> None:
    assert run("compare", "--house", "skycity", "--decks", "1,8", "--json") == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert rows == [report.odds_json(odds.odds_of("skycity", count)) for count in (1, 8)]


def test_compare_with_many_decks_still_fits(capsys: Capture) -> None:
    decks = ",".join(str(count) for count in range(1, 21))
    assert run("compare", "--decks", decks) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


@pytest.mark.parametrize(("ending", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG")])
def test_charts_are_written_whole_and_the_same_each_time(
    capsys: Capture, tmp_path: Path, ending: str, start: bytes
) -> None:
    for command in (
        ["compare", "--decks", "1,6"],
        ["session", "--bet", "10", "--rounds", "50", "--bankroll", "200"],
        ["session", "--bet", "10", "--rounds", "1000000000"],
    ):
        written = []
        for turn in "ab":
            path = tmp_path / f"{turn}.{ending}"
            assert run(*command, "--chart", str(path)) == 0
            written.append(path.read_bytes())
        assert written[0] == written[1]
        assert written[0].startswith(start)
        assert len(written[0]) > 5000
        assert "chart written to" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"a.{ending}", f"b.{ending}"]


def test_a_chart_in_three_lines_of_python(tmp_path: Path) -> None:
    rows = odds.compare(["wisconsin", "no-bonus"], decks=[1, 2, 6, 8])
    report.save_chart(report.compare_chart(rows), tmp_path / "edges.svg")
    svg = (tmp_path / "edges.svg").read_text(encoding="utf-8")
    assert "no-bonus" in svg
    assert "wisconsin" in svg


# par


class Outline(HTMLParser):
    """Tags opened and not closed, and all text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            assert not (name in {"src", "href"} and value), "the page must need nothing else"
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def outline(sheet: str) -> Outline:
    found = Outline()
    found.feed(sheet)
    assert not found.open
    return found


@pytest.mark.parametrize("house", HOUSES)
def test_a_par_sheet_shows_rules_odds_and_verdict(tmp_path: Path, house: str) -> None:
    path = tmp_path / "par.html"
    assert run("par", house, "-o", str(path), "--rounds", "123456", "--check-rounds", "1000") == 0
    sheet = path.read_text(encoding="utf-8")
    text = " ".join(outline(sheet).words)
    answer = odds.odds_of(house)
    for value in (answer.initial.house_edge, *(line.chance for line in answer.initial.lines)):
        assert str(value) in text
    for wager in answer.wagers:
        assert wager.title in text
    assert "123,456" in text
    assert answer.house.cites.decks in text
    assert "http" not in sheet
    assert "@page { size: A4" in sheet
    assert "prefers-color-scheme: dark" in sheet
    if house == "washington":
        assert re.search(r"2\.33 %\s+2\.3301 %\s+true", text)
        assert re.search(r"18\.65 %\s+18\.6495 %\s+true", text)
    else:
        posts = answer.house.posted.first_percent is not None
        assert ("posts no house advantage" in text) == (not posts)


def test_a_par_sheet_tells_its_two_returns_apart() -> None:
    text = " ".join(" ".join(outline(report.par_sheet("washington")).words).split())
    assert "Return 97.6699 % of the first wager" in text
    assert "in percent of all money bet higher card" in text
    assert "all 9,294,695,280 1 100.0000 % 97.8304 % Combinations are ordered deals" in text, (
        "beside the sum"
    )
    assert "in total 97.8304 %" in text
    assert "As a share of the first wager alone, the return is 97.6699 %." in text
    assert "Tie net combinations probability in percent returned" in text
    forced = report.par_sheet(house_without_burns(surrender=Surrender.FORCED))
    assert "money bet" not in forced.split("Paytable")[1], "no war, nothing to tell apart"


def test_a_par_sheet_says_that_a_posted_edge_is_not_true(tmp_path: Path) -> None:
    source = (HOUSES_DIR / "washington.toml").read_text(encoding="utf-8")
    source = source.replace('"18.65"', '"17.83"').replace(
        'title = "Washington State"', 'title = "<b>Sly & Sons</b>"'
    )
    house = tmp_path / "sly.toml"
    house.write_text(source, encoding="utf-8")
    sheet = report.par_sheet(house)
    text = " ".join(outline(sheet).words)
    assert re.search(r"17\.83 %\s+18\.6495 %\s+not correct", text)
    assert "17.83 % is posted" in text
    assert "&lt;b&gt;Sly &amp; Sons&lt;/b&gt;" in sheet
    eight = " ".join(outline(report.par_sheet(house, decks=8)).words)
    assert re.search(r"17\.83 %\s+17\.8313 %\s+true", eight)


LADDER = "10:1 25:1 50:1 200:1 500:1 1000:1"
UNUSUAL = (
    house_without_burns(surrender=Surrender.FORCED),
    house_without_burns(surrender=Surrender.NOT_OFFERED, deals_max=5, ladder=LADDER),
    house_without_burns(first_odds="6:5", lost="1/4"),
)


@pytest.mark.parametrize("house", UNUSUAL)
def test_texts_of_unusual_houses_fit(house: House) -> None:
    lines = report.odds_text(odds.odds_of(house))
    found = odds.session(
        house, bet_cents=1000, tie_cents=100, rounds=30, bankroll_cents=9000, decks=1
    )
    lines += report.session_text(found)
    assert max(map(len, lines)) <= 80
    assert not any(re.search(r" 0\.0+ %.*/", line) for line in lines), "a chance is not zero"


def test_par_sheets_of_unusual_houses_hold_together() -> None:
    for house in UNUSUAL:
        text = " ".join(outline(report.par_sheet(house, decks=1)).words)
        assert "House edge" in text
    for deals_max, words in ((3, "4 in a row, 200:1"), (4, "4 or more in a row, 200:1")):
        house = house_without_burns(deals_max=deals_max, ladder="1:1 2:1 3:1 200:1")
        assert words in " ".join(outline(report.par_sheet(house)).words)


# session


def test_session_text_and_json_agree(capsys: Capture) -> None:
    arguments = ["session", "--house", "wisconsin", "--bet", "10", "--rounds", "120"]
    arguments += ["--bankroll", "150", "--tie", "1", "--rate", "50"]
    assert run(*arguments) == 0
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    assert run(*arguments, "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert f"{100 * answer['player']['ruin']['chance']:.3f}" in text
    assert answer["house_edge"]["percent"] == 3.81364
    parts = [answer["player"][name] for name in ("ahead", "even", "behind")]
    assert sum(parts) == pytest.approx(1, abs=1e-5)
    assert answer["per_hour"]["expected_loss"] == pytest.approx(50 * 41.9501, rel=1e-5)


@pytest.mark.parametrize(("rounds", "tie"), [("60", "0"), ("400", "5")])
def test_no_bar_of_the_results_mixes_who_is_ahead_and_who_is_behind(
    capsys: Capture, rounds: str, tie: str
) -> None:
    arguments = ["session", "--bet", "25", "--tie", tie, "--rounds", rounds, "--bankroll", "900"]
    assert run(*arguments, "--json") == 0
    player = json.loads(capsys.readouterr().out)["player"]
    bars = player["results"]
    assert 20 < len(bars) <= 100
    assert any(bar["steps"] > 1 for bar in bars) == (tie == "5")
    for side, sign in (("behind", -1), ("even", 0), ("ahead", 1)):
        some = [bar["chance"] for bar in bars if (bar["high"] > 0) - (bar["low"] < 0) == sign]
        assert sum(some) == pytest.approx(player[side], abs=1e-5)
    assert [bar["low"] for bar in bars] == sorted(bar["low"] for bar in bars)


def test_amounts_are_written_as_people_write_them(capsys: Capture) -> None:
    arguments = ["session", "--bet", "12.5", "--tie", "2.50", "--rounds", "10", "--json"]
    assert run(*arguments, "--bankroll", "1,200") == 0
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert (answer["bet"], answer["tie"], answer["bankroll"]) == (1250, 250, 120_000)
    step = "is not a multiple of the wager step $1.00; nearest:"
    assert err.splitlines() == [
        f"casinowar session: note: the bet of $12.50 {step} $12.00 and $13.00",
        f"casinowar session: note: the Tie wager of $2.50 {step} $2.00 and $3.00",
    ]
    assert run("session", "--bet", "2", "--rounds", "10") == 0
    out, err = capsys.readouterr()
    assert "  Note: the bet of $2.00 is below the posted minimum of $5.00." in out
    assert err == ""


def test_the_title_of_a_session_names_its_seats(capsys: Capture) -> None:
    assert run("session", "--bet", "10", "--rounds", "50", "--seats", "3") == 0
    assert "  6 decks, 50 rounds, 3 seats, bet $10.00, war on a tie\n" in capsys.readouterr().out


def test_a_session_of_one_round_reads_well(capsys: Capture) -> None:
    assert run("session", "--bet", "10", "--rounds", "1", "--rate", "1", "--decks", "1") == 0
    text = capsys.readouterr().out
    assert "  1 deck, 1 round, bet $10.00, war on a tie\n" in text
    assert "an hour of 1 round " in text
    assert "1 rounds" not in text
    assert "all " not in text
    assert "  These chances are exact.\n" in text
    assert run("session", "--bet", "10", "--rounds", "90000", "--decision", "surrender") == 0
    text = capsys.readouterr().out
    assert "90,000 rounds, bet $10.00, surrender on a tie\n" in text
    assert "all 90,000 rounds, 1,500 hours" in text
    assert re.search(
        r"Computed in floating point: the error of a chance is at most \de-\d+ %", text
    )


def test_long_sessions_show_a_bar_on_a_terminal_only(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("session", "--bet", "10", "--rounds", "3000", "--bankroll", "500", "--json")
    monkeypatch.setattr("casinowar.cli.progress.QUIET_SECONDS", 0.0)
    assert run(*arguments) == 0
    quiet = capsys.readouterr()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert run(*arguments) == 0
    watched = capsys.readouterr()
    assert quiet.err == ""
    assert "walking the bankroll" in watched.err
    assert watched.out == quiet.out


def test_a_short_session_gives_its_ruin_as_a_fraction(capsys: Capture) -> None:
    assert run("session", "--bet", "10", "--rounds", "1", "--bankroll", "10", "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    # One unit: the lower card ruins it, and so does half of it gone on a tie.
    assert answer["player"]["ruin"] == {"chance": 0.536977, "exact": "167/311"}


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["compare", "--decks", "0"], "--decks: 0 is not"),
        (["compare", "--decks", "1,,2"], "is not a list like"),
        (["compare", "--decks", "six"], "is not a list like"),
        (["compare", "--decks", ",".join(["1"] * 30)], "--decks: 30 numbers of decks"),
        (["compare", *["--house", "skycity"] * 25], "--house: 25 houses are too many"),
        (["compare", "--house", "nowhere"], "--house: there is no house"),
        (
            ["compare", "--house", "skycity", "--house", "skycity"],
            "--house: skycity is given",
        ),
        (["compare", "--chart", "edges.pdf"], "--chart: edges.pdf does not end in .svg or .png"),
        (["compare", "--chart", "/nowhere/edges.svg"], "cannot be written"),
        (["compare", "--chart", "a-file/edges.svg"], "cannot be written"),
        (["par", "nowhere", "-o", "x.html"], "par: house: there is no house"),
        (["par", "skycity"], "-o"),
        (
            ["par", "skycity", "-o", "/nowhere/x.html"],
            "--output: /nowhere/x.html cannot",
        ),
        (["par", "skycity", "-o", "a-folder.html"], "is not a file that can be written"),
        (
            ["par", "skycity", "-o", "x.pdf"],
            "--output: x.pdf does not end in .html or .htm; for a PDF, open the page in a browser",
        ),
        (["par", "skycity", "-o", "x"], "--output: x does not end in .html"),
        (
            ["par", "skycity", "-o", "x.html", "--json", "x.csv"],
            "--json: x.csv does not end in .json",
        ),
        (
            ["par", "skycity", "-o", "x.html", "--csv", "x.xlsx"],
            "--csv: x.xlsx does not end in .csv",
        ),
        (["par", "skycity", "-o", "x.html", "--decks", "0"], "--decks: 0"),
        (["par", "skycity", "-o", "x.html", "--rounds", "0"], "--rounds: 0"),
        (["session", "--bet", "10", "--rounds", "0"], "--rounds: 0"),
        (["session", "--bet", "10", "--rounds", "1" + "0" * 20], "--rounds: 1"),
        (["session", "--bet", "10"], "--rounds"),
        (["session", "--bet", "ten", "--rounds", "5"], "--bet: 'ten' is not an amount of USD"),
        (["session", "--bet", "-5", "--rounds", "5"], "--bet: '-5' is not an amount"),
        (["session", "--bet", "1,5", "--rounds", "5"], "like 10 or 12.50"),
        (["session", "--bet", "0", "--rounds", "5"], "--bet: $0.00 is not from $0.01"),
        (["session", "--bet", "12.505", "--rounds", "5"], "nearest: 12.50 and 12.51"),
        (["session", "--bet", "10.01", "--rounds", "5"], "nearest: $10.00 and $10.02 (policy 1)"),
        (["session", "--bet", "10", "--tie", "x", "--rounds", "5"], "--tie: 'x' is not an amount"),
        (["session", "--bet", "10", "--rounds", "5", "--rate", "0"], "--rate: 0 is not"),
        (["session", "--bet", "10", "--rounds", "5", "--chart", "x.gif"], "does not end in"),
        (
            ["session", "--bet", "10", "--rounds", "5", "--bankroll", "1"],
            "--bankroll: $1.00 does not",
        ),
        (["session", "--bet", "10", "--rounds", "5", "--house", "no"], "there is no house"),
    ],
)
def test_bad_input_is_one_line_code_2_and_no_file(
    capsys: Capture,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    reason: str,
) -> None:
    (tmp_path / "a-file").write_text("not a folder")
    (tmp_path / "a-folder.html").mkdir()
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    assert run(*arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert reason in err
    assert err.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == before


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "par.html"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(InputError, match="No space left on device"):
        write_whole(path, b"new")
    assert path.read_text() == "old"
    assert [found.name for found in tmp_path.iterdir()] == ["par.html"]


def test_library_names_are_all_there() -> None:
    for room in (odds, report):
        for name in room.__all__:
            assert getattr(room, name) is not None
        with pytest.raises(AttributeError):
            room.__getattr__("nothing")
