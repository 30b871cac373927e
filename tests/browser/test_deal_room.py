"""The dealer's room: people deal to people, step by step, by keys and by touch."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.async_api import Browser, Error, expect

from casinowar.houses import house_names
from casinowar.record import read_record, verify
from tests.browser.kit import (
    BEYOND_CORE,
    DESKTOP,
    PHONE,
    SOON_MS,
    TABLET,
    Person,
    Service,
    person,
)
from tests.browser.staff import floorperson, give, member, open_table, people_table, staffed
from tests.browser.test_people_room import signed_in
from tests.kit.client import PLAIN_HTTP
from tests.service.http.test_routes import PASSPHRASE

pytestmark = pytest.mark.asyncio(loop_scope="package")
long = pytest.mark.skipif("BROWSER_ALL" not in os.environ, reason="make browser deals whole rounds")
STEPS_MAX = 400


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with staffed(tmp_path) as made:
        yield made


class Pit:
    """A table that people deal, its floor, and what the service says of it."""

    def __init__(
        self, service: Service, house: str, table: str | None = None, **settings: Any
    ) -> None:
        self.service, self.floor = service, floorperson(service)
        self.dealer = member(service, "Ana", "dealer")
        if table is None:
            self.table = people_table(service, self.floor, house, "Ana", **settings)
        else:
            self.table = table
            open_table(service, self.floor, table, house, "Ana")

    def asks(self, path: str) -> httpx.Response:
        """Ask the service as the floor."""
        theirs = {"authorization": f"Bearer {self.floor}"}
        return httpx.get(f"{self.service.url}{path}", headers=theirs, verify=PLAIN_HTTP)

    def view(self) -> dict[str, Any]:
        """The table as everybody sees it."""
        answer = self.asks(f"/api/tables/{self.table}").json()
        return {**answer["view"], "version": answer["version"]}

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
                    surrender = player.dock.locator('input[value="surrender"]')
                    await player.choose("surrender" if await surrender.count() else "war")
                elif await player.page.locator(".tiewar__go").is_visible():
                    await player.decline_war_tie()
        asked = False
        for waited in range(100):
            if self.view()["version"] != before or not due:
                return
            await dealer.page.wait_for_timeout(50)
            asks = dealer.page.locator(".duebtn", has_text="Ask seat")
            if waited > 5 and not asked and await asks.is_visible():
                asked = True  # the chips are cut, now the question
                await self.presses(dealer, touch=touch)
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

    def first_round_is_near(self) -> bool:
        """Whether bets can be made."""
        return self.view()["phase"] == "betting" and not self.due


async def nothing_scrolls(dealer: Person) -> bool:
    """Whether the whole room is in view."""
    fits = "document.documentElement.scrollHeight <= document.documentElement.clientHeight + 1"
    return bool(await dealer.page.evaluate(fits)) and await dealer.no_sideways_scroll()


@long
@pytest.mark.parametrize("house", house_names())
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
        await ana.go("/")
        await ana.page.get_by_role("link", name="Deal", exact=True).click()
        await ana.page.get_by_role("link", name="Deal here").click()
        due = ana.page.get_by_role("region", name="The due step")
        await expect(due).to_contain_text("eceive")
        await expect(due.locator(".clock")).to_contain_text("the table does this step by itself")
        await expect(due.get_by_role("timer")).to_be_visible()
        assert await ana.violations() == []
        assert await nothing_scrolls(ana)
        for _ in range(STEPS_MAX):
            if pit.first_round_is_near():
                break
            await pit.step(ana, (ann, bo), touch=False)
        await expect(ana.page.locator(".duebtn")).to_have_count(0)  # it waits for bets
        for player in (ann, bo):
            await player.bet(("first", 25))
        await pit.until("deal_card", ana, ann, bo)
        await expect(ana.page.get_by_role("button", name="Deal to seat")).to_be_visible()
        await expect(ana.page.locator(".then")).to_contain_text("yourself")
        assert await ana.violations() == []
        await pit.until("settle_hand", ana, ann, bo)
        places = ana.page.locator(".mid--cards > *")  # the war card's place is left of the first
        await expect(places.last).to_have_class(re.compile("card"))
        await expect(places.first).to_have_class(re.compile("hole"))
        assert await nothing_scrolls(ana)
        await pit.until("rack_cards", ana, ann, bo)
        await pit.step(ana, (ann, bo), touch=False)
        assert pit.view()["round"] == 1


@long
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
            paid = ana.page.get_by_role("button", name="Paid 25")
            tray = pit.view()["tray_cents"]
            told = pit.asks(f"/api/tables/{pit.table}/due").json()["moves"]
            if any(move["what"] == "pay" for move in told):
                await expect(paid).to_be_visible()
                await expect(ana.page.locator(".sum")).to_contain_text(re.compile("25.*1 to 1.*25"))
                await expect(ana.page.locator(".cut")).to_contain_text("1 green")
                assert await ana.violations() == []
                await paid.dblclick(delay=20)  # the second is no press for the next step
                await expect(paid).to_be_hidden()  # a second tap would be that of the next step
                await pit.until("rack_cards", ana, ann, touch=True)
                assert pit.view()["tray_cents"] == tray - 2500
                return
            await pit.until("rack_cards", ana, ann, touch=True)
            await pit.step(ana, (ann,), touch=True)
            if pit.due == "burn_card":
                await pit.step(ana, (), touch=True)
        raise AssertionError("she never won")


@long
async def test_wi_j_irregularities_are_offered_only_where_the_table_accepts_them(
    browser: Browser, service: Service
) -> None:
    """New Jersey's fines: a missed seat is corrected by the rule, and no card is moved."""
    pit = Pit(service, "wisconsin", shuffling="batches")
    async with (
        person(browser, service.url, DESKTOP) as ana,
        person(browser, service.url, DESKTOP) as ann,
        person(browser, service.url, DESKTOP) as bo,
    ):
        await ann.sit(pit.table)
        await bo.sit(pit.table)
        await signed_in(ana, "ana")
        await ana.go(f"/deal/{pit.table}")
        await expect(ana.page.locator(".duebtn")).to_be_visible()
        await ana.page.keyboard.press("F2")
        await expect(ana.page.get_by_text("There is nothing to report")).to_be_visible()
        assert await ana.violations() == []
        await ana.page.keyboard.press("Escape")
        await pit.until("inspect_decks", ana, ann, bo)
        await ana.page.keyboard.press("F2")
        await ana.page.get_by_role("button", name="The decks fail the inspection").click()
        await ana.page.get_by_label("What is wrong").fill("a nine is bent")
        await ana.page.get_by_role("button", name="Ask for other decks").click()
        await expect(ana.page.locator(".duebtn")).to_contain_text("Decks received")
        await pit.until("offer_cut", ana, ann, bo)
        await ana.page.keyboard.press("F2")
        await ana.page.get_by_role("button", name="The shuffler failed").click()
        await ana.page.get_by_role("button", name="Shuffle again").click()
        await expect(ana.page.locator(".duebtn")).to_contain_text("Shuffled")
        for _ in range(STEPS_MAX):
            if pit.first_round_is_near():
                break
            await pit.step(ana, (ann, bo), touch=False)
        for player in (ann, bo):
            await player.bet(("first", 100), ("tie", 25))
        await pit.until("deal_card", ana, ann, bo)
        await ana.page.keyboard.press("F2")
        await expect(ana.page.get_by_text("Nothing is reported yet.")).to_be_visible()
        before = pit.view()
        drawn = ana.page.get_by_role("button", name="drawn in error")
        await expect(drawn).to_have_attribute("aria-pressed", "false")
        await expect(ana.page.get_by_role("button", name="was missed")).to_have_count(0)
        await ana.page.keyboard.press("Enter")  # nothing is chosen: nothing is reported
        await expect(drawn).to_be_visible()
        assert pit.view()["version"] == before["version"]
        await drawn.click()
        await expect(drawn).to_contain_text("WI j2")
        assert await ana.violations() == []
        await ana.page.get_by_role("button", name="Keep the card as the next one").click()
        await expect(ana.page.get_by_role("button", name="Deal to seat")).to_be_visible()
        await expect(ana.page.locator(".lastlog li").first).to_contain_text("drawn in error")
        assert pit.view()["shoe"]["card_held"]
        assert pit.view()["shoe"]["drawn"] == before["shoe"]["drawn"]
        first = pit.view()["seats"][0]["seat"]
        await pit.step(ana, (), touch=False)
        held = [seat for seat in pit.view()["seats"] if seat["hand"]["card"] is not None]
        await ana.page.keyboard.press("F2")
        missed = next(seat["seat"] for seat in pit.view()["seats"] if seat["seat"] != first)
        await ana.page.get_by_role("button", name=f"Seat {missed} was missed").click()
        await ana.page.get_by_role("button", name="Return the wagers").click()
        await expect(ana.page.get_by_role("button", name="Deal to yourself")).to_be_visible()
        for player in (ann, bo):  # on a phone a seat is one line; its bet is back
            sums = player.page.locator(".seat__sum b, .seat__sum i")
            await expect(sums.filter(has_text="void")).to_have_count(1)
            await player.page.set_viewport_size({"width": 1280, "height": 800})
            back = player.page.locator(f".seat:nth-child({missed}) .amount--back")
            await expect(back).to_have_count(2)
            tie, wager = [
                await one.evaluate("one => one.getBoundingClientRect().toJSON()")
                for one in await back.all()
            ]  # neither covers the other
            assert tie["right"] <= wager["left"] or tie["bottom"] <= wager["top"]
        after = {seat["seat"]: seat for seat in pit.view()["seats"]}
        assert after[missed]["hand"]["outcome"] == "void"
        assert after[missed]["hand"]["layout_cents"] == 0
        assert [after[seat["seat"]]["hand"]["card"] for seat in held] == [
            seat["hand"]["card"] for seat in held
        ]  # nobody's card moved


@long
async def test_wi_g1_the_table_is_handed_over_with_a_count_and_the_new_dealer_burns(
    browser: Browser, service: Service
) -> None:
    pit = Pit(service, "wisconsin")
    member(service, "Sol", "dealer")
    async with (
        person(browser, service.url, TABLET) as ana,
        person(browser, service.url, DESKTOP) as ann,
    ):
        ana.forgiven.append("403|401|409")  # a wrong passphrase
        await ann.sit(pit.table)
        await signed_in(ana, "ana")
        await ana.go(f"/deal/{pit.table}")
        await pit.until("burn_card", ana, ann)
        await pit.step(ana, (), touch=False)
        await ana.page.keyboard.press("F4")
        await expect(ana.page.get_by_role("radio", name="Cards")).to_be_focused()
        await ana.page.get_by_label("In your own words").fill("a chip is cracked")
        assert await ana.violations() == []
        await ana.page.keyboard.press("Enter")
        await expect(ana.page.get_by_text("The floor has been called.").first).to_be_visible()
        [call] = pit.asks("/api/calls").json()["calls"]
        theirs = {"authorization": f"Bearer {pit.floor}"}
        for act, body in (("take", {}), ("done", {"outcome": "changed the chip"})):
            path = f"{service.url}/api/calls/{call['id']}/{act}"
            httpx.post(path, json=body, headers=theirs, verify=PLAIN_HTTP).raise_for_status()
        await expect(ana.page.get_by_text("The floor has been called.")).to_have_count(0)
        await ana.page.keyboard.press("F8")
        takes = ana.page.get_by_role("button", name="takes over")
        await expect(ana.page.get_by_role("button", name="More of 1,000")).to_be_visible()
        await ana.page.get_by_label("1,000", exact=True).fill("98")
        await ana.page.get_by_label("Sign-in name").fill("sol")
        await ana.page.get_by_label("Passphrase").fill(PASSPHRASE)
        await expect(takes).to_have_attribute("aria-disabled", "true")  # the count is short
        assert await ana.violations() == []
        assert await nothing_scrolls(ana)
        short = int(pit.view()["tray_cents"]) // 100 - 98_000
        for chip in (500, 100, 25, 5, 1):
            await ana.page.get_by_label(str(chip), exact=True).fill(str(short // chip))
            short %= chip
        await expect(takes).to_have_attribute("aria-disabled", "false")
        await ana.page.get_by_label("Sign-in name").fill("flo")
        await ana.page.get_by_label("Passphrase").press("Enter")
        await expect(ana.page.get_by_text("Flo is not a dealer.")).to_be_visible()
        me = await ana.page.evaluate("fetch('/api/me').then((one) => one.json())")
        assert me["name"] == "Ana"  # she is still signed in
        await ana.page.get_by_label("Sign-in name").fill("sol")
        await ana.page.get_by_label("Passphrase").press("Enter")
        await expect(ana.page.get_by_text("Sol is the dealer now.")).to_be_visible()
        assert pit.view()["dealer"]["name"] == "Sol"
        assert pit.due == "burn_card"  # each new dealer burns a card first, WI g1
        await expect(ana.page.get_by_role("button", name="Burn")).to_be_visible()


@BEYOND_CORE
async def test_a_table_has_one_dealer_and_the_page_of_another_says_who(
    browser: Browser, service: Service
) -> None:
    pit = Pit(service, "wisconsin")
    member(service, "Sol", "dealer")
    async with (
        person(browser, service.url, TABLET) as ana,
        person(browser, service.url, TABLET) as sol,
    ):
        await signed_in(ana, "ana")
        await signed_in(sol, "sol")
        for dealer in (ana, sol):
            await dealer.go(f"/deal/{pit.table}")
            await expect(dealer.page.locator(".duebtn")).to_contain_text("Decks received")
        await pit.presses(ana, touch=False)
        await expect(sol.page.get_by_text("Ana deals at this table.")).to_be_visible()
        await expect(sol.page.locator(".duebtn")).to_have_text(re.compile("^Take over"))
        await expect(ana.page.locator(".duebtn")).to_contain_text("Inspected")
        await expect(sol.page.get_by_role("region", name="Help")).to_be_hidden()  # no empty box
        assert await sol.violations() == []
        assert await nothing_scrolls(sol)
        version = pit.view()["version"]
        await sol.page.keyboard.press("Enter")  # it opens the hand-over, and moves nothing
        await expect(sol.page.get_by_role("heading", name="Take over from Ana")).to_be_visible()
        assert pit.view()["version"] == version
        await sol.page.get_by_label("1,000", exact=True).fill("100")
        await sol.page.get_by_role("button", name="Take over").click()
        await expect(sol.page.locator(".duebtn")).to_contain_text("Inspected")
        await expect(ana.page.get_by_text("Sol deals at this table.")).to_be_visible()
        sol.forgiven.append("404|WebSocket")
        await sol.go("/deal/nowhere")
        await expect(sol.page.get_by_text("There is no such table.")).to_be_visible()


async def test_policy_28_a_table_with_real_cards_is_refereed_from_a_list_of_cards(
    browser: Browser, service: Service, tmp_path: Path
) -> None:
    """A war with three seats, one with a coupon; the record of what the dealer told verifies."""
    pit = Pit(service, "wisconsin", physical=True, coupons=True)
    async with person(browser, service.url, TABLET) as ana:
        await signed_in(ana, "ana")
        await ana.go(f"/deal/{pit.table}")
        page = ana.page
        await expect(page.get_by_text("Real cards").first).to_be_visible()
        for seat, name in ((1, "Ines"), (3, "Tomas"), (6, "Ada")):
            await page.get_by_role("button", name=f"Seat a player at {seat}").click()
            await page.get_by_label("Name").fill(name)
            await page.get_by_label("Chips").fill("200")
            await page.get_by_role("button", name="Sit down").click()
            await expect(page.get_by_role("heading", name=f"Seat {seat}: {name}")).to_be_visible()
            await page.keyboard.press("Escape")
        for _ in range(STEPS_MAX):
            if pit.first_round_is_near():
                break
            if pit.view()["phase"] == "cut_offered":  # a player has cut the real cards
                cut = page.get_by_role("button", name="Seat 1: Has cut")
                await expect(page.get_by_label("About how many cards")).to_have_value("156")
                await page.get_by_label("About how many cards").fill("100")
                assert await ana.violations() == []
                await cut.click()
                await expect(cut).to_be_hidden()
                assert pit.due == "place_cutting_card"
            else:
                await pit.step(ana, (), touch=False)
        for seat in (1, 3, 6):
            await page.get_by_role("button", name=f"Seat {seat}", exact=True).click()
            await page.get_by_label("Initial").fill("10")
            if seat == 6:
                await page.get_by_label("Coupon").fill("10")
            await page.keyboard.press("Enter")
            await expect(page.locator(".desk")).to_have_count(0)
        await expect(page.locator(".paper")).to_have_text(["10"])
        await pit.step(ana, (), touch=False)  # no more bets
        pad = page.get_by_role("group", name="Rank of the card")
        await expect(pad).to_be_visible()
        assert await ana.violations() == []
        assert await nothing_scrolls(ana)
        await page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        await expect(page.get_by_role("button", name="Seat 1", exact=True)).to_be_visible()
        await page.set_viewport_size({"width": TABLET[0], "height": TABLET[1]})
        await pad.focus()
        version = pit.view()["version"]
        for key in "8":
            await page.keyboard.press(key)
        await expect(page.get_by_role("heading", name="Seat 3: tap")).to_be_visible()
        assert pit.view()["version"] == version + 1
        await expect(page.get_by_role("button", name="Correct the last card")).to_be_visible()
        seats = page.locator(".panel.seats")  # seven of them, without scrolling
        assert await seats.evaluate("one => one.scrollHeight - one.clientHeight") <= 0
        await page.get_by_role("button", name="Correct the last card").click()
        await page.keyboard.press("9")
        await page.keyboard.press("9")  # at once: it belongs to the next card
        await expect(page.get_by_role("heading", name="Seat 6: tap")).to_be_visible()
        await page.get_by_role("radio", name="hearts").check(force=True)
        await page.get_by_role("button", name="9", exact=True).click()
        await expect(page.get_by_role("heading", name="Your own card")).to_be_visible()
        await page.get_by_role("button", name="The cutting card came out").click()
        await expect(page.get_by_role("button", name="The cutting card came out")).to_be_hidden()
        await pad.focus()
        tap = "document.querySelector(`.pad [aria-label='${rank}']`).click()"
        taps = f"ranks => ranks.forEach(rank => {tap})"
        await page.evaluate(taps, ["9", "4"])  # at once; the second one is too many
        await expect(page.get_by_text("Not entered: 4.")).to_be_visible()
        cards = [seat["hand"]["card"] for seat in pit.view()["seats"]]
        assert cards == ["9?", "9?", "9h"]
        await expect(page.get_by_role("button", name="Ask seat 1")).to_be_visible()
        for seat in (1, 3, 6):
            await expect(page.get_by_role("button", name=f"Ask seat {seat}")).to_be_visible()
            await pit.step(ana, (), touch=False)
        for seat in (1, 3, 6):
            war = page.get_by_role("button", name=f"Seat {seat}: War")
            await war.click()
            await expect(war).to_be_hidden()
        for _ in range(STEPS_MAX):
            due, before = pit.due, pit.view()["version"]
            if due == "rack_cards" and pit.view()["phase"] == "rack":
                break
            no_tie = page.get_by_role("button", name="No Tie on the war").first
            tie = page.get_by_role("button", name="Seat 1: Tie on the war")
            if due == "deal_card":
                await expect(pad).to_be_visible()
                await pad.focus()
                await page.keyboard.press("Q" if pit.view()["dealer"]["war_cards"] else "K")
            elif due:
                await pit.step(ana, (), touch=False)
            elif await tie.is_visible():
                await tie.click()
                await page.get_by_label("Tie on the war").fill("7")
                assert await ana.violations() == []
                await page.keyboard.press("Enter")
            elif await no_tie.is_visible():
                await no_tie.click()
            for _ in range(20):
                if pit.view()["version"] != before:
                    break
                await page.wait_for_timeout(50)
        await pit.step(ana, (), touch=False)
        nets = [seat["hand"]["outcome"] for seat in pit.view()["last_round"]["seats"]]
        assert nets == ["war_tied"] * 3  # kings all round
        [ines, *_] = pit.view()["last_round"]["seats"]
        assert ines["hand"]["war_tie_cents"] == 700
        record = tmp_path / "record.jsonl"
        record.write_bytes(pit.asks(f"/api/tables/{pit.table}/record").content)
        verified = verify(read_record(record))
        assert (verified.fault, verified.rounds) == (None, 1)
