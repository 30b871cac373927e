"""The notebooks of the docs run, and show what they showed when they were written."""

from __future__ import annotations

import json
import os
import sys
from copy import deepcopy
from fractions import Fraction
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

from casinowar.errors import InputError
from casinowar.odds import odds_of
from casinowar.tabular import html_table
from tests.kit.profile import IN_DRILL

from .notebook import DOCS, NOTEBOOKS, run_cells, shown


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=IN_DRILL if name == "environments.ipynb" else ())
        for name in NOTEBOOKS
    ],
)
def test_a_notebook_runs_and_shows_what_it_says(name: str) -> None:
    kept, cells = json.loads((DOCS / name).read_text(encoding="utf-8")), NOTEBOOKS[name]
    assert ["".join(cell["source"]) for cell in kept["cells"]] == [source for _, source in cells]
    for cell, (kind, source, value) in zip(kept["cells"], run_cells(cells), strict=True):
        if kind == "code":
            data = cell["outputs"][0]["data"]
            assert {name: text for name, text in data.items() if name != "image/png"} == shown(
                value
            ), source


@pytest.mark.skipif(os.environ.get("SITE_TEST") != "1", reason="make docs-test has a kernel")
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_shows_its_pictures_in_a_real_kernel(name: str) -> None:
    """Planted once and caught: a plain Matplotlib figure, which a kernel shows as text alone."""
    nbformat, nbclient = import_module("nbformat"), import_module("nbclient")
    kept = nbformat.read(DOCS / name, as_version=4)
    run = nbclient.NotebookClient(deepcopy(kept), kernel_name="python3").execute()
    pictures = 0
    for before, after in zip(kept.cells, run.cells, strict=True):
        if before.cell_type != "code":
            continue
        shown_before, shown_after = (
            {kind for output in cell.outputs for kind in output.get("data", {})}
            for cell in (before, after)
        )
        assert shown_before <= shown_after, before.source
        pictures += "image/png" in shown_after
    assert pictures >= 2


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
