"""``python -m tests.mutants``: how many random mutants of a part of the source do the tests kill?

Each mutant is put into a copy of the project, where the tests nearest to its module run until one
fails, the quickest first. A mutant that no test notices has survived: it is printed with its place,
to be killed by a new test or judged to change nothing. ``--only`` tries some of them again;
``--times`` keeps how long the tests took, and saves the first run, without a mutant.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory

from tests.mutants.mutate import Mutant, mutants_of
from tests.mutants.nearest import nearest_tests
from tests.mutants.quickest import SLOWEST, VARIABLE
from tests.mutants.running import passes

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "src" / "casinowar"
PATIENCE = 5  # a mutant is killed if the tests take so many times as long as without it
SECONDS_MIN, SECONDS_MAX = 30.0, 1800.0
Tests = tuple[str, ...]


def main() -> int:
    """Run the drill and print its score."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--over", default="src/casinowar/table", help="parts of the source")
    parser.add_argument("--tests", help="tests instead of the nearest ones, the quickest first")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="numbers of the mutants to try, like 3,17 (default: all)")
    parser.add_argument("--slowest", default="inf", help="seconds; leave slower tests out")
    parser.add_argument("--times", type=Path, help="file of test times: written, or used again")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    found = [mutant for path in _files(args.over) for mutant in mutants_of(path)]
    chosen = dict(enumerate(Random(args.seed).sample(found, min(args.count, len(found))), 1))
    if args.only:
        chosen = {number: chosen[number] for number in map(int, args.only.split(","))}
    named = tuple(args.tests.split()) if args.tests else None
    tests = {
        mutant.path: named or nearest_tests(mutant.path.relative_to(PACKAGE))
        for mutant in chosen.values()
    }
    with TemporaryDirectory() as folder:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(args.workers):
            copies.put(_copy(Path(folder) / str(number)))
        first = copies.get()
        times = (args.times or Path(folder) / "seconds.json").absolute()
        every = tuple(sorted({test for some in tests.values() for test in some}))
        if not times.exists() and not _passes(first, every, times, SECONDS_MAX, args.slowest):
            print("without a mutant, the tests fail")
            return 2
        copies.put(first)
        survived = 0
        with ThreadPoolExecutor(args.workers) as pool:
            running = {
                pool.submit(_lives, mutant, copies, tests[mutant.path], times, args.slowest): number
                for number, mutant in chosen.items()
            }
            for done in as_completed(running):
                number, alive = running[done], done.result()
                mutant = chosen[number]
                where = f"{mutant.path.relative_to(ROOT)}:{mutant.line}"
                word = "SURVIVED" if alive else "killed"
                print(f"{number:>4} {word} {where} {mutant.change.splitlines()[0]}", flush=True)
                survived += alive
    killed = len(chosen) - survived
    share = 100 * killed / len(chosen)
    print(f"{killed} of {len(chosen)} killed ({share:.1f} %), of {len(found)} mutants in all")
    return 0


def _files(part: str) -> list[Path]:
    places = [ROOT / one for one in part.split()]
    return sorted(
        path for place in places for path in ([place] if place.is_file() else place.rglob("*.py"))
    )


def _copy(folder: Path) -> Path:
    for name in ("src", "tests", "docs", "bench"):
        shutil.copytree(
            ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".*")
        )
    for path in ROOT.glob("*.*"):
        if path.is_file():
            shutil.copy(path, folder)
    return folder


def _lives(
    mutant: Mutant, copies: SimpleQueue[Path], tests: Tests, times: Path, slowest: str
) -> bool:
    folder = copies.get()
    place = folder / mutant.path.relative_to(ROOT)
    kept = place.read_text(encoding="utf-8")
    place.write_text(mutant.source(kept), encoding="utf-8")
    seconds: dict[str, float] = json.loads(times.read_text(encoding="utf-8"))
    usual = sum(took for test, took in seconds.items() if test.startswith(tests))
    try:
        return _passes(folder, tests, times, SECONDS_MIN + PATIENCE * usual, slowest)
    finally:
        place.write_text(kept, encoding="utf-8")
        copies.put(folder)


def _passes(folder: Path, tests: Tests, times: Path, seconds: float, slowest: str) -> bool:
    return passes(folder, tests, seconds, {VARIABLE: str(times), SLOWEST: slowest})


if __name__ == "__main__":
    raise SystemExit(main())
