"""A tour of the rooms for staff in their main states, for axe and for pictures.

Like ``tour``: real people in a real service, and ``stop(name, person)`` at each place.
Planted once and caught in a new state: a button without a name, with an instructor's pupil.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from copy import copy
from pathlib import Path
from typing import Any

import httpx
from playwright.async_api import expect

from tests.browser.kit import Person, Service
from tests.browser.shoes import RESULTS, Shoes
from tests.browser.staff import give, member, people_table
from tests.browser.test_deal_room import Pit
from tests.browser.test_dealt_players import dealt_by_people
from tests.browser.test_people_room import signed_in
from tests.browser.test_school_room import begun, pupil, sent, twin
from tests.browser.test_watch_room import dispute, guest, play
from tests.browser.tour import Stop, Visit
from tests.kit.client import PLAIN_HTTP
from tests.service.http.test_routes import PASSPHRASE

# Washington's is played for surveillance, Wisconsin's is dealt by people: its first round is a tie
SHOES = Shoes(6, {"washington": RESULTS, "wisconsin": ("surrender", "win", "lose")})
# what the floor can do at a table between two rounds, and the names of its pictures
ACTS = {
    "change_dealer": "dealer",
    "stand_up": "stand",
    "order_reshuffle": "reshuffle",
    "change_cards": "cards",
    "credit_tray": "credit",
    "close_table": "close",
}


def staff_service(folder: Path) -> Service:
    """The service that the tour needs, with an administrator, not started."""
    folder.mkdir(parents=True, exist_ok=True)
    shoes = SHOES.write(folder / "shoes.txt")
    service = Service(folder / "data", shoes)
    service.administrator(PASSPHRASE)
    dealt_by_people(service, folder / "data", "wisconsin")
    service.kill()
    return service


def _stacked(service: Service, house: str) -> str:
    """The table with the given shoe, also one that people deal: the lobby does not list it yet."""
    return service.stacked("washington").replace("washington", house)


def _told(pit: Pit, token: str, path: str, body: dict[str, Any]) -> None:
    """What somebody of the staff does at a table over the API."""
    theirs = {"authorization": f"Bearer {token}"}
    address = f"{pit.service.url}/api/tables/{pit.table}/{path}"
    httpx.post(address, json=body, headers=theirs, verify=PLAIN_HTTP).raise_for_status()


async def staff_tour(visit: Visit, service: Service, stop: Stop) -> None:
    """Every room for staff in its main states."""
    pit = Pit(service, "wisconsin", table=_stacked(service, "wisconsin"))
    people_table(service, pit.floor, "wisconsin", "Ana", title="High Street")
    member(service, "Noor", "surveillance")
    member(service, "Sol", "dealer")
    async with AsyncExitStack() as here:

        async def comes(name: str = "") -> Person:
            somebody = await here.enter_async_context(visit())
            if name:
                await signed_in(somebody, name)
            return somebody

        flo, ana = await comes("flo"), await comes("ana")
        ann = await comes()
        await _opens(pit, ana, ann, stop)
        await _another_dealer(pit, await comes("sol"), stop)
        await _deals(pit, ana, ann, flo, stop)
        await _disputes(ann, stop)
        await _real_cards(pit, ana, stop)
        await _floor(pit, flo, stop)
        await _acts(pit, flo, stop)
        await _slip(pit, ana, flo, stop)
        await _surveillance(service, pit, await comes("noor"), stop)
        await _laboratory(flo, stop)
        await _school(service, await comes(), await comes(), stop)
        boss = await comes("boss")
        await boss.go("/people")
        await boss.page.get_by_role("button", name="Ana").click()
        await stop("people", boss)


async def _opens(pit: Pit, ana: Person, ann: Person, stop: Stop) -> None:
    await ana.go("/deal")
    await expect(ana.page.get_by_role("link", name="Deal here")).to_be_visible()
    await stop("deal-tables", ana)
    await ann.sit(pit.table)
    await ana.go(f"/deal/{pit.table}")
    await expect(ana.page.locator(".duebtn")).to_be_visible()
    await stop("deal-opening", ana)
    await pit.until("turn_cards_down", ana)
    await stop("deal-spread", ana)
    await expect(ann.button("Object to the cards")).to_be_visible()
    await stop("player-cards-shown", ann)
    while pit.view()["phase"] != "cut_offered":
        await pit.step(ana, (), touch=False)
    await stop("deal-cut-offered", ana)
    slider = ann.page.get_by_role("slider")
    await slider.fill(str(SHOES.cuts["wisconsin"]))
    await ann.button("Cut at").click()
    await expect(slider).to_be_hidden()
    await pit.until("burn_card", ana)
    await stop("deal-burn", ana)
    while not pit.first_round_is_near():
        await pit.step(ana, (), touch=False)


async def _another_dealer(pit: Pit, sol: Person, stop: Stop) -> None:
    await sol.go(f"/deal/{pit.table}")
    await expect(sol.page.get_by_text("Ana deals at this table.")).to_be_visible()
    await stop("deal-other", sol)
    await sol.page.locator(".duebtn").click()
    await expect(sol.page.get_by_role("heading", name="Take over from Ana")).to_be_visible()
    await stop("deal-take-over", sol)


async def _deals(pit: Pit, ana: Person, ann: Person, flo: Person, stop: Stop) -> None:
    await ann.bet(("first", 25), ("tie", 5))
    await flo.go(f"/floor/{pit.table}/void_round")  # while a bet is down
    await expect(flo.page.locator("[data-move]").first).to_be_visible()
    await flo.page.get_by_text("Layout disturbed", exact=True).click()
    await stop("floor-void", flo)
    await flo.go("/floor")  # or the preview would be refused when the round is over
    await pit.until("deal_card", ana, ann)
    await stop("deal-deal", ana)
    await pit.until("settle_hand", ana, ann)
    button = ana.page.locator(".duebtn")
    await expect(button).to_contain_text("Paid 50")  # the Tie wager, before the question
    await stop("deal-pay", ana)
    for key, name in {"F2": "wrong", "F4": "call", "F8": "hand-over-waits"}.items():
        await ana.page.keyboard.press(key)
        await stop(f"deal-{name}", ana)
        await ana.page.keyboard.press("Escape")
    await pit.presses(ana, touch=False)
    await expect(button).to_contain_text("Ask seat")
    await stop("deal-tie", ana)
    await pit.presses(ana, touch=False)
    await expect(ann.page.locator(".choice__go")).to_be_visible()
    await stop("deal-asked", ana)
    await ann.choose("surrender")
    await pit.until("rack_cards", ana, ann)
    await pit.step(ana, (ann,), touch=False)
    await ana.page.keyboard.press("F8")  # between rounds it can be done
    await expect(ana.page.get_by_label("Sign-in name")).to_be_visible()
    await stop("deal-hand-over", ana)
    await ana.page.keyboard.press("Escape")


async def _disputes(ann: Person, stop: Stop) -> None:
    """A player's panel at a table that people deal."""
    await ann.page.get_by_role("button", name="Dealer and floor").click()
    panel = ann.page.get_by_role("dialog", name="Dealer and floor")
    await expect(panel).to_contain_text("Ana")
    await stop("player-call", ann)
    await ann.page.keyboard.press("Escape")
    await ann.button("I dispute this").click()
    await panel.get_by_label("What is wrong?").fill("I had the higher card")
    await panel.get_by_label("Total you got back").fill("62.50")
    await stop("player-dispute", ann)
    await panel.get_by_label("Total you got back").press("Enter")
    await expect(panel.locator("[data-dispute]")).to_be_visible()
    await stop("player-disputed", ann)
    await ann.page.keyboard.press("Escape")


async def _real_cards(pit: Pit, ana: Person, stop: Stop) -> None:
    real = copy(pit)
    real.table = people_table(
        pit.service, pit.floor, "wisconsin", "Ana", physical=True, title="Real cards"
    )
    seat = {"id": "s1", "seat": 2, "name": "Ines", "cash_cents": 20_000}
    _told(real, pit.dealer, "stand-ins", seat)
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
    for due in ("Seat 2", "Your own card"):
        await expect(ana.page.get_by_role("heading", name=due).first).to_be_visible()
        await ana.page.get_by_role("button", name="9", exact=True).click()
    await expect(ana.page.get_by_role("button", name="Ask seat 2")).to_be_visible()
    await real.presses(ana, touch=False)
    await expect(ana.page.get_by_role("button", name="Seat 2: War")).to_be_visible()
    await stop("deal-real-cards-asked", ana)
    await ana.page.get_by_role("button", name="Seat a player at 1").click()
    await expect(ana.page.get_by_label("Name")).to_be_visible()
    await stop("deal-real-cards-seat", ana)


async def _floor(pit: Pit, flo: Person, stop: Stop) -> None:
    call = {"kind": "cards", "words": "second card face up"}
    _told(pit, pit.dealer, "calls", call)
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


async def _acts(pit: Pit, flo: Person, stop: Stop) -> None:
    page = flo.page
    for table, act, name in (
        *((pit.table, act, name) for act, name in ACTS.items()),
        (_stacked(pit.service, "skycity"), "open_table", "open"),
    ):
        await flo.go(f"/floor/{table}/{act}")
        await expect(page.locator(".reason input").first).to_be_visible()
        if act in {"change_dealer", "open_table"}:
            await page.locator("select").select_option("Sol")
        if act == "stand_up":
            await page.locator("select").select_option(index=1)
        if act in {"credit_tray", "open_table", "close_table"}:
            await page.locator("[data-chip='10000']").fill("12")
        await expect(page.locator("#told")).to_be_visible()
        await page.locator(".reason label").first.click()
        await stop(f"floor-{name}", flo)
    await flo.go("/floor/new")
    await expect(page.locator("select")).not_to_have_value("")
    await stop("floor-new", flo)


async def _slip(pit: Pit, ana: Person, flo: Person, stop: Stop) -> None:
    """A fill that waits for the dealer's count."""
    fill = {"command": "fill_tray", "amount_cents": 100_000}
    slip = {"command": fill, "count": {"2500": 40}, "reason": "nine greens left"}
    _told(pit, pit.floor, "slips", slip)
    await flo.go(f"/floor/{pit.table}")
    await expect(flo.page.locator("[data-slip=open]")).to_be_visible()
    await stop("floor-slip", flo)
    await ana.go(f"/deal/{pit.table}")
    await ana.page.get_by_role("button", name="A slip waits").click()
    await expect(ana.page.get_by_role("button", name="I counted this")).to_be_visible()
    await stop("deal-slip", ana)


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


async def _school(service: Service, rosa: Person, ivo: Person, stop: Stop) -> None:
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
    while not lesson.right_answer.startswith("ask"):
        said = {"text": lesson.right_answer, "answered": len(lesson.answers) + 1}
        await sent(rosa, "/api/school/lesson/answer", said)
        lesson.answer(lesson.right_answer)
    await rosa.go("/school/lesson")
    await line.fill(f"settle {lesson.right_answer.split()[1]} take 25")  # instead of the question
    await line.press("Enter")
    await expect(rosa.page.locator(".lecture h2")).to_be_visible()
    await stop("school-ask", rosa)
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
    await sent(rosa, "/api/school/lesson", exam)
    for answered in range(12):  # it is ended early, with nothing right
        said = {"text": "burn", "answered": answered}
        await sent(rosa, "/api/school/lesson/answer", said)
    await sent(rosa, "/api/school/lesson/end")
    await rosa.go("/school/report")
    await expect(rosa.page.locator("tr.bad").first).to_be_visible()
    await expect(rosa.page.get_by_role("link", name="Certificate")).to_be_hidden()
    await stop("school-failed", rosa)
    await rosa.page.get_by_role("link", name="Exam report").click()
    await expect(rosa.page.locator(".cert")).to_contain_text("This report shows that")
    await stop("school-failed-report", rosa)
    await rosa.go("/school")
    await rosa.page.get_by_role("button", name="Make a code").click()
    code = await rosa.page.locator(".code code").inner_text()
    await pupil(ivo, "Ivo")
    await ivo.go("/school/class")
    await ivo.page.get_by_label("A pupil’s code").fill(code)
    await ivo.page.get_by_label("A pupil’s code").press("Enter")
    await ivo.page.get_by_role("link", name="Rosa").click()
    await expect(ivo.page.locator(".level").first).to_be_visible()
    await stop("school-class-pupil", ivo)
    await rosa.page.reload()
    await expect(rosa.page.locator(".teachers li")).to_be_visible()
    await stop("school-code", rosa)
