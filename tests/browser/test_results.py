"""A guest plays every result at a house, and the page shows what the house pays.

Planted once and caught here: a win that is shown twice as large, a balance that is not updated, a
result that does not say whose answer it was, sums on the felt that cover each other.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from playwright.async_api import Browser, WebSocketRoute, expect

from casinowar.houses import House, load_house
from casinowar.houses.house import WarTie
from tests.browser.conftest import SHOES
from tests.browser.kit import (
    BEYOND_CORE,
    DESKTOP,
    PHONE,
    SMALL_PHONE,
    TABLET,
    Person,
    Service,
    person,
    serving,
)
from tests.browser.shoes import RESULTS, Shoes

pytestmark = pytest.mark.asyncio(loop_scope="package")
STAKE = 100


def net_of(house: House, result: str) -> Fraction:
    """What a first wager of one unit comes to."""
    return {
        "win": house.deal.first_odds.ratio,
        "lose": Fraction(-1),
        "surrender": -house.surrender.lost,
        "war_won": house.war_net_won,
        "war_tied": house.war_net_tied,
        "war_lost": Fraction(-2),
        "tie_alone": house.tie.ladder[0].ratio if house.tie.offered else Fraction(0),
    }[result]


def shown(chips: Fraction) -> str:
    assert chips.denominator == 1
    return f"{int(chips):+,}" if chips else "0"


async def play(guest: Person, house: House, result: str) -> Fraction:
    """One round to its result; what the guest has won."""
    if result == "tie_alone":
        return await tie_alone(guest, house)
    await guest.bet(("first", STAKE))
    if result not in {"win", "lose"}:
        offered = house.tie.war_deal is not WarTie.NOT_OFFERED
        name = house.war.choice_name[:1].upper() + house.war.choice_name[1:]
        await expect(guest.page.locator(".choice")).to_contain_text(name)
        await guest.answer("surrender" if result == "surrender" else "war", war_tie=offered)
    return net_of(house, result) * STAKE


async def tie_alone(guest: Person, house: House) -> Fraction:
    """A Tie wager alone, where the house takes it; otherwise the page says why not."""
    await guest.put(("tie", 5))
    button = guest.page.locator("button.place")
    if house.wagers.tie_alone:
        await button.click()
        return net_of(house, "tie_alone") * 5
    await expect(button).to_have_attribute("aria-disabled", "true")
    await expect(button).to_contain_text("to be dealt in")
    return Fraction(0)


async def every_result(guest: Person, name: str, table: str, cut: int) -> None:
    house, won = load_house(name), Fraction(0)
    rounds = [one for one in RESULTS if one != "tie_alone" or house.tie.offered]
    await guest.sit(table)
    await guest.cut(cut)
    brought = int(await guest.balance())
    for result in rounds:
        net = await play(guest, house, result)
        won += net
        if result != "tie_alone" or house.wagers.tie_alone:
            assert await guest.net() == shown(net), result
        await expect(guest.page.locator(".bar__money b")).to_have_text(f"{int(brought + won):,}")


def as_by_policy(route: WebSocketRoute) -> None:
    """Every answer to a tie comes as if the house's policy had given it."""
    server = route.connect_to_server()
    server.on_message(lambda said: route.send(str(said).replace('"called":false', '"called":true')))


@BEYOND_CORE
@pytest.mark.parametrize(("size", "more"), [(SMALL_PHONE, ""), (PHONE, ": no answer in time")])
async def test_a_result_says_when_policy_answered(
    browser: Browser, tmp_path: Path, size: tuple[int, int], more: str
) -> None:
    shoes = Shoes(6, {"washington": ("surrender",)})
    with serving(tmp_path / "data", shoes.write(tmp_path / "shoes.txt")) as service:
        async with person(browser, service.url, size) as guest:
            await guest.page.route_web_socket("**/socket", as_by_policy)
            await guest.sit(service.stacked("washington"))
            await guest.cut(shoes.cuts["washington"])
            await guest.bet(("first", STAKE))
            await guest.choose("surrender")
            told = guest.page.locator(".settled p b")
            assert await told.inner_text() == f"By policy{more}."
            spoken = guest.page.locator("[aria-live]").filter(has_text="Surrendered")
            await expect(spoken.last).to_contain_text("The house's policy answered for you.")
            assert await guest.page.evaluate(CLIPPED) == []
            assert await guest.violations() == []


CLIPPED = """() => [...document.querySelectorAll(
    ".bar__facts, .last, .call p, .why-chip, .why-chip span, .settled p, .settled .place")]
  .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent.trim())"""

# the sums on the felt that cover each other
OVERLAPPING = """() => {
  const sums = [...document.querySelectorAll(".amount")].filter((one) => one.checkVisibility());
  const boxes = sums.map((one) => [one.textContent, one.getBoundingClientRect()]);
  return boxes.flatMap(([text, a], index) => boxes.slice(index + 1)
    .filter(([, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
    .map(([other]) => `${text} and ${other}`));
}"""


@BEYOND_CORE
@pytest.mark.parametrize("name", ["washington", "skycity", "wisconsin"])
async def test_a_small_phone_tells_every_result_of_a_war_in_full(
    browser: Browser, tmp_path: Path, name: str
) -> None:
    """No result ends in an ellipsis; the bar has the net, the menu each wager's part."""
    shoes = Shoes(6, {name: ("war_tied",)})
    with serving(tmp_path / "data", shoes.write(tmp_path / "shoes.txt")) as service:
        async with person(browser, service.url, SMALL_PHONE) as guest:
            await guest.sit(service.stacked(name))
            await guest.cut(shoes.cuts[name])
            await guest.bet(("first", 100), ("tie", 25))
            await guest.choose("war")
            results = 3
            if load_house(name).tie.war_deal is not WarTie.NOT_OFFERED:
                results += 1
                await guest.page.locator(".tiewar").get_by_role("radio").last.check(force=True)
                await guest.page.wait_for_timeout(450)
                await guest.page.locator(".tiewar__go").click()
            net = (await guest.net()).replace("-", "−")
            assert await guest.page.locator(".why-chip:has(b)").count() == results
            assert await guest.page.evaluate(CLIPPED) == []
            await expect(guest.page.locator(".bar .last")).to_contain_text(f"Last: {net}")
            await guest.page.locator('[aria-controls="more"]:visible').first.click()
            line = guest.page.locator(".menu__last")
            await expect(line).to_be_visible()
            sums = await guest.page.locator(".why-chip b").all_inner_texts()
            moved = [one for one in sums if one != "±0"]  # what stood off is left out there
            assert [one for one in moved if one in await line.inner_text()] == moved
            assert await guest.no_sideways_scroll()


@BEYOND_CORE
@pytest.mark.parametrize("size", [DESKTOP, TABLET, SMALL_PHONE], ids=["desktop", "tablet", "phone"])
async def test_wi_h7_no_sum_of_a_lost_war_covers_another(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    """The first wager is taken when the war begins; then the war and its Tie are lost."""
    shoes = Shoes(6, {"wisconsin": ("war_lost",)})
    with serving(tmp_path / "data", shoes.write(tmp_path / "shoes.txt")) as service:
        async with person(browser, service.url, size) as guest:
            await guest.sit(service.stacked("wisconsin"))
            await guest.cut(shoes.cuts["wisconsin"])
            await guest.bet(("first", 100))
            await guest.choose("war")
            page, sums = guest.page, guest.page.locator(".is-you .amount")
            await expect(sums).to_have_text(["100 taken", "100"])
            assert await page.evaluate(OVERLAPPING) == []
            await page.locator(".tiewar").get_by_role("radio").last.check(force=True)
            await page.locator(".tiewar__go[aria-disabled=false]").click()
            await guest.net()
            await guest.go("/rounds")
            await page.locator("a[href^='/rounds/']").first.click()
            await page.get_by_role("button", name="Your Tie on the war is taken").click()
            await expect(sums).to_have_text(["−50", "100 taken", "−100"])
            assert await page.evaluate(OVERLAPPING) == []


@BEYOND_CORE
@pytest.mark.parametrize(
    ("name", "decks"), [("battle-royal", 1), ("eleven-to-one", 7), ("no-bonus", 8)]
)
async def test_a_guest_plays_every_result_at_other_houses(
    browser: Browser, tmp_path: Path, name: str, decks: int
) -> None:
    offered = load_house(name).tie.offered
    shoes = Shoes(decks, {name: RESULTS if offered else RESULTS[:-1]})
    with serving(tmp_path / "data", shoes.write(tmp_path / "shoes.txt")) as service:
        async with person(browser, service.url) as guest:
            await every_result(guest, name, service.stacked(name), shoes.cuts[name])


@pytest.mark.parametrize(
    "name",
    [
        "washington",
        pytest.param("skycity", marks=BEYOND_CORE),
        pytest.param("wisconsin", marks=BEYOND_CORE),
    ],
)
async def test_a_guest_plays_every_result(browser: Browser, service: Service, name: str) -> None:
    async with person(browser, service.url) as guest:
        await every_result(guest, name, service.stacked(name), SHOES.cuts[name])
