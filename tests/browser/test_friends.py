"""Among friends: an owner and two friends at a table by link, made on the page.

Names, locks, phrases, the pause, the results and the values of choices are compared with what the
service says. Planted once and caught here: a hidden phrase that is shown, and the
values of the two choices the wrong way round.
"""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.browser.kit import BEYOND_CORE, PHONE, Person, Service, person
from tests.browser.test_company import settle

pytestmark = pytest.mark.asyncio(loop_scope="package")
WATCH_BROKE = """new MutationObserver(() => {
    window.wasBroke ||= document.body?.textContent.includes("Out of chips");
}).observe(document, {subtree: true, childList: true, characterData: true})"""
BEADS = {
    "win": "won",
    "lose": "lost",
    "surrender": "surrendered",
    "war_won": "won with a war",
    "war_tied": "won with a tied war",
    "war_lost": "lost with a war",
}


def sheet(guest: Person) -> Locator:
    """The panel that is open."""
    return guest.page.get_by_role("dialog")


async def open_panel(guest: Person, name: str) -> Locator:
    """A panel from the table's menu."""
    await guest.page.keyboard.press("Escape")
    await guest.page.locator('[aria-controls="more"]:visible').first.click()
    await guest.page.locator("#more").get_by_role("button", name=name).click()
    await expect(sheet(guest)).to_be_visible()
    return sheet(guest)


async def people(guest: Person) -> Locator:
    """The panel with the people, from the count in the bar."""
    await guest.page.keyboard.press("Escape")
    await guest.page.get_by_role("button", name=re.compile(r"^\d+ (person|people) here")).click()
    await expect(sheet(guest)).to_contain_text("Who is here")
    return sheet(guest)


async def asked(guest: Person, path: str) -> Any:
    """What the service answers this person."""
    answer = await guest.context.request.get(f"{guest.url}{path}")
    assert answer.ok, await answer.text()
    return await answer.json()


async def play(*guests: Person) -> None:
    """A round; whoever ties surrenders."""
    for guest in guests:
        await guest.bet(("first", 25))
    await asyncio.gather(*(settle(guest) for guest in guests))
    for guest in guests:
        await expect(guest.page.locator(".settled")).to_be_visible()


async def make_table(ann: Person) -> str:
    """A table of Ann's own, by the form, with one thing wrong at first; its id."""
    await ann.go("/?houses")
    form = ann.page.locator("form").filter(
        has=ann.page.get_by_role("button", name="Make the table")
    )
    await form.get_by_text("House, limits and clock").click()
    await expect(form.locator("[name=least]")).not_to_have_value("")
    await form.locator("[name=least]").fill("5.50")
    await form.get_by_role("button", name="Make the table").click()
    await expect(form.get_by_role("alert")).to_contain_text("in steps of 1")
    await expect(form.locator("[name=least]")).to_be_focused()
    await form.locator("[name=least]").fill("10")
    await form.locator("[name=title]").fill("Friday night")
    await form.get_by_role("button", name="Make the table").click()
    await expect(ann.page.locator(".seat.is-you")).to_be_visible()
    await expect(sheet(ann)).to_contain_text("Your table")
    await expect(ann.page.locator(".bar__facts")).to_contain_text("10–")
    table = re.sub(r".*/t/([^?]+).*", r"\1", ann.page.url)
    link = sheet(ann).get_by_role("textbox", name="The table's link")
    await expect(link).to_have_value(f"{ann.url}/t/{table}")
    await expect(sheet(ann).get_by_role("img", name=re.compile("QR code"))).to_be_visible()
    assert await ann.violations() == []
    await ann.page.keyboard.press("Escape")
    await ann.cut(100)
    return table


@BEYOND_CORE
async def test_an_owner_and_two_friends(browser: Browser, service: Service) -> None:
    async with (
        person(browser, service.url) as ann,
        person(browser, service.url, PHONE, color_scheme="light") as bo,
        person(browser, service.url, color_scheme="light") as cy,
    ):
        table = await make_table(ann)
        await bo.page.add_init_script(WATCH_BROKE)
        await bo.sit(table)
        await expect(bo.page.locator(".bet")).to_be_visible()
        assert not await bo.page.evaluate("window.wasBroke")  # while the chips are brought
        await cy.go(f"/t/{table}")
        await expect(cy.button("Sit down")).to_be_visible()
        await _who_is_here(ann, bo, cy)
        await _phrases(ann, bo, cy)
        await _pause(ann, bo, cy)
        await _results(ann, bo, table)
        await _owner(ann, bo, cy)


async def _who_is_here(ann: Person, bo: Person, cy: Person) -> None:
    panel = await people(ann)
    await expect(panel.get_by_role("listitem")).to_have_count(3)
    for guest in (bo, cy):
        me = await asked(guest, "/api/me")
        await expect(panel).to_contain_text(me["name"])
    await expect(panel).to_contain_text("there is no free chat")
    assert await ann.violations() == []


async def _phrases(ann: Person, bo: Person, cy: Person) -> None:
    phrases = (await people(bo)).get_by_role("group", name="Say something")
    await phrases.get_by_role("button", name="Well played").click()
    bubble, log = ann.page.locator(".seat .bubble"), ann.page.locator(".log")
    await expect(bubble).to_have_text("Well played")
    await expect(sheet(bo)).to_be_hidden()  # it lay over the table
    await expect(bo.page.locator(".said")).to_contain_text("Well played")
    name = (await asked(bo, "/api/me"))["name"]
    await ann.page.keyboard.press("Escape")
    await expect(log).to_contain_text(f"{name}: Well played")
    panel = await people(ann)
    await panel.get_by_role("button", name=re.compile(f"^Hide phrases.*{name}")).click()
    await expect(bubble).to_have_count(0)
    await asyncio.sleep(2)  # one phrase every two seconds
    await (await people(bo)).get_by_role("button", name="Applause").click()
    await expect(cy.page.locator(".seat .bubble svg")).to_be_visible()
    await expect(bubble).to_have_count(0)
    await panel.get_by_role("button", name=re.compile(f"^Show phrases.*{name}")).click()
    await panel.get_by_role("button", name="Hide all phrases").click()
    await (await people(cy)).get_by_role("button", name="Good luck").click()
    await expect(bo.page.locator(".said")).to_contain_text("Good luck")
    await expect(ann.page.locator(".said")).to_have_count(0)
    await panel.get_by_role("button", name="Show phrases again").click()
    await asyncio.sleep(2)
    await (await people(bo)).get_by_role("button", name="Thanks").click()
    await expect(bubble).to_have_text("Thanks")  # and so all that was said before has come
    await expect(log).to_contain_text("Thanks")
    said = await log.text_content() or ""
    assert "Applause" not in said
    assert "Good luck" not in said
    for guest in (ann, cy):
        await guest.page.keyboard.press("Escape")


async def _pause(ann: Person, bo: Person, cy: Person) -> None:
    await cy.page.get_by_role("button", name="Pause").click()
    await play(ann, bo)
    dealer = cy.page.locator(".dealer__cards [role=img]")
    title = cy.dock.get_by_role("heading")
    await expect(title).to_have_text(re.compile(r"^Paused, \d+ steps behind$"))
    await expect(dealer).to_have_count(0)
    behind = int(re.findall(r"\d+", await title.inner_text())[0])
    await cy.button("One step").click()
    await expect(title).to_have_text(f"Paused, {behind - 1} steps behind")
    await expect(dealer).to_have_count(0)
    await cy.button("Catch up").click()
    await expect(dealer.first).to_be_visible()
    await expect(cy.button("Sit down")).to_be_visible()
    assert await cy.violations() == []


async def _results(ann: Person, bo: Person, table: str) -> None:
    await play(ann, bo)
    panel = await open_panel(bo, "The table's results")
    await expect(panel).to_contain_text("Nobody shares their net result here")
    await panel.get_by_role("checkbox", name="Share my net result here").check()
    await expect(panel).not_to_contain_text("Nobody shares their net result here")
    road = await asked(bo, f"/api/tables/{table}/road")
    [net] = road["players"]
    await expect(panel.get_by_role("row", name=net["name"])).to_contain_text(
        f"{abs(net['net_cents']) / 100:g}"
    )
    columns = panel.get_by_role("region").get_by_role("listitem")
    await expect(columns).to_have_count(len(road["rounds"]))
    for column, one in zip(await columns.all(), reversed(road["rounds"]), strict=True):
        hands = [f"{_who(hand)} {BEADS[hand['outcome']]}" for hand in one["hands"]]
        said = f"Round {one['round']}: {', '.join(hands)}"
        assert re.sub(r"\s+", " ", await column.inner_text()).strip() == said
    counted = panel.locator("dd")
    for index, name in enumerate(("rounds", "hands", "ties", "wars")):
        await expect(counted.nth(index)).to_have_text(str(road["counted"][name]))
    assert await bo.violations() == []
    await bo.page.keyboard.press("Escape")


def _who(hand: dict[str, Any]) -> str:
    return "you" if hand["you"] else f"seat {hand['seat']}"


async def _owner(ann: Person, bo: Person, cy: Person) -> None:
    panel = await open_panel(ann, "Your table")
    await panel.get_by_role("textbox", name="Name").fill("Saturday")
    await panel.get_by_role("button", name="Rename").click()
    for guest in (ann, bo, cy):
        await expect(guest.page.locator(".bar h1")).to_contain_text("Saturday")
    await expect(cy.page.locator(".bar h1")).to_contain_text("'s table")
    await panel.get_by_role("button", name="Lock the table").click()
    await expect(cy.dock).to_contain_text("locked this table: no new players can sit down")
    await expect(cy.page.locator(".plate--sit")).to_have_count(0)
    await expect(bo.page.locator(".seat.is-you")).to_be_visible()
    name = (await asked(bo, "/api/me"))["name"]
    panel = await people(ann)
    await panel.get_by_role("button", name=re.compile(f"^Remove.*{name}")).click()
    await panel.get_by_role("button", name=f"Remove {name}").click()
    await expect(bo.dock).to_contain_text("The owner of this table removed you from your seat")
    await expect(bo.dock).to_contain_text("Your chips are in your account")
    panel = await open_panel(ann, "Your table")
    await panel.get_by_role("button", name="Close the table").click()
    await expect(panel).to_contain_text("You cannot open it again")
    assert await ann.violations() == []
    await panel.get_by_role("button", name="Close for good", exact=True).click()
    await expect(cy.dock).to_contain_text("It is closed for good")
    await expect(ann.page.locator(".seat.is-you")).to_have_count(0)
    await expect(ann.dock).to_contain_text("closed for good")


@BEYOND_CORE
async def test_what_the_other_choice_was_worth(browser: Browser, service: Service) -> None:
    """A surrender in a stacked shoe: dock, replay and list say what the service works out."""
    async with person(browser, service.url) as ann:
        table = service.stacked("washington")
        await ann.sit(table)
        await ann.cut(20)  # where this house's results begin: win, lose, surrender
        for _ in range(2):
            await ann.bet(("first", 25))
            await expect(ann.page.locator(".settled")).to_be_visible()
            await expect(ann.button("What if")).to_have_count(0)
        await ann.bet(("first", 25))
        await ann.choose("surrender")
        await ann.button("What if").click()
        [latest] = (await asked(ann, "/api/rounds?limit=1"))["rounds"]
        [hand] = (await asked(ann, f"/api/rounds/{latest['id']}/what-if"))["hands"]
        await _says(sheet(ann), hand)
        assert await ann.violations() == []
        await ann.go("/rounds")
        await ann.page.get_by_role("link", name="What if?").first.click()
        await _says(ann.page.locator("#what-if"), hand)
        assert await ann.violations() == []


async def _says(panel: Locator, hand: dict[str, Any]) -> None:
    """The panel says what the service says of a surrender, which is the worse choice."""
    await expect(panel).to_contain_text("You surrendered. War would have been worth")
    lines = panel.get_by_role("listitem")
    await expect(lines).to_have_count(2)
    for choice in hand["choices"]:
        line = lines.filter(has_text=re.compile(f"^{choice['choice']}", re.IGNORECASE))
        value = choice["value"]
        await expect(line).to_contain_text(f"exactly {value['fraction'].replace('-', '−')}")
        await expect(line).to_contain_text(f"{float(value['decimal']):.4f}".replace("-", "−"))
        assert ("your choice" in await line.inner_text()) == choice["chosen"]
