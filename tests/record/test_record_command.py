"""``casinowar record``: rounds and events of a record, verification, and what is wrong with one."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from random import Random

import pytest

from casinowar.cli.main import main
from casinowar.houses import digest_of_rules
from casinowar.live import LiveTable
from casinowar.protocol import Opening, TableSession
from casinowar.record import create_record, fold_history, read_record, verify
from casinowar.table import Refusal
from casinowar.table import commands as c
from tests.record.games import START

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def table(tmp_path: Path) -> LiveTable:
    """Two rounds at SkyCity, recorded in record.jsonl."""
    return play_two_rounds("skycity", tmp_path / "record.jsonl")


def play_two_rounds(house: str, path: Path) -> LiveTable:
    table = LiveTable(house, Random(21).randrange)
    table.save = create_record(path, table.state.house, lambda: START).append
    for command in (
        c.OpenTable(day=date(2026, 1, 1), dealer="Ana", tray_cents=10**7),
        c.TakeSeat(seat=2, player="bo", name="Bo"),
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
    assert table.version
    return tmp_path / "record.jsonl"


def test_a_record_folds_to_the_table_it_was_written_at(table: LiveTable, record: Path) -> None:
    history = read_record(record)
    assert fold_history(history) == table.state
    assert len(history.entries) == table.version
    assert {entry.at for entry in history.entries} == {START}


def test_every_command_is_recorded_with_who_gave_it_and_its_id(
    tmp_path: Path,
) -> None:
    """The table opens itself for its first player; the steps that follow are automatic too."""
    path = tmp_path / "session.jsonl"
    live = LiveTable("skycity", Random(21).randrange)
    live.save = create_record(path, live.state.house, lambda: START).append
    session = TableSession(live, Opening())
    for message in (
        {"id": 7, "command": "take_seat", "seat": 2, "player": "bo"},
        {"id": "b", "command": "buy_chips", "seat": 2, "cash_cents": 500_00},
        {"command": "buy_chips", "seat": 2, "cash_cents": 1},
        {"command": "fill_tray", "amount_cents": 10_000_00},
    ):
        session.answer(json.dumps(message))
    history = read_record(path)
    assert verify(history).fault is None
    given = [(r.done.command.NAME, r.done.by, r.done.id) for r in history.commands]
    assert given[0] == ("open_table", "automatic", None)
    people = [each for each in given if each[1] != "automatic"]
    assert people == [
        ("take_seat", "bo", 7),
        ("buy_chips", "bo", "b"),
        ("fill_tray", "floor", None),
    ], "what was refused is not recorded"


def test_rounds_are_listed_with_time_seats_outcomes_and_nets(record: Path, capsys: Capture) -> None:
    assert main(["record", str(record)]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert said.out == (
        f"round 1, {START.astimezone():%Y-%m-%d %H:%M:%S}: seat 2 Bo: win +$5.00\n"
        f"round 2, {START.astimezone():%Y-%m-%d %H:%M:%S}: seat 2 Bo: lose -$20.00\n"
    )


@pytest.mark.parametrize(
    ("filters", "rounds"),
    [
        ([], [1, 2]),
        (["--seat", "2"], [1, 2]),
        (["--seat", "3"], []),
        (["--player", "bo", "--outcome", "lose"], [2]),
        (["--player", "Bo"], []),
        (["--outcome", "war_won"], []),
    ],
)
def test_rounds_can_be_chosen(
    filters: list[str], rounds: list[int], record: Path, capsys: Capture
) -> None:
    assert main(["record", str(record), "--json", *filters]) == 0
    listed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["round"] for line in listed] == rounds
    for line in listed:
        [at_seat] = line["seats"]
        assert at_seat["net"] == at_seat["returned"] - at_seat["wagered"]
        assert datetime.fromisoformat(line["at"]) == START


def test_an_outcome_may_be_typed_as_the_list_prints_it(record: Path, capsys: Capture) -> None:
    listed = []
    for typed in ("war lost", "war_lost"):
        assert main(["record", str(record), "--outcome", typed]) == 0
        listed.append(capsys.readouterr())
    assert listed[0] == listed[1]


def test_part_of_an_outcome_says_what_it_could_be(record: Path, capsys: Capture) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["record", str(record), "--outcome", "won"])
    assert "argument --outcome: 'won' could be win or war_won (see" in capsys.readouterr().err


def test_a_round_that_is_no_number_is_said_in_plain_words(record: Path, capsys: Capture) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["record", str(record), "--round", "x"])
    assert "argument --round: not a whole number: 'x'" in capsys.readouterr().err


def test_an_empty_list_says_so(record: Path, capsys: Capture) -> None:
    assert main(["record", str(record), "--player", "nobody"]) == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "casinowar record: no round to list\n")


def test_events_are_printed_by_round_with_every_clause(record: Path, capsys: Capture) -> None:
    assert main(["record", str(record), "--events"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("table\n")
    assert said.count("\nround ") == 2
    assert "Seat 2 bets $10.00 in chips: Casino War wager" in said
    assert "SC how" in said


def test_one_round_can_be_asked_for(record: Path, capsys: Capture) -> None:
    assert main(["record", str(record), "--round", "2", "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert events[0]["name"] == "wager_placed"
    assert events[0]["amount_cents"] == 20_00
    assert events[-1]["name"] == "round_completed"
    assert all(datetime.fromisoformat(event["at"]) == START for event in events)


# --- verification ---------------------------------------------------------------------------------


def test_a_true_record_is_exit_code_0(record: Path, capsys: Capture) -> None:
    assert main(["record", str(record), "--verify"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("Everything holds: ")
    assert main(["record", str(record), "--verify", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["holds"], found["fault"], found["rounds"]) == (True, None, 2)


def test_rules_that_are_not_built_in_are_named(record: Path, capsys: Capture) -> None:
    """Rules and digest changed together: the record holds under its rules, and says which."""
    assert main(["record", str(record), "--verify", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["house"], found["built_in"]) == ("skycity", True)
    lines = [json.loads(line) for line in record.read_text().splitlines()]
    lines[0]["rules"]["policies"]["decision_seconds"] += 1
    digest = digest_of_rules(lines[0]["rules"])
    assert lines[0]["digest"] == lines[2]["rules"] == found["rules"] != digest
    lines[0]["digest"] = lines[2]["rules"] = digest
    record.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert main(["record", str(record), "--verify"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == f"Its rules are not those of a built-in house: skycity, {digest}."
    assert main(["record", str(record), "--verify", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["built_in"] is False


@pytest.mark.parametrize("options", [[], ["--events"], ["--round", "1"]])
def test_a_terminal_obeys_nothing_in_a_false_record(
    options: list[str], record: Path, capsys: Capture
) -> None:
    lines = [json.loads(line) for line in record.read_text().splitlines()]
    for line in lines[1:]:
        if "cites" in line:
            line["cites"] += "\x1b[31m"
        if line.get("name") == "seat_taken":
            line["player_name"] = "\x1b]0;Bo\x07\u202e"
    record.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert main(["record", str(record), *options]) == 0
    said = capsys.readouterr()
    assert "\\x1b" in said.out
    assert all(line.isprintable() for line in (said.out + said.err).splitlines())


def test_a_false_one_is_exit_code_1_and_names_the_line(record: Path, capsys: Capture) -> None:
    lines = record.read_text().splitlines()
    [paid] = [at for at, line in enumerate(lines) if '"wager_paid"' in line]
    lines[paid] = lines[paid].replace('"amount_cents":1000', '"amount_cents":2000')
    record.write_text("\n".join(lines) + "\n")
    assert main(["record", str(record), "--verify", "--json"]) == 1
    said = capsys.readouterr()
    assert json.loads(said.out)["fault"]["line"] == paid + 1
    must = "wager_paid: amount_cents is 2000 and must be 1000"
    assert said.err == f"casinowar record: {record}: line {paid + 1}: {must} (SC how)\n"
    assert main(["record", str(record)]) == 0, "it is still printed"
    said = capsys.readouterr()
    assert said.out.startswith("round 1, ")
    assert said.err.startswith(f"casinowar record: warning: {record}: line {paid + 1}: ")


def test_a_record_that_ends_in_a_round_or_in_half_a_command_says_so(
    record: Path, capsys: Capture
) -> None:
    lines = record.read_text().splitlines(keepends=True)
    [dealt, *_] = [at for at, line in enumerate(lines) if '"card_dealt"' in line]
    record.write_text("".join(lines[: dealt + 1]))
    assert main(["record", str(record), "--verify"]) == 0
    assert capsys.readouterr().out.endswith("Round 1 is not finished.\n")
    [compared, *_] = [at for at, line in enumerate(lines) if '"hand_compared"' in line]
    for tail in ("", lines[compared + 1][:20]):
        record.write_text("".join(lines[: compared + 1]) + tail)
        assert main(["record", str(record), "--verify"]) == 1
        said = capsys.readouterr().err
        assert "the record is cut off: wager_paid must follow" in said


@pytest.mark.parametrize("what", ["command", "event", "both"])
def test_wi_g1_a_removed_opening_burn_is_named_by_its_clause(
    what: str, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "wisconsin.jsonl"
    play_two_rounds("wisconsin", path)
    lines = path.read_text().splitlines()
    [event] = [at for at, line in enumerate(lines) if '"burn":"opening"' in line]
    assert '"command":"burn_card"' in lines[event - 1]
    gone = {"command": {event - 1}, "event": {event}, "both": {event - 1, event}}[what]
    path.write_text("".join(f"{line}\n" for at, line in enumerate(lines) if at not in gone))
    assert main(["record", str(path), "--verify"]) == 1
    said = capsys.readouterr().err
    assert "line " in said
    assert said.endswith(" (WI g1)\n")


# --- round files ----------------------------------------------------------------------------------


def test_a_round_is_written_as_a_file_that_replays(
    record: Path, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "round.toml"
    write = ["record", str(record), "--round", "1", "--write-round", str(file)]
    assert main(write) == 0
    assert capsys.readouterr().err.endswith(f"round 1 written to {file}\n")
    assert main(["replay", str(file)]) == 0
    capsys.readouterr()
    assert main(write) == 2, "an existing file is never written over"
    assert "already exists; name a new file" in capsys.readouterr().err


# --- what is none ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda text: text + "{}\n", "event.name: is missing"),
        (lambda text: text + '{"command": "close_table"}\n', "at: is missing"),
        (lambda text: text.replace('"by":"floor",', ""), "by: None is not the id of a player"),
        (lambda text: text.replace('"by":"floor"', '"by":"floor","id":[]'), "id: [] is not a"),
        (lambda text: text.replace('"command":"open_table"', '"command":"open"'), "no command"),
        (lambda text: text.replace("20:00:00.000+00:00", "20:00"), "is not a time like"),
        (lambda text: text.replace("record/1", "record/2"), "line 1: format: "),
        (lambda text: text.replace('"rules":{', '"rules":{"x":1,', 1), "line 1: x: "),
        (lambda text: text.replace('"burn_count":3', '"burn_count":4'), "line 1: digest: "),
        (lambda text: text.replace('"rules":"sha256:', '"rules":"sha256:0'), "line 3: the table"),
        (lambda text: "".join(text.splitlines(keepends=True)[1:]), "line 1: the header"),
        (lambda text: text.replace('"seat":2,"player"', '"seat":3,"player"'), "cannot have"),
        (lambda text: text.replace("\n", "\n[\n", 2), "is not JSON"),
        (lambda _: "", "contains no readable line"),
    ],
)
def test_a_bad_record_is_one_line_and_exit_code_2(
    record: Path, capsys: Capture, spoil: Callable[[str], str], said: str
) -> None:
    record.write_text(spoil(record.read_text()))
    assert main(["record", str(record)]) == 2
    error = capsys.readouterr()
    assert error.out == ""
    assert error.err.count("\n") == 1
    assert said in error.err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--round", "9"], "--round: 9 is not in this record"),
        (["--round", "0"], "--round: 0 is not in this record"),
        (["--write-round", "x"], "--write-round: needs the round: --round N"),
        (["--round", "1", "--seat", "2"], "apply only to the list of rounds"),
        (["--verify", "--round", "1"], "checks the whole record"),
        (["--verify", "--events"], "checks the whole record"),
    ],
)
def test_options_that_do_not_fit_are_said_so(
    options: list[str], said: str, record: Path, capsys: Capture
) -> None:
    assert main(["record", str(record), *options]) == 2
    assert said in capsys.readouterr().err
