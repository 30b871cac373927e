"""Citations open, why answers why, and a replay stays in view; all of it on a small phone.

Seen to fail on the page before: clause marks that are no buttons, "policy, as WI e4" without a
word, a why without a reason, and replay controls that scroll away.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.browser.kit import BEYOND_CORE, DESKTOP, SMALL_PHONE, Person, person, serving
from tests.browser.shoes import Shoes

pytestmark = [pytest.mark.asyncio(loop_scope="package"), BEYOND_CORE]
ROUNDS = ("war_won",)
SHOES = Shoes(6, {"washington": ROUNDS, "skycity": ROUNDS})


async def is_within_window(found: Locator) -> bool:
    """Whether all of it is on the screen, and nothing lies over its middle."""
    return bool(
        await found.evaluate(
            """(one) => {
              const { left, top, right, bottom } = one.getBoundingClientRect();
              const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
              const { clientWidth, clientHeight } = document.documentElement;
              return left >= 0 && top >= 0 && right <= clientWidth && bottom <= clientHeight &&
                one.contains(over);
            }"""
        )
    )


async def is_listed_in_view(guest: Person) -> bool:
    """Whether the list shows the step that is shown."""
    return bool(
        await guest.page.locator(".events li[aria-current]").evaluate(
            """(one) => {
              const [item, list] = [one, one.parentElement].map((it) => it.getBoundingClientRect());
              return item.top >= list.top - 1 && item.bottom <= list.bottom + 1;
            }"""
        )
    )


@pytest.mark.parametrize(("house", "size"), [("washington", SMALL_PHONE), ("skycity", DESKTOP)])
async def test_every_mark_opens_its_clause(
    browser: Browser, tmp_path: Path, house: str, size: tuple[int, int]
) -> None:
    with serving(tmp_path / "data", SHOES.write(tmp_path / "shoes.txt")) as service:
        async with person(browser, service.url, size) as guest:
            page, note = guest.page, guest.page.locator(".note")
            await guest.sit(service.stacked(house))
            mark = guest.dock.get_by_role("button", name=re.compile("policy, as WI e4"))
            await mark.click()
            await expect(note).to_contain_text("This house's own document does not cover this")
            await expect(note).to_contain_text("The house follows Wisconsin's rule")
            await expect(note).to_contain_text("at least 10 cards in from either end")
            await expect(note).to_contain_text("Section 37, clause e4")
            assert await is_within_window(note)
            assert await guest.violations() == []
            await page.keyboard.press("Escape")
            await expect(note).to_have_count(0)
            await expect(mark).to_be_focused()
            # by keys, and on to the rules page at that place; the cut waits
            await page.keyboard.press("Enter")
            await page.keyboard.press("Tab")
            await page.keyboard.press("Enter")
            target = page.locator(".is-target")
            await expect(target).to_contain_text("at least 10 cards in")
            await expect(target).to_be_in_viewport()
            await expect(page.locator("#rules li").first).to_contain_text("against the dealer")
            await page.get_by_role("link", name="Back to the table").click()
            # why
            await guest.cut(SHOES.cuts[house])
            await guest.bet(("first", 100))
            await guest.choose("war")
            assert await guest.net() == "+100"
            await page.locator(".why-chip").filter(has_text="War").first.click()
            why = page.locator(".because")
            await expect(why).to_contain_text(
                "You won the war because your queen beats the dealer's jack."
            )
            await expect(why).to_contain_text("pays a won war with one more unit")
            both = "on both wagers"
            if house == "washington":
                await expect(why).to_contain_text(f"1 to 2 {both}")
                await expect(page.locator(".why-chip").first).to_contain_text(both)
            else:
                await expect(page.locator(".sheet")).not_to_contain_text(both)
            await page.locator(".sheet .moves .clause").last.click()
            assert await is_within_window(note)
            await page.keyboard.press("Escape")
            await expect(page.locator(".sheet")).to_be_visible()  # only the note is closed
            # the replay
            await guest.go("/rounds")
            await page.locator(".rlist tbody tr").get_by_role("link").first.click()
            await expect(page.locator(".nowline")).to_contain_text("Your hand is settled: war won")
            play = page.get_by_role("button", name="Play", exact=True)
            assert await is_within_window(play)
            own = await page.locator(".seat.is-you .seat__spots").bounding_box()
            below = await page.locator(".controls").bounding_box()
            assert own is not None
            assert below is not None
            assert own["y"] + own["height"] <= below["y"]  # one's own hand is not covered
            assert await is_listed_in_view(guest)
            await page.get_by_role("button", name="Step forward").click()
            await page.get_by_role("slider").fill("2")
            assert await is_listed_in_view(guest)
            await page.locator(".chipsum").scroll_into_view_if_needed()
            assert await is_within_window(play)
            await page.locator(".events li .clause").nth(1).click()
            await expect(note).to_be_visible()
            assert await is_within_window(note)
            assert await guest.violations() == []
