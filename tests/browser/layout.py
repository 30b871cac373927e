"""Whether texts and cards can be read: none is covered, broken in two, or leaves its box.

``faults`` measures the page as it is, in the browser. It knows nothing of how the page is made but
what is listed here with a reason.
"""

from __future__ import annotations

from pathlib import Path
from typing import cast

from playwright.async_api import Page

# a long name ends in an ellipsis by choice: all of it is in the accessible name or the table's page
SHORTENED = (
    ".plate__name",
    ".dealer__who",
    ".bar__place h1",
    ".who b",
    ".bar__facts .last",
    ".rlist td",
)
MEASURE = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


async def faults(page: Page) -> list[str]:
    """What cannot be read on this page, in words, from its top to its end."""
    found = list[str]()
    height = await page.evaluate("document.documentElement.scrollHeight")
    window = await page.evaluate("innerHeight")
    for top in range(0, max(1, height - 8), max(200, window - 160)):
        await page.evaluate("(top) => scrollTo({top, behavior: 'instant'})", top)
        said = cast("list[str]", await page.evaluate(MEASURE, list(SHORTENED)))
        found += [one for one in said if one not in found]
    await page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
    return found


async def enlarge(page: Page, percent: int) -> None:
    """Text of that size, as a browser's setting for text makes it."""
    await page.evaluate(
        "(percent) => { document.documentElement.style.fontSize = `${percent}%`; }", percent
    )
