"""``python -m tests.browser.measure``: how heavy, quick and steady the page is.

Prints the figures of ``docs/page.md``: what a first visit loads, what a full table at war costs,
and how soon a result is seen. Long tasks depend on the machine: compare them on one and the same.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.async_api import Browser, expect

from casinowar.houses import load_house
from tests.browser.kit import DESKTOP, PHONE, Person, Service, launched, person, serving
from tests.browser.shoes import ANY, Shoes, stack
from tests.playthroughs.cards import war_deal
from tests.service.http.kit import Guest, House

HOUSE, SEATS, OWN = "washington", 7, 4
CUT = 20
DEAF_S = 0.5
WAIT_S = 90
WATCH = """
window.seen = {tasks: [], shifts: []};
new PerformanceObserver((list) => list.getEntries().forEach((one) =>
  window.seen.tasks.push(Math.round(one.duration)))).observe({type: "longtask", buffered: true});
new PerformanceObserver((list) => list.getEntries().forEach((one) =>
  one.hadRecentInput || window.seen.shifts.push(one.value)))
  .observe({type: "layout-shift", buffered: true});
"""
# the time from the service's message to the result in the page
ANSWERED = """
window.answered = 0; window.shown = 0;
const Real = window.WebSocket;
window.WebSocket = class extends Real {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({data}) => {
      if (data.includes('"round_completed"')) window.answered = performance.now();
    });
  }
};
new MutationObserver(() => {
  if (window.answered && !window.shown && document.querySelector(".settled__sum"))
    window.shown = performance.now();
}).observe(document, {subtree: true, childList: true});
"""


# a waiting test asks the page again and again, and each question is a task of its own: the page
# itself says when something is there
UNTIL = """
(said) => new Promise((done) => {
  const [selector, count, press] = said;
  const look = () => {
    const found = document.querySelectorAll(selector);
    if (found.length !== count) return;
    watch.disconnect();
    if (press) found[0].click();
    done();
  };
  const watch = new MutationObserver(look);
  watch.observe(document, {subtree: true, childList: true, attributes: true});
  look();
})
"""


def full_table_at_war() -> list[str]:
    """A round in which every seat of a full table ties and goes to war."""
    house = load_house(HOUSE)
    faces = {str(seat): f"{'TJQKA23'[seat - 1]}{'cdhscdh'[seat - 1]}" for seat in range(1, 8)}
    dealt = war_deal(house, list(faces), "dealer")
    eights = ["8c", "8d", "8h", "8s"] * 2
    return [
        *[ANY] * house.cards.opening_burn,
        *eights,
        *({**faces, "dealer": "9c"}.get(card, ANY) for card in dealt),
    ]


async def weight(browser: Browser, url: str) -> dict[str, Any]:
    """What a first visit loads until the table is on the screen."""
    async with person(browser, url, PHONE) as guest:
        seen = dict[str, Any]()
        session = await guest.context.new_cdp_session(guest.page)
        await session.send("Network.enable")
        loads, sizes = dict[str, str](), dict[str, int]()
        session.on("Network.responseReceived", lambda one: loads.update({one["requestId"]: one["response"]["url"]}))  # fmt: skip # noqa: E501
        session.on("Network.loadingFinished", lambda one: sizes.update({one["requestId"]: int(one["encodedDataLength"])}))  # fmt: skip # noqa: E501
        await guest.go("/")
        await expect(guest.button("Sit down")).to_be_visible()
        await guest.page.wait_for_timeout(500)
        seen["requests"] = len(loads)
        seen["elsewhere"] = [one for one in loads.values() if not one.startswith((url, "data:"))]
        seen["bytes"] = sum(sizes.values())
        return seen


async def full_table(browser: Browser, folder: Path, slower: int) -> dict[str, Any]:
    """Long tasks and layout shifts while a full table plays seven wars with all their motion."""
    shoes = folder / f"shoes-{slower}.txt"
    shoes.write_text(" ".join(stack(6, [full_table_at_war()], 80, CUT)) + "\n", encoding="ascii")
    with serving(folder / f"data-{slower}", shoes) as service:
        async with person(browser, service.url, DESKTOP, reduced_motion="no-preference") as guest:
            await guest.context.add_init_script(WATCH)
            await guest.sit(service.stacked(HOUSE))
            await guest.cut(CUT)
            session = await guest.context.new_cdp_session(guest.page)
            await session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            await guest.page.evaluate("window.seen.tasks.length = window.seen.shifts.length = 0")
            await _everybody_at_war(guest, service)
            seen = await guest.page.evaluate("window.seen")
            return {
                "long tasks": len(seen["tasks"]),
                "longest ms": max(seen["tasks"], default=0),
                "layout shift": round(sum(seen["shifts"]), 5),
            }


async def _everybody_at_war(guest: Person, service: Service) -> None:
    """Six others by socket and one in the browser play the same round."""
    house = House(service.url, None)  # type: ignore[arg-type]  # it is reached from outside only
    others = [seat for seat in range(1, SEATS + 1) if seat != OWN]
    people: list[Guest] = [await house.guest(f"Player {seat}") for seat in others]
    table = service.stacked(HOUSE)

    async def play(seat: int, other: Guest) -> None:
        async with other.at(table) as client:
            await client.give("take_seat", seat=seat)
            await client.give("buy_chips", seat=seat, cash_cents=50_000)
            await client.give("place_wagers", seat=seat, initial_cents=10_000)
            while not (await client.give("go_to_war", seat=seat))["ok"]:
                await asyncio.sleep(0.3)
            await client.until("events")
            await asyncio.sleep(8)

    async def until(selector: str, count: int = 1, *, press: bool = False) -> None:
        await asyncio.wait_for(guest.page.evaluate(UNTIL, [selector, count, press]), WAIT_S)

    async def press(selector: str) -> None:
        await until(f"{selector}:not([aria-disabled='true'])", press=True)

    playing = [asyncio.create_task(play(*one)) for one in zip(others, people, strict=True)]
    await until(".seat:not(.is-free)", SEATS)
    for selector in ('.chips input[aria-label="100"]', ".is-you .spot--first", "button.place"):
        await press(selector)
    await press('.choice input[value="war"]')
    await asyncio.sleep(DEAF_S)  # what confirms it is deaf at first, on purpose
    await press(".choice__go")
    await until(".settled")
    await asyncio.gather(*playing)


async def answer_times(browser: Browser, folder: Path) -> list[int]:
    """Milliseconds from the service's message to the result, without motion; five rounds."""
    shoes, found = Shoes(6, {HOUSE: ("win", "lose", "win", "lose", "win")}), list[int]()
    with serving(folder / "data", shoes.write(folder / "shoes.txt")) as service:
        async with person(browser, service.url) as guest:
            await guest.context.add_init_script(ANSWERED)
            await guest.sit(service.stacked(HOUSE))
            await guest.cut(shoes.cuts[HOUSE])
            for _ in range(5):
                await guest.put(("first", 25))
                await guest.page.evaluate("window.answered = window.shown = 0")
                await guest.place()
                await expect(guest.page.locator(".settled")).to_be_visible()
                took = await guest.page.evaluate("window.shown - window.answered")
                found.append(round(took))
    return found


async def measure() -> dict[str, Any]:
    """All of it."""
    found = dict[str, Any]()
    with TemporaryDirectory() as name:
        folder = Path(name)
        async with launched() as browser:
            with serving(folder / "first") as service:
                found["first visit"] = await weight(browser, service.url)
            for slower in (1, 4):
                found[f"full table, CPU slowed {slower} times"] = await full_table(
                    browser, folder, slower
                )
            found["result shown after ms"] = await answer_times(browser, folder)
    return found


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measure()), indent=2))
