"""``casinowar train`` at a plain prompt: levels, a lesson, progress, Ctrl-C and bad input."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import get_args

import pytest

from casinowar.cli.main import main
from casinowar.houses import house_names, load_house
from casinowar.table import commands as c
from casinowar.training import Lesson, Reply, help_lines, level_named
from casinowar.training.words import GROUPS, WORDS, completions, typed

PATIENCE_SECONDS = 60
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def type_in(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_a_lesson_is_read_line_by_line_summed_up_and_remembered(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    type_in(monkeypatch, "deal 1\nfoo\nhelp\n\nnomorebets\nvoid\nquit\n")
    assert main(["train", "deal", "--seed", "3"]) == 0
    said = capsys.readouterr().out
    assert "✗ That step is not due. (WI g2)" in said
    assert "'foo' is not a step: type help." in said
    assert "✗ Nothing at the table calls for that." in said
    assert "0 of 2 steps right at the first answer: 0 %" in said
    assert "1× voids a round without reason (policy 7)" in said
    assert main(["train", "--progress"]) == 0
    assert "announce no more bets   WI g2" in capsys.readouterr().out


def test_without_a_level_it_takes_what_is_next(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    type_in(monkeypatch, "")
    assert main(["train"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Opening, shuffle and cut, Wisconsin, Section 37 (learn).")
    assert said.endswith("You gave no answer, so nothing was saved.\n")


@pytest.mark.parametrize(
    ("level", "first"), [("wars", "  Shoe 1 is loaded"), ("opening", "  The table opens on")]
)
def test_a_plain_lesson_begins_with_what_led_to_its_first_step(
    level: str, first: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """A lesson about wars once began with every chip that had been bought."""
    type_in(monkeypatch, "quit\n")
    assert main(["train", level, "--plain", "--seed", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert next(line for line in lines if line.startswith("  ") and line[2] != " ").startswith(
        first
    )


def test_an_exam_that_is_not_passed_is_exit_code_1(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, tmp_path: Path
) -> None:
    type_in(monkeypatch, "deal 1\nhint\nquit\n")
    assert main(["train", "deal", "--mode", "exam", "--name", "Ana"]) == 1
    said = capsys.readouterr().out
    assert "There are no hints in an exam." in said
    assert "To pass: 90 % right at the first answer" in said
    assert "Not passed: the exam was not finished." in said
    assert "✗" not in said
    assert len(list((tmp_path / "casinowar" / "school" / "exams").glob("*.html"))) == 1


def test_the_posted_limits_are_shown_where_wagers_are_judged(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    said = {}
    for level, typed_in in (("players", ""), ("deal", ""), ("deal", "help\n")):
        type_in(monkeypatch, typed_in)
        assert main(["train", level, "--house", "skycity"]) == 0
        said[level, typed_in] = " ".join(capsys.readouterr().out.split())
    limits = load_house("skycity").limits
    most = f"{limits.symbol}{limits.first.max_cents // 100:,}.00"
    posted = {
        key: "Posted: Casino War wager" in text and most in text for key, text in said.items()
    }
    assert posted == {("players", ""): True, ("deal", ""): False, ("deal", "help\n"): True}


@pytest.mark.parametrize("house", house_names())
def test_levels_are_listed_within_80_columns(house: str, capsys: Capture) -> None:
    assert main(["train", "--levels", "--house", house]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 12
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("house", house_names())
def test_no_line_of_a_lesson_is_wider_than_80(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, house: str
) -> None:
    loaded = load_house(house)
    lesson = Lesson(loaded, level_named(loaded, "shoe"), seed=3)
    steps = list[str]()
    while len(steps) < 160 and not lesson.finished:
        steps += ["void", "settle 7", "hint", lesson.right_answer]
        for step in steps[-4:]:
            lesson.answer(step)
    type_in(monkeypatch, "\n".join(steps))
    assert main(["train", "shoe", "--seed", "3", "--house", house]) == 0
    said = capsys.readouterr().out.splitlines()
    assert max(map(len, said)) <= 80
    assert not [line for line in said if re.search(r"\((WI|WA|SC)$", line)]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "8"], "--players: 8 is not from 1 to 7"),
        (["nothing"], "LEVEL: 'nothing' is not a level of this house: choose opening,"),
        (["--name", "../x"], "--name: '../x' is not a name of up to 40 letters"),
        (["--house", "nevada"], "--house: there is no house 'nevada'"),
        (["wars", "--mode", "exam", "--seed", "7"], "--seed: cannot be used in an exam"),
        (
            ["wars", "--mode", "exam", "--players", "1"],
            "--players: an exam of this level needs at least 5",
        ),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    arguments: list[str], said: str, capsys: Capture
) -> None:
    assert main(["train", *arguments]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"casinowar train: {said}")


def test_a_lesson_whose_progress_cannot_be_written_is_still_summed_up(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, tmp_path: Path
) -> None:
    type_in(monkeypatch, "deal 1\nquit\n")
    answer = Lesson.answer

    def and_meanwhile(self: Lesson, text: str) -> Reply:
        (tmp_path / "casinowar" / "school" / "Trainee.json").mkdir(parents=True)
        return answer(self, text)

    monkeypatch.setattr(Lesson, "answer", and_meanwhile)
    assert main(["train", "deal"]) == 2
    said = capsys.readouterr()
    assert "1× deals without announcing “no more bets”" in said.out
    assert "Trainee.json: cannot be read" in said.err


def test_a_folder_that_cannot_be_written_is_named_before_the_lesson(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, tmp_path: Path
) -> None:
    type_in(monkeypatch, "quit\n")
    (tmp_path / "casinowar").write_text("a file in the place of the folder", encoding="utf-8")
    assert main(["train", "deal"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "casinowar/school: cannot be written" in said.err


def test_ctrl_c_sums_up_and_ends_with_0(tmp_path: Path) -> None:
    """In a real terminal, as that is where Ctrl-C is pressed; with editing and history."""
    main_end, other = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "casinowar", "train", "deal", "--seed", "3", "--plain"],
        stdin=other,
        stdout=other,
        stderr=other,
        start_new_session=True,
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path), "TERM": "xterm"},
    )
    os.close(other)
    seen, until, sent, pressed = "", time.monotonic() + PATIENCE_SECONDS, False, False
    while time.monotonic() < until:
        if select.select([main_end], [], [], 0.5)[0]:
            try:
                seen += os.read(main_end, 65536).decode(errors="replace")
            except OSError:  # the program ended
                break
        elif "dealer> " in seen and not sent:  # quiet: it waits for a line
            os.write(main_end, b"nomo\t\n")
            sent = True
        elif sent and not pressed and "No more bets" in seen:
            process.send_signal(signal.SIGINT)
            pressed = True  # a second one could come while the program ends
    os.close(main_end)
    assert "Traceback" not in seen
    assert "1 of 1 steps right" in seen
    assert process.wait(PATIENCE_SECONDS) == 0
    history = tmp_path / "casinowar" / "school" / "history.txt"
    assert "nomorebets" in history.read_text(encoding="utf-8")


def test_a_closed_terminal_keeps_what_was_answered(tmp_path: Path) -> None:
    """At the plain prompt, in an exam: with its page."""
    main_end, other = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "casinowar", "train", "deal", "--mode", "exam", "--plain"],
        stdin=other,
        stdout=other,
        stderr=other,
        start_new_session=True,
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path), "TERM": "dumb"},
    )
    os.close(other)
    seen, until = "", time.monotonic() + PATIENCE_SECONDS
    while "No more bets”" not in seen and time.monotonic() < until:
        if select.select([main_end], [], [], 0.5)[0]:
            seen += os.read(main_end, 65536).decode(errors="replace")
        elif "dealer> " in seen:
            os.write(main_end, b"nomorebets\n")
    assert "1:00 dealer> " in seen
    process.send_signal(signal.SIGHUP)  # what the system sends when the terminal goes
    os.close(main_end)
    process.wait(PATIENCE_SECONDS)
    folder = tmp_path / "casinowar" / "school"
    assert len(list((folder / "exams").glob("*.html"))) == 1
    assert '"passed": false' in (folder / "Trainee.json").read_text(encoding="utf-8")


# --- words ----------------------------------------------------------------------------------------


def test_every_word_is_in_the_help_and_no_line_is_wider_than_80() -> None:
    assert set(" ".join(GROUPS.values()).split()) == set(WORDS)
    lines = list(help_lines())
    assert max(map(len, lines)) <= 80
    for word in WORDS.values():
        assert word.usage in " ".join(lines)


def test_every_step_of_dealer_and_floor_has_a_word() -> None:
    """Except opening and closing, bad cards and real ones, which the school does not plant."""
    roles = {c.Role.DEALER, c.Role.FLOOR}
    steps = {kind for kind in get_args(c.AnyCommand) if kind.ROLE in roles}
    spoken = {word.command for word in WORDS.values()}
    not_taught = {c.OpenTable, c.CloseTable, c.ReportBadDecks, c.RejectDecks, c.TakeOver}
    assert steps - spoken == not_taught | {c.ReportCuttingCard, c.CorrectCard}
    assert spoken <= steps


def test_completion_knows_every_word_and_the_seats_that_are_taken() -> None:
    house = load_house("wisconsin")
    lesson = Lesson(house, level_named(house, "deal"), seed=1)
    assert {*WORDS, "allow", "pay", "4", "dealer"} <= set(completions(lesson.table.state))
    assert "5" not in completions(lesson.table.state)


def test_wi_e4_and_e5_a_step_with_a_free_number_shows_its_range() -> None:
    house = load_house("wisconsin")
    lesson = Lesson(house, level_named(house, "opening"), seed=1)
    seen = dict[str, str]()
    while not lesson.finished:
        step = lesson.asked
        if isinstance(step, c.CutCards | c.PlaceCuttingCard):
            seen[step.NAME] = typed(step, lesson.table.state)
        lesson.answer(lesson.right_answer)
    assert seen["place_cutting_card"] == "cutting 78 (78 to 310)"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("deal", "Type deal SEAT|dealer."),
        ("deal x", "Type deal SEAT|dealer."),
        ("deal 99999999", "Type deal SEAT|dealer."),
        ("settle dealer", "Type settle SEAT."),
        ("burn 1", "Type just burn."),
        ("spread x", "Type spread, or spread 2 for the other batch."),
        ("idle up", "Type idle, or idle down to spread the cards face down."),
        ("fill much", "Type fill AMOUNT."),
        ("cut -5", "Type cut CARDS."),
        ("settle 1 pay 5", "Only settle, surrender and war take a payment, if the lesson asks"),
    ],
)
def test_words_that_are_not_a_step_are_corrected(text: str, answer: str) -> None:
    house = load_house("wisconsin")
    lesson = Lesson(house, level_named(house, "deal"), seed=1)
    assert lesson.answer(text).correction.startswith(answer)
