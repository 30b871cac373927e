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


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerSums:
    """One kind of wager under the same rules and decks, over many rounds.

    The hands of a round share the dealer's cards, so squares and products are those of whole
    rounds: of the net, the stake, and the stake of hands that were surrendered.
    """

    rules: str
    decks: int
    wager: str  # "initial" includes the war; otherwise as in the detail of a hand
    alone: bool  # of hands without a first wager, whose outcome is "none"
    rounds: int
    hands: int  # in which the wager was made
    staked_cents: int
    returned_cents: int
    stake_cents: int  # the same without war wagers
    surrendered_cents: int  # the part of ``stake_cents`` in hands with the outcome "surrender"
    net_net: float
    net_stake: float
    net_surrendered: float
    stake_stake: float
    stake_surrendered: float
    surrendered_surrendered: float
