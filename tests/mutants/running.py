"""The tests of one copy of the project, in a process forked from one that has imported pytest.

Starting Python and importing libraries takes longer than most mutants live.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Mapping
from pathlib import Path

LIBRARIES = ["pytest", "hypothesis", "numpy", "numba", "scipy.stats", "jsonschema_rs", "httpx"]
PLUGINS = ("no:cacheprovider", "no:schemathesis", "no:xdist", "tests.mutants.quickest")


def passes(
    folder: Path, tests: tuple[str, ...], seconds: float, variables: Mapping[str, str]
) -> bool:
    """Whether the tests pass within some seconds in the copy at ``folder``."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(LIBRARIES)
    running = context.Process(target=_run, args=(str(folder), tests, dict(variables)))
    running.start()
    running.join(seconds)
    if running.exitcode is None:
        running.kill()
        running.join()
    return running.exitcode == 0


def _run(folder: str, tests: tuple[str, ...], variables: dict[str, str]) -> None:
    """Forget this project, and run the tests of the copy."""
    import pytest

    for name in [name for name in sys.modules if name.partition(".")[0] in ("tests", "casinowar")]:
        del sys.modules[name]
    os.chdir(folder)
    os.environ |= variables
    sys.dont_write_bytecode = True
    sys.path[:0] = [f"{folder}/src", folder]
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    plugins = [part for plugin in PLUGINS for part in ("-p", plugin)]
    known = ("-W", "ignore::pytest.PytestAssertRewriteWarning")  # what was imported stays as it is
    os._exit(int(pytest.main(["-x", "-q", *known, *plugins, *tests])))
