"""The school on the screen: steps by word, by key and with completion, and a lesson to its end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from textual.content import Content
from textual.pilot import Pilot
from textual.widgets import Static

from casinowar.errors import InputError
from casinowar.houses import load_house
from casinowar.table import Phase
from casinowar.table import events as e
from casinowar.training import Lesson, Mode, level_named
from casinowar.tui.school import AnswerLine, SchoolApp
from casinowar.tui.sheets import Confirm, Sheet
from tests.play.screens import screen_text


def on_screen(
    act: Callable[[Pilot[InputError | None], Lesson], Awaitable[None]],
    *,
    level: str = "deal",
    mode: Mode = Mode.LEARN,
    size: tuple[int, int] = (80, 24),
    rounds: int | None = None,
    clock: Callable[[], float] = lambda: 0.0,
) -> Lesson:
    """A lesson on the screen, with what a trainee does there."""
    house = load_house("wisconsin")
    taken = level_named(house, level)
    taken = taken if rounds is None else replace(taken, rounds=rounds)
    lesson = Lesson(house, taken, seed=5, mode=mode, clock=clock)

    async def run() -> None:
        async with SchoolApp(lesson).run_test(size=size) as pilot:
            await pilot.pause()
            await act(pilot, lesson)

    asyncio.run(run())
    return lesson


async def type_line(pilot: Pilot[InputError | None], text: str) -> None:
    """Type a line and press Enter."""
    pilot.app.screen.query_one(AnswerLine).value = text
    await pilot.press("enter")
    await pilot.pause()


def test_a_step_by_word_goes_to_the_table_and_is_shown() -> None:
    async def act(pilot: Pilot[InputError | None], _: Lesson) -> None:
        await pilot.press(*"nomorebets", "enter")
        await pilot.pause()
        assert "✓ Round 1: “No more bets” (WI g2)" in screen_text(pilot.app)
        await type_line(pilot, "DEAL 1")  # Caps Lock

    lesson = on_screen(act)
    assert [answer.fault for answer in lesson.answers] == [None, None]


def test_a_step_by_key_is_done_or_waits_for_its_seat() -> None:
    async def act(pilot: Pilot[InputError | None], lesson: Lesson) -> None:
        await pilot.press("f3")
        await pilot.pause()
        assert lesson.table.state.phase is Phase.DEAL
        await pilot.press("f4", "1", "enter")
        await pilot.pause()
        assert lesson.table.state.hands[1].card is not None

    on_screen(act)


@pytest.mark.parametrize("level", ["opening", "deal"])
def test_the_first_key_after_help_and_hint_is_the_first_step(level: str) -> None:
    async def act(pilot: Pilot[InputError | None], lesson: Lesson) -> None:
        word = lesson.right_answer.split()[0]
        assert f"F3 {word} " in screen_text(pilot.app)
        await pilot.press("f3")
        await pilot.pause()
        assert [answer.fault for answer in lesson.answers] == [None]

    on_screen(act, level=level)


def test_tab_completes_and_the_arrow_brings_lines_back() -> None:
    async def act(pilot: Pilot[InputError | None], lesson: Lesson) -> None:
        line = pilot.app.screen.query_one(AnswerLine)
        await pilot.press(*"nom")
        await pilot.pause(0.1)
        await pilot.press("tab")
        assert line.value == "nomorebets"
        await pilot.press("enter")
        await pilot.press("up")
        assert line.value == "nomorebets"
        await pilot.press("down")
        assert line.value == ""
        assert lesson.table.state.phase is Phase.DEAL

    on_screen(act)


def test_a_mistake_is_said_with_its_clause_and_nothing_moves() -> None:
    async def act(pilot: Pilot[InputError | None], _: Lesson) -> None:
        await type_line(pilot, "deal 1")
        text = screen_text(pilot.app)
        assert "✗ That step is not due. (WI g2)" in text
        assert "Type: nomorebets" in text

    lesson = on_screen(act)
    assert not any(isinstance(event, e.NoMoreBetsAnnounced) for event in lesson.events)


def test_an_exam_on_the_screen_says_nothing() -> None:
    async def act(pilot: Pilot[InputError | None], _: Lesson) -> None:
        await type_line(pilot, "deal 1")
        text = screen_text(pilot.app)
        assert "✗" not in text
        assert "exam · 1 answered" in text
        await pilot.press("f2")
        await pilot.pause()
        assert "There are no hints in an exam." in screen_text(pilot.app)

    on_screen(act, mode=Mode.EXAM)


@pytest.mark.parametrize("keys", ["escape", "ctrl+c", "f1 ctrl+c", "q u i t enter"])
def test_leaving_an_exam_asks_first(keys: str) -> None:
    async def act(pilot: Pilot[InputError | None], lesson: Lesson) -> None:
        await type_line(pilot, lesson.right_answer)
        for answer in ("escape", "enter"):
            await pilot.press(*keys.split())
            await pilot.pause()
            asked = pilot.app.screen
            assert isinstance(asked, Confirm)
            assert "You have answered 1 step" in screen_text(pilot.app)
            assert pilot.app.is_running
            await pilot.press(answer)
            await pilot.pause()
            if keys.startswith("f1") and answer == "escape":
                await pilot.press("escape")  # the help below the question
        assert not pilot.app.is_running

    on_screen(act, mode=Mode.EXAM)


@pytest.mark.parametrize(("mode", "answers"), [(Mode.LEARN, 1), (Mode.PRACTISE, 1), (Mode.EXAM, 0)])
def test_a_lesson_and_an_exam_without_an_answer_are_left_at_once(mode: Mode, answers: int) -> None:
    async def act(pilot: Pilot[InputError | None], lesson: Lesson) -> None:
        for _ in range(answers):
            await type_line(pilot, lesson.right_answer)
        await pilot.press("escape")
        await pilot.pause()
        assert not pilot.app.is_running

    on_screen(act, mode=mode)


def test_an_exam_shows_no_rules_no_hint_key_and_not_whose_turn_it_is() -> None:
    """All three gave answers away."""
    seen = dict[Mode, tuple[bool, bool, bool]]()

    async def act(pilot: Pilot[InputError | None], lesson: Lesson) -> None:
        await type_line(pilot, lesson.right_answer)
        felt = pilot.app.screen.query_one("#felt", Static).content
        assert isinstance(felt, Content)
        starts = [felt.plain.index(f"seat {seat}") for seat in (1, 2)]
        styles = [{str(span.style) for span in felt.spans if span.start == at} for at in starts]
        keys = screen_text(pilot.app)
        await pilot.press("f1")
        await pilot.pause()
        sheet = pilot.app.screen_stack[-1]
        assert isinstance(sheet, Sheet)
        shown = " ".join(str(part.content) for part in sheet.query(Static))
        assert "nomorebets" in shown
        seen[lesson.mode] = (styles[0] != styles[1], "F2" in keys, "WI i1" in shown)

    for mode in Mode:
        on_screen(act, mode=mode)
    assert seen == {
        Mode.LEARN: (True, True, True),
        Mode.PRACTISE: (False, True, True),
        Mode.EXAM: (False, False, False),
    }


def test_an_exam_that_cannot_be_recorded_ends_with_the_reason() -> None:
    """It once ended with a traceback."""
    reason = InputError("record", "the disk is full")
    broken = list[bool]()

    def save(_: object) -> None:
        if broken:
            raise reason

    house = load_house("wisconsin")
    lesson = Lesson(house, level_named(house, "deal"), seed=5, mode=Mode.EXAM, save=save)

    async def run() -> InputError | None:
        app = SchoolApp(lesson)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            broken.append(True)
            app.screen.query_one(AnswerLine).value = lesson.right_answer
            await pilot.press("enter")
            await pilot.pause()
        return app.return_value

    assert asyncio.run(run()) is reason


@pytest.mark.parametrize("mode", Mode)
def test_only_a_learner_sees_the_phase_which_names_the_step(mode: Mode) -> None:
    async def act(pilot: Pilot[InputError | None], lesson: Lesson) -> None:
        assert lesson.right_answer == "receive"
        felt = str(pilot.app.screen.query_one("#felt", Static).content)
        assert ("receive" in felt) == (mode is Mode.LEARN)

    on_screen(act, level="opening", mode=mode)


def test_the_time_of_an_exam_is_shown_and_ends_it_by_itself() -> None:
    now = [0.0]

    async def act(pilot: Pilot[InputError | None], lesson: Lesson) -> None:
        assert "exam · 0 answered · 1:00 left" in screen_text(pilot.app)
        now[0] = 61.0
        for _ in range(30):
            await pilot.pause(0.1)
            if isinstance(pilot.app.screen_stack[-1], Sheet):
                break
        await pilot.pause(0.1)
        assert "the time was up" in screen_text(pilot.app)
        assert not lesson.answers

    on_screen(act, mode=Mode.EXAM, clock=lambda: now[0])


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_what_happens_is_shown_until_it_is_answered(size: tuple[int, int]) -> None:
    async def act(pilot: Pilot[InputError | None], lesson: Lesson) -> None:
        for _ in range(200):
            if lesson.notice:
                break
            await type_line(pilot, lesson.right_answer)
        text = " ".join(screen_text(pilot.app).split())
        assert f"! {lesson.notice}" in text
        before = lesson.notice
        await type_line(pilot, lesson.right_answer)
        assert lesson.notice != before

    on_screen(act, level="irregularities", size=size)


def test_a_lesson_ends_with_its_report() -> None:
    async def act(pilot: Pilot[InputError | None], lesson: Lesson) -> None:
        while not lesson.finished:
            await type_line(pilot, lesson.right_answer)
        assert isinstance(pilot.app.screen_stack[-1], Sheet)
        assert "100 %" in screen_text(pilot.app)
        await pilot.press("escape")

    on_screen(act, rounds=1)


def test_help_has_the_steps_and_the_rules() -> None:
    async def act(pilot: Pilot[InputError | None], _: Lesson) -> None:
        await pilot.press("f1")
        await pilot.pause()
        text = screen_text(pilot.app)
        assert "nomorebets" in text
        await pilot.press("escape")
        await type_line(pilot, "help")
        assert isinstance(pilot.app.screen_stack[-1], Sheet)

    on_screen(act)


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_the_words_in_the_help_fit_the_sheet(size: tuple[int, int]) -> None:
    async def act(pilot: Pilot[InputError | None], _: Lesson) -> None:
        await pilot.press("f1")
        await pilot.pause()
        text = pilot.app.screen_stack[-1].query_one(Static)
        words = str(text.content).split("Posted:")[0].splitlines()
        assert max(map(len, words)) <= text.content_size.width

    on_screen(act, size=size)
