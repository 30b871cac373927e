"""Long lessons with everything that can happen: ``python -m tests.training.rounds`` deals them.

A thousand rounds at every house, with players who try things, irregularities and orders of the
floor all the time, by a perfect dealer. A lesson that sticks fails an assertion.
"""

from __future__ import annotations

import sys
from dataclasses import replace

from casinowar.houses import house_names, load_house
from casinowar.training import Lesson, Mode, level_named
from casinowar.training.happenings import KINDS
from casinowar.training.report import Report, report_of


def long_lesson(house: str, rounds: int, seed: int) -> Report:
    """The report of a perfect dealer after so many rounds."""
    loaded = load_house(house)
    level = replace(
        level_named(loaded, "shoe"),
        rounds=rounds,
        shoes=0,
        happen=0.05,
        happenings=KINDS,
        attempts=0.1,
        dithers=0.1,
        ties=0.3,
    )
    lesson = Lesson(loaded, level, seed=seed, mode=Mode.EXAM, clock=lambda: 0.0)
    while not lesson.finished:
        reply = lesson.answer(lesson.right_answer)
        assert not reply.correction, reply
        assert reply.fault is None, reply
    return report_of(lesson)


def main(rounds: int) -> None:
    """Deal at every house and say how many steps were asked."""
    for house in house_names():
        report = long_lesson(house, rounds, seed=7)
        print(f"{house}: {report.rounds} rounds, {report.asked} steps, {report.percent} %")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
