"""Style that a machine can hold: houses as data, small files, docstrings, nothing of one machine.

Planted once and caught here: ``if house.name == "wisconsin"`` in the engine, a file of 501 lines,
a public function without a docstring, a registry address in a tracked file.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

from casinowar.cli.main import main
from casinowar.houses import house_names
from tests.tidy.source import FILES, PACKAGE, ROOT, part, tree

NAMES = set(house_names())


def _constants(node: ast.AST) -> set[object]:
    return {inner.value for inner in ast.walk(node) if isinstance(inner, ast.Constant)}


def test_no_code_asks_which_house_it_is() -> None:
    """A house is data: what differs is a field, never a comparison with a name."""
    for path in FILES:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Compare | ast.match_case):
                asked = _constants(node.pattern if isinstance(node, ast.match_case) else node)
                assert not asked & NAMES, f"{path}:{getattr(node, 'lineno', '')}"


@pytest.mark.parametrize("name", ["table", "record", "live", "money", "cards", "simulate"])
def test_the_engine_names_no_house_at_all(name: str) -> None:
    for path in FILES:
        if part(path) == name:
            for node in ast.walk(tree(path)):
                if isinstance(node, ast.Constant):
                    assert node.value not in NAMES, f"{path}:{node.lineno}"


# a function there needs no sentence that says its name again; ruff's D102 and D103 are off as well
PLAIN_NAMES = ("service", "store")


def test_every_public_name_says_what_it_is() -> None:
    for path in FILES:
        module = tree(path)
        assert ast.get_docstring(module) or not module.body, f"{path} has no map"
        for node in _public(module.body):
            if part(path) in PLAIN_NAMES and not isinstance(node, ast.ClassDef):
                continue
            assert ast.get_docstring(node), f"{path}:{node.lineno} {node.name}"
            if part(path) in PLAIN_NAMES:
                continue
            if isinstance(node, ast.ClassDef) and not _fulfils_another_contract(node):
                for method in _public(node.body):
                    assert ast.get_docstring(method), f"{path}:{method.lineno} {method.name}"


Named = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def _public(body: list[ast.stmt]) -> list[Named]:
    return [node for node in body if isinstance(node, Named) and not node.name.startswith("_")]


def _fulfils_another_contract(node: ast.ClassDef) -> bool:
    """Whether the class stands under one of a library, which says what its methods are for."""
    return any(ast.unparse(base) not in {"Protocol", "StrEnum", "IntEnum"} for base in node.bases)


# --- tracked files --------------------------------------------------------------------------------

# written in pieces, so that this file does not hold what it looks for
NOT_HERE = re.compile(
    "|".join(
        [
            "py" + r"pi\.org",
            "files" + r"\.pythonhosted",
            "registry" + r"\.npmjs",
            r"(?<![\w.])/" + r"(?:root|home|Users|work)/",
            r"\.\./" + "shared",
        ]
    )
)


def tracked_files() -> list[Path]:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    done = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, timeout=60
    )
    names = done.stdout.decode().split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def test_no_tracked_file_names_a_registry_or_a_place_on_one_machine() -> None:
    for path in tracked_files():
        text = path.read_bytes().decode("utf-8", errors="ignore")
        found = NOT_HERE.search(text)
        assert found is None, f"{path}: {found.group() if found else ''}"


def test_no_lock_file_is_tracked() -> None:
    names = {path.name for path in tracked_files()}
    assert not names & {"uv.lock", "pylock.toml"}


# --- version --------------------------------------------------------------------------------------


def test_the_version_is_the_same_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert version("casinowar") == project["version"]
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out == f"casinowar {project['version']}\n"
    changes = ROOT / "CHANGELOG.md"
    if changes.exists():
        text = changes.read_text(encoding="utf-8")
        assert project["version"] in text or "Unreleased" in text


def test_every_house_file_is_named_after_its_house() -> None:
    for path in (PACKAGE / "houses").glob("*.toml"):
        assert tomllib.loads(path.read_text(encoding="utf-8"))["name"] == path.stem


# their doors are the unions AnyCommand and AnyEvent, which tests/table/test_vocabulary.py checks
VOCABULARIES = {PACKAGE / "table" / "commands", PACKAGE / "table" / "events"}


def test_every_package_has_one_public_door() -> None:
    for folder in sorted({path.parent for path in FILES} - {PACKAGE} - VOCABULARIES):
        door = folder / "__init__.py"
        assert door.exists(), folder
        names = {
            target.id
            for node in tree(door).body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        assert "__all__" in names or len(tree(door).body) <= 1, f"{folder} has no __all__"
