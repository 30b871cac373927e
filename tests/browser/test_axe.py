"""No screen and no state has an accessibility fault that axe can find.

``make browser`` takes the tour in every size and theme: it is too long for ``make test``. Found
here once: seats whose name was not what they show, pale amounts, a page that reloads itself.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.browser.kit import DESKTOP, PHONE, TABLET, Person, Service, chromium, person
from tests.browser.staff_tour import staff_service, staff_tour
from tests.browser.tour import Stop, Visit, tour, tour_service
from tests.browser.wire import wire_to

pytestmark = pytest.mark.asyncio(loop_scope="package")
LOOKS = [(DESKTOP, "dark"), (PHONE, "light"), (DESKTOP, "light"), (PHONE, "dark")]


async def faultless(service: Service, take: Callable[[Stop], Awaitable[None]]) -> None:
    """Take a tour of a service; axe finds nothing at any stop."""
    found = dict[str, list[str]]()

    async def look(name: str, guest: Person) -> None:
        faults = await guest.violations()
        if not await guest.no_sideways_scroll():
            faults.append("it scrolls sideways")
        if faults:
            found[name] = faults

    chromium()
    service.start()
    try:
        await take(look)
    finally:
        service.kill()
    assert not found, "\n".join(f"{at}: {one}" for at, all_ in found.items() for one in all_)


def visits(browser: Browser, url: str, size: tuple[int, int], theme: str) -> Visit:
    """How somebody new comes to the page."""
    return lambda: person(browser, url, size, color_scheme=theme)


@pytest.mark.skipif("BROWSER_ALL" not in os.environ, reason="make browser takes the tour")
@pytest.mark.parametrize(("size", "theme"), LOOKS)
async def test_axe_finds_nothing_anywhere(
    browser: Browser, tmp_path: Path, size: tuple[int, int], theme: str
) -> None:
    service = tour_service(tmp_path)

    async def take(stop: Stop) -> None:
        async with wire_to(service.url) as wire:
            await tour(visits(browser, wire.url, size, theme), service, wire, stop)

    await faultless(service, take)


@pytest.mark.skipif("BROWSER_ALL" not in os.environ, reason="make browser takes the tour")
@pytest.mark.parametrize(("size", "theme"), [*LOOKS, (TABLET, "dark")])
async def test_axe_finds_nothing_in_the_rooms_for_staff(
    browser: Browser, tmp_path: Path, size: tuple[int, int], theme: str
) -> None:
    service = staff_service(tmp_path)
    await faultless(
        service,
        lambda stop: staff_tour(visits(browser, service.url, size, theme), service, stop),
    )
