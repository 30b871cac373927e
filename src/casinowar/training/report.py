"""The report of a lesson: the mark, each step and clause, and every habit by name."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from casinowar.houses import House
from casinowar.table import Table, evolve
from casinowar.table.events import RoundCompleted
from casinowar.training.answers import Answer
from casinowar.training.courses import SECONDS_PER_HAND
from casinowar.training.lesson import Lesson, Mode
from casinowar.training.words import step_words

FORMAT = "casinowar-lesson/1"
_WIDTH = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The results of one step under one clause."""

    step: str
    cites: str
    asked: int
    right: int
    seconds: float  # in total

    @property
    def mean_seconds(self) -> float:
        """The mean time of an answer, in seconds."""
        return self.seconds / self.asked if self.asked else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Habit:
    """One mistake, by name, with each clause it broke, and how often it was made."""

    words: str
    cites: tuple[str, ...]
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtHand:
    """One hand of a lesson with its result."""

    round: int
    seat: int
    cards: str
    dealer: str
    wagered_cents: int
    returned_cents: int
    outcome: str
    seconds: float  # the trainee's time for its steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The result of a lesson; only the first answer to each step counts for the mark."""

    house: str
    title: str
    level: str
    level_title: str
    mode: Mode
    asked: int
    right: int
    seconds: float
    rounds: int
    pass_percent: int
    finished: bool
    out_of_time: bool  # the time of an exam was up
    seconds_allowed: int
    tallies: tuple[Tally, ...]
    habits: tuple[Habit, ...]
    answers: tuple[Answer, ...]
    hands: tuple[DealtHand, ...]

    @property
    def percent(self) -> int:
        """The mark in whole percent, never rounded up."""
        return 100 * self.right // self.asked if self.asked else 0

    @property
    def seconds_a_hand(self) -> float | None:
        """The pace: the mean time of a hand; None if no hand was dealt."""
        return self.seconds / len(self.hands) if self.hands else None

    @property
    def passed(self) -> bool:
        """Whether an exam was finished with the required mark."""
        return self.mode is Mode.EXAM and self.finished and self.percent >= self.pass_percent


def report_of(lesson: Lesson) -> Report:
    """The report of a lesson, finished or not."""
    house, level = lesson.table.state.house, lesson.level
    first = [answer for answer in lesson.answers if answer.first]
    return Report(
        house=house.name,
        title=house.title,
        level=level.name,
        level_title=level.title,
        mode=lesson.mode,
        asked=len(first),
        right=sum(answer.fault is None for answer in first),
        seconds=lesson.seconds,
        rounds=lesson.table.state.round_number,
        pass_percent=lesson.pass_percent,
        finished=lesson.finished and not lesson.out_of_time,
        out_of_time=lesson.out_of_time,
        seconds_allowed=lesson.seconds_allowed,
        tallies=tuple(_tallies(first)),
        habits=tuple(_habits(lesson.answers)),
        answers=tuple(lesson.answers),
        hands=tuple(_hands(house, lesson)),
    )


def _hands(house: House, lesson: Lesson) -> Iterator[DealtHand]:
    """Every hand of the finished rounds in which the trainee performed a step.

    In a level about preparing the cards, whole shoes are dealt automatically.
    """
    seconds = defaultdict[tuple[int, int | None], float](float)
    for answer in lesson.answers:
        seconds[answer.round, answer.seat] += answer.seconds
    state = Table(house=house)
    for event in lesson.events:
        state = evolve(state, event)
        if isinstance(event, RoundCompleted) and state.last_round is not None:
            last = state.last_round
            for hand in last.hands:
                if (last.number, hand.seat) not in seconds:
                    continue
                yield DealtHand(
                    round=last.number,
                    seat=hand.seat,
                    cards=" ".join(map(str, hand.cards)),
                    dealer=" ".join(map(str, last.dealer[: len(hand.cards)])),
                    wagered_cents=hand.wagered_cents,
                    returned_cents=hand.returned_cents,
                    outcome="" if hand.outcome is None else hand.outcome.value,
                    seconds=round(seconds[last.number, hand.seat], 2),
                )


def pace_words(report: Report) -> str:
    """The mark for speed, in words; empty if no hand was dealt.

    An exam that was broken off reaches no goal, even if its few hands were quick.
    """
    pace = report.seconds_a_hand
    if pace is None:
        return ""
    within = pace <= SECONDS_PER_HAND
    if within and report.mode is Mode.EXAM and not report.finished:
        return ""
    reached = "reached" if within else "not reached"
    return f"Pace: {pace:.1f} seconds a hand; the goal of {SECONDS_PER_HAND} was {reached}."


def _tallies(answers: Iterable[Answer]) -> Iterator[Tally]:
    found: dict[tuple[str, str], list[Answer]] = {}
    for answer in answers:
        found.setdefault((answer.step, answer.cites), []).append(answer)
    for (step, cites), same in sorted(found.items()):
        yield Tally(
            step=step,
            cites=cites,
            asked=len(same),
            right=sum(answer.fault is None for answer in same),
            seconds=sum(answer.seconds for answer in same),
        )


def _habits(answers: Sequence[Answer]) -> Iterator[Habit]:
    faults = [answer.fault for answer in answers if answer.fault is not None]
    clauses = defaultdict[str, dict[str, None]](dict)
    for fault in faults:
        if fault.cites:
            clauses[fault.words][fault.cites] = None  # once each, in the order of the lesson
    for words, times in Counter(fault.words for fault in faults).most_common():
        yield Habit(words=words, cites=tuple(clauses[words]), times=times)


# --- for people -----------------------------------------------------------------------------------


def report_lines(report: Report) -> Iterator[str]:
    """The report within 80 columns."""
    yield f"{report.level_title}, {report.title} ({report.mode})"
    yield (
        f"{report.right} of {report.asked} steps right at the first answer: {report.percent} %,"
        f" in {minutes_words(report.seconds)}"
    )
    if report.mode is Mode.EXAM:
        yield exam_words(report)
        if pace := pace_words(report):
            yield pace
    if report.habits:
        yield "Mistakes, the most frequent first:"
    for habit in report.habits:
        clause = f" ({', '.join(habit.cites)})" if habit.cites else ""
        line = f"{habit.times}× {habit.words}{clause}"
        yield from wrap(line, _WIDTH, initial_indent="  ", subsequent_indent="     ")
    slow = sorted(_mean_seconds(report.tallies).items(), key=lambda found: -found[1])[:3]
    if slow and slow[0][1] >= 1:
        said = ", ".join(f"{step_words(step)} ({seconds:.0f} s)" for step, seconds in slow)
        yield from wrap(f"Slowest: {said}", _WIDTH, subsequent_indent="  ")


def _mean_seconds(tallies: Iterable[Tally]) -> dict[str, float]:
    """The mean time of an answer for each step, over all clauses."""
    asked = Counter[str]()
    seconds = defaultdict[str, float](float)
    for tally in tallies:
        asked[tally.step] += tally.asked
        seconds[tally.step] += tally.seconds
    return {step: seconds[step] / count for step, count in asked.items() if count}


def minutes_words(seconds: float) -> str:
    """A time as minutes and seconds, ``1:30``."""
    minutes, left = divmod(round(seconds), 60)
    return f"{minutes}:{left:02}"


def exam_words(report: Report) -> str:
    """Whether an exam was passed and, if not, why."""
    if report.out_of_time:
        if not report.asked:
            return "Not passed: the time was up before the first step."
        allowed, steps = minutes_words(report.seconds_allowed), "s" if report.asked != 1 else ""
        return (
            f"Not passed: the time was up, with {allowed} allowed for {report.asked} step{steps}."
        )
    if not report.finished:
        return "Not passed: the exam was not finished."
    mark = f"{report.percent} % with {report.pass_percent} % needed"
    return f"Passed: {mark}." if report.passed else f"Not passed: {mark}."


def answer_to_json(answer: Answer) -> dict[str, Any]:
    """One answer as JSON."""
    return {
        "round": answer.round,
        "step": answer.step,
        "cites": answer.cites,
        "notice": answer.notice,
        "right": answer.right,
        "given": answer.given,
        "mistake": None if answer.fault is None else answer.fault.words,
        "first": answer.first,
        "seconds": answer.seconds,
    }


def report_to_json(report: Report) -> dict[str, Any]:
    """The report as JSON, with every answer."""
    return {
        "format": FORMAT,
        "house": report.house,
        "level": report.level,
        "mode": report.mode,
        "asked": report.asked,
        "right": report.right,
        "percent": report.percent,
        "passed": report.passed,
        "finished": report.finished,
        "out_of_time": report.out_of_time,
        "seconds": round(report.seconds, 2),
        "rounds": report.rounds,
        "hands": len(report.hands),
        "seconds_a_hand": (
            None if report.seconds_a_hand is None else round(report.seconds_a_hand, 2)
        ),
        "steps": [
            {
                "step": tally.step,
                "cites": tally.cites,
                "asked": tally.asked,
                "right": tally.right,
                "seconds": round(tally.seconds, 2),
            }
            for tally in report.tallies
        ],
        "mistakes": [
            {"words": habit.words, "cites": habit.cites, "times": habit.times}
            for habit in report.habits
        ],
        "answers": [answer_to_json(answer) for answer in report.answers],
    }
