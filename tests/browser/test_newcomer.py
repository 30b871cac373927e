"""The first minute: sit, then bet; and what the page promises is what the service gives.

Each of these failed on the page before: the cut was asked and 500 of 1,000 chips came along, a name
could not be typed, a limit ended in "Too many new tables", 1,000 was promised whatever the house
gave, a 500 chip was offered at a maximum of 300, "Top up for free" was refused when pressed, an age
that was mistyped closed a house for ever, and the lobby named no edge and no way to sign in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Browser, expect

from casinowar.odds import odds_of
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
from tests.browser.test_company import made_table, settle
from tests.kit.client import PLAIN_HTTP

pytestmark = pytest.mark.asyncio(loop_scope="package")
TIE_S = range(12, 19)  # about fifteen seconds
POOR = {"first_chips_cents": "30000", "refill_to_cents": "30000", "tables_per_hour": "1"}
LOSING = Shoes(6, {"washington": ("lose", "lose", "lose")})
IN_VIEW = """one => { const box = one.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth; }"""


@pytest.fixture
def poor(tmp_path: Path) -> Iterator[Service]:
    """A service that gives 300, makes one table an hour, and deals losing cards at Washington."""
    with serving(tmp_path / "data", LOSING.write(tmp_path / "shoes.txt"), **POOR) as running:
        yield running


async def all_in_view(guest: Person) -> None:
    """Nothing that can be pressed in the dock is cut off."""
    for one in await guest.dock.locator("button, a, input").all():
        assert await one.evaluate(IN_VIEW), await one.inner_text()


@pytest.mark.parametrize(
    "size", [DESKTOP, *(pytest.param(size, marks=BEYOND_CORE) for size in (PHONE, SMALL_PHONE))]
)
async def test_a_newcomer_sits_and_bets_by_two_presses(
    size: tuple[int, int], browser: Browser, service: Service
) -> None:
    async with person(browser, service.url, size) as ann, person(browser, service.url) as bo:
        await ann.go("/")
        await expect(ann.button("Sit down")).to_contain_text("1,000 free chips")
        await expect(ann.dock).to_contain_text(
            "The dealer cuts your first shoe; you may cut the next."
        )
        await all_in_view(ann)
        await ann.page.get_by_label("Your name").fill("Ann")
        await ann.button("Sit down").click()
        await expect(ann.page.locator(".bet")).to_be_visible()
        await expect(ann.page.locator(".bar__money b")).to_have_text("1,000")
        if size == DESKTOP:  # the record says what it was
            log = ann.page.locator(".log")
            await expect(log).to_contain_text("You refuse the cut")
            await expect(log).to_contain_text("The dealer cuts")
        table = ann.page.url
        await ann.button("Bet 25").click()
        await settle(ann)
        await expect(ann.page.locator(".settled")).to_be_visible()
        # the name is the person's own, everywhere
        await bo.page.goto(table)
        await expect(bo.page.locator(".seat:not(.is-free) .plate__name").first).to_have_text("Ann")
        await ann.go("/?houses")
        await expect(ann.page.locator(".me")).to_contain_text("Ann")
        me = await (await ann.context.request.get(f"{ann.url}/api/me")).json()
        assert me["name"] == "Ann"
        # whoever comes by link is asked for a name where they sit down
        await bo.page.get_by_label("Your name").fill("Bo")
        await bo.button("Sit down with").click()
        await expect(bo.page.locator(".seat.is-you")).to_be_visible()
        await ann.page.goto(table)
        await expect(
            ann.page.locator(".seat:not(.is-you):not(.is-free) .plate__name").first
        ).to_have_text("Bo")


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("washington", marks=BEYOND_CORE),
        "skycity",
        pytest.param("wisconsin", marks=BEYOND_CORE),
    ],
)
async def test_a_newcomer_plays_at_each_house(
    house: str, browser: Browser, service: Service
) -> None:
    lines = httpx.get(f"{service.url}/api/houses", verify=PLAIN_HTTP).json()["houses"]
    [line] = [one for one in lines if one["house"] == house]
    async with person(browser, service.url, PHONE) as guest:
        await guest.go("/?houses")
        await guest.page.get_by_role("button", name=f"Sit at {line['title']}").click()
        if line["entry_age"]:
            await all_in_view(guest)
            await guest.button(f"I am {line['entry_age']} or older").click()
        await expect(guest.page.locator(".bar__money b")).to_have_text("1,000")
        await expect(guest.dock).to_contain_text(re.compile("Tap the .+ spot in front of you"))
        await guest.button("Bet 25").click()
        await settle(guest)
        await expect(guest.page.locator(".settled")).to_be_visible()


@BEYOND_CORE
async def test_a_tie_can_be_seen_before_sitting_down(browser: Browser, service: Service) -> None:
    async with person(browser, service.url, PHONE) as guest:
        await guest.page.clock.install()
        await guest.go("/")
        await guest.page.clock.run_for(1000)
        await guest.button("See a tie").click()
        await expect(guest.dock).to_contain_text("You bet 25.")
        seconds, over = 0, guest.button("Play it again")
        while not await over.is_visible():
            await guest.page.clock.run_for(1000)
            seconds += 1
            assert seconds < TIE_S.stop
        assert seconds in TIE_S
        await expect(guest.dock).to_contain_text("Queen beats 9: you win 25.")
        await expect(guest.page.locator(".slot__card")).to_have_count(4)
        await expect(guest.page.locator(".call p")).to_have_text("War won. Queen beats 9.")
        await all_in_view(guest)
        await over.click()
        await expect(guest.page.locator(".slot__card")).to_have_count(0)
        await guest.button("Skip").click()
        await expect(guest.dock).to_contain_text("you win 25")
        assert await guest.violations() == []


# buttons of a phone's table that something lies over, or that are out of the window
COVERED = """
() => [...document.querySelectorAll(".bar button, .bar a, #dock button")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  })
  .map((one) => one.textContent)
"""


@BEYOND_CORE
async def test_the_page_promises_what_the_service_gives(browser: Browser, poor: Service) -> None:
    async with person(browser, poor.url) as ann, person(browser, poor.url, PHONE) as bo:
        bo.forgiven.append("429")
        for guest in (ann, bo):
            await guest.go("/")
            await expect(guest.button("Sit down")).to_contain_text("300 free chips")
            await guest.button("Sit down").click()
            await expect(guest.page.locator(".seat.is-you")).to_be_visible()
            await expect(guest.page.locator(".bar__money b")).to_have_text("300")
        # there is no second table for this hour: a seat at the open one, in plain words
        await expect(bo.page.locator(".trouble")).to_contain_text(
            "Here is a seat at an open Washington State table"
        )
        await expect(bo.page.locator(".bar__place")).not_to_contain_text("Private")
        await expect(bo.page.locator(".cutbox, .bet")).to_be_visible()
        assert await bo.page.evaluate(COVERED) == []
        await bo.page.locator(".trouble").get_by_role("button").click()
        # chips of 500 cannot be bet where 300 is the most
        await bo.cut(LOSING.cuts["washington"])
        await expect(bo.dock.get_by_role("radio")).to_have_count(4)
        await expect(bo.dock.get_by_role("radio", name="500")).to_have_count(0)
        fill = bo.button("Top up")
        for time in (1, 2):
            await bo.put(*[("first", 100)] * 3)
            await bo.place()
            if time == 1:  # at once, beside the result
                await expect(bo.page.locator(".settled")).to_be_visible()
                await fill.click()
                await bo.button("New bet").click()
                await expect(bo.page.locator(".bet")).to_be_visible()
        await bo.button("Continue").click()
        await expect(bo.page.locator(".game--broke")).to_be_visible()
        await expect(bo.dock).to_contain_text(
            re.compile(r"top up your balance again at .+, in 59 min")
        )
        await expect(fill).to_have_count(0)
        await bo.go("/account/statement")
        statement = bo.page.locator(".acct__main")
        await expect(statement).to_contain_text("Brought to the table")
        await expect(bo.page.locator("body")).not_to_contain_text(re.compile("bought|cashed", re.I))


@BEYOND_CORE
async def test_chips_fit_a_table_with_limits_of_its_own(browser: Browser, service: Service) -> None:
    async with person(browser, service.url) as guest:
        await made_table(guest)
        made = await guest.context.request.post(
            f"{guest.url}/api/tables",
            data={"house": "battle-royal", "public": False, "max_cents": 2000},
            headers={"origin": guest.url},
        )
        await guest.sit((await made.json())["table"]["id"])
        await expect(guest.page.locator(".bet, .cutbox").first).to_be_visible()
        if await guest.page.locator(".cutbox").is_visible():
            await guest.button("Refuse").click()
        await expect(guest.dock.get_by_role("radio")).to_have_count(2)  # 1 and 5
        await expect(guest.button("Bet 5")).to_be_visible()


@BEYOND_CORE
async def test_an_age_is_asked_by_two_buttons_and_a_slip_locks_nothing(
    browser: Browser, service: Service
) -> None:
    async with person(browser, service.url, SMALL_PHONE) as guest:
        await guest.sit(await made_table(guest))  # somewhere else
        await guest.go(f"/t/{await made_table(guest, 'skycity')}")
        await expect(guest.dock.get_by_role("textbox")).to_have_count(0)
        await expect(guest.dock).to_contain_text("SC responsible")
        await all_in_view(guest)
        seats = guest.page.locator(".plate--sit")
        await expect(seats).to_have_count(0)  # they could be pressed, and were refused
        await expect(guest.page.locator(".call")).to_contain_text("You are watching")
        await guest.button("I am younger").click()
        await all_in_view(guest)
        await expect(seats).to_have_count(0)
        await guest.button("No, that was a mistake").click()
        await guest.button("I am younger").click()
        await guest.button("Yes, I am younger than 20").click()
        for _ in range(2):
            await expect(guest.dock).to_contain_text("is closed to you")
            await expect(guest.dock).to_contain_text("SC responsible")
            await expect(guest.dock).not_to_contain_text("You can sit here as well")
            await expect(guest.button("Sit at Washington State")).to_be_visible()
            await all_in_view(guest)
            assert await guest.violations() == []
            await guest.page.reload()
        await guest.go("/?houses")
        await expect(guest.page.get_by_text("From age 20: closed to you").first).to_be_visible()
        await expect(guest.page.get_by_role("button", name=re.compile("SkyCity"))).to_have_count(0)
        await expect(guest.page.get_by_role("button", name=re.compile("Wisconsin"))).to_be_visible()


@BEYOND_CORE
async def test_the_lobby_names_the_edge_and_where_to_sign_in(
    browser: Browser, service: Service
) -> None:
    async with person(browser, service.url) as nobody, person(browser, service.url) as guest:
        await nobody.go("/?houses")
        await nobody.page.get_by_role("link", name="Sign in").click()
        await expect(nobody.page.locator("h1")).to_have_text("Sign in")
        table = await made_table(guest)
        await guest.go("/?houses")
        await expect(guest.page.get_by_role("link", name="Sign in")).to_be_visible()
        places = {"washington": (0, 0), "battle-royal": (1, 0), "no-bonus": (2, 1)}
        for name, (table_at, column) in places.items():
            edge = f"{100 * float(odds_of(name).initial.house_edge):.2f}\xa0% of the first wager"
            row = guest.page.locator(".compare tbody tr:first-child").nth(table_at)
            await expect(row.locator("td").nth(column)).to_have_text(edge)
        open_at = await guest.page.locator(".lobby__open").bounding_box()
        houses_at = await guest.page.locator(".compare").first.bounding_box()
        assert open_at is not None
        assert houses_at is not None
        assert open_at["y"] + open_at["height"] <= houses_at["y"]
        await guest.sit(table)
        await guest.go(f"/t/{service.stacked('washington')}")
        await expect(guest.dock).to_contain_text("another Washington State table")


async def test_an_account_is_kept_without_a_seat(browser: Browser, service: Service) -> None:
    """Somebody who will work here cannot be asked to sit down and play first."""
    async with person(browser, service.url) as guest:
        await guest.go("/account")
        await expect(guest.page.locator("h1")).to_have_text("Sign in")
        await guest.page.get_by_role("button", name="Continue as a guest").click()
        await expect(guest.page.locator("h1")).to_have_text("Keep this account")
        await expect(guest.page.get_by_role("link", name="Back to the table")).to_have_count(0)
        await guest.page.get_by_label("Name to sign in with").fill("ann-of-the-floor")
        await guest.page.keyboard.press("Enter")  # the box is not ticked: that is said
        await expect(guest.page.locator("form [role=alert]")).to_contain_text("then tick the box")
