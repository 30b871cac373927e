"""Moments that a lone player with small bets never sees; one start for all of them.

A hand that is settled while others play on, a round that comes to nothing, a Tie wager alone on the
table's road, the lobby while somebody else is asked, and a tab that another one took over. Planted
once and caught here: the dock's "placed" for a settled hand, an even round drawn as won, a lone
Tie that won drawn as lost, the lobby's line for whoever is not asked.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.browser.company import Company, hall, seated
from tests.browser.kit import BEYOND_CORE, Person, person
from tests.browser.test_friends import open_panel, sheet

pytestmark = [pytest.mark.asyncio(loop_scope="package"), BEYOND_CORE]
HOUSE = "skycity"  # it takes a Tie wager alone
WAITS = "The table is waiting for your answer."


async def test_moments_among_three(browser: Browser, tmp_path: Path) -> None:
    async with hall(tmp_path) as found, person(browser, found.url) as guest:
        table = await found.table(HOUSE)
        async with seated(found, guest, table, 3) as company:
            await _settled_while_others_play_on(company)
            await _one_round_on_the_felt(company)
            await _surrendered_while_another_thinks(company)
            await _came_out_even(company)
            await _tie_alone(company)
            await _asked_or_not(company)
            await _taken_over(company)


def seat_of(guest: Person, name: str) -> Locator:
    """The seat of somebody on the felt."""
    return guest.page.locator(".seat", has=guest.page.locator(".plate__name", has_text=name))


async def _settled_while_others_play_on(company: Company) -> None:
    """The own hand has won; another one ties, and thinks."""
    guest, [other, _] = company.guest, company.others
    company.cards("Kh", "9d", ["9c", "4c"])
    await guest.bet(("first", 100))
    await company.others_bet()
    box = guest.page.locator(".waitbox")
    await expect(box.get_by_role("heading")).to_have_text("+100")
    await expect(box).to_contain_text("on 100 wagered. Others are still playing.")
    await expect(box.locator(".who li", has_text="You")).to_contain_text("+100")
    await expect(box.locator(".who li", has_text="Ana")).to_contain_text("choosing")
    await expect(guest.page.locator(".seat.is-you .plate__net")).to_have_text("+100")
    await expect(guest.page.locator(".call p")).not_to_contain_text("bets")
    plate = seat_of(guest, "Ana").locator(".plate")
    await expect(plate.locator(".dots")).to_be_visible()  # a player who thinks
    await expect(plate.locator(".plate__ok")).to_have_count(0)  # has nothing "placed"
    await other.surrender()
    await expect(guest.page.locator(".settled__sum")).to_contain_text("+100")


async def _one_round_on_the_felt(company: Company) -> None:
    """While a result is read, another one's next bet does not lie beside the old cards."""
    guest, [_, other] = company.guest, company.others
    seat = seat_of(guest, "Bo")
    old = await seat.locator(".spot--first").inner_text()
    await other.bet(300)
    await expect(guest.page.locator(".settled")).to_contain_text("Bo already bet.")
    await expect(seat.locator(".seat__cards [aria-label]")).to_have_count(1)
    assert await seat.locator(".spot--first").inner_text() == old
    await guest.button("New bet").click()
    await expect(seat.locator(".seat__cards [aria-label]")).to_have_count(0)
    await expect(seat.locator(".spot--first")).to_contain_text("300")


async def _surrendered_while_another_thinks(company: Company) -> None:
    """Nothing is placed any more, and no bets are asked for."""
    guest, [first, _] = company.guest, company.others
    company.cards("9h", "9d", ["9c", "4c"])
    await guest.bet(("first", 25))
    await first.bet(25)
    await guest.choose("surrender")
    box = guest.page.locator(".waitbox")
    await expect(box.get_by_role("heading")).to_have_text(re.compile("^(You surrendered|−12.50)$"))
    await expect(box).not_to_contain_text(re.compile("placed|decide now"))
    await expect(guest.page.locator(".call p")).not_to_contain_text("bets")
    await company.war_cards("Qs 2d")
    await first.go_to_war()
    await expect(guest.page.locator(".settled__sum")).to_contain_text("−12.50")
    await expect(guest.page.locator(".call p")).to_have_text("Tie at 9. Surrendered.")


async def _came_out_even(company: Company) -> None:
    """As much was won as was lost."""
    guest = company.guest
    company.cards("Kh", "9d")
    await guest.bet(("first", 25), ("tie", 25))
    await company.others_bet()
    await expect(guest.page.locator(".settled__sum")).to_contain_text("±0")
    await expect(guest.page.locator(".road .bead").last).to_have_attribute("aria-label", "even")
    await expect(guest.page.locator(".seat.is-you .plate__net")).to_have_text("±0")


async def _tie_alone(company: Company) -> None:
    """It wins, and the road of the table says so; so does the next one, which loses."""
    guest = company.guest
    for card, result in (("9h", "won"), ("Kh", "lost")):
        company.cards(card, "9d")
        await guest.bet(("tie", 25))
        await company.others_bet()
        await expect(guest.page.locator(".settled")).to_be_visible()
        panel = await open_panel(guest, "The table's results")
        rounds = panel.get_by_role("region").get_by_role("listitem")
        await expect(rounds.last).to_contain_text(f"you {result}")
        await guest.page.keyboard.press("Escape")
        await expect(sheet(guest)).to_be_hidden()


async def _asked_or_not(company: Company) -> None:
    """The lobby says that the table waits for an answer to whom it asks, and to nobody else.

    Whoever comes back sees the result, also of a hand that was decided while they were away.
    """
    guest, [other, _] = company.guest, company.others
    for asked, away in ((True, False), (False, False), (False, True)):
        own, theirs = ("9h", "4c") if asked else ("Kh", "9c")
        company.cards(own, "9d", [theirs])
        await guest.bet(("first", 25))
        await company.others_bet()
        await expect(guest.page.locator(".choice" if asked else ".waitbox h2.win")).to_be_visible()
        await guest.go("/?houses")
        await expect(guest.page.locator("h1")).to_contain_text("You sit at")
        await expect(guest.page.get_by_text(WAITS)).to_have_count(1 if asked else 0)
        if away:
            await other.surrender()
        await guest.page.get_by_role("link", name="Go back to your seat").click()
        if asked:
            await guest.choose("surrender")
        elif not away:
            await other.surrender()
        result = "−12.50" if asked else "+25"
        await expect(guest.page.locator(".settled__sum")).to_contain_text(result)


async def _taken_over(company: Company) -> None:
    """The first tab says where the seat is played now, changes nothing, and can have it back."""
    guest = company.guest
    second = await guest.context.new_page()
    await second.goto(guest.page.url)
    await expect(second.locator(".bet, .settled").first).to_be_visible()
    await expect(guest.dock).to_contain_text("You are playing this seat in another tab")
    await expect(guest.dock).to_contain_text("This tab no longer follows the table.")
    await expect(guest.page.locator("button.place")).to_have_count(0)
    await guest.page.get_by_role("button", name="3 people here").click()
    await expect(sheet(guest)).to_contain_text("You are playing in another tab.")
    await guest.page.keyboard.press("Escape")
    await guest.button("Play here instead").click()
    await expect(guest.page.locator(".bet, .settled").first).to_be_visible()
    await expect(second.locator("#dock")).to_contain_text(
        "You are playing this seat in another tab"
    )
