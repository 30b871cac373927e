"""Other ways to play: keys alone, a small phone, 200 % zoom; and a bet that is refused.

Planted once and caught here: a button that cannot be reached by Tab, a page wider than the phone.
"""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from tests.browser.kit import BEYOND_CORE, SMALL_PHONE, ZOOMED, Person, Service, person
from tests.browser.test_company import made_table, settle

pytestmark = [pytest.mark.asyncio(loop_scope="package"), BEYOND_CORE]
TABS_MAX = 60


async def tab_to(guest: Person, selector: str) -> None:
    """Press Tab until something that the selector names has the focus, and can be seen to have."""
    for _ in range(TABS_MAX):
        await guest.page.keyboard.press("Tab")
        there = "(wanted) => document.activeElement?.matches(wanted)"
        if await guest.page.evaluate(there, selector):
            outline = "getComputedStyle(document.activeElement).outlineStyle"
            label = "document.activeElement.closest('label') !== null"
            seen = await guest.page.evaluate(outline) != "none"
            assert seen or await guest.page.evaluate(label), selector
            focused = guest.page.locator(":focus")  # a button that just appeared is deaf at first
            await expect(focused).not_to_have_attribute("aria-disabled", "true")
            return
    raise AssertionError(f"{selector} cannot be reached by Tab")


async def test_keys_alone_play_a_round(browser: Browser, service: Service) -> None:
    async with person(browser, service.url) as guest:
        await guest.go("/")
        keys = guest.page.keyboard
        await tab_to(guest, "#dock button.btn--act")
        await keys.press("Enter")
        await expect(guest.page.locator(".bet")).to_be_visible()
        await tab_to(guest, "input[name=chip]")
        await keys.press("ArrowRight")
        await tab_to(guest, "button.place")
        await keys.press("Enter")
        over = guest.page.locator(".settled, .choice")
        await expect(over.first).to_be_visible()
        if await guest.page.locator(".choice").is_visible():
            await tab_to(guest, "input[name=choice]")
            await keys.press("Space")
            await guest.page.wait_for_timeout(450)
            await tab_to(guest, ".choice__go")
            await keys.press("Enter")
        await expect(guest.page.locator(".settled")).to_be_visible()
        await tab_to(guest, ".why-chip")
        await keys.press("Enter")
        await expect(guest.page.get_by_role("dialog")).to_be_visible()
        await keys.press("Escape")
        await expect(guest.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize(("size", "touch"), [(SMALL_PHONE, True), (ZOOMED, False)])
async def test_a_small_screen_shows_all_of_a_round(
    browser: Browser, service: Service, size: tuple[int, int], touch: bool
) -> None:
    async with person(browser, service.url, size, has_touch=touch) as guest:
        await guest.go("/")
        assert await guest.no_sideways_scroll()
        await guest.page.locator("#dock button.btn--act").click()
        await guest.cut(100)
        assert await guest.no_sideways_scroll()
        await guest.bet(("first", 25))
        await settle(guest)
        await expect(guest.page.locator(".settled__sum")).to_be_in_viewport()
        assert await guest.no_sideways_scroll()
        for path in ("/?houses", "/rounds", "/rules/wisconsin", "/account", "/account/limits"):
            await guest.go(path)
            await expect(guest.page.locator("h1")).to_be_visible()
            assert await guest.no_sideways_scroll(), path


async def limit_stake(guest: Person, cents: int) -> None:
    """Set the guest's own limit, as another tab would."""
    answer = await guest.context.request.put(
        f"{guest.url}/api/me/limits/stake_cents",
        data={"value": cents},
        headers={"origin": guest.url},
    )
    assert answer.ok


async def test_a_limit_that_is_set_elsewhere_is_known_at_once(
    browser: Browser, service: Service
) -> None:
    async with person(browser, service.url) as guest:
        await guest.sit(await made_table(guest))
        await guest.cut(100)
        await limit_stake(guest, 5000)  # elsewhere: the service tells this page
        await guest.put(("first", 100))
        button = guest.page.locator("button.place")
        await expect(button).to_contain_text("Your own limits allow at most 50")


async def test_what_cannot_be_bet_is_explained_before_it_is_sent(
    browser: Browser, service: Service
) -> None:
    async with person(browser, service.url) as guest:
        await guest.sit(await made_table(guest))
        await expect(guest.page.locator(".shoe-mark")).to_contain_text("not loaded yet")
        await guest.cut(100)
        await guest.put(("first", 1))
        button = guest.page.locator("button.place")
        await expect(button).to_have_attribute("aria-disabled", "true")
        await expect(button).to_contain_text("The minimum on Primary is 5")
        await guest.put(*[("first", 100)] * 3)
        await expect(button).to_contain_text("Bet 300")  # as much of the chip as the table takes
        await expect(button).to_contain_text("The maximum on Primary is 300")
        await expect(button).to_have_attribute("aria-disabled", "false")
        await guest.put(("first", 25))
        await expect(button).to_contain_text("Bet 300")
        await guest.button("Undo").click()
        await expect(button).to_contain_text("Bet 201")
        await expect(button).not_to_contain_text("maximum")
    async with person(browser, service.url) as guest:
        table = await made_table(guest)
        await limit_stake(guest, 5000)
        await guest.sit(table)
        await guest.cut(100)
        await guest.put(("first", 100))
        button = guest.page.locator("button.place")
        await expect(button).to_contain_text("Bet 50")
        await expect(button).to_contain_text("Your own limits allow at most 50")


async def test_as_many_chips_come_along_as_one_picks(browser: Browser, service: Service) -> None:
    async with person(browser, service.url) as guest:
        await guest.go(f"/t/{await made_table(guest)}")
        await expect(guest.page.locator(".shoe-mark")).to_have_text("")  # no cards, no shoe
        await expect(guest.button("Sit down with 500")).to_be_visible()
        await guest.button("100").click()
        await guest.button("Sit down with 100").click()
        await guest.cut(100)
        await expect(guest.page.locator(".bar__money")).to_have_text("100+900 more")
        await guest.bet(("first", 25))
        await settle(guest)
        await guest.page.get_by_role("button", name="Table", exact=True).click()
        await guest.page.get_by_role("button", name="Sit out").click()
        await expect(guest.dock).to_contain_text("You are sitting out")  # the result is put away


LONG = "Averyveryverylongtitlewithoutanyspace123"
NARROW = (320, 640)  # 400 % zoom


@pytest.mark.parametrize("size", [SMALL_PHONE, NARROW])
async def test_no_room_is_wider_than_the_screen(
    size: tuple[int, int], browser: Browser, service: Service
) -> None:
    async with person(browser, service.url, size) as guest:
        await guest.context.request.post(f"{guest.url}/api/guest", headers={"origin": guest.url})
        made = await guest.context.request.post(
            f"{guest.url}/api/tables",
            headers={"origin": guest.url},
            data={"house": "washington", "title": LONG},
        )
        assert made.ok
        for path in ("/?houses", "/rounds", "/rules/wisconsin", "/account/limits"):
            await guest.go(path)
            await expect(guest.page.locator("h1")).to_be_visible()
            if path == "/?houses":
                await expect(guest.page.locator(".trow").first).to_contain_text(LONG)
            assert await guest.no_sideways_scroll(), path
