"""The spaces of a seat, shared by all environments."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from casinowar.env.variant import Variant


def action_space(variant: Variant) -> Any:
    """One number for each action of the variant."""
    return spaces.Discrete(len(variant.actions))


def observation_space(variant: Variant) -> Any:
    """A row of numbers for what a seat sees."""
    high = variant.highest()
    return spaces.Box(np.zeros_like(high), high, dtype=np.float32)
