"""Surveillance on the page: a dispute from the claim to the file, rounds, side by side, shoes.

Planted once and caught here: a payment that is 10 short in the ledger, a king that is missing after
a shoe, and a list that goes on while it is held.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import zipfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.async_api import Browser, Page, expect

from casinowar.cli.main import main
from tests.browser.conftest import SHOES
from tests.browser.kit import BEYOND_CORE, DESKTOP, PHONE, Person, Service, person
from tests.browser.shoes import RESULTS
from tests.browser.staff import answered, floorperson, give, member, socket_at, staffed
from tests.kit.client import PLAIN_HTTP
from tests.service.http.test_routes import PASSPHRASE

pytestmark = pytest.mark.asyncio(loop_scope="package")
HOUSE = "washington"
CLAIM = "War won: 40 was owed, 30 came"
BET = 1000


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with staffed(tmp_path, SHOES.write(tmp_path / "shoes.txt")) as made:
        yield made


def guest(service: Service, name: str) -> str:
    """The token of a new player."""
    made = httpx.post(f"{service.url}/api/guest", json={"name": name}, verify=PLAIN_HTTP)
    return str(made.json()["token"])


def play(service: Service, token: str, rounds: int) -> str:
    """Play the first results of the shoe in seat 1; the table's id."""
    table = service.stacked(HOUSE)
    with socket_at(service, token, table) as socket:

        def do(command: str, **fields: Any) -> None:
            said = {"command": command, "seat": 1, **fields}
            socket.send(json.dumps({"type": "command", "id": f"{len(done)}", "command": said}))
            done.append(command)
            answer = answered(socket)
            assert answer["ok"], answer

        done = list[str]()
        do("take_seat")
        do("buy_chips", cash_cents=50_000)
        do("take_cut", cards=SHOES.cuts[HOUSE])
        for result in RESULTS[:rounds]:
            do("place_wagers", initial_cents=BET)
            if result == "surrender":
                do("surrender_hand")
            elif result.startswith("war"):
                do("go_to_war")
    return table


def dispute(service: Service, token: str, table: str, number: int) -> str:
    """What the player's button "I dispute this" sends."""
    body = {"table": table, "round": number, "seat": 1, "claim": CLAIM, "paid_cents": 3000}
    headers = {"authorization": f"Bearer {token}"}
    made = httpx.post(f"{service.url}/api/disputes", json=body, headers=headers, verify=PLAIN_HTTP)
    assert made.status_code == 200, made.text
    return str(made.json()["found"]["id"])


async def signed_in(guest_: Person, name: str) -> None:
    await guest_.go("/account/sign-in")
    await guest_.page.get_by_label("Name").fill(name)
    await guest_.page.get_by_label("Passphrase").fill(PASSPHRASE)
    await guest_.page.get_by_role("button", name="Sign in").click()
    await expect(guest_.page.locator(".bar .me")).to_be_visible()


@asynccontextmanager
async def working(
    browser: Browser, service: Service, name: str, role: str, **options: Any
) -> AsyncIterator[Person]:
    """Somebody of the staff, signed in on the page."""
    if role == "floorperson":
        floorperson(service)
    else:
        member(service, name, role)
    async with person(browser, service.url, DESKTOP, **options) as one:
        await signed_in(one, name.lower())
        yield one


async def picture(one: Person, name: str) -> None:
    """A picture to look at, if somebody asked for them."""
    folder = os.environ.get("WATCH_PICTURES")
    if folder:
        await one.page.screenshot(path=Path(folder) / f"{name}.png")


async def fine(one: Person, name: str) -> None:
    """No fault for axe in both themes; nothing moves sideways, on a phone either."""
    for theme in ("dark", "light"):
        await one.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        assert await one.violations() == [], (name, theme)
        await picture(one, f"{name}-{theme}")
    await one.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert await one.no_sideways_scroll(), name
    assert await one.violations() == [], (name, "phone")
    await picture(one, f"{name}-phone")
    await one.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})


async def test_a_dispute_from_the_claim_to_the_file_that_replays(
    browser: Browser, service: Service, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bo = guest(service, "Bo")
    table = play(service, bo, 4)  # the fourth is a war that is won
    name = dispute(service, bo, table, 4)
    async with (
        working(browser, service, "Noor", "surveillance") as noor,
        working(browser, service, "Flo", "floorperson") as flo,
        working(browser, service, "Eve", "surveillance") as eve,
    ):
        page = noor.page
        await page.get_by_role("link", name="Watch").click()
        await expect(page.get_by_role("heading", name="Surveillance")).to_be_visible()
        await page.get_by_role("cell", name=name).get_by_role("link").click()
        await expect(page.get_by_role("heading", name=re.compile(f"^{name}"))).to_be_visible()
        owed = page.locator(".owed tfoot td")
        await expect(owed).to_have_text(["30", "30", "0"])
        await expect(page.locator(".file .msg")).to_contain_text("30 was owed, 30 came back")
        await page.get_by_label("What you found").fill("the record is right, 30 came")
        await page.keyboard.press("Enter")  # by keys alone
        await expect(page.locator(".signs .done")).to_have_count(1)
        await expect(page.locator(".file form")).to_have_count(0)  # not the first reader again

        await flo.go(f"/watch/disputes/{name}")
        await expect(flo.page.get_by_role("heading", level=1)).to_have_text("Watch")
        await flo.page.get_by_label("To be paid, in chips").fill("ten")
        await flo.page.get_by_label("Why, as the player will read it").fill("30 is right")
        await flo.page.get_by_role("button", name="Decide").click()
        await expect(flo.page.locator(".file [role=alert]")).to_contain_text("Enter a number")
        await flo.page.get_by_label("To be paid, in chips").fill("0")
        await flo.page.get_by_role("button", name="Decide").click()
        await expect(flo.page.locator(".signs .done")).to_have_count(2)

        await eve.go(f"/watch/disputes/{name}")
        await eve.page.get_by_label("What you found").fill("I read the same")
        await eve.page.get_by_role("button", name="Sign as second reader").click()
        await expect(eve.page.locator(".signs .done")).to_have_count(3)
        await expect(eve.page.locator(".file .tag").first).to_have_text("closed")
        await fine(eve, "dispute")
        async with eve.page.expect_download() as coming:
            await eve.page.get_by_role("link", name="Export one file").click()
        file = tmp_path / "export.zip"
        await (await coming.value).save_as(file)
    with zipfile.ZipFile(file) as packed:
        packed.extractall(tmp_path / "file")
    kept = json.loads((tmp_path / "file" / "dispute.json").read_text(encoding="utf-8"))
    assert [step["name"] for step in kept["steps"]] == ["Bo", "Noor", "Flo", "Eve"]
    capsys.readouterr()
    assert main(["replay", "--json", str(tmp_path / "file" / "round.toml")]) == 0
    [seat] = json.loads(capsys.readouterr().out)["seats"]
    assert seat["returned"] == kept["sheet"]["owed_cents"] == 3000
    assert main(["record", str(tmp_path / "file" / "record.jsonl"), "--verify"]) == 0


async def pressed(page: Page, role: Any, name: str) -> None:
    """Reach something with the keyboard and press Enter on it."""
    target = page.get_by_role(role, name=name).first
    await target.focus()
    await page.keyboard.press("Enter")


@BEYOND_CORE
async def test_a_round_in_three_clicks_two_side_by_side_and_the_live_list(
    browser: Browser, service: Service
) -> None:
    bo = guest(service, "Bo")
    table = play(service, bo, 6)
    flo = floorperson(service)
    async with working(browser, service, "Noor", "surveillance") as noor:
        page = noor.page
        await noor.go("/watch")
        rows = page.locator(".live tbody tr")
        await expect(rows.first).to_be_visible()
        await expect(page.locator(".wall .tile").first).to_be_visible()
        await fine(noor, "live")
        await page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        await expect(page.locator(".search .field:visible")).to_have_count(4)
        await page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        await page.get_by_label("Kind").select_option("war")
        await expect(rows).to_have_count(3)
        await page.get_by_label("Kind").select_option("")
        await expect(rows).not_to_have_count(3)
        before = await rows.count()
        await page.locator("h1").click()
        await page.keyboard.press("Space")
        await expect(page.get_by_role("button", name="Resume")).to_be_visible()
        give(service, flo, table, {"command": "order_reshuffle"}, "for a test")
        await page.wait_for_timeout(4000)
        assert await rows.count() == before, "the list is held"
        await page.keyboard.press("Space")
        await expect(page.get_by_text("Flo ordered a reshuffle").first).to_be_visible()

        # table, time, round
        await noor.go("/watch/round")
        title = (await page.locator(".pills label").first.inner_text()).strip()
        await page.get_by_role("radio", name=title).first.check(force=True)
        await page.locator(".strip button:not([disabled])").last.click()
        await page.locator(".hits a").first.click()
        await expect(page.get_by_role("heading", name=f"Round {table}-6")).to_be_visible()
        for _ in range(2):  # chosen here, and opened by its link
            await expect(page.get_by_text("Rebuilds every hand")).to_be_visible()
            await expect(page.locator(".hits .on a")).to_have_attribute("aria-current", "true")
            await expect(page.get_by_text("Choose a time")).to_have_count(0)
            await noor.go(f"/watch/round/{table}-6")
        await expect(page.locator(".steps li[aria-current] + li")).to_have_count(0)
        await fine(noor, "round")
        await pressed(page, "button", "Step back")

        await page.get_by_role("link", name="Compare").click()
        await page.get_by_label("Choose the round to compare with").fill(f"{table}-4")
        await page.keyboard.press("Enter")
        steps = page.locator(".list tbody tr")
        await expect(steps.first).to_be_visible()
        await expect(page.locator(".side h2")).to_have_text([f"{table}-6", f"{table}-4"])
        every = await steps.count()
        await page.get_by_label("Only where they differ").check()
        assert 0 < await steps.count() < every
        marked = page.locator(".scrub .differs")
        assert await marked.count() == await page.locator("tr.diff").count() > 0
        await pressed(page, "button", "Step forward")
        await expect(page.locator("tr[aria-current=step]")).to_have_count(1)
        await expect(page.locator(".diff").first).to_be_visible()  # another clause: lost, not won
        await fine(noor, "compare")


@BEYOND_CORE
async def test_a_shoe_from_which_a_king_is_missing_is_named(
    browser: Browser, service: Service
) -> None:
    table = play(service, guest(service, "Bo"), 6)
    flo = floorperson(service)
    async with working(browser, service, "Noor", "surveillance") as noor:
        page = noor.page
        await noor.go(f"/watch/shoe/{table}")
        await expect(page.get_by_role("heading", name=re.compile("^Shoe 1,"))).to_be_visible()
        await expect(page.get_by_role("button", name="Count by hand")).to_have_count(0)
        await fine(noor, "shoe-running")
        give(service, flo, table, {"command": "order_reshuffle"}, "for a test")
        await noor.go(f"/watch/shoe/{table}/1")
        await expect(page.get_by_text("follow from the seed and the cut")).to_be_visible()
        await page.get_by_role("button", name="Count by hand").click()
        await page.get_by_label("K", exact=True).fill("23")
        await page.get_by_label("Who counted, and how").fill("twice, with Flo")
        await page.keyboard.press("Enter")
        await expect(page.locator(".told .bad")).to_contain_text("1 king missing")
        await expect(page.locator("td.loss")).to_contain_text("1 king missing")
        await fine(noor, "shoe")


@BEYOND_CORE
async def test_a_payment_that_is_short_in_the_ledger_shows(
    browser: Browser, service: Service, tmp_path: Path
) -> None:
    bo = guest(service, "Bo")
    table = play(service, bo, 4)
    name = dispute(service, bo, table, 4)
    service.kill()
    [database] = (tmp_path / "data").glob("*.db")
    with closing(sqlite3.connect(database)) as connection, connection:
        [last] = connection.execute(
            "SELECT max(version) FROM postings WHERE kind = 'paid' AND cents > 0"
        ).fetchone()
        connection.execute(
            "UPDATE postings SET cents = 0 WHERE kind = 'paid' AND cents > 0 AND version = ?",
            (last,),
        )
    service.start()
    async with working(browser, service, "Noor", "surveillance") as noor:
        await noor.go(f"/watch/disputes/{name}")
        page = noor.page
        await expect(page.locator(".owed tfoot td")).to_have_text(["30", "20", "10 short"])
        await expect(page.locator(".file .msg").first).to_contain_text("10 is missing")
        await fine(noor, "dispute-short")


@BEYOND_CORE
async def test_players_and_dealers_have_no_such_room(browser: Browser, service: Service) -> None:
    async with working(browser, service, "Sol", "dealer") as sol:
        await expect(sol.page.get_by_role("link", name="Watch")).to_have_count(0)
        await sol.go("/watch")
        await expect(sol.page.get_by_role("heading", level=1)).not_to_have_text("Surveillance")
