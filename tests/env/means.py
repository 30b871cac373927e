"""The mean reward of fixed policies beside the exact edge: ``python -m tests.env.means 100000000``.

Episodes end before the cutting card can: then every round is a round of a fresh shoe, whatever the
cards before it were. A policy takes one bet and gives one answer to every tie.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np

from casinowar.env.vector import CasinoWarVectorEnv
from casinowar.houses import house_names, load_house
from casinowar.odds.actions import Answer, RoundValues
from casinowar.odds.shoe import ShoeLeft
from casinowar.simulate.kernels import seat as kernel

LANES = 4096
CHIPS = 1_000_000
ALLOWED = 4.0  # standard errors


@dataclass(frozen=True, slots=True)
class Policy:
    """One bet and one answer."""

    house: str
    tie: int
    answer: Answer

    @property
    def exact(self) -> Fraction:
        """The mean reward of a round."""
        house = load_house(self.house)
        values = RoundValues(house, ShoeLeft.of_decks(house.cards.decks))
        return values.bet(1, self.tie, [self.answer])


@dataclass(frozen=True, slots=True)
class Mean:
    """What so many steps of a policy gave for each round."""

    policy: Policy
    steps: int
    rounds: int
    mean: float
    error: float

    @property
    def errors_away(self) -> float:
        """How many standard errors it is away from the exact mean."""
        return (self.mean - float(self.policy.exact)) / self.error


def policies() -> list[Policy]:
    """Every bet and every answer of every house."""
    found = []
    for name in house_names():
        house = load_house(name)
        for tie in (0, 1) if house.tie.offered else (0,):
            found += [Policy(name, tie, answer) for answer in (Answer.WAR, Answer.SURRENDER)]
        if "not_offered" not in house.tie.war_deal:
            found.append(Policy(name, 0, Answer.WAR_WITH_TIE))
    return found


def measured(policy: Policy, steps: int, seed: int, lanes: int = LANES) -> Mean:
    """Play a policy for at least so many steps."""
    house = load_house(policy.house)
    front = house.cards.decks * 52 - house.cards_behind(house.cards.decks)
    rounds = max(1, (front - house.cards.opening_burn) // house.most_cards(1))
    env = CasinoWarVectorEnv(lanes, policy.house, ties=(policy.tie,), chips=CHIPS, rounds=rounds)
    answer = list(Answer).index(policy.answer)
    bet = len(env.variant.actions) - 1
    seen, _ = env.reset(seed=seed)
    over, net = np.zeros(lanes, bool), np.zeros(lanes)
    taken = played = 0
    total = squares = 0.0
    while taken < steps:
        actions = np.where(seen[:, kernel.SEES_PHASE] == kernel.TIED, answer, bet)
        seen, rewards, terminated, truncated, _ = env.step(actions)
        taken += lanes - int(over.sum())
        net += rewards
        done = (seen[:, kernel.SEES_PHASE] == kernel.BETTING) & ~over
        ended = net[done]
        played += len(ended)
        total += float(ended.sum())
        squares += float(ended @ ended)
        net[done] = 0.0
        over = terminated | truncated
    mean = total / played
    return Mean(policy, taken, played, mean, sqrt((squares / played - mean**2) / played))


def main(steps: int) -> int:
    """Print a line for each policy; 1 if one is too far away."""
    bad = 0
    for number, policy in enumerate(policies()):
        found = measured(policy, steps, seed=number * LANES)
        bad += abs(found.errors_away) > ALLOWED
        print(
            f"{policy.house:14} Tie {policy.tie} {policy.answer:13} {found.steps:,} steps"
            f" {found.rounds:,} rounds: {found.mean:+.6f}, exact {float(policy.exact):+.6f},"
            f" {found.errors_away:+.2f} standard errors",
            flush=True,
        )
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1].replace("_", ""))))
