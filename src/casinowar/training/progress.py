"""A learner's progress: accuracy and time for each step and clause, and the steps to repeat.

Each step under its clause is a card of a box file: a lesson without a mistake moves the card to the
next box, a mistake moves it back to the first. The higher the box, the longer until the card is
repeated. Each learner has one file in the data folder, which is always replaced as a whole.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryFile
from typing import Any

from filelock import lock_descriptor

from casinowar.errors import InputError
from casinowar.houses import House, house_names, load_house
from casinowar.record.file import records_folder
from casinowar.training.courses import PASS_PERCENT, Level, levels_of
from casinowar.training.lesson import Mode
from casinowar.training.report import Report, Tally
from casinowar.training.words import step_words

FORMAT = "casinowar-learner/1"
DAYS = (0, 1, 3, 7, 16, 35)  # days until a card of each box is repeated
FILE_MAX_BYTES = 5_000_000
EXAMS_MAX = 100
LOCK_RETRY_SECONDS = 0.01
COUNT_MAX = 10**9  # of answers
_NAME = re.compile(r"[^\w .'-]", re.UNICODE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A learner's results for one step under one clause of a house."""

    house: str
    step: str
    cites: str
    asked: int = 0
    right: int = 0
    seconds: float = 0.0
    box: int = 0
    due: date = date.min
    level: str = ""  # where it is repeated: the level of the last mistake, or of the first question

    @property
    def percent(self) -> int:
        """The share of right answers, in percent."""
        return 100 * self.right // self.asked if self.asked else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Exam:
    """An exam, noted at its beginning so that an interrupted exam counts too."""

    level: str
    house: str
    day: date
    percent: int = 0
    passed: bool = False
    ended: bool = True  # False: the program was stopped before the end
    record: str = ""  # the name of its record, without the extension


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A learner's lessons in one level of a house, and the result of the last one."""

    house: str
    level: str
    day: date
    percent: int  # right at the first answer
    finished: bool  # the lesson was finished
    known: bool  # a lesson was finished with the mark of an exam
    lessons: int = 1
    seconds_a_hand: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Learner:
    """A learner's results."""

    name: str
    cards: tuple[Card, ...] = ()
    exams: tuple[Exam, ...] = ()  # the most recent ones
    levels: tuple[Taken, ...] = ()


class Known(StrEnum):
    """How well a learner knows a level."""

    NEW = "new"
    BEGUN = "begun"  # left before its end
    LEARNING = "learning"
    KNOWN = "known"
    PASSED = "passed"  # in an exam


@dataclass(frozen=True, slots=True)
class Standing:
    """A learner's standing in one level."""

    level: Level
    known: Known
    percent: int  # of the last lesson; of the best exam if one was passed
    taken: Taken | None = None


def standings(learner: Learner, house: House) -> list[Standing]:
    """A learner's standing in each level of a house."""
    taken = {one.level: one for one in learner.levels if one.house == house.name}
    passed = dict[str, int]()
    for exam in learner.exams:
        if exam.house == house.name and exam.passed:
            passed[exam.level] = max(exam.percent, passed.get(exam.level, 0))
    found = list[Standing]()
    for level in levels_of(house):
        one = taken.get(level.name)
        if level.name in passed:
            found.append(Standing(level, Known.PASSED, passed[level.name], one))
        elif one is None:
            found.append(Standing(level, Known.NEW, 0))
        elif one.known:
            found.append(Standing(level, Known.KNOWN, one.percent, one))
        else:
            known = Known.LEARNING if one.finished else Known.BEGUN
            found.append(Standing(level, known, one.percent, one))
    return found


def school_folder() -> Path:
    """The folder for learners, lessons and certificates."""
    return records_folder().parent / "school"


def after_lesson(learner: Learner, report: Report, today: date, record: str = "") -> Learner:
    """The learner after a lesson; an exam that was noted as begun is now finished."""
    cards = {(card.house, card.step, card.cites): card for card in learner.cards}
    for tally in report.tallies:
        key = (report.house, tally.step, tally.cites)
        card = cards.get(key, Card(house=report.house, step=tally.step, cites=tally.cites))
        cards[key] = _answered(card, tally, report.level, today)
    exams = _without(learner.exams, record)
    if report.asked and report.mode is Mode.EXAM:
        taken = Exam(
            level=report.level,
            house=report.house,
            day=today,
            percent=report.percent,
            passed=report.passed,
            record=record,
        )
        exams = (*exams, taken)[-EXAMS_MAX:]
    levels = learner.levels
    if report.asked:
        levels = tuple(_levels_after(levels, report, today))
    return replace(learner, cards=tuple(cards.values()), exams=exams, levels=levels)


def _levels_after(levels: tuple[Taken, ...], report: Report, today: date) -> Iterator[Taken]:
    before = None
    for one in levels:
        if (one.house, one.level) == (report.house, report.level):
            before = one
        else:
            yield one
    known = report.finished and report.percent >= PASS_PERCENT
    yield Taken(
        house=report.house,
        level=report.level,
        day=today,
        percent=report.percent,
        finished=report.finished,
        known=known or (before is not None and before.known),
        lessons=1 if before is None else before.lessons + 1,
        seconds_a_hand=(None if report.seconds_a_hand is None else round(report.seconds_a_hand, 2)),
    )


def _without(exams: tuple[Exam, ...], record: str) -> tuple[Exam, ...]:
    return tuple(exam for exam in exams if exam.ended or exam.record != record)


def _answered(card: Card, tally: Tally, level: str, today: date) -> Card:
    perfect = tally.right == tally.asked
    # a card moves at most once a day
    moves = perfect and (card.asked == 0 or card.due <= today)
    box = min(card.box + 1, len(DAYS) - 1) if moves else card.box if perfect else 0
    due = today + timedelta(days=DAYS[box]) if moves or not perfect else card.due
    return replace(
        card,
        asked=card.asked + tally.asked,
        right=card.right + tally.right,
        seconds=card.seconds + tally.seconds,
        box=box,
        due=due,
        level=card.level if perfect and card.level else level,
    )


def to_repeat(learner: Learner, house: House, today: date) -> list[Card]:
    """The cards of a house that are due, the weakest first."""
    cards = (card for card in learner.cards if card.house == house.name and card.due <= today)
    return sorted(cards, key=lambda card: (card.box, card.percent, card.step))


def next_level(learner: Learner, house: House, today: date) -> Level:
    """The next level: one with something to repeat, otherwise the first not yet known."""
    levels = levels_of(house)
    named = {level.name: level for level in levels}
    for card in to_repeat(learner, house, today):
        if card.level in named:
            return named[card.level]
    for standing in standings(learner, house):
        if standing.known not in {Known.KNOWN, Known.PASSED}:
            return standing.level
    return levels[-1]


def all_progress_lines(learner: Learner, usual: House, today: date) -> Iterator[str]:
    """A learner's progress at every house with lessons, or at the default house."""
    learned = {card.house for card in learner.cards} | {exam.house for exam in learner.exams}
    houses = [load_house(name) for name in house_names() if name in learned] or [usual]
    for at, house in enumerate(houses):
        yield from ("",) if at else ()
        yield from progress_lines(learner, house, today)


def progress_lines(learner: Learner, house: House, today: date) -> Iterator[str]:
    """A learner's progress at one house, as text."""
    cards = [card for card in learner.cards if card.house == house.name]
    yield f"{learner.name}, {house.title}"
    exams = [exam for exam in learner.exams if exam.house == house.name]
    if not cards and not exams:
        yield "No lessons yet. Start with: " + levels_of(house)[0].name
        return
    if cards:
        yield f"{'step':<24}{'clause':<20}{'asked':>6}{'right':>7}{'seconds':>9}  again"
    for card in sorted(cards, key=lambda card: (card.due, card.step)):
        again = "now" if card.due <= today else card.due.isoformat()
        mean = card.seconds / card.asked if card.asked else 0.0
        yield (
            f"{step_words(card.step)[:23]:<24}{card.cites[:19]:<20}{card.asked:>6}"
            f"{card.percent:>5} %{mean:>9.1f}  {again}"
        )
    for exam in exams:
        word = "passed" if exam.passed else "not passed"
        result = f"{exam.percent} %, {word}" if exam.ended else "begun and not finished"
        yield f"exam {exam.level}, {exam.day.isoformat()}: {result}"
    standing = standings(learner, house)
    known = sum(one.known in {Known.KNOWN, Known.PASSED} for one in standing)
    yield f"{known} of {len(standing)} levels known. Next: {next_level(learner, house, today).name}"


# --- on disk --------------------------------------------------------------------------------------


def learner_path(name: str, folder: Path) -> Path:
    """The file of a learner; raises an InputError for a name that no file can have."""
    plain = name.strip()
    if not plain or len(plain) > 40 or _NAME.search(plain) or plain.startswith("."):
        raise InputError("--name", f"{name[:40]!r} is not a name of up to 40 letters")
    return folder / f"{plain}.json"


def load_learner(name: str, folder: Path) -> Learner:
    """A learner's progress; a new learner if there is no file."""
    path = learner_path(name, folder)
    try:
        content = path.read_bytes() if path.exists() else None
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror}") from None
    if content is None:
        return Learner(name=name.strip())
    try:
        if len(content) > FILE_MAX_BYTES:
            raise ValueError
        return learner_from_json(path.stem, json.loads(content))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise InputError(
            str(path), "is not a learner's file; move it away to start again"
        ) from None


def save_learner(learner: Learner, folder: Path) -> Path:
    """Write a learner's progress; the old file stays until the new one is complete."""
    path = learner_path(learner.name, folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(
            "w", encoding="utf-8", dir=folder, prefix=".", suffix=".new", delete=False
        ) as file:
            new = Path(file.name)
            try:
                json.dump(learner_to_json(learner), file, indent=1)
                file.flush()
                os.fsync(file.fileno())
                file.close()  # Windows renames no open file
                new.replace(path)
            except BaseException:
                file.close()
                new.unlink()
                raise
    except OSError as error:
        raise InputError(str(path), f"cannot be written: {error.strerror}") from None
    return path


def check_writable(folder: Path) -> None:
    """Check that progress can be saved, before a lesson starts."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InputError(str(folder), f"cannot be written: {error.strerror}") from None


def note_lesson(name: str, folder: Path, report: Report, today: date, record: str = "") -> Learner:
    """Add a lesson to the file on disk, which another lesson may have changed meanwhile."""
    with _alone(folder):
        learner = after_lesson(load_learner(name, folder), report, today, record)
        save_learner(learner, folder)
    return learner


def note_exam_begun(name: str, folder: Path, exam: Exam) -> None:
    """Note an exam before its first question: if the program stops, it counts as unfinished."""
    with _alone(folder):
        learner = load_learner(name, folder)
        exams = (*learner.exams, replace(exam, ended=False))[-EXAMS_MAX:]
        save_learner(replace(learner, exams=exams), folder)


def forget_exam_begun(name: str, folder: Path, record: str) -> None:
    """Remove an exam that was left before the first answer."""
    with _alone(folder):
        learner = load_learner(name, folder)
        save_learner(replace(learner, exams=_without(learner.exams, record)), folder)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """A lock on the folder: one process at a time changes it."""
    path = folder / ".lock"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = path.open("ab")
    except OSError as error:
        raise InputError(str(path), f"cannot be written: {error.strerror}") from None
    with file:
        lock_descriptor(file.fileno(), poll_interval=LOCK_RETRY_SECONDS)
        yield


def learner_to_json(learner: Learner) -> dict[str, Any]:
    """A learner's results as JSON."""
    return {
        "format": FORMAT,
        "name": learner.name,
        "cards": [_card_to_json(card) for card in learner.cards],
        "exams": [asdict(exam) | {"day": exam.day.isoformat()} for exam in learner.exams],
        "levels": [asdict(one) | {"day": one.day.isoformat()} for one in learner.levels],
    }


def _card_to_json(card: Card) -> dict[str, Any]:
    return {
        "house": card.house,
        "step": card.step,
        "cites": card.cites,
        "asked": card.asked,
        "right": card.right,
        "seconds": round(card.seconds, 2),
        "box": card.box,
        "due": card.due.isoformat(),
        "level": card.level,
    }


def learner_from_json(name: str, value: dict[str, Any]) -> Learner:
    """Read a learner from JSON; the name is that of the file, which may be a copy."""
    if value["format"] != FORMAT:
        raise ValueError
    return Learner(
        name=name,
        cards=tuple(map(_card_from_json, value["cards"])),
        exams=tuple(map(_exam_from_json, value["exams"]))[-EXAMS_MAX:],
        levels=tuple(map(_taken_from_json, value.get("levels", []))),
    )


def _card_from_json(value: dict[str, Any]) -> Card:
    asked, seconds = _whole(value["asked"]), float(value["seconds"])
    if not 0 <= seconds < math.inf:
        raise ValueError
    return Card(
        house=str(value["house"]),
        step=str(value["step"]),
        cites=str(value["cites"]),
        asked=asked,
        right=_whole(value["right"], asked),
        seconds=seconds,
        box=_whole(value["box"], len(DAYS) - 1),
        due=date.fromisoformat(value["due"]),
        level=str(value.get("level", "")),
    )


def _exam_from_json(value: dict[str, Any]) -> Exam:
    return Exam(
        level=str(value["level"]),
        house=str(value["house"]),
        day=date.fromisoformat(value["day"]),
        percent=_whole(value["percent"], 100),
        passed=_truth(value["passed"]),
        ended=_truth(value.get("ended", True)),
        record=str(value.get("record", "")),
    )


def _taken_from_json(value: dict[str, Any]) -> Taken:
    pace = value["seconds_a_hand"]
    if pace is not None and not 0 <= float(pace) < math.inf:
        raise ValueError
    return Taken(
        house=str(value["house"]),
        level=str(value["level"]),
        day=date.fromisoformat(value["day"]),
        percent=_whole(value["percent"], 100),
        finished=_truth(value["finished"]),
        known=_truth(value["known"]),
        lessons=_whole(value["lessons"]),
        seconds_a_hand=None if pace is None else float(pace),
    )


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _whole(value: object, most: int = COUNT_MAX) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise ValueError
    return value
