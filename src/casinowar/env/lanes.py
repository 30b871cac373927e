"""Many seats that play at the same time, each at its own table: the kernel and its arrays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from casinowar.env.variant import Variant
from casinowar.simulate.kernels import seat as kernel

Flags = NDArray[np.bool_]


class Lanes:
    """The seats; the arrays hold their complete state."""

    def __init__(self, variant: Variant, number: int) -> None:
        self.variant = variant
        self.number = number
        self._lanes = np.zeros((number, kernel.LANE), np.int64)
        self._left = np.zeros((number, variant.rules[kernel.CARDS]), np.uint8)
        self._streams = np.zeros((number, 4), np.uint64)
        self.seen = np.zeros((number, variant.sees), np.float32)
        self.mask = np.zeros((number, len(variant.actions)), np.int8)

    def seed(self, which: Flags, seeds: Sequence[int] | NDArray[np.uint64]) -> None:
        """Begin the random numbers of some lanes again."""
        words = np.array([int(seed) % 2**64 for seed in seeds], np.uint64)
        kernel.seed_lanes(which, words, self._left, self._streams)

    def reset(self, which: Flags) -> None:
        """Begin an episode in some lanes."""
        variant = self.variant
        kernel.reset_lanes(which, variant.rules, variant.table, self._lanes, self.seen, self.mask)

    def step(
        self, actions: NDArray[np.int64], skipped: Flags
    ) -> tuple[NDArray[np.float64], Flags, Flags]:
        """Take an action in every lane; rewards, ended, cut short.

        The lanes of ``skipped`` begin an episode instead.
        """
        variant, number = self.variant, self.number
        rewards = np.empty(number, np.float64)
        terminated, truncated = np.empty(number, np.bool_), np.empty(number, np.bool_)
        kernel.step_lanes(
            actions,
            skipped,
            variant.rules,
            variant.nets,
            variant.table,
            self._lanes,
            self._left,
            self._streams,
            self.seen,
            self.mask,
            rewards,
            terminated,
            truncated,
        )
        return rewards, terminated, truncated

    def chips_cents(self, lane: int) -> int:
        """The chips of a lane."""
        return int(self._lanes[lane, kernel.CHIPS])

    def bet(self, lane: int) -> int:
        """The action with which the lane bet last."""
        return int(self._lanes[lane, kernel.BET])
