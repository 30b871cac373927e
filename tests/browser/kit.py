"""A real Chromium, the real service, and a person in front of the page."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from playwright.async_api import (
    Browser,
    BrowserContext,
    Error,
    Locator,
    Page,
    async_playwright,
    expect,
)
from tools.web import ROOT, is_built

from tests.kit.client import PLAIN_HTTP
from tests.service.http.kit import environment

FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
]
DESKTOP, PHONE, SMALL_PHONE = (1440, 900), (390, 844), (360, 640)
TABLET = (1024, 768)
ZOOMED = (720, 450)  # a desktop at 200 %
WAIT_MS, SOON_MS = 15_000, 3_000
READY = '[aria-disabled="false"]'
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"

# make test has a core of the browser tests; make browser has all of them
BEYOND_CORE = pytest.mark.skipif("BROWSER_ALL" not in os.environ, reason="make browser runs it")

expect.set_options(timeout=WAIT_MS)


def chromium() -> str:
    """Where Chromium is; skipped with a word where there is none, or no built page."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.skip("no Chromium here: make chromium installs it where apt-get may")
    if not is_built():
        pytest.skip("the page is not built from these sources: make web")
    return found


@contextlib.asynccontextmanager
async def launched() -> AsyncIterator[Browser]:
    """A browser without a window."""
    path = chromium()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        await browser.close()


# --- the service ----------------------------------------------------------------------------------


class Service:
    """``casinowar serve`` as a program that can be killed and started again."""

    def __init__(self, folder: Path, shoes: Path | None = None, **settings: str) -> None:
        self.folder, self._shoes, self._settings = folder, shoes, settings
        self._process: subprocess.Popen[str] | None = None
        self.url = ""

    def start(self) -> str:
        """Start it and wait until it can take bets; its address."""
        arguments = ["--port", "0", "--data-folder", str(self.folder), "--log-level", "error"]
        arguments += ["--guests-per-hour", "100000", "--tables-per-hour", "100000"]
        arguments += ["--requests-per-second", "100000", "--sign-ins-per-minute", "100000"]
        if self._shoes is not None:
            arguments += ["--shoes", str(self._shoes)]
        for name, value in self._settings.items():
            arguments += [f"--{name.replace('_', '-')}", value]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "casinowar", "serve", *arguments],
            stdout=subprocess.PIPE,
            text=True,
            env=environment(),
        )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip()
        assert self.url, "the service did not start"
        return self.url

    def stacked(self, house: str) -> str:
        """The id of the table of a house that deals the given shoes."""
        tables = httpx.get(f"{self.url}/api/tables?limit=200", verify=PLAIN_HTTP).json()["tables"]
        [found] = [one["id"] for one in tables if one["stacked"] and one["house"] == house]
        return str(found)

    def kill(self) -> None:
        """End it at once, as a crash would."""
        assert self._process is not None
        self._process.kill()
        self._process.communicate()

    def administrator(self, passphrase: str) -> None:
        """Make the administrator ``boss``; before it is started."""
        file = self.folder / "passphrase"
        self.folder.mkdir(parents=True, exist_ok=True)
        file.write_text(passphrase, encoding="utf-8")
        command = ["admin", "create", "boss", "--passphrase-file", str(file)]
        subprocess.run(
            [sys.executable, "-m", "casinowar", *command, "--data-folder", str(self.folder)],
            check=True,
            env=environment(),
            stdout=subprocess.DEVNULL,
        )


@contextlib.contextmanager
def serving(folder: Path, shoes: Path | None = None, **settings: str) -> Iterator[Service]:
    """A running service; killed at the end."""
    chromium()  # or there is no use in starting it
    service = Service(folder, shoes, **settings)
    service.start()
    try:
        yield service
    finally:
        service.kill()


# --- a person -------------------------------------------------------------------------------------


class Person:
    """Somebody in front of a page of their own, and everything that went wrong on it."""

    def __init__(self, context: BrowserContext, page: Page, url: str) -> None:
        self.context, self.page, self.url = context, page, url
        self.faults = list[str]()
        self.forgiven = list[str]()  # patterns of what a test provokes
        page.set_default_timeout(WAIT_MS)
        page.on("console", lambda said: self._fault(said.type, said.text))
        page.on("pageerror", lambda error: self._fault("error", str(error)))

    def _fault(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"}:
            self.faults.append(text)

    def check(self) -> None:
        """Nothing went wrong but what was provoked."""
        odd = [text for text in self.faults if not any(re.search(p, text) for p in self.forgiven)]
        assert odd == [], odd

    async def go(self, path: str) -> None:
        """Open a page of the service."""
        await self.page.goto(self.url + path)

    @property
    def dock(self) -> Locator:
        """What the person can do now."""
        return self.page.locator("#dock")

    def button(self, name: str) -> Locator:
        """A button of the dock, by the beginning of its words."""
        return self.dock.get_by_role("button", name=re.compile(f"^{name}"))

    # --- at a table ---

    async def sit(self, table: str) -> None:
        """Sit down at a table with the usual chips, and old enough where that is asked."""
        await self.go(f"/t/{table}?sit")
        asked, seat = self.button("I am "), self.page.locator(".seat.is-you")
        await expect(asked.or_(seat).first).to_be_visible()
        if await asked.first.is_visible():
            await asked.first.click()
        await expect(seat).to_be_visible()

    async def cut(self, cards: int) -> None:
        """Cut, if the cut is offered."""
        slider = self.page.get_by_role("slider")
        ready = self.page.locator(".cutbox, .bet, .settled")
        await expect(ready.first).to_be_visible()
        if await self.page.locator(".cutbox").is_visible():
            await slider.fill(str(cards))
            await self.button("Cut at").click()
            await expect(self.page.locator(".bet")).to_be_visible()

    def spot(self, kind: str) -> Locator:
        """One of the person's betting areas: first, tie or war."""
        return self.page.locator(f".seat.is-you .spot--{kind}").last  # side bets lie before Tie

    async def choose_chip(self, value: int) -> None:
        """Pick the chip that a tap puts down."""
        await (
            self.dock.locator(".chips label")
            .filter(has=self.page.get_by_role("radio", name=str(value), exact=True))
            .click()
        )

    async def put(self, *areas: tuple[str, int]) -> None:
        """Put one chip of a value on each area; nothing is placed yet."""
        new, bet = (
            self.dock.locator(f"button{READY}", has_text="New bet"),
            self.page.locator(".bet"),
        )
        await expect(new.or_(bet).first).to_be_visible()
        if await new.is_visible():
            with contextlib.suppress(Error):  # a result goes by itself before a new shoe
                await new.click(timeout=SOON_MS)
            await expect(bet).to_be_visible()
        for kind, value in areas:
            await self.choose_chip(value)
            await self.spot(kind).click()

    async def place(self) -> None:
        """Place what was put down."""
        await self.page.locator("button.place").click()

    async def bet(self, *areas: tuple[str, int]) -> None:
        """Put chips down and place them."""
        await self.put(*areas)
        await self.place()

    async def choose(self, option: str) -> None:
        """Answer a tie: war or surrender, picked and then confirmed."""
        await self.dock.locator(f'input[value="{option}"]').check(force=True)
        await self._confirm(".choice__go")

    async def decline_war_tie(self) -> None:
        """No Tie wager on the war deal."""
        await self.page.locator(".tiewar").get_by_role("radio").first.check(force=True)
        await self._confirm(".tiewar__go")

    async def _confirm(self, button: str) -> None:
        """Press what confirms a pick as soon as it looks ready; at first it is deaf, on purpose."""
        await self.page.locator(f'{button}[aria-disabled="false"]').click()

    async def answer(self, option: str, *, war_tie: bool) -> None:
        """Answer a tie, and the offer of a Tie wager that may follow."""
        await self.choose(option)
        if war_tie and option == "war":
            await self.decline_war_tie()

    async def net(self) -> str:
        """The result of the round in the dock, once it is shown."""
        said = await self.page.locator(".settled__sum, .voided .settled__sum").first.inner_text()
        return said.split()[0].replace("−", "-").replace("±", "")

    async def balance(self) -> str:
        """The chips that the bar shows."""
        return (await self.page.locator(".bar__money b").inner_text()).replace(",", "")

    async def no_sideways_scroll(self) -> bool:
        """Whether the page is as wide as its window, once everything has found its place."""
        for _ in range(30):
            if await self.page.evaluate(
                "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
            ):
                return True
            await asyncio.sleep(0.1)
        return False

    async def violations(self) -> list[str]:
        """What axe finds on the page as it is."""
        if not AXE.is_file():
            pytest.skip("axe is not installed: python -m tools.web --packages")
        await self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = cast(
            "dict[str, Any]",
            await self.page.evaluate("axe.run(document, {resultTypes: ['violations']})"),
        )
        return [
            f"{fault['id']}: {node['target']} {node['failureSummary']}"
            for fault in found["violations"]
            for node in fault["nodes"]
        ]


@contextlib.asynccontextmanager
async def person(
    browser: Browser, url: str, size: tuple[int, int] = DESKTOP, **options: Any
) -> AsyncIterator[Person]:
    """Somebody with a browser profile of their own; at the end their page has no fault."""
    options = {"reduced_motion": "reduce", "color_scheme": "dark", **options}
    viewport = {"width": size[0], "height": size[1]}
    context = await browser.new_context(viewport=cast("Any", viewport), **options)
    found = Person(context, await context.new_page(), url)
    try:
        yield found
    except BaseException:
        folder = os.environ.get("BROWSER_PICTURES")
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            with contextlib.suppress(Error):  # the test may have closed it
                await found.page.screenshot(path=Path(folder) / f"{id(found)}.png")
        raise
    else:
        found.check()
    finally:
        await context.close()  # an open socket would keep a service from ending
