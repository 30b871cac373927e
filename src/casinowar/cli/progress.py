"""A progress bar on standard error during long work, on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

QUIET_SECONDS = 0.5  # shorter work shows no bar
OnProgress = Callable[[str, int, int], None]


@contextmanager
def work_progress() -> Iterator[OnProgress | None]:
    """Yields the function to call with the task, what is done and all there is; or None."""
    if not sys.stderr.isatty():
        yield None
        return
    start = monotonic()
    bar = None

    def update(what: str, done: int, total: int) -> None:
        nonlocal bar
        if bar is None:
            if monotonic() - start < QUIET_SECONDS:
                return
            from rich.console import Console
            from rich.progress import Progress

            bar = Progress(console=Console(stderr=True), transient=True)
            bar.add_task(what, total=total)
            bar.start()
        for task in bar.task_ids:
            bar.update(task, description=what, completed=done, total=total)

    try:
        yield update
    finally:
        if bar is not None:
            bar.stop()
