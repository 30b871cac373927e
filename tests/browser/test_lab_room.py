"""The laboratory on the page: its figures are those of the command line, as exact fractions.

Planted once and caught here: figures that go when a field is wrong.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from casinowar.cli.main import main
from tests.browser.kit import BEYOND_CORE, DESKTOP, PHONE, Service, person
from tests.browser.staff import member, staffed
from tests.browser.test_people_room import signed_in
from tests.browser.test_school_room import pupil

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with staffed(tmp_path) as made:
        yield made


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main(list(words)) == 0
    return json.loads(capsys.readouterr().out)


@BEYOND_CORE
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
        await expect(page.get_by_text("One thing to fix.")).to_be_visible()
        await expect(exact).to_have_text(told["initial"]["house_edge"]["exact"])
        assert await ana.violations() == []
        await page.get_by_role("button", name="Nearest: 1. Take it for Step").click()
        await expect(page.get_by_text("One thing to fix.")).to_have_count(0)
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
async def test_what_the_game_costs_is_what_the_command_line_says(
    browser: Browser, service: Service, capsys: pytest.CaptureFixture[str]
) -> None:
    async with person(browser, service.url, DESKTOP) as ana:
        page = ana.page
        sent: list[str] = []
        page.on("request", lambda one: sent.append(one.url) if "/session?" in one.url else None)
        await ana.go("/rules/skycity")  # nobody needs an account to read it
        await page.get_by_role("link", name="What an hour costs, and your chances").click()
        await expect(page.get_by_role("heading", name="What the game costs")).to_be_visible()
        await figures_are(page, capsys, "skycity")
        assert await ana.violations() == []
        await asyncio.sleep(1)  # an answer is no reason to ask again
        assert len(sent) == len(set(sent))

        await page.get_by_label("Bet each round", exact=True).fill("10")
        await page.get_by_label("Tie bet each round").fill("5")
        await page.get_by_label("Rounds an hour").fill("90")
        await page.get_by_label("Rounds you play").fill("120")
        await page.get_by_label("Chips you bring").fill("150")
        await page.get_by_role("combobox", name="Decks").select_option("2")
        await expect(page.get_by_text("10 each round and 5 on Tie")).to_be_visible()
        await expect(page.get_by_text("After 120 rounds")).to_be_visible()
        more = ["--tie", "5", "--decks", "2"]
        await figures_are(page, capsys, "skycity", "10", "120", "150", "90", *more)
        assert await ana.violations() == []

        await page.get_by_label("Chips you bring").fill("9")
        await expect(
            page.get_by_text("Chips you bring: 9 does not cover one round")
        ).to_be_visible()
        await page.get_by_label("Chips you bring").fill("99999")
        words = "Chips you bring: enter a whole number from 1 to 10,000."
        await expect(page.get_by_text(words)).to_be_visible()
        await expect(page.get_by_label("Chips you bring")).to_have_value("99999")
        await expect(page.get_by_text("After 120 rounds")).to_be_hidden()
        await pupil(ana, "Ana")
        await ana.go("/school")
        await page.get_by_role("link", name="Lab", exact=True).click()
        await expect(page.get_by_role("heading", name="What the game costs")).to_be_visible()
        await page.get_by_role("link", name="Open the lab").click()
        await expect(page.get_by_role("button", name="Two houses")).to_be_visible()
        await page.get_by_role("link", name="What it costs").click()
        await figures_are(page, capsys, "wisconsin")
        ana.forgiven.append("422")
        ana.check()
    async with person(browser, service.url, PHONE) as bo:
        await bo.go("/costs/battle-royal")  # it has no Tie
        await expect(bo.page.get_by_text("This house has no Tie bet.")).to_be_visible()
        await figures_are(bo.page, capsys, "battle-royal")
        await expect(bo.page.get_by_text("Spread of a round")).to_be_visible()
        assert await bo.violations() == []
        assert await bo.no_sideways_scroll()
        bo.check()


# the labels of the charts that lie on each other
COVERED = """() => [...document.querySelectorAll("svg[role=img]")].flatMap((chart) => {
  const labels = [...chart.querySelectorAll("text")];
  return labels.flatMap((one, at) => labels.slice(at + 1).flatMap((other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    const over = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return over ? [`${one.textContent} and ${other.textContent}`] : [];
  }));
})"""


@BEYOND_CORE
async def test_no_label_of_a_chart_of_the_costs_lies_on_another(
    browser: Browser, service: Service
) -> None:
    """At 1280 pixels, "+337.50" lay on "+687.50 or better"."""
    async with person(browser, service.url, DESKTOP) as ana:
        await ana.go("/costs/washington")
        await expect(ana.page.get_by_text("After 100 rounds")).to_be_visible()
        for width in (1440, 1280, 1024, 768, 600, 390, 360):
            await ana.page.set_viewport_size({"width": width, "height": 800})
            await ana.page.wait_for_timeout(300)  # the chart is drawn again
            assert await ana.page.evaluate(COVERED) == [], width
        ana.check()


async def figures_are(
    page: Page,
    capsys: pytest.CaptureFixture[str],
    house: str,
    bet: str = "25",
    rounds: str = "100",
    bring: str = "1000",
    rate: str = "60",
    *more: str,
) -> None:
    """The page shows what ``casinowar session`` and ``odds`` print."""
    play = ["--house", house, "--bet", bet, "--rounds", rounds, "--rate", rate]
    told = printed(capsys, "session", *play, "--bankroll", bring, *more, "--json")
    player = told["player"]
    ends = {name: player[name] for name in ("ahead", "even", "behind")}
    for name, chance in {**ends, "ruin": player["ruin"]["chance"]}.items():
        await expect(page.locator(f"[data-end={name}]")).to_have_text(f"{100 * chance:.2f}\xa0%")
    hours = [told["per_hour"]["expected_loss"]]
    if told["tie"]:
        decks = more[more.index("--decks") :]
        plain = printed(capsys, "session", *play, *decks, "--json")
        hours = [plain["per_hour"]["expected_loss"], *hours]
    for at, cents in zip((0, -1), (hours[0], hours[-1]), strict=True):
        shown = page.locator("[data-hour]").nth(at if told["tie"] or at == 0 else 0)
        await expect(shown).to_have_text(f"{round(cents) / 100:,.2f}")
    odds = printed(capsys, "odds", "--house", house, "--decks", str(told["decks"]), "--json")
    exact = page.locator(".kpis .exact")
    await expect(exact.first).to_have_text(odds["initial"]["house_edge"]["exact"])
    if odds["tie"]:
        await expect(exact.nth(2)).to_have_text(odds["tie"]["house_edge"]["exact"])


@BEYOND_CORE
async def test_staff_see_theory_against_actual(browser: Browser, service: Service) -> None:
    member(service, "Flo", "floorperson")
    async with person(browser, service.url, PHONE) as flo:
        await signed_in(flo, "flo")
        await flo.go("/lab")
        await flo.page.get_by_role("button", name="Theory and actual").click()
        await expect(flo.page.get_by_text("No finished rounds in this time.")).to_be_visible()
        assert await flo.violations() == []
        assert await flo.no_sideways_scroll()

        async with person(browser, service.url, PHONE) as ana:
            await ana.sit("wisconsin")
            await ana.cut(60)
            await ana.bet(("first", 25))
            await expect(ana.page.locator(".settled, .choice").first).to_be_visible()
            if await ana.page.locator(".choice").is_visible():  # one in fourteen
                await ana.choose("surrender")
                await expect(ana.page.locator(".settled")).to_be_visible()
        await flo.go("/lab")
        await flo.page.get_by_role("button", name="Theory and actual").click()
        row = flo.page.locator("tbody tr", has_text=re.compile("^Wisconsin, "))
        await expect(flo.page.locator("svg text", has_text=re.compile(r"\.[1-9]"))).to_have_count(0)
        await expect(row).to_contain_text("too few")  # by table, with its number of hands
        await expect(row.locator("td").first).to_have_text("1")
        await flo.page.get_by_role("button", name="By house").click()
        await expect(flo.page.locator("tbody tr th")).to_contain_text("Wisconsin, ")
        assert await flo.violations() == []
        assert await flo.no_sideways_scroll()
        flo.check()
