"""The site: every page is in its menu, tables follow the code, links lead somewhere, odds run.

Planted once and caught: a page that no menu names, a field that was renamed, a link to a file that
is not there, a module that the odds need and the site lacks.
"""

from __future__ import annotations

import doctest
import gzip
import os
import re
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from tools.docs import PACKED, SITE, break_names, dead_links, server

import casinowar
from casinowar.report import odds_text
from tests.browser.kit import AXE, launched
from tests.docs import commandline
from tests.docs.messages import PAGE, page

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
ASKED = os.environ.get("SITE_TEST") == "1"
built = pytest.mark.skipif(not ASKED, reason="make docs-test builds the site first")


def menu() -> set[str]:
    text = (ROOT / "zensical.toml").read_text(encoding="utf-8")
    found: set[str] = set()

    def walk(value: object) -> None:
        if isinstance(value, str):
            found.add(value)
        elif isinstance(value, list):
            for one in value:
                walk(one)
        elif isinstance(value, dict):
            for one in value.values():
                walk(one)

    walk(tomllib.loads(text)["project"]["nav"])
    return found


def test_every_page_is_in_the_menu() -> None:
    pages = {path.name for path in DOCS.glob("*.md")}
    assert menu() == pages


def test_no_page_links_to_markdown_outside_the_site() -> None:
    """Zensical would make it the address of a page that does not exist (planted: it was there)."""
    outside = re.compile(r"\]\(\.\./[^)#]*\.md\b")
    assert not [path.name for path in DOCS.glob("*.md") if outside.search(path.read_text("utf-8"))]


def test_the_tables_of_messages_follow_the_code() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "make goldens writes the page"


def test_every_type_of_a_field_is_explained() -> None:
    """Planted once and caught: a field that is a "Shuffling", and no word of what that is."""
    text = PAGE.read_text(encoding="utf-8")
    plain = r"(?:whole number|text|date|true or false|null|list of |object|`\w+`|[(), ]| or )"
    types = re.findall(
        r"^\| `\w+` \| ([^|]+) \| (?:yes|no) \|$", text.partition("## Refusals")[0], re.M
    )
    assert len(types) > 100
    for one in types:
        assert re.fullmatch(rf"(?:{plain}|\[\w+\]\(#type-\w+\))+", one), one
    linked = set(re.findall(r"\(#(type-\w+)\)", text))
    assert linked == set(re.findall(r'<span id="(type-\w+)">', text))


def test_the_page_of_the_command_line_follows_the_code() -> None:
    """Planted once and caught: an option without a line, a command that the page leaves out."""
    assert commandline.PAGE.read_text(encoding="utf-8") == commandline.page(), (
        "make goldens writes the page"
    )
    assert "%%" not in commandline.page(), "argparse makes one sign of two"


def test_the_api_page_has_every_name_of_the_front_door() -> None:
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^::: casinowar\.(?:\w+\.)*(\w+)$", text, re.M))
    assert named == set(casinowar.__all__) - {"__version__", "commands", "events"}
    found = doctest.testfile(str(DOCS / "api.md"), module_relative=False)
    assert (found.attempted, found.failed) == (2, 0)


def test_options_stay_whole_and_long_names_break_after_an_underscore(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    name = "test_wa_1_players_compete_against_the_dealer"
    page.write_text(f"<code>odds --json -4</code><code>{name}</code><code>hand_compared</code>")
    break_names(page)
    assert page.read_text() == (
        '<code>odds <span class="option">--json</span> -4</code>'
        f"<code>{name.replace('_', '_<wbr>')}</code><code>hand_compared</code>"
    )


def test_dead_links_are_found(tmp_path: Path) -> None:
    (tmp_path / "page").mkdir()
    (tmp_path / "index.html").write_text(
        '<h1 id="top">x</h1><a href="page/">1</a><a href="#top">2</a><a href="page/#here">3</a>'
        '<a href="nowhere/">4</a><a href="#nosuch">5</a><img src="no.png">'
        '<picture><source srcset="none.webp"></picture>'
    )
    (tmp_path / "page" / "index.html").write_text('<a id="here" href="../">up</a>')
    assert list(dead_links(tmp_path)) == [
        "index.html: nowhere/",
        "index.html: #nosuch: no such anchor",
        "index.html: no.png",
        "index.html: none.webp",
    ]


def test_the_odds_in_the_browser_offer_every_house_with_its_own_decks() -> None:
    """Planted once and caught: every house with six decks."""
    text = (DOCS / "odds-here.md").read_text(encoding="utf-8")
    offered = re.findall(r'<option value="([^"]+)" data-decks="(\d+)">', text)
    houses = {name: str(casinowar.load_house(name).cards.decks) for name in casinowar.house_names()}
    assert dict(offered) == houses
    assert len(offered) == text.count("<option")


@contextmanager
def shown() -> Iterator[str]:
    """The built site on a port of this machine."""
    with server(0) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{running.server_port}"
        finally:
            running.shutdown()
            thread.join()


@built
def test_no_link_of_the_site_is_dead() -> None:
    assert list(dead_links(SITE)) == []


@built
async def test_the_exact_odds_run_in_the_browser() -> None:
    with shown() as address:
        async with launched() as browser:
            tab = await browser.new_page()
            asked: list[str] = []
            tab.on("request", lambda request: asked.append(request.url))
            await tab.goto(f"{address}/odds-here/")
            assert not [url for url in asked if "/python/" in url], "loaded on click"
            calculate = tab.get_by_role("button", name="Calculate")
            await calculate.click()
            out = tab.locator("#odds-here output")
            await out.filter(has_text="First wager").wait_for(timeout=240_000)
            edge = casinowar.odds_of("washington", decks=6).initial.house_edge
            assert await out.get_by_role("cell", name=str(edge), exact=True).count() == 1
            for house in casinowar.house_names():
                await tab.locator("[name=house]").select_option(house)
                own = casinowar.odds_of(house)
                assert await tab.locator("[name=decks]").input_value() == str(own.decks)
                await tab.locator("[name=decks]").fill("")  # the house's own number
                await calculate.click()
                answers = out.locator("tbody tr")
                await answers.first.wait_for()
                wagers = [*own.wagers, *([own.tie_alone] if own.tie_alone else [])]
                cells = [await row.locator("td").all_inner_texts() for row in await answers.all()]
                assert [exact for *_, exact in cells] == [str(one.house_edge) for one in wagers]
                assert await out.locator("pre").text_content() == "\n".join(odds_text(own))
            await tab.set_viewport_size({"width": 390, "height": 844})
            await tab.locator("[name=house]").select_option("washington")
            await calculate.click()
            fraction = out.get_by_role("cell", name=str(edge), exact=True)
            await fraction.wait_for()
            lines = """one => [...one.childNodes].filter((part) => part.data).map((part) => {
                const range = new Range();
                range.selectNode(part);
                return range.getClientRects().length;
            })"""
            assert await fraction.evaluate(lines) == [1, 1], "no number breaks in two"
            await tab.locator("[name=house]").select_option("eleven-to-one")
            await tab.locator("[name=left]").fill("A:4 K:4 7:4")
            await calculate.click()
            left = casinowar.odds_of("eleven-to-one", cards_left=dict.fromkeys("AK7", 4))
            await out.filter(has_text=str(left.initial.house_edge)).wait_for(timeout=60_000)
            assert await out.get_by_role("cell", name="needs the suits").count() == 1
            await tab.locator("[name=left]").fill("x")
            await calculate.click()
            await out.filter(has_text="is not a rank and its count").wait_for(timeout=60_000)
            assert {url for url in asked if not url.startswith(address)} == set()


@built
def test_the_page_of_the_odds_tells_how_much_is_loaded() -> None:
    """Planted once and caught: half of it, "6 MB" for what is 13.6 MB on a disk."""
    files = [path for path in (SITE / "python").iterdir() if path.is_file()]
    packed = [
        len(gzip.compress(path.read_bytes())) if path.suffix in PACKED else path.stat().st_size
        for path in files
    ]
    whole = sum(path.stat().st_size for path in files)
    text = (DOCS / "odds-here.md").read_text(encoding="utf-8")
    assert f"{whole / 1e6:.1f} MB of files" in " ".join(text.split())
    assert f"sends {sum(packed) / 1e6:.1f} MB" in " ".join(text.split())


@built
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing_on_the_pages_people_start_with(
    scheme: Literal["light", "dark"],
) -> None:
    """Planted once and caught: links in the theme's own green, which is too pale."""
    with shown() as address:
        async with launched() as browser:
            context = await browser.new_context(color_scheme=scheme)
            tab = await context.new_page()
            for page_name in (
                "",
                "install/",
                "odds-here/",
                "clauses/",
                "library/",
                "par/",
                "deal/",
                "school/",
            ):
                await tab.goto(f"{address}/{page_name}")
                await tab.add_script_tag(path=AXE)
                found = await tab.evaluate("axe.run()")
                assert [
                    (one["id"], [node["html"][:120] for node in one["nodes"]][:3])
                    for one in found["violations"]
                ] == [], page_name


@built
async def test_every_page_can_be_read_with_a_keyboard_and_aloud_on_a_phone() -> None:
    """Planted once and caught: wide tables that no key reached, columns without a name."""
    rules = ["scrollable-region-focusable", "empty-table-header", "heading-order", "image-alt"]
    rules += ["landmark-unique", "link-name", "region"]
    pages = sorted(path.parent.name for path in SITE.glob("*/index.html"))
    with shown() as address:
        async with launched() as browser:
            tab = await browser.new_page(viewport={"width": 390, "height": 844})
            for name in pages:
                await tab.goto(f"{address}/{name}/")
                await tab.add_script_tag(path=AXE)
                found = await tab.evaluate("rules => axe.run({ runOnly: rules })", rules)
                faults = [(one["id"], one["nodes"][0]["html"][:120]) for one in found["violations"]]
                assert faults == [], name
                wider = "document.documentElement.scrollWidth - innerWidth"
                assert await tab.evaluate(wider) <= 0, name


@built
async def test_clauses_can_be_filtered() -> None:
    with shown() as address:
        async with launched() as browser:
            tab = await browser.new_page()
            await tab.goto(f"{address}/clauses/")
            rows = tab.locator("article tbody tr:visible")
            every = await rows.count()
            search = tab.get_by_role("searchbox", name="Find a clause")
            for words, names in (
                ("policy 3", ["policy 3"]),
                ("WI e7", ["WI e7", "WI e7i", "WI e7ii"]),
                ("zzz", []),
            ):
                await search.fill(words)
                assert await rows.locator("td:first-child").all_inner_texts() == names
                assert await tab.locator("article h2:visible").count() == (1 if names else 0)
                assert await tab.get_by_text("No clause matches.").is_visible() is (not names)
            await search.fill("WI h6")
            few = await rows.count()
            assert 0 < few < every / 4
            for text in await rows.all_inner_texts():
                assert "h6" in text
