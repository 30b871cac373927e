"""A failing disk: errors and death at the system calls of one whole war round.

At every fdatasync and at some of the writes; ``make drill`` fails all of them.

Planted and caught (``test_plants.py``): a commit whose failure is ignored.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash.faults import ACTIONS, NOT_REACHED, Fault, count_calls, fail_everywhere, why_not
from tests.crash.war_round import Scene
from tests.kit.nursery import Nursery
from tests.kit.profile import EVERYTHING

SYNCS = ("fsync", "fdatasync")
EVERY = 1 if EVERYTHING else 80  # of the writes


@pytest.mark.skipif(bool(why_not()), reason=why_not())
async def test_what_is_not_durable_is_not_acknowledged(nursery: Nursery, tmp_path: Path) -> None:
    template = Scene(nursery, tmp_path / "template")
    await template.prepare()
    calls = await count_calls(template.copy(tmp_path / "count"))
    assert calls["fdatasync"] >= 3  # each command is a commit
    faults = [
        Fault(call, action, number)
        for call, count in sorted(calls.items())
        for action in ACTIONS
        for number in range(1, count + 1, 1 if call in SYNCS else EVERY)
    ]
    faults += [
        Fault("fdatasync", "error=EIO", 1, lasting=True),
        Fault("pwrite64", "error=ENOSPC", 30, lasting=True),
    ]
    seen = await fail_everywhere(template, tmp_path, faults)
    for action in ACTIONS:
        expected = "died" if action.startswith("signal") else "refused"
        assert seen[f"{action}: {expected}"]
    usual = {"error=EIO: refused", "error=ENOSPC: refused", "signal=SIGKILL: died"}
    assert set(seen) <= usual | {f"{action}: {NOT_REACHED}" for action in ACTIONS}
    assert sum(seen[name] for name in usual) > 0.9 * seen.total()
