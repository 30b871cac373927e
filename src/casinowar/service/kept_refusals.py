"""How many refusals of a person's commands are stored: a bucket that fills with time.

A refusal costs a durable row, and a client can cause as many as it can send messages.
"""

from __future__ import annotations

from dataclasses import dataclass, field

BURST = 200.0
A_SECOND = 0.2
REMEMBERED = 10_000


@dataclass(slots=True)
class KeptRefusals:
    """The refusals that may still be stored, by person."""

    _left: dict[str, tuple[float, float]] = field(
        default_factory=dict[str, tuple[float, float]]
    )  # and since when

    def may_take(self, person: str, now: float) -> bool:
        """Whether there is one."""
        return self._filled(person, now) >= 1

    def _filled(self, person: str, now: float) -> float:
        left, since = self._left.get(person, (BURST, now))
        return min(BURST, left + (now - since) * A_SECOND)

    def take(self, person: str, now: float) -> bool:
        """Use one, if there is one."""
        left = self._filled(person, now)
        self._left.pop(person, None)
        self._left[person] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > REMEMBERED:
            del self._left[next(iter(self._left))]
        return left >= 1
