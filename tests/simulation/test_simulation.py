"""The whole service on 40 seeds; ``make drill`` runs 10,000."""

from __future__ import annotations

import pytest

from tests.simulation.run import simulate

SEEDS = 20
BLOCK = 10


@pytest.mark.parametrize("first", range(0, SEEDS, BLOCK))
def test_nothing_goes_wrong_whatever_fails(first: int) -> None:
    reports = [simulate(seed) for seed in range(first, first + BLOCK)]
    failed = [report.repeat for report in reports if report.failure]
    assert not failed, "\n".join(failed)
    # each block is full of faults and play
    assert sum(report.kills for report in reports) > 20
    assert sum(report.failed_writes for report in reports) > 10
    assert sum(report.failed_reads for report in reports) > 10
    assert sum(report.events for report in reports) > 500
    assert sum(report.virtual_seconds for report in reports) > 1000


def test_a_seed_repeats_its_run() -> None:
    one, other = simulate(3), simulate(3)
    assert (one.digest, one.virtual_seconds) == (other.digest, other.virtual_seconds)
    assert simulate(4).digest != one.digest
