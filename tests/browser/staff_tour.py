"""A tour of the rooms for staff in their main states, for axe and for pictures.

Like ``tour``: real people in a real service, and ``stop(name, person)`` at each place.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from copy import copy
from pathlib import Path

import httpx
from playwright.async_api import expect

from tests.browser.conftest import SHOES
from tests.browser.kit import Person, Service
from tests.browser.staff import give, member, people_table
from tests.browser.test_deal_room import Pit
from tests.browser.test_people_room import signed_in
from tests.browser.test_school_room import begun, pupil, sent, twin
from tests.browser.test_watch_room import dispute, guest, play
from tests.browser.tour import Stop, Visit
from tests.kit.client import PLAIN_HTTP
from tests.service.http.test_routes import PASSPHRASE


def staff_service(folder: Path) -> Service:
    """The service that the tour needs, with an administrator, not started."""
    folder.mkdir(parents=True, exist_ok=True)
    shoes = SHOES.write(folder / "shoes.txt")
    service = Service(folder / "data", shoes)
    service.administrator(PASSPHRASE)
    return service


async def staff_tour(visit: Visit, service: Service, stop: Stop) -> None:
    """Every room for staff in its main states."""
    pit = Pit(service, "wisconsin", title="High Street")
    member(service, "Noor", "surveillance")
    async with AsyncExitStack() as here:

        async def comes(name: str = "") -> Person:
            somebody = await here.enter_async_context(visit())
            if name:
                await signed_in(somebody, name)
            return somebody

        flo, ana = await comes("flo"), await comes("ana")
        await _deals(pit, ana, await comes(), flo, stop)
        await _real_cards(pit, ana, stop)
        await _floor(pit, flo, stop)
        await _surveillance(service, pit, await comes("noor"), stop)
        await _laboratory(flo, stop)
        await _school(service, await comes(), stop)
        boss = await comes("boss")
        await boss.go("/people")
        await boss.page.get_by_role("button", name="Ana").click()
        await stop("people", boss)


async def _deals(pit: Pit, ana: Person, ann: Person, flo: Person, stop: Stop) -> None:
    await ana.go("/deal")
    await expect(ana.page.get_by_role("link", name="Deal here")).to_be_visible()
    await stop("deal-tables", ana)
    await ann.sit(pit.table)
    await ana.go(f"/deal/{pit.table}")
    await expect(ana.page.locator(".duebtn")).to_be_visible()
    await stop("deal-opening", ana)
    while not pit.first_round_is_near():
        await pit.step(ana, (ann,), touch=False)
    await ann.bet(("first", 25), ("tie", 5))
    await flo.go(f"/floor/{pit.table}/void_round")  # while a bet is down
    await expect(flo.page.locator("[data-move]").first).to_be_visible()
    await flo.page.get_by_text("Layout disturbed", exact=True).click()
    await stop("floor-void", flo)
    await pit.until("deal_card", ana, ann)
    await stop("deal-deal", ana)
    await pit.until("settle_hand", ana, ann)
    await expect(ana.page.locator(".duebtn")).to_be_visible()
    await stop("deal-pay", ana)
    for key, name in {"F2": "wrong", "F4": "call", "F8": "hand-over"}.items():
        await ana.page.keyboard.press(key)
        await stop(f"deal-{name}", ana)
        await ana.page.keyboard.press("Escape")


async def _real_cards(pit: Pit, ana: Person, stop: Stop) -> None:
    real = copy(pit)
    real.table = people_table(
        pit.service, pit.floor, "wisconsin", "Ana", physical=True, title="Real cards"
    )
    seat = {"id": "s1", "seat": 2, "name": "Ines", "cash_cents": 20_000}
    httpx.post(
        f"{pit.service.url}/api/tables/{real.table}/stand-ins",
        json=seat,
        headers={"authorization": f"Bearer {pit.dealer}"},
        verify=PLAIN_HTTP,
    ).raise_for_status()
    await ana.go(f"/deal/{real.table}")
    await expect(ana.page.locator(".duebtn")).to_be_visible()
    refuses = ana.page.get_by_role("button", name="Does not cut")
    while not real.first_round_is_near():
        if real.view()["phase"] == "cut_offered":
            await refuses.click()
            await expect(refuses).to_be_hidden()
        else:
            await real.step(ana, (), touch=False)
    bet = {"command": "place_wagers", "seat": 2, "initial_cents": 2500}
    give(pit.service, pit.dealer, real.table, bet)
    await ana.go(f"/deal/{real.table}")  # one window deals at a time
    await expect(ana.page.locator(".duebtn")).to_be_visible()
    await real.until("deal_card", ana)
    await expect(ana.page.get_by_role("button", name="9", exact=True)).to_be_visible()
    await stop("deal-real-cards", ana)


async def _floor(pit: Pit, flo: Person, stop: Stop) -> None:
    httpx.post(
        f"{pit.service.url}/api/tables/{pit.table}/calls",
        json={"kind": "cards", "words": "second card face up"},
        headers={"authorization": f"Bearer {pit.dealer}"},
        verify=PLAIN_HTTP,
    ).raise_for_status()
    await flo.go("/floor")
    await expect(flo.page.locator(".call").first).to_be_visible()
    await stop("floor", flo)
    await flo.go(f"/floor/{pit.table}")
    await expect(flo.page.locator("[data-act]").first).to_be_visible()
    await stop("floor-table", flo)
    await flo.go(f"/floor/{pit.table}/fill_tray")
    await flo.page.locator("[data-chip='2500']").fill("40")
    await expect(flo.page.locator("[data-move]").first).to_be_visible()
    await stop("floor-fill", flo)
    for view in ("log", "shift"):
        await flo.go(f"/floor/{view}")
        await expect(flo.page.locator("h1")).to_be_visible()
        await stop(f"floor-{view}", flo)


async def _surveillance(service: Service, pit: Pit, noor: Person, stop: Stop) -> None:
    bo = guest(service, "Bo")
    table = play(service, bo, 4)
    name = dispute(service, bo, table, 4)
    give(service, pit.floor, table, {"command": "order_reshuffle"}, "a worn card")
    for where, path, shown in (
        ("live", "", ".wall li"),
        ("find", "/round", "h1"),
        ("round", f"/round/{table}-4", ".transport"),
        ("compare", f"/compare/{table}-4/{table}-3", ".dtable"),
        ("disputes", "/disputes", "h1"),
        ("dispute", f"/disputes/{name}", "h1"),
        ("shoe", f"/shoe/{table}/1", "h2:visible"),
    ):
        await noor.go(f"/watch{path}")
        await expect(noor.page.locator(shown).first).to_be_visible()
        await stop(f"watch-{where}", noor)


async def _laboratory(flo: Person, stop: Stop) -> None:
    await flo.go("/lab")
    await expect(flo.page.locator("[data-exact=war]")).to_be_visible()
    await stop("lab", flo)
    await flo.page.get_by_role("button", name="Two houses").click()
    await expect(flo.page.locator("tr.differs").first).to_be_visible()
    await stop("lab-compare", flo)
    await flo.page.get_by_role("button", name="Theory and actual").click()
    await expect(flo.page.get_by_role("group", name="Days")).to_be_visible()
    await stop("lab-actual", flo)


async def _school(service: Service, rosa: Person, stop: Stop) -> None:
    await rosa.go("/school")
    await expect(rosa.page.locator("h1")).to_be_visible()
    await stop("school-visitor", rosa)
    await pupil(rosa, "Rosa")
    await rosa.go("/school?house=wisconsin")
    await expect(rosa.page.locator(".level").first).to_be_visible()
    await stop("school-levels", rosa)
    lesson = await begun(rosa, "wars", seed=11)
    line = rosa.page.get_by_label("or type it")
    while lesson.settlement is None:
        async with rosa.page.expect_response("**/api/school/lesson/answer"):
            await line.fill(lesson.right_answer)
            await line.press("Enter")
        lesson.answer(lesson.right_answer)
    await stop("school-lesson", rosa)
    await line.fill("burn")
    await line.press("Enter")
    await expect(rosa.page.locator(".lecture h2")).to_be_visible()
    await stop("school-mistake", rosa)
    await sent(rosa, "/api/school/lesson/end")
    await rosa.go("/school/report")
    await expect(rosa.page.locator("h1")).to_be_visible()
    await stop("school-report", rosa)
    exam = {"house": "wisconsin", "level": "deal", "mode": "exam"}
    await sent(rosa, "/api/school/lesson", exam)
    await rosa.go("/school/lesson")
    await expect(rosa.page.locator(".dial")).to_be_visible()
    await stop("school-exam", rosa)
    while (asked := await twin(service, rosa)) is not None and not asked.finished:
        said = {"text": asked.right_answer, "answered": len(asked.answers)}
        await sent(rosa, "/api/school/lesson/answer", said)
    await sent(rosa, "/api/school/lesson/end")
    await rosa.go("/school/report")
    await expect(rosa.page.get_by_role("link", name="Certificate")).to_be_visible()
    await stop("school-passed", rosa)
    await rosa.page.get_by_role("link", name="Certificate").click()
    await expect(rosa.page.locator(".cert")).to_be_visible()
    await stop("school-certificate", rosa)
    await rosa.go("/school/class")
    await expect(rosa.page.locator("h1")).to_be_visible()
    await stop("school-class", rosa)
