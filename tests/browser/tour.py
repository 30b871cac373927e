"""A tour of every screen and every state, in one order: for axe, and for pictures.

``tour`` drives real people through a real service and calls ``stop(name, person)`` at each place.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import httpx
from playwright.async_api import expect

from tests.browser.kit import Person, Service
from tests.browser.shoes import Shoes
from tests.browser.staff import floorperson, void_round
from tests.browser.wire import Wire
from tests.kit.client import PLAIN_HTTP
from tests.service.http.test_routes import PASSPHRASE

Stop = Callable[[str, Person], Awaitable[None]]
Visit = Callable[[], AbstractAsyncContextManager[Person]]
UNREACHABLE = r"WebSocket connection to|ERR_CONNECTION|net::ERR|Failed to load"
SHOES = Shoes(
    6,
    {
        "wisconsin": ("win", "war_tied", "surrender", "lose", "win", "war_won", "surrender"),
        "washington": ("lose", "lose", "lose", "lose"),
    },
    every=80,
)
ACCOUNT = ("keep", "statement", "limits", "break", "help", "sign-in")


def tour_service(folder: Path) -> Service:
    """The service that the tour needs, with an administrator, not started."""
    folder.mkdir(parents=True, exist_ok=True)
    service = Service(folder / "data", SHOES.write(folder / "shoes.txt"))
    service.administrator(PASSPHRASE)
    return service


async def tour(visit: Visit, service: Service, wire: Wire, stop: Stop) -> None:
    """Every screen and state."""
    async with visit() as guest:
        guest.forgiven.append(UNREACHABLE)
        await _arrival(guest, service, stop)
        await _rounds(guest, stop)
        async with visit() as friend:
            friend.forgiven.append(UNREACHABLE)
            await _company(guest, friend, service, stop)
        await _trouble(guest, service, wire, stop)
        await _papers(guest, stop)
    async with visit() as owner, visit() as friend:
        await _among_friends(owner, friend, stop)
    async with visit() as stranger:
        stranger.forgiven.append("404")
        await _elsewhere(stranger, service, stop)
        await _break(stranger, service, stop)


async def _arrival(guest: Person, service: Service, stop: Stop) -> None:
    await guest.go("/")
    await expect(guest.button("Sit down")).to_be_visible()
    await stop("first-visit", guest)
    await guest.button("See a tie").click()
    await expect(guest.dock).to_contain_text("You bet 25.")
    await stop("tie-example", guest)
    await guest.button("Skip").click()
    await expect(guest.button("Play it again")).to_be_visible()
    await stop("tie-example-over", guest)
    await guest.go("/?houses")
    await expect(guest.page.locator(".compare").first).to_be_visible()
    await stop("lobby-empty", guest)
    await guest.go(f"/t/{service.stacked('skycity')}")
    await expect(guest.button("I am younger")).to_be_visible()
    await stop("age", guest)
    await guest.button("I am younger").click()
    await expect(guest.button("No, that was a mistake")).to_be_visible()
    await stop("age-asked-again", guest)
    await guest.go("/rounds")
    await expect(guest.page.locator(".none")).to_be_visible()
    await stop("rounds-empty", guest)
    await guest.go(f"/t/{service.stacked('wisconsin')}")
    await expect(guest.button("Sit down")).to_be_visible()
    await stop("free-seat", guest)
    await guest.button("Sit down").click()
    await expect(guest.page.locator(".cutbox")).to_be_visible()
    await stop("cut", guest)
    await guest.dock.locator(".clause").first.click()
    await expect(guest.page.locator(".note")).to_be_visible()
    await stop("clause", guest)
    await guest.page.keyboard.press("Escape")
    await guest.cut(SHOES.cuts["wisconsin"])
    await stop("first-bet", guest)


async def _rounds(guest: Person, stop: Stop) -> None:
    await guest.put(("first", 1))
    await stop("bet-too-small", guest)
    await guest.button("Clear").click()
    await guest.put(("first", 25), ("tie", 5))
    await stop("bet-chosen", guest)
    await guest.place()
    await expect(guest.page.locator(".settled")).to_be_visible()
    await stop("won", guest)
    await guest.page.locator(".why-chip").first.click()
    await expect(guest.page.get_by_role("dialog")).to_be_visible()
    await stop("why", guest)
    await guest.page.keyboard.press("Escape")
    await guest.bet(("first", 25), ("tie", 5))
    await expect(guest.page.locator(".choice")).to_be_visible()
    await stop("war-or-surrender", guest)
    in_bar = guest.page.locator(".bar__tools").get_by_role("link", name="Rules", exact=True)
    if await in_bar.is_visible():
        await in_bar.click()
    else:
        await _open_menu(guest)
        await guest.page.locator("#more").get_by_role("link", name="Rules", exact=True).click()
    await expect(guest.page.locator(".turn")).to_contain_text("Your choice")
    await expect(guest.page.locator("h1")).to_contain_text("rules and odds")
    await stop("rules-beside-the-table", guest)
    await guest.page.get_by_role("link", name="Back to the table").click()
    await expect(guest.page.locator(".choice")).to_be_visible()
    await guest.dock.locator('input[value="war"]').check(force=True)
    await stop("war-picked", guest)
    await guest.choose("war")
    await expect(guest.page.locator(".tiewar")).to_be_visible()
    await stop("tie-on-the-war", guest)
    await guest.decline_war_tie()
    await expect(guest.page.locator(".settled")).to_be_visible()
    await stop("war-tied", guest)
    await guest.bet(("first", 25))
    await guest.choose("surrender")
    await expect(guest.page.locator(".settled")).to_be_visible()
    await stop("surrendered", guest)
    await guest.button("What if").click()
    await expect(guest.page.get_by_role("dialog")).to_contain_text("You surrendered")
    await stop("what-if", guest)
    await guest.page.keyboard.press("Escape")
    await guest.bet(("first", 25))
    await expect(guest.page.locator(".settled")).to_be_visible()
    await stop("lost", guest)
    await guest.button("New bet").click()
    await _open_menu(guest)
    await stop("menu", guest)
    await guest.page.keyboard.press("Escape")


async def _open_menu(guest: Person) -> None:
    await guest.page.locator('[aria-controls="more"]:visible').first.click()
    await expect(guest.page.locator("#more")).to_be_visible()


async def _company(guest: Person, friend: Person, service: Service, stop: Stop) -> None:
    await friend.sit(service.stacked("wisconsin"))
    await expect(friend.page.locator(".bet")).to_be_visible()
    await guest.bet(("first", 25))
    await expect(guest.page.locator(".waitbox")).to_be_visible()
    await stop("waiting-for-others", guest)
    await stop("others-wait-for-you", friend)
    await friend.go("/?houses")
    await expect(friend.page.locator(".trow.is-yours")).to_be_visible()
    await stop("lobby-seated", friend)
    await friend.go(f"/t/{service.stacked('washington')}?sit")
    await expect(friend.button("Sit here too")).to_be_visible()
    await stop("sit-elsewhere", friend)
    await friend.go(f"/t/{service.stacked('wisconsin')}")
    await expect(friend.page.locator(".seat.is-you")).to_be_visible()
    await _open_menu(friend)
    await friend.page.locator("#more").get_by_role("button", name="Leave").click()
    await expect(guest.page.locator(".settled")).to_be_visible()
    await friend.go("/?houses")
    await expect(friend.page.locator(".tables li").first).to_be_visible()
    await stop("lobby", friend)


async def _trouble(guest: Person, service: Service, wire: Wire, stop: Stop) -> None:
    floor, table = floorperson(service), service.stacked("wisconsin")
    own = {"origin": guest.url}
    limit = f"{guest.url}/api/me/limits/stake_cents"
    await guest.context.request.put(limit, data={"value": 5000}, headers=own)
    await guest.put(("first", 100))
    await expect(guest.page.locator("#fault")).to_have_text("Your own limits allow at most 50")
    await stop("bet-above-own-limit", guest)
    await guest.button("Clear").click()
    await guest.bet(("first", 25))
    await expect(guest.page.locator(".choice")).to_be_visible()
    wire.cut()
    await expect(guest.page.locator(".game--lost")).to_be_visible()
    await stop("connection-lost", guest)
    wire.mend()
    await expect(guest.page.locator(".notice")).to_be_visible()
    await stop("connection-back", guest)
    await guest.choose("war")
    await guest.decline_war_tie()
    await expect(guest.page.locator(".settled")).to_be_visible()
    await stop("war-won", guest)
    second = await guest.context.new_page()
    await second.goto(f"{guest.url}/t/{table}")
    await expect(guest.page.locator(".game--taken")).to_be_visible()
    await stop("taken-over", guest)
    await second.close()
    await guest.button("Play here instead").click()
    await guest.bet(("first", 25))
    await expect(guest.page.locator(".choice")).to_be_visible()
    void_round(service, floor, table, "a card fell off the table")
    await expect(guest.page.locator(".voided")).to_be_visible()
    await stop("void", guest)
    await _open_menu(guest)  # last of all: an idle table spreads its cards
    await guest.page.locator("#more").get_by_role("button", name="Sit out").click()
    await expect(guest.button("Deal me in")).to_be_visible()
    await stop("sitting-out", guest)


async def _papers(guest: Person, stop: Stop) -> None:
    await guest.go("/rounds")
    await expect(guest.page.locator(".rlist tbody tr").first).to_be_visible()
    await stop("rounds", guest)
    await guest.page.locator(".rlist tbody tr").nth(-2).get_by_role("link").first.click()
    await expect(guest.page.locator(".transport")).to_be_visible()
    await stop("replay", guest)
    for house in ("washington", "skycity", "wisconsin"):
        await guest.go(f"/rules/{house}")
        await expect(guest.page.locator(".sheetrules").first).to_be_visible()
        await stop(f"rules-{house}", guest)
    await guest.go("/costs/wisconsin")
    await expect(guest.page.locator("svg[role=img]").first).to_be_visible()
    await stop("costs", guest)
    for view in ACCOUNT:
        await guest.go("/account" if view == "keep" else f"/account/{view}")
        await expect(guest.page.locator("h1")).to_be_visible()
        await expect(guest.page.locator(".acct__main > *").first).to_be_visible()
        await stop(f"account-{view}", guest)
    kept = {"sign_in": "ann", "passphrase": PASSPHRASE}
    address = f"{guest.url}/api/account"
    await guest.context.request.post(address, data=kept, headers={"origin": guest.url})
    async with httpx.AsyncClient(verify=PLAIN_HTTP) as elsewhere:
        (await elsewhere.post(f"{guest.url}/api/sign-in", json=kept)).raise_for_status()
    await guest.go("/account")
    await expect(guest.page.locator(".devs li")).to_have_count(2)
    await stop("account-own", guest)


async def _elsewhere(stranger: Person, service: Service, stop: Stop) -> None:
    await stranger.go(f"/rounds/{service.stacked('wisconsin')}-2")
    await expect(stranger.page.locator(".transport")).to_be_visible()
    await stop("shared-round", stranger)
    for name, path in {"nowhere": "/nowhere", "no-round": "/rounds/washington-9999"}.items():
        await stranger.go(path)
        await expect(stranger.page.locator("h1")).to_be_visible()
        await stop(name, stranger)
    await stranger.go("/t/no-such-table")
    await expect(stranger.page.locator("h1")).to_be_visible()
    await stop("no-table", stranger)
    await stranger.go("/offline.html")
    await stop("offline", stranger)
    await stranger.sit(service.stacked("washington"))
    await stranger.cut(SHOES.cuts["washington"])
    await _lose_all(stranger)
    await stop("more-in-the-account", stranger)
    await stranger.button("Bring 500").click()
    await _lose_all(stranger)
    await stop("out-of-chips", stranger)


async def _among_friends(owner: Person, friend: Person, stop: Stop) -> None:
    await owner.go("/?houses")
    form = owner.page.locator("form").filter(
        has=owner.page.get_by_role("button", name="Make the table")
    )
    await form.get_by_text("House, limits and clock").click()
    await expect(form.locator("[name=least]")).not_to_have_value("")
    await form.locator("[name=title]").fill("Friday night")
    await stop("make-a-table", owner)
    await form.get_by_role("button", name="Make the table").click()
    panel = owner.page.get_by_role("dialog")
    await expect(panel).to_contain_text("Your table")
    await stop("owner", owner)
    await panel.get_by_role("button", name="Close the table").click()
    await stop("owner-closing", owner)
    await owner.page.keyboard.press("Escape")
    await owner.cut(100)
    await friend.go(re.sub(r".*(/t/[^?]+).*", r"\1", owner.page.url))
    await expect(friend.button("Sit down")).to_be_visible()
    await stop("by-link", friend)
    await friend.page.get_by_role("button", name="Pause").click()
    await owner.bet(("first", 25))
    over = owner.page.locator(".settled, .choice")
    await expect(over.first).to_be_visible()
    if await owner.page.locator(".choice").is_visible():
        await owner.choose("surrender")
        await expect(owner.page.locator(".settled")).to_be_visible()
    await expect(friend.button("Catch up")).to_be_visible()
    await stop("paused", friend)
    await friend.button("Catch up").click()
    await friend.button("Sit down").click()
    await expect(friend.page.locator(".seat.is-you")).to_be_visible()
    await _people(friend)
    await stop("people", friend)
    await friend.page.get_by_role("button", name="Well played").click()
    await expect(owner.page.locator(".said")).to_contain_text("Well played")
    await stop("phrase", owner)
    await _people(owner)
    await stop("people-of-the-owner", owner)
    await owner.page.keyboard.press("Escape")
    await _open_menu(owner)
    await owner.page.locator("#more").get_by_role("button", name="The table's results").click()
    await panel.get_by_role("checkbox", name="Share my net result here").check()
    await expect(panel).not_to_contain_text("Nobody shares their net result here")
    await stop("road", owner)


async def _people(guest: Person) -> None:
    await guest.page.get_by_role("button", name=re.compile(r"^\d+ (person|people) here")).click()
    await expect(guest.page.get_by_role("dialog")).to_contain_text("Who is here")


async def _break(guest: Person, service: Service, stop: Stop) -> None:
    await guest.context.request.post(
        f"{guest.url}/api/me/break",
        data={"until_ms": int(time.time() * 1000) + 3 * 3_600_000},
        headers={"origin": guest.url},
    )
    for name, path in {
        "seated": f"/t/{service.stacked('washington')}",
        "watching": f"/t/{service.stacked('wisconsin')}",
        "first-visit": "/",
        "lobby": "/?houses",
        "account": "/account/break",
    }.items():
        await guest.go(path)
        await expect(guest.page.locator(".stop").first).to_contain_text("You are on a break until")
        await stop(f"break-{name}", guest)


async def _lose_all(guest: Person) -> None:
    """Lose the 500 that were brought, in two rounds."""
    for clicks in (3, 2):
        await guest.put(*[("first", 100)] * clicks)
        await guest.place()
        await expect(guest.page.locator(".settled")).to_be_visible()
        await asyncio.sleep(0.1)
    await guest.button("Continue").click()
    await expect(guest.page.locator(".game--broke")).to_be_visible()
