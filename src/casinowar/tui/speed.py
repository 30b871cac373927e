"""How quickly a deal is shown."""

from __future__ import annotations

from enum import StrEnum


class Speed(StrEnum):
    """The pause after each card."""

    USUAL = "usual"
    QUICK = "quick"  # everything at once
    SLOW = "slow"

    @property
    def times(self) -> float:
        """The factor for the pauses of a deal."""
        return {Speed.USUAL: 1.0, Speed.QUICK: 0.0, Speed.SLOW: 2.5}[self]

    @property
    def next(self) -> Speed:
        """The speed after this one."""
        speeds = list(Speed)
        return speeds[(speeds.index(self) + 1) % len(speeds)]
