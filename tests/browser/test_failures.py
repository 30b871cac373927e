"""When something fails or ends, the page says so and there is a way on: never a white page.

Planted once and caught here: a page that forgets to say why a table was refused, and one that
keeps a session that has ended.
"""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, Route, expect

from tests.browser.kit import BEYOND_CORE, Person, Service, person
from tests.browser.test_company import made_table

pytestmark = [pytest.mark.asyncio(loop_scope="package"), BEYOND_CORE]
PROVOKED = r"Failed to load resource|Failed to fetch dynamically|net::ERR|WebSocket connection to"


async def titled(guest: Person, words: str) -> None:
    """The page's heading."""
    await expect(guest.page.locator("h1")).to_have_text(words)


async def test_what_cannot_be_got_is_said(browser: Browser, service: Service) -> None:
    async with person(browser, service.url) as guest:
        guest.forgiven.append(PROVOKED)
        page, down = guest.page, True

        async def broken(route: Route) -> None:
            body = '{"code": "service/store_failed", "message": ""}'
            await (route.fulfill(status=503, body=body) if down else route.continue_())

        await made_table(guest)
        await page.route("**/api/session", broken)
        await guest.go("/?houses")
        await titled(guest, "Something went wrong on our side")
        down = False
        await guest.page.get_by_role("button", name="Try again").click()
        await titled(guest, "One card each. Higher wins.")
        down = True
        await page.unroute("**/api/session")
        await page.route("**/api/rounds?*", broken)
        await page.locator(".nav a[href='/rounds']").click()
        await titled(guest, "Something went wrong on our side")
        await guest.go("/rounds/%E0%A4%A")
        await titled(guest, "This page does not exist")
        # a room that cannot be loaded: the page is loaded once more, then it says so
        await page.route(re.compile(r"/assets/Rules-.*\.js"), lambda route: route.abort())
        await guest.go("/rules/washington")
        await titled(guest, "Something went wrong on our side")
        await page.unroute(re.compile(r"/assets/Rules-.*\.js"))
        await page.route("**/api/**", lambda route: route.abort())
        await page.locator(".nav a[href='/rounds']").click()
        await titled(guest, "No connection")


async def test_what_comes_late_is_asked_for_again(browser: Browser, service: Service) -> None:
    """Planted once and caught here: what a result needs is asked for only once."""
    async with person(browser, service.url) as guest:
        guest.forgiven.append(PROVOKED)
        cut_off = re.compile(r"/assets/late-.*\.js|/api/session$")
        await guest.go("/")
        await expect(guest.button("Sit down")).to_be_visible()
        await guest.page.route(cut_off, lambda route: route.abort())
        async with guest.page.expect_event("requestfailed"):
            await guest.button("Sit down").click()
        await expect(guest.page.locator(".bet")).to_be_visible()  # a first bet needs nothing of it
        async with guest.page.expect_response(re.compile(r"/assets/late-.*\.js")):
            await guest.page.unroute(cut_off)
        await guest.bet(("first", 25))
        await expect(guest.page.locator(".settled, .choice")).to_be_visible()


async def test_a_refused_table_is_said_and_can_be_asked_for_again(
    browser: Browser, service: Service
) -> None:
    async with person(browser, service.url) as guest:
        guest.forgiven.append(PROVOKED)
        words = "No tables are made at this hour."

        async def refuse(route: Route) -> None:
            if route.request.method != "POST":
                await route.continue_()
                return
            await route.fulfill(status=403, json={"code": "role/not_allowed", "message": words})

        await guest.page.route("**/api/tables", refuse)
        await guest.go("/")
        sit = guest.page.locator("#dock button.btn--act")
        await sit.click()
        await expect(guest.page.locator(".trouble")).to_contain_text(words)
        await guest.page.unroute("**/api/tables")
        # the person is a guest by now: the lobby has its own button
        await guest.page.locator(".title button.btn--act").click()
        await expect(guest.page.locator(".seat.is-you")).to_be_visible()


async def test_who_is_signed_out_can_sit_down_again(browser: Browser, service: Service) -> None:
    async with person(browser, service.url) as guest:
        guest.forgiven.append(PROVOKED)
        await guest.sit(await made_table(guest))
        out = await guest.context.request.post(
            f"{guest.url}/api/sign-out", headers={"origin": guest.url}
        )
        assert out.ok
        await titled(guest, "You are signed out")
        await expect(guest.page.locator(".me")).to_have_count(0)
        await guest.page.get_by_role("link", name="To the lobby").click()
        await guest.page.locator(".title button.btn--act").click()
        await expect(guest.page.locator(".seat.is-you")).to_be_visible()


async def test_chips_are_brought_from_another_table(browser: Browser, service: Service) -> None:
    async with person(browser, service.url) as guest:
        first, second = await made_table(guest), await made_table(guest)
        await guest.sit(first)
        await guest.cut(100)
        await guest.page.get_by_role("button", name="Table", exact=True).click()
        await guest.page.get_by_role("button", name="Bring 500 more chips").click()
        await expect(guest.page.locator(".bar__money b")).to_have_text("1,000")
        await guest.page.locator(".bar__home").click()
        await guest.page.evaluate("(path) => history.pushState(null, '', path)", f"/t/{second}?sit")
        await guest.page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
        await guest.button("Sit here too").click()
        await expect(guest.page.locator(".seat.is-you")).to_be_visible()
        await guest.button("Refuse the cut").click()
        await expect(guest.dock).to_contain_text("You have 1,000 at another table")
        await guest.button("Leave that seat and bring 1,000").click()
        await expect(guest.page.locator(".bet")).to_be_visible()
        await expect(guest.page.locator(".bar__money b")).to_have_text("1,000")
