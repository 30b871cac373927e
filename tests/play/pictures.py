"""The pictures of the terminal table in the docs: ``python -m tests.play.pictures`` writes them.

Both are taken from the running table with known cards, so they show what the program shows.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from tempfile import TemporaryDirectory

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
            svg = app.export_screenshot(title="casinowar play")
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code, monospace", "ui-monospace, Menlo, Consolas, monospace")
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


def write_pictures() -> None:
    """Write both pictures."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name, (light, keys) in PICTURES.items():
        (IMAGES / f"{name}.svg").write_text(asyncio.run(picture(keys, light=light)))


if __name__ == "__main__":
    write_pictures()
