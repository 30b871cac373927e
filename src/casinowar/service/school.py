"""The dealer school of the service: each person's lesson, progress, exams and class.

``training`` decides what is right in a lesson. A lesson is stored as its answers and replayed for
each new one, so it survives a reload and a restart, and takes no memory.

Its documents: ``lesson`` is a person's last one, ``learner`` their progress, code and instructors;
``exam`` is an answered exam, ``class_code`` the owner of a code, ``class`` an instructor's pupils.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from casinowar.errors import InputError
from casinowar.houses import House, house_names, load_house
from casinowar.service.history.shapes import Answer
from casinowar.service.people.person import Person
from casinowar.service.ports import Clock, Ids
from casinowar.service.refusals import ServiceCode as Code
from casinowar.service.refusals import refused
from casinowar.store import Store
from casinowar.store.interface import Document
from casinowar.training.certificate import RecordBehind, certificate_page, paper_name
from casinowar.training.courses import level_named
from casinowar.training.kept import (
    SAID_MAX,
    KeptLesson,
    kept_from_json,
    kept_to_json,
    record_of,
    say,
    taken_up,
)
from casinowar.training.lesson import Lesson, Mode
from casinowar.training.progress import (
    EXAMS_MAX,
    Exam,
    Learner,
    after_lesson,
    learner_from_json,
    learner_to_json,
)
from casinowar.training.report import report_of
from casinowar.training.school import file_name
from casinowar.training.shown import (
    HouseShown,
    LessonShown,
    ProgressShown,
    ReplyShown,
    ReportShown,
    lesson_shown,
    progress_shown,
    report_shown,
)

USUAL_HOUSE = "wisconsin"
TRIES = 5  # when two windows change the same progress at once
EXAMS_PER_DAY = 30
PUPILS_MAX = 200
INSTRUCTORS_MAX = 20
T = TypeVar("T")


class OffLoop(Protocol):
    """Runs work that takes a while, without holding up the tables."""

    def __call__(self, work: Callable[[], T], /) -> Awaitable[T]:
        """The result of the work."""
        ...


async def here(work: Callable[[], T], /) -> T:
    """Do the work at once: in a simulation, nothing else waits."""
    return work()


class OpenLesson(Answer):
    """An open lesson, and the reply to the last answer."""

    lesson: LessonShown
    reply: ReplyShown | None


class EndedLesson(Answer):
    """A lesson that is over; an exam has a name under which its certificate is kept."""

    report: ReportShown
    exam: str | None
    paper: str  # what the paper of an exam is called
    pupil: str
    day: str
    sha256: str | None  # of the record behind an exam


class Instructor(Struct, frozen=True):
    """A person who sees the pupil's progress."""

    person: str
    name: str
    since_ms: int


class MySchool(Answer):
    """Everything for the first page of the school."""

    progress: ProgressShown
    open: LessonShown | None  # a lesson that can be continued
    code: str | None
    instructors: tuple[Instructor, ...]
    pupils: int


class Pupil(Struct, frozen=True):
    """A pupil as an instructor sees them in the list of the class."""

    person: str
    name: str
    since_ms: int
    houses: tuple[HouseShown, ...]
    last_day: str | None
    repeat: int  # cards that are due


class OnePupil(Answer):
    """A pupil who has joined the class."""

    pupil: Pupil


class MyClass(Answer):
    """The pupils who gave an instructor their code."""

    pupils: tuple[Pupil, ...]


class PupilProgress(Answer):
    """The progress of one pupil."""

    pupil: Pupil
    progress: ProgressShown


@dataclass(frozen=True, slots=True)
class File:
    """A file to save."""

    name: str
    content: bytes


class School:
    """The school; ``off_loop`` runs what takes a few milliseconds or more."""

    def __init__(self, store: Store, clock: Clock, ids: Ids, off_loop: OffLoop = here) -> None:
        self._store, self._clock, self._ids, self._off = store, clock, ids, off_loop

    # --- lessons ----------------------------------------------------------------------------------

    async def page(self, person: Person, house: str | None) -> MySchool:
        """The first page: progress at a house, what is due, and the class."""
        rules = _house(house or USUAL_HOUSE)
        found = await self._open(person)
        shown = None
        if found is not None:
            kept, now_ms = kept_from_json(found.body), self._clock.now_ms()
            lesson = await self._off(lambda: taken_up(kept, now_ms))
            if lesson.finished:
                await self._close(person, found)
            else:
                shown = lesson_shown(lesson)
        row = await self._learner(person.id)
        learner, today = _learner_in(row, person.name), self._today()
        progress = await self._off(lambda: progress_shown(learner, rules, today))
        own = await self._store.document("class", person.id)
        return MySchool(
            progress=progress,
            open=shown,
            code=row.body.get("code") or None,
            instructors=await self._instructors(row),
            pupils=0 if own is None else len(own.body["pupils"]),
        )

    async def start(
        self,
        person: Person,
        house: str,
        level: str | None,
        mode: Mode,
        seed: int | None,
        players: int | None,
    ) -> OpenLesson:
        """Begin a lesson and end an open one. Without a level, the next due one is chosen."""
        rules = _house(house)
        before = await self._open(person)
        if before is not None:
            await self._close(person, before)
        row = await self._learner(person.id)
        if level is None:
            learner = _learner_in(row, person.name)
            level = progress_shown(learner, rules, self._today()).next
        chosen, seats = level_named(rules, level), rules.deal.seats
        if players is not None and not 1 <= players <= seats:
            raise InputError("players", f"{players} is not from 1 to {seats}")
        if mode is Mode.EXAM:
            least = min(chosen.players, seats)
            if seed is not None:
                raise InputError("seed", "cannot be used in an exam: its cards must be unknown")
            if players is not None and players < least:
                raise InputError("players", f"an exam of this level needs at least {least}")
        name = self._ids.table()
        kept = KeptLesson(
            id=name,
            house=rules.name,
            level=chosen.name,
            mode=mode,
            seed=self._chance() if seed is None else seed,
            started_ms=self._clock.now_ms(),
            players=players,
        )
        lesson = await self._off(lambda: taken_up(kept, kept.started_ms))
        if mode is Mode.EXAM:
            await self._exam_begun(person, kept)
        await self._keep_lesson(person, kept, "open", await self._lesson_row(person))
        return OpenLesson(lesson=lesson_shown(lesson), reply=None)

    async def lesson(self, person: Person) -> OpenLesson:
        """The lesson that is open, as it is now."""
        found = await self._open(person)
        if found is None:
            raise refused(Code.NO_LESSON, "You have no lesson open.")
        kept, now_ms = kept_from_json(found.body), self._clock.now_ms()
        lesson = await self._off(lambda: taken_up(kept, now_ms))
        return OpenLesson(lesson=lesson_shown(lesson), reply=None)

    async def say(self, person: Person, text: str, answered: int) -> OpenLesson:
        """Answer in a lesson. ``answered`` is how many answers the client has seen."""
        found = await self._open(person)
        if found is None:
            raise refused(Code.NO_LESSON, "You have no lesson open.")
        kept, now_ms = kept_from_json(found.body), self._clock.now_ms()
        if len(kept.said) != answered or len(kept.said) >= SAID_MAX:
            raise _moved_on()
        after, lesson, reply = await self._off(lambda: say(kept, text, now_ms))
        if after is not kept:
            await self._keep_lesson(person, after, "open", found)
        return OpenLesson(lesson=lesson_shown(lesson), reply=reply)

    async def end(self, person: Person) -> EndedLesson:
        """End the lesson that is open; what was answered counts."""
        found = await self._open(person)
        if found is None:
            return await self.last(person)
        return await self._close(person, found)

    async def last(self, person: Person) -> EndedLesson:
        """The report of the last lesson."""
        found = await self._lesson_row(person)
        if found is None or found.state != "ended":
            raise refused(Code.NO_LESSON, "You have not finished a lesson yet.")
        return await self._ended(person.name, kept_from_json(found.body))

    async def exam(self, person: Person, name: str) -> EndedLesson:
        """The report of the person's own exam, or of a pupil's."""
        return await self._ended(*await self._exam(person, name))

    async def certificate(self, person: Person, name: str) -> File:
        """The certificate of an exam as a page of its own, as the terminal writes it."""
        pupil, kept = await self._exam(person, name)

        def page() -> bytes:
            report = report_of(_over(kept))
            behind = RecordBehind(f"{kept.id}.jsonl", sha256(record_of(kept)).hexdigest())
            return certificate_page(pupil, report, _day(kept), behind).encode()

        html = f"{kept.id}-{file_name(pupil)}-{kept.level}.html"
        return File(name=html, content=await self._off(page))

    async def record(self, person: Person, name: str) -> File:
        """The record of an exam's table, for ``casinowar record --verify``."""
        _, kept = await self._exam(person, name)
        return File(name=f"{kept.id}.jsonl", content=await self._off(lambda: record_of(kept)))

    async def _ended(self, pupil: str, kept: KeptLesson) -> EndedLesson:
        exam = kept.mode is Mode.EXAM

        def shown() -> EndedLesson:
            report = report_of(_over(kept))
            return EndedLesson(
                report=report_shown(report),
                exam=kept.id if exam and kept.said else None,
                paper=paper_name(report),
                pupil=pupil,
                day=_day(kept).isoformat(),
                sha256=sha256(record_of(kept)).hexdigest() if exam else None,
            )

        return await self._off(shown)

    async def _exam(self, person: Person, name: str) -> tuple[str, KeptLesson]:
        found = await self._store.document("exam", name)
        own = found is not None and found.owner == person.id
        if found is None or not (own or await self._teaches(person.id, found.owner)):
            raise refused(Code.NO_SUCH_EXAM, "You have no such exam.")
        return found.body["pupil"], kept_from_json(found.body["lesson"])

    # --- what is kept -----------------------------------------------------------------------------

    async def _lesson_row(self, person: Person) -> Document | None:
        return await self._store.document("lesson", person.id)

    async def _open(self, person: Person) -> Document | None:
        found = await self._lesson_row(person)
        return found if found is not None and found.state == "open" else None

    async def _keep_lesson(
        self, person: Person, kept: KeptLesson, state: str, before: Document | None
    ) -> None:
        row = Document(
            kind="lesson",
            id=person.id,
            at_ms=kept.started_ms if before is None else before.at_ms,
            owner=person.id,
            state=state,
            version=1 if before is None else before.version + 1,
            body=kept_to_json(kept),
        )
        if not await self._store.keep_document(row):
            raise _moved_on()

    async def _close(self, person: Person, found: Document) -> EndedLesson:
        """End a lesson. Each step can be repeated, so an interruption does no harm."""
        now_ms = self._clock.now_ms()
        kept = replace(kept_from_json(found.body), ended_ms=now_ms)
        report = await self._off(lambda: report_of(_over(kept)))
        today = self._today()
        if kept.mode is Mode.EXAM and report.asked:
            body = {"pupil": person.name, "lesson": kept_to_json(kept)}
            await self._store.keep_document(
                Document(
                    kind="exam",
                    id=kept.id,
                    at_ms=kept.started_ms,
                    owner=person.id,
                    state="passed" if report.passed else "not_passed",
                    body=body,
                )
            )

        def noted(learner: Learner, body: dict[str, Any]) -> Learner:
            if body.get("noted") == kept.id:
                return learner
            body["noted"] = kept.id
            return after_lesson(learner, report, today, kept.id)

        await self._change_learner(person.id, noted)
        await self._keep_lesson(person, kept, "ended", found)
        return await self._ended(person.name, kept)

    async def _exam_begun(self, person: Person, kept: KeptLesson) -> None:
        today = self._today()

        def begun(learner: Learner, _: dict[str, Any]) -> Learner:
            if sum(exam.day == today for exam in learner.exams) >= EXAMS_PER_DAY:
                words = f"You have begun {EXAMS_PER_DAY} exams today. Take the next one tomorrow."
                raise refused(Code.EXAMS_USED_UP, words)
            exam = Exam(level=kept.level, house=kept.house, day=today, record=kept.id, ended=False)
            return replace(learner, exams=(*learner.exams, exam)[-EXAMS_MAX:])

        await self._change_learner(person.id, begun)

    async def _learner(self, person: str) -> Document:
        """The stored learner, or a new one."""
        found = await self._store.document("learner", person)
        if found is not None:
            return found
        return Document(
            kind="learner", id=person, at_ms=self._clock.now_ms(), owner=person, version=0
        )

    async def _change_learner(
        self, person: str, change: Callable[[Learner, dict[str, Any]], Learner]
    ) -> None:
        for _ in range(TRIES):
            row = await self._learner(person)
            body = dict(row.body)
            body["learner"] = learner_to_json(change(_learner_in(row, ""), body))
            if await self._store.keep_document(replace(row, version=row.version + 1, body=body)):
                return
        raise _moved_on()

    def _today(self) -> date:
        return datetime.fromtimestamp(self._clock.now_ms() / 1000, UTC).date()

    def _chance(self) -> int:
        """A seed that nobody knows."""
        return int.from_bytes(sha256(self._ids.token().encode()).digest()[:4], "big")

    # --- a class ----------------------------------------------------------------------------------

    async def make_code(self, person: Person) -> str:
        """A code to show an instructor; the previous code stops working."""
        code, now_ms = self._ids.private_link(), self._clock.now_ms()
        row = Document(kind="class_code", id=code, at_ms=now_ms, owner=person.id)
        if not await self._store.keep_document(row):
            raise _moved_on()
        await self._change_learner(person.id, lambda learner, body: _with(learner, body, code))
        return code

    async def drop_code(self, person: Person) -> None:
        """Withdraw the code: nobody can use it any more. Instructors who used it stay."""
        if (await self._learner(person.id)).body.get("code"):
            await self._change_learner(person.id, lambda learner, body: _with(learner, body, ""))

    async def drop_instructor(self, person: Person, instructor: str) -> None:
        """Stop an instructor from seeing the person's progress."""

        def dropped(learner: Learner, body: dict[str, Any]) -> Learner:
            body["instructors"] = {
                name: since
                for name, since in body.get("instructors", {}).items()
                if name != instructor
            }
            return learner

        await self._change_learner(person.id, dropped)

    async def join(self, person: Person, code: str) -> OnePupil:
        """Take the pupil with this code into the person's class."""
        unknown = refused(Code.NO_SUCH_CODE, "No pupil has this code. Ask the pupil again.")
        found = await self._store.document("class_code", code.strip().lower())
        # only the newest code of a pupil counts, also of several that were made at once
        if found is None or (await self._learner(found.owner)).body.get("code") != found.id:
            raise unknown
        if found.owner == person.id:
            raise refused(Code.OWN_CODE, "This is your own code. Give it to your instructor.")
        now_ms = self._clock.now_ms()

        def shown_to(learner: Learner, body: dict[str, Any]) -> Learner:
            if body.get("code") != found.id:  # revoked meanwhile
                raise unknown
            known = dict(body.get("instructors", {}))
            if person.id not in known and len(known) >= INSTRUCTORS_MAX:
                words = f"This pupil already shares progress with {INSTRUCTORS_MAX} people."
                raise refused(Code.CLASS_FULL, words)
            body["instructors"] = {**known, person.id: known.get(person.id, now_ms)}
            return learner

        # the class first: a pupil for whom there is no room shares nothing
        await self._change_class(person.id, found.owner, there=True)
        await self._change_learner(found.owner, shown_to)
        return OnePupil(pupil=await self._pupil(person.id, found.owner))

    async def leave(self, person: Person, pupil: str) -> None:
        """Take a pupil out of the person's class."""
        await self._change_class(person.id, pupil, there=False)
        instructor = person.id

        def dropped(learner: Learner, body: dict[str, Any]) -> Learner:
            known = dict(body.get("instructors", {}))
            known.pop(instructor, None)
            body["instructors"] = known
            return learner

        if await self._teaches(instructor, pupil):
            await self._change_learner(pupil, dropped)

    async def pupils(self, person: Person) -> MyClass:
        """The person's class: pupils who still share their progress."""
        found = await self._store.document("class", person.id)
        names: list[str] = [] if found is None else found.body["pupils"]
        shown = [
            await self._pupil(person.id, name)
            for name in names
            if await self._teaches(person.id, name)
        ]
        return MyClass(pupils=tuple(sorted(shown, key=lambda one: one.name.casefold())))

    async def pupil(self, person: Person, pupil: str, house: str | None) -> PupilProgress:
        """The progress of one pupil at a house."""
        if not await self._teaches(person.id, pupil):
            raise refused(Code.NO_SUCH_PUPIL, "You have no such pupil.")
        rules = _house(house or USUAL_HOUSE)
        shown, row = await self._pupil(person.id, pupil), await self._learner(pupil)
        learner, today = _learner_in(row, shown.name), self._today()
        progress = await self._off(lambda: progress_shown(learner, rules, today))
        return PupilProgress(pupil=shown, progress=progress)

    async def _pupil(self, instructor: str, pupil: str) -> Pupil:
        row, known = await self._learner(pupil), await self._store.person(pupil)
        learner, today = _learner_in(row, ""), self._today()
        usual = load_house(USUAL_HOUSE)
        progress = await self._off(lambda: progress_shown(learner, usual, today))
        days = [one.day for one in learner.levels] + [one.day for one in learner.exams]
        return Pupil(
            person=pupil,
            name="" if known is None else known.name,
            since_ms=row.body.get("instructors", {}).get(instructor, 0),
            houses=tuple(one for one in progress.houses if one.known or one.exams_passed),
            last_day=max(days).isoformat() if days else None,
            repeat=sum(card.due <= today for card in learner.cards),
        )

    async def _teaches(self, instructor: str, pupil: str) -> bool:
        """Whether the pupil shows their progress to this person now."""
        row = await self._store.document("learner", pupil)
        return row is not None and instructor in row.body.get("instructors", {})

    async def _change_class(self, instructor: str, pupil: str, *, there: bool) -> None:
        for _ in range(TRIES):
            found = await self._store.document("class", instructor)
            row = found or Document(
                kind="class",
                id=instructor,
                at_ms=self._clock.now_ms(),
                owner=instructor,
                version=0,
                body={"pupils": []},
            )
            pupils = [one for one in row.body["pupils"] if one != pupil]
            if there and len(pupils) >= PUPILS_MAX:  # those who stopped sharing make room
                pupils = [one for one in pupils if await self._teaches(instructor, one)]
            if there and len(pupils) >= PUPILS_MAX:
                raise refused(Code.CLASS_FULL, f"A class has at most {PUPILS_MAX} pupils.")
            body = {"pupils": [*pupils, pupil] if there else pupils}
            if await self._store.keep_document(replace(row, version=row.version + 1, body=body)):
                return
        raise _moved_on()

    async def _instructors(self, row: Document) -> tuple[Instructor, ...]:
        found = list[Instructor]()
        for person, since_ms in row.body.get("instructors", {}).items():
            known = await self._store.person(person)
            name = "" if known is None else known.name
            found.append(Instructor(person=person, name=name, since_ms=since_ms))
        return tuple(found)


def _house(name: str) -> House:
    if name not in house_names():  # anything else would be read as the name of a file
        raise refused(Code.NOT_FOUND, "There is no such house.")
    return load_house(name)


def _learner_in(row: Document, name: str) -> Learner:
    kept = row.body.get("learner")
    return Learner(name=name) if kept is None else learner_from_json(name, kept)


def _with(learner: Learner, body: dict[str, Any], code: str) -> Learner:
    body["code"] = code
    return learner


def _over(kept: KeptLesson) -> Lesson:
    assert kept.ended_ms is not None
    return taken_up(kept, kept.ended_ms)


def _day(kept: KeptLesson) -> date:
    ended = kept.started_ms if kept.ended_ms is None else kept.ended_ms
    return datetime.fromtimestamp(ended / 1000, UTC).date()


def _moved_on() -> Exception:
    return refused(Code.LESSON_MOVED_ON, "This lesson continued in another window.")
