"""Nothing that an operator does beside a running service loses a commit."""

from __future__ import annotations

from pathlib import Path

from tests.crash.log_reset import attack_log


async def test_nothing_is_lost_while_others_use_the_file(tmp_path: Path) -> None:
    report = await attack_log(tmp_path, 1.0)
    assert report["events"]
