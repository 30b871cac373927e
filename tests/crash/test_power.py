"""Power failures under load: every acknowledged bet is there afterwards.

That this test can fail is part of it: with ``synchronous=NORMAL`` planted, or a copy of the log
that is not synced, it finds the loss.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.crash.books import Violation
from tests.crash.power import COPIES_OFTEN, SECTOR_BYTES, compiler, lose_power_often, mixed
from tests.kit.profile import EVERYTHING, IN_DRILL

POWER_FAILURES = 12 if EVERYTHING else 6

needs_compiler = pytest.mark.skipif(compiler() is None, reason="there is no C compiler")


@needs_compiler
async def test_acknowledged_bets_survive_a_power_failure(tmp_path: Path) -> None:
    report = await lose_power_often(tmp_path, POWER_FAILURES)
    assert report["answers"] > POWER_FAILURES


@needs_compiler
async def test_a_log_that_is_not_synced_is_found(tmp_path: Path) -> None:
    with pytest.raises(Violation, match=r"has lost events|was .* and is None"):
        await lose_power_often(tmp_path, 12, plants=["tests.crash.plants:normal_sync"])


@IN_DRILL
@needs_compiler
async def test_a_copy_of_the_log_that_is_not_synced_is_found(tmp_path: Path) -> None:
    plants = [COPIES_OFTEN, "tests.crash.plants:unsynced_copy"]
    with pytest.raises((Violation, AssertionError), match=r"has lost events|did not start"):
        await lose_power_often(tmp_path, 12, plants=plants)


def test_a_file_keeps_some_of_its_sectors() -> None:
    old, new = b"a" * 8 * SECTOR_BYTES, b"b" * 8 * SECTOR_BYTES
    found = mixed(old, new, Random(1))
    sectors = {found[at : at + SECTOR_BYTES] for at in range(0, len(found), SECTOR_BYTES)}
    assert sectors == {b"a" * SECTOR_BYTES, b"b" * SECTOR_BYTES}
