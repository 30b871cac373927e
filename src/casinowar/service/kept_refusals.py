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

    def take(self, person: str, now: float) -> bool:
        """Use one, if there is one."""
        left, since = self._left.pop(person, (BURST, now))
        left = min(BURST, left + (now - since) * A_SECOND)
        self._left[person] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > REMEMBERED:
            del self._left[next(iter(self._left))]
        return left >= 1
