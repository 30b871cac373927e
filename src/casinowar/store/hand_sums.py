"""Sums over the hands of finished rounds, for somebody who looks at all of them at once."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSums:
    """Hands with the same rules and outcome, with or without a Tie wager."""

    rules: str
    outcome: str
    tie: bool  # a Tie wager was made, on the first deal or on the war deal
    hands: int
    wagered_cents: int
    returned_cents: int
