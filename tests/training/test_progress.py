"""Progress: what a learner knows, what comes again and when, and the files of the school."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from casinowar.cli.main import main
from casinowar.errors import InputError
from casinowar.houses import load_house
from casinowar.training import Mode, level_named
from casinowar.training.certificate import certificate_page
from casinowar.training.progress import (
    DAYS,
    Card,
    Exam,
    Learner,
    after_lesson,
    load_learner,
    next_level,
    note_lesson,
    progress_lines,
    save_learner,
    to_repeat,
)
from casinowar.training.school import School
from tests.training.dealers import PLANTED, deal_through

WISCONSIN = load_house("wisconsin")
MONDAY = date(2026, 3, 2)
NOON = datetime(2026, 3, 2, 12, 0, 0)  # noqa: DTZ001 - a learner's own clock


def test_what_was_right_comes_again_later_and_later() -> None:
    learner, today = Learner(name="Ana"), MONDAY
    report = deal_through("wisconsin", "deal")
    for days in DAYS[1:]:
        learner = after_lesson(learner, report, today)
        assert to_repeat(learner, WISCONSIN, today) == []
        today += timedelta(days=days)
        assert len(to_repeat(learner, WISCONSIN, today)) == len(report.tallies)


def test_a_second_lesson_on_the_same_day_moves_nothing_on() -> None:
    report = deal_through("wisconsin", "deal")
    once = after_lesson(Learner(name="Ana"), report, MONDAY)
    twice = after_lesson(once, report, MONDAY)
    assert [card.due for card in twice.cards] == [card.due for card in once.cards]
    assert [card.asked for card in twice.cards] == [2 * card.asked for card in once.cards]


def test_a_mistake_comes_again_at_once_and_the_weakest_first() -> None:
    planted = PLANTED["no announcement"]
    learner = after_lesson(Learner(name="Ana"), deal_through("wisconsin", "deal"), MONDAY)
    wrong = deal_through(planted.house, planted.level, planted.habit)
    learner = after_lesson(learner, wrong, MONDAY)
    [card] = to_repeat(learner, WISCONSIN, MONDAY)
    assert (card.step, card.cites, card.box) == ("announce_no_more_bets", "WI g2", 0)
    assert next_level(learner, WISCONSIN, MONDAY).name == "deal"


def test_a_new_learner_begins_at_the_beginning_and_goes_on() -> None:
    learner = Learner(name="Ana")
    assert next_level(learner, WISCONSIN, MONDAY).name == "opening"
    learner = after_lesson(learner, deal_through("wisconsin", "opening"), MONDAY)
    learner = after_lesson(learner, deal_through("wisconsin", "deal"), MONDAY)
    assert next_level(learner, WISCONSIN, MONDAY).name == "payments"


def test_a_mistake_is_repeated_where_it_was_made() -> None:
    """Burns are in the first level too, and relief is in one level only."""
    for name in ("skips war burns", "deals on after the relief came", "waits for ever"):
        planted = PLANTED[name]
        learner = after_lesson(Learner(name="Ana"), deal_through("wisconsin", "opening"), MONDAY)
        wrong = deal_through(planted.house, planted.level, planted.habit, seed=2)
        assert planted.words in {habit.words for habit in wrong.habits}
        learner = after_lesson(learner, wrong, MONDAY)
        assert next_level(learner, WISCONSIN, MONDAY).name == planted.level
        learner = after_lesson(learner, deal_through("wisconsin", planted.level, seed=2), MONDAY)
        assert to_repeat(learner, WISCONSIN, MONDAY) == [], "cleared"


def test_houses_are_learned_apart() -> None:
    learner = after_lesson(Learner(name="Ana"), deal_through("wisconsin", "deal"), MONDAY)
    assert next_level(learner, load_house("skycity"), MONDAY).name == "opening"


def test_progress_on_disk_is_what_was_saved(tmp_path: Path) -> None:
    learner = after_lesson(Learner(name="Ana"), deal_through("wisconsin", "wars"), MONDAY)
    save_learner(learner, tmp_path)
    assert load_learner("Ana", tmp_path) == learner
    assert load_learner("Bo", tmp_path) == Learner(name="Bo")
    assert [path.name for path in tmp_path.iterdir()] == ["Ana.json"]


def test_two_lessons_of_a_learner_at_once_are_both_kept(tmp_path: Path) -> None:
    one, two = (School("Bo", tmp_path, clock=lambda: NOON) for _ in range(2))
    taken = one.start(WISCONSIN, level_named(WISCONSIN, "deal"), Mode.EXAM, seed=1)
    other = two.start(WISCONSIN, level_named(WISCONSIN, "opening"), Mode.LEARN, seed=1)
    for school, lesson in ((one, taken), (two, other)):
        lesson.answer(lesson.right_answer)
        school.close(lesson)
    kept = load_learner("Bo", tmp_path)
    assert kept == two.learner
    assert [exam.level for exam in kept.exams] == ["deal"]
    assert {card.step for card in kept.cards} == {"announce_no_more_bets", "receive_decks"}


def test_lessons_noted_at_the_same_moment_are_all_kept(tmp_path: Path) -> None:
    """Planted once and caught: no lock."""
    report = deal_through("wisconsin", "deal")
    with ThreadPoolExecutor(4) as pool:
        noted = [pool.submit(note_lesson, "Bo", tmp_path, report, MONDAY) for _ in range(40)]
    assert {len(one.result().exams) for one in noted} == set(range(1, 41))
    assert len(load_learner("Bo", tmp_path).exams) == 40
    assert sorted(path.name for path in tmp_path.iterdir()) == [".lock", "Bo.json"]


@pytest.mark.parametrize("content", ["", "{}", "[]", "null", '{"format": "other"}', "\xff"])
def test_a_file_that_is_no_learner_is_named_and_left_alone(content: str, tmp_path: Path) -> None:
    (tmp_path / "Ana.json").write_text(content, encoding="latin-1")
    with pytest.raises(InputError, match="is not a learner's file"):
        load_learner("Ana", tmp_path)


DAMAGED: dict[str, Any] = {
    "no fields of an exam": ("exams", [{}]),
    "an exam with 300 %": (
        "exams",
        [{"level": "deal", "house": "wisconsin", "day": "2026-01-01", "percent": 300, "passed": 1}],
    ),
    "more right than asked": ("right", 9),
    "asked below zero": ("asked", -5),
    "seconds without end": ("seconds", float("inf")),
    "no number": ("asked", "1"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_is_named_and_left_alone(name: str, tmp_path: Path) -> None:
    learner = Learner(name="Ana", cards=(Card(house="x", step="y", cites="z", asked=3, right=1),))
    path = save_learner(learner, tmp_path)
    assert load_learner("Ana", tmp_path) == learner
    kept, (field, value) = json.loads(path.read_bytes()), DAMAGED[name]
    (kept if field == "exams" else kept["cards"][0])[field] = value
    path.write_text(json.dumps(kept), encoding="utf-8")
    with pytest.raises(InputError, match="is not a learner's file"):
        load_learner("Ana", tmp_path)


def test_a_file_nested_too_deep_is_named(tmp_path: Path) -> None:
    (tmp_path / "Ana.json").write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(InputError, match="is not a learner's file"):
        load_learner("Ana", tmp_path)


def test_a_copied_file_belongs_to_its_name(tmp_path: Path) -> None:
    copied = save_learner(Learner(name="Ana"), tmp_path).rename(tmp_path / "Bob.json")
    assert load_learner("Bob", tmp_path) == Learner(name="Bob")
    assert save_learner(load_learner("Bob", tmp_path), tmp_path) == copied


@pytest.mark.parametrize("name", ["", " ", "../x", "a/b", ".x", "x" * 41, "a\nb", "\0"])
def test_a_name_that_no_file_can_have_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--name"):
        School(name, tmp_path)


def test_progress_is_shown_by_step_and_clause() -> None:
    learner = after_lesson(Learner(name="Ana"), deal_through("wisconsin", "deal"), MONDAY)
    lines = list(progress_lines(learner, WISCONSIN, MONDAY))
    assert any("announce no more bets" in line and "WI g2" in line for line in lines)
    assert "exam deal, 2026-03-02: 100 %, passed" in lines
    assert max(map(len, lines)) <= 80


# --- exams ----------------------------------------------------------------------------------------


class _Checked(HTMLParser):
    """Collects the text of a page and sees that every table cell is inside a table."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""

    def handle_data(self, data: str) -> None:
        self.text += data


def exam(folder: Path, name: str = "Ana <b>") -> School:
    school = School(name.replace("<b>", "O'Hara"), folder, clock=lambda: NOON)
    lesson = school.start(WISCONSIN, level_named(WISCONSIN, "deal"), Mode.EXAM, seed=1)
    lesson.answer("deal 1")
    while not lesson.finished:
        lesson.answer(lesson.right_answer)
    school.close(lesson)
    return school


def test_an_exam_leaves_a_certificate_its_answers_and_a_record_that_verifies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    school = exam(tmp_path)
    [page] = (tmp_path / "exams").glob("*.html")
    [record] = (tmp_path / "exams").glob("*.jsonl")
    [answers] = (tmp_path / "exams").glob("*.json")
    shown = _Checked()
    shown.feed(page.read_text(encoding="utf-8"))
    for words in ("Certificate", "Ana O'Hara", "The original deal", "nomorebets", record.name):
        assert words in shown.text
    assert "deals without announcing “no more bets”" in shown.text
    kept = json.loads(answers.read_text(encoding="utf-8"))
    assert kept["passed"]
    assert kept["answers"][0]["given"] == "deal 1"
    assert len(kept["answers"]) == kept["asked"]
    assert main(["record", str(record), "--verify"]) == 0
    assert "Everything holds" in capsys.readouterr().out
    assert school.learner.exams[0].passed


def test_a_lesson_in_which_nothing_was_answered_leaves_nothing(tmp_path: Path) -> None:
    school = School("Ana", tmp_path, clock=lambda: NOON)
    school.close(school.start(WISCONSIN, level_named(WISCONSIN, "deal"), Mode.EXAM, seed=1))
    assert list((tmp_path / "exams").iterdir()) == []
    assert load_learner("Ana", tmp_path) == Learner(name="Ana")


def test_an_exam_whose_program_is_killed_was_begun_and_not_finished(tmp_path: Path) -> None:
    """Nothing is closed here, as after kill -9; another exam does not replace it."""
    level = level_named(WISCONSIN, "deal")
    killed = School("Ana", tmp_path, clock=lambda: NOON)
    killed.start(WISCONSIN, level, Mode.EXAM, seed=1).answer("nomorebets")
    first = load_learner("Ana", tmp_path)
    words = "exam deal, 2026-03-02: begun and not finished"
    assert words in progress_lines(first, WISCONSIN, MONDAY)
    again = School("Ana", tmp_path, clock=lambda: NOON)
    lesson = again.start(WISCONSIN, level, Mode.EXAM, seed=2)
    lesson.answer(lesson.right_answer)
    again.close(lesson)
    kept = load_learner("Ana", tmp_path)
    assert [(exam.ended, exam.passed) for exam in kept.exams] == [(False, False), (True, False)]
    assert all((tmp_path / "exams" / f"{exam.record}.jsonl").exists() for exam in kept.exams)
    [part] = (tmp_path / "exams").glob("*.part")  # the answers of the one that was killed
    assert part.name.startswith(kept.exams[0].record)
    assert [json.loads(line)["given"] for line in part.read_text().splitlines()] == ["nomorebets"]
    lines = list(progress_lines(kept, WISCONSIN, MONDAY))
    assert words in lines
    assert "exam deal, 2026-03-02: 100 %, not passed" in lines


def test_an_exam_that_could_not_begin_leaves_nothing(tmp_path: Path) -> None:
    school = School("Ana", tmp_path, clock=lambda: NOON)
    level = level_named(WISCONSIN, "deal")
    with pytest.raises(InputError, match="--players"):
        school.start(WISCONSIN, level, Mode.EXAM, seed=1, players=9)
    (tmp_path / "Ana.json").write_text("damaged meanwhile")
    with pytest.raises(InputError, match="is not a learner's file"):
        school.start(WISCONSIN, level, Mode.EXAM, seed=1)
    assert list((tmp_path / "exams").iterdir()) == []


def test_a_level_whose_exam_was_not_passed_is_still_proposed() -> None:
    exam = Exam(level="opening", house="wisconsin", day=MONDAY)
    failed = Learner(name="Ana", exams=(exam,))
    passed = Learner(name="Ana", exams=(replace(exam, passed=True),))
    assert next_level(failed, WISCONSIN, MONDAY).name == "opening"
    assert next_level(passed, WISCONSIN, MONDAY).name == "deal"


def test_names_are_escaped_on_the_page() -> None:
    report = replace(deal_through("wisconsin", "deal"), level_title="<script>")
    page = certificate_page("<b>", report, MONDAY, None)
    assert "<script>" not in page
    assert "<b>" not in page
