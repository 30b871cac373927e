"""``CasinoWar-v1`` as a vector environment: many seats in one call of the compiled kernel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from casinowar.checks import as_whole, true_or_false, whole_number
from casinowar.env.lanes import Flags, Lanes
from casinowar.env.spaces import action_space, observation_space
from casinowar.env.values import as_row, exact_values
from casinowar.env.variant import CHIPS, make_variant
from casinowar.errors import InputError, shown
from casinowar.houses import House

Observations = NDArray[np.float32]
Rewards = NDArray[np.float64]
Infos = dict[str, Any]
LANES_MAX = 1 << 24


class CasinoWarVectorEnv(gymnasium.vector.VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """Many seats, each at its own Casino War table. docs/environments.md describes it."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
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
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            raise InputError(
                "render_mode", "a vector environment cannot be rendered: make a single environment"
            )
        self.num_envs = whole_number("num_envs", num_envs, 1, LANES_MAX)
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
        try:
            self.autoreset_mode = AutoresetMode(autoreset_mode)
        except ValueError:
            modes = ", ".join(mode.value for mode in AutoresetMode)
            raise InputError(
                "autoreset_mode", f"{shown(autoreset_mode)} is not one of {modes}"
            ) from None
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.values = true_or_false("values", values)
        self.single_action_space = action_space(self.variant)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.single_observation_space = observation_space(self.variant)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._lanes = Lanes(self.variant, self.num_envs)
        self._seeded = np.zeros(self.num_envs, np.bool_)
        self._over = np.zeros(self.num_envs, np.bool_)
        self._nobody = np.zeros(self.num_envs, np.bool_)
        self._everybody = np.ones(self.num_envs, np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observations, Infos]:
        """Begin an episode in every environment, or in those of ``options["reset_mask"]``.

        A seed gives the environments ``seed``, ``seed + 1`` and so on; a list, one seed each.
        """
        which = self._which(options)
        self._seed(which, seed)
        self._lanes.reset(which)
        self._over &= ~which
        return self._lanes.seen.copy(), self._infos(which, self._nobody)

    def _which(self, options: dict[str, Any] | None) -> Flags:
        mask = None if options is None else options.get("reset_mask")
        if mask is None:
            return self._everybody
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise InputError("reset_mask", f"{shown(mask)} is not an array of booleans")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise InputError("reset_mask", f"must name one or more of {self.num_envs} environments")
        return mask

    def _seed(self, which: Flags, seed: int | Sequence[int | None] | None) -> None:
        """Seed the environments that were given a seed, and those that never had one."""
        given: list[int | None] = [None] * self.num_envs
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
            given = [int(seed) + lane for lane in range(self.num_envs)]
        elif seed is not None:
            if isinstance(seed, str | bytes) or not isinstance(seed, Iterable):
                raise InputError("seed", f"{shown(seed)} is neither a whole number nor a list")
            given = list(seed)
            if len(given) != self.num_envs:
                raise InputError("seed", f"{len(given)} seeds are not for {self.num_envs} seats")
            for one in given:
                if one is not None and as_whole(one) is None:
                    raise InputError("seed", f"{shown(one)} is not a whole number")
        if any(one is not None and one < 0 for one in given):
            raise InputError("seed", "a seed must not be negative")
        wanted = which & (np.array([one is not None for one in given]) | ~self._seeded)
        if wanted.any():
            drawn = self.np_random.integers(2**63, size=self.num_envs)
            seeds = [
                int(new) if one is None else one for one, new in zip(given, drawn, strict=True)
            ]
            self._lanes.seed(wanted, seeds)
            self._seeded |= wanted

    def step(self, actions: NDArray[np.int64]) -> tuple[Observations, Rewards, Flags, Flags, Infos]:
        """Take an action in every environment; an action that is not legal now changes nothing."""
        chosen = self._checked(actions)
        next_step = self.autoreset_mode is AutoresetMode.NEXT_STEP
        skipped = self._over if next_step else self._nobody
        rewards, terminated, truncated = self._lanes.step(chosen, skipped)
        over = terminated | truncated
        self._over = over
        infos: Infos = {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP and over.any():
            infos = self._final(over)
            self._lanes.reset(over)
            self._over = self._nobody
        infos |= self._infos(self._everybody, self._over)
        return self._lanes.seen.copy(), rewards, terminated, truncated, infos

    def _checked(self, actions: NDArray[np.int64]) -> NDArray[np.int64]:
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise gymnasium.error.InvalidAction(f"{shown(actions)} is not in {self.action_space}.")
        chosen = chosen.astype(np.int64, copy=False)
        if chosen.min() < 0 or chosen.max() >= len(self.variant.actions):
            raise gymnasium.error.InvalidAction(f"{shown(actions)} is not in {self.action_space}.")
        if not self._seeded.all():
            raise gymnasium.error.ResetNeeded("Call reset before the first step.")
        if self.autoreset_mode is AutoresetMode.DISABLED and self._over.any():
            raise gymnasium.error.ResetNeeded('Call reset with options={"reset_mask": …} first.')
        return np.ascontiguousarray(chosen)

    def _final(self, over: Flags) -> Infos:
        """The last observations of finished environments, in Gymnasium's form."""
        last = np.full(self.num_envs, None, dtype=object)
        for lane in np.flatnonzero(over):
            last[lane] = self._lanes.seen[lane].copy()
        return {
            "final_obs": last,
            "_final_obs": over.copy(),
            "final_info": self._infos(over, over),
            "_final_info": over.copy(),
        }

    def _infos(self, which: Flags, over: Flags) -> Infos:
        mask = self._lanes.mask.copy()
        if over.any():
            mask[over] = 1  # any action is accepted: the next step begins an episode
        if not which.all():
            mask[~which] = 0
        infos: Infos = {"action_mask": mask, "_action_mask": which.copy()}
        if self.values:
            rows, exact = np.zeros(mask.shape), np.full(self.num_envs, None, dtype=object)
            for lane in np.flatnonzero(which):
                legal = self._lanes.mask[lane]
                exact[lane] = exact_values(self.variant, self._lanes.seen[lane], legal)
                rows[lane] = as_row(exact[lane])
            infos |= {"action_values": rows, "_action_values": which.copy()}
            infos |= {"exact_values": exact, "_exact_values": which.copy()}
        return infos
