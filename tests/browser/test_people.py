"""A table that people deal: the lobby says so, and so does the table.

Planted once and caught here: a list that looks the same for all tables of a house, "House deals" at
every table, cards of a war that are on the felt and in the rack at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.browser.kit import BEYOND_CORE, DESKTOP, PHONE, Person, Service, person
from tests.browser.shoes import Shoes
from tests.browser.staff import floorperson, give, member, people_table, socket_at, staffed

pytestmark = [pytest.mark.asyncio(loop_scope="package"), BEYOND_CORE]
HOUSE = "wisconsin"
SHOES = Shoes(6, {HOUSE: ("war_won", "win")})


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with staffed(tmp_path, SHOES.write(tmp_path / "shoes.txt")) as made:
        yield made


async def rack(guest: Person) -> int:
    """How many cards the page says are in the discard rack."""
    return int(await guest.page.locator(".dealer__rack b").inner_text())


async def test_a_table_that_people_deal_is_told_apart(browser: Browser, service: Service) -> None:
    floor, dealer = floorperson(service), member(service, "Ana", "dealer")
    table = people_table(service, floor, HOUSE, "Ana")
    async with (
        person(browser, service.url) as ann,
        person(browser, service.url, PHONE) as bo,
        person(browser, service.url, DESKTOP) as cat,
    ):
        await ann.sit(service.stacked(HOUSE))
        await bo.sit(table)
        await expect(bo.page.locator(".dealer__who")).to_have_text("Dealer: Ana")
        await expect(ann.page.locator(".dealer__who")).to_have_text("House deals")
        await expect(bo.page.locator(".call p")).to_have_text("Waiting for the dealer")
        await expect(bo.page.locator(".call__clock")).to_have_text(
            "then the table continues by itself"
        )
        await cat.go("/?houses")
        rows = cat.page.locator(".trow")
        await expect(rows).to_have_count(2)
        own, people = rows.nth(0), rows.nth(1)
        await expect(own).not_to_contain_text("Dealt by people")
        await expect(people).to_contain_text("Dealt by people · no dealer here now")
        assert await own.locator("b").inner_text() != await people.locator("b").inner_text()
        with socket_at(service, dealer, table) as socket:
            socket.recv(10)
            await expect(people).to_contain_text("Dealt by people · a dealer is here")
        for guest in (bo, cat):
            assert await guest.violations() == []
            assert await guest.no_sideways_scroll()


async def test_no_card_is_on_the_felt_and_in_the_rack_at_once(
    browser: Browser, service: Service
) -> None:
    async with person(browser, service.url) as guest:
        await guest.sit(service.stacked(HOUSE))
        await guest.cut(SHOES.cuts[HOUSE])
        assert await rack(guest) == 1  # burned from the new shoe
        await guest.bet(("first", 100))
        await guest.answer("war", war_tie=True)
        await expect(guest.page.locator(".settled")).to_be_visible()
        await expect(guest.page.locator(".burn-note")).to_have_text("6 burned")
        await expect(guest.page.locator(".slot__card")).to_have_count(4)
        assert await rack(guest) == 1
        await guest.button("New bet").click()
        await expect(guest.page.locator(".slot__card")).to_have_count(0)
        await expect(guest.page.locator(".burn-note")).to_have_count(0)
        assert await rack(guest) == 11


async def test_a_player_who_was_shown_the_cards_can_object(
    browser: Browser, service: Service
) -> None:
    """Planted once and caught here: a page that knows no such moment."""
    floor, dealer = floorperson(service), member(service, "Ana", "dealer")
    table = people_table(service, floor, HOUSE, "Ana")
    arrived = {"command": "receive_decks", "decks": 6, "backs": ["red"], "cutting_card": "yellow"}
    async with person(browser, service.url) as bo:
        await bo.sit(table)
        give(service, dealer, table, arrived)
        give(service, dealer, table, {"command": "inspect_decks"})
        give(service, floor, table, {"command": "verify_inspection"}, "they are complete")
        give(service, dealer, table, {"command": "spread_cards", "batch": 1})
        give(service, dealer, table, {"command": "show_cards", "seat": 4})
        await expect(bo.dock).to_contain_text("The cards are shown to you")
        assert await bo.violations() == []
        await bo.button("Object to the cards").click()
        await expect(bo.button("Object to the cards")).to_have_count(0)
        await expect(bo.page.locator(".log")).to_contain_text("You object to the cards")
        give(service, floor, table, {"command": "reject_decks", "reason": "a torn king"}, "seen")
