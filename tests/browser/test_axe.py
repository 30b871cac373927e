"""No screen and no state has an accessibility fault that axe can find.

``make browser`` takes the tour in every size and theme: it is too long for ``make test``. Found
here once: seats whose name was not what they show, pale amounts, a page that reloads itself.
"""

from __future__ import annotations

import os
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.browser.kit import DESKTOP, PHONE, Person, chromium, person
from tests.browser.tour import tour, tour_service
from tests.browser.wire import wire_to

pytestmark = pytest.mark.asyncio(loop_scope="package")
LOOKS = [(DESKTOP, "dark"), (PHONE, "light"), (DESKTOP, "light"), (PHONE, "dark")]


@pytest.mark.skipif("BROWSER_ALL" not in os.environ, reason="make browser takes the tour")
@pytest.mark.parametrize(("size", "theme"), LOOKS)
async def test_axe_finds_nothing_anywhere(
    browser: Browser, tmp_path: Path, size: tuple[int, int], theme: str
) -> None:
    chromium()
    service, found = tour_service(tmp_path), dict[str, list[str]]()
    service.start()
    try:
        async with wire_to(service.url) as wire:

            async def look(name: str, guest: Person) -> None:
                faults = await guest.violations()
                if faults:
                    found[name] = faults

            def visit() -> AbstractAsyncContextManager[Person]:
                return person(browser, wire.url, size, color_scheme=theme)

            await tour(visit, service, wire, look)
    finally:
        service.kill()
    assert not found, "\n".join(f"{at}: {one}" for at, all_ in found.items() for one in all_)
