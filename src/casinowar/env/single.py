"""``CasinoWar-v1``: one seat at a Casino War table, for Gymnasium.

The compiled kernel deals, or the engine (``dealer="engine"``). They deal the same cards for a seed
and agree on every decision; only the engine has a table that can be shown, so it deals whenever
something is rendered.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from casinowar.checks import as_whole, true_or_false
from casinowar.env import pictures
from casinowar.env.lanes import Lanes
from casinowar.env.shoes import SeededShoe
from casinowar.env.spaces import action_space, observation_space
from casinowar.env.table import EngineTable
from casinowar.env.values import as_row, exact_values
from casinowar.env.variant import CHIPS, Variant, make_variant
from casinowar.errors import InputError, shown
from casinowar.houses import House
from casinowar.table import Phase

Observation = NDArray[np.float32]
Info = dict[str, Any]
SEAT = 1
KERNEL, ENGINE = "kernel", "engine"
_ALONE, _NOBODY = np.ones(1, np.bool_), np.zeros(1, np.bool_)


class KernelSeat:
    """A seat that the kernel deals to."""

    def __init__(self, variant: Variant) -> None:
        self._lanes = Lanes(variant, 1)
        self._chosen = np.zeros(1, np.int64)

    def reset(self, seed: int | None) -> None:
        """Begin an episode; a seed restarts its random numbers."""
        if seed is not None:
            self._lanes.seed(_ALONE, [seed])
        self._lanes.reset(_ALONE)

    def step(self, action: int) -> tuple[float, bool, bool]:
        """The reward of an action, and whether the episode is terminated or truncated."""
        self._chosen[0] = action
        rewards, terminated, truncated = self._lanes.step(self._chosen, _NOBODY)
        return float(rewards[0]), bool(terminated[0]), bool(truncated[0])

    @property
    def seen(self) -> Observation:
        """The observation."""
        seen: Observation = self._lanes.seen[0].copy()
        return seen

    @property
    def mask(self) -> NDArray[np.int8]:
        """The legal actions."""
        mask: NDArray[np.int8] = self._lanes.mask[0].copy()
        return mask


class EngineSeat:
    """A seat at a table of the engine, dealt from the same random numbers."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._shoe = SeededShoe(variant.decks)
        self.table = EngineTable(variant, self._shoe)

    def reset(self, seed: int | None) -> None:
        """Begin an episode; a seed restarts its random numbers."""
        if seed is not None:
            self._shoe.seed(seed)
        self._shoe.shuffle()
        self.table = EngineTable(self._variant, self._shoe)

    def step(self, action: int) -> tuple[float, bool, bool]:
        """The reward of an action, and whether the episode is terminated or truncated."""
        table = self.table
        if not table.act(SEAT, action):
            return 0.0, False, False
        covered = bool(table.mask(SEAT).any())
        if table.state.phase is Phase.DECIDE and not covered:
            table.answer_for(SEAT)
            covered = bool(table.mask(SEAT).any())
        reward = table.take_net(SEAT)
        if table.state.phase is Phase.DECIDE:
            return reward, False, False
        terminated = table.shoe_over or not covered
        limit = self._variant.rounds
        return reward, terminated, not terminated and 0 < limit <= table.rounds

    @property
    def seen(self) -> Observation:
        """The observation."""
        return self.table.see(SEAT)

    @property
    def mask(self) -> NDArray[np.int8]:
        """The legal actions."""
        return self.table.mask(SEAT)


class CasinoWarEnv(gymnasium.Env[Observation, int]):
    """One seat at a Casino War table. docs/environments.md describes it in full."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": ["human", "ansi", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(
        self,
        house: House | str | Path = "washington",
        decks: int | None = None,
        behind: Fraction | float | str | None = None,
        *,
        bets: Iterable[int] = (1,),
        ties: Iterable[int] = (0, 1),
        chips: int = CHIPS,
        rounds: int | None = None,
        composition: bool = False,
        values: bool = False,
        dealer: str = KERNEL,
        render_mode: str | None = None,
    ) -> None:
        self.variant = make_variant(
            house,
            decks,
            behind,
            bets=bets,
            ties=ties,
            chips=chips,
            rounds=rounds,
            composition=composition,
        )
        if dealer not in (KERNEL, ENGINE):
            raise InputError("dealer", f"{shown(dealer)} is not kernel or engine")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise InputError("render_mode", f"{shown(render_mode)} is not human, ansi or rgb_array")
        self.render_mode = render_mode
        self.values = true_or_false("values", values)
        self.action_space = action_space(self.variant)
        self.observation_space = observation_space(self.variant)
        by_engine = dealer == ENGINE or render_mode is not None
        self._seat = EngineSeat(self.variant) if by_engine else KernelSeat(self.variant)
        self._seeded = False
        self._over = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Begin an episode: a fresh shoe, and the chips of the buy-in."""
        super().reset(seed=seed, options=options)
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(2**63))
        self._seeded, self._over = True, False
        self._seat.reset(seed)
        if self.render_mode == "human":
            self.render()
        return self._seat.seen, self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Info]:
        """Take an action; an action that is not legal now changes nothing."""
        if not self._seeded or self._over:
            when = "the first step" if not self._seeded else "the next: this episode is over"
            raise gymnasium.error.ResetNeeded(f"Call reset before {when}.")
        chosen = as_whole(action)
        if chosen is None or not 0 <= chosen < len(self.variant.actions):
            raise gymnasium.error.InvalidAction(f"{action!r} is not in {self.action_space}.")
        reward, terminated, truncated = self._seat.step(chosen)
        self._over = terminated or truncated
        if self.render_mode == "human":
            self.render()
        return self._seat.seen, reward, terminated, truncated, self._info()

    def _info(self) -> Info:
        mask = self._seat.mask
        if self._over:
            mask[:] = 1  # any action is accepted: the next step begins an episode
        info: Info = {"action_mask": mask}
        if self.values:
            legal = np.zeros_like(mask) if self._over else mask
            found = exact_values(self.variant, self._seat.seen, legal)
            info |= {"action_values": as_row(found), "exact_values": found}
        return info

    def render(self) -> Any:
        """The table, as text or as a picture."""
        if not isinstance(self._seat, EngineSeat) or self.render_mode is None:
            gymnasium.logger.warn('Name a render_mode first, as in make(id, render_mode="ansi").')
            return None
        return pictures.rendered(self._seat.table, self.render_mode)
