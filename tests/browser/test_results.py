"""A guest plays every result at a house, and the page shows what the house pays.

Planted once and caught here: a win that is shown twice as large, a balance that is not updated.
"""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from casinowar.houses import House, load_house
from casinowar.houses.house import WarTie
from tests.browser.conftest import SHOES
from tests.browser.kit import Person, Service, person, serving
from tests.browser.shoes import RESULTS, Shoes

pytestmark = pytest.mark.asyncio(loop_scope="module")
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
    await expect(button).to_contain_text("is needed")
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


@pytest.mark.skipif("BROWSER_ALL" not in os.environ, reason="make browser plays these houses too")
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


@pytest.mark.parametrize("name", ["washington", "skycity", "wisconsin"])
async def test_a_guest_plays_every_result(browser: Browser, service: Service, name: str) -> None:
    async with person(browser, service.url) as guest:
        await every_result(guest, name, service.stacked(name), SHOES.cuts[name])
