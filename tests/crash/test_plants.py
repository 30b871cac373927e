"""Faults planted into the real service are found by the tests that look for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash.books import Violation
from tests.crash.faults import Fault, fail_everywhere, why_not
from tests.crash.kills import kill_often
from tests.crash.war_round import Scene
from tests.kit.nursery import Nursery
from tests.kit.profile import IN_DRILL

KILLS = 10  # one or two are enough


@pytest.mark.parametrize(
    ("plant", "found"),
    [
        ("acknowledge_early", "has lost events|was answered|and is None"),
        pytest.param("other_shoes", "is not the next one", marks=IN_DRILL),
        pytest.param("forgotten_answers", "and is None", marks=IN_DRILL),
    ],
)
async def test_a_killed_service_shows_it(plant: str, found: str, tmp_path: Path) -> None:
    with Nursery([f"tests.crash.plants:{plant}"]) as nursery, pytest.raises(Violation, match=found):
        await kill_often(nursery, tmp_path, KILLS)


@pytest.mark.skipif(bool(why_not()), reason=why_not())
async def test_a_failing_disk_shows_a_commit_that_is_taken_for_granted(tmp_path: Path) -> None:
    with Nursery(["tests.crash.plants:silent_failure"]) as nursery:
        template = Scene(nursery, tmp_path / "template")
        await template.prepare()
        with pytest.raises(AssertionError, match="fdatasync 2 error=EIO"):
            await fail_everywhere(template, tmp_path, [Fault("fdatasync", "error=EIO", 2)])
