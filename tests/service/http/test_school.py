"""The dealer school over HTTP: the same lessons, progress and certificates as in the terminal.

Planted once and caught here: an exam that shows whose turn it is; an answer that counts twice when
it is sent twice; a lesson that is counted twice when its end is cut off; a code that still works
after it was taken back; the exam of a stranger.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from casinowar.cli.main import main
from casinowar.houses import load_house
from casinowar.record.history import read_history
from casinowar.record.verify import verify
from casinowar.service import school
from casinowar.service.roles import Role
from casinowar.training import Lesson, level_named
from casinowar.training.kept import kept_from_json, taken_up
from tests.kit.profile import IN_DRILL
from tests.service.http.kit import Guest, House, config_for, running
from tests.service.http.test_routes import staff


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with running(config_for(tmp_path / "data")) as house:
        yield house


async def begin(pupil: Guest, level: str, mode: str = "learn", **more: Any) -> Any:
    body = {"house": "wisconsin", "level": level, "mode": mode, **more}
    answer = await pupil.send("POST", "/api/school/lesson", body)
    assert answer.status_code == 200, answer.text
    return answer.json()["lesson"]


async def say(pupil: Guest, text: str, answered: int) -> Any:
    body = {"text": text, "answered": answered}
    answer = await pupil.send("POST", "/api/school/lesson/answer", body)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def twin(house: House, pupil: Guest) -> Lesson:
    """The lesson that is open, as the service has it: only a test may look."""
    row = await house.parts.store.document("lesson", pupil.person)
    assert row is not None
    return taken_up(kept_from_json(row.body), house.parts.clock.now_ms())


async def answered_right(house: House, pupil: Guest, *, wrong: int = 0) -> Any:
    """Answer everything, the first few wrong; the last answer of the service."""
    shown = (await pupil.get("/api/school/lesson")).json()
    while not shown["lesson"]["finished"]:
        right = (await twin(house, pupil)).right_answer
        at = shown["lesson"]["answered"]
        shown = await say(pupil, "pay 99999" if at < wrong else right, at)
    return shown


def answers_with_mistakes(level: str, seed: int) -> list[str]:
    """What a trainee types: every seventh step is first done wrong, and one needs a hint."""
    lesson = Lesson(load_house("wisconsin"), level_named(load_house("wisconsin"), level), seed=seed)
    said = list[str]()
    while not lesson.finished:
        at = len(said)
        words = "hint" if at == 5 else "burn" if at % 7 == 3 else lesson.right_answer
        said.append(words)
        if words == "hint":
            lesson.hint()
        else:
            lesson.answer(words)
    return said


def without_times(learner: Any) -> Any:
    cards = [{**card, "seconds": 0} for card in learner["cards"]]
    levels = [{**level, "seconds_a_hand": 0} for level in learner["levels"]]
    return sorted(cards, key=str), levels


@pytest.mark.parametrize("level", ["drill", "players", pytest.param("wars", marks=IN_DRILL)])
async def test_progress_equals_the_terminals_for_the_same_answers(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    said = answers_with_mistakes(level, seed=11)
    monkeypatch.setattr("casinowar.training.school.school_folder", lambda: tmp_path / "school")
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(said) + "\n"))
    assert main(["train", level, "--seed", "11", "--name", "Ana", "--plain"]) == 0
    terminal = json.loads((tmp_path / "school" / "Ana.json").read_text(encoding="utf-8"))

    ana = await house.guest("Ana")
    await begin(ana, level, seed=11)
    shown = [await say(ana, words, at) for at, words in enumerate(said)]
    assert shown[-1]["lesson"]["finished"]
    await ana.send("POST", "/api/school/lesson/end")
    row = await house.parts.store.document("learner", ana.person)
    assert row is not None
    assert without_times(row.body["learner"]) == without_times(terminal)
    assert terminal["cards"], "something was compared"


async def test_a_mistake_is_named_by_what_was_done_and_nothing_moves(house: House) -> None:
    ana = await house.guest("Ana")
    shown = await begin(ana, "drill", seed=3)
    before = shown["felt"]
    said = await say(ana, "pay 99999", 0)
    assert said["reply"]["did"].startswith("You paid")
    assert said["reply"]["cites"].startswith("WI ")
    assert said["reply"]["hint"]
    assert said["reply"]["sums"]
    assert said["lesson"]["felt"] == before
    assert said["lesson"]["habits"][0]["times"] == 1
    practised = await begin(ana, "drill", "practise", seed=3)
    assert practised["felt"]["now"] is None
    said = await say(ana, "pay 99999", 0)
    assert said["reply"]["did"].startswith("You paid")
    assert (said["reply"]["hint"], said["reply"]["sums"]) == ("", [])
    assert (await say(ana, "gibberish", 1))["reply"]["correction"]
    assert (await ana.get("/api/school/lesson")).json()["lesson"]["answered"] == 1


async def test_an_answer_that_is_sent_twice_counts_once(house: House) -> None:
    ana = await house.guest("Ana")
    await begin(ana, "deal", seed=1)
    assert (await say(ana, "nomorebets", 0))["reply"]["right"]
    again = await ana.send(
        "POST", "/api/school/lesson/answer", {"text": "nomorebets", "answered": 0}
    )
    assert (again.status_code, again.json()["code"]) == (409, "school/moved_on")
    assert (await ana.get("/api/school/lesson")).json()["lesson"]["answered"] == 1


async def test_a_lesson_survives_the_end_of_the_service(tmp_path: Path) -> None:
    config = config_for(tmp_path / "data")
    async with running(config) as before:
        ana = await before.guest("Ana")
        await begin(ana, "deal", seed=1)
        shown = await say(ana, "nomorebets", 0)
    async with running(config) as after:
        ana = Guest(after, ana.token, ana.person)
        again = (await ana.get("/api/school/lesson")).json()
        assert again["lesson"] == shown["lesson"]
        page = (await ana.get("/api/school?house=wisconsin")).json()
        assert page["open"]["level"] == "deal"
        await say(ana, "deal 1", 1)
        ended = (await ana.send("POST", "/api/school/lesson/end")).json()
        assert (ended["report"]["asked"], ended["report"]["right"]) == (2, 2)
        assert (await ana.get("/api/school/report")).json() == ended


async def test_an_exam_says_nothing_until_its_end(house: House) -> None:
    ana = await house.guest("Ana María")
    shown = await begin(ana, "drill", "exam")
    assert shown["clock"]["goal"] == 6
    texts = [json.dumps(shown)]
    for at in range(3):
        right = (await twin(house, ana)).right_answer
        said = await say(ana, right if at else "pay 99999", at)
        assert said["reply"] == {**said["reply"], "right": None, "did": "", "why": "", "hint": ""}
        texts.append(json.dumps(said))
    for text in texts:
        read = json.loads(text)
        lesson = read.get("lesson", read)
        assert lesson["right"] is None
        assert lesson["habits"] == []
        assert lesson["felt"]["now"] is None
        assert '"seed"' not in text
        assert '"due"' not in text
    row = await house.parts.store.document("learner", ana.person)
    assert row is not None
    [exam] = row.body["learner"]["exams"]
    assert not exam["ended"], "it is noted before its first question"


async def test_an_exam_ends_with_a_certificate_and_its_record(house: House) -> None:
    ana = await house.guest("Łucja María")
    await begin(ana, "payments", "exam")
    await answered_right(house, ana, wrong=2)
    ended = (await ana.send("POST", "/api/school/lesson/end")).json()
    report, exam = ended["report"], ended["exam"]
    assert report["passed"], report["words"]
    assert report["right"] == report["asked"] - 2
    assert ended["paper"] == "Certificate"
    assert len(report["hands"]) == 36
    assert [hand["answers"][0]["did"] != "" for hand in report["hands"][:3]] == [True, True, False]
    page = (await ana.get(f"/api/school?house={report['house']}")).json()["progress"]
    assert [(one["id"], one["passed"]) for one in page["exams"]] == [(exam, True)]
    paper = await ana.get(f"/api/school/exams/{exam}/certificate")
    named = unquote(paper.headers["content-disposition"])
    assert f"{exam}-Łucja-María-payments.html" in named
    for words in ("Certificate", "Łucja María", "Payments", "Each hand", "Instructor <span>"):
        assert words in paper.text
    record = (await ana.get(f"/api/school/exams/{exam}/record")).content
    assert hashlib.sha256(record).hexdigest() in paper.text
    assert ended["sha256"] in paper.text
    assert verify(read_history(record.decode())).fault is None
    assert (await ana.get(f"/api/school/exams/{exam}")).json() == ended
    stranger = await house.guest("Bo")
    for path in ("", "/certificate", "/record"):
        refused = await stranger.get(f"/api/school/exams/{exam}{path}")
        assert (refused.status_code, refused.json()["code"]) == (404, "school/no_such_exam")


async def test_an_exam_cannot_be_rehearsed_nor_made_easier(house: House) -> None:
    ana = await house.guest("Ana")
    easier: list[dict[str, Any]] = [{"seed": 1}, {"players": 1}]
    for wanted in easier:
        body = {"house": "wisconsin", "level": "drill", "mode": "exam", **wanted}
        refused = await ana.send("POST", "/api/school/lesson", body)
        assert refused.status_code == 422, refused.text
    for body in ({"house": "nowhere"}, {"house": "wisconsin", "level": "juggling"}):
        assert (await ana.send("POST", "/api/school/lesson", body)).status_code in {404, 422}
    assert (await ana.get("/api/school/lesson")).status_code == 404


async def test_a_lesson_whose_end_is_cut_off_counts_once(house: House) -> None:
    """The progress is written and the lesson is not: it is ended again, and nothing is added."""
    ana = await house.guest("Ana")
    await begin(ana, "deal", seed=1)
    await say(ana, "nomorebets", 0)
    row = await house.parts.store.document("lesson", ana.person)
    await ana.send("POST", "/api/school/lesson/end")
    assert row is not None
    ended = await house.parts.store.document("lesson", ana.person)
    assert ended is not None
    open_again = type(row)(
        kind="lesson", id=row.id, at_ms=row.at_ms, owner=row.owner, state="open",
        version=ended.version + 1, body=row.body,
    )  # fmt: skip
    assert await house.parts.store.keep_document(open_again)
    await ana.send("POST", "/api/school/lesson/end")
    learner = await house.parts.store.document("learner", ana.person)
    assert learner is not None
    assert [card["asked"] for card in learner.body["learner"]["cards"]] == [1]


async def test_without_a_level_it_is_what_is_due(house: House) -> None:
    ana = await house.guest("Ana")
    body = {"house": "wisconsin", "mode": "learn", "seed": 1}
    made = await ana.send("POST", "/api/school/lesson", body)
    assert made.json()["lesson"]["level"] == "opening"
    await answered_right(house, ana)
    page = (await ana.get("/api/school?house=wisconsin")).json()
    assert page["open"] is None, "a lesson that is over is noted"
    assert page["progress"]["next"] == "deal"
    assert page["progress"]["levels"][0]["known"] == "known"
    assert page["progress"]["houses"][2]["known"] == 1


# --- a class --------------------------------------------------------------------------------------


async def test_an_instructor_sees_pupils_who_gave_them_their_code(house: House) -> None:
    ana, rosa, bo = [await house.guest(name) for name in ("Ana", "Rosa", "Bo")]
    await begin(ana, "deal", "exam")
    await answered_right(house, ana)
    exam = (await ana.send("POST", "/api/school/lesson/end")).json()["exam"]
    code = (await ana.send("POST", "/api/school/code")).json()["code"]
    assert (await rosa.send("POST", "/api/school/class", {"code": "no-such"})).status_code == 404
    own = await ana.send("POST", "/api/school/class", {"code": code})
    assert own.json()["code"] == "school/own_code"
    joined = await rosa.send("POST", "/api/school/class", {"code": f" {code.upper()} "})
    assert joined.json()["pupil"]["name"] == "Ana"
    [pupil] = (await rosa.get("/api/school/class")).json()["pupils"]
    assert pupil["houses"][0]["exams_passed"] == 1
    seen = (await rosa.get(f"/api/school/class/{ana.person}?house=wisconsin")).json()
    assert seen["progress"]["exams"][0]["id"] == exam
    assert (await rosa.get(f"/api/school/exams/{exam}")).status_code == 200
    assert (await bo.get(f"/api/school/class/{ana.person}")).status_code == 404
    mine = (await ana.get("/api/school")).json()
    assert [one["name"] for one in mine["instructors"]] == ["Rosa"]

    await ana.send("DELETE", "/api/school/code")
    assert (await bo.send("POST", "/api/school/class", {"code": code})).status_code == 404
    assert len((await rosa.get("/api/school/class")).json()["pupils"]) == 1
    await ana.send("DELETE", f"/api/school/instructors/{rosa.person}")
    assert (await rosa.get("/api/school/class")).json()["pupils"] == []
    assert (await rosa.get(f"/api/school/class/{ana.person}")).status_code == 404
    assert (await rosa.get(f"/api/school/exams/{exam}")).status_code == 404


async def test_of_codes_that_were_made_at_once_only_the_one_that_is_shown_works(
    house: House,
) -> None:
    """Before, each of them worked, also after the pupil revoked the one that was shown."""
    ana, rosa = await house.guest("Ana"), await house.guest("Rosa")
    made = await asyncio.gather(*[ana.send("POST", "/api/school/code") for _ in range(3)])
    codes = {answer.json().get("code") for answer in made if answer.is_success}
    shown = (await ana.get("/api/school")).json()["code"]
    assert shown in codes
    await ana.send("DELETE", "/api/school/code")
    for code in codes:
        refused = await rosa.send("POST", "/api/school/class", {"code": code})
        assert (refused.status_code, refused.json()["code"]) == (404, "school/no_such_code")


async def test_a_code_that_is_revoked_while_it_is_used_shows_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, rosa = await house.guest("Ana"), await house.guest("Rosa")
    code = (await ana.send("POST", "/api/school/code")).json()["code"]
    school = house.parts.school
    joins = school._change_class

    async def revoked(instructor: str, pupil: str, *, there: bool) -> None:
        await joins(instructor, pupil, there=there)
        await ana.send("DELETE", "/api/school/code")

    monkeypatch.setattr(school, "_change_class", revoked)
    refused = await rosa.send("POST", "/api/school/class", {"code": code})
    assert (refused.status_code, refused.json()["code"]) == (404, "school/no_such_code")
    assert (await rosa.get("/api/school/class")).json()["pupils"] == []
    assert (await ana.get("/api/school")).json()["instructors"] == []


async def test_a_new_code_ends_the_old_one_and_an_instructor_can_let_go(house: House) -> None:
    ana, rosa = await house.guest("Ana"), await house.guest("Rosa")
    old = (await ana.send("POST", "/api/school/code")).json()["code"]
    new = (await ana.send("POST", "/api/school/code")).json()["code"]
    assert (await rosa.send("POST", "/api/school/class", {"code": old})).status_code == 404
    assert (await rosa.send("POST", "/api/school/class", {"code": new})).status_code == 200
    assert (await ana.get("/api/school")).json()["code"] == new
    await rosa.send("DELETE", f"/api/school/class/{ana.person}")
    assert (await rosa.get("/api/school/class")).json()["pupils"] == []
    assert (await ana.get("/api/school")).json()["instructors"] == []


async def test_a_full_class_sees_nobody_else_and_who_stopped_sharing_makes_room(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(school, "PUPILS_MAX", 2)
    ines = await house.guest("Ines")
    pupils = [await house.guest(name) for name in ("Ana", "Bo", "Cy")]

    async def joins(pupil: Guest) -> int:
        code = (await pupil.send("POST", "/api/school/code", {})).json()["code"]
        return (await ines.send("POST", "/api/school/class", {"code": code})).status_code

    assert [await joins(pupil) for pupil in pupils] == [200, 200, 409]
    assert (await ines.get(f"/api/school/class/{pupils[2].person}")).status_code == 404
    assert (await pupils[2].get("/api/school")).json()["instructors"] == []
    stopped = await pupils[0].send("DELETE", f"/api/school/instructors/{ines.person}")
    assert stopped.status_code == 200
    assert await joins(pupils[2]) == 200
    names = [one["name"] for one in (await ines.get("/api/school/class")).json()["pupils"]]
    assert names == ["Bo", "Cy"]


# --- who may --------------------------------------------------------------------------------------

ROUTES = [
    ("GET", "/api/school", None),
    ("POST", "/api/school/lesson", {"house": "wisconsin"}),
    ("GET", "/api/school/lesson", None),
    ("POST", "/api/school/lesson/answer", {"text": "burn", "answered": 0}),
    ("POST", "/api/school/lesson/end", None),
    ("GET", "/api/school/report", None),
    ("GET", "/api/school/exams/aaaaaaaa", None),
    ("GET", "/api/school/exams/aaaaaaaa/certificate", None),
    ("GET", "/api/school/exams/aaaaaaaa/record", None),
    ("POST", "/api/school/code", None),
    ("DELETE", "/api/school/code", None),
    ("GET", "/api/school/class", None),
    ("POST", "/api/school/class", {"code": "x"}),
    ("GET", "/api/school/class/p_" + "a" * 20, None),
    ("DELETE", "/api/school/class/p_" + "a" * 20, None),
    ("DELETE", "/api/school/instructors/p_" + "a" * 20, None),
]


async def test_everybody_but_surveillance_may_learn(house: House) -> None:
    from casinowar.service.http.routes import school

    known = {(method, route.path) for route in school.router.routes for method in route.methods}  # type: ignore[attr-defined]
    assert len(known) == len(ROUTES), "every route of the school is here"
    watcher = await staff(house, Role.SURVEILLANCE)
    async with house.client() as nobody:
        for method, path, body in ROUTES:
            refused = await watcher.send(method, path, body)
            assert (refused.status_code, refused.json()["code"]) == (403, "role/not_allowed"), path
            assert (await nobody.request(method, path, json=body)).status_code in {401, 403}, path
    for role in (Role.PLAYER, Role.DEALER, Role.FLOORPERSON, Role.ADMINISTRATOR):
        one = await house.guest("Bo") if role is Role.PLAYER else await staff(house, role)
        assert (await one.get("/api/school")).status_code == 200
