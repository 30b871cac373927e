"""The page's sources: unit tests, its reducer against every playthrough of the engine, and
what it says of rounds by chance.

Planted once and caught here: a reducer that leaves a paid wager on the layout.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from tools.web import ROOT, Node, find_node

from casinowar.houses import house_names, load_house
from casinowar.report.layout import layout
from casinowar.wire import to_json
from tests.web import generated, judged
from tests.web.playthroughs import write

MODULES = ROOT / "web" / "node_modules"


def need(program: str) -> Node:
    """Node, if this program of the page's packages is installed."""
    node = find_node()
    if node is None or not (MODULES / program).is_file():
        pytest.skip("the page's packages are not installed: make webtest installs them")
    return node


def run(program: str, *arguments: str, **environment: str) -> str:
    """Run a program of the page's packages; what it said."""
    node = need(program)
    done = subprocess.run(
        [node.node, str(MODULES / program), *arguments],
        cwd=ROOT / "web",
        env=node.environment() | {"NO_COLOR": "1"} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_unit_tests_and_every_playthrough(tmp_path: Path) -> None:
    need("vitest/vitest.mjs")
    file, rounds = tmp_path / "playthroughs.json", tmp_path / "generated.json"
    number = write(file)
    assert generated.write(rounds) > 200
    layouts = tmp_path / "layouts.json"
    houses = [to_json(layout(load_house(name))) for name in house_names()]
    layouts.write_text(json.dumps(houses), encoding="utf-8")
    quick = ("--pool=threads", "--no-isolate")  # no file keeps anything that another one sees
    proofs = tmp_path / "proofs.json"
    assert judged.write(proofs, tmp_path) > 30
    files = {
        "PLAYTHROUGHS": str(file),
        "GENERATED": str(rounds),
        "LAYOUTS": str(layouts),
        "PROOFS": str(proofs),
    }
    said = run("vitest/vitest.mjs", "run", *quick, **files)
    passed = re.search(r"Tests\s+(\d+) passed \(", said)
    assert passed is not None, said  # none was skipped
    assert int(passed[1]) > number
