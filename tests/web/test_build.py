"""Building the page: never a stale one, and a clear word where it cannot be built.

Planted once and caught here: a digest without the names of files, an old page that is left after a
failed build, a second build of the same sources.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from tools import web
from tools.web import STAMP, CannotBuildError, Node

from casinowar.service.http.files import read_client

PYTHON = sys.executable
# stands in for Node: `ci` makes a folder, `build` a page, unless there is a file "broken"
FAKE = """
import pathlib, sys
if pathlib.Path("broken").exists():
    sys.exit("npm error code ECONNREFUSED")
if sys.argv[1] == "ci":
    pathlib.Path("node_modules").mkdir(exist_ok=True)
else:
    static = pathlib.Path("../src/casinowar/static")
    static.mkdir(parents=True, exist_ok=True)
    (static / "index.html").write_text(pathlib.Path("src/main.ts").read_text())
with open("calls", "a") as calls:
    print(sys.argv[1:], file=calls)
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    source = tmp_path / "web" / "src"
    source.mkdir(parents=True)
    (source / "main.ts").write_text("one")
    (tmp_path / "web" / "package-lock.json").write_text("{}")
    return tmp_path


@pytest.fixture
def node(root: Path) -> Node:
    program = root / "web" / "node_modules" / "vite" / "bin" / "vite.js"
    program.parent.mkdir(parents=True)
    fake = root / "fake.py"
    fake.write_text(FAKE)
    program.write_text(FAKE)
    return Node(PYTHON, (PYTHON, str(fake)))


def page(root: Path) -> str:
    return read_client(web.static_folder(root))["index.html"].body.decode()


def calls(root: Path) -> int:
    return len((root / "web" / "calls").read_text().splitlines())


def test_it_is_built_once_and_again_when_a_source_changed(
    root: Path, node: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "find_node", lambda: node)
    said = list[str]()
    assert not web.is_built(root)
    web.ensure_built(root, said.append)
    assert (page(root), calls(root)) == ("one", 2)
    web.ensure_built(root, said.append)
    assert calls(root) == 2
    (root / "web" / "src" / "main.ts").write_text("two")
    assert not web.is_built(root)
    web.ensure_built(root, said.append)
    assert (page(root), calls(root)) == ("two", 3)  # its packages are there already
    (root / "web" / "src" / "main.ts").rename(root / "web" / "src" / "other.ts")
    assert not web.is_built(root)


def test_a_failed_build_leaves_no_page_and_says_what_to_do(
    root: Path, node: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "find_node", lambda: node)
    web.ensure_built(root, print)
    (root / "web" / "src" / "main.ts").write_text("two")
    (root / "web" / "package-lock.json").write_text("{ }")
    (root / "web" / "broken").write_text("")
    with pytest.raises(CannotBuildError, match="ECONNREFUSED") as failed:
        web.ensure_built(root, print)
    assert "npm config get registry" in str(failed.value)
    assert read_client(web.static_folder(root)) == {}


def test_without_node_there_is_no_old_page_either(
    root: Path, node: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "find_node", lambda: node)
    web.ensure_built(root, print)
    (root / "web" / "src" / "main.ts").write_text("two")
    monkeypatch.setattr(web, "find_node", lambda: None)
    with pytest.raises(CannotBuildError, match=r"Node 20\.19"):
        web.ensure_built(root, print)
    assert read_client(web.static_folder(root)) == {}


def test_lint_says_what_each_program_finds(root: Path, node: Node) -> None:
    """Planted once and caught here: only the last of the programs counts."""
    programs = (
        "prettier/bin/prettier.cjs",
        "eslint/bin/eslint.js",
        "svelte-check/bin/svelte-check",
    )
    for name in programs:
        program = root / "web" / "node_modules" / name
        program.parent.mkdir(parents=True)
        program.write_text(
            f"import pathlib, sys\nsys.exit({name!r} if pathlib.Path({name[0]!r}).exists() else 0)"
        )
    found = list[str]()
    for fault in ("", "prettier", "eslint", "svelte-check"):
        if fault:
            (root / "web" / fault[0]).write_text("")
            found.append(fault)
        said = list[str]()
        assert web.lint(root, node, said.append) is (found == [])
        assert [words.partition("/")[0] for words in said] == found


def test_an_installation_asks_for_the_page_in_three_ways() -> None:
    assert web.wanted({}) == "if possible"
    assert web.wanted({"PAGE_OF_CASINOWAR": "must"}) == "must"
    assert web.wanted({"PAGE_OF_CASINOWAR": "skip"}) == "skip"
    with pytest.raises(ValueError, match="PAGE_OF_CASINOWAR"):
        web.wanted({"PAGE_OF_CASINOWAR": "yes"})


def test_the_lock_names_no_registry_and_pins_everything() -> None:
    lock = json.loads((web.ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: found for name, found in lock["packages"].items() if name}
    assert len(packages) > 40
    for name, found in packages.items():
        assert "resolved" not in found, name
        assert found["integrity"].startswith("sha512-"), name


def test_the_stamp_is_not_served() -> None:
    assert STAMP not in read_client(web.static_folder(web.ROOT))
