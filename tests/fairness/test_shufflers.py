"""Six bad shufflers are rejected by the statistical test that the real one passes.

The drill compares 100,000 shoes; here are fewer.
"""

from __future__ import annotations

import pytest

from tests.fairness.shufflers import BAD, Shuffler, real, rejected

SHOES = 4_000


def test_the_real_shuffler_passes() -> None:
    assert rejected(real, SHOES) is None


@pytest.mark.parametrize("shuffler", BAD, ids=lambda shuffler: shuffler.__name__)
def test_a_bad_shuffler_is_rejected(shuffler: Shuffler) -> None:
    assert rejected(shuffler, SHOES) is not None
