"""Sums over hands, as plainly as possible: what the databases' answers are compared with."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from casinowar.store.interface import FoundRound, HandRow, RoundQuery
from casinowar.store.totals import HandSums


def summed(
    found: Iterable[FoundRound], query: RoundQuery, fits: Callable[[HandRow, RoundQuery], bool]
) -> list[HandSums]:
    """The sums over the hands of these rounds that fit."""
    sums = dict[tuple[str, str, bool], list[int]]()
    for one in found:
        for hand in one.round.hands:
            if fits(hand, query):
                tie = not {"tie", "war_tie"}.isdisjoint(hand.detail.get("wagers", {}))
                sum_ = sums.setdefault((one.round.rules, hand.outcome, tie), [0, 0, 0])
                sum_[0] += 1
                sum_[1] += hand.wagered_cents
                sum_[2] += hand.returned_cents
    return [
        HandSums(
            rules=rules,
            outcome=outcome,
            tie=tie,
            hands=hands,
            wagered_cents=wagered,
            returned_cents=returned,
        )
        for (rules, outcome, tie), (hands, wagered, returned) in sorted(sums.items())
    ]
