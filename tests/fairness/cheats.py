"""What sealed shoes do not cover, in figures: a house that knows stacks, and its puppets.

``python -m tests.fairness.cheats`` deals shoes of six decks to one honest seat with flat bets that
always goes to war: Wisconsin's burns, one card burned to open the shoe, and the cutting card a
quarter of the way in or up to a twelfth deeper. An edge is what the seat loses for each unit of
first wagers. Each cheat takes, of what it could have, that which is best for the house.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casinowar.simulate.kernels.compiled import compiled

SIZE, RANKS, DECKS = 312, 13, 6
LEAST_BEHIND, MOST_BEHIND = 78, 104
BURNS = 3  # before every card of a war deal
ROUND_MAX = 3 + 3 * (BURNS + 1)  # cards of a round with two seats at war
Stacks = NDArray[np.int8]


@compiled
def _round(stack: Any, at: int, puppet: bool, puppet_wars: bool) -> tuple[int, int]:
    """What the house wins from the honest seat in a round from here, and where the next begins."""
    theirs = -1
    if puppet:
        theirs = stack[at % SIZE]
        at += 1
    own, dealer = stack[at % SIZE], stack[(at + 1) % SIZE]
    at += 2
    puppet_at_war = puppet and puppet_wars and theirs == dealer
    if own == dealer or puppet_at_war:
        if puppet_at_war:
            at += BURNS + 1
        first = -1
        if own == dealer:
            first = stack[(at + BURNS) % SIZE]
            at += BURNS + 1
        second = stack[(at + BURNS) % SIZE]
        at += BURNS + 1
        if own == dealer:
            if first > second:
                return -1, at
            if first == second:
                return -2, at
            return 2, at
    if own > dealer:
        return -1, at
    return 1, at


@compiled
def _shoe(stack: Any, cut: int, front: int) -> tuple[int, int]:
    """What the house wins from a shoe, and how many rounds it has."""
    won, rounds, at = 0, 0, cut + 1
    while at - cut <= front:
        gain, at = _round(stack, at, False, False)
        won += gain
        rounds += 1
    return won, rounds


@compiled
def _best_puppet(stack: Any, front: int, edge: float) -> tuple[int, int]:
    """The same with a puppet in front of the honest seat, who bets or sits out as is best."""
    last = front + ROUND_MAX + 2
    value = np.zeros(last + ROUND_MAX + 2)
    won = np.zeros(last + ROUND_MAX + 2, dtype=np.int64)
    rounds = np.zeros(last + ROUND_MAX + 2, dtype=np.int64)
    for at in range(front, 0, -1):
        best = -1e9
        for choice in (False, True):  # out, or in; on a tie the puppet goes to war
            gain, after = _round(stack, at, choice, choice)
            total = gain - edge + value[after]
            if total > best:
                best = total
                won[at], rounds[at] = won[after] + gain, rounds[after] + 1
        value[at] = best
    return won[1], rounds[1]


@compiled
def _all_shoes(stacks: Any, fronts: Any) -> Any:
    found = np.empty((len(stacks), 2), dtype=np.int64)
    for number in range(len(stacks)):
        found[number, 0], found[number, 1] = _shoe(stacks[number], 0, fronts[number])
    return found


@compiled
def _all_cuts(stacks: Any, fronts: Any) -> Any:
    """The best of all cuts, once the stack is known."""
    found = np.empty((len(stacks), 2), dtype=np.int64)
    for number in range(len(stacks)):
        most = -1e9
        for cut in range(10, SIZE - 9):
            won, rounds = _shoe(stacks[number], cut, fronts[number])
            if won > most:
                most = won
                found[number, 0], found[number, 1] = won, rounds
    return found


@compiled
def _all_puppets(stacks: Any, fronts: Any, edge: float) -> Any:
    found = np.empty((len(stacks), 2), dtype=np.int64)
    for number in range(len(stacks)):
        found[number, 0], found[number, 1] = _best_puppet(stacks[number], fronts[number], edge)
    return found


def _edge(found: Any) -> float:
    """What the seat loses for each unit of its first wagers."""
    return float(found[:, 0].sum() / found[:, 1].sum())


@dataclass(frozen=True, kw_only=True)
class Figures:
    """Edges of the house, as shares of the first wagers."""

    honest: float
    standard_error: float
    best_of: dict[int, float]  # of so many stacks
    abandoned: dict[int, float]  # the worst so many of a hundred shoes
    cut_at_will: float
    puppet: float  # who plays for the highest share of what is bet
    puppet_chips: float  # who plays for the most chips from a shoe


def measure(shoes: int, seed: int = 1) -> Figures:
    """Deal so many shoes, and let the house cheat with them."""
    chance = np.random.default_rng(seed)
    deck = np.repeat(np.arange(RANKS, dtype=np.int8), 4 * DECKS)
    stacks = chance.permuted(np.tile(deck, (shoes, 1)), axis=1)
    fronts = SIZE - chance.integers(LEAST_BEHIND, MOST_BEHIND + 1, size=shoes)
    found = _all_shoes(stacks, fronts)
    rounds = float(found[:, 1].mean())
    honest = _edge(found)
    spread = found[:, 0] - honest * found[:, 1]
    best_of = dict[int, float]()
    for of in (2, 4, 8, 1024):
        groups = found[: shoes // of * of].reshape(-1, of, 2)
        best = groups[:, :, 0].argmax(axis=1)
        best_of[of] = _edge(groups[np.arange(len(groups)), best])
    order = found[found[:, 0].argsort()]
    few = max(1, shoes // 20)
    puppet = honest
    for _ in range(4):  # the best ratio: each time with the edge that was reached before
        puppet = _edge(_all_puppets(stacks[:few], fronts[:few], puppet))
    return Figures(
        honest=honest,
        standard_error=float(spread.std() / rounds / np.sqrt(shoes)),
        best_of=best_of,
        abandoned={share: _edge(order[shoes * share // 100 :]) for share in (5, 22, 48)},
        cut_at_will=_edge(_all_cuts(stacks[:few], fronts[:few])),
        puppet=puppet,
        puppet_chips=_edge(_all_puppets(stacks[:few], fronts[:few], 0.0)),
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fairness.cheats")
    parser.add_argument("--shoes", type=int, default=200_000)
    found = measure(parser.parse_args().shoes)
    print(f"honest                         {found.honest:7.2%} ± {found.standard_error:.2%}")
    for of, edge in found.best_of.items():
        print(f"best of {of:4} stacks            {edge:7.2%}")
    for share, edge in found.abandoned.items():
        print(f"worst {share:2} % of shoes abandoned  {edge:7.2%}")
    print(f"stack known, puppet cuts       {found.cut_at_will:7.2%}")
    print(f"stack known, puppet sits out   {found.puppet:7.2%}")
    print(f"the same, for the most chips   {found.puppet_chips:7.2%}")


if __name__ == "__main__":
    main()
