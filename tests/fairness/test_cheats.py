"""What sealed shoes do not cover is worth what the page says, within what few shoes can tell."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.fairness.cheats import Figures, measure

PAGE = (Path(__file__).parents[2] / "docs" / "shoes.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def figures() -> Figures:
    return measure(20_000)


def test_the_honest_edge_is_that_of_the_odds(figures: Figures) -> None:
    assert abs(figures.honest - 0.023301) < 4 * figures.standard_error


def test_the_figures_are_those_of_the_page(figures: Figures) -> None:
    def row(start: str) -> list[float]:
        [line] = [line for line in PAGE.splitlines() if line.startswith(f"| {start}")]
        return [float(each) / 100 for each in re.findall(r"\d+\.\d+", line.split("|")[2])]

    best = [figures.best_of[of] for of in (2, 4, 8)]
    assert row("1, 2 or 3 colluding") == pytest.approx(best, abs=0.008)
    assert row("it gives up") == pytest.approx(list(figures.abandoned.values()), abs=0.008)
    assert row("it knows the stack, and one puppet bets") == pytest.approx(
        [figures.puppet, figures.puppet_chips], abs=0.02
    )
    assert row("it knows the stack, and a puppet cuts") == pytest.approx(
        [figures.cut_at_will], abs=0.01
    )
    assert row("it tries 1,024 seeds") == pytest.approx([figures.best_of[1024]], abs=0.03)
