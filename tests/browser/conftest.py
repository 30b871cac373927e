"""One browser, and a service with stacked shoes for each module."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.browser.kit import Service, launched, serving
from tests.browser.shoes import RESULTS, Shoes

SHOES = Shoes(6, {"washington": RESULTS, "skycity": RESULTS, "wisconsin": RESULTS})


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def browser() -> AsyncIterator[Browser]:
    async with launched() as found:
        yield found


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("service")
    with serving(folder / "data", SHOES.write(folder / "shoes.txt")) as running:
        yield running
