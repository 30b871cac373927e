"""Compiled kernels: kept on disk, where that is possible, and never an old one for a new source."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from casinowar.simulate.kernels import compiled
from casinowar.simulate.kernels.compiled import KERNEL_FILES, SIMULATE, cache_folder

NOWHERE = Path("/dev/null/no-folder")


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    cache_folder.cache_clear()
    yield
    cache_folder.cache_clear()


def test_every_file_of_a_kernel_is_in_its_digest() -> None:
    """What a kernel's modules import from this package, and theirs in turn."""
    found = set[str]()
    wanted = {f"kernels/{name}.py" for name in ("lockstep", "one_by_one", "counting", "seat")}
    while wanted:
        name = wanted.pop()
        found.add(name)
        for node in ast.walk(ast.parse((SIMULATE / name).read_text(encoding="utf-8"))):
            module = node.module if isinstance(node, ast.ImportFrom) else None
            if module == "casinowar.simulate" and isinstance(node, ast.ImportFrom):
                wanted |= {f"{alias.name}.py" for alias in node.names} - found
            elif module is not None and module.startswith("casinowar.simulate."):
                inside = module.removeprefix("casinowar.simulate.")
                wanted |= {inside.replace(".", "/") + ".py"} - found
    assert found == set(KERNEL_FILES)


def test_the_folder_follows_the_source(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    before = cache_folder()
    assert Path(before).parent == tmp_path
    copies = tmp_path / "source"
    (copies / "kernels").mkdir(parents=True)
    for name in KERNEL_FILES:
        (copies / name).write_bytes((SIMULATE / name).read_bytes())
    (copies / "kernels" / "stream.py").write_text("changed", encoding="utf-8")
    monkeypatch.setattr(compiled, "SIMULATE", copies)
    cache_folder.cache_clear()
    assert cache_folder() != before


def test_a_package_that_may_not_be_written_uses_the_users_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert Path(cache_folder(NOWHERE)).parent == tmp_path / "casinowar"


def test_without_any_folder_a_kernel_is_compiled_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(NOWHERE))
    monkeypatch.setenv("XDG_CACHE_HOME", str(NOWHERE))
    assert cache_folder(NOWHERE) == ""
    cache_folder.cache_clear()
    monkeypatch.setattr(compiled, "cache_folder", lambda: "")
    exec_globals: dict[str, object] = {}
    exec("def twice(number):\n    return 2 * number\n", exec_globals)  # no file to keep it by
    twice = compiled.compiled(exec_globals["twice"])  # type: ignore[type-var]
    assert twice(21) == 42  # type: ignore[operator]


MEASURE = """
import resource, sys
from casinowar.simulate import simulate
simulate("skycity", 10**6, seed=1, workers=2)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
simulate("skycity", int(sys.argv[1]), seed=1, workers=2)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def test_memory_does_not_grow_with_the_rounds() -> None:
    """Three hundred times the rounds, no more than a few megabytes (tasks in flight are larger)."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, "300000000"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        env=dict(os.environ),
    )
    assert int(done.stdout) < 8_000  # kilobytes
