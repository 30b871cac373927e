"""What rooms ask of the service and say of it; and small ways in which a press goes wrong.

Seen to fail on the page before: rooms that ask without end, "Your own table" said to a friend, the
table's secret in the address of a round, sums of one page shown as those of all rounds, a held key
that puts many chips down, and the keyboard lost at the first bet.
"""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest
from playwright.async_api import Browser, Request, Route, expect

from tests.browser.kit import BEYOND_CORE, Person, Service, person
from tests.browser.test_company import made_table, settle

pytestmark = [pytest.mark.asyncio(loop_scope="package"), BEYOND_CORE]
ROOMS = ("/account/statement", "/account/limits", "/account/break", "/account", "/rounds")
ASKED_MAX = 3  # of one thing, by one room


async def play_one(guest: Person, table: str) -> None:
    """One round at a table."""
    await guest.sit(table)
    await guest.cut(100)
    await guest.bet(("first", 25))
    await settle(guest)


async def test_a_room_asks_each_thing_once(browser: Browser, service: Service) -> None:
    async with person(browser, service.url) as guest:
        await made_table(guest)
        for path in ROOMS:
            asked = Counter[str]()

            def count(request: Request, asked: Counter[str] = asked) -> None:
                asked[request.url] += "/api/" in request.url

            guest.page.on("request", count)
            await guest.go(path)
            await expect(guest.page.locator("h1")).to_be_visible()
            await guest.page.wait_for_timeout(500)
            guest.page.remove_listener("request", count)
            assert max(asked.values()) <= ASKED_MAX, path


async def test_the_rules_of_a_table_are_those_in_force_there(
    browser: Browser, service: Service
) -> None:
    """Before, they were those of its house, with other limits and another number of decks."""
    async with person(browser, service.url) as guest:
        page = guest.page
        limits = {"min_cents": 2000, "max_cents": 10000, "decks": 8, "title": "Corner"}
        await guest.go(f"/t/{await made_table(guest, 'wisconsin', **limits)}")
        link = page.locator(".bar__tools a", has_text="Rules")
        await expect(link).to_have_attribute("href", re.compile("table="))
        await guest.go(str(await link.get_attribute("href")))
        await expect(page.locator(".title")).to_contain_text("In force at Corner, with its limits")
        await expect(page.locator(".sheetrules").first).to_contain_text("8 (allowed: 6, 7, 8)")
        await expect(page.get_by_text("20 to 100")).to_be_visible()
        await expect(page.get_by_text("for a fresh shoe of 8 decks")).to_be_visible()
        await page.locator(".rules__pick select").select_option("wisconsin")
        await expect(page.get_by_text("5 to 500")).to_be_visible()
        await expect(page.get_by_text("In force at")).to_have_count(0)


async def test_a_shared_round_does_not_lead_to_a_table_by_link(
    browser: Browser, service: Service
) -> None:
    async with (
        person(browser, service.url) as guest,
        person(browser, service.url) as friend,
        person(browser, service.url) as stranger,
    ):
        table = await made_table(guest)
        await play_one(guest, table)
        await friend.go(f"/t/{table}")
        await expect(friend.page.locator(".bar__place")).to_contain_text("Guest")
        await expect(friend.page.locator(".bar__place")).not_to_contain_text("Your table")
        await guest.go(f"/rounds/{table}-1")  # as the table links to it
        await expect(guest.page.locator(".sharenote")).to_contain_text("seat numbers")
        assert table not in guest.page.url
        await stranger.go(guest.page.url.removeprefix(service.url))
        await expect(stranger.page.locator("h1")).to_contain_text("Round 1")
        assert table not in await stranger.page.content()


async def test_sums_are_those_of_all_rounds(browser: Browser, service: Service) -> None:
    """Although the list has only the newest."""
    async with person(browser, service.url) as guest:
        table = await made_table(guest)
        await play_one(guest, table)
        await guest.button("New bet").click()
        await guest.bet(("first", 25))
        await settle(guest)
        await expect(guest.page.locator(".settled")).to_be_visible()

        async def newest(route: Route) -> None:
            answer = await route.fetch()
            found = json.loads(await answer.text())
            some = {"rounds": found["rounds"][:1], "next": "1.1.washington"}
            await route.fulfill(response=answer, json={**found, **some})

        page, note = guest.page, guest.page.locator(".netbox__of")
        await guest.go("/rounds")
        await expect(page.locator(".rlist tbody tr")).to_have_count(2)
        await expect(note).to_have_count(0)
        sums = await page.locator(".netbox__sum").inner_text()
        running = await page.locator(".rlist tbody tr").first.locator("td").last.inner_text()
        assert running in sums
        await page.route("**/api/rounds?*", newest)
        await guest.go("/rounds")
        await expect(page.locator(".rlist tbody tr")).to_have_count(1)
        await expect(note).to_contain_text("the 1 newest")
        assert await page.locator(".netbox__sum").inner_text() == sums
        assert await page.locator(".rlist tbody tr td").last.inner_text() == running
        await page.unroute_all(behavior="wait")  # the table beside the room asks, too


async def test_a_held_key_puts_one_chip_down_and_the_first_bet_keeps_the_keyboard(
    browser: Browser, service: Service
) -> None:
    async with person(browser, service.url) as guest:
        await guest.sit(await made_table(guest))
        await guest.cut(100)
        keys = guest.page.keyboard
        place = guest.page.locator("button.place")
        await expect(place).not_to_have_attribute("aria-disabled", "true")
        await place.focus()
        before = await place.element_handle()
        await guest.spot("first").focus()
        for _ in range(5):
            await keys.down("Enter")
        await keys.up("Enter")
        await expect(place).to_contain_text("Bet 25")
        after = await place.element_handle()
        assert before is not None
        assert await before.evaluate("(one, other) => one === other", after)
        await place.focus()
        await keys.press("Enter")
        await settle(guest)
        assert await guest.page.evaluate("document.activeElement !== document.body")
