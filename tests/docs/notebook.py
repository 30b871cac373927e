"""The notebooks of the docs: ``python -m tests.docs.notebook`` runs their cells and writes them.

A test runs the cells again and compares. Pictures are kept small and are not compared: fonts differ
between machines.
"""

from __future__ import annotations

import ast
import json
from base64 import b64encode
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[2] / "docs"
# Cells are separated by a line of dashes; those that begin with "text:" are words, the others code
# whose last line is shown.
CASINOWAR = """\
text:# Casino War in a notebook

Every result is a value: it can be compared and hashed, prints as one line, shows as a table, and
becomes a pandas frame with `to_frame()` where pandas is installed. Charts are Matplotlib
figures that show themselves.
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
ENVIRONMENTS = """\
text:# Casino War for learners

`pip install "casinowar[env]"` has everything that is used here. [The pages of the
environments](environments.md) say what actions, observations and arguments mean.

## Gymnasium
---
import gymnasium
import numpy as np

import casinowar.env

casinowar.env.REGISTERED
---
env = gymnasium.make('CasinoWar-v1', house='wisconsin', values=True, render_mode='rgb_array')
observation, info = env.reset(seed=12)
[action.name for action in env.unwrapped.variant.actions]
---
text:The exact value of every legal action comes with `info`: here are two bets, before any card.
---
info['exact_values']
---
text:One bet after the other until there is a tie; the last number of an observation are the chips.
---
while not observation[0]:
    observation, reward, terminated, truncated, info = env.step(3)

observation
---
text:War is worth more than surrender, and the Tie wager on the war deal is not worth its stake.
---
[float(value) for value in info['exact_values'][:3]]
---
from PIL import Image

observation, reward, terminated, truncated, info = env.step(1)
Image.fromarray(env.render())
---
reward
---
text:## Many seats at once

The compiled kernel plays ten thousand seats in one call. Always war, bets of one unit: the mean
reward of a round is minus the exact edge.
---
seats = 10_000
many = gymnasium.make_vec(
    'CasinoWar-v1', num_envs=seats, vectorization_mode='vector_entry_point', rounds=20, ties=(0,)
)
observations, infos = many.reset(seed=7)
total, rounds, over = 0.0, 0, np.zeros(seats, bool)
for _ in range(200):
    actions = np.where(observations[:, 0] == 1, 1, 2)
    observations, rewards, terminated, truncated, infos = many.step(actions)
    total += rewards.sum()
    rounds += int(((observations[:, 0] == 0) & ~over).sum())
    over = terminated | truncated

rounds, round(float(total / rounds), 4)
---
from casinowar import odds

-float(odds.odds_of('washington').initial.house_edge)
---
text:## PettingZoo: a table with a dealer who deals
---
import pettingzoo

table = pettingzoo.make('aec', 'casinowar/table-v0', seats=2, dealer=True, rounds=1)
table.reset(seed=7)
steps = []
for agent in table.agent_iter():
    observation, reward, terminated, truncated, info = table.last()
    if terminated or truncated:
        table.step(None)
        continue
    action = int(np.flatnonzero(info['action_mask'])[0])
    steps.append((agent, action))
    table.step(action)

steps
---
text:## OpenSpiel: enumerate a small deck
---
import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import best_response

game = pyspiel.load_game('casino_war(cards=Q:4 K:4,ties=0)')
solved = best_response.BestResponsePolicy(game, 0, policy.UniformRandomPolicy(game))
round(solved.value(game.new_initial_state()), 9)
---
odds.odds_of('washington', cards_left='Q:4 K:4').initial.expectation
---
text:## Baselines

A short run; `python -m casinowar.env.baselines` has more steps.
---
from casinowar.env import baselines

found = baselines.run(steps=400_000, seed=1)
baselines.baselines_chart(found)
"""
Cells = tuple[tuple[str, str], ...]


def _cells(source: str) -> Cells:
    return tuple(
        ("markdown", cell.removeprefix("text:")) if cell.startswith("text:") else ("code", cell)
        for cell in source.rstrip("\n").split("\n---\n")
    )


NOTEBOOKS: dict[str, Cells] = {
    "casinowar.ipynb": _cells(CASINOWAR),
    "environments.ipynb": _cells(ENVIRONMENTS),
}


def run_cells(cells: Cells) -> list[tuple[str, str, Any]]:
    """Every cell with the value of its last line; None for words."""
    names: dict[str, Any] = {}
    found: list[tuple[str, str, Any]] = []
    for kind, source in cells:
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
    if hasattr(value, "_repr_png_"):
        return {"text/plain": f"<{type(value).__name__}>"}
    kept = {"text/plain": repr(value)}
    if hasattr(value, "_repr_html_"):
        kept["text/html"] = value._repr_html_()
    return kept


def notebook(source_cells: Cells) -> dict[str, Any]:
    """A notebook with all its outputs."""
    cells: list[dict[str, Any]] = []
    count = 0
    for number, (kind, source, value) in enumerate(run_cells(source_cells)):
        cell: dict[str, Any] = {
            "cell_type": kind,
            "id": f"cell-{number}",
            "metadata": {},
            "source": source.splitlines(keepends=True),
        }
        if kind == "code":
            count += 1
            data = shown(value)
            if hasattr(value, "_repr_png_"):
                data["image/png"] = b64encode(value._repr_png_()).decode()
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
    for name, each in NOTEBOOKS.items():
        text = json.dumps(notebook(each), indent=1, ensure_ascii=False)
        (DOCS / name).write_text(f"{text}\n", encoding="utf-8")
