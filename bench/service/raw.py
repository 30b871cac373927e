"""Raw commits: the rows of a run in the same groups, written by a bare ``sqlite3`` loop.

``python -m bench.service.raw DATABASE`` reads lines "FILE PACED" from its input. Each file holds
the groups of a run as the server recorded them; they are written as fast as possible, or paced:
each at the moment when the server wrote it. Nothing is looked up, decided or checked.
"""

from __future__ import annotations

import json
import pickle
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time, sleep

from bench.service.group import Group
from casinowar.store.sqlite.database_file import open_writer
from casinowar.store.sqlite.statements import write_batch

CHECKPOINT_PAGES = 4000  # SQLite copies the log when it has so many pages
Groups = Sequence[Group]


@dataclass(frozen=True, slots=True)
class Committed:
    """What the raw loop did."""

    seconds: float
    cpu_seconds: float
    rows: int
    each_us: list[float]  # the duration of each commit

    @property
    def p99_us(self) -> float:
        """The 99th of a hundred commits, by duration."""
        return sorted(self.each_us)[len(self.each_us) * 99 // 100]


class Raw:
    """A running raw loop."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def commit(self, groups: Groups, *, paced: bool = False) -> Committed:
        """Commit some groups."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with tempfile.NamedTemporaryFile() as file:
            pickle.dump(groups, file, protocol=5)
            file.flush()
            self._process.stdin.write(f"{file.name} {int(paced)}\n")
            self._process.stdin.flush()
            return Committed(**json.loads(self._process.stdout.readline()))


@contextmanager
def raw(database: Path) -> Iterator[Raw]:
    """The raw loop on a database of its own."""
    command = [sys.executable, "-m", "bench.service.raw", str(database)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Raw(process)
        assert process.stdin is not None
        process.stdin.close()


def commit_all(connection: sqlite3.Connection, groups: Groups, *, paced: bool) -> Committed:
    """Commit some groups, in a loop that does nothing else."""
    each_us = list[float]()
    start, cpu = perf_counter(), process_time()
    for group in groups:
        if paced:
            sleep(max(0.0, group.began - groups[0].began - (perf_counter() - start)))
        began = perf_counter()
        connection.execute("BEGIN IMMEDIATE")
        write_batch(connection, group.batch)
        connection.execute("COMMIT")
        each_us.append((perf_counter() - began) * 1e6)
    rows = sum(group.rows for group in groups)
    return Committed(perf_counter() - start, process_time() - cpu, rows, each_us)


def _main(database: Path) -> None:
    connection = open_writer(database)
    connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    for line in sys.stdin:
        name, paced = line.split()
        with Path(name).open("rb") as file:
            groups: Groups = pickle.load(file)
        done = commit_all(connection, groups, paced=paced == "1")
        shown = {name: getattr(done, name) for name in Committed.__slots__}
        print(json.dumps(shown), flush=True)


if __name__ == "__main__":
    _main(Path(sys.argv[1]))
