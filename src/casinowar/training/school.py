"""A learner at the school: lessons with their records, progress and certificates, kept on disk.

Everything is in one folder: ``NAME.json`` is the progress, ``exams/`` has the record of each exam,
its answers as JSON and its certificate.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from casinowar.errors import InputError
from casinowar.houses import House
from casinowar.record.file import Record, create_record_in
from casinowar.training.answers import Answer
from casinowar.training.certificate import RecordBehind, certificate_page
from casinowar.training.courses import Level
from casinowar.training.lesson import Lesson, Mode
from casinowar.training.progress import (
    Exam,
    Learner,
    check_writable,
    forget_exam_begun,
    learner_path,
    load_learner,
    next_level,
    note_exam_begun,
    note_lesson,
    school_folder,
)
from casinowar.training.report import Report, answer_to_json, report_of, report_to_json

Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """The outcome of a lesson: the report, and the files of an exam."""

    report: Report
    learner: Learner
    certificate: Path | None = None
    record: Path | None = None


class School:
    """The school of one learner."""

    def __init__(self, name: str, folder: Path | None = None, clock: Clock = datetime.now) -> None:
        self.folder = school_folder() if folder is None else folder
        learner_path(name, self.folder)  # a bad name is refused before anything starts
        self.learner = load_learner(name, self.folder)
        self._clock = clock
        self._record: Record | None = None

    def next_level(self, house: House) -> Level:
        """The level that this learner should take next."""
        return next_level(self.learner, house, self._clock().date())

    def start(
        self, house: House, level: Level, mode: Mode, *, seed: int, players: int | None = None
    ) -> Lesson:
        """A new lesson. An exam is noted as begun, and recorded from the first event on."""
        self._record = None
        check_writable(self.folder)
        if mode is not Mode.EXAM:
            return Lesson(house, level, seed=seed, mode=mode, players=players)
        kept = self._record = create_record_in(self.folder / "exams", house, self._clock)
        try:
            lesson = Lesson(
                house,
                level,
                seed=seed,
                mode=mode,
                players=players,
                save=kept.append,
                noted=self._keep_answer,
            )
            today, record = self._clock().date(), kept.path.stem
            begun = Exam(level=level.name, house=house.name, day=today, record=record)
            note_exam_begun(self.learner.name, self.folder, begun)
        except InputError:  # an exam that could not begin leaves no trace
            kept.close()
            kept.path.unlink(missing_ok=True)
            raise
        return lesson

    def _keep_answer(self, answer: Answer) -> None:
        """Keep each answer of an exam as it is given, until all are written together."""
        assert self._record is not None
        path = _answers_so_far(self._record.path)
        try:
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(answer_to_json(answer)) + "\n")
        except OSError as error:
            raise InputError(str(path), f"cannot be written: {error.strerror}") from None

    def close(self, lesson: Lesson) -> Closing:
        """Save the result of a lesson; an exam with at least one answer gets its page."""
        report, today = report_of(lesson), self._clock().date()
        if self._record is not None:
            return self._close_exam(report, today, self._record)
        if report.asked:
            self.learner = note_lesson(self.learner.name, self.folder, report, today)
        return Closing(report=report, learner=self.learner)

    def _close_exam(self, report: Report, today: date, kept: Record) -> Closing:
        name, record = self.learner.name, kept.path
        kept.close()
        if not report.asked:
            record.unlink(missing_ok=True)
            forget_exam_begun(name, self.folder, record.stem)
            return Closing(report=report, learner=self.learner)
        digest = hashlib.sha256(record.read_bytes()).hexdigest()
        page = certificate_page(name, report, today, RecordBehind(record.name, digest))
        certificate = record.with_name(f"{record.stem}-{file_name(name)}-{report.level}.html")
        answers = json.dumps(report_to_json(report), indent=1)
        try:
            certificate.write_text(page, encoding="utf-8")
            record.with_suffix(".answers.json").write_text(answers, encoding="utf-8")
        except OSError as error:
            raise InputError(str(certificate), f"cannot be written: {error.strerror}") from None
        self.learner = note_lesson(name, self.folder, report, today, record.stem)
        _answers_so_far(record).unlink(missing_ok=True)
        return Closing(report=report, learner=self.learner, certificate=certificate, record=record)


def file_name(name: str) -> str:
    """A learner's name as part of a file name; for a name without a letter, ``pupil``."""
    return re.sub(r"[^\w]+", "-", name).strip("-") or "pupil"


def _answers_so_far(record: Path) -> Path:
    """The file of answers in a running exam, one per line; it survives if the program is killed."""
    return record.with_suffix(".answers.part")
