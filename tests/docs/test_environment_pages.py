"""The pages of the environments run, and their tables are true."""

from __future__ import annotations

import doctest
import inspect
from pathlib import Path
from typing import Any

import gymnasium
import pytest

from casinowar.env import baselines, spiel, table_v0
from casinowar.env.single import CasinoWarEnv
from casinowar.env.table import DEALER_STEPS
from casinowar.env.vector import CasinoWarVectorEnv
from tests.kit.profile import IN_DRILL

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {
    "environments.md": 5,
    "env-gymnasium.md": 15,
    "env-pettingzoo.md": 6,
    "env-openspiel.md": 13,
}


@pytest.mark.parametrize("page", PAGES)
def test_python_on_the_page_runs(page: str) -> None:
    found = doctest.testfile(str(DOCS / page), module_relative=False)
    assert (found.attempted, found.failed) == (PAGES[page], 0)


def rows(page: str, heading: str) -> list[list[str]]:
    """The cells of the table under a heading, without its head."""
    text = (DOCS / page).read_text(encoding="utf-8")
    part = text.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_argument_is_described_with_its_default() -> None:
    told = {row[0].strip("`"): row[1] for row in rows("env-gymnasium.md", "Arguments")}
    found: dict[str, Any] = {}
    for kind in (CasinoWarEnv, CasinoWarVectorEnv):
        found |= dict(inspect.signature(kind).parameters)
    del found["num_envs"]
    assert set(told) == set(found)
    for name in ("bets", "ties", "chips", "rounds", "composition", "values", "render_mode"):
        assert told[name] == f"`{found[name].default!r}`", name
    parameters = {
        row[0].strip("`"): row[1].strip("`") for row in rows("env-openspiel.md", "Parameters")
    }
    assert parameters == {name: str(value) for name, value in spiel.PARAMETERS.items()}


def test_spaces_and_steps_are_as_described() -> None:
    env = gymnasium.make("CasinoWar-v1")
    assert env.action_space == gymnasium.spaces.Discrete(4)
    assert env.observation_space.shape == (6,)
    assert CasinoWarEnv(composition=True).observation_space.shape == (19,)
    table = table_v0.raw_env(composition=True, dealer=True)
    assert table.observation_space("seat_1").shape == (23,)
    steps = [words.replace('"', "") for _, words in rows("env-pettingzoo.md", "Actions")]
    assert len(steps) == len(DEALER_STEPS)
    for words, kind in zip(steps, DEALER_STEPS, strict=True):
        assert words.split()[0] == kind.NAME.split("_")[0].replace("rack", "put"), words


@IN_DRILL
def test_the_baselines_learn_and_are_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A short form of what the page shows."""
    monkeypatch.setattr(baselines, "LEARNERS", 1)
    path = tmp_path / "chart.svg"
    assert baselines.main(["--steps", "200000", "--seed", "2", "--chart", str(path)]) == 0
    out = capsys.readouterr().out
    assert "exact optimum is -0.02330" in out
    assert "learner" in out
    assert path.read_text(encoding="utf-8").startswith("<?xml")
    with pytest.raises(SystemExit):
        baselines.main(["--steps", "10"])
    monkeypatch.setattr(baselines, "LEARNERS", 4)
    found = baselines.run(400_000, seed=3, lanes=512)
    for name, (won, exact) in found.players.items():
        assert abs(won.mean - float(exact)) < 4 * won.error, name
    assert found.players["learner"][1] == found.optimum, "war, and no Tie"
    assert found.course[-1][1].count(float(found.optimum)) >= 3
    slope = [value for chance, value, tried in found.learned if tried > 500 and chance < 0.07]
    assert all(value < 0 for value in slope), "Tie does not pay where ties are rare"
