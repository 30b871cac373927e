"""Logs of a service in a test are made as they are in production, and captured."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from structlog.testing import LogCapture

from casinowar.service.http.logs import hide_secrets, show_places


@pytest.fixture(autouse=True)
def logged() -> Iterator[list[Any]]:
    """What was logged, after everything that must not be shown was removed."""
    captured = LogCapture()
    structlog.configure(processors=[show_places, hide_secrets, captured])
    yield captured.entries
    structlog.reset_defaults()
