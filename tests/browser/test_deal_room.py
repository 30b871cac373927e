"""The dealer's room: people deal to people, step by step, by keys and by touch."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Browser, Error, expect

from tests.browser.kit import DESKTOP, PHONE, SOON_MS, Person, Service, chromium, person
from tests.browser.staff import floorperson, give, member, people_table
from tests.browser.test_people_room import signed_in
from tests.kit.client import PLAIN_HTTP
from tests.service.http.test_routes import PASSPHRASE

pytestmark = [
    pytest.mark.asyncio(loop_scope="package"),
    pytest.mark.skipif("BROWSER_ALL" not in os.environ, reason="make browser deals whole rounds"),
]
STEPS_MAX = 400
TABLET = (1024, 768)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    chromium()
    made = Service(tmp_path / "data")
    made.administrator(PASSPHRASE)
    made.start()
    try:
        yield made
    finally:
        made.kill()


class Pit:
    """A table that people deal, its floor, and what the service says of it."""

    def __init__(self, service: Service, house: str) -> None:
        self.service, self.floor = service, floorperson(service)
        member(service, "Ana", "dealer")
        self.table = people_table(service, self.floor, house, "Ana")

    def view(self) -> dict[str, object]:
        """The table as everybody sees it."""
        theirs = {"authorization": f"Bearer {self.floor}"}
        path = f"{self.service.url}/api/tables/{self.table}"
        answer = httpx.get(path, headers=theirs, verify=PLAIN_HTTP).json()
        found: dict[str, object] = answer["view"]
        return {**found, "version": answer["version"]}

    @property
    def due(self) -> str:
        """The command that is due; empty while a player is waited for."""
        due = self.view()["due"]
        return str(due["command"]) if isinstance(due, dict) else ""

    async def step(self, dealer: Person, players: tuple[Person, ...], *, touch: bool) -> None:
        """One step of whoever has to do something; players refuse the cut and surrender."""
        before, due = self.view()["version"], self.due
        if due == "verify_inspection":
            give(self.service, self.floor, self.table, {"command": due}, "looks right")
        elif due:
            await self.presses(dealer, touch=touch)
        for player in players:
            with suppress(Error):  # what is asked goes away when it was answered
                if await player.page.locator(".cutbox").is_visible():
                    await player.button("Refuse").click(timeout=SOON_MS)
                elif await player.page.locator(".choice__go").is_visible():
                    await player.choose("surrender")
        for waited in range(100):
            if self.view()["version"] != before or not due:
                return
            await dealer.page.wait_for_timeout(50)
            if waited == 20 and await dealer.page.get_by_text("Ask seat").first.is_visible():
                await self.presses(dealer, touch=touch)  # the chips are cut, now the question
        raise AssertionError(f"{due} was not done")

    async def presses(self, dealer: Person, *, touch: bool) -> None:
        """Press the one big button, or its key."""
        button = dealer.page.locator(".duebtn[aria-disabled=false]")
        await expect(button).to_be_visible()
        if touch:
            await button.tap()
        else:
            await dealer.page.keyboard.press("Enter")

    async def until(self, due: str, dealer: Person, *players: Person, touch: bool = False) -> None:
        """Go on until this command is due."""
        for _ in range(STEPS_MAX):
            if self.due == due:
                return
            await self.step(dealer, players, touch=touch)
        raise AssertionError(f"{due} never was due")


@pytest.mark.parametrize("house", ["wisconsin", "washington"])
async def test_a_dealer_opens_deals_and_settles_by_keys(
    browser: Browser, service: Service, house: str
) -> None:
    pit = Pit(service, house)
    async with (
        person(browser, service.url, TABLET) as ana,
        person(browser, service.url, DESKTOP) as ann,
        person(browser, service.url, PHONE) as bo,
    ):
        await ann.sit(pit.table)
        await bo.sit(pit.table)
        await ann.go("/deal")  # it is for dealers
        await expect(ann.page.get_by_role("link", name="Deal here")).to_have_count(0)
        await ann.go(f"/t/{pit.table}")
        await signed_in(ana, "ana")
        await ana.go("/deal")
        await ana.page.get_by_role("link", name="Deal here").click()
        await expect(ana.page.locator("h2").first).to_contain_text("eceive")
        assert await ana.violations() == []
        await pit.until("burn_card", ana, ann, bo)
        await pit.step(ana, (), touch=False)
        assert pit.due == ""
        await expect(ana.page.locator(".duebtn")).to_have_count(0)  # it waits for bets
        for player in (ann, bo):
            await player.bet(("first", 25))
        await pit.until("deal_card", ana, ann, bo)
        await expect(ana.page.get_by_role("button", name="Deal to seat")).to_be_visible()
        assert await ana.violations() == []
        await pit.until("settle_hand", ana, ann, bo)
        view = pit.view()
        await pit.until("rack_cards", ana, ann, bo)
        assert view["phase"] == "settle"
        await pit.step(ana, (ann, bo), touch=False)
        assert await ana.no_sideways_scroll()


async def test_what_will_be_paid_is_shown_before_it_is_confirmed(
    browser: Browser, service: Service
) -> None:
    pit = Pit(service, "wisconsin")
    async with (
        person(browser, service.url, PHONE, has_touch=True) as ana,
        person(browser, service.url, DESKTOP) as ann,
    ):
        await ann.sit(pit.table)
        await signed_in(ana, "ana")
        await ana.go(f"/deal/{pit.table}")
        await pit.until("burn_card", ana, ann, touch=True)
        await pit.step(ana, (), touch=True)
        for _ in range(12):  # until she wins
            await ann.bet(("first", 25))
            await pit.until("settle_hand", ana, ann, touch=True)
            moves = ana.page.locator(".moves li")
            paid = ana.page.get_by_role("button", name="Paid 25")
            chips = pit.view()["tray_cents"]
            theirs = {"authorization": f"Bearer {pit.floor}"}
            path = f"{service.url}/api/tables/{pit.table}/due"
            told = httpx.get(path, headers=theirs, verify=PLAIN_HTTP).json()["moves"]
            await expect(moves).to_have_count(len(told))
            if any(move["what"] == "pay" for move in told):
                await expect(paid).to_be_visible()
                await expect(moves.filter(has_text="Pay")).to_contain_text("25")
                assert await ana.violations() == []
                await paid.tap()
                await expect(paid).to_be_hidden()  # a second tap would be that of the next step
                await pit.until("rack_cards", ana, ann, touch=True)
                assert int(str(pit.view()["tray_cents"])) == int(str(chips)) - 2500
                return
            await pit.until("rack_cards", ana, ann, touch=True)
            await pit.step(ana, (ann,), touch=True)
            if pit.due == "burn_card":
                await pit.step(ana, (), touch=True)
        raise AssertionError("she never won")


async def test_wi_j2_an_irregularity_is_offered_only_where_the_table_accepts_it(
    browser: Browser, service: Service
) -> None:
    pit = Pit(service, "wisconsin")
    async with (
        person(browser, service.url, DESKTOP) as ana,
        person(browser, service.url, DESKTOP) as ann,
    ):
        await ann.sit(pit.table)
        await signed_in(ana, "ana")
        await ana.go(f"/deal/{pit.table}")
        await expect(ana.page.locator(".duebtn")).to_be_visible()
        await ana.page.keyboard.press("F2")
        await expect(ana.page.get_by_text("Nothing can be reported")).to_be_visible()
        await ana.page.keyboard.press("Escape")
        await pit.until("burn_card", ana, ann)
        await pit.step(ana, (), touch=False)
        await ann.bet(("first", 25))
        await pit.until("deal_card", ana, ann)
        await ana.page.keyboard.press("F2")
        version = pit.view()["version"]
        await ana.page.keyboard.press("Enter")  # the deal stands still meanwhile
        report = ana.page.get_by_role("button", name="drawn in error")
        await expect(report).to_be_visible()
        assert await ana.violations() == []
        assert pit.view()["version"] == version
        await report.click()
        await expect(ana.page.locator("#wrong")).to_have_count(0)
        shoe = pit.view()["shoe"]
        assert isinstance(shoe, dict)
        assert shoe["card_held"]
        await pit.until("rack_cards", ana, ann)
        await pit.step(ana, (ann,), touch=False)
        sent = {"command": "change_dealer", "dealer": "Sol"}
        give(service, pit.floor, pit.table, sent, "a break is due")
        await expect(ana.page.get_by_text("dealer Sol")).to_be_visible()
        assert pit.due == "burn_card"  # each new dealer burns a card first, WI g1
        await expect(ana.page.get_by_role("button", name="Burn")).to_be_visible()
