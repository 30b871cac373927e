"""Whole shoes in Chromium: at every house a dealer opens, shuffles, deals and settles one.

One player has a window of their own, two more have plain sockets. The dealer has a keyboard and
nothing else, or fingers and nothing else. The cutting card is put in near the front, as far as the
house allows, so that a shoe has few rounds.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from casinowar.houses import house_names, load_house
from casinowar.record import read_record, verify
from tests.browser.company import Companion
from tests.browser.kit import BEYOND_CORE, PHONE, READY, TABLET, Person, Service, person
from tests.browser.staff import member, staffed
from tests.browser.test_deal_room import STEPS_MAX, Pit
from tests.browser.test_people_room import signed_in
from tests.kit.client import Client, sign_up

pytestmark = [pytest.mark.asyncio(loop_scope="package"), BEYOND_CORE]
WAYS = [(name, way.value) for name in house_names() for way in load_house(name).cards.shuffling]
FRONT = 30  # cards in front of the cutting card, where the house allows so few


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with staffed(tmp_path) as made:
        yield made


@asynccontextmanager
async def companions(pit: Pit, *seats: int) -> AsyncIterator[list[Companion]]:
    """Players with plain sockets, seated with all their chips."""
    async with AsyncExitStack() as leaving:
        found = list[Companion]()
        for seat in seats:
            guest = await sign_up(pit.service.url, f"Guest {seat}")
            other = Companion(Client(pit.service.url, guest, pit.table), seat)
            await other.client.connect()
            leaving.push_async_callback(other.client.close)
            await other.give("take_seat")
            await other.give("buy_chips", cash_cents=100_000)
            found.append(other)
        yield found


async def answers(other: Companion, **bet: Any) -> bool:
    """Do what the table asks of a companion, if it asks; the first seat goes to war."""
    offered = {one["command"]: one for one in other.client.offers}
    if "refuse_cut" in offered:
        await other.give("refuse_cut")
    elif "decline_war_tie" in offered and "go_to_war" not in offered:
        await other.give("decline_war_tie")
    elif "surrender_hand" in offered and other.seat != 1:
        await other.give("surrender_hand")
    elif "go_to_war" in offered:
        both = "war_tie_cents" in offered["go_to_war"]
        await other.give("go_to_war", **({"war_tie_cents": 0} if both else {}))
    elif bet and "place_wagers" in offered and "take_back_wagers" not in offered:
        await other.give("place_wagers", **bet)
    else:
        return False
    return True


class Dealer:
    """A dealer with keys or fingers at a table, and those who play there."""

    def __init__(
        self, pit: Pit, at: Person, window: Person, others: list[Companion], *, touch: bool
    ) -> None:
        self.pit, self.at, self.window, self.others, self.touch = pit, at, window, others, touch
        self.bet: dict[str, Any] = {"initial_cents": 2500}
        self.depth_told = False

    async def one(self) -> None:
        """Whatever comes next at the table."""
        view = self.pit.view()
        due = view["due"]["command"] if view["due"] else ""
        if due == "place_cutting_card":
            await self.puts_cutting_card(view["shoe"]["size"])
        elif due:
            await self.pit.step(self.at, (self.window,), touch=self.touch)
        elif view["phase"] == "betting":
            await self.bets(view)
        else:
            asked = [await answers(other) for other in self.others]
            if not any(asked):
                await self.pit.step(self.at, (self.window,), touch=self.touch)

    async def bets(self, view: dict[str, Any]) -> None:
        """Everybody bets; then the dealer is asked to go on."""
        down = {seat["seat"] for seat in view["seats"] if seat["hand"]}
        for other in self.others:
            if other.seat not in down:
                await other.give("place_wagers", **self.bet)
        if len(down) < len(view["seats"]):
            await self.window.bet(("first", 25))
        await expect(self.at.page.locator(".duebtn")).to_contain_text("No more bets")

    async def puts_cutting_card(self, size: int) -> None:
        """Put the cutting card in near the front, by its number."""
        page, version = self.at.page, self.pit.view()["version"]
        field = page.get_by_role("spinbutton", name=re.compile("^Cards behind it"))
        await expect(field).to_be_visible()
        most = int(await field.get_attribute("max") or 0)
        number = str(min(most, size - FRONT))
        if self.touch:
            await field.tap()
            await field.fill(number)
            await self.pit.presses(self.at, touch=True)
        else:
            for _ in range(40):
                await page.keyboard.press("Tab")
                if await field.evaluate("it => it === document.activeElement"):
                    break
            await page.keyboard.press("Control+A")
            await page.keyboard.type(number)
            await expect(page.locator(f".duebtn{READY}")).to_be_visible()  # deaf for 250 ms
            await page.keyboard.press("Enter")
        await expect(field).to_be_hidden()
        assert self.pit.view()["version"] > version
        self.depth_told = True

    async def until(self, *, shoe: int) -> None:
        """Go on until bets are open for the first round of this shoe."""
        for _ in range(5 * STEPS_MAX):  # on a busy machine, many of them only wait
            view = self.pit.view()
            if view["shoe"]["number"] >= shoe and self.pit.first_round_is_near():
                return
            await self.one()
        raise AssertionError(f"shoe {shoe} was never dealt: {self.pit.view()['due']}")


@pytest.mark.parametrize("touch", [False, True], ids=["keys", "touch"])
@pytest.mark.parametrize(("house", "way"), WAYS)
async def test_a_whole_shoe_is_dealt_to_the_reshuffle(
    browser: Browser, service: Service, tmp_path: Path, house: str, way: str, touch: bool
) -> None:
    pit = Pit(service, house, shuffling=way)
    async with (
        person(browser, service.url, TABLET, has_touch=touch) as ana,
        person(browser, service.url, PHONE, has_touch=True) as ann,
        companions(pit, 1, 3) as others,
    ):
        await ann.sit(pit.table)
        await signed_in(ana, "ana")
        await ana.go(f"/deal/{pit.table}")
        dealer = Dealer(pit, ana, ann, others, touch=touch)
        await dealer.until(shoe=1)
        first = pit.view()["shoe"]["number"]
        await dealer.until(shoe=first + 1)
        assert pit.view()["round"] >= 1
        assert dealer.depth_told or way == "continuous"
        record = tmp_path / "record.jsonl"
        record.write_bytes(pit.asks(f"/api/tables/{pit.table}/record").content)
        verified = verify(read_record(record))
        assert (verified.fault, verified.rounds) == (None, pit.view()["round"])


async def test_wi_f1_coupons_and_plaques_are_seen_as_they_are_put_down_and_settled(
    browser: Browser, service: Service
) -> None:
    pit = Pit(service, "wisconsin", coupons=True)
    async with (
        person(browser, service.url, TABLET) as ana,
        person(browser, service.url, PHONE) as ann,
        companions(pit, 1, 3) as (ines, tomas),
    ):
        await ann.sit(pit.table)
        await signed_in(ana, "ana")
        await ana.go(f"/deal/{pit.table}")
        dealer = Dealer(pit, ana, ann, [ines, tomas], touch=False)
        await dealer.until(shoe=1)
        await ines.give("place_wagers", initial_cents=2500, coupon_cents=500)
        players = ana.page.get_by_role("region", name=re.compile("^Players Wisconsin"))
        await expect(players).to_contain_text("25, coupon 5")
        await tomas.give("place_wagers", initial_cents=50_000, form="plaques")
        await expect(players).to_contain_text("500")
        await ann.bet(("first", 25))
        await pit.until("settle_hand", ana)
        assert pit.view()["seats"][0]["hand"]["coupon_cents"] == 500
        tied = pit.view()["seats"][0]["hand"]["card"][0] == pit.view()["dealer"]["card"][0]
        if not tied:  # even money decides the coupon, and the house takes it
            await expect(ana.page.get_by_role("region", name="The due step")).to_contain_text(
                "Coupon: 5 is taken"
            )
        version = pit.view()["version"]
        await pit.step(ana, (), touch=False)
        assert pit.view()["version"] > version
        for _ in range(STEPS_MAX):
            if pit.first_round_is_near():
                break
            await dealer.one()
        assert pit.view()["round"] == 1


async def seat_real_players(pit: Pit, ana: Person) -> None:
    """Two people at a table with real cards, with bets; the first card is due."""
    page = ana.page
    for seat, name in ((1, "Ines"), (3, "Tomas")):
        await page.get_by_role("button", name=f"Seat a player at {seat}").click()
        await page.get_by_label("Name").fill(name)
        await page.get_by_role("button", name="Sit down").click()
        await expect(page.get_by_role("heading", name=f"Seat {seat}: {name}")).to_be_visible()
        await page.keyboard.press("Escape")
    for _ in range(STEPS_MAX):
        if pit.first_round_is_near():
            break
        refuses = page.get_by_role("button", name="Does not cut")
        if pit.view()["phase"] == "cut_offered":
            await refuses.first.click()
            await expect(refuses).to_be_hidden()
        else:
            await pit.step(ana, (), touch=False)
    for seat in (1, 3):
        await page.get_by_role("button", name=f"Seat {seat}", exact=True).click()
        await page.get_by_label("Initial").fill("10")
        await page.keyboard.press("Enter")
        await expect(page.locator(".desk")).to_have_count(0)
    await pit.step(ana, (), touch=False)
    await expect(page.get_by_role("heading", name="Seat 1: tap")).to_be_visible()


async def test_wi_j1_one_card_face_up_goes_to_the_rack_and_a_second_one_voids_the_round(
    browser: Browser, service: Service
) -> None:
    pit = Pit(service, "wisconsin", physical=True)
    async with person(browser, service.url, TABLET) as ana:
        await signed_in(ana, "ana")
        await ana.go(f"/deal/{pit.table}")
        await seat_real_players(pit, ana)
        page = ana.page
        for number in (1, 2):
            racked = len(pit.view()["rack"])
            await page.keyboard.press("F2")
            await page.get_by_role("button", name="A card lies face up in the shoe").click()
            assert await ana.violations() == []
            await page.get_by_role("button", name="Put the card in the rack").click()
            await expect(page.get_by_role("heading", name="Tap the card that lay")).to_be_visible()
            await page.get_by_role("button", name="5", exact=True).click()
            if number == 1:
                await expect(page.get_by_role("heading", name="Seat 1: tap")).to_be_visible()
                async with asyncio.timeout(10):  # the pad is free before the table has the card
                    while len(pit.view()["rack"]) != racked + 1:
                        await asyncio.sleep(0.05)
        await expect(page.get_by_role("button", name="To the rack")).to_be_visible()
        hands = [seat["hand"] for seat in pit.view()["seats"]]
        assert [(hand["outcome"], hand["layout_cents"]) for hand in hands] == [("void", 0)] * 2
        await pit.step(ana, (), touch=False)
        for _ in range(STEPS_MAX):  # the cards are shuffled again
            if pit.first_round_is_near():
                break
            refuses = page.get_by_role("button", name="Does not cut")
            if pit.view()["phase"] == "cut_offered":
                await refuses.first.click()
                await expect(refuses).to_be_hidden()
            else:
                await pit.step(ana, (), touch=False)
        assert pit.view()["shoe"]["number"] == 2


async def test_a_round_with_real_cards_whose_dealer_is_lost_is_finished_by_the_floor(
    browser: Browser, service: Service
) -> None:
    """No clock runs there: a floorperson who is also a dealer steps in with a reason."""
    pit = Pit(service, "wisconsin", physical=True)
    member(service, "Sol", "dealer", "floorperson")
    async with (
        person(browser, service.url, TABLET) as ana,
        person(browser, service.url, TABLET) as sol,
    ):
        await signed_in(ana, "ana")
        await ana.go(f"/deal/{pit.table}")
        await seat_real_players(pit, ana)
        await ana.page.keyboard.press("7")
        await expect(ana.page.get_by_role("heading", name="Seat 3: tap")).to_be_visible()
        await ana.go("/")  # her tablet is gone
        await signed_in(sol, "sol")
        await sol.go(f"/deal/{pit.table}")
        page = sol.page
        await expect(page.get_by_text("Ana deals at this table.")).to_be_visible()
        await expect(page.get_by_text("You cannot take over now.")).to_be_visible()
        assert await sol.violations() == []
        await page.get_by_label("Why do you step in?").fill("she is ill")
        await page.get_by_role("button", name="Step in").click()
        await expect(page.get_by_role("heading", name="Seat 3: tap")).to_be_visible()
        for key in "94":  # the second seat, and the dealer's own card
            await page.keyboard.press(key)
        for seat in (1, 3):
            await expect(page.get_by_role("heading", name=f"Pay seat {seat}")).to_be_visible()
            await pit.step(sol, (), touch=False)
        await pit.step(sol, (), touch=False)
        assert pit.view()["round"] == 1
        await ana.go(f"/deal/{pit.table}")  # between rounds: the table still names her
        await expect(ana.page.get_by_role("region", name="The due step")).to_be_visible()
        await expect(ana.page.get_by_text("Sol deals at this table.")).to_have_count(0)
