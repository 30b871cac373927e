"""A war survives a reload, a cut wire and a killed service; a void gives everything back.

Planted once and caught here: a client that does not try again.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from casinowar.houses import load_house
from tests.browser.kit import Person, Service, chromium, person
from tests.browser.shoes import Shoes
from tests.browser.staff import close_table, floorperson, void_round
from tests.browser.wire import wire_to
from tests.service.http.test_routes import PASSPHRASE

pytestmark = pytest.mark.asyncio(loop_scope="package")
HOUSE, STAKE = "no-bonus", 100
ROUNDS = ("war_won", "war_lost", "war_tied", "surrender")
UNREACHABLE = r"WebSocket connection to|ERR_CONNECTION|ERR_EMPTY_RESPONSE|net::ERR|Failed to load"


async def asked(guest: Person) -> None:
    """The page asks for war or surrender, with the cards and the wager that the tie is about."""
    await expect(guest.page.locator(".choice")).to_be_visible()
    cards = guest.page.locator(".seat.is-you .slot__card")
    await expect(cards).to_have_count(1)
    await expect(guest.spot("first")).to_contain_text(str(STAKE))


async def lost(guest: Person) -> None:
    """The page says at once that there is no connection, and lets nothing be pressed."""
    await expect(guest.page.locator(".game--lost")).to_be_visible()
    await expect(guest.page.locator(".choice")).to_have_count(0)
    await expect(guest.button("Try now")).to_be_visible()
    await expect(guest.dock).to_contain_text("Connection to the table lost")
    await expect(guest.dock).to_contain_text("Your seat and bets are kept.")
    await expect(guest.dock).to_contain_text(re.compile(r"Trying again in \d|Reconnecting"))
    # before: "if you tie", and a plain title
    await expect(guest.dock).to_contain_text("You tied: if you do not answer in time")
    await expect(guest.page).to_have_title(re.compile("^● Your choice"))


async def test_a_war_in_spite_of_everything(browser: Browser, tmp_path: Path) -> None:
    chromium()
    shoes = Shoes(6, {HOUSE: ROUNDS})
    service = Service(tmp_path / "data", shoes.write(tmp_path / "shoes.txt"))
    service.administrator(PASSPHRASE)
    service.start()
    try:
        table, floor = service.stacked(HOUSE), floorperson(service)
        async with wire_to(service.url) as wire, person(browser, wire.url) as guest:
            await guest.sit(table)
            await guest.cut(shoes.cuts[HOUSE])
            # a reload
            await guest.bet(("first", STAKE))
            await asked(guest)
            await guest.page.reload()
            await asked(guest)
            await guest.choose("war")
            assert await guest.net() == f"+{STAKE}"
            # a connection that is killed; what is pressed meanwhile is not sent twice
            guest.forgiven.append(UNREACHABLE)
            await guest.bet(("first", STAKE))
            await asked(guest)
            await guest.page.locator(".here__open").click()
            panel = guest.page.get_by_role("dialog")
            await expect(panel.get_by_role("button", name="Hello")).to_be_enabled()
            wire.cut()
            await lost(guest)
            await expect(panel).to_contain_text("No connection to the table")
            await expect(panel.get_by_role("button", name="Hello")).to_be_disabled()  # it was not
            await panel.get_by_role("button", name="Close").click()
            wire.mend()
            await asked(guest)
            await expect(guest.page.locator(".notice")).to_contain_text("Connected again after")
            await guest.choose("war")
            assert await guest.net() == f"-{2 * STAKE}"
            # a service that is killed and comes back
            await guest.bet(("first", STAKE))
            await asked(guest)
            service.kill()
            await lost(guest)
            wire.mend(service.start())
            await asked(guest)
            await guest.choose("war")
            assert await guest.net() == f"+{STAKE}"
            # a void by the floor
            await guest.bet(("first", STAKE))
            await asked(guest)
            void_round(service, floor, table, "a spilled drink")
            assert await guest.net() == "0"
            await expect(guest.dock).to_contain_text("a spilled drink")
            await expect(guest.page.locator(".bar__money b")).to_have_text("1,000")
            # a table that the floor closes
            close_table(service, floor, table, "the end of the day")
            await expect(guest.dock).to_contain_text("The floor has closed this table")
            await expect(guest.dock).to_contain_text("All your chips are back in your account.")
            await expect(guest.dock).not_to_contain_text("Every seat is taken")
            assert await guest.violations() == []
            # whoever wants to play that house now is led to another table
            await guest.go("/?houses")
            title = load_house(HOUSE).title
            await guest.page.get_by_role("button", name=re.compile(f"at {title}$")).click()
            await expect(guest.page.locator(".seat.is-you")).to_be_visible()
            assert not guest.page.url.endswith(table)
    finally:
        service.kill()
