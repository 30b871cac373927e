"""What beginners do by mistake: nothing is lost, nothing happens twice, nothing untrue is said."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.browser.company import Company, Hall, hall, seated
from tests.browser.kit import BEYOND_CORE, Person, person
from tests.browser.truth import agrees, ask, own_hands, plain
from tests.service.http.test_routes import PASSPHRASE

pytestmark = pytest.mark.asyncio(loop_scope="package")
HOUSE = "washington"


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def found(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Hall]:
    async with hall(tmp_path_factory.mktemp("hall")) as running:
        yield running


async def result(company: Company, net: str) -> None:
    """The round's result is shown, and the page agrees with the service."""
    await expect(company.guest.page.locator(".settled__sum")).to_contain_text(net)
    await agrees(company.guest, company.table, HOUSE)


async def test_double_presses_and_presses_while_cards_move_count_once(
    browser: Browser, found: Hall
) -> None:
    async with person(browser, found.url, reduced_motion="no-preference") as guest:
        table = await found.table(HOUSE)
        async with seated(found, guest, table, 1) as company:
            page, place = guest.page, guest.page.locator("button.place")
            company.cards("Kh", "9d")
            await guest.put(("first", 25))
            box = await guest.spot("first").bounding_box()
            assert box is not None
            await place.dblclick()
            for _ in range(3):  # on the felt, where the bet lies, while cards are dealt
                await page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            await result(company, "+25")
            # "Rebet" and what comes to stand in its place
            company.cards("5h", "Qc")
            await expect(guest.button("Rebet")).to_have_attribute("aria-disabled", "false")
            await guest.button("Rebet").dblclick()
            await page.keyboard.press("Enter")
            await result(company, "−25")
            # a choice that is confirmed twice
            company.cards("7h", "7s")
            await expect(guest.button("Rebet")).to_have_attribute("aria-disabled", "false")
            await guest.button("Rebet").click()
            await expect(page.locator(".choice")).to_be_visible()
            await company.war_cards("Qh Js")
            await guest.dock.locator('input[value="war"]').check(force=True)
            await page.locator('.choice__go[aria-disabled="false"]').dblclick()
            await result(company, "+25")
            hands = await own_hands(guest)
            assert [hand["wagered_cents"] for hand in hands] == [2_500, 2_500, 5_000]


async def test_a_war_that_takes_the_last_chips_is_answered(browser: Browser, found: Hall) -> None:
    """Planted once and caught here: a Tie bet on the war is asked of whoever has no chips."""
    async with person(browser, found.url) as guest:
        table = await found.table("wisconsin")
        async with seated(found, guest, table, 1) as company:
            company.cards("8h", "8d")
            await guest.bet(("first", 100), ("first", 100), ("first", 100))
            await guest.choose("war")  # with 100 of the account
            await expect(guest.dock).to_contain_text("too few chips left here for a Tie bet")
            await guest.page.reload()  # it is still asked
            await company.war_cards("Kh 9d")
            await guest.decline_war_tie()
            await expect(guest.page.locator(".settled__sum")).to_contain_text("+300")


PRESS_AT_ONCE = """() => new Promise((done) => {
  const look = () => {
    const cut = document.querySelector(".cutbox button[type=submit]");
    if (!cut) return;
    watching.disconnect();
    cut.click(); // meant for "Bet", which stood there
    document.querySelectorAll(".seat.is-you .spot").forEach((one) => one.click());
    setTimeout(done, 200, "pressed");
  };
  const watching = new MutationObserver(look);
  watching.observe(document.body, { childList: true, subtree: true });
  look();
  setTimeout(done, 10_000, "the cut was not offered");
})"""


@BEYOND_CORE
async def test_a_press_meant_for_a_bet_does_not_cut_the_cards(
    browser: Browser, found: Hall
) -> None:
    async with person(browser, found.url) as guest:
        table, page = await found.table(HOUSE, public=True), guest.page
        await guest.go(f"/t/{table}")
        sit = guest.dock.locator(".btn--act")
        await expect(sit).to_be_visible()
        pressed = asyncio.create_task(page.evaluate(PRESS_AT_ONCE))
        await sit.click()
        assert await pressed == "pressed"
        await expect(page.locator(".cutbox")).to_be_visible()
        assert (await ask(guest, f"tables/{table}"))["view"]["phase"] == "cut_offered"
        await expect(page.locator(".seat.is-you .plate__ok")).to_have_count(0)
        async with seated(found, guest, table, 1) as company:
            company.cards("Kh", "9d")
            await guest.bet(("first", 25))
            await result(company, "+25")


async def again(guest: Person, page: Page) -> Person:
    """The same person in front of another tab."""
    other = Person(guest.context, page, guest.url)
    other.forgiven = guest.forgiven
    return other


@BEYOND_CORE
async def test_a_tab_that_is_closed_with_a_choice_open(browser: Browser, found: Hall) -> None:
    async with person(browser, found.url) as guest:
        table = await found.table(HOUSE)
        async with seated(found, guest, table, 3) as company:
            company.cards("Kh", "9d")
            await guest.bet(("first", 100))
            await company.others_bet()
            await result(company, "+100")
            company.cards("7h", "7s")
            await guest.bet(("first", 100))
            await company.others_bet()
            await expect(guest.page.locator(".choice")).to_be_visible()
            await guest.page.close()
            company.guest = back = await again(guest, await guest.context.new_page())
            await back.go("/")
            await back.page.get_by_role("link", name="Go back to your seat").click()
            await expect(back.page.locator(".choice")).to_be_visible()
            await expect(back.spot("first")).to_contain_text("100")
            await company.war_cards("2h Js")
            await back.choose("war")
            await expect(back.page.locator(".settled__sum")).to_contain_text("−200")
            await agrees(back, table, HOUSE, before=1)
            # two tabs: what is played in one counts in the other, once
            company.guest = second = await again(guest, await guest.context.new_page())
            await second.go(f"/t/{table}")
            await expect(back.page.locator(".game--taken")).to_be_visible()
            await expect(second.page.locator(".bet")).to_be_visible()
            company.cards("Kh", "9d")
            await second.bet(("first", 100))
            await company.others_bet()
            await expect(second.page.locator(".settled__sum")).to_contain_text("+100")
            await agrees(second, table, HOUSE, before=2)
            await back.button("Play here instead").click()
            await expect(back.page.locator(".game--taken")).to_have_count(0)
            await agrees(back, table, HOUSE, result=False, before=1)
            second.check()
            back.check()


@BEYOND_CORE
async def test_more_than_one_has_and_nothing_left(browser: Browser, found: Hall) -> None:
    async with person(browser, found.url) as guest:
        table = await found.table(HOUSE)
        async with seated(found, guest, table, 1) as company:
            page, place = guest.page, guest.page.locator("button.place")
            has = (await ask(guest, "balance"))["at_tables_cents"]
            lost = 0
            while has > 0:
                stake = min(300, has // 100)
                if stake < 300:  # a bet above what is there
                    await guest.put(*[("first", 100)] * 3)
                    await expect(place).to_contain_text(f"Bet {plain(has)}")
                    await expect(place).to_contain_text(f"You have only {plain(has)} here")
                    await guest.button("Clear").click()
                company.cards("5h", "Qc")
                await guest.put(*[("first", 100)] * (stake // 100))
                await place.click()
                await result(company, f"−{stake}")
                has, lost = has - 100 * stake, lost + 1
            await guest.button("Continue").click()
            await expect(place).to_have_count(0)
            balance = await ask(guest, "balance")
            assert balance["at_tables_cents"] == 0
            await expect(page.locator(".bar__money b")).to_have_text("0")


@BEYOND_CORE
async def test_signing_out_at_the_table_with_a_choice_open(browser: Browser, found: Hall) -> None:
    async with person(browser, found.url) as guest:
        guest.forgiven.append("WebSocket|Failed to load")
        table = await found.table(HOUSE)
        async with seated(found, guest, table, 1) as company:
            headers, page = {"origin": guest.url}, guest.page
            kept = {"sign_in": "cyrano", "passphrase": PASSPHRASE}
            post = guest.context.request.post
            assert (await post(f"{guest.url}/api/account", data=kept, headers=headers)).ok
            company.cards("7h", "7s")
            await guest.bet(("first", 100))
            await expect(page.locator(".choice")).to_be_visible()
            other = await guest.context.new_page()  # as the room of the account does
            await other.goto(f"{guest.url}/account")
            await other.get_by_role("button", name="Sign out here").click()
            await expect(page.locator("h1")).to_have_text("You are signed out")
            await expect(page.locator(".choice, .place")).to_have_count(0)
            await other.close()
            assert (await post(f"{guest.url}/api/sign-in", data=kept, headers=headers)).ok
            await guest.go(f"/t/{table}")
            await expect(page.locator(".choice")).to_be_visible()  # alone, no clock has run
            await guest.choose("surrender")
            await expect(page.locator(".settled__sum")).to_contain_text("−50")
            await agrees(guest, table, HOUSE)
