"""``python -m tools.card_art``: the page's card drawings for pictures made in Python.

Writes ``src/casinowar/env/card_art.json`` from the page's ``glyphs.ts``: strokes of the ranks with
their widths, shapes of the suits, emblems of the courts.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PATH = ROOT / "src" / "casinowar" / "env" / "card_art.json"
_RANK = re.compile(r'(\w+): \[\s*"([^"]+)",\s*(\d+),?\s*\]')
_SUIT = re.compile(r"""(\w): '<path d="([^"]+)"/>'""")
_EMBLEM = re.compile(r'(\w): "([^"]+)"')


def card_art() -> str:
    """The drawings, as JSON text."""
    (source,) = (ROOT / "web" / "src").rglob("glyphs.ts")
    text = source.read_text(encoding="utf-8")

    def part(name: str) -> str:
        found = re.search(rf"export const {name}\b.*?\n}};", text, re.DOTALL)
        assert found is not None, name
        return found.group()

    art = {
        "ranks": {rank: [path, int(width)] for rank, path, width in _RANK.findall(part("RANKS"))},
        "suits": dict(_SUIT.findall(part("SUITS"))),
        "emblems": dict(_EMBLEM.findall(part("EMBLEM"))),
    }
    sizes = [len(drawings) for drawings in art.values()]
    assert sizes == [13, 4, 3], sizes
    return json.dumps(art, indent=1) + "\n"


if __name__ == "__main__":
    PATH.write_text(card_art(), encoding="utf-8")
