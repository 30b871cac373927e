"""How the properties run: the same examples every time, so many and no more.

The numbers in the tests are those of ``make drill``, which sets ``EXAMPLES=all``. ``make test``
tries a third of them where there are many, unless a planted fault was then missed.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, Phase, settings

MANY = 40
EVERYTHING = os.environ.get("EXAMPLES") == "all"
# for tests that are too slow for make test: docs/drills.md lists them
IN_DRILL = pytest.mark.skipif(not EVERYTHING, reason="make drill runs it")


def tried(examples: int) -> int:
    """How many of so many examples are tried now."""
    return examples if examples < MANY or EVERYTHING else examples // 3


def checked(examples: int, *, always: bool = False) -> settings:
    """Settings of a property: deterministic, without a clock, with a bounded number of examples.

    With ``always``, all of them in ``make test`` too. Run with ``--hypothesis-seed`` and a larger
    number by hand to search further.
    """
    return settings(
        max_examples=examples if always else tried(examples),
        derandomize=True,
        database=None,
        deadline=None,
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
        suppress_health_check=[
            HealthCheck.too_slow,
            HealthCheck.filter_too_much,
            HealthCheck.function_scoped_fixture,
        ],
    )
