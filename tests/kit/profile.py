"""How property tests run: the same examples every time, and a fixed number of them.

The numbers in the tests are those of ``make drill``, which sets ``EXAMPLES=all``. ``make test``
tries a third of large numbers, except where a planted fault would be missed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, Phase, settings

from casinowar.houses import house_names

T = TypeVar("T")

MANY = 40
EVERYTHING = os.environ.get("EXAMPLES") == "all"
# for tests that are too slow for make test: docs/drills.md lists them
IN_DRILL = pytest.mark.skipif(not EVERYTHING, reason="make drill runs it")
# the houses of the three documents and the one that differs most; the drill takes every house
HOUSES = house_names() if EVERYTHING else ("washington", "skycity", "wisconsin", "ladder-war")


def few(cases: Iterable[T], number: int) -> list[T]:
    """The first cases; all of them in the drill."""
    return list(cases) if EVERYTHING else list(cases)[:number]


def tried(examples: int) -> int:
    """How many of ``examples`` are tried in this run."""
    return examples if examples < MANY or EVERYTHING else examples // 3


def checked(examples: int, *, always: bool = False) -> settings:
    """Settings of a property test: deterministic, without deadlines, a fixed number of examples.

    With ``always``, ``make test`` tries all of them too. Run with ``--hypothesis-seed`` and a
    larger number by hand to search further.
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
