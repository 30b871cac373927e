"""The dealer school: lessons, exams, progress, and a class."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Response
from fastapi.responses import HTMLResponse, StreamingResponse
from pydantic import Field

from casinowar.service.http.files import whole_file
from casinowar.service.http.openapi import HTML, JSON_LINES, answers, errors, written
from casinowar.service.http.requests.dependencies import (
    Calling,
    Here,
    PersonId,
    SignedIn,
    allow,
)
from casinowar.service.http.requests.lookup_limit import check_codes
from casinowar.service.http.routes.shapes import Done, RequestBody
from casinowar.service.people.person import Person
from casinowar.service.refusals import ServiceCode as Code
from casinowar.service.roles import Action
from casinowar.service.school import (
    EndedLesson,
    MyClass,
    MySchool,
    OnePupil,
    OpenLesson,
    PupilProgress,
)
from casinowar.training.kept import TEXT_MAX
from casinowar.training.lesson import Mode

router = APIRouter(prefix="/api/school", tags=["school"])
House = Annotated[str | None, Query(max_length=64, description="The name of a house.")]
ExamName = Annotated[
    str, Path(pattern=r"^[a-z2-7]{8}$", description="The name of an exam.", examples=["7k3tq5x2"])
]
LEARNING = (Code.NOT_ALLOWED,)
IN_LESSON = (*LEARNING, Code.NO_LESSON, Code.LESSON_MOVED_ON)
BEGUN = (*LEARNING, Code.NOT_FOUND, Code.LESSON_MOVED_ON, Code.EXAMS_USED_UP)


def _learner(visitor: SignedIn) -> Person:
    allow(visitor.person, Action.LEARN)
    return visitor.person


Learns = Annotated[Person, Depends(_learner)]


class Begun(RequestBody):
    """The lesson to begin."""

    house: str = Field(max_length=64, examples=["wisconsin"])
    level: str | None = Field(
        default=None, max_length=40, examples=["wars"], description="null: what is due next."
    )
    mode: Annotated[Mode, Field(strict=False)] = Field(default=Mode.LEARN, examples=["learn"])
    players: int | None = Field(default=None, ge=1, le=7, examples=[None])
    seed: int | None = Field(
        default=None, ge=0, lt=2**32, examples=[None], description="To repeat a lesson."
    )


class Said(RequestBody):
    """An answer in a lesson, in the words of the terminal."""

    text: str = Field(max_length=TEXT_MAX, examples=["settle 2 take 10 pay 55"])
    answered: int = Field(
        ge=0, le=10**6, examples=[12], description="The number of answers the client has seen."
    )


class ShownCode(RequestBody):
    """A pupil's code."""

    code: str = Field(max_length=100, examples=["amber-ladle-moss-pony-quilt"])


class OwnCode(Done):
    """A code to give to an instructor."""

    code: str = Field(examples=["amber-ladle-moss-pony-quilt"])


@router.get("", responses=answers(MySchool, *LEARNING, Code.NOT_FOUND, signed_in=True))
async def school(parts: Here, person: Learns, house: House = None) -> Response:
    """Your progress at a house, what to repeat today, and your class."""
    return written(await parts.school.page(person, house))


@router.post("/lesson", responses=answers(OpenLesson, *BEGUN, signed_in=True, changes=True))
async def begin(parts: Here, person: Learns, wanted: Begun) -> Response:
    """Begin a lesson or an exam. An open lesson ends, and its answers count."""
    made = await parts.school.start(
        person, wanted.house, wanted.level, wanted.mode, wanted.seed, wanted.players
    )
    return written(made)


@router.get("/lesson", responses=answers(OpenLesson, *IN_LESSON, signed_in=True))
async def lesson(parts: Here, person: Learns) -> Response:
    """The open lesson in its current state, for example after a reload."""
    return written(await parts.school.lesson(person))


@router.post(
    "/lesson/answer", responses=answers(OpenLesson, *IN_LESSON, signed_in=True, changes=True)
)
async def answer(parts: Here, person: Learns, wanted: Said) -> Response:
    """Answer with a step, or ask for a `hint`. An exam does not say whether it was right."""
    return written(await parts.school.say(person, wanted.text, wanted.answered))


@router.post(
    "/lesson/end", responses=answers(EndedLesson, *IN_LESSON, signed_in=True, changes=True)
)
async def end(parts: Here, person: Learns) -> Response:
    """End the open lesson and get its report."""
    return written(await parts.school.end(person))


@router.get("/report", responses=answers(EndedLesson, *LEARNING, Code.NO_LESSON, signed_in=True))
async def last_report(parts: Here, person: Learns) -> Response:
    """The report of your last lesson."""
    return written(await parts.school.last(person))


@router.get(
    "/exams/{exam}", responses=answers(EndedLesson, *LEARNING, Code.NO_SUCH_EXAM, signed_in=True)
)
async def exam_report(parts: Here, person: Learns, exam: ExamName) -> Response:
    """The report of an exam, yours or a pupil's."""
    return written(await parts.school.exam(person, exam))


@router.get(
    "/exams/{exam}/certificate",
    response_class=HTMLResponse,
    responses={200: HTML, **errors(*LEARNING, Code.NO_SUCH_EXAM, signed_in=True)},
)
async def certificate(parts: Here, person: Learns, exam: ExamName) -> Response:
    """The certificate of an exam as a file, with every hand and every answer."""
    return whole_file(await parts.school.certificate(person, exam), "text/html; charset=utf-8")


@router.get(
    "/exams/{exam}/record",
    response_class=StreamingResponse,
    responses={200: JSON_LINES, **errors(*LEARNING, Code.NO_SUCH_EXAM, signed_in=True)},
)
async def exam_record(parts: Here, person: Learns, exam: ExamName) -> Response:
    """The record of an exam's table, for `casinowar record --verify`."""
    return whole_file(await parts.school.record(person, exam), "application/x-ndjson")


# --- a class --------------------------------------------------------------------------------------


@router.post(
    "/code", responses=errors(*LEARNING, Code.LESSON_MOVED_ON, signed_in=True, changes=True)
)
async def make_code(parts: Here, person: Learns) -> OwnCode:
    """Make a code that lets an instructor see your progress. An earlier code becomes invalid."""
    return OwnCode(code=await parts.school.make_code(person))


@router.delete(
    "/code", responses=errors(*LEARNING, Code.LESSON_MOVED_ON, signed_in=True, changes=True)
)
async def take_code_back(parts: Here, person: Learns) -> Done:
    """Revoke your code: nobody can use it any more."""
    await parts.school.drop_code(person)
    return Done()


@router.delete(
    "/instructors/{person}",
    responses=errors(*LEARNING, Code.LESSON_MOVED_ON, signed_in=True, changes=True),
)
async def drop_instructor(parts: Here, learner: Learns, person: PersonId) -> Done:
    """Stop sharing your progress with this person."""
    await parts.school.drop_instructor(learner, person)
    return Done()


@router.get("/class", responses=answers(MyClass, *LEARNING, signed_in=True))
async def pupils(parts: Here, person: Learns) -> Response:
    """The pupils who gave you their code."""
    return written(await parts.school.pupils(person))


@router.post(
    "/class",
    responses=answers(
        OnePupil,
        *(*LEARNING, Code.NO_SUCH_CODE, Code.OWN_CODE, Code.CLASS_FULL, Code.LESSON_MOVED_ON),
        signed_in=True,
        changes=True,
    ),
)
async def join(parts: Here, caller: Calling, person: Learns, shown: ShownCode) -> Response:
    """Add a pupil to your class by their code."""
    async with check_codes(parts, caller):
        return written(await parts.school.join(person, shown.code))


@router.get(
    "/class/{person}",
    responses=answers(PupilProgress, *LEARNING, Code.NO_SUCH_PUPIL, Code.NOT_FOUND, signed_in=True),
)
async def pupil(parts: Here, instructor: Learns, person: PersonId, house: House = None) -> Response:
    """The progress of one of your pupils."""
    return written(await parts.school.pupil(instructor, person, house))


@router.delete(
    "/class/{person}",
    responses=errors(*LEARNING, Code.LESSON_MOVED_ON, signed_in=True, changes=True),
)
async def leave(parts: Here, instructor: Learns, person: PersonId) -> Done:
    """Remove a pupil from your class. They no longer share their progress with you."""
    await parts.school.leave(instructor, person)
    return Done()
