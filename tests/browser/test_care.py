"""Breaks in the whole page, chips for a war, leaving the seat, and where one is signed in.

Each of these failed on the page before: "Bet 25" and "Sit" were offered on a break and then
refused; "Bring" brought all chips of the account; leaving was not there, without a word; one
browser was listed.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from tests.browser.kit import (
    BEYOND_CORE,
    DESKTOP,
    PHONE,
    SMALL_PHONE,
    Person,
    Service,
    person,
    serving,
)
from tests.browser.shoes import Shoes
from tests.browser.test_company import made_table

pytestmark = [pytest.mark.asyncio(loop_scope="package"), BEYOND_CORE]

TIES = Shoes(6, {"washington": ("surrender",) * 4})
STOPPED = re.compile(r"You are on a break until ")
# what starts new play, or fetches chips for it
PLAY = re.compile(
    r"^(Sit|Bet|Place|Rebet|Same bet|New bet|Top up|Bring|Deal me in|Put a chip|Open)\b"
)
BURST = """() => {
  const dock = document.querySelector('#dock').getBoundingClientRect();
  const bursts = (one) => {
    const box = one.getBoundingClientRect(), style = getComputedStyle(one);
    if (box.width < 2 || box.height < 2 || style.opacity === '0') return false;
    const outside = box.right > dock.right + 1 || box.left < dock.left - 1
      || box.bottom > dock.bottom + 1 || box.top < dock.top - 1;
    const option = one.closest('.option, button')?.getBoundingClientRect() ?? dock;
    const beyond = box.top < option.top - 1 || box.bottom > option.bottom + 1;
    const wide = style.display !== 'inline' && one.scrollWidth > one.clientWidth + 2;
    return outside || beyond || wide;
  };
  return [...document.querySelectorAll('#dock .dock__box, #dock .dock__box *')]
    .filter((one) => !one.closest('svg') && !one.classList.contains('sr') && bursts(one))
    .map((one) => `${one.className} ${one.textContent.slice(0, 60)}`);
}"""


TOP = "Math.round(document.querySelector('#dock').getBoundingClientRect().top)"


async def picture(page: Page, name: str) -> None:
    """A picture for whoever wants to look; none in the ordinary run."""
    if folder := os.environ.get("CARE_PICTURES"):
        for theme in ("dark", "light"):
            await page.emulate_media(color_scheme=theme)
            await page.screenshot(path=Path(folder) / f"{name}-{theme}.png")
        await page.emulate_media(color_scheme="dark")


async def sized(guest: Person, name: str, tops: dict[int, int]) -> None:
    """Nothing leaves the dock, in three sizes; it is as high as before, so that no card moves."""
    for width, height in (SMALL_PHONE, PHONE, DESKTOP):
        await guest.page.set_viewport_size({"width": width, "height": height})
        assert await guest.page.evaluate(BURST) == [], (name, width)
        top = await guest.page.evaluate(TOP)
        assert abs(tops.setdefault(width, top) - top) <= 1, (name, width)
        await picture(guest.page, f"{name}-{width}")


async def nothing_to_play(page: Page) -> None:
    """The page says until when, and offers nothing that would be refused."""
    await expect(page.locator(".stop").first).to_contain_text(STOPPED)
    for role in ("button", "link"):
        offers = page.get_by_role(role, name=PLAY)
        found = [await one.inner_text() for one in await offers.all()]
        assert found == [], (page.url, found)


async def test_a_break_is_a_state_of_the_whole_page(browser: Browser, service: Service) -> None:
    async with person(browser, service.url, PHONE) as guest:
        table = await made_table(guest)
        await guest.sit(table)
        await guest.cut(20)
        await expect(guest.page.locator(".bet")).to_be_visible()
        other = await guest.context.new_page()
        await other.goto(f"{guest.url}/account/break")
        start = other.get_by_role("button", name="Start a break")
        await expect(start).to_have_attribute("aria-disabled", "true")  # nothing is preset
        await other.get_by_label("Or your own length").fill("9999")
        await expect(other.locator("main").get_by_role("alert")).to_contain_text(
            "1 hour to 42 days"
        )
        await other.get_by_label("Or your own length").fill("3")
        await other.get_by_role("button", name="Start a break of 3 hours").click()
        await expect(other.locator("main").get_by_role("alert")).to_contain_text(
            "You cannot end it early"
        )
        await picture(other, "break-asked")
        await expect(guest.page.locator(".bet")).to_be_visible()  # it was only asked
        await other.get_by_role("button", name="Start the break").click()
        await expect(guest.dock).to_contain_text(STOPPED)  # in the other tab, without a reload
        await nothing_to_play(guest.page)
        await expect(guest.button("Leave the seat")).not_to_have_attribute("aria-disabled", "true")
        await sized(guest, "stopped-seated", {})
        assert await guest.violations() == []
        rooms = ["/", "/?houses", "/account/statement", "/account/limits", "/account/break"]
        for path in [
            *rooms,
            "/account/help",
            "/rounds",
            "/rules/washington",
            f"/t/{service.stacked('wisconsin')}?sit",
        ]:
            await other.goto(guest.url + path)
            await nothing_to_play(other)
            await picture(other, f"stopped{path.replace('/', '_')}")
        await expect(other.locator("#dock")).to_contain_text("You can watch")
        await other.set_viewport_size({"width": 1440, "height": 900})
        await picture(other, "stopped-watching-desktop")
        # before: "Take a break" during one, an exclusion of 6 months preset, and a lobby whose
        # strongest button led back to the table
        await other.goto(f"{guest.url}/account/break")
        await expect(other.locator("h1")).to_have_text("You are on a break")
        await expect(other.locator("main form h2").first).to_have_text("Make your break longer?")
        await other.get_by_role("radio", name="1 hour").check(force=True)
        await expect(other.locator("main").get_by_role("alert")).to_contain_text(
            "Choose a longer break"
        )
        confirm = other.get_by_role("button", name="Continue")
        await expect(confirm).to_have_attribute("aria-disabled", "true")
        await other.get_by_role("radio", name="1 year").check(force=True)
        await expect(confirm).to_have_attribute("aria-disabled", "false")
        await other.goto(f"{guest.url}/?houses")
        await nothing_to_play(other)
        await picture(other, "stopped-lobby-desktop")
        await expect(other.locator("main")).not_to_contain_text("bets are open")
        await expect(other.locator("main .btn--act")).to_have_text(["Leave the seat"])
        await other.locator("main .btn--act").click()
        await expect(other.locator(".trow.is-yours")).to_have_count(0)
        await guest.page.reload()
        await expect(guest.dock).to_contain_text("You can watch")
        await nothing_to_play(guest.page)


async def test_what_can_be_done_comes_back_when_a_break_is_over(
    browser: Browser, service: Service
) -> None:
    async with person(browser, service.url) as guest:
        table = await made_table(guest)
        await guest.sit(table)
        await guest.cut(20)
        await guest.put(("first", 25))
        lobby = await guest.context.new_page()
        await lobby.goto(f"{guest.url}/?houses")
        await guest.context.request.post(
            f"{guest.url}/api/me/break",
            data={"until_ms": int(time.time() * 1000) + 6_000},
            headers={"origin": guest.url},
        )
        await expect(guest.dock).to_contain_text(STOPPED)
        await expect(guest.page.locator(".bet")).to_be_visible()  # by itself
        await expect(guest.page.locator(".stop")).to_have_count(0)
        await expect(lobby.locator(".stop")).to_have_count(0)
        await expect(lobby.get_by_role("button", name="Sit").first).to_be_visible()


# --- chips for a war ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def poor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that gives newcomers 150 chips, and deals ties."""
    folder = tmp_path_factory.mktemp("poor")
    shoes = TIES.write(folder / "shoes.txt")
    with serving(folder / "data", shoes, first_chips_cents="15000") as running:
        yield running


async def put_chips(guest: Person, *values: int) -> None:
    await guest.put(*(("first", value) for value in values))


async def test_what_a_war_lacks_is_brought_and_no_more(browser: Browser, poor: Service) -> None:
    async with person(browser, poor.url, PHONE) as guest:
        await guest.go("/?houses")
        await guest.context.request.post(f"{guest.url}/api/guest", headers={"origin": guest.url})
        await guest.go(f"/t/{poor.stacked('washington')}")
        await guest.button("100").click()
        await guest.button("Sit down with 100").click()
        await guest.cut(TIES.cuts["washington"])
        # the account has enough
        await put_chips(guest, 25, 25, 5, 5)
        place, tops = guest.page.locator("button.place"), dict[int, int]()
        await expect(place).to_contain_text("A war would take 60 more from your account")
        await sized(guest, "bet-word", tops)
        await guest.place()
        await expect(guest.dock).to_contain_text("20 from account")
        await guest.page.set_viewport_size({"width": 390, "height": 844})
        await guest.page.get_by_role("button", name="Rules, odds, rounds").click()
        leave = guest.page.locator("#more").get_by_role("button", name="Leave the seat")
        await expect(leave).to_have_attribute("aria-disabled", "true")
        await expect(leave).to_have_accessible_description(re.compile("when this round is over"))
        await picture(guest.page, "leave-explained")
        await guest.page.keyboard.press("Escape")
        await sized(guest, "war-bring", tops)
        await guest.choose("surrender")
        # the account has too little: it is said, and surrender remains
        await put_chips(guest, 25, 25, 5, 5, 5, 5)
        await expect(place).to_contain_text("A war would take 70 more, and you have 50 left")
        await guest.place()
        await expect(guest.dock).to_contain_text("You have 0 here and 50 in your account")
        await sized(guest, "war-short", tops)
        await expect(guest.dock.locator('input[value="war"]')).to_have_count(0)
        await guest.choose("surrender")
        # what is missing comes, and the war is made
        await put_chips(guest, 25, 5, 5)
        await guest.place()
        await guest.dock.locator('input[value="war"]').check(force=True)
        go = guest.page.locator(".choice__go")
        await expect(go).to_contain_text("Bring 35 and")
        await sized(guest, "war-picked", tops)
        await guest.page.locator('.choice__go[aria-disabled="false"]').click()
        await expect(guest.page.locator(".settled")).to_be_visible()
        await sized(guest, "war-result", tops)
        said = await guest.context.request.get(f"{guest.url}/api/me")
        assert (await said.json())["balance"]["account_cents"] == 15_00
        last = await guest.context.request.get(f"{guest.url}/api/rounds?limit=1")
        assert "war" in (await last.text())


# --- accounts -------------------------------------------------------------------------------------


async def test_an_account_gives_its_name_and_lists_where_one_is_signed_in(
    browser: Browser, service: Service
) -> None:
    async with person(browser, service.url) as guest, person(browser, service.url, PHONE) as phone:
        await guest.go("/?houses")
        await guest.context.request.post(f"{guest.url}/api/guest", headers={"origin": guest.url})
        lobby = await guest.context.new_page()
        await lobby.goto(f"{guest.url}/?houses")
        await guest.go("/account")
        page = guest.page
        await page.get_by_label("Name to sign in with").fill("Casey.K")
        passphrase = await page.get_by_label("Passphrase", exact=True).input_value()
        await page.get_by_role("checkbox").check()
        await page.get_by_role("button", name="Keep this account").click()
        await expect(page.locator("h1")).to_have_text("Casey.K")
        await expect(page.locator(".me")).to_contain_text("Casey.K")
        await expect(lobby.locator(".me")).to_contain_text("Casey.K")  # in the other tab
        await phone.go("/account/sign-in")
        await phone.page.get_by_label("Name to sign in with").fill("casey.k")
        await phone.page.get_by_label("Passphrase").fill(passphrase)
        await phone.page.get_by_role("button", name="Sign in").click()
        places = phone.page.locator(".devs li")
        await expect(places).to_have_count(2)
        await expect(places.first).to_contain_text("Chrome on Linux, this browser")
        await expect(places.last).to_contain_text("last used")
        await picture(phone.page, "places-phone")
        assert await phone.violations() == []
        assert await phone.no_sideways_scroll()
        await page.reload()
        await expect(page.locator(".devs li")).to_have_count(2)
        await picture(page, "places-desktop")
        await page.locator(".devs li").last.get_by_role("button", name="Sign out").click()
        await expect(page.locator(".devs li")).to_have_count(1)
        await expect(page.get_by_role("button", name="everywhere else")).to_have_count(0)
        phone.forgiven.append("401")
        await phone.page.reload()
        await expect(phone.page.get_by_label("Name to sign in with")).to_be_visible()
