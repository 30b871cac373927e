"""Runs a simulation on any executor, always with the same counts.

Workers deal tasks of a few blocks each, in any order. The blocks are added here in their own
order, which alone decides where the simulation ends: with the shoe that reaches the requested
rounds. Only tasks in flight are held, so memory does not grow with the rounds.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from time import perf_counter
from typing import Final

from casinowar.checks import whole_number
from casinowar.errors import expect, expect_callable
from casinowar.houses import House, load_house
from casinowar.simulate.blocks import BLOCK_ROUNDS, BlockSums, deal_blocks, warm_up
from casinowar.simulate.interrupts import Interrupts
from casinowar.simulate.plan import DECKS, SEED_MAX, Plan, make_plan, moved_card
from casinowar.simulate.result import Result
from casinowar.simulate.strategy import Strategy
from casinowar.simulate.tally import OUTCOMES, Tally

ROUNDS_MAX: Final = 10**15
WORKERS_MAX: Final = 1024
# A task is at most about a tenth of a second of work, so that Ctrl-C is handled soon.
LOCKSTEP_BLOCKS_MAX: Final = 200
PLAIN_BLOCKS_MAX: Final = 10
POLL_SECONDS: Final = 0.1
TASKS_IN_FLIGHT: Final = 3  # per worker: enough that no worker waits

OnBlock = Callable[[Tally, BlockSums], None]


@dataclass(frozen=True, slots=True)
class Request:
    """One checked simulation: what to deal, how many rounds, from which seed."""

    house: House
    decks: int
    seats: int
    strategy: Strategy
    plan: Plan
    rounds: int
    seed: int


def simulate(
    house: str | Path | House,
    rounds: int,
    *,
    decks: int | None = None,
    seats: int = 1,
    seed: int | None = None,
    strategy: Strategy | None = None,
    behind: Fraction | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    on_block: OnBlock | None = None,
) -> Result:
    """Deal whole shoes until ``rounds`` rounds are played, one per seat and deal.

    ``executor`` may be any ``concurrent.futures.Executor``; without one, ``workers`` threads
    (one per core by default) deal. The same seed gives the same counts on all of them. Ctrl-C
    stops it early, with the result so far. ``on_block`` is called with the tally after each block.
    ``behind`` is the fraction of the shoe behind the cutting card (default: the house's).

    >>> simulate("skycity", rounds=100_000, seed=7).rounds >= 100_000
    True
    """
    request = make_request(house, rounds, decks, seats, seed, strategy, behind)
    count = check_workers(workers)
    if executor is not None:
        expect("executor", executor, Executor, "an Executor of concurrent.futures")
    if on_block is not None:
        expect_callable("on_block", on_block, "a function that takes the tally and a block")
    with Interrupts() as interrupts, open_executor(executor, count) as dealers:
        return run(request, dealers, count, on_block, interrupts)


def make_request(
    house: str | Path | House,
    rounds: int,
    decks: int | None = None,
    seats: int = 1,
    seed: int | None = None,
    strategy: Strategy | None = None,
    behind: Fraction | None = None,
) -> Request:
    """Check all arguments before anything is dealt."""
    rounds = whole_number("rounds", rounds, 1, ROUNDS_MAX)
    drawn = int.from_bytes(os.urandom(4), "big") if seed is None else seed
    drawn = whole_number("seed", drawn, 0, SEED_MAX)
    known = moved_card(house if isinstance(house, House) else load_house(house), behind)
    plays = Strategy() if strategy is None else strategy
    plan = make_plan(known, decks, seats, plays)
    return Request(known, plan.rules[DECKS], plan.seats, plays, plan, rounds, drawn)


def check_workers(workers: int | None) -> int:
    """The number of workers; by default one per core."""
    if workers is None:
        return os.cpu_count() or 1
    return whole_number("workers", workers, 1, WORKERS_MAX)


def run(
    request: Request,
    executor: Executor,
    workers: int,
    on_block: OnBlock | None = None,
    interrupts: Interrupts | None = None,
) -> Result:
    """Deal ``request`` on ``executor`` and add up its blocks, until ``interrupts`` asks to stop."""
    warm_up(request.plan)
    for ready in [executor.submit(warm_up, request.plan) for _ in range(workers)]:
        ready.result()
    tally, stop = Tally(), interrupts or Interrupts()
    stop.dealing = True
    start = perf_counter()
    try:
        _add_blocks(request, executor, workers, tally, on_block, stop)
    except KeyboardInterrupt:  # not from our own handler
        stop.asked = True
    return Result(
        house=request.house,
        decks=request.decks,
        seats=request.seats,
        seed=request.seed,
        strategy=request.strategy,
        tally=tally,
        seconds=perf_counter() - start,
        interrupted=stop.asked,
    )


def _add_blocks(
    request: Request,
    executor: Executor,
    workers: int,
    tally: Tally,
    on_block: OnBlock | None,
    stop: Interrupts,
) -> None:
    """Add blocks in order to ``tally`` until the rounds are played, or it is asked to stop."""
    flight: deque[tuple[int, int, Future[BlockSums]]] = deque()
    submitted = added = 0
    try:
        while True:
            while len(flight) < TASKS_IN_FLIGHT * workers:
                per_block = tally.rounds / added if added else BLOCK_ROUNDS
                left = (request.rounds - tally.rounds) / per_block - (submitted - added)
                if left <= 0 and flight:
                    break  # the rest is in flight
                blocks = _task_blocks(request.plan, workers, left)
                task = (request.plan, request.seed, submitted, blocks, request.rounds)
                flight.append((submitted, blocks, executor.submit(deal_blocks, *task)))
                submitted += blocks
            first, blocks, future = flight[0]
            while not wait([future], timeout=POLL_SECONDS).done and not stop.asked:
                pass
            if stop.asked:
                return
            flight.popleft()
            if _add_task(request, first, future.result(), tally, on_block):
                return
            added += blocks
    finally:
        for _, _, future in flight:
            future.cancel()


def _add_task(
    request: Request, first: int, dealt: BlockSums, tally: Tally, on_block: OnBlock | None
) -> bool:
    """Add the blocks of a task in order; returns whether the rounds are now played."""
    counts, sums = dealt
    rounds = counts[:, : len(OUTCOMES)].sum(axis=1)
    if on_block is None and tally.rounds + int(rounds.sum()) < request.rounds:
        tally.add_rows(counts, sums)
        return False
    for row, held in enumerate(rounds.tolist()):
        missing = request.rounds - tally.rounds
        block = (counts[row], sums[row])
        if held >= missing and missing < request.rounds:
            # This block holds the shoe that passes the end: deal it again, up to there.
            again = deal_blocks(request.plan, request.seed, first + row, 1, missing)
            block = (again[0][0], again[1][0])
        tally.add(*block)
        if on_block is not None:
            on_block(tally, block)
        if held >= missing:
            return True
    return False


def _task_blocks(plan: Plan, workers: int, left: float) -> int:
    """Blocks of the next task: many where many are left, fewer towards the end."""
    most = LOCKSTEP_BLOCKS_MAX if plan.lockstep else PLAIN_BLOCKS_MAX
    return int(min(most, max(1.0, left / (TASKS_IN_FLIGHT * workers))))


@contextmanager
def open_executor(executor: Executor | None, workers: int) -> Iterator[Executor]:
    """The given executor, left open; or a thread pool, closed afterwards."""
    if executor is not None:
        yield executor
        return
    threads = ThreadPoolExecutor(workers, thread_name_prefix="dealer")
    try:
        yield threads
    finally:
        threads.shutdown(wait=True, cancel_futures=True)
