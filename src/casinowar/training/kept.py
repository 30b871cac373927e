"""Stored lessons: the answers and their times, from which a lesson can be resumed anywhere.

Cards, players and happenings follow from the seed, everything else from the answers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from casinowar.houses import load_house
from casinowar.live import Save
from casinowar.record.history import write_commands, write_header
from casinowar.table import Done
from casinowar.training.courses import level_named
from casinowar.training.lesson import Lesson, Mode, Reply
from casinowar.training.shown import ReplyShown, reply_shown, sums_now

HINT = "hint"
TEXT_MAX = 80  # characters in an answer
SAID_MAX = 5_000  # answers in a lesson


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptLesson:
    """A lesson: its level and settings, and every answer with its time."""

    id: str
    house: str
    level: str
    mode: Mode
    seed: int
    started_ms: int
    players: int | None = None
    said: tuple[tuple[str, int], ...] = ()  # answers, each with its time in milliseconds
    ended_ms: int | None = None


@dataclass(slots=True)
class _Clock:
    """The time of the current answer, which never goes back."""

    ms: int

    def __call__(self) -> float:
        return self.ms / 1000

    def reach(self, ms: int) -> None:
        self.ms = max(self.ms, ms)


def taken_up(kept: KeptLesson, now_ms: int, save: Save | None = None) -> Lesson:
    """The lesson, resumed at this time."""
    lesson, clock = _repeated(kept, save)
    clock.reach(now_ms if kept.ended_ms is None else kept.ended_ms)
    return lesson


def _repeated(kept: KeptLesson, save: Save | None) -> tuple[Lesson, _Clock]:
    clock, house = _Clock(kept.started_ms), load_house(kept.house)
    lesson = Lesson(
        house,
        level_named(house, kept.level),
        seed=kept.seed,
        mode=kept.mode,
        players=kept.players,
        save=save,
        clock=clock,
    )
    for words, at_ms in kept.said:
        clock.reach(at_ms)
        _say(lesson, words)
    return lesson, clock


def _say(lesson: Lesson, words: str) -> Reply:
    if lesson.finished:
        return Reply(correction="The lesson is over.")
    if words == HINT:
        return Reply(hint=lesson.hint())
    return lesson.answer(words)


def say(kept: KeptLesson, words: str, now_ms: int) -> tuple[KeptLesson, Lesson, ReplyShown]:
    """Give an answer in a lesson; an answer that cannot be read is not kept."""
    lesson, clock = _repeated(kept, None)
    clock.reach(now_ms)
    plain = " ".join(words.lower().split())
    sums, before = sums_now(lesson), len(lesson.answers)
    reply = _say(lesson, plain)
    if plain == HINT and not reply.correction:
        answer = lesson.right_answer if lesson.mode is Mode.LEARN else ""
        shown = ReplyShown(given="", right=None, hint=reply.hint, answer=answer, sums=sums)
    else:
        shown = reply_shown(lesson, words, reply, sums)
    if len(lesson.answers) > before:
        kept = replace(kept, said=(*kept.said, (plain, clock.ms)))
    return kept, lesson, shown


def record_of(kept: KeptLesson) -> bytes:
    """The record of the table of a lesson, as ``casinowar record --verify`` reads it."""
    clock_ms = kept.started_ms
    lines = [write_header(load_house(kept.house))]

    def save(done: tuple[Done, ...]) -> None:
        at = datetime.fromtimestamp(clock_ms / 1000, UTC)
        lines.append(write_commands(done, at))

    lesson, clock = _repeated(replace(kept, said=()), save)
    for words, at_ms in kept.said:
        clock_ms = max(clock_ms, at_ms)
        clock.reach(at_ms)
        _say(lesson, words)
    return b"".join(lines)


def kept_to_json(kept: KeptLesson) -> dict[str, Any]:
    """A lesson as JSON."""
    return {
        "id": kept.id,
        "house": kept.house,
        "level": kept.level,
        "mode": kept.mode.value,
        "seed": kept.seed,
        "started_ms": kept.started_ms,
        "players": kept.players,
        "said": [list(one) for one in kept.said],
        "ended_ms": kept.ended_ms,
    }


def kept_from_json(value: dict[str, Any]) -> KeptLesson:
    """Read a lesson from JSON."""
    return KeptLesson(
        id=value["id"],
        house=value["house"],
        level=value["level"],
        mode=Mode(value["mode"]),
        seed=value["seed"],
        started_ms=value["started_ms"],
        players=value["players"],
        said=tuple((words, at_ms) for words, at_ms in value["said"]),
        ended_ms=value["ended_ms"],
    )
