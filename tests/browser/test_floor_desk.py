"""The floor's desk in a real browser: a call, a void with its preview, slips, counts, standing up.

Planted once and caught here: a call that is lost once it is taken. A preview that forgets one chip
is caught in ``tests/service/test_floor_preview.py``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.async_api import Browser, Page, Response, expect

from tests.browser.kit import BEYOND_CORE, DESKTOP, PHONE, TABLET, Person, Service, person
from tests.browser.staff import floorperson, give, member, people_table, staffed
from tests.browser.test_people_room import signed_in
from tests.kit.client import PLAIN_HTTP

pytestmark = pytest.mark.asyncio(loop_scope="package")
ROOMS_IN_REACH = (
    "document.elementFromPoint(innerWidth / 2, innerHeight - 20).closest('nav') !== null"
)
TABLE = "wisconsin"
CALL_MS = 2_500  # a call is on the desk within two seconds, and drawn


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with staffed(tmp_path) as made:
        yield made


def asked(service: Service, token: str, path: str) -> Any:
    theirs = {"authorization": f"Bearer {token}"}
    return httpx.get(f"{service.url}{path}", headers=theirs, verify=PLAIN_HTTP).json()


def say(service: Service, token: str, path: str, body: dict[str, Any]) -> Any:
    theirs = {"authorization": f"Bearer {token}"}
    return httpx.post(f"{service.url}{path}", json=body, headers=theirs, verify=PLAIN_HTTP).json()


def tray(service: Service, token: str, table: str) -> dict[str, int]:
    tables = asked(service, token, "/api/floor")["tables"]
    found: dict[str, int] = next(one["tray"] for one in tables if one["id"] == table)
    return found


async def picture(guest: Person, name: str) -> None:
    """Keep what it looks like, if pictures are wanted."""
    folder = os.environ.get("FLOOR_PICTURES")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        await guest.page.wait_for_timeout(300)
        await guest.page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


async def reason(page: Page, words: str) -> None:
    await page.get_by_text(words, exact=True).click()


async def test_a_fill_is_seen_before_it_is_done(browser: Browser, service: Service) -> None:
    """The short one for every change: open with a count, fill, by keys alone at the end."""
    floor = floorperson(service)
    async with person(browser, service.url, DESKTOP) as flo:
        page = flo.page
        await signed_in(flo, "flo")
        await page.get_by_role("link", name="Floor", exact=True).click()
        await expect(page.get_by_role("heading", name="Floor", level=1)).to_be_visible()
        await page.locator(f"tr[data-table={TABLE}] a").click()
        await page.locator("[data-act=open_table]").click()
        await page.get_by_label("Dealer").fill("Ana")
        await page.locator("[data-chip='10000']").fill("40")
        await reason(page, "Start of the day")
        await expect(page.locator("[data-move]")).to_have_count(1)
        assert await flo.violations() == []
        await page.get_by_role("button", name="Open the table").click()
        await expect(page.get_by_role("status").filter(has_text="Done.")).to_contain_text(
            "Ana deals"
        )
        assert tray(service, floor, TABLE)["now_cents"] == 400_000
        await page.locator("[data-act=fill_tray]").click()
        after = page.locator("tfoot tr .num")
        await expect(after).to_have_text(["4,000", "±0", "4,000"])
        await page.locator("[data-chip='2500']").fill("40")
        await expect(after).to_have_text(["4,000", "+1,000", "5,000"])  # now, add, after
        await picture(flo, "fill-desktop-dark")
        await expect(page.locator("[data-move] .num").first).to_have_text("1,000")
        await expect(page.locator(".way").first).to_have_text(re.compile(r"Cage\s*Tray"))
        await expect(page.locator(".told q")).to_have_text("The tray was filled with 1,000.")
        await page.get_by_label("In your own words").fill("nine greens left")
        await page.keyboard.press("Enter")  # Enter alone moves no chips
        assert tray(service, floor, TABLE)["fills_cents"] == 0
        await page.keyboard.press("Control+Enter")
        await expect(page.get_by_role("status").filter(has_text="Done.")).to_be_visible()
        assert tray(service, floor, TABLE)["fills_cents"] == 100_000
        await expect(page.locator(".sum")).to_contain_text("5,000")
        assert await flo.violations() == []


@BEYOND_CORE
async def test_players_find_tables_that_people_deal_before_anybody_sits_there(
    browser: Browser, service: Service
) -> None:
    """A table with real cards, made at the desk, is not in the lobby: the dealer seats people."""
    flo = floorperson(service)
    empty = people_table(service, flo, TABLE, "Dee", title="First table")
    async with (
        person(browser, service.url) as desk,
        person(browser, service.url, PHONE) as guest,
    ):
        await signed_in(desk, "flo")
        await desk.go("/floor/new")
        await desk.page.get_by_label("Name (the house").fill("Real cards")
        await desk.page.get_by_label("A dealer with real cards").check()
        await desk.page.get_by_role("button", name="Make the table").click()
        await desk.page.wait_for_url(re.compile(r"/floor/(?!new)\w+$"))
        real = desk.page.url.rsplit("/", 1)[1]
        made = asked(service, flo, f"/api/tables/{real}")["table"]
        assert made["settings"]["physical"] is True
        assert made["settings"]["runs_itself"] is False

        rows = guest.page.locator(".trow")
        await guest.go("/?houses")
        row = rows.filter(has_text="First table")
        await expect(row.get_by_role("link", name="Sit")).to_have_attribute(
            "href", f"/t/{empty}?sit"
        )
        await expect(rows).to_have_count(1)  # with real cards, the dealer seats people


@BEYOND_CORE
async def test_mistakes_in_the_limits_of_a_new_table_are_said_at_the_field(
    browser: Browser, service: Service
) -> None:
    floorperson(service)
    async with person(browser, service.url, DESKTOP) as flo:
        page = flo.page
        await signed_in(flo, "flo")
        await flo.go("/floor/new")
        await page.locator("select").select_option("washington")
        await expect(page.get_by_text("The house’s limits: 5 to 300")).to_be_visible()
        low, high = page.locator("#min"), page.locator("#max")
        for least, most, field, words in (
            ("600", "", "min", "The house is authorised for 300 at most."),
            ("200", "100", "max", "The maximum is below the minimum, 200."),
            ("", "900", "max", "The house is authorised for 300 at most."),
            ("5.50", "", "min", "Wagers here go in steps of 1. Nearest: 5 or 6."),
            ("five", "", "min", "Write an amount in chips, for example 25."),
            ("-5", "", "min", "Write an amount in chips, for example 25."),
            ("0", "", "min", "The least is 1."),
            ("", "1000000000000", "max", "The house is authorised for 300 at most."),
        ):
            await low.fill(least)
            await high.fill(most)
            await expect(page.locator(f"#{field}-wrong")).to_contain_text(words)
            await expect(page.locator(".wrong")).to_have_count(1)
            if not words.startswith("Write"):
                await expect(page.locator(".wrong .clause")).to_have_text("WA limits")
            await page.get_by_role("button", name="Make the table").click()
            await expect(page.locator(f"#{field}")).to_be_focused()
            assert page.url.endswith("/floor/new")
        assert await flo.violations() == []
        await picture(flo, "new-wrong")
        await page.locator("select").select_option("wisconsin")
        await low.fill("600")
        await high.fill("")
        wrong = page.locator("#min-wrong")
        await expect(wrong).to_contain_text("The minimum is above the maximum, 500.")
        await low.fill("10")
        await expect(page.locator(".wrong")).to_have_count(0)
        await page.get_by_role("button", name="Make the table").click()
        await page.wait_for_url(re.compile(r"/floor/(?!new)\w+$"))


@BEYOND_CORE
async def test_a_slip_moves_chips_when_the_dealer_counts_the_same(
    browser: Browser, service: Service
) -> None:
    """The dealer's page never has the floor's count; counts that differ move nothing."""
    floor = floorperson(service)
    member(service, "Ana", "dealer")
    table = people_table(service, floor, TABLE, "Ana")
    async with (
        person(browser, service.url, DESKTOP) as flo,
        person(browser, service.url, TABLET) as ana,
    ):
        desk, deal = flo.page, ana.page
        heard = list[str]()

        async def keep(response: Response) -> None:
            if "/slips" in response.url:
                heard.append(await response.text())

        await signed_in(flo, "flo")
        await signed_in(ana, "ana")
        await ana.go(f"/deal/{table}")
        deal.on("response", keep)
        before = tray(service, floor, table)["now_cents"]

        async def send() -> None:
            await flo.go(f"/floor/{table}/fill_tray")
            await desk.locator("[data-chip='2500']").fill("37")
            await desk.get_by_label("In your own words").fill("nine greens left")
            await expect(desk.locator("[data-move] .num").first).to_have_text("925")
            assert await flo.violations() == []
            await picture(flo, "slip-prepare")
            await desk.keyboard.press("Control+Enter")
            slip = desk.locator("[data-slip=open]")
            await expect(slip).to_contain_text("A fill from Flo waits for the dealer's count.")

        async def count(number: str) -> None:
            await deal.get_by_role("button", name="A slip waits").click()
            await deal.locator("[data-chip='2500']").fill(number)
            await deal.keyboard.press("Enter")  # ends a number, and sends nothing
            await expect(deal.get_by_role("button", name="I counted this")).to_be_visible()
            assert await ana.violations() == []
            assert await ana.no_sideways_scroll()
            await picture(ana, f"slip-count-{number}")

        await send()
        await count("36")
        assert any('"amount_cents":null,"count":null' in one for one in heard)
        assert not any("92500" in one or '"2500":37' in one for one in heard)
        assert "925" not in await deal.content()
        await deal.keyboard.press("Control+Enter")
        sentence = "The counts of Flo and Ana differ, and nothing moved: Flo counts again."
        await expect(deal.get_by_text(sentence)).to_be_visible()
        differs = desk.locator("[data-slip=differed]")
        await expect(differs).to_contain_text(sentence)
        await expect(differs).to_contain_text("Flo counted 925, Ana 900.")
        assert await flo.violations() == []
        await picture(flo, "slip-differs")
        assert tray(service, floor, table)["now_cents"] == before
        await differs.get_by_role("link", name="Count again").click()
        await expect(desk.get_by_role("button", name="Send the slip")).to_be_visible()
        await send()
        await count("37")
        await deal.keyboard.press("Control+Enter")
        await expect(deal.get_by_text("Both counts agree: 925 went into the tray.")).to_be_visible()
        said = desk.get_by_role("status").filter(has_text="Both counts agree: 925 went into")
        await expect(said).to_be_visible()
        await expect(desk.locator("[data-slip]")).to_have_count(0)  # also the one that differed
        assert tray(service, floor, table)["now_cents"] == before + 92_500
        await send()
        await desk.locator("[data-slip=open]").get_by_role("button", name="Withdraw").click()
        await expect(desk.locator("[data-slip]")).to_have_count(0)
        assert tray(service, floor, table)["now_cents"] == before + 92_500
        await flo.go("/floor/log")
        await expect(desk.get_by_text("Ana counted the same")).to_be_visible()


@BEYOND_CORE
async def test_who_deals_alone_reads_on_the_form_that_nobody_could_count_the_slip(
    browser: Browser, service: Service
) -> None:
    uma = member(service, "Uma", "floorperson", "dealer")
    own, other = (people_table(service, uma, TABLE, dealer) for dealer in ("Uma", "Ana"))
    async with person(browser, service.url, PHONE) as desk:
        await signed_in(desk, "uma")
        warning = desk.page.get_by_text("You deal at this table, and nobody counts their own slip")
        await desk.go(f"/floor/{own}/fill_tray")
        await expect(warning).to_be_visible()
        assert await desk.violations() == []
        await picture(desk, "slip-own-phone-dark")
        await desk.go(f"/floor/{own}")  # a long page: the bar with the rooms lies over it
        await expect(desk.page.locator("[data-act]").first).to_be_visible()
        assert await desk.page.evaluate(ROOMS_IN_REACH)
        httpx.post(
            f"{service.url}/api/tables/{own}/slips",
            json={
                "command": {"command": "fill_tray", "amount_cents": 10_000},
                "count": {"10000": 1},
                "reason": "short of chips",
            },
            headers={"authorization": f"Bearer {uma}"},
            verify=PLAIN_HTTP,
        ).raise_for_status()
        await desk.go(f"/deal/{own}")
        waits = desk.page.get_by_text("Your own slip waits here, and you cannot count it.")
        await expect(waits).to_be_visible()
        assert await desk.violations() == []
        await picture(desk, "slip-own-deal-phone-dark")
        await desk.go(f"/floor/{other}/fill_tray")
        await expect(desk.page.locator("[data-chip='2500']")).to_be_visible()
        await expect(warning).to_have_count(0)


@BEYOND_CORE
async def test_a_call_is_seen_taken_and_settled_and_no_reload_loses_it(
    browser: Browser, service: Service
) -> None:
    floor = floorperson(service)
    dealer = member(service, "Ana", "dealer")
    table = people_table(service, floor, "wisconsin", "Ana")
    async with (
        person(browser, service.url, DESKTOP) as flo,
        person(browser, service.url, DESKTOP) as bo,
    ):
        page = flo.page
        await signed_in(flo, "flo")
        await flo.go("/floor")
        await expect(page.get_by_text("No calls are waiting.")).to_be_visible()
        path = f"/api/tables/{table}/calls"
        assert say(service, dealer, path, {"kind": "cards", "words": "second card face up"})["ok"]
        first = page.locator(".call").first
        await expect(first).to_contain_text("second card face up", timeout=CALL_MS)
        await bo.sit("washington")
        called = await bo.page.evaluate(
            """async () => (await fetch('/api/tables/washington/calls', {method: 'POST',
                headers: {'content-type': 'application/json'},
                body: JSON.stringify({kind: 'dispute', words: '75 was owed'})})).status"""
        )
        assert called == 201
        await expect(page.locator(".call")).to_have_count(2, timeout=CALL_MS)
        await expect(page.locator(".call").nth(1)).to_contain_text("75 was owed")
        assert await flo.violations() == []
        await picture(flo, "calls-desktop-dark")
        await page.reload()
        await expect(page.locator(".call")).to_have_count(2)
        await first.get_by_role("button", name="Take").click()
        await expect(first).to_contain_text("Taken by Flo")
        await page.reload()
        await expect(page.locator(".call").first).to_contain_text("Taken by Flo")
        await page.locator(".call").first.get_by_role("button", name="Done").click()
        await page.get_by_label("How it was settled").fill("round void, cards reshuffled")
        await page.keyboard.press("Enter")
        await expect(page.locator(".call")).to_have_count(1)  # it is settled, and gone
        await (
            page.locator(".call")
            .filter(has_text="75 was owed")
            .get_by_role("button", name="Take")
            .click()
        )
        await page.get_by_role("link", name="Floor’s log").click()
        await expect(page.locator(".log li").first).to_contain_text("round void, cards reshuffled")
        await expect(page.locator(".log li").first).to_contain_text("Wisconsin, Section 37")
        await expect(page.locator(".log")).not_to_contain_text(table)
        assert await flo.violations() == []
        await picture(flo, "log-desktop-dark")


@BEYOND_CORE
async def test_what_a_table_waits_for_is_the_first_act(browser: Browser, service: Service) -> None:
    floor = floorperson(service)
    dealer = member(service, "Ana", "dealer")
    table = people_table(service, floor, TABLE, "Ana")
    decks = {"command": "receive_decks", "decks": 6, "backs": ["blue"], "cutting_card": "yellow"}
    for step in (decks, {"command": "inspect_decks"}):
        give(service, dealer, table, step)
    async with person(browser, service.url, DESKTOP) as flo:
        await signed_in(flo, "flo")
        await flo.go(f"/floor/{table}")
        first = flo.page.locator("[data-act]").first
        await expect(first).to_have_text("Verify the cards")
        await expect(first).to_have_class(re.compile("btn--act"))
        assert await flo.violations() == []


@BEYOND_CORE
async def test_a_void_while_a_bet_is_down_is_its_preview(
    browser: Browser, service: Service
) -> None:
    floor = floorperson(service)
    async with (
        person(browser, service.url, DESKTOP) as flo,
        person(browser, service.url, DESKTOP) as bo,
        person(browser, service.url, DESKTOP) as ada,
    ):
        await bo.sit(TABLE)
        await bo.cut(100)
        await ada.sit(TABLE)  # the table waits for her bet
        await bo.bet(("first", 25), ("tie", 5))
        view = asked(service, floor, f"/api/tables/{TABLE}")["view"]
        [before] = [one for one in view["seats"] if one["hand"]]
        page = flo.page
        await signed_in(flo, "flo")
        await flo.go(f"/floor/{TABLE}")
        await page.locator("[data-act=void_round]").click()
        await expect(page.locator("[data-move] .num")).to_have_text(["25", "5"])
        row = page.locator(".seatrow").first
        await expect(row).to_contain_text(f"Seat {before['seat']}")
        await expect(row.locator("b")).to_have_text("30")  # back to the seat
        told = page.locator(".told q")
        await reason(page, "Layout disturbed")
        await expect(told).to_contain_text("Layout disturbed")
        sentence = await told.inner_text()
        assert await flo.violations() == []
        await picture(flo, "void-desktop-dark")
        shown = await row.inner_text()
        await page.keyboard.press("Control+Enter")
        await expect(page.get_by_role("status").filter(has_text="Done.")).to_be_visible()
        view = asked(service, floor, f"/api/tables/{TABLE}")["view"]
        [after] = [one for one in view["seats"] if one["seat"] == before["seat"]]
        assert after["hand"] is None
        moved = after["chips_cents"] - before["chips_cents"]
        assert moved == 3000
        assert f"{after['chips_cents'] // 100:,} after" in shown
        notice = bo.page.locator(".notice")
        await expect(notice).to_have_text(sentence)
        [over, dock] = [
            await found.evaluate("found => found.getBoundingClientRect().toJSON()")
            for found in (notice, bo.page.locator(".dock__box"))
        ]
        assert over["bottom"] <= dock["top"]  # it covers no button


@BEYOND_CORE
async def test_a_credit_a_closing_count_that_differs_and_a_player_who_stands_up(
    browser: Browser, service: Service
) -> None:
    floor = floorperson(service)
    async with (
        person(browser, service.url, DESKTOP) as flo,
        person(browser, service.url, DESKTOP) as bo,
    ):
        page = flo.page
        await signed_in(flo, "flo")
        await bo.sit("washington")
        await expect(bo.page.locator(".bar__money b")).to_have_text("500")  # bought from the tray
        before = tray(service, floor, "washington")["now_cents"]
        await flo.go("/floor/washington/credit_tray")
        await page.locator("[data-chip='10000']").fill("3")
        rows = page.locator("tfoot tr")
        await expect(rows.nth(1)).to_have_text(re.compile("Take.*−300"))
        await expect(rows.last).to_contain_text(f"{before // 100 - 300:,}")
        await page.get_by_text("End of the shift").click()
        await expect(page.locator("[data-move]")).to_have_count(1)
        await page.get_by_role("button", name="Credit the cage").click()
        await expect(page.get_by_role("status").filter(has_text="Done.")).to_be_visible()
        went = "300 went from the tray back to the cage."
        await expect(bo.page.locator(".notice")).to_have_text(went)
        now = tray(service, floor, "washington")
        assert (now["credits_cents"], now["now_cents"]) == (30_000, before - 30_000)
        await page.locator("[data-act=stand_up]").click()
        await page.get_by_label("Player").select_option(index=1)
        await page.get_by_text("Away", exact=True).click()
        await expect(page.locator(".told q")).to_contain_text(
            "The floor removed you from your seat (Away)"
        )
        await picture(flo, "stand-desktop-dark")
        assert await flo.violations() == []
        await page.keyboard.press("Control+Enter")
        await expect(page.get_by_role("status").filter(has_text="Done.")).to_be_visible()
        assert asked(service, floor, "/api/tables/washington")["view"]["seats"] == []
        await page.locator("[data-act=close_table]").click()
        await page.locator("[data-chip='100000']").fill("7")
        await expect(page.locator(".note.loss")).to_contain_text("The ledger says")
        await page.get_by_text("No players", exact=True).click()
        await picture(flo, "close-desktop-dark")
        assert await flo.violations() == []
        ledger = now["now_cents"]
        line = page.locator(".steps .differs")
        await expect(line).to_contain_text(f"{ledger // 100 - 7_000:,} short")
        await page.locator("[data-chip='100000']").press("Enter")  # not enough for a difference
        await expect(page.get_by_role("button", name="Close the table")).to_contain_text("Ctrl")
        assert tray(service, floor, "washington")["now_cents"] == ledger
        await page.keyboard.press("Control+Enter")
        await expect(page.get_by_role("status").filter(has_text="Done.")).to_be_visible()
        await flo.go("/floor/shift")
        row = page.locator("tbody tr").filter(has_text="Washington")
        await expect(row).to_contain_text("less than the ledger")
        assert await flo.violations() == []
        await picture(flo, "shift-desktop-dark")


@BEYOND_CORE
@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("size", [DESKTOP, TABLET, PHONE], ids=["desktop", "tablet", "phone"])
async def test_the_desk_fits_every_screen(
    browser: Browser, service: Service, size: tuple[int, int], scheme: str
) -> None:
    floor = floorperson(service)
    dealer = member(service, "Ana", "dealer")
    table = people_table(service, floor, "wisconsin", "Ana")
    calls = f"/api/tables/{table}/calls"
    assert say(service, dealer, calls, {"kind": "cards", "words": "second card face up"})["ok"]
    name = f"{size[0]}-{scheme}"
    async with person(browser, service.url, size, color_scheme=scheme) as flo:
        await signed_in(flo, "flo")
        for path, shown in (
            ("/floor", ".call"),
            (f"/floor/{table}", "[data-act]"),
            (f"/floor/{table}/fill_tray", "[data-chip]"),
            (f"/floor/{table}/close_for_good", ".told q"),
            ("/floor/log", ".log li"),
            ("/floor/shift", "tbody tr"),
            ("/floor/new", "select"),
        ):
            await flo.go(path)
            await expect(flo.page.locator(shown).first).to_be_visible()
            await expect(flo.page.locator(".bar__end")).to_have_text(
                re.compile("^Floorperson *Flo$")
            )
            assert await flo.violations() == [], path
            assert await flo.no_sideways_scroll(), path
            await picture(flo, f"{path.strip('/').replace('/', '-').replace(table, 't')}-{name}")
        if size == TABLET:  # the pane lies over the list, and closes
            await flo.go(f"/floor/{table}")
            await flo.page.get_by_role("link", name="Close the pane").click()
            await expect(flo.page.locator(".over")).to_have_count(0)
