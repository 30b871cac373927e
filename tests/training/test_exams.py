"""Exams: what counts, what ends them, and that nothing on the way gives an answer away.

Each of these was seen to fail before it was mended.
"""

from __future__ import annotations

from datetime import date

import pytest

from casinowar.houses import load_house
from casinowar.table.events import HandCompared
from casinowar.training import Lesson, Mode, level_named
from casinowar.training.certificate import certificate_page
from casinowar.training.report import report_lines, report_of
from casinowar.training.school import file_name


class Clock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


def exam(level: str, *, house: str = "wisconsin", clock: Clock | None = None) -> Lesson:
    """An exam at its first step."""
    loaded = load_house(house)
    taken = level_named(loaded, level)
    return Lesson(loaded, taken, seed=1, mode=Mode.EXAM, clock=clock or Clock())


@pytest.mark.parametrize("house", ["wisconsin", "washington", "skycity"])
def test_chips_that_move_on_a_tied_hand_without_a_tie_wager_are_a_mistake(house: str) -> None:
    lesson, asked = exam("ties", house=house), 0
    while not lesson.finished:
        due = lesson.settlement
        if due is None or due.parts:
            lesson.answer(lesson.right_answer)
            continue
        asked += 1
        kind = ("pay", "take", "push")[asked % 3]
        lesson.answer(f"{lesson.right_answer.removesuffix(' nothing')} {kind} 5000")
        fault = lesson.answers[-1].fault
        assert fault is not None
        assert fault.words == f"{kind.replace('push', 'pushe')}s a hand that tied"
        compared = [event for event in lesson.events if isinstance(event, HandCompared)][-1]
        assert fault.cites == compared.cites, "the tie's own clause, not that of the order"
    assert asked


def test_words_that_cannot_be_read_are_corrected_alike_whatever_is_due() -> None:
    """A payment alone, or a settlement without one, once told which step was due."""
    lesson = exam("wars")
    said: dict[str, set[str]] = {"pay x": set(), "pay 5": set(), "settle 2": set(), "war 3": set()}
    while not lesson.finished:
        for text, corrections in said.items():
            corrections.add(lesson.answer(text).correction)
        assert not lesson.answer(lesson.right_answer).correction
    assert {text: len(corrections) for text, corrections in said.items()} == dict.fromkeys(said, 1)
    assert "" not in set.union(*said.values())
    assert all(answer.fault is None for answer in lesson.answers)


# --- the time -------------------------------------------------------------------------------------


def test_the_clock_stops_with_the_last_step() -> None:
    """Whoever reads the report for an hour has passed all the same."""
    clock = Clock()
    lesson = exam("war", clock=clock)
    while not lesson.finished:
        clock.now += 1
        lesson.answer(lesson.right_answer)
    taken = lesson.seconds
    clock.now += lesson.seconds_allowed
    assert (lesson.seconds, report_of(lesson).passed) == (taken, True)


def test_the_time_begins_with_the_first_question() -> None:
    clock = Clock()
    lesson = exam("deal", clock=clock)
    clock.now = 61.0  # a slow machine
    assert lesson.out_of_time
    lesson.start_clock()
    assert lesson.seconds_left == 60
    clock.now += 10
    lesson.answer(lesson.right_answer)
    lesson.start_clock()
    assert (lesson.seconds, lesson.answers[0].seconds) == (10, 10)


def test_an_exam_that_is_closed_the_next_day_took_the_time_that_it_allows() -> None:
    """The report gave ten thousand seconds a hand: the clock went on after the end."""
    clock = Clock()
    lesson = exam("deal", clock=clock)
    lesson.answer(lesson.right_answer)
    clock.now = 36_000.0
    assert (lesson.seconds, report_of(lesson).seconds) == (90, 90)


def test_the_slowest_steps_are_each_named_once() -> None:
    clock = Clock()
    lesson = exam("wars", clock=clock)
    while not lesson.finished:
        clock.now += 9 if lesson.right_answer == "burn" else 2
        lesson.answer(lesson.right_answer)
    [line] = [line for line in report_lines(report_of(lesson)) if line.startswith("Slowest")]
    assert line.startswith("Slowest: burn card (9 s), ")
    assert line.count("burn card") == 1


def test_the_end_of_the_time_is_final() -> None:
    clock = Clock()
    lesson = exam("deal", clock=clock)
    lesson.answer(lesson.right_answer)
    clock.now = 90.5
    before, right = lesson.table.state, lesson.right_answer
    assert lesson.finished
    assert lesson.answer(right).correction == "The time is up."
    assert lesson.finished
    assert lesson.table.state is before
    assert len(lesson.answers) == 1


def test_an_exam_out_of_time_says_so_in_the_report_and_on_the_page() -> None:
    clock = Clock()
    lesson = exam("deal", clock=clock)
    lesson.answer(lesson.right_answer)
    left = report_of(lesson)
    assert "Not passed: the exam was not finished." in report_lines(left)
    clock.now = 200.0
    report = report_of(lesson)
    words = "Not passed: the time was up, with 1:30 allowed for 1 step."
    assert words in report_lines(report)
    page = certificate_page("Ana", report, date(2026, 1, 1), None)
    assert words in page
    assert ("<h1>Exam report</h1>" in page, "ertificate" in page) == (True, False)


def test_an_exam_left_alone_is_not_told_that_it_had_no_mistake() -> None:
    clock = Clock()
    lesson = exam("deal", clock=clock)
    clock.now = 200.0
    report = report_of(lesson)
    assert "Not passed: the time was up before the first step." in report_lines(report)
    page = certificate_page("Ana", report, date(2026, 1, 1), None)
    assert ("No answer was given." in page, "No mistake." in page) == (True, False)


def test_the_time_of_a_step_that_was_not_answered_counts_and_so_does_the_pace() -> None:
    """Once only the answers' own seconds were added up."""
    clock = Clock()
    lesson = exam("payments", clock=clock)
    while len(lesson.answers) < 12:
        clock.now += 2
        lesson.answer(lesson.right_answer)
    clock.now += 80
    report = report_of(lesson)
    assert report.seconds == 12 * 2 + 80
    assert report.hands
    assert report.seconds_a_hand == report.seconds / len(report.hands)
    [pace] = [line for line in report_lines(report) if line.startswith("Pace")]
    assert pace.endswith("the goal of 6 was not reached.")


def test_an_exam_that_was_broken_off_is_not_praised_for_its_pace() -> None:
    lesson = exam("payments")
    for _ in range(5):
        lesson.answer(lesson.right_answer)
    report = report_of(lesson)
    assert report.hands
    assert not report.finished
    assert not any("Pace" in line for line in report_lines(report))
    assert "Pace" not in certificate_page("Ana", report, date(2026, 11, 1), None)


@pytest.mark.parametrize(
    ("name", "file"), [("Łucja María", "Łucja-María"), ("-", "pupil"), ("..", "pupil")]
)
def test_a_certificate_has_a_name_in_its_file_name(name: str, file: str) -> None:
    assert file_name(name) == file


def test_the_certificate_shows_each_hand_and_a_line_to_sign() -> None:
    lesson = exam("payments")
    wrong = 0
    while not lesson.finished:
        due = lesson.settlement
        assert due is not None
        bad = due.total.take and not wrong
        wrong += bool(bad)
        step = lesson.asked
        lesson.answer(f"settle {getattr(step, 'seat', 0)} pay 1" if bad else lesson.right_answer)
    report = report_of(lesson)
    page = certificate_page("Ana", report, date(2026, 1, 1), None)
    assert len(report.hands) == report.asked
    for hand in report.hands:  # a hand that was no war met the dealer's first card alone
        assert len(hand.dealer.split()) == len(hand.cards.split())
    assert page.count("<td>no mistake</tr>") == len(report.hands) - 1
    assert "Instructor <span>" in page
