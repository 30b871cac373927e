"""``python -m tests.browser.moving``: the pictures of the page in the README and the docs.

``docs/images/page-table.webp`` is a table that asks for war or surrender, ``page-war.webp`` the war
that follows, as it moves on the screen; ``page-war-phone.webp`` is the same film for phones.
``room-deal.webp`` and the others are stops of the tour of the rooms for staff. ``--rooms`` takes
these alone.
"""

from __future__ import annotations

import asyncio
import base64
import io
import sys
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image, ImageSequence
from playwright.async_api import CDPSession, expect
from tools.web import ROOT

from tests.browser.kit import DESKTOP, Person, launched, person, serving
from tests.browser.pictures import SETTLE_MS, STEADY, STILL, started
from tests.browser.shoes import Shoes
from tests.browser.staff_tour import staff_service, staff_tour

FOLDER = ROOT / "docs" / "images"
HOUSE = "washington"
SIZE = (720, 450)
PHONE_SIZE, PHONE_QUALITY = (480, 300), 50  # on a phone the film must not delay the front page
FRAME_MS = 80  # no more than twelve and a half frames a second
LAST_MS = 2500  # the result stays for a moment
BYTES_MAX = 1_000_000
ROOMS = {  # the stop of the tour for each room
    "deal": "deal-pay",
    "floor": "floor-table",
    "watch": "watch-round",
    "lab": "lab",
    "school": "school-mistake",
}
ROOM_SIZE = (1000, 625)
ROOM_BYTES_MAX = 60_000


class Film:
    """What the browser shows, frame by frame with its time."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session
        self.frames = list[tuple[float, Image.Image]]()
        session.on("Page.screencastFrame", self._frame)

    def _frame(self, shown: dict[str, Any]) -> None:
        at = float(shown["metadata"]["timestamp"]) * 1000
        if not self.frames or at - self.frames[-1][0] >= FRAME_MS:
            picture = Image.open(io.BytesIO(base64.b64decode(shown["data"]))).convert("RGB")
            self.frames.append((at, picture.resize(SIZE, Image.Resampling.LANCZOS)))
        known = self._session.send("Page.screencastFrameAck", {"sessionId": shown["sessionId"]})
        self._known = asyncio.ensure_future(known)

    async def roll(self) -> None:
        """Start filming."""
        await self._session.send("Page.startScreencast", {"format": "png", "everyNthFrame": 1})

    def save(self, path: Path) -> int:
        """Write the film, and a smaller one for phones; the number of bytes of the first."""
        times = [at for at, _ in self.frames]
        lasting = [min(round(after - at), 1500) for at, after in pairwise(times)]
        pictures = [picture for _, picture in self.frames]
        write_film(path, pictures, [*lasting, LAST_MS])
        write_phone_film(path)
        return path.stat().st_size


def write_film(
    path: Path, pictures: list[Image.Image], lasting_ms: list[int], quality: int = 62
) -> None:
    """Write an animated picture; ``lasting_ms`` has the time of each picture."""
    pictures[0].save(
        path,
        save_all=True,
        append_images=pictures[1:],
        duration=lasting_ms,
        loop=0,
        quality=quality,
        method=6,
    )


def write_phone_film(path: Path) -> None:
    """Write ``NAME-phone.webp`` next to a film, in the size of a phone."""
    pictures, lasting = list[Image.Image](), list[int]()
    with Image.open(path) as film:
        for picture in ImageSequence.Iterator(film):
            small = picture.convert("RGB").resize(PHONE_SIZE, Image.Resampling.LANCZOS)
            pictures.append(small)
            lasting.append(picture.info["duration"])
    write_film(path.with_stem(f"{path.stem}-phone"), pictures, lasting, PHONE_QUALITY)


async def film(guest: Person) -> None:
    """Film a war that is won."""
    session = await guest.context.new_cdp_session(guest.page)
    await guest.put(("first", 100))
    reel = Film(session)
    await reel.roll()
    await guest.place()
    await expect(guest.page.locator(".choice")).to_be_visible()
    await guest.page.wait_for_timeout(600)
    await guest.page.screenshot(path=FOLDER / "page-table.png")
    await guest.choose("war")
    await expect(guest.page.locator(".settled")).to_be_visible(timeout=60_000)
    await guest.page.wait_for_timeout(500)
    await session.send("Page.stopScreencast")
    size = reel.save(FOLDER / "page-war.webp")
    print(f"{len(reel.frames)} frames, {size:,} bytes")
    assert size < BYTES_MAX


async def take() -> None:
    """Play up to the war, and film it."""
    shoes = Shoes(6, {HOUSE: ("win", "war_won")})
    with TemporaryDirectory() as name:
        file = shoes.write(Path(name) / "shoes.txt")
        with serving(Path(name) / "data", file) as service:
            async with (
                launched() as browser,
                person(browser, service.url, DESKTOP, reduced_motion="no-preference") as guest,
            ):
                await guest.sit(service.stacked(HOUSE))
                await guest.cut(shoes.cuts[HOUSE])
                await guest.bet(("first", 25))
                await expect(guest.page.locator(".settled")).to_be_visible()
                await film(guest)
    still = FOLDER / "page-table.png"
    with Image.open(still) as picture:
        picture.convert("RGB").save(still.with_suffix(".webp"), quality=82, method=6)
    still.unlink()


async def take_rooms() -> None:
    """Take the tour of the rooms for staff, and keep one picture of each room."""

    async def stop(name: str, member: Person) -> None:
        for room in (room for room, chosen in ROOMS.items() if chosen == name):
            await member.page.wait_for_timeout(SETTLE_MS)
            member.forgiven.append("Applying inline style")  # STILL, below
            await member.page.evaluate(STEADY)
            shown = await member.page.screenshot(animations="disabled", style=STILL)
            picture = Image.open(io.BytesIO(shown)).convert("RGB")
            path = FOLDER / f"room-{room}.webp"
            small = picture.resize(ROOM_SIZE, Image.Resampling.LANCZOS)
            small.save(path, quality=80, method=6)
            print(f"{path.name}: {path.stat().st_size:,} bytes")
            assert path.stat().st_size < ROOM_BYTES_MAX

    with TemporaryDirectory() as data, started(staff_service(Path(data))) as service:
        address = service.url
        async with launched() as browser:
            await staff_tour(
                lambda: person(browser, address, DESKTOP, color_scheme="light"), service, stop
            )


async def main() -> None:
    """Take all pictures, or those of the rooms alone."""
    if "--rooms" not in sys.argv:
        await take()
    await take_rooms()


if __name__ == "__main__":
    asyncio.run(main())
