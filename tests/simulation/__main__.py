"""``python -m tests.simulation --seeds 10000``: many runs; ``--seed 7``: one of them again.

``--bugs`` plants each bug in turn and writes down the first seed that finds it.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import pytest

from tests.simulation.bugs import BUGS
from tests.simulation.run import Report, simulate

FOUND = Path(__file__).with_name("found.py")
PAGE = Path(__file__).parents[2] / "docs" / "simulation.md"
TABLE = "| bug | seeds |\n| --- | --- |\n"


def main() -> int:
    """Run seeds and print the ones that fail, each as the line that repeats it."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation")
    parser.add_argument("--seeds", type=int, default=200, help="how many")
    parser.add_argument("--first", type=int, default=0, help="the first of them")
    parser.add_argument("--seed", type=int, help="just this one, with details")
    parser.add_argument("--bugs", action="store_true", help="find the planted bugs anew")
    options = parser.parse_args()
    if options.bugs:
        return find_bugs(options.seeds)
    if options.seed is not None:
        report = simulate(options.seed)
        print(report)
        return 1 if report.failure else 0
    began, failed, reports = time.process_time(), 0, list[Report]()
    for seed in range(options.first, options.first + options.seeds):
        report = simulate(seed)
        reports.append(report)
        if report.failure:
            failed += 1
            print(report.repeat, flush=True)
        if len(reports) % 100 == 0:
            _progress(reports, failed, time.process_time() - began)
    _progress(reports, failed, time.process_time() - began)
    return 1 if failed else 0


def find_bugs(seeds: int) -> int:
    """Plant each bug, run seeds until one fails, and write ``found.py``."""
    found = dict[str, int]()
    for bug in BUGS:
        for seed in range(seeds):
            with pytest.MonkeyPatch.context() as patch:
                bug.plant(patch)
                failure = simulate(seed).failure
            if failure:
                found[bug.name] = seed
                print(f"{bug.name}: seed {seed}: {failure}", flush=True)
                break
        else:
            print(f"{bug.name}: NOT FOUND in {seeds} seeds", flush=True)
    lines = "".join(f'    "{name}": {seed},\n' for name, seed in found.items())
    _write_page(found)
    words = FOUND.read_text().splitlines()[0]
    FOUND.write_text(f"{words}\n\nFOUND_AT: dict[str, int] = {{\n{lines}}}\n")
    return 0 if len(found) == len(BUGS) else 1


def _write_page(found: dict[str, int]) -> None:
    """Replace the table at the end of the page."""
    text = PAGE.read_text()
    end = text.index(TABLE) + len(TABLE)
    PAGE.write_text(text[:end] + bug_table(found))


def bug_table(found: dict[str, int]) -> str:
    """The rows of the table of bugs: what each would be, and how many seeds found it."""
    return "".join(
        f"| {bug.words} | {found[bug.name] + 1} |\n" for bug in BUGS if bug.name in found
    )


def _progress(reports: list[Report], failed: int, seconds: float) -> None:
    virtual = sum(report.virtual_seconds for report in reports)
    print(
        f"{len(reports)} runs, {failed} failed, {len(reports) / seconds:.1f} a second,"
        f" {virtual / seconds:,.0f} times real time;"
        f" {sum(report.commands for report in reports):,} commands,"
        f" {sum(report.events for report in reports):,} events,"
        f" {sum(report.frames for report in reports):,} frames,"
        f" {sum(report.kills for report in reports):,} killed processes,"
        f" {sum(one.failed_writes + one.failed_reads for one in reports):,} failures of the store",
        file=sys.stderr,
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
