"""The process that starts services for all drills of a session."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.kit.nursery import Nursery


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    with Nursery() as shared:
        yield shared
