"""A finished round is found again, replays to the same end, and can be shared without names.

Planted once and caught here: a replay with another result.
"""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, expect

from tests.browser.kit import BEYOND_CORE, PHONE, Service, person
from tests.browser.test_company import card_at, made_table, settle

pytestmark = pytest.mark.asyncio(loop_scope="package")


@BEYOND_CORE
async def test_a_replay_shows_the_same_round(browser: Browser, service: Service) -> None:
    async with (
        person(browser, service.url) as guest,
        person(browser, service.url, PHONE) as stranger,
    ):
        await guest.sit(await made_table(guest))
        await guest.cut(100)
        await guest.bet(("first", 100), ("tie", 5))
        await settle(guest)
        net, card = await guest.net(), await card_at(guest, 4)
        dealer = await guest.page.locator(".dealer [aria-label]").first.get_attribute("aria-label")
        await guest.go("/rounds")
        row = guest.page.locator(".rlist tbody tr")
        await expect(row).to_have_count(1)
        await expect(row).to_contain_text(net.replace("-", "−"))
        await row.get_by_role("link").first.click()
        await expect(guest.page.locator(".tag--replay").first).to_be_visible()
        await expect(guest.page.locator("h1")).to_contain_text(net.replace("-", "−"))
        sums = guest.page.locator(".chipsum tfoot")
        await expect(sums.locator("th")).to_have_text(re.compile("^Wagered .+, returned .+, net$"))
        await expect(sums.locator("td")).to_contain_text(net.replace("-", "−"))
        assert await card_at(guest, 4) == card
        again = guest.page.locator(".dealer [aria-label]").first
        assert await again.get_attribute("aria-label") == dealer
        events = guest.page.locator(".events li")
        assert await events.count() > 8
        told = " ".join(await events.all_inner_texts())
        assert "Your hand is settled" in told
        assert "Seat 4" not in told  # the same person is "You" throughout
        await guest.page.get_by_role("slider").fill("1")
        await expect(guest.page.locator(".nowline")).to_contain_text("You")
        path = guest.page.url.removeprefix(service.url)
        await stranger.go(path)
        await expect(stranger.page.locator(".tag--replay").first).to_be_visible()
        await expect(stranger.page.locator("body")).to_contain_text("Seat 4")
        cookies = await stranger.context.cookies()
        assert cookies == []  # nobody became a guest by looking
