"""A learner at the school: lessons with their records, progress and certificates, kept on disk.

Everything is in one folder: ``NAME.json`` is the progress, ``exams/`` has the record of each exam,
its answers as JSON and its certificate.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from casinowar.errors import InputError
from casinowar.houses import House
from casinowar.record.file import Record, create_record_in
from casinowar.training.certificate import certificate_page
from casinowar.training.courses import Level
from casinowar.training.lesson import Lesson, Mode
from casinowar.training.progress import (
    Learner,
    check_writable,
    learner_path,
    load_learner,
    next_level,
    note_lesson,
    school_folder,
)
from casinowar.training.report import Report, report_of, report_to_json

Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """What is left of a lesson: the report, and the files of an exam."""

    report: Report
    learner: Learner
    certificate: Path | None = None
    record: Path | None = None


class School:
    """One learner's way through the school."""

    def __init__(self, name: str, folder: Path | None = None, clock: Clock = datetime.now) -> None:
        self.folder = school_folder() if folder is None else folder
        learner_path(name, self.folder)  # a bad name is refused before anything starts
        self.learner = load_learner(name, self.folder)
        self._clock = clock
        self._record: Record | None = None

    def next_level(self, house: House) -> Level:
        """What this learner should take next."""
        return next_level(self.learner, house, self._clock().date())

    def start(
        self, house: House, level: Level, mode: Mode, *, seed: int, players: int | None = None
    ) -> Lesson:
        """A new lesson. Of an exam, the record is kept from the first event on."""
        self._record = None
        check_writable(self.folder)
        if mode is Mode.EXAM:
            self._record = create_record_in(self.folder / "exams", house, self._clock)
        save = None if self._record is None else self._record.append
        return Lesson(house, level, seed=seed, mode=mode, players=players, save=save)

    def close(self, lesson: Lesson) -> Closing:
        """Note a lesson's result; an exam that was answered at all gets its page."""
        report = report_of(lesson)
        if not report.asked:
            if self._record is not None:
                self._record.path.unlink(missing_ok=True)
            return Closing(report=report, learner=self.learner)
        today = self._clock().date()
        if self._record is None:
            self.learner = note_lesson(self.learner.name, self.folder, report, today)
            return Closing(report=report, learner=self.learner)
        record = self._record.path
        page = certificate_page(self.learner.name, report, today, record)
        certificate = record.with_suffix(".html")
        answers = json.dumps(report_to_json(report), indent=1)
        try:
            certificate.write_text(page, encoding="utf-8")
            record.with_suffix(".answers.json").write_text(answers, encoding="utf-8")
        except OSError as error:
            raise InputError(str(certificate), f"cannot be written: {error.strerror}") from None
        self.learner = note_lesson(self.learner.name, self.folder, report, today)
        return Closing(report=report, learner=self.learner, certificate=certificate, record=record)
