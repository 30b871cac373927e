"""Match play coupons on the page: the floor allows them, a player adds one, the dealer takes it.

Planted once and caught here: a coupon that counts as chips, one that stays on the felt when it is
taken, and a dock that grows for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.browser.kit import BEYOND_CORE, DESKTOP, PHONE, TABLET, Person, Service, person
from tests.browser.staff import member, staffed
from tests.browser.test_deal_room import Pit
from tests.browser.test_people_room import signed_in

pytestmark = [pytest.mark.asyncio(loop_scope="package"), BEYOND_CORE]
NETS = {"win": "+50", "lose": "-25", "surrender": "-12.50"}  # 25 in chips and a coupon of 25


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with staffed(tmp_path) as made:
        yield made


async def table_with_coupons(floor: Person) -> str:
    """Made by the floor on the page; its id."""
    page = floor.page
    await signed_in(floor, "fay")
    await floor.go("/floor/new")
    takes = page.get_by_role("checkbox", name="match play coupons")
    await page.locator("select").select_option("washington")
    await expect(page.get_by_text("The house’s limits: 5")).to_be_visible()
    await expect(takes).to_have_count(0)  # this house takes none
    await page.locator("select").select_option("wisconsin")
    await expect(takes).to_be_visible()
    await page.get_by_label("by itself").check()
    await expect(takes).to_have_count(0)  # no dealer would see one
    await page.get_by_label("A dealer; the floor").check()
    await takes.check()
    assert await floor.violations() == []
    await page.get_by_role("button", name="Make the table").click()
    await page.wait_for_url(re.compile("/floor/(?!new)"))
    return page.url.rsplit("/", 1)[1]


async def dock_height(player: Person) -> float:
    box = await player.page.locator(".dock__box").bounding_box()
    assert box is not None
    return box["height"]


async def adds_coupon(player: Person, *, keys: bool) -> None:
    """25 in chips, and a coupon of 25 after one that is too high."""
    await player.put(("first", 25))
    height, spots = await dock_height(player), await player.spot("first").bounding_box()
    opens = player.button("Coupon")
    if keys:
        await opens.press("Enter")
    else:
        await opens.tap()
    await expect(player.dock.get_by_text("beside chips of at least its value")).to_be_visible()
    assert await player.violations() == []
    add = player.button("Add a")
    face = player.page.get_by_role("spinbutton", name="Face value")
    await expect(face).to_have_value("25")  # as much as the chips
    await face.fill("50")
    await expect(player.dock.get_by_role("alert")).to_have_text(
        "A coupon of 50 needs 50 in chips on Initial"
    )
    await expect(add).to_have_attribute("aria-disabled", "true")
    await player.page.keyboard.press("Enter")  # and nothing happens
    await expect(face).to_be_visible()
    assert await dock_height(player) == height
    await face.fill("25")
    if keys:
        await player.page.keyboard.press("Enter")
        await expect(opens).to_be_focused()
    else:
        await add.tap()
    await expect(player.page.locator(".is-you .paper")).to_have_text("25")
    places = player.page.locator("button.place")
    await expect(places).to_contain_text(re.compile("Bet 25.*25 Initial \\+ 25 coupon"))
    assert await dock_height(player) == height
    assert await player.spot("first").bounding_box() == spots  # nothing moved


async def test_wi_f1_policy_6_a_coupon_lies_beside_the_first_wager_and_is_taken(
    browser: Browser, service: Service
) -> None:
    member(service, "Fay", "floorperson")
    async with person(browser, service.url, DESKTOP) as fay:
        table = await table_with_coupons(fay)
    pit = Pit(service, "wisconsin", table)
    async with (
        person(browser, service.url, TABLET) as ana,
        person(browser, service.url, DESKTOP) as ann,
        person(browser, service.url, PHONE, has_touch=True, color_scheme="light") as bo,
    ):
        players = (ann, bo)
        for player in players:
            await player.sit(table)
        await signed_in(ana, "ana")
        await ana.go(f"/deal/{table}")
        for _ in range(100):
            if pit.first_round_is_near():
                break
            await pit.step(ana, players, touch=False)
        await adds_coupon(ann, keys=True)
        await adds_coupon(bo, keys=False)
        for player in players:
            await player.place()
            await expect(player.dock).to_contain_text("25 Initial and 25 coupon")
            assert await player.balance() == "475"  # a coupon is no chip
        await expect(ana.page.locator(".paper")).to_have_text(["25", "25"])
        assert [one["hand"]["coupon_cents"] for one in pit.view()["seats"]] == [2500, 2500]
        await pit.until("settle_hand", ana, *players)
        paid = ana.page.locator(".sum")
        while pit.due != "rack_cards":
            if pit.due == "settle_hand" and await paid.count():
                await expect(paid).to_contain_text(re.compile("50.*Initial and coupon.*1 to 1.*50"))
            await pit.step(ana, players, touch=False)
        await expect(ana.page.locator(".paper")).to_have_count(0)
        await pit.step(ana, players, touch=False)
        outcomes = {
            one["seat"]: one["hand"]["outcome"] for one in pit.view()["last_round"]["seats"]
        }
        for player, seat in ((ann, 4), (bo, 3)):
            assert await player.net() == NETS[outcomes[seat]]
            await expect(player.dock).to_contain_text("with a coupon of 25")
            await player.page.locator(".why-chip", has_text="Initial").click()
            why = player.page.locator(".sheet")
            await expect(why).to_contain_text(re.compile("Your coupon of 25 .*taken"))
            await expect(why).to_contain_text("Coupon 25, takenpolicy 6")
            assert await player.violations() == []
            await why.get_by_role("button", name="Close").click()
            await player.button("Rebet 25").click()
            await expect(player.dock).to_contain_text("25 placed")
            await expect(player.page.locator(".is-you .paper")).to_have_count(0)  # it is used up
        assert [one["hand"]["coupon_cents"] for one in pit.view()["seats"]] == [0, 0]
        await ann.page.get_by_role("link", name="Rounds").click()
        await ann.page.locator("a[href^='/rounds/']").first.click()
        steps = ann.page.locator(".events")
        await expect(steps).to_contain_text("You add a coupon of 25")
        await expect(steps).to_contain_text("Your coupon of 25 is taken")
        await expect(ann.page.locator(".chipsum")).to_contain_text("Coupon 25, taken")
