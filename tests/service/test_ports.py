"""Ids and refusals."""

from __future__ import annotations

import re
from random import Random

import pytest

from casinowar.service.ports import Clock, Ids, SystemClock
from casinowar.service.refusals import ServiceCode
from casinowar.table.refusals import Code
from casinowar.wire.errors import WireCode


@pytest.mark.parametrize("ids", [Ids(), Ids(Random(1))], ids=["system", "seeded"])
def test_ids_have_their_shapes_and_do_not_repeat(ids: Ids) -> None:
    shapes = {
        ids.person: r"p_[a-z2-7]{20}",
        ids.table: r"[a-z2-7]{8}",
        ids.token: r"[A-Za-z0-9_-]{43}",
        ids.private_link: r"[a-z]+(-[a-z]+){4}",
    }
    for make, shape in shapes.items():
        made = [make() for _ in range(100)]
        assert len(set(made)) == 100
        assert all(re.fullmatch(shape, one) for one in made)


def test_seeded_ids_repeat_with_their_seed() -> None:
    one, same, other = (Ids(Random(seed)) for seed in (7, 7, 8))
    assert (one.person(), one.table(), one.token()) == (same.person(), same.table(), same.token())
    assert one.person() != other.person()


def test_the_system_clock_counts_milliseconds() -> None:
    clock: Clock = SystemClock()
    before, after = clock.now_ms(), clock.now_ms()
    assert 1_700_000_000_000 < before <= after


def test_a_code_has_one_home() -> None:
    homes = [{code.value for code in kind} for kind in (ServiceCode, WireCode, Code)]
    assert len(set.union(*homes)) == sum(len(home) for home in homes)
    assert all(re.fullmatch(r"[a-z]+/[a-z_]+", code) for code in homes[0])
