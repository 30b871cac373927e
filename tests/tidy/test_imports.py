"""Imports point inward: the engine knows cards, money, errors, houses and the standard library.

Planted once and caught here: ``import random`` in the engine, a house that imports the table, an
engine module that imports the command line, numpy imported at the top of a command, exact odds
that import a report.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.tidy.source import FILES, PACKAGE, imports, part

# who may know whom, from the inside out; what is not listed may know everything but the edges
MAY_KNOW: dict[str, set[str]] = {
    "cards": set(),
    "money": set(),
    "errors": set(),
    "framing": set(),
    "locks": set(),
    "outcomes": set(),
    "toml": {"cards", "money", "errors"},
    "houses": {"cards", "money", "errors", "toml"},
    "rulebook": set(),
    "checks": {"errors", "houses"},
    "tabular": {"errors"},
    "table": {"outcomes", "cards", "money", "errors", "houses"},
    "live": {"outcomes", "cards", "money", "errors", "houses", "table"},
    "wire": {"outcomes", "cards", "money", "errors", "toml", "houses", "table"},
    "protocol": {"errors", "houses", "table", "wire", "live"},
    "schema": {"cards", "table", "wire"},
    "saving": {"cards", "errors", "houses", "table", "wire", "live", "fairness"},
    "record": {
        *("outcomes", "cards", "money", "errors", "locks", "toml", "houses", "table", "wire"),
        "fairness",
    },
    "game": {"outcomes", "cards", "money", "errors", "houses", "table", "live", "record", "locks"},
    "training": {
        *("cards", "money", "errors", "toml", "houses", "rulebook", "table", "live", "record"),
        "game",
    },
    "ledger": {"outcomes", "cards", "money", "errors", "houses", "table"},
    "fairness": {"cards", "errors", "table"},
    "store": {"errors", "locks", "ledger"},
    "service": {
        *("outcomes", "cards", "money", "errors", "toml", "houses", "table", "wire", "live"),
        *("schema", "record", "ledger", "fairness", "framing", "store", "odds", "report"),
        *("training", "simulate", "extras"),
    },
    "odds": {"outcomes", "cards", "money", "errors", "checks", "tabular", "houses"},
    "studies": {
        *("outcomes", "cards", "money", "errors", "checks", "tabular", "houses", "odds"),
        *("simulate", "report"),
    },
    "simulate": {"outcomes", "cards", "errors", "checks", "tabular", "houses", "odds"},
    "report": {
        "outcomes",
        "cards",
        "money",
        "errors",
        "checks",
        "tabular",
        "houses",
        "rulebook",
        "odds",
        "simulate",
        "record",  # the worked deals of a PAR sheet are dealt by the engine
        "table",
    },
}
# the parts that compute with NumPy, compile, or draw
NUMBERS = {"odds", "simulate", "studies", "report"}
EDGES = {"cli", "tui", "env"}
# a pure engine needs no more than this: no clock, no chance, no files, no threads
PURE = {
    "__future__",
    "abc",
    "collections",
    "dataclasses",
    "datetime",
    "enum",
    "fractions",
    "functools",
    "itertools",
    "math",
    "operator",
    "types",
    "typing",
}
NEEDED = {"money": {"re"}, "table": {"msgspec"}}
# the libraries that an inner part needs
LIBRARIES: dict[str, set[str]] = {
    "table": {"msgspec"},
    "wire": {"msgspec"},
    "protocol": {"msgspec"},
    "schema": {"msgspec"},
    "locks": {"filelock"},
    "record": {"msgspec", "platformdirs"},
    "training": {"filelock", "msgspec"},
    "fairness": {"cryptography"},
    "store": {"asyncpg", "msgspec"},
    # which file of the service may have which of them, test_service.py says
    "service": {
        *(
            "argon2",
            "fastapi",
            "starlette",
            "pydantic",
            "uvicorn",
            "uvloop",
            "websockets",
            "zxcvbn",
            "h11",
        ),
        *("structlog", "prometheus_client", "platformdirs", "msgspec"),
    },
}
HEAVY = {
    *("numpy", "numba", "scipy", "matplotlib", "textual", "rich", "distributed", "dask"),
    *("jinja2", "fastapi", "starlette", "pydantic", "uvicorn", "uvloop", "websockets", "structlog"),
    *("prometheus_client", "asyncpg", "argon2", "cryptography", "zxcvbn", "h11"),
    *("gymnasium", "pettingzoo", "pyspiel", "open_spiel"),
}


def known(path: Path) -> set[str]:
    """The parts of the project that a file imports, its own left out."""
    names = {name.split(".")[1] for name in imports(path) if name.startswith("casinowar.")}
    return names - {part(path)}


@pytest.mark.parametrize("name", MAY_KNOW)
def test_a_part_knows_only_what_lies_further_in(name: str) -> None:
    files = [path for path in FILES if part(path) == name]
    assert files, f"{name} is gone: this test must follow"
    for path in files:
        assert known(path) <= MAY_KNOW[name], path


def test_nothing_but_the_edges_imports_the_edges() -> None:
    for path in FILES:
        if part(path) not in EDGES | {"__main__"}:
            assert not known(path) & EDGES, path


@pytest.mark.parametrize("name", ["cards", "money", "table"])
def test_the_engine_has_no_clock_no_chance_and_no_files(name: str) -> None:
    for path in FILES:
        if part(path) == name:
            outside = {module.split(".")[0] for module in imports(path)} - {"casinowar"}
            assert outside <= PURE | NEEDED.get(name, set()), path


def test_the_inner_parts_need_only_the_standard_library() -> None:
    for path in FILES:
        if part(path) in set(MAY_KNOW) - NUMBERS:
            outside = {module.split(".")[0] for module in imports(path)} - {"casinowar"}
            assert outside <= sys.stdlib_module_names | LIBRARIES.get(part(path), set()), path


def test_rules_and_odds_work_wherever_python_runs() -> None:
    """In a browser too, where there is the standard library alone."""
    loaded = modules_after("import casinowar.houses, casinowar.odds")
    assert not loaded & {"msgspec", "numpy"}


def test_every_environment_needs_only_its_own_framework() -> None:
    """Whoever has only Gymnasium can use what is registered there."""
    loaded = modules_after(
        "import sys\nfor name in ('pettingzoo', 'pyspiel'): sys.modules[name] = None\n"
        "import importlib.util as util\nfind = util.find_spec\n"
        "util.find_spec = lambda name: find(name) if name == 'gymnasium' else None\n"
        "import gymnasium, casinowar.env\n"
        "assert casinowar.env.REGISTERED == ('CasinoWar-v1',)\n"
        "gymnasium.make('CasinoWar-v1').reset(seed=1)\n"
        "gymnasium.make_vec('CasinoWar-v1', num_envs=2).reset(seed=1)"
    )
    assert not loaded & {"open_spiel", "textual", "matplotlib"}


def modules_after(code: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after some code."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print('\\n'.join(sys.modules))"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return {name.split(".")[0] for name in done.stdout.split()}


HELP = (
    *("dispute", "replay", "house", "odds", "compare", "par", "session", "simulate"),
    "study",
    *("serve", "admin", "backup", "restore", "check", "schema"),
)


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], *([name, "--help"] for name in HELP)]
)
def test_help_loads_no_heavy_module(arguments: list[str]) -> None:
    """What makes ``casinowar --help`` instant."""
    code = (
        "import contextlib\nfrom casinowar.cli.main import main\n"
        f"with contextlib.suppress(SystemExit): main({arguments!r})"
    )
    assert not modules_after(code) & HEAVY


def test_replay_loads_no_heavy_module() -> None:
    example = next((PACKAGE.parent.parent / "tests" / "rounds").glob("*.toml"))
    code = f"from casinowar.cli.main import main\nmain(['replay', '--json', {str(example)!r}])"
    assert not modules_after(code) & HEAVY
