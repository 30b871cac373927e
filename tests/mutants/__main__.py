"""``python -m tests.mutants``: how many random mutants of a part of the source do the tests kill?

Each mutant is put into a copy of the project, where the fast tests run until one fails. A mutant
that no test notices has survived: it is printed with its place, to be killed by a new test or
judged to change nothing.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory

from tests.mutants.mutate import Mutant, mutants_of

ROOT = Path(__file__).parent.parent.parent
TESTS = (
    "tests/clauses tests/table tests/playthroughs tests/protocol tests/contracts tests/properties"
)
SECONDS_MAX = 300  # a mutant that never ends is killed by this


def main() -> int:
    """Run the drill and print its score."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--over", default="src/casinowar/table", help="parts of the source")
    parser.add_argument("--tests", default=TESTS, help="the tests, the quickest first")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    found = [mutant for path in _files(args.over) for mutant in mutants_of(path)]
    chosen = Random(args.seed).sample(found, min(args.count, len(found)))
    with TemporaryDirectory() as folder:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(args.workers):
            copies.put(_copy(Path(folder) / str(number)))
        tests = args.tests.split()
        first = copies.get()
        if not _passes(first, tests):
            print("the tests fail without a mutant")
            return 2
        copies.put(first)
        survived = list(_survivors(chosen, copies, tests, args.workers))
    killed = len(chosen) - len(survived)
    share = 100 * killed / len(chosen)
    print(f"{killed} of {len(chosen)} killed ({share:.1f} %), of {len(found)} mutants in all")
    return 0


def _files(part: str) -> list[Path]:
    return sorted(path for one in part.split() for path in (ROOT / one).rglob("*.py"))


def _copy(folder: Path) -> Path:
    for name in ("src", "tests", "docs", "bench"):
        shutil.copytree(
            ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".*")
        )
    for path in ROOT.glob("*.*"):
        if path.is_file():
            shutil.copy(path, folder)
    return folder


def _survivors(
    chosen: list[Mutant], copies: SimpleQueue[Path], tests: list[str], workers: int
) -> Iterator[Mutant]:
    def lives(mutant: Mutant) -> bool:
        folder = copies.get()
        place = folder / mutant.path.relative_to(ROOT)
        kept = place.read_text(encoding="utf-8")
        place.write_text(mutant.source, encoding="utf-8")
        try:
            return _passes(folder, tests)
        finally:
            place.write_text(kept, encoding="utf-8")
            copies.put(folder)

    with ThreadPoolExecutor(workers) as pool:
        running = {pool.submit(lives, mutant): mutant for mutant in chosen}
        for number, done in enumerate(as_completed(running), 1):
            mutant, alive = running[done], done.result()
            where = f"{mutant.path.relative_to(ROOT)}:{mutant.line}"
            word = "SURVIVED" if alive else "killed"
            print(f"{number:>4} {word} {where} {mutant.change.splitlines()[0]}", flush=True)
            if alive:
                yield mutant


def _passes(folder: Path, tests: list[str]) -> bool:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, timeout=SECONDS_MAX
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


if __name__ == "__main__":
    raise SystemExit(main())
