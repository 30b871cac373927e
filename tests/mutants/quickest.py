"""A pytest plugin: the quickest tests first, by how long each took without a mutant.

``CASINOWAR_TEST_SECONDS`` names the file of these times. While it does not exist, the tests run in
their usual order and it is written. Tests that took longer than ``CASINOWAR_TEST_SLOWEST`` seconds
are left out.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

VARIABLE = "CASINOWAR_TEST_SECONDS"
SLOWEST = "CASINOWAR_TEST_SLOWEST"
_seconds: dict[str, float] = {}


def _file() -> Path:
    return Path(os.environ[VARIABLE])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort by the known times; what has none runs first."""
    if _file().exists():
        known: dict[str, float] = json.loads(_file().read_text(encoding="utf-8"))
        slowest = float(os.environ.get(SLOWEST, "inf"))
        quick = [item for item in items if known.get(item.nodeid, 0.0) <= slowest]
        items[:] = sorted(quick, key=lambda item: known.get(item.nodeid, 0.0))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up set-up, call and tear-down."""
    _seconds[report.nodeid] = _seconds.get(report.nodeid, 0.0) + report.duration


def pytest_sessionfinish() -> None:
    """Write the times, if this is the first run."""
    if not _file().exists():
        _file().write_text(json.dumps(_seconds), encoding="utf-8")
