"""The laboratory on the page: its figures are those of the command line, as exact fractions.

Planted once and caught here: figures that go when a field is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from casinowar.cli.main import main
from tests.browser.kit import BEYOND_CORE, DESKTOP, PHONE, Service, chromium, person
from tests.browser.staff import member
from tests.browser.test_people_room import signed_in
from tests.browser.test_school_room import pupil
from tests.service.http.test_routes import PASSPHRASE

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    chromium()
    made = Service(tmp_path / "data")
    made.administrator(PASSPHRASE)
    made.start()
    try:
        yield made
    finally:
        made.kill()


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main(list(words)) == 0
    return json.loads(capsys.readouterr().out)


async def test_figures_are_those_of_the_command_line(
    browser: Browser, service: Service, capsys: pytest.CaptureFixture[str]
) -> None:
    async with person(browser, service.url, DESKTOP) as ana:
        await pupil(ana, "Ana")
        await ana.go("/lab")
        page = ana.page
        told = printed(capsys, "odds", "--house", "wisconsin", "--json")
        exact = page.locator("[data-exact=war]")
        await expect(exact).to_have_text(told["initial"]["house_edge"]["exact"])
        for name, edge in (
            ("surrender", told["initial"]["surrender_house_edge"]),
            ("tie", told["tie"]["house_edge"]),
            ("war_tie", told["war_tie"]["house_edge"]),
        ):
            await expect(page.locator(f"[data-exact={name}]")).to_have_text(edge["exact"])
        assert await ana.violations() == []

        await page.get_by_label("Step").fill("0.5")
        await page.get_by_label("Step").press("Tab")  # by keys alone
        await expect(page.get_by_text("One thing to mend.")).to_be_visible()
        await expect(exact).to_have_text(told["initial"]["house_edge"]["exact"])
        assert await ana.violations() == []
        await page.get_by_role("button", name="Nearest: 1. Take it for Step").click()
        await expect(page.get_by_text("One thing to mend.")).to_have_count(0)
        await page.get_by_label("Tie", exact=True).fill("11 to 1")
        await page.get_by_label("Tie", exact=True).press("Tab")
        await expect(page.locator("[data-exact=tie]")).to_have_text("35/311")

        await page.get_by_role("button", name="Undo all changes").click()
        await page.get_by_label("Rounds").fill("200000")
        await page.get_by_role("button", name="Deal them").click()
        words = ["simulate", "--house", "wisconsin", "--rounds", "200000", "--seed", "7", "--json"]
        dealt = printed(capsys, *words)
        edge = f"{dealt['initial']['house_edge_percent']:.3f}"
        await expect(page.locator("[data-dealt=edge]")).to_have_text(edge, timeout=60_000)
        await expect(page.locator("[data-dealt=rounds]")).to_have_text(f"{dealt['rounds']:,}")
        assert await ana.violations() == []

        await page.get_by_role("button", name="Two houses").click()
        await expect(page.locator("tr.differs").first).to_be_visible()
        rows = printed(capsys, "compare", "--house", "wisconsin", "--house", "no-bonus",
                       "--decks", "6,8", "--json")["rows"]  # fmt: skip
        edges = [rows[0]["initial"]["house_edge"]["percent"],
                 rows[3]["initial"]["house_edge"]["percent"]]  # fmt: skip
        line = page.locator("tr", has_text="Edge, best answer")
        for edge_percent in edges:
            await expect(line).to_contain_text(f"{edge_percent:.3f}"[:-1])
        same = page.locator("tr:not(.differs)", has_text="same")
        assert await same.count() > 0
        assert await ana.violations() == []
        await expect(page.get_by_role("button", name="Theory and actual")).to_have_count(0)
        ana.check()


@BEYOND_CORE
async def test_staff_see_theory_against_actual(browser: Browser, service: Service) -> None:
    member(service, "Flo", "floorperson")
    async with person(browser, service.url, PHONE) as flo:
        await signed_in(flo, "flo")
        await flo.go("/lab")
        await flo.page.get_by_role("button", name="Theory and actual").click()
        await expect(flo.page.get_by_text("No finished round in this time.")).to_be_visible()
        assert await flo.violations() == []
        assert await flo.no_sideways_scroll()
        flo.check()
