"""The dealer school on the page: a lesson by tap and by key, an exam with its certificate, a class.

Planted once and caught here: chips that stay in the hands after a right answer; an exam whose
teacher speaks; a code that is not taken back.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from casinowar.houses import load_house
from casinowar.training import Lesson, level_named
from casinowar.training.kept import kept_from_json, taken_up
from casinowar.training.payments import Payment
from casinowar.training.report import report_of
from tests.browser.kit import BEYOND_CORE, DESKTOP, PHONE, TABLET, Person, Service, person
from tests.service.http.test_school import answers_with_mistakes

pytestmark = pytest.mark.asyncio(loop_scope="package")
WISCONSIN = load_house("wisconsin")


async def pupil(guest: Person, name: str) -> None:
    """A guest of the service under this name."""
    await guest.go("/?houses")
    made = await guest.page.evaluate(
        """name => fetch("/api/guest", {method: "POST", body: JSON.stringify({name}),
           headers: {"content-type": "application/json"}}).then(answer => answer.ok)""",
        name,
    )
    assert made


async def sent(guest: Person, path: str, body: Any = None) -> Any:
    """What the service answers to a request of the page."""
    return await guest.page.evaluate(
        """([path, body]) => fetch(path, {method: "POST", body: JSON.stringify(body ?? {}),
           headers: {"content-type": "application/json"}}).then(answer => answer.json())""",
        [path, body],
    )


async def begun(guest: Person, level: str, seed: int) -> Lesson:
    """A lesson in front of the pupil, and the same one to know what is right."""
    body = {"house": "wisconsin", "level": level, "mode": "learn", "seed": seed}
    await sent(guest, "/api/school/lesson", body)
    await guest.go("/school/lesson")
    await expect(guest.page.locator(".hands")).to_be_visible()
    return Lesson(WISCONSIN, level_named(WISCONSIN, level), seed=seed)


async def cut(guest: Person, payment: Payment) -> None:
    """Cut a payment by tapping colours, the largest first."""
    for kind in ("take", "pay", "push"):
        left = getattr(payment, kind)
        if not left:
            continue
        await guest.page.get_by_role("button", name=kind.capitalize(), exact=True).click()
        for colour, cents in (
            ("orange", 100_000), ("purple", 50_000), ("black", 10_000), ("green", 2_500),
            ("red", 500), ("white", 100), ("silver", 50),
        ):  # fmt: skip
            while left >= cents:
                await guest.page.get_by_role("button", name=f"Add one {colour} chip").click()
                left -= cents


async def tapped(guest: Person, lesson: Lesson) -> None:
    """Do what is right by tapping alone."""
    page, right = guest.page, lesson.right_answer
    word, *rest = right.split()
    answered = len(lesson.answers)
    labels = {
        "nomorebets": "“No more bets”", "deal": "Deal to…", "settle": "Settle…", "burn": "Burn one",
        "rack": "Cards to the rack", "confirm": "Confirm the war", "war": "Settle the war",
        "surrender": "Settle the surrender", "ask": "Ask “war or surrender?”",
    }  # fmt: skip
    await page.get_by_role("button", name=labels[word]).first.click()
    if rest:
        seat = "Dealer" if rest[0] == "dealer" else f"Seat {rest[0]}"
        await page.get_by_role("button", name=seat, exact=True).click()
    if lesson.settlement is not None:
        await cut(guest, lesson.settlement.total)
        await page.locator(".duebtn").click()
    lesson.answer(right)
    await expect(page.locator(".lecture h2")).to_have_text("Right.")
    shown = page.locator(".score")
    await expect(shown).to_have_text(f"{answered + 1} of {answered + 1} steps right")


@BEYOND_CORE
async def test_a_visitor_may_sign_in_or_come_in_as_a_guest(
    browser: Browser, service: Service
) -> None:
    """Before, the room did not exist for those who are not signed in."""
    async with person(browser, service.url, PHONE) as ana:
        page = ana.page
        for path, heading in (("/school", "Dealer school"), ("/lab", "Laboratory")):
            await ana.go(path)
            await expect(page.get_by_role("heading", name=heading, level=1)).to_be_visible()
            assert await ana.violations() == []
            link = page.locator(".visitor").get_by_role("link", name="Sign in")
            await expect(link).to_have_attribute("href", "/account/sign-in")
        await ana.go("/floor")
        await expect(page.locator(".visitor").get_by_role("link", name="Sign in")).to_be_visible()
        await expect(page.get_by_role("button", name="Continue as a guest")).to_have_count(0)
        await ana.go("/school")
        await page.get_by_role("button", name="Continue as a guest").click()
        await expect(page.locator(".level").first).to_be_visible()
        ana.check()


async def test_a_lesson_by_tap_a_mistake_and_the_report(browser: Browser, service: Service) -> None:
    async with person(browser, service.url, PHONE, has_touch=True) as ana:
        await pupil(ana, "Ana")
        lesson = await begun(ana, "drill", seed=3)
        page = ana.page
        await cut(ana, Payment(pay=99_900))
        await page.locator(".duebtn").click()
        await expect(page.locator(".lecture h2")).to_contain_text("You paid")
        await expect(page.locator(".lecture .clause").first).to_contain_text("WI ")
        answer = page.locator(".lecture p", has_text="The right answer is")
        await expect(answer).to_have_text(
            re.compile(
                r"^The right answer is: settle seat \d: (take|pay|push) [\d.,]+.*\. \(WI .+\)$"
            )
        )
        line = page.get_by_label("or type it")
        await line.fill("help")
        await line.press("Enter")
        await expect(page.locator(".lesson > .msg")).to_contain_text(
            "The words of this level: settle SEAT take, pay or push AMOUNT"
        )
        assert await ana.violations() == []
        assert await ana.no_sideways_scroll()
        await page.get_by_role("button", name="Start again").click()
        assert lesson.settlement is not None
        await cut(ana, lesson.settlement.total)
        await page.locator(".duebtn").click()
        await expect(page.locator(".lecture h2")).to_have_text("Right.")
        await expect(page.locator(".hands .pile")).to_contain_text("Nothing moves")
        await page.reload()
        await expect(page.locator(".score")).to_have_text("0 of 1 steps right")
        await page.get_by_role("button", name="End", exact=True).click()
        await expect(page.get_by_role("heading", name="What to work on")).to_be_visible()
        assert await ana.violations() == []
        ana.check()


@BEYOND_CORE
async def test_progress_by_keys_equals_the_terminals(browser: Browser, service: Service) -> None:
    """The same seed and the same typed answers, with mistakes and a hint."""
    said = answers_with_mistakes("ties", seed=11)
    said = said if "BROWSER_ALL" in os.environ else said[:14]
    async with person(browser, service.url, DESKTOP) as ana:
        await pupil(ana, "Ana")
        lesson = await begun(ana, "ties", seed=11)
        line = ana.page.get_by_label("or type it")
        for at, words in enumerate(said):
            async with ana.page.expect_response("**/api/school/lesson/answer"):
                await line.fill(words)
                await line.press("Enter")
            if words == "hint":
                lesson.hint()
            else:
                lesson.answer(words)
            asked = sum(answer.first for answer in lesson.answers)
            await expect(ana.page.locator(".score")).to_contain_text(f"of {asked} steps right")
            assert len(lesson.answers) == at + 1
        ended = await sent(ana, "/api/school/lesson/end")
        report = report_of(lesson)
        assert (ended["report"]["asked"], ended["report"]["right"]) == (report.asked, report.right)
        habits = [(one["words"], one["times"]) for one in ended["report"]["habits"]]
        assert habits == [(one.words, one.times) for one in report.habits]
        ana.check()


@BEYOND_CORE
async def test_an_exam_says_nothing_and_ends_with_a_certificate(
    browser: Browser, service: Service
) -> None:
    async with person(browser, service.url, DESKTOP) as ana:
        await pupil(ana, "Ana")
        await ana.go("/school?house=wisconsin")
        page = ana.page
        await page.get_by_text("nothing until the end").click()
        await page.get_by_role("button", name="2 The original deal").click()
        await expect(page.locator(".dial")).to_be_visible()
        assert await page.locator(".lecture").count() == 0
        line = page.get_by_label("or type it")
        answered = 0
        while True:
            lesson = await twin(service, ana)
            if lesson is None or lesson.finished:
                break
            wrong = answered == 1
            await line.fill("burn" if wrong else lesson.right_answer)
            await line.press("Enter")
            answered += 1
            over = page.get_by_role("heading", name="Passed: The original deal")
            told = page.locator(".score", has_text=f"{answered} step")
            await expect(over.or_(told).first).to_be_visible()
            if answered == 3:
                assert await ana.violations() == []
                await expect(page.locator(".now")).to_have_count(0)
        await expect(page.get_by_role("heading", name="Passed: The original deal")).to_be_visible()
        await expect(page.locator("tr.bad").first).to_contain_text("You burned a card")
        await page.get_by_role("link", name="Certificate").click()
        paper = page.locator(".cert")
        for words in ("Ana", "The original deal", "Wisconsin, Section 37", "Instructor"):
            await expect(paper).to_contain_text(words)
        assert await paper.locator("tbody tr").count() == 32
        assert await ana.violations() == []
        async with page.expect_download() as saved:
            await page.get_by_role("link", name="Save as a file").click()
        assert "Ana-deal.html" in (await saved.value).suggested_filename
        ana.check()


async def twin(service: Service, guest: Person) -> Lesson | None:
    """The open lesson as the database has it; only a test may look."""
    me = await guest.page.evaluate('fetch("/api/me").then(answer => answer.json())')
    with closing(
        sqlite3.connect(f"file:{service.folder / 'casinowar.db'}?mode=ro", uri=True)
    ) as db:
        row = db.execute(
            "SELECT state, body FROM documents WHERE kind = 'lesson' AND id = ?", (me["person"],)
        ).fetchone()
    if row is None or row[0] != "open":
        return None
    kept = kept_from_json(json.loads(row[1]))
    return taken_up(kept, kept.said[-1][1] if kept.said else kept.started_ms)


@BEYOND_CORE
@pytest.mark.parametrize("level", ["drill", "wars"])
async def test_a_lesson_fits_a_tablet(browser: Browser, service: Service, level: str) -> None:
    async with person(browser, service.url, TABLET, has_touch=True) as ana:
        await pupil(ana, "Ana")
        await begun(ana, level, seed=3)
        tray = ana.page.locator(".hands .tray")
        await expect(tray).to_have_count(1 if level == "drill" else 0)
        over = "document.documentElement.scrollHeight - innerHeight"
        assert await ana.page.evaluate(over) <= 0
        await cut(ana, Payment(pay=37_500)) if level == "drill" else None
        assert await ana.page.evaluate(over) <= 0
        assert await ana.no_sideways_scroll()
        ana.check()


@BEYOND_CORE
async def test_a_class(browser: Browser, service: Service) -> None:
    async with (
        person(browser, service.url, DESKTOP) as ana,
        person(browser, service.url, PHONE) as rosa,
    ):
        await pupil(ana, "Ana")
        await pupil(rosa, "Rosa")
        await sent(ana, "/api/school/lesson", {"house": "wisconsin", "level": "deal", "seed": 1})
        await sent(ana, "/api/school/lesson/answer", {"text": "nomorebets", "answered": 0})
        await sent(ana, "/api/school/lesson/end")
        await ana.go("/school")
        await ana.page.get_by_role("button", name="Make a code").click()
        code = await ana.page.locator(".code code").inner_text()
        rosa.forgiven.append("404")
        await rosa.go("/school/class")
        entry = rosa.page.get_by_label("A pupil’s code")
        await entry.fill("no-such-code")
        await entry.press("Enter")
        await expect(rosa.page.locator("p[role=alert]")).to_contain_text("No pupil has this code")
        await entry.fill(code)
        await entry.press("Enter")
        await expect(rosa.page.locator("p[role=status]")).to_contain_text("Ana is in your class")
        await rosa.page.get_by_role("link", name="Ana").click()
        await expect(rosa.page.locator(".level").nth(1)).to_contain_text("Begun, 100 %")
        bar = rosa.page.locator(".level progress").nth(2)  # empty, and seen by its border
        await expect(bar).to_have_css("border-top-width", "1px")
        assert await rosa.violations() == []
        await ana.page.reload()
        await expect(ana.page.get_by_role("heading", level=1)).to_be_visible()
        assert await ana.violations() == []
        await ana.page.get_by_role("button", name="Revoke the code").click()
        await expect(ana.page.get_by_role("button", name="Make a code")).to_be_visible()
        await ana.page.get_by_role("button", name="Stop showing it to Rosa").click()
        await expect(ana.page.locator(".teachers li")).to_have_count(0)
        await rosa.go("/school/class")
        await expect(rosa.page.get_by_text("No pupils yet.")).to_be_visible()
        ana.check()
        rosa.check()


@BEYOND_CORE
@pytest.mark.skipif("BROWSER_ALL" not in os.environ, reason="make browser takes whole lessons")
async def test_a_whole_lesson_by_tap_alone(browser: Browser, service: Service) -> None:
    async with person(browser, service.url, DESKTOP) as ana:
        await pupil(ana, "Ana")
        lesson = await begun(ana, "wars", seed=11)
        while not lesson.finished:
            await tapped(ana, lesson)
        await ana.page.get_by_role("button", name="Go to the report").click()
        await expect(ana.page.get_by_text("No mistake.")).to_be_visible()
        ana.check()
