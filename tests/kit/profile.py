"""How the properties run: the same examples every time, so many and no more."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, settings


def checked(examples: int) -> settings:
    """Settings of a property: deterministic, without a clock, with a bounded number of examples.

    Run with ``--hypothesis-seed`` and a larger number by hand to search further.
    """
    return settings(
        max_examples=examples,
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
