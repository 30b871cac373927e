"""The notebooks of the docs run, and show what they showed when they were written."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest

from casinowar.errors import InputError
from casinowar.odds import odds_of
from casinowar.tabular import html_table

from .notebook import DOCS, NOTEBOOKS, run_cells, shown


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs_and_shows_what_it_says(name: str) -> None:
    kept, cells = json.loads((DOCS / name).read_text(encoding="utf-8")), NOTEBOOKS[name]
    assert ["".join(cell["source"]) for cell in kept["cells"]] == [source for _, source in cells]
    for cell, (kind, source, value) in zip(kept["cells"], run_cells(cells), strict=True):
        if kind == "code":
            data = cell["outputs"][0]["data"]
            assert {name: text for name, text in data.items() if name != "image/png"} == shown(
                value
            ), source


def test_a_table_in_a_notebook_is_escaped_and_cut() -> None:
    rows = [{"name": "<b>", "value": Fraction(1, 3)} for _ in range(200)]
    found = html_table(rows, "a & b")
    assert "&lt;b&gt;" in found
    assert "<caption>a &amp; b</caption>" in found
    assert "0.333333 = 1/3" in found
    assert found.count("<tr>") == 62
    assert html_table([], "nothing") == "<p>nothing</p>"


def test_a_frame_needs_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    class Frame:
        def __init__(self, rows: list[dict[str, Any]]) -> None:
            self.rows = rows

    fake = ModuleType("pandas")
    fake.DataFrame = Frame  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pandas", fake)
    rows = odds_of("washington").to_frame().rows
    assert [row["wager"] for row in rows] == ["initial", "tie"]
    assert rows[0]["house_edge"] == pytest.approx(0.02330057)
    assert type(rows[0]["house_edge"]) is float
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(InputError, match="pandas is not installed"):
        odds_of("washington").to_frame()
