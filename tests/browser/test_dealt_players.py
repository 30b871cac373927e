"""The players' side of a table that people deal: who deals, why one waits, calls, disputes, a war.

Each player, the dealer, the floor and surveillance have a window of their own.
"""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.async_api import Browser, expect

from casinowar.cli.main import main
from casinowar.houses import load_house
from tests.browser.kit import BEYOND_CORE, DESKTOP, PHONE, TABLET, Person, Service, chromium, person
from tests.browser.layout import faults
from tests.browser.shoes import ANY, stack
from tests.browser.staff import member, staffed
from tests.browser.test_deal_room import STEPS_MAX, Pit
from tests.browser.test_people_room import signed_in
from tests.kit.client import PLAIN_HTTP
from tests.playthroughs.cards import war_deal
from tests.service.http.test_routes import PASSPHRASE

pytestmark = pytest.mark.asyncio(loop_scope="package")
IN_VIEW = "(one) => one.getBoundingClientRect().bottom <= innerHeight"


async def top(one: Person, what: str) -> int:
    """How far below the top of the window a part of the page begins."""
    box = await one.page.locator(what).bounding_box()
    assert box is not None
    return round(box["y"])


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with staffed(tmp_path) as made:
        yield made


async def bets_open(pit: Pit, ana: Person, *players: Person) -> None:
    """The dealer goes on until bets can be made."""
    for _ in range(STEPS_MAX):
        if pit.first_round_is_near():
            return
        await pit.step(ana, players, touch=False)
    raise AssertionError("bets never were open")


def signs(service: Service, who: str, path: str, body: dict[str, Any] | None = None) -> Any:
    """What the service answers somebody of the staff."""
    with httpx.Client(base_url=service.url, verify=PLAIN_HTTP) as client:
        kept = {"sign_in": who, "passphrase": PASSPHRASE}
        token = client.post("/api/sign-in", json=kept).json()["token"]
        client.cookies.clear()
        theirs = {"authorization": f"Bearer {token}"}
        if body is None:
            answer = client.get(path, headers=theirs)
        else:
            answer = client.post(path, json=body, headers=theirs)
        answer.raise_for_status()
        return answer


@BEYOND_CORE
async def test_wi_d2_players_see_who_deals_and_the_first_is_shown_the_cards(
    browser: Browser, service: Service
) -> None:
    pit = Pit(service, "wisconsin")
    async with (
        person(browser, service.url, TABLET) as ana,
        person(browser, service.url, PHONE) as ann,
        person(browser, service.url, DESKTOP) as bo,
    ):
        await ann.sit(pit.table)
        await bo.sit(pit.table)
        await signed_in(ana, "ana")
        await ana.go(f"/deal/{pit.table}")
        await pit.until("inspect_decks", ana)
        for player in (ann, bo):
            await expect(player.page.get_by_text("Dealer: Ana")).to_be_visible()
            next_step = "Ana's next step: sort and inspect the decks."
            await expect(player.dock).to_contain_text(next_step)
        await pit.until("verify_inspection", ana)
        await expect(ann.dock).to_contain_text("The floor's next step: verify the inspection.")
        await pit.until("turn_cards_down", ana)
        shown = ann.page.get_by_role("heading", name="The cards are shown to you")
        await expect(shown).to_be_visible()
        spread = ann.page.get_by_role("img", name="The cards lie face up")
        await expect(spread).to_be_visible()
        await expect(bo.dock).to_contain_text("Ana's next step: turn the cards face down.")
        assert [one for one in await faults(ann.page) if "You" in one] == []  # the cards lie below
        assert await ann.violations() == []
        await ann.button("Object to the cards").click()
        await expect(bo.dock).to_contain_text("The floor's next step: look into the objection")
        assert pit.due == "verify_inspection"


@BEYOND_CORE
async def test_a_dispute_from_the_players_button_to_the_exported_file(
    browser: Browser, service: Service, tmp_path: Path
) -> None:
    pit = Pit(service, "washington")
    member(service, "Eve", "surveillance")
    member(service, "Max", "floorperson")
    async with (
        person(browser, service.url, TABLET) as ana,
        person(browser, service.url, PHONE) as ann,
        person(browser, service.url, DESKTOP) as flo,
    ):
        await ann.sit(pit.table)
        await signed_in(ana, "ana")
        await signed_in(flo, "flo")
        await flo.go("/floor")
        await ana.go(f"/deal/{pit.table}")
        await bets_open(pit, ana, ann)
        await ann.page.get_by_role("button", name="Dealer and floor").click()
        sheet = ann.page.get_by_role("dialog", name="Dealer and floor")
        await expect(sheet).to_contain_text("Ana")
        await sheet.get_by_label("In your own words").fill("my chair is broken")
        await sheet.get_by_text("Something else").click()
        assert await ann.violations() == []
        await sheet.get_by_role("button", name="Call the floor").click()
        await expect(sheet).to_contain_text("The floor has been called.")
        queue = flo.page.locator(".call")
        await expect(queue).to_contain_text("my chair is broken")
        await queue.get_by_role("button", name="Take").click()
        await expect(sheet).to_contain_text("Flo is coming.")
        await ann.page.keyboard.press("Escape")
        await expect(ann.page.get_by_role("button", name="Flo is coming")).to_be_visible()
        await ann.bet(("first", 25))
        await pit.until("rack_cards", ana, ann)
        await pit.step(ana, (ann,), touch=False)
        await ann.button("I dispute this").click()
        await expect(sheet.get_by_label("What is wrong?")).to_be_focused()
        await expect(sheet.get_by_role("button", name="Send the dispute")).to_be_in_viewport()
        await expect(sheet.get_by_role("heading", name="Call the floor")).to_be_hidden()
        panel, card = sheet, ann.page.locator(".dealer .card").first
        boxes = await panel.bounding_box(), await card.bounding_box()
        assert boxes[0] is not None
        assert boxes[1] is not None
        assert boxes[1]["y"] + boxes[1]["height"] < boxes[0]["y"]  # the cards stay in view
        await sheet.get_by_label("What is wrong?").fill("I had the higher card")
        await sheet.get_by_label("Total you got back").fill("12.50")
        assert await ann.violations() == []
        await ann.page.keyboard.press("Enter")
        file = sheet.locator("[data-dispute]")
        await expect(file).to_contain_text("D-1, round 1")
        await expect(file).to_contain_text("Waiting for the first reader.")
        await expect(flo.page.locator(".call", has_text="I had the higher card")).to_be_visible()
        signs(service, "eve", "/api/disputes/D-1/read", {"words": "the record holds"})
        await expect(file).to_contain_text("The floor decides next.")
        # the same file on the page of the round
        await ann.go("/rounds")
        await ann.page.locator("tbody a").first.click()
        own = ann.page.locator("[data-dispute=D-1]")
        await expect(own).to_contain_text("The floor decides next.")
        decided = {"words": "paid as the rules say", "pay_cents": 0}
        signs(service, "flo", "/api/disputes/D-1/decide", decided)
        await expect(own).to_contain_text("A second reader is checking.")
        await expect(own).not_to_contain_text("paid as the rules say")  # not yet
        signs(service, "max", "/api/disputes/D-1/confirm", {"words": "so it is", "agrees": True})
        await expect(own).to_contain_text("Nothing more is owed. paid as the rules say")
        assert await ann.violations() == []
        data = signs(service, "max", "/api/disputes/D-1/export").content
        with zipfile.ZipFile(io.BytesIO(data)) as exported:
            exported.extractall(tmp_path / "out")
        [about] = (tmp_path / "out").rglob("dispute.json")
        told = json.loads(about.read_text(encoding="utf-8"))
        assert (told["round"], told["says_paid_cents"]) == (1, 1250)
        [record] = (tmp_path / "out").rglob("record.jsonl")
        assert main(["record", str(record), "--verify"]) == 0


def dealt_by_people(service: Service, folder: Path, house: str) -> str:
    """The table with the given shoe, handed over to people before anybody has played at it."""
    service.start()
    table = service.stacked(house)
    service.kill()
    [database] = folder.glob("*.db")
    with closing(sqlite3.connect(database)) as connection, connection:
        [settings] = connection.execute(
            "SELECT settings FROM tables WHERE table_id = ?", (table,)
        ).fetchone()
        mended = json.dumps({**json.loads(settings), "runs_itself": False})
        connection.execute("UPDATE tables SET settings = ? WHERE table_id = ?", (mended, table))
    service.start()
    return table


@BEYOND_CORE
async def test_a_war_with_three_seats_is_dealt_by_keys(browser: Browser, tmp_path: Path) -> None:
    """Three players in their own windows go to war; the dealer has a keyboard and nothing else."""
    chromium()
    house = load_house("wisconsin")
    war = [card if card in "QJ9T" else ANY for card in war_deal(house, ["Q", "J", "9"], "T")]
    suited = [card if card == ANY else f"{card}s" for card in war]
    cards = [ANY, "7h", "7s", "7d", "7c", *suited]
    shoes = tmp_path / "shoes.txt"  # the dealer cuts in the middle
    shoes.write_text(" ".join(stack(6, [cards], len(cards), 156)) + "\n", encoding="ascii")
    service = Service(tmp_path / "data", shoes)
    service.administrator(PASSPHRASE)
    table = dealt_by_people(service, tmp_path / "data", "wisconsin")
    try:
        pit = Pit(service, "wisconsin", table=table)
        async with (
            person(browser, service.url, TABLET) as ana,
            person(browser, service.url, DESKTOP) as ann,
            person(browser, service.url, PHONE) as bo,
            person(browser, service.url, TABLET) as cy,
            person(browser, service.url, DESKTOP) as flo,
        ):
            players = (ann, bo, cy)
            for player in players:
                await player.sit(pit.table)
            await signed_in(ana, "ana")
            await ana.go(f"/deal/{pit.table}")
            await bets_open(pit, ana, *players)
            for player in players:
                await player.bet(("first", 25), ("tie", 5))
            await pit.until("settle_hand", ana)
            assert {seat["hand"]["card"][0] for seat in pit.view()["seats"]} == {"7"}
            felt = {await top(ana, ".dtable")}
            for _ in range(3):  # each is paid the Tie wager, and then asked
                await expect(ana.page.locator(".duebtn")).to_contain_text("Paid 50")
                await pit.step(ana, (), touch=False)
            felt.add(await top(ana, ".dtable"))
            for player in players:
                await player.choose("war")
            await pit.until("burn_card", ana, *players)  # nobody wants a Tie on the war
            await expect(ana.page.get_by_role("img", name="1 card burned")).to_have_count(0)
            await pit.until("deal_card", ana)
            for player in players:
                await expect(player.dock).to_contain_text("Ana's next step")
            felt.add(await top(ana, ".dtable"))
            await pit.until("settle_war", ana)
            assert pit.view()["dealer"]["war_cards"] == ["Ts"]
            # of this war, and not the card that was burned before the first round
            await expect(ana.page.get_by_role("img", name="12 cards burned")).to_be_visible()
            await signed_in(flo, "flo")
            await flo.go(f"/floor/{pit.table}")
            hers = flo.page.locator(".felt li", has_text="Dealer")
            await expect(hers.get_by_role("img")).to_have_count(2)
            await expect(ana.page.locator(".duebtn")).to_contain_text("Paid 50")
            felt.add(await top(ana, ".dtable"))
            assert len(felt) == 1, felt  # it does not move between two steps
            while pit.due == "settle_war":
                await pit.step(ana, (), touch=False)
            await pit.step(ana, (), touch=False)
            ended = [seat["hand"]["outcome"] for seat in pit.view()["last_round"]["seats"]]
            assert ended == ["war_won", "war_won", "war_lost"]
            said = [await player.net() for player in players]
            assert sorted(said) == ["+75", "+75", "0"]
            for player in players:  # three results, "What if?" and a dispute beside the next bet
                assert await player.page.locator(".settled").evaluate(IN_VIEW)
    finally:
        service.kill()


@BEYOND_CORE
async def test_beside_its_panel_the_button_for_the_floor_leaves_the_rack_in_view(
    browser: Browser, service: Service
) -> None:
    """The panel makes the felt narrower: the button lay on the discard rack."""
    pit = Pit(service, "washington", title="Club night")
    async with person(browser, service.url, DESKTOP) as bo:
        await bo.go(f"/t/{pit.table}")
        button = bo.page.locator(".dealt").get_by_role("button", name="Dealer and floor")
        sheet = bo.page.get_by_role("dialog", name="Dealer and floor")
        await button.click()
        await expect(sheet).to_be_visible()
        for width, height in ((1440, 900), (1280, 800), (1024, 768)):
            await bo.page.set_viewport_size({"width": width, "height": height})
            await bo.page.wait_for_timeout(300)  # the felt is drawn again
            ends, rack = await button.bounding_box(), bo.page.locator(".dealer__rack")
            lies = await rack.bounding_box()
            assert ends is not None
            assert lies is not None
            assert ends["x"] + ends["width"] <= lies["x"], (width, ends, lies)
        await button.click()
        await expect(sheet).to_be_hidden()
        bo.check()


@BEYOND_CORE
async def test_policy_28_real_cards_are_marked_wherever_players_look(
    browser: Browser, service: Service
) -> None:
    pit = Pit(service, "wisconsin", physical=True, title="Club night")
    async with person(browser, service.url, PHONE) as bo, person(browser, service.url) as ann:
        await bo.go(f"/t/{pit.table}")
        await expect(bo.page.get_by_text("Real cards", exact=True)).to_be_visible()
        await bo.page.get_by_role("button", name="Dealer and floor").click()
        sheet = bo.page.get_by_role("dialog", name="Dealer and floor")
        await expect(sheet).to_contain_text("cannot prove their order")
        await expect(sheet).to_contain_text("Ana's next step: receive")
        assert await bo.violations() == []
        seated = {"id": "s1", "seat": 1, "name": "Ines"}  # the lobby lists tables with players
        signs(service, "ana", f"/api/tables/{pit.table}/stand-ins", seated)
        await ann.go("/?houses")
        row = ann.page.locator(".trow", has_text="Club night")
        await expect(row).to_contain_text("real cards, no proof")
        assert await ann.violations() == []
