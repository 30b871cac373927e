"""The lobby knows where one sits, leads back there, and a second seat is taken on purpose.

Seen to fail on the page before: a lobby that said nothing of one's seat, and a press of "Sit" that
took a second one unasked.
"""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, expect

from tests.browser.kit import BEYOND_CORE, PHONE, Service, person
from tests.browser.test_company import made_table

pytestmark = [pytest.mark.asyncio(loop_scope="package"), BEYOND_CORE]


async def test_the_lobby_leads_back_to_your_seat_and_a_second_one_is_taken_on_purpose(
    browser: Browser, service: Service
) -> None:
    async with person(browser, service.url, PHONE) as guest:
        page, seat = guest.page, guest.page.locator(".seat.is-you")
        table = await made_table(guest)
        await guest.go("/?houses")
        await expect(page.get_by_role("link", name="Go back to your seat")).to_have_count(0)
        await guest.sit(table)
        await guest.go("/?houses")
        await expect(page.locator("h1")).to_contain_text("You sit at")
        row = page.locator(".trow.is-yours")
        await expect(row).to_have_count(1)
        await expect(row).to_contain_text(re.compile(r"You sit here, seat.4.·.500"))
        await expect(row.get_by_role("link")).to_contain_text("Go back")
        assert await guest.violations() == []
        assert await guest.no_sideways_scroll()
        back = page.get_by_role("link", name="Go back to your seat")
        await back.focus()
        await page.keyboard.press("Enter")
        await expect(seat).to_be_visible()
        assert page.url.endswith(table)
        # somewhere else: it is said, and nothing is taken before it is pressed there
        await guest.go("/?houses")
        await page.get_by_role("button", name="Sit here too at Wisconsin").click()
        await expect(guest.dock).to_contain_text("You already sit at")
        await expect(guest.button("Sit here too with")).to_be_visible()
        await page.wait_for_timeout(500)
        await expect(seat).to_have_count(0)
        assert await guest.violations() == []
        await guest.button("Sit here too with").click()
        await expect(seat).to_be_visible()
        await guest.go("/?houses")
        await expect(page.locator(".trow.is-yours")).to_have_count(2)
        # a house where one sits leads back to that seat
        await page.get_by_role("link", name="Go back at Wisconsin").last.click()
        await expect(seat).to_be_visible()


async def test_the_lobby_says_when_its_list_may_be_old(browser: Browser, service: Service) -> None:
    async with person(browser, service.url) as guest:
        guest.forgiven.append("Failed to load|net::ERR")
        await guest.go("/?houses")
        await expect(guest.page.locator(".compare").first).to_be_visible()
        await guest.page.route("**/api/tables?*", lambda route: route.abort())
        await expect(guest.page.locator(".stale")).to_contain_text("reconnects by itself")
        await guest.page.unroute("**/api/tables?*")
        await expect(guest.page.locator(".stale")).to_have_count(0)
