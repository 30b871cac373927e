"""The exact value of each legal action, from ``odds``: a learner's regret is measured against it.

A value is the expected reward of the rest of the round if every later decision is the best one. It
uses what the observation shows: with the composition, the unseen cards; without it, a fresh shoe.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from casinowar.cards import Rank, Suit
from casinowar.env.variant import Variant
from casinowar.houses import House
from casinowar.odds.actions import Answer, RoundValues
from casinowar.odds.shoe import ShoeLeft
from casinowar.simulate.kernels import seat as kernel

LOWEST = kernel.LOWEST


@lru_cache(maxsize=256)
def _round_values(house: House, left: tuple[int, ...]) -> RoundValues:
    return RoundValues(house, ShoeLeft.of_ranks(dict(zip(Rank, left, strict=True))))


def exact_values(
    variant: Variant, seen: NDArray[np.float32], mask: Sequence[int] | NDArray[np.int8]
) -> tuple[Fraction | None, ...]:
    """The value of each action that ``mask`` offers, for a seat that sees ``seen``; else None."""
    left = [variant.decks * len(Suit)] * kernel.RANKS
    if variant.composition:
        left = [full - int(gone) for full, gone in zip(left, seen[kernel.SEES_GONE :], strict=True)]
    if seen[kernel.SEES_PHASE] == kernel.TIED:
        worth = _answers(variant, seen, left)
        return tuple(worth[number] if may else None for number, may in enumerate(mask))
    values = _round_values(variant.house, tuple(left))
    chips = Fraction(float(seen[kernel.SEES_CHIPS]))
    return tuple(
        values.bet(action.first, action.tie, _covered(variant, number, chips))
        if mask[number]
        else None
        for number, action in enumerate(variant.actions)
    )


def _answers(variant: Variant, seen: NDArray[np.float32], left: list[int]) -> dict[int, Fraction]:
    """The value of each answer to a tie, by the number of its action."""
    rank = int(seen[kernel.SEES_OWN])
    if variant.composition:
        left[rank - LOWEST] += 2  # values are asked of the shoe before its tie
    first, tie = int(seen[kernel.SEES_FIRST]), int(seen[kernel.SEES_TIE])
    worth = _round_values(variant.house, tuple(left)).answers(Rank(rank), first, tie)
    return {
        kernel.SURRENDER: worth[Answer.SURRENDER],
        kernel.WAR: worth[Answer.WAR],
        kernel.WAR_WITH_TIE: worth[Answer.WAR_WITH_TIE],
    }


def _covered(variant: Variant, number: int, chips: Fraction) -> list[Answer]:
    """The answers to a tie that the chips will cover after this bet."""
    house, action = variant.house, variant.actions[number]
    chips -= action.first + action.tie
    if not house.tie.climbs:
        chips += action.tie * (1 + house.tie.ladder[0].ratio)  # paid before the question is put
    found = []
    if variant.rules[kernel.SURRENDER_ASKED] or not variant.rules[kernel.WAR_ASKED]:
        found.append(Answer.SURRENDER)
    if variant.rules[kernel.WAR_ASKED] and chips >= action.first:
        found.append(Answer.WAR)
        if variant.table[kernel.JOINED, number] and chips >= 2 * action.first:
            found.append(Answer.WAR_WITH_TIE)
    return found or [Answer.SURRENDER]


def as_row(values: tuple[Fraction | None, ...]) -> NDArray[np.float64]:
    """Values as numbers; minus infinity where the action is not legal."""
    return np.array([-np.inf if value is None else float(value) for value in values])
