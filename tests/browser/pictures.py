"""``python -m tests.browser.pictures``: a picture of every screen and state.

Phone and desktop, dark and light, into ``screenshots/``, which git ignores. ``--only phone-dark``
takes the tour once.
"""

from __future__ import annotations

import argparse
import asyncio
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.async_api import Browser
from tools.web import ROOT

from tests.browser.kit import DESKTOP, PHONE, Person, launched, person
from tests.browser.tour import tour, tour_service
from tests.browser.wire import wire_to

FOLDER = ROOT / "screenshots"
LOOKS = {
    f"{device}-{theme}": (size, theme)
    for device, size in (("desktop", DESKTOP), ("phone", PHONE))
    for theme in ("dark", "light")
}
SETTLE_MS = 500  # buttons that just appeared are deaf, and look it


async def take(browser: Browser, folder: Path, size: tuple[int, int], theme: str) -> int:
    """Take one tour; the number of pictures."""
    taken = list[str]()

    async def shoot(name: str, guest: Person) -> None:
        await guest.page.wait_for_timeout(SETTLE_MS)
        table = await guest.page.locator(".game").count() > 0  # it fills the screen, no more
        path = folder / f"{len(taken) + 1:02}-{name}.png"
        await guest.page.screenshot(path=path, full_page=not table)
        taken.append(name)

    with TemporaryDirectory() as data:
        service = tour_service(Path(data))
        service.start()
        try:
            async with wire_to(service.url) as wire:

                def visit() -> AbstractAsyncContextManager[Person]:
                    return person(browser, wire.url, size, color_scheme=theme)

                await tour(visit, service, wire, shoot)
        finally:
            service.kill()
    return len(taken)


async def take_all(looks: list[str]) -> None:
    """Take the tours one after the other."""
    async with launched() as browser:
        for look in looks:
            folder = FOLDER / look
            folder.mkdir(parents=True, exist_ok=True)
            for old in folder.glob("*.png"):
                old.unlink()
            number = await take(browser, folder, *LOOKS[look])
            print(f"{number} pictures in {folder.relative_to(ROOT)}")


def main() -> None:
    """Read the command line and take the pictures."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.pictures")
    parser.add_argument("--only", choices=LOOKS, action="append", help="one look")
    args = parser.parse_args()
    asyncio.run(take_all(args.only or list(LOOKS)))


if __name__ == "__main__":
    main()
