"""Walks through environments: actions that are mostly legal, and what must be the same."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from casinowar.env.single import CasinoWarEnv
from casinowar.env.vector import CasinoWarVectorEnv
from casinowar.simulate.kernels import seat as kernel

ILLEGAL = 0.1  # the share of actions that are drawn from all of them


def some_actions(mask: np.ndarray[Any, Any], random: np.random.Generator) -> np.ndarray[Any, Any]:
    """An action for each row: a legal one, now and then any."""
    weights = np.where(mask == 1, random.random(mask.shape), -1.0)
    anything = random.integers(mask.shape[1], size=len(mask))
    return np.where(random.random(len(mask)) < ILLEGAL, anything, weights.argmax(axis=1))


def same_moves(seed: int, lanes: int, steps: int, **options: Any) -> Counter[str]:
    """Play the vector environment and, move by move, one of the engine for each of its lanes.

    Everything that they return must be equal; what happened is counted.
    """
    many = CasinoWarVectorEnv(lanes, autoreset_mode=AutoresetMode.NEXT_STEP, **options)
    each = [CasinoWarEnv(dealer="engine", **options) for _ in range(lanes)]
    seen, infos = many.reset(seed=seed)
    for lane, one in enumerate(each):
        alone, info = one.reset(seed=seed + lane)
        assert np.array_equal(seen[lane], alone)
        assert np.array_equal(infos["action_mask"][lane], info["action_mask"])
    random, happened = np.random.default_rng(seed), Counter[str]()
    over = np.zeros(lanes, bool)
    for _ in range(steps):
        mask, phases = infos["action_mask"], seen[:, kernel.SEES_PHASE].copy()
        actions = some_actions(mask, random)
        seen, rewards, terminated, truncated, infos = many.step(actions)
        for lane, one in enumerate(each):
            action = int(actions[lane])
            if over[lane]:
                alone, info = one.reset()
                told: tuple[Any, ...] = (0.0, False, False)
            else:
                alone, *told_list, info = one.step(action)
                told = tuple(told_list)
                _count(happened, one, action, mask[lane], phases[lane], told)
            assert np.array_equal(seen[lane], alone), (lane, seen[lane], alone)
            assert (rewards[lane], terminated[lane], truncated[lane]) == told, (lane, told)
            assert np.array_equal(infos["action_mask"][lane], info["action_mask"]), lane
        over = terminated | truncated
    return happened


def _count(
    happened: Counter[str],
    one: CasinoWarEnv,
    action: int,
    mask: np.ndarray[Any, Any],
    phase: float,
    told: tuple[Any, ...],
) -> None:
    name = one.variant.actions[action].name if mask[action] else "refused"
    happened[name] += 1
    _, terminated, truncated = told
    happened["truncated"] += truncated
    if terminated:
        happened["ended in a war" if phase == kernel.TIED and "war" in name else "ended"] += 1
