"""It is your turn, told outside the table: in the title, and in whatever room of the page you are.

Seen to fail on the page before: a title that says nothing of a choice, rules that close the table
while its clock runs, and a section link or a typed address that does.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from casinowar.houses import load_house
from tests.browser.kit import BEYOND_CORE, PHONE, Person, person, serving
from tests.browser.shoes import ANY, stack

pytestmark = [pytest.mark.asyncio(loop_scope="package"), BEYOND_CORE]
CUT = 20
CHOICE = re.compile(r"^● Your choice, \d+\s?s$")


def shoe(folder: Path) -> Path:
    """A round of two players at Wisconsin: seat 3 loses, seat 4 ties and wins its war."""
    house = load_house("wisconsin")
    burns = [ANY] * house.war.burn_count
    cards = [ANY] * house.cards.opening_burn
    cards += ["5h", "Kc", "Kd", *burns, "Qh", *burns, "Js"]
    file = folder / "shoes.txt"
    file.write_text(" ".join(stack(6, [cards], 60, CUT)) + "\n", encoding="ascii")
    return file


async def from_menu(guest: Person, name: str) -> None:
    """Open a room from the table's menu."""
    await guest.page.locator('[aria-controls="more"]:visible').first.click()
    await guest.page.locator("#more").get_by_role("link", name=name, exact=True).click()


async def seconds(page: Page) -> int:
    """The seconds that the title shows."""
    found = re.search(r"(\d+)\s?s$", await page.title())
    assert found is not None
    return int(found[1])


async def test_a_choice_is_told_in_the_title_and_under_other_rooms(
    browser: Browser, tmp_path: Path
) -> None:
    with serving(tmp_path / "data", shoe(tmp_path)) as service:
        async with (
            person(browser, service.url, PHONE) as ann,
            person(browser, service.url) as bo,
        ):
            page, table = ann.page, service.stacked("wisconsin")
            bar, back = page.locator(".turn"), page.get_by_role("link", name="Back to the table")
            await ann.sit(table)
            await expect(page).to_have_title("● Your turn to cut")  # nobody else waits: no clock
            await ann.cut(CUT)
            await expect(page).to_have_title(re.compile("^Wisconsin.*: Casino War$"))
            await bo.sit(table)
            await bo.bet(("first", 25))
            await ann.bet(("first", 25))
            await expect(page).to_have_title(CHOICE)
            await expect(bo.page).not_to_have_title(re.compile("●"))
            before = await seconds(page)
            # the rules open, the table goes on
            await from_menu(ann, "Rules")
            await expect(page.locator("h1")).to_contain_text("rules and odds")
            await expect(bar).to_contain_text(re.compile(r"Your choice, \d+\s?s\."))
            await expect(page).to_have_title(CHOICE)
            assert await ann.violations() == []
            await page.locator('.jump a[href="#odds"]').click()
            await expect(page).to_have_url(re.compile("#odds$"))
            await expect(bar).to_contain_text(re.compile(r"Your choice, \d+\s?s\."))
            await page.reload()
            await expect(bar).to_contain_text(re.compile(r"Your choice, \d+\s?s\."))
            await page.goto(f"{service.url}/rounds")
            await expect(bar).to_contain_text(re.compile(r"Your choice, \d+\s?s\."))
            assert await seconds(page) < before
            assert await ann.no_sideways_scroll()
            # the lobby says it, too; it said nothing before
            await page.goto(f"{service.url}/?houses")
            await expect(page.locator("main .title")).to_contain_text("is waiting for your answer")
            await page.get_by_role("link", name="Go back to your seat").click()
            await ann.choose("war")
            # the second question is told, too, and in the next room
            await expect(page).to_have_title(re.compile(r"^● Tie on the war\?, \d+\s?s$"))
            await from_menu(ann, "Rounds")
            await expect(bar).to_contain_text("Tie on the war?")
            await back.click()
            await ann.decline_war_tie()
            assert await ann.net() == "+25"
            await expect(page).to_have_title(re.compile("^Wisconsin.*: Casino War$"))
            # between rounds the bar says so, and the lobby ends it
            await from_menu(ann, "Odds")
            await expect(bar).to_contain_text("Your table is still playing")
            await page.locator(".bar__home").click()
            await expect(page.locator(".trow.is-yours")).to_have_count(1)
            await expect(bar).to_have_count(0)


async def test_a_browser_that_refuses_notices_is_told_in_plain_words(
    browser: Browser, tmp_path: Path
) -> None:
    """Nothing is asked before somebody switches it on."""
    with serving(tmp_path / "data", shoe(tmp_path)) as service:
        async with person(browser, service.url) as ann:
            await ann.context.add_init_script(
                "window.asked = 0; Notification.requestPermission = async () => "
                "(window.asked += 1, 'denied')"
            )
            await ann.sit(service.stacked("wisconsin"))
            await ann.page.locator('[aria-controls="more"]:visible').first.click()
            assert await ann.page.evaluate("window.asked") == 0
            switch = ann.page.get_by_role("button", name="Notify me when it is my turn")
            await expect(switch).to_have_attribute("aria-pressed", "false")
            await switch.click()
            await expect(ann.page.locator(".menu__note")).to_contain_text("blocks notifications")
            await expect(switch).to_have_attribute("aria-pressed", "false")
            assert await ann.page.evaluate("window.asked") == 1
