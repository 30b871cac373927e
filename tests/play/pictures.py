"""The pictures of the terminal in the docs: ``python -m tests.play.pictures`` writes them.

All are taken from the running program with known cards, so they show what it shows.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from casinowar.houses import load_house
from casinowar.training import Lesson, level_named
from casinowar.tui.school import AnswerLine, SchoolApp
from tests.play.kit import app_for, options_for, press

IMAGES = Path(__file__).parents[2] / "docs" / "images"
CARDS = "Kh Kd 2c 3c 4c 9s 5c 6c 7c 9h"
PICTURES = {
    "play-choice": (False, "enter 1 0 down 5 enter"),
    "play-war": (True, "enter 1 0 down 5 enter 5 w"),
}


async def picture(keys: str, *, light: bool) -> str:
    """The table after these keys, as SVG that needs no font from elsewhere."""
    with TemporaryDirectory() as folder:
        options = options_for("wisconsin", CARDS, Path(folder) / "record.jsonl")
        app, _ = app_for(options, light=light)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, keys)
            await pilot.pause(0.2)
            return plain(app.export_screenshot(title="casinowar play"))


async def school_picture() -> str:
    """A lesson about wars, after a step that was forgotten."""
    house = load_house("wisconsin")
    lesson = Lesson(house, level_named(house, "wars"), seed=5, clock=lambda: 0.0)
    app = SchoolApp(lesson)
    async with app.run_test(size=(100, 28)) as pilot:
        for text in (*[""] * 20, "deal 1"):
            app.screen.query_one(AnswerLine).value = text or lesson.right_answer
            await pilot.press("enter")
        await pilot.pause(0.2)
        return plain(app.export_screenshot(title="casinowar train wars"))


def plain(svg: str) -> str:
    """A picture that needs no font from elsewhere."""
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code, monospace", "ui-monospace, Menlo, Consolas, monospace")
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


def write_pictures() -> None:
    """Write all pictures."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name, (light, keys) in PICTURES.items():
        (IMAGES / f"{name}.svg").write_text(asyncio.run(picture(keys, light=light)))
    (IMAGES / "school-wars.svg").write_text(asyncio.run(school_picture()))


if __name__ == "__main__":
    write_pictures()
