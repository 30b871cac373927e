"""What a button says is what it does: disabled while it is deaf, undone where there is something.

Seen to fail on the page before: an Undo that could be pressed with nothing to undo, one picture for
sounds that are on and off, names over each other, a rebet above the player's own limit.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from itertools import pairwise

import pytest
from playwright.async_api import Browser, expect

from tests.browser.conftest import SHOES
from tests.browser.kit import BEYOND_CORE, PHONE, SMALL_PHONE, Person, Service, person
from tests.browser.shoes import RESULTS
from tests.browser.test_company import made_table, settle
from tests.service.http.kit import House

pytestmark = [pytest.mark.asyncio(loop_scope="package"), BEYOND_CORE]
LAPTOP = (1280, 800)
NAMES = {1: "Guest IEV2", 2: "Maximiliane", 3: "Bo", 5: "Guest KBUV", 6: "Christopher Robinson", 7: "Guest WWMM"}  # fmt: skip # noqa: E501
NAME_MIN_PX = 45
WORD_MARGIN_PX = 4  # on each side


async def ahead_of_a_tie(guest: Person, service: Service) -> None:
    """Play the rounds before the first tie."""
    await guest.sit(service.stacked("washington"))
    await guest.cut(SHOES.cuts["washington"])
    for _ in range(RESULTS.index("surrender")):
        await guest.bet(("first", 100))
        await expect(guest.page.locator(".settled")).to_be_visible()


async def test_a_button_that_does_not_hear_a_press_yet_looks_disabled(
    browser: Browser, service: Service
) -> None:
    async with person(browser, service.url) as guest:
        await ahead_of_a_tie(guest, service)
        await guest.bet(("first", 100))
        go = guest.page.locator(".choice__go")
        await expect(go).to_have_text("Choose one first")
        # in one task, so that nothing is waited for between the pick and the press
        pressed = """() => {
          const [war, go] = [document.querySelector('.choice input[value="war"]'), document.querySelector(".choice__go")];
          war.click();
          return Promise.resolve().then(() => {
            const look = () => [go.getAttribute("aria-disabled"), getComputedStyle(go).backgroundColor];
            const before = look();
            go.click();
            return before;
          });
        }"""  # noqa: E501
        deaf, colour = await guest.page.evaluate(pressed)
        assert deaf == "true"
        await expect(go).to_have_attribute("aria-disabled", "false")
        await expect(go).to_have_text("Bet 100 and go to war")
        assert await go.evaluate("(one) => getComputedStyle(one).backgroundColor") != colour
        await go.click()
        await expect(guest.page.locator(".settled")).to_be_visible()


async def test_a_house_tells_its_players_at_the_table_and_on_its_rules(
    browser: Browser, service: Service
) -> None:
    """It stood in the lobby alone once (SC responsible)."""
    async with person(browser, service.url, SMALL_PHONE) as guest:
        await guest.go(f"/t/{await made_table(guest, 'skycity')}")
        said = ("age of 20", "can afford", "a member of staff", "0800 654 655")
        await guest.page.locator(".bar__more").click()
        for words in said:
            await expect(guest.page.locator("#more")).to_contain_text(words)
        await guest.go("/rules/skycity")
        for words in said:
            await expect(guest.page.locator(".title--rules")).to_contain_text(words)


async def test_undo_is_there_when_there_is_something_to_undo(
    browser: Browser, service: Service
) -> None:
    async with person(browser, service.url) as guest:
        await guest.sit(await made_table(guest))
        await guest.cut(100)
        undo = guest.button("Undo")
        await guest.put(("first", 25))
        await expect(undo).to_have_attribute("aria-disabled", "false")
        await guest.place()
        await settle(guest)
        await guest.button("New bet").click()
        await expect(undo).to_have_attribute("aria-disabled", "true")
        await guest.button("Same bet").click()
        await expect(undo).to_have_attribute("aria-disabled", "false")
        await guest.button("Clear").click()
        await undo.click()
        await expect(guest.page.locator("button.place")).to_contain_text("Bet 25")
        await undo.click()
        await expect(undo).to_have_attribute("aria-disabled", "true")


async def test_a_bet_that_the_table_would_refuse_is_not_offered(
    browser: Browser, service: Service
) -> None:
    async with person(browser, service.url, SMALL_PHONE) as guest:
        table = await made_table(guest)
        await guest.sit(table)
        await guest.cut(100)
        place = guest.page.locator("button.place")
        await guest.bet(*[("first", 100)] * 3)  # the table's maximum
        await settle(guest)
        await guest.context.request.put(
            f"{guest.url}/api/me/limits/stake_cents",
            data={"value": 2_500},
            headers={"origin": guest.url},
        )
        await guest.go(f"/t/{table}")
        rebet = guest.button("Same bet")
        await expect(place).to_contain_text("No rebet. Your own limits allow at most 25.")
        await expect(rebet).to_have_attribute("aria-disabled", "true")
        assert await guest.violations() == []
        await rebet.click(force=True)
        await expect(place).to_contain_text("Put a chip down first")
        await guest.bet(("first", 25))
        await settle(guest)
        await expect(guest.button("Rebet")).to_contain_text("25")


async def test_the_picture_of_the_sounds_says_whether_they_are_on(
    browser: Browser, service: Service
) -> None:
    async with person(browser, service.url) as guest:
        await guest.go(f"/t/{await made_table(guest)}")
        on = guest.page.get_by_role("button", name="Turn sounds on")
        silent = await on.locator("path").get_attribute("d")
        await on.click()
        off = guest.page.get_by_role("button", name="Turn sounds off")
        assert await off.locator("path").get_attribute("d") != silent
        await off.click()
        await expect(on).to_be_visible()


MARGINS = """words => words.map(word => {
  const text = document.createRange();
  text.selectNodeContents(word);
  const box = word.getBoundingClientRect(), shown = text.getBoundingClientRect();
  return Math.min(shown.left - box.left, box.right - shown.right);
})"""


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE, LAPTOP])
async def test_the_words_in_the_dealers_boxes_keep_off_their_edges(
    size: tuple[int, int], browser: Browser, service: Service
) -> None:
    async with person(browser, service.url, size) as guest:
        await guest.sit(await made_table(guest))
        words = guest.page.locator(".slot--d .slot__word")
        await expect(words).to_have_count(2)
        margins: list[float] = await words.evaluate_all(MARGINS)
        assert min(margins) >= WORD_MARGIN_PX, margins


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE, LAPTOP])
async def test_names_of_neighbours_stay_apart_and_can_be_read(
    size: tuple[int, int], browser: Browser, service: Service
) -> None:
    house = House(service.url, None)  # type: ignore[arg-type]  # it is reached from outside only
    async with AsyncExitStack() as at_the_table, person(browser, service.url, size) as guest:
        table = await made_table(guest)
        await guest.sit(table)
        for seat, name in NAMES.items():
            other = await house.guest(name)
            client = await at_the_table.enter_async_context(other.at(table))
            assert (await client.give("take_seat", seat=seat))["ok"]
            await client.give("buy_chips", seat=seat, cash_cents=50_000)
        await guest.cut(100)
        await guest.put(("first", 25))
        await guest.place()  # now the table waits for the others
        await expect(guest.page.locator(".seat .dots").first).to_be_attached()
        shown = guest.page.locator(".seat:not(.is-you) .plate__name")
        await expect(shown).to_have_count(len(NAMES))
        boxes = [box for one in await shown.all() if (box := await one.bounding_box())]
        for left, right in pairwise(sorted(boxes, key=lambda box: box["x"])):
            assert left["x"] + left["width"] <= right["x"]
        if size == LAPTOP:
            widths = dict(zip(NAMES.values(), (box["width"] for box in boxes), strict=True))
            assert all(width > NAME_MIN_PX for name, width in widths.items() if len(name) > 2)
