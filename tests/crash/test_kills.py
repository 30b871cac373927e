"""The real process killed under load, some times on each database; ``make drill``: 1,000 times.

Planted and caught (``test_plants.py``): an answer that is sent before the write, other shoes after
a restart, command ids that are forgotten at a restart.
"""

from __future__ import annotations

from pathlib import Path

from tests.crash.kills import kill_often
from tests.kit.nursery import Nursery
from tests.kit.profile import EVERYTHING

KILLS = 30 if EVERYTHING else 6


async def test_a_killed_service_continues_where_it_was(
    nursery: Nursery, tmp_path: Path, database: str
) -> None:
    report = await kill_often(nursery, tmp_path, KILLS, database=database)
    assert report["kills"] == KILLS
    assert report["answers"] > KILLS
    assert report["cards"] > KILLS
