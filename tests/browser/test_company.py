"""Two people at one table, and one person in two tabs.

Planted once and caught here: a tab that goes on as if it had not been taken over.
"""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Browser, expect

from tests.browser.kit import Person, Service, person

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def made_table(guest: Person, house: str = "washington", **settings: object) -> str:
    """A table of the guest's own."""
    await guest.go("/?houses")
    await guest.context.request.post(f"{guest.url}/api/guest", headers={"origin": guest.url})
    made = await guest.context.request.post(
        f"{guest.url}/api/tables",
        data={"house": house, "public": False, **settings},
        headers={"origin": guest.url},
    )
    return str((await made.json())["table"]["id"])


async def card_at(watcher: Person, seat: int) -> str:
    """The first card at a seat, as this page shows it."""
    plate = watcher.page.locator(".seat").filter(
        has=watcher.page.locator(f".plate__n:text-is('{seat}')")
    )
    label = await plate.locator(".slot--first [aria-label]").first.get_attribute("aria-label")
    return str(label)


async def settle(guest: Person) -> None:
    """Surrender if the cards tied; wait for the result."""
    over = guest.page.locator(".settled, .choice")
    await expect(over.first).to_be_visible()
    if await guest.page.locator(".choice").is_visible():
        await guest.choose("surrender")


async def test_two_browsers_at_one_table(browser: Browser, service: Service) -> None:
    async with person(browser, service.url) as ann, person(browser, service.url) as bo:
        table = await made_table(ann)
        await ann.sit(table)
        await ann.cut(100)
        await bo.sit(table)  # by the link that Ann sends
        await expect(ann.page.locator(".seat:not(.is-free)")).to_have_count(2)
        await ann.bet(("first", 25))
        await expect(ann.page.locator(".waitbox")).to_be_visible()
        await expect(bo.page.locator(".seat:not(.is-you) .plate__ok")).to_be_visible()
        await expect(bo.page.locator(".call__clock")).to_be_visible()
        await bo.bet(("first", 100))
        await asyncio.gather(settle(ann), settle(bo))  # one of them may wait for the other
        for guest in (ann, bo):
            await expect(guest.page.locator(".settled")).to_be_visible()
        for seat in (3, 4):
            assert await card_at(ann, seat) == await card_at(bo, seat) != ""


async def test_a_second_tab_takes_over_and_the_first_is_told(
    browser: Browser, service: Service
) -> None:
    async with person(browser, service.url) as ann:
        table = await made_table(ann)
        await ann.sit(table)
        await ann.cut(100)
        second = await ann.context.new_page()
        await second.goto(f"{service.url}/t/{table}")
        await expect(second.locator(".bet")).to_be_visible()
        await expect(ann.page.locator(".game--taken")).to_be_visible()
        await ann.button("Play here instead").click()
        await expect(ann.page.locator(".bet")).to_be_visible()
        await expect(second.locator(".game--taken")).to_be_visible()
