"""The notebook of the docs: ``python -m tests.docs.notebook`` runs its cells and writes it.

A test runs the cells again and compares. Pictures are kept small and are not compared: fonts differ
between machines.
"""

from __future__ import annotations

import ast
import json
from base64 import b64encode
from io import BytesIO
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

NOTEBOOK = Path(__file__).parents[2] / "docs" / "casinowar.ipynb"
# Cells are separated by a line of dashes; those that begin with "text:" are words, the others code
# whose last line is shown.
SOURCE = """\
text:# Casino War in a notebook

Every result is a value: it can be compared and hashed, prints as one line, shows as a table, and
becomes a pandas frame with `to_frame()` where pandas is installed. Plots are Matplotlib figures.
---
from casinowar import odds, report, simulate

odds.odds_of('wisconsin', decks=6)
---
text:Everything is exact; a wager is the list of its results.
---
odds.odds_of('wisconsin', decks=6).initial
---
report.compare_chart(odds.compare(['wisconsin', 'no-bonus'], decks=[1, 2, 6, 8]))
---
text:Seats of one round share the dealer's cards, so they move together. This is exact too.
---
seats = odds.covariances('wisconsin', decks=6)
seats
---
[round(seats.spread(n), 3) for n in range(1, 8)]
---
text:A night with $300, a goal and a stop loss.
---
night = odds.session(
    'wisconsin', bet_cents=1000, rounds=400, bankroll_cents=30_000,
    win_goal_cents=20_000, stop_loss_cents=25_000,
)
night
---
report.session_chart(night)
---
text:The same house, dealt: the seed decides every card.
---
dealt = simulate('wisconsin', rounds=2_000_000, seed=7)
dealt
---
abs(dealt.initial.mean - 0.0233) < 4 * dealt.initial.standard_error
---
text:A hundred thousand shoes with 52 of 312 cards left, at once.
---
import numpy as np

dealer = np.random.default_rng(1)
shoes = dealer.multivariate_hypergeometric([24] * 13, 52, size=100_000)
many = odds.odds_many(shoes, 'wisconsin')
round(float((many.tie < 0).mean()), 5)  # 0.011485 exactly
"""
CELLS = tuple(
    ("markdown", cell.removeprefix("text:")) if cell.startswith("text:") else ("code", cell)
    for cell in SOURCE.rstrip("\n").split("\n---\n")
)


def run_cells() -> list[tuple[str, str, Any]]:
    """Every cell with the value of its last line; None for words."""
    names: dict[str, Any] = {}
    found: list[tuple[str, str, Any]] = []
    for kind, source in CELLS:
        value = None
        if kind == "code":
            *before, last = ast.parse(source).body
            exec(compile(ast.Module(before, []), "<cell>", "exec"), names)
            assert isinstance(last, ast.Expr), source
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
        found.append((kind, source, value))
    return found


def shown(value: Any) -> dict[str, Any]:
    """What a notebook keeps of a value, without its picture."""
    if isinstance(value, Figure):
        return {"text/plain": "<Figure>"}
    kept = {"text/plain": repr(value)}
    if hasattr(value, "_repr_html_"):
        kept["text/html"] = value._repr_html_()
    return kept


def notebook() -> dict[str, Any]:
    """The notebook with all its outputs."""
    cells: list[dict[str, Any]] = []
    count = 0
    for number, (kind, source, value) in enumerate(run_cells()):
        cell: dict[str, Any] = {
            "cell_type": kind,
            "id": f"cell-{number}",
            "metadata": {},
            "source": source.splitlines(keepends=True),
        }
        if kind == "code":
            count += 1
            data = shown(value)
            if isinstance(value, Figure):
                picture = BytesIO()
                value.savefig(picture, format="png", dpi=72)
                data["image/png"] = b64encode(picture.getvalue()).decode()
            output = {"output_type": "execute_result", "data": data, "metadata": {}}
            cell |= {"execution_count": count, "outputs": [output | {"execution_count": count}]}
        cells.append(cell)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


if __name__ == "__main__":
    text = json.dumps(notebook(), indent=1, ensure_ascii=False)
    NOTEBOOK.write_text(f"{text}\n", encoding="utf-8")
