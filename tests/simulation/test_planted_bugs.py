"""Every planted bug is found, by what it does, within twice the seeds of the tests.

A plant that no longer fits the code it is planted in fails too, for no good reason: that is an
error of the test.
"""

from __future__ import annotations

import pytest

from tests.simulation.__main__ import PAGE, TABLE, bug_table
from tests.simulation.bugs import BUGS, Bug
from tests.simulation.found import FOUND_AT
from tests.simulation.run import simulate
from tests.simulation.test_simulation import SEEDS

ROTTEN = ("AttributeError", "TypeError", "NameError")


def failure_with(bug: Bug, seed: int) -> str:
    with pytest.MonkeyPatch.context() as patch:
        bug.plant(patch)
        failure = simulate(seed).failure
    assert not any(word in failure for word in ROTTEN), f"{bug.name} has rotted: {failure}"
    return failure


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_planted_bug_is_found(bug: Bug) -> None:
    seeds = [FOUND_AT[bug.name], *range(SEEDS)]  # the seed that found it last time comes first
    assert any(failure_with(bug, seed) for seed in seeds)


def test_the_list_is_complete() -> None:
    assert len(BUGS) >= 20
    assert sorted(FOUND_AT) == sorted(bug.name for bug in BUGS)
    assert all(0 <= seed < 4 * SEEDS for seed in FOUND_AT.values())
    assert PAGE.read_text().endswith(TABLE + bug_table(FOUND_AT))
