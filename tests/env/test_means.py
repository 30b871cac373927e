"""Rewards are those of the exact odds: a short form of ``python -m tests.env.means``.

Planted once and caught here: a war that is won pays the first wager too, and surrender for nothing.
"""

from __future__ import annotations

import pytest

from tests.env.means import ALLOWED, Policy, measured, policies


@pytest.mark.parametrize("policy", policies(), ids=str)
def test_the_mean_reward_is_the_exact_edge(policy: Policy) -> None:
    found = measured(policy, 400_000, seed=7, lanes=2000)
    assert abs(found.errors_away) < ALLOWED, found
