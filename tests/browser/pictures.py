"""``python -m tests.browser.pictures``: a picture of every screen and state.

Phones and desktop, dark and light, into ``screenshots/``, which git ignores; the rooms for staff on
a tablet too. ``--only phone-dark`` takes one look, ``--staff`` the rooms for staff alone. What is
different at each visit (times, names, seals) is written as one and the same, so that
``python -m tests.browser.compare`` can compare two tours.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.async_api import Browser
from tools.web import ROOT

from tests.browser.kit import DESKTOP, PHONE, SMALL_PHONE, TABLET, Person, Service, launched, person
from tests.browser.staff_tour import staff_service, staff_tour
from tests.browser.tour import tour, tour_service
from tests.browser.wire import wire_to

FOLDER = ROOT / "screenshots"
LOOKS = {
    f"{device}-{theme}": (size, theme)
    for device, size in {
        "desktop": DESKTOP,
        "phone": PHONE,
        "small": SMALL_PHONE,
        "tablet": TABLET,
    }.items()
    for theme in ("dark", "light")
}
# times, clocks, made-up names, fingerprints and codes
STEADY = r"""
() => {
  const same = [
    [/\b\d{1,2}:\d\d(:\d\d)?\b/g, "12:00"],
    [/\b\d+ (s|seconds?|min|minutes?|h|hours?)\b/g, "9 $1"],
    [/\b\d{1,2} (?=[A-Z][a-z]{2})/g, "1 "],
    [/\b(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{4,}\b/g, "c0de"],
    [/Guest \S+/g, "Guest 1234"],
    [/…[0-9A-Z]{4}\b/g, "…1234"],
  ];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    let text = node.data;
    if (node.parentElement.closest(".ring")) text = text.replace(/\d+/, "9");
    for (const [what, by] of same) text = text.replace(what, by);
    if (text !== node.data) node.data = text;
  }
}
"""
STILL = ".ring__run { visibility: hidden; } * { caret-color: transparent !important; }"
SETTLE_MS = 500  # buttons that just appeared are deaf, and look it


async def take(browser: Browser, folder: Path, look: str, *, staff: bool) -> int:
    """Take the tours of one look; the number of pictures."""
    size, theme = LOOKS[look]
    taken = list[str]()

    async def shoot(name: str, guest: Person) -> None:
        await guest.page.wait_for_timeout(SETTLE_MS)
        table = await guest.page.locator(".game").count() > 0  # it fills the screen, no more
        guest.forgiven.append("Applying inline style")  # STILL, below
        path = folder / f"{len(taken) + 1:02}-{name}.png"
        await guest.page.evaluate(STEADY)
        await guest.page.screenshot(
            path=path, full_page=not table, animations="disabled", style=STILL
        )
        taken.append(name)

    with TemporaryDirectory() as data:
        if size != TABLET and not staff:
            with started(tour_service(Path(data) / "players")) as service:
                async with wire_to(service.url) as wire:
                    url = wire.url
                    await tour(
                        lambda: person(browser, url, size, color_scheme=theme), service, wire, shoot
                    )
        with started(staff_service(Path(data) / "staff")) as service:
            address = service.url
            await staff_tour(
                lambda: person(browser, address, size, color_scheme=theme), service, shoot
            )
    return len(taken)


@contextmanager
def started(service: Service) -> Iterator[Service]:
    """A service while it runs."""
    service.start()
    try:
        yield service
    finally:
        service.kill()


async def take_all(looks: list[str], *, staff: bool) -> None:
    """Take the tours one after the other."""
    async with launched() as browser:
        for look in looks:
            folder = FOLDER / look
            folder.mkdir(parents=True, exist_ok=True)
            for old in folder.glob("*.png"):
                old.unlink()
            number = await take(browser, folder, look, staff=staff)
            print(f"{number} pictures in {folder.relative_to(ROOT)}")


def main() -> None:
    """Read the command line and take the pictures."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.pictures")
    parser.add_argument("--only", choices=LOOKS, action="append", help="one look")
    parser.add_argument("--staff", action="store_true", help="the rooms for staff alone")
    args = parser.parse_args()
    asyncio.run(take_all(args.only or list(LOOKS), staff=args.staff))


if __name__ == "__main__":
    main()
