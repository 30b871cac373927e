"""PostgreSQL, with fsync on, stopped at once under load; ``make drill`` does it 50 times."""

from __future__ import annotations

from pathlib import Path

from tests.crash.outages import stop_often
from tests.kit.nursery import Nursery
from tests.kit.profile import EVERYTHING

STOPS = 3 if EVERYTHING else 1


async def test_tables_continue_when_the_database_is_back(nursery: Nursery, tmp_path: Path) -> None:
    report = await stop_often(nursery, tmp_path, STOPS)
    assert report["answers"] > 10
