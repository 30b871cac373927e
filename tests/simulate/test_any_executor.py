"""The same seed gives the same counts whoever deals, and as many rounds as were asked for.

Planted once and caught: the newest task folded first, the last block kept whole, a block's stream
named by its task.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from casinowar.houses import load_house
from casinowar.simulate import Result, Strategy, parse_strategy, simulate
from casinowar.simulate.blocks import deal_blocks, shoes_per_block
from casinowar.simulate.plan import make_plan

ROUNDS = 700_000  # several blocks, and not a whole number of them
CASES = {
    "one seat": ("skycity", 1, Strategy()),
    "seven seats": ("wisconsin", 7, Strategy()),
    "a mix": ("washington", 2, parse_strategy("mix:0.5")),
    "every round": ("battle-royal", 3, Strategy()),
    "watching the cards": ("eleven-to-one", 4, parse_strategy("war", "by-composition")),
}


class AtOnce(Executor):
    """Runs each task when it is handed in."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def same(one: Result, other: Result) -> bool:
    return np.array_equal(one.tally.counts, other.tally.counts) and np.array_equal(
        one.tally.sums, other.tally.sums
    )


@pytest.mark.parametrize("case", CASES)
def test_workers_do_not_change_the_counts(case: str) -> None:
    house, seats, strategy = CASES[case]
    one = simulate(house, ROUNDS, seats=seats, seed=7, strategy=strategy, workers=1)
    assert ROUNDS <= one.rounds < ROUNDS + 1000
    for workers in (2, 40):
        other = simulate(house, ROUNDS, seats=seats, seed=7, strategy=strategy, workers=workers)
        assert same(one, other)


def test_any_executor_deals_the_same() -> None:
    one = simulate("skycity", ROUNDS, seed=3, workers=1)
    assert same(one, simulate("skycity", ROUNDS, seed=3, workers=3, executor=AtOnce()))
    with ThreadPoolExecutor(3) as threads:
        assert same(one, simulate("skycity", ROUNDS, seed=3, executor=threads))
    spawned = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=spawned) as processes:
        assert same(one, simulate("skycity", ROUNDS, seed=3, workers=2, executor=processes))


def test_another_seed_gives_other_counts() -> None:
    one, other = (simulate("skycity", 10_000, seed=seed) for seed in (1, 2))
    assert one.outcomes != other.outcomes


def test_more_rounds_begin_with_the_same_shoes() -> None:
    few, many = (simulate("skycity", rounds, seed=4) for rounds in (150_000, 400_000))
    assert all(few.outcomes[name] <= many.outcomes[name] for name in few.outcomes)
    again = simulate("skycity", few.rounds, seed=4)
    assert same(few, again), "the shoe that passes the end is the last"
    assert simulate("skycity", few.rounds + 1, seed=4).shoes == few.shoes + 1


@pytest.mark.parametrize("case", CASES)
def test_the_end_may_fall_on_the_first_shoe_of_a_block(case: str) -> None:
    house, seats, strategy = CASES[case]
    plan = make_plan(load_house(house), None, seats, strategy)
    counts, _ = deal_blocks(plan, 7, 0, 1)
    whole = int(counts[0][:6].sum())
    exact, beyond = (
        simulate(house, rounds, seats=seats, seed=7, strategy=strategy)
        for rounds in (whole, whole + 1)
    )
    assert (exact.rounds, exact.shoes) == (whole, shoes_per_block(plan))
    assert beyond.shoes == exact.shoes + 1


def test_an_interrupted_simulation_gives_the_shoes_folded_so_far() -> None:
    def stop(tally: Any, _block: Any) -> None:
        if tally.rounds > 300_000:
            raise KeyboardInterrupt

    result = simulate("skycity", 10**12, seed=7, on_block=stop)
    assert result.interrupted
    assert 300_000 < result.rounds < 10**9
    whole = simulate("skycity", result.rounds, seed=7)
    assert same(result, whole), "whole blocks, in their order"
